/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of the quant dialect, which are kept as text, in the encoding of their dialect. Text that is not as MLIR 22
 * prints it is written as text. load_quant.c is the other direction. */
#include "bytecode/write/write_state.h"

#include "support/chars.h"
#include "text/print/printer.h"

#include <mlirbc/parse.h>
#include <stdio.h>

enum quant_code { ANY = 1, ANY_EXPRESSED, CALIBRATED, UNIFORM, PER_AXIS, SUB_CHANNEL };
enum { MOST_NUMBER = 64, MOST_DIMS = 16 };

struct quant {
	struct mlirbc__save *s;
	const char *at, *end;
	uint32_t width;
	bool is_signed;
	int64_t least, most;
	const struct mlirbc_type *storage, *expressed;
};

/* A scale, or the bits of one, and its zero point. */
struct quant_pair {
	uint64_t scale;
	int64_t zero_point;
};

static void skip_space(struct quant *q)
{
	while (q->at < q->end && (*q->at == ' ' || *q->at == '\n' || *q->at == '\t' || *q->at == '\r'))
		q->at++;
}

static bool take(struct quant *q, char c)
{
	skip_space(q);
	if (q->at == q->end || *q->at != c)
		return false;
	q->at++;
	return true;
}

static bool take_word(struct quant *q, const char *word)
{
	size_t size = strlen(word);
	skip_space(q);
	if ((size_t)(q->end - q->at) < size || memcmp(q->at, word, size) != 0)
		return false;
	q->at += size;
	return true;
}

/* The number that stands here as an attribute: an i64, or a float of `type`. */
static const struct mlirbc_attr *read_number(struct quant *q, const char *type)
{
	char text[MOST_NUMBER];
	const struct mlirbc_attr *made = NULL;
	skip_space(q);
	const char *from = q->at;
	while (q->at < q->end && (mlirbc__char_is(*q->at, CHAR_SUFFIX) || *q->at == '-' || *q->at == '+'))
		q->at++;
	int size = snprintf(text, sizeof text, "%.*s : %s", (int)(q->at - from < 32 ? q->at - from : 32), from, type);
	if (q->at == from || q->at - from > 32 || size < 0 || (size_t)size >= sizeof text ||
		mlirbc_parse_attr(q->s->job.context, text, (size_t)size, &made, NULL) != MLIRBC_OK)
		return NULL;
	return made;
}

static bool read_integer(struct quant *q, int64_t *out)
{
	const struct mlirbc_attr *number = read_number(q, "i64");
	if (number)
		*out = (int64_t)number->u.number.words[0];
	return number != NULL;
}

static bool read_double(struct quant *q, uint64_t *out)
{
	const struct mlirbc_attr *number = read_number(q, "f64");
	if (number)
		*out = number->u.number.words[0];
	return number != NULL;
}

/* i8, u8; then <least:most> when that is not all of it. */
static bool read_storage(struct quant *q)
{
	q->is_signed = take(q, 'i');
	if (!q->is_signed && !take(q, 'u'))
		return false;
	for (; q->at < q->end && *q->at >= '0' && *q->at <= '9' && q->width < 100; q->at++)
		q->width = q->width * 10 + (uint32_t)(*q->at - '0');
	if (q->width == 0 || q->width > 32)
		return false;
	q->storage = mlirbc_type_integer(q->s->job.context, q->width, MLIRBC_SIGNLESS);
	q->least = q->is_signed ? -(INT64_C(1) << (q->width - 1)) : 0;
	q->most = (INT64_C(1) << (q->width - q->is_signed)) - 1;
	return q->storage && (!take(q, '<') || (read_integer(q, &q->least) && take(q, ':') &&
						       read_integer(q, &q->most) && take(q, '>')));
}

static bool read_expressed(struct quant *q)
{
	skip_space(q);
	const char *from = q->at;
	while (q->at < q->end && mlirbc__char_is(*q->at, CHAR_SUFFIX))
		q->at++;
	return mlirbc_parse_type(q->s->job.context, from, (size_t)(q->at - from), &q->expressed, NULL) == MLIRBC_OK &&
	       q->expressed->kind == MLIRBC_TYPE_FLOAT;
}

static bool read_pair(struct quant *q, struct quant_pair *out)
{
	out->zero_point = 0;
	return read_double(q, &out->scale) && (!take(q, ':') || read_integer(q, &out->zero_point));
}

static bool at_end(struct quant *q)
{
	bool closed = take(q, '>');
	skip_space(q);
	return closed && q->at == q->end;
}

/* ---- writing */

static void put(struct quant *q, struct mlirbc__out *out, uint64_t value) { mlirbc__out_varint(&q->s->job, out, value); }

static void put_signed(struct quant *q, struct mlirbc__out *out, int64_t value)
{
	mlirbc__out_signed(&q->s->job, out, (uint64_t)value);
}

static void put_head(struct quant *q, struct mlirbc__out *out, enum quant_code code)
{
	put(q, out, code);
	put(q, out, q->is_signed);
	put(q, out, mlirbc__save_type(q->s, q->storage));
	if (code != ANY)
		put(q, out, mlirbc__save_type(q->s, q->expressed));
}

static void put_range(struct quant *q, struct mlirbc__out *out)
{
	put_signed(q, out, q->least);
	put_signed(q, out, q->most);
}

static bool save_any(struct quant *q, struct mlirbc__out *out)
{
	if (!take(q, '<') || !read_storage(q) || (take(q, ':') && !read_expressed(q)) || !at_end(q))
		return false;
	put_head(q, out, q->expressed ? ANY_EXPRESSED : ANY);
	put_range(q, out);
	return true;
}

static bool save_calibrated(struct quant *q, struct mlirbc__out *out)
{
	uint64_t least, most;
	if (!take(q, '<') || !read_expressed(q) || !take(q, '<') || !read_double(q, &least) || !take(q, ':') ||
		!read_double(q, &most) || !take(q, '>') || !at_end(q))
		return false;
	put(q, out, CALIBRATED);
	put(q, out, mlirbc__save_type(q->s, q->expressed));
	mlirbc__out_signed(&q->s->job, out, least);
	mlirbc__out_signed(&q->s->job, out, most);
	return true;
}

static bool save_layer(struct quant *q, struct mlirbc__out *out)
{
	struct quant_pair pair;
	if (!read_pair(q, &pair) || !at_end(q))
		return false;
	put_head(q, out, UNIFORM);
	mlirbc__out_signed(&q->s->job, out, pair.scale);
	put_signed(q, out, pair.zero_point);
	put_range(q, out);
	return true;
}

/* axis, {scale:zero point, ...}. They are gone over twice: for the scales, then for the zero points. */
static bool save_per_axis(struct quant *q, struct mlirbc__out *out)
{
	int64_t axis;
	size_t count = 0;
	struct quant_pair pair;
	if (!read_integer(q, &axis) || axis < 0 || !take(q, ',') || !take(q, '{'))
		return false;
	const char *first = q->at;
	do {
		if (!read_pair(q, &pair))
			return false;
		count++;
	} while (take(q, ','));
	if (!take(q, '}') || !at_end(q))
		return false;
	put_head(q, out, PER_AXIS);
	put(q, out, (uint64_t)axis);
	put_range(q, out);
	for (int part = 0; part < 2; part++) {
		q->at = first;
		put(q, out, count);
		do {
			(void)read_pair(q, &pair);
			mlirbc__out_signed(&q->s->job, out, part ? (uint64_t)pair.zero_point : pair.scale);
		} while (take(q, ','));
	}
	return true;
}

/* ---- blocks of several dimensions: scales and zero points are elements attributes */

struct blocks {
	int64_t dims[MOST_DIMS], sizes[MOST_DIMS];
	size_t count;
	uint64_t shape[MOST_DIMS];
	size_t rank;
};

static bool read_blocks(struct quant *q, struct blocks *b)
{
	if (take(q, '}'))
		return true;
	do {
		if (b->count == MOST_DIMS || !read_integer(q, &b->dims[b->count]) || !take(q, ':') ||
			!read_integer(q, &b->sizes[b->count]))
			return false;
		b->count++;
	} while (take(q, ','));
	return take(q, '}');
}

/* How many braces open, and how many items the first list of each level has. */
static void measure(const struct quant *q, struct blocks *b)
{
	size_t depth = 0, most = 0;
	bool whole[MOST_DIMS] = { false };
	for (const char *p = q->at; p < q->end && depth <= MOST_DIMS; p++) {
		if (*p == '{') {
			if (depth < MOST_DIMS && !whole[depth])
				b->shape[depth] = 1;
			most = ++depth > most ? depth : most;
		} else if (*p == '}' && depth > 0) {
			whole[--depth] = true;
		} else if (*p == ',' && depth > 0 && depth <= MOST_DIMS && !whole[depth - 1]) {
			b->shape[depth - 1]++;
		}
	}
	b->rank = most;
}

/* The nested lists as an elements attribute of the scales, or of the zero points. */
static const struct mlirbc_attr *make_elements(struct quant *q, const struct blocks *b, bool scales, const char *from)
{
	struct mlirbc__save *s = q->s;
	struct mlirbc__text_out text = { s, &s->scratch };
	const struct mlirbc_attr *made = NULL;
	struct quant_pair pair;
	char piece[MOST_NUMBER];
	s->scratch.size = 0;
	(void)mlirbc__out_text(&text, "dense<", 6);
	for (q->at = from; q->at < q->end && *q->at != '>';) {
		const char *number = q->at;
		int size = 1;
		piece[0] = *q->at == '{' ? '[' : *q->at == '}' ? ']' : *q->at;
		if (!strchr("{}, \n\t\r", *q->at)) {
			if (!read_pair(q, &pair))
				return NULL;
			const char *colon = memchr(number, ':', (size_t)(q->at - number));
			size_t digits = (size_t)((colon ? colon : q->at) - number);
			size = scales ? snprintf(piece, sizeof piece, "%.*s", (int)digits, number)
				      : snprintf(piece, sizeof piece, "%lld", (long long)pair.zero_point);
		} else {
			q->at++;
		}
		(void)mlirbc__out_text(&text, piece, (size_t)size);
	}
	(void)mlirbc__out_text(&text, "> : tensor<", 11);
	for (size_t i = 0; i < b->rank; i++) {
		int size = snprintf(piece, sizeof piece, "%llux", (unsigned long long)b->shape[i]);
		(void)mlirbc__out_text(&text, piece, (size_t)size);
	}
	const struct mlirbc_type *element = scales ? q->expressed : q->storage;
	if (mlirbc__print_alone(s->job.context, NULL, element, mlirbc__out_text, &text) != MLIRBC_OK)
		return NULL;
	(void)mlirbc__out_text(&text, ">", 1);
	if (s->job.status != MLIRBC_OK ||
		mlirbc_parse_attr(s->job.context, s->scratch.data, s->scratch.size, &made, NULL) != MLIRBC_OK)
		return NULL;
	return made;
}

static void put_list(struct quant *q, struct mlirbc__out *out, const int64_t *list, size_t count)
{
	put(q, out, count);
	for (size_t i = 0; i < count; i++)
		put_signed(q, out, list[i]);
}

static bool save_sub_channel(struct quant *q, struct mlirbc__out *out)
{
	struct blocks b = { .count = 0 };
	if (!read_blocks(q, &b) || !take(q, ','))
		return false;
	skip_space(q);
	const char *from = q->at;
	measure(q, &b);
	if (b.rank == 0 || b.rank > MOST_DIMS)
		return false;
	const struct mlirbc_attr *scales = make_elements(q, &b, true, from);
	const struct mlirbc_attr *zero_points = scales ? make_elements(q, &b, false, from) : NULL;
	if (!zero_points || !at_end(q))
		return false;
	put_head(q, out, SUB_CHANNEL);
	put_range(q, out);
	put_list(q, out, b.dims, b.count);
	put_list(q, out, b.sizes, b.count);
	put(q, out, mlirbc__save_attr(q->s, scales));
	put(q, out, mlirbc__save_attr(q->s, zero_points));
	return true;
}

static bool save_uniform(struct quant *q, struct mlirbc__out *out)
{
	if (!take(q, '<') || !read_storage(q) || !take(q, ':') || !read_expressed(q))
		return false;
	if (take(q, ','))
		return save_layer(q, out);
	return take(q, ':') && (take(q, '{') ? save_sub_channel(q, out) : save_per_axis(q, out));
}

bool mlirbc__save_quant(struct mlirbc__save *s, struct mlirbc__out *out, const struct mlirbc_string *text)
{
	struct quant q = { .s = s, .at = text->data, .end = text->data + text->size };
	if (s->release != MLIRBC__RELEASE_22)
		return false;
	if (take_word(&q, "any"))
		return save_any(&q, out);
	if (take_word(&q, "calibrated"))
		return save_calibrated(&q, out);
	return take_word(&q, "uniform") && save_uniform(&q, out);
}
