/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of the quant dialect, which are kept as text, in the encoding of their dialect. Text that is not as MLIR 22
 * prints it is written as text. load_quant.c is the other direction. */
#include "bytecode/write/write_state.h"
#include "dialects/quant.h"

#include "support/chars.h"
#include "text/print/printer.h"

#include <mlirbc/parse.h>
#include <stdio.h>

enum { MOST_NUMBER = 64, MOST_DIMS = 16 };

struct quant {
	struct mlirbc__save *s;
	const char *at, *end;
	uint32_t width;
	bool is_signed;
	int64_t least, most;
	const struct mlirbc_type *storage, *expressed;
	struct mlirbc__quant_value values[MLIRBC__QUANT_PARTS]; /* the others */
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

/* The number at this position as an attribute: an i64, or a float of `type`. */
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

static void put_number(struct quant *q, struct mlirbc__out *out, char kind, uint64_t number)
{
	if (kind == 'v')
		mlirbc__out_varint(&q->s->job, out, number);
	else
		mlirbc__out_signed(&q->s->job, out, number);
}

static void put_field(struct quant *q, struct mlirbc__out *out, const struct mlirbc__coding_field *field)
{
	const struct mlirbc__quant_value *value = &q->values[mlirbc__quant_part_of(field)];
	switch (field->kind) {
	case 'a': put_number(q, out, 'v', mlirbc__save_attr(q->s, value->attr)); break;
	case 'T': put_number(q, out, 'v', mlirbc__save_type(q->s, value->type)); break;
	case 'D':
	case 'Z':
		put_number(q, out, 'v', value->count);
		for (size_t i = 0; i < value->count; i++)
			put_number(q, out, field->kind, value->list[i]);
		break;
	default: put_number(q, out, field->kind, value->number); break;
	}
}

/* The fields in the order of the row. */
static bool put_type(struct quant *q, struct mlirbc__out *out, enum mlirbc__quant_code code)
{
	struct mlirbc__coding_field field;
	q->values[MLIRBC__QUANT_FLAGS].number = q->is_signed;
	q->values[MLIRBC__QUANT_STORAGE].type = q->storage;
	q->values[MLIRBC__QUANT_EXPRESSED].type = q->expressed;
	if (code != MLIRBC__QUANT_CALIBRATED) {
		q->values[MLIRBC__QUANT_MINIMUM].number = (uint64_t)q->least;
		q->values[MLIRBC__QUANT_MAXIMUM].number = (uint64_t)q->most;
	}
	put_number(q, out, 'v', code);
	for (const char *at = mlirbc__quant_types[code].fields; (at = mlirbc__coding_next(at, &field)) != NULL;)
		put_field(q, out, &field);
	return true;
}

static bool save_any(struct quant *q, struct mlirbc__out *out)
{
	if (!take(q, '<') || !read_storage(q) || (take(q, ':') && !read_expressed(q)) || !at_end(q))
		return false;
	return put_type(q, out, q->expressed ? MLIRBC__QUANT_ANY_EXPRESSED : MLIRBC__QUANT_ANY);
}

static bool save_calibrated(struct quant *q, struct mlirbc__out *out)
{
	if (!take(q, '<') || !read_expressed(q) || !take(q, '<') ||
		!read_double(q, &q->values[MLIRBC__QUANT_MINIMUM].number) || !take(q, ':') ||
		!read_double(q, &q->values[MLIRBC__QUANT_MAXIMUM].number) || !take(q, '>') || !at_end(q))
		return false;
	return put_type(q, out, MLIRBC__QUANT_CALIBRATED);
}

static bool save_layer(struct quant *q, struct mlirbc__out *out)
{
	struct quant_pair pair;
	if (!read_pair(q, &pair) || !at_end(q))
		return false;
	q->values[MLIRBC__QUANT_SCALE].number = pair.scale;
	q->values[MLIRBC__QUANT_ZERO_POINT].number = (uint64_t)pair.zero_point;
	return put_type(q, out, MLIRBC__QUANT_UNIFORM);
}

/* The pairs from here on, in two lists in the scratch buffer. */
static bool read_pairs(struct quant *q)
{
	struct mlirbc__save *s = q->s;
	const char *first = q->at;
	struct quant_pair pair;
	s->scratch.size = 0;
	for (int part = 0; part < 2; part++) {
		q->at = first;
		do {
			if (!read_pair(q, &pair))
				return false;
			uint64_t number = part ? (uint64_t)pair.zero_point : pair.scale;
			mlirbc__out_put(&s->job, &s->scratch, &number, sizeof number);
		} while (take(q, ','));
	}
	size_t count = s->scratch.size / sizeof(uint64_t) / 2;
	const uint64_t *list = s->scratch.data;
	q->values[MLIRBC__QUANT_SCALES] = (struct mlirbc__quant_value){ .list = list, .count = count };
	q->values[MLIRBC__QUANT_ZERO_POINTS] = (struct mlirbc__quant_value){ .list = list + count, .count = count };
	return s->job.status == MLIRBC_OK;
}

/* axis, {scale:zero point, ...} */
static bool save_per_axis(struct quant *q, struct mlirbc__out *out)
{
	int64_t axis;
	if (!read_integer(q, &axis) || axis < 0 || !take(q, ',') || !take(q, '{') || !read_pairs(q) || !take(q, '}') ||
		!at_end(q))
		return false;
	q->values[MLIRBC__QUANT_AXIS].number = (uint64_t)axis;
	return put_type(q, out, MLIRBC__QUANT_PER_AXIS);
}

/* ---- blocks of several dimensions: scales and zero points are elements attributes */

struct blocks {
	uint64_t dims[MOST_DIMS], sizes[MOST_DIMS];
	size_t count;
	uint64_t shape[MOST_DIMS];
	size_t rank;
};

static bool read_blocks(struct quant *q, struct blocks *b)
{
	if (take(q, '}'))
		return true;
	do {
		int64_t dim, size;
		if (b->count == MOST_DIMS || !read_integer(q, &dim) || !take(q, ':') || !read_integer(q, &size))
			return false;
		b->dims[b->count] = (uint64_t)dim;
		b->sizes[b->count++] = (uint64_t)size;
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
	q->values[MLIRBC__QUANT_DIMENSIONS] = (struct mlirbc__quant_value){ .list = b.dims, .count = b.count };
	q->values[MLIRBC__QUANT_BLOCK_SIZES] = (struct mlirbc__quant_value){ .list = b.sizes, .count = b.count };
	q->values[MLIRBC__QUANT_SCALES].attr = scales;
	q->values[MLIRBC__QUANT_ZERO_POINTS].attr = zero_points;
	return put_type(q, out, MLIRBC__QUANT_SUB_CHANNEL);
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
