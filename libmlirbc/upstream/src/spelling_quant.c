/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The spelling of quant's types: uniform<i8:f32:1, {2.0 : 0, 3.0:1}> becomes uniform<i8:f32:1, {2.000000e+00,3.000000e+00:1}>. */
#include "spelling.h"

#include <mlirbc/parse.h>
#include <mlirbc/print.h>
#include <string.h>

/* The text that is read and what it becomes. */
struct quant {
	struct mlirbc_context *context;
	const char *at, *end;
	char *data;
	size_t size, room;
	size_t braces;
	struct mlirbc_string float_type; /* of numbers */
	bool blocks;                     /* uniform<i8:f32:{0:2}, {...}>: scales of type f32 for blocks */
};

static void put(struct quant *q, const char *data, size_t size)
{
	if (size <= q->room - q->size) {
		memcpy(q->data + q->size, data, size);
		q->size += size;
	}
}

static const char *behind_blanks(const char *at, const char *end)
{
	while (at < end && strchr(" \t\r\n", *at))
		at++;
	return at;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* The size of the word or number at a place; *out_float: it is a float. */
static size_t word_size(const char *at, const char *end, bool *out_float)
{
	size_t size = *at == '-';
	bool number = at + size < end && is_digit(at[size]);
	*out_float = false;
	for (; at + size < end; size++) {
		char c = at[size], before = size ? at[size - 1] : '\0';
		if (number && c == '.')
			*out_float = true;
		else if (!is_digit(c) && !is_letter(c) && !(*out_float && strchr("+-", c) && strchr("eE", before)))
			break;
	}
	return size;
}

/* Finds ": {" of a type with blocks, and the expressed type before it. */
static void find_blocks(struct quant *q)
{
	const char *word = q->at, *word_end = q->at;
	for (const char *at = q->at; at < q->end; at++) {
		const char *next = behind_blanks(at + 1, q->end);
		if (*at == ':' && next < q->end && *next == '{') {
			q->blocks = true;
			q->float_type = (struct mlirbc_string){ word, (size_t)(word_end - word) };
			return;
		}
		if (is_letter(*at) || is_digit(*at)) {
			word = word_end == at ? word : at;
			word_end = at + 1;
		}
	}
}

static void put_float(struct quant *q, size_t size)
{
	const struct mlirbc_attr *attr;
	struct mlirbc_string type = q->float_type;
	char text[96], made[96];
	if (size + type.size + 3 <= sizeof text) {
		memcpy(text, q->at, size);
		memcpy(text + size, " : ", 3);
		memcpy(text + size + 3, type.data, type.size);
		if (mlirbc_parse_attr(q->context, text, size + 3 + type.size, &attr, NULL) == MLIRBC_OK &&
			attr->kind == MLIRBC_ATTR_FLOAT && mlirbc_attr_text(attr, made, sizeof made) < sizeof made) {
			put(q, made, strcspn(made, " "));
			return;
		}
	}
	put(q, q->at, size);
}

/* A scale, and its zero point unless that is 0. */
static void put_scale(struct quant *q, size_t size, bool calibrated)
{
	bool is_float;
	put_float(q, size);
	q->at = behind_blanks(q->at + size, q->end);
	if (calibrated || q->at == q->end || *q->at != ':')
		return;
	const char *zero = behind_blanks(q->at + 1, q->end);
	if (zero < q->end && *zero == '0' && word_size(zero, q->end, &is_float) == 1)
		q->at = zero + 1;
}

static bool is_part(char c) { return is_letter(c) || is_digit(c) || c == '.'; }

static void put_word(struct quant *q, bool calibrated)
{
	bool is_float;
	if (q->size && is_part(q->data[q->size - 1]) && (is_part(*q->at) || strchr("+-", *q->at)))
		put(q, " ", 1); /* not of a type that MLIR knows; two words stay two */
	size_t size = word_size(q->at, q->end, &is_float);
	if (is_float) {
		put_scale(q, size, calibrated);
		return;
	}
	size += size == 0; /* punctuation */
	put(q, q->at, size);
	q->braces += *q->at == '{';
	q->braces -= *q->at == '}' && q->braces;
	if (*q->at == ',' && (q->blocks || !q->braces))
		put(q, " ", 1);
	q->at += size;
}

size_t mlirbc_upstream__spell_quant(struct mlirbc_context *context, const struct mlirbc_string *text, char *out, size_t room)
{
	struct quant q = { .context = context, .at = text->data, .end = text->data + text->size, .data = out, .room = room,
		.float_type = { "f64", 3 } };
	bool calibrated = text->size > 11 && memcmp(text->data, "calibrated<", 11) == 0;
	find_blocks(&q);
	while ((q.at = behind_blanks(q.at, q.end)) < q.end)
		put_word(&q, calibrated);
	return q.size;
}
