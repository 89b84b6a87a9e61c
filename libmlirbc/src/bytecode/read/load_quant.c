/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of the quant dialect, which has an encoding of its own. They become the text that MLIR prints of them. */
#include "bytecode/read/builtin.h"
#include "support/float_format.h"
#include "support/text_sink.h"

#include <mlirbc/print.h>

enum quant_code { ANY = 1, ANY_EXPRESSED, CALIBRATED, UNIFORM, PER_AXIS, SUB_CHANNEL };

struct quant {
	struct mlirbc__decode *d;
	struct mlirbc__writer out; /* into the load's text buffer */
	size_t written;
	const struct mlirbc_type *storage, *expressed;
	bool is_signed;
};

static int append(void *ctx, const char *text, size_t size)
{
	struct quant *q = ctx;
	struct mlirbc__load *load = q->d->r.load;
	char *data = mlirbc__reserve(load, &load->text_buffer, q->written + size, 1);
	if (!data)
		return 1;
	memcpy(data + q->written, text, size);
	q->written += size;
	return 0;
}

/* ---- pieces of text */

static int put_part(void *ctx, const char *text, size_t size)
{
	mlirbc__put(ctx, text, size);
	return 0;
}

static void put_expressed(struct quant *q)
{
	mlirbc__put_char(&q->out, ':');
	(void)mlirbc_print_type(q->expressed, put_part, &q->out);
}

static void put_float(struct quant *q, enum mlirbc_float kind, const uint64_t words[2])
{
	char text[MLIRBC__FLOAT_TEXT];
	mlirbc__put(&q->out, text, mlirbc__float_text(kind, words, text));
}

static void put_double(struct quant *q, uint64_t bits) { put_float(q, MLIRBC_F64, (const uint64_t[2]){ bits, 0 }); }

static void put_zero_point(struct quant *q, int64_t zero_point)
{
	if (zero_point != 0) {
		mlirbc__put_char(&q->out, ':');
		mlirbc__put_signed(&q->out, zero_point);
	}
}

/* "uniform<u8<1:254>": the range only if it is not all that the storage can hold. */
static void put_storage(struct quant *q, const char *name, uint64_t least, uint64_t most)
{
	uint32_t width = q->storage->u.integer.width;
	uint64_t range = (UINT64_C(1) << width) - 1, half = UINT64_C(1) << (width - 1);
	bool whole = q->is_signed ? least == UINT64_C(0) - half && most == half - 1 : least == 0 && most == range;
	mlirbc__put_text(&q->out, name);
	mlirbc__put_char(&q->out, q->is_signed ? 'i' : 'u');
	mlirbc__put_unsigned(&q->out, width);
	if (!whole) {
		mlirbc__put_char(&q->out, '<');
		mlirbc__put_signed(&q->out, (int64_t)least);
		mlirbc__put_char(&q->out, ':');
		mlirbc__put_signed(&q->out, (int64_t)most);
		mlirbc__put_char(&q->out, '>');
	}
}

static const struct mlirbc_type *finish(struct quant *q)
{
	struct mlirbc__load *load = q->d->r.load;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	mlirbc__put_char(&q->out, '>');
	mlirbc__writer_flush(&q->out);
	if (load->status != MLIRBC_OK)
		return NULL;
	type.u.dialect.dialect = mlirbc__string_borrow(load->context, "quant", 5);
	type.u.dialect.text = mlirbc_string_get(load->context, load->text_buffer.data, q->written);
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(load->context, &type) : NULL;
}

/* ---- fields */

/* Flags, storage type and, if there is one, expressed type, which all but the calibrated type begin with. */
static bool read_head(struct quant *q, bool expressed)
{
	struct mlirbc__decode *d = q->d;
	q->is_signed = mlirbc__varint(&d->r.c) & 1;
	size_t at = d->r.c.pos;
	q->storage = mlirbc__part_type(d);
	if (q->storage && (q->storage->kind != MLIRBC_TYPE_INTEGER || q->storage->u.integer.width == 0 ||
				  q->storage->u.integer.width > 32))
		return mlirbc__bad(&d->r, at, "storage type is of another kind, expected i1 to i32");
	if (expressed)
		q->expressed = mlirbc__part_type(d);
	return d->r.load->status == MLIRBC_OK;
}

static const struct mlirbc_type *read_any(struct quant *q, bool expressed)
{
	struct mlirbc__decode *d = q->d;
	if (!read_head(q, expressed))
		return NULL;
	uint64_t least = mlirbc__varint_signed(&d->r.c), most = mlirbc__varint_signed(&d->r.c);
	if (!mlirbc__ready(d))
		return NULL;
	put_storage(q, "any<", least, most);
	if (expressed)
		put_expressed(q);
	return finish(q);
}

static const struct mlirbc_type *read_calibrated(struct quant *q)
{
	struct mlirbc__decode *d = q->d;
	q->expressed = mlirbc__part_type(d);
	uint64_t least = mlirbc__varint_signed(&d->r.c), most = mlirbc__varint_signed(&d->r.c);
	if (!mlirbc__ready(d))
		return NULL;
	mlirbc__put_text(&q->out, "calibrated<");
	(void)mlirbc_print_type(q->expressed, put_part, &q->out);
	mlirbc__put_char(&q->out, '<');
	put_double(q, least);
	mlirbc__put_char(&q->out, ':');
	put_double(q, most);
	mlirbc__put_char(&q->out, '>');
	return finish(q);
}

static const struct mlirbc_type *read_uniform(struct quant *q)
{
	struct mlirbc__decode *d = q->d;
	if (!read_head(q, true))
		return NULL;
	uint64_t scale = mlirbc__varint_signed(&d->r.c), zero_point = mlirbc__varint_signed(&d->r.c);
	uint64_t least = mlirbc__varint_signed(&d->r.c), most = mlirbc__varint_signed(&d->r.c);
	if (!mlirbc__ready(d))
		return NULL;
	put_storage(q, "uniform<", least, most);
	put_expressed(q);
	mlirbc__put_text(&q->out, ", ");
	put_double(q, scale);
	put_zero_point(q, (int64_t)zero_point);
	return finish(q);
}

/* A list of signed numbers, or of doubles by their bits. */
static bool read_list(struct mlirbc__decode *d, struct mlirbc__buffer *buffer, const char *what, size_t *out_count)
{
	if (!mlirbc__count(&d->r, what, out_count))
		return false;
	uint64_t *list = mlirbc__reserve(d->r.load, buffer, *out_count, sizeof *list);
	for (size_t i = 0; list && i < *out_count; i++)
		list[i] = mlirbc__varint_signed(&d->r.c);
	return list != NULL;
}

static const struct mlirbc_type *read_per_axis(struct quant *q)
{
	struct mlirbc__decode *d = q->d;
	struct mlirbc__load *load = d->r.load;
	size_t scale_count, zero_point_count, at;
	if (!read_head(q, true))
		return NULL;
	uint64_t axis = mlirbc__varint(&d->r.c);
	uint64_t least = mlirbc__varint_signed(&d->r.c), most = mlirbc__varint_signed(&d->r.c);
	if (!read_list(d, &load->part_buffer, "number of scales", &scale_count))
		return NULL;
	at = d->r.c.pos;
	if (!read_list(d, &load->more_buffer, "number of zero points", &zero_point_count) || !mlirbc__ready(d))
		return NULL;
	if (scale_count != zero_point_count) {
		mlirbc__bad(
			&d->r, at, "%zu zero points, expected %zu, one for each scale", zero_point_count, scale_count);
		return NULL;
	}
	put_storage(q, "uniform<", least, most);
	put_expressed(q);
	mlirbc__put_char(&q->out, ':');
	mlirbc__put_unsigned(&q->out, axis);
	mlirbc__put_text(&q->out, ", {");
	for (size_t i = 0; i < scale_count; i++) {
		mlirbc__put_text(&q->out, i ? "," : "");
		put_double(q, ((const uint64_t *)load->part_buffer.data)[i]);
		put_zero_point(q, ((const int64_t *)load->more_buffer.data)[i]);
	}
	mlirbc__put_char(&q->out, '}');
	return finish(q);
}

/* ---- blocks of several dimensions, with scales and zero points as elements attributes */

/* An element's bits, the one there is for all of a splat. */
static void load_element(const struct mlirbc_attr *dense, uint64_t index, uint64_t words[2])
{
	size_t each = dense->u.dense.size / (size_t)dense->u.dense.count;
	const uint8_t *data = dense->u.dense.data + (dense->u.dense.splat ? 0 : (size_t)index * each);
	words[0] = words[1] = 0;
	for (size_t i = 0; i < each && i < 16; i++)
		words[i / 8] |= (uint64_t)data[i] << (8 * (i % 8));
}

static int64_t sign_extend(uint64_t value, uint32_t width)
{
	uint64_t sign = UINT64_C(1) << ((width < 64 ? width : 64) - 1);
	return (int64_t)((value ^ sign) - sign);
}

/* How many of the innermost lists begin before element `index`. */
static size_t lists_at(const struct mlirbc_type *shape, uint64_t index)
{
	size_t lists = 0;
	for (size_t i = shape->u.shaped.rank; i-- > 0; lists++) {
		uint64_t dim = (uint64_t)shape->u.shaped.dims[i];
		if (index % dim != 0)
			break;
		index /= dim;
	}
	return lists;
}

static void put_braces(struct quant *q, char brace, size_t count)
{
	for (size_t i = 0; i < count; i++)
		mlirbc__put_char(&q->out, brace);
}

static void put_blocks(
	struct quant *q, const struct mlirbc_attr *scales, const struct mlirbc_attr *zero_points, uint64_t count)
{
	const struct mlirbc_type *shape = scales->type, *integer = zero_points->type->u.shaped.element;
	for (uint64_t i = 0; i < count && !q->out.failed; i++) {
		uint64_t words[2];
		mlirbc__put_text(&q->out, i ? ", " : "");
		put_braces(q, '{', i ? lists_at(shape, i) : shape->u.shaped.rank);
		load_element(scales, i, words);
		put_float(q, shape->u.shaped.element->u.float_kind, words);
		load_element(zero_points, i, words);
		put_zero_point(q, sign_extend(words[0], integer->u.integer.width));
		put_braces(q, '}', i + 1 < count ? lists_at(shape, i + 1) : shape->u.shaped.rank);
	}
}

static bool is_dense_of(const struct mlirbc_attr *attr, enum mlirbc_type_kind kind, uint64_t *out_count)
{
	return attr->kind == MLIRBC_ATTR_DENSE && attr->type->u.shaped.element->kind == kind &&
	       mlirbc_type_elements(attr->type, out_count) && *out_count > 0;
}

static const struct mlirbc_type *read_sub_channel(struct quant *q)
{
	struct mlirbc__decode *d = q->d;
	struct mlirbc__load *load = d->r.load;
	size_t dim_count, block_count, at;
	uint64_t count, zero_point_count;
	if (!read_head(q, true))
		return NULL;
	uint64_t least = mlirbc__varint_signed(&d->r.c), most = mlirbc__varint_signed(&d->r.c);
	at = d->r.c.pos;
	if (!read_list(d, &load->part_buffer, "number of dimensions", &dim_count) ||
		!read_list(d, &load->more_buffer, "number of block sizes", &block_count))
		return NULL;
	const struct mlirbc_attr *scales = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_DENSE), "dense elements");
	const struct mlirbc_attr *zero_points = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_DENSE), "dense elements");
	if (!mlirbc__ready(d))
		return NULL;
	if (dim_count != block_count || !is_dense_of(scales, MLIRBC_TYPE_FLOAT, &count) ||
		!is_dense_of(zero_points, MLIRBC_TYPE_INTEGER, &zero_point_count) || count != zero_point_count) {
		mlirbc__bad(&d->r, at, "blocks, scales and zero points do not fit each other");
		return NULL;
	}
	if (!mlirbc__work(load, count) ||
		!mlirbc__work(load, scales->type->u.shaped.rank)) /* splats have no such bytes */
		return NULL;
	put_storage(q, "uniform<", least, most);
	put_expressed(q);
	mlirbc__put_text(&q->out, ":{");
	for (size_t i = 0; i < dim_count; i++) {
		mlirbc__put_text(&q->out, i ? ", " : "");
		mlirbc__put_signed(&q->out, ((const int64_t *)load->part_buffer.data)[i]);
		mlirbc__put_char(&q->out, ':');
		mlirbc__put_signed(&q->out, ((const int64_t *)load->more_buffer.data)[i]);
	}
	mlirbc__put_text(&q->out, "}, ");
	put_blocks(q, scales, zero_points, count);
	return finish(q);
}

const struct mlirbc_type *mlirbc__quant_type(struct mlirbc__decode *d)
{
	struct quant q = { .d = d };
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of a type"))
		return NULL;
	mlirbc__writer_init(&q.out, append, &q);
	switch (code) {
	case ANY: return read_any(&q, false);
	case ANY_EXPRESSED: return read_any(&q, true);
	case CALIBRATED: return read_calibrated(&q);
	case UNIFORM: return read_uniform(&q);
	case PER_AXIS: return read_per_axis(&q);
	case SUB_CHANNEL: return read_sub_channel(&q);
	default: d->opaque = true; return NULL; /* newer than what is known here */
	}
}
