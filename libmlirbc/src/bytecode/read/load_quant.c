/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of the quant dialect, which has its own encoding. They are converted to the text that MLIR prints. */
#include "bytecode/read/builtin.h"
#include "dialects/quant.h"
#include "support/float_format.h"
#include "support/text_sink.h"

#include <mlirbc/print.h>
#include <stdio.h>

struct quant {
	struct mlirbc__decode *d;
	struct mlirbc__writer out; /* into the load's text buffer */
	size_t written;
	size_t lists; /* read so far */
	struct mlirbc__quant_value values[MLIRBC__QUANT_PARTS];
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
	(void)!mlirbc_print_type(q->values[MLIRBC__QUANT_EXPRESSED].type, put_part, &q->out);
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

/* "uniform<u8<1:254>": the range only if it is not that of the storage type. */
static void put_storage(struct quant *q, const char *name)
{
	uint32_t width = q->values[MLIRBC__QUANT_STORAGE].type->u.integer.width;
	uint64_t range = (UINT64_C(1) << width) - 1, half = UINT64_C(1) << (width - 1);
	uint64_t least = q->values[MLIRBC__QUANT_MINIMUM].number, most = q->values[MLIRBC__QUANT_MAXIMUM].number;
	bool is_signed = q->values[MLIRBC__QUANT_FLAGS].number & 1;
	bool whole = is_signed ? least == UINT64_C(0) - half && most == half - 1 : least == 0 && most == range;
	mlirbc__put_text(&q->out, name);
	mlirbc__put_char(&q->out, is_signed ? 'i' : 'u');
	mlirbc__put_unsigned(&q->out, width);
	if (!whole) {
		mlirbc__put_char(&q->out, '<');
		mlirbc__put_signed(&q->out, (int64_t)least);
		mlirbc__put_char(&q->out, ':');
		mlirbc__put_signed(&q->out, (int64_t)most);
		mlirbc__put_char(&q->out, '>');
	}
	if (q->values[MLIRBC__QUANT_EXPRESSED].type) {
		mlirbc__put_char(&q->out, ':');
		put_expressed(q);
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

/* A list of signed numbers, or of doubles as bits. No row has more than two. */
static bool read_list(struct quant *q, const char *name, struct mlirbc__quant_value *out)
{
	struct mlirbc__load *load = q->d->r.load;
	char what[32];
	snprintf(what, sizeof what, "number of %s", name);
	if (!mlirbc__count(&q->d->r, what, &out->count))
		return false;
	uint64_t *list = mlirbc__reserve(
		load, q->lists++ ? &load->more_buffer : &load->part_buffer, out->count, sizeof *list);
	for (size_t i = 0; list && i < out->count; i++)
		list[i] = mlirbc__varint_signed(&q->d->r.c);
	out->list = list;
	return list != NULL;
}

static bool read_field(struct quant *q, const struct mlirbc__coding_field *field)
{
	struct mlirbc__decode *d = q->d;
	struct mlirbc__quant_value *value = &q->values[mlirbc__quant_part_of(field)];
	value->at = d->r.c.pos;
	switch (field->kind) {
	case 'a': value->attr = mlirbc__part_attr(d, MLIRBC__KIND(MLIRBC_ATTR_DENSE), "dense elements"); break;
	case 'D':
	case 'Z': return read_list(q, field->name, value);
	case 'T': value->type = mlirbc__part_type(d); break;
	case 'v': value->number = mlirbc__varint(&d->r.c); break;
	default: value->number = mlirbc__varint_signed(&d->r.c); break;
	}
	return d->r.load->status == MLIRBC_OK;
}

static bool read_fields(struct quant *q, const struct mlirbc__coding *coding)
{
	struct mlirbc__coding_order order = { .text = coding->fields };
	struct mlirbc__coding_field field;
	while (mlirbc__coding_step(&order, &field)) {
		if (!read_field(q, &field))
			return false;
	}
	const struct mlirbc__quant_value *storage = &q->values[MLIRBC__QUANT_STORAGE];
	if (storage->type && (storage->type->kind != MLIRBC_TYPE_INTEGER || storage->type->u.integer.width == 0 ||
				     storage->type->u.integer.width > 32))
		return mlirbc__bad(&q->d->r, storage->at, "storage type is of another kind, expected i1 to i32");
	return mlirbc__ready(q->d);
}

/* ---- text */

static const struct mlirbc_type *put_any(struct quant *q)
{
	put_storage(q, "any<");
	return finish(q);
}

static const struct mlirbc_type *put_calibrated(struct quant *q)
{
	mlirbc__put_text(&q->out, "calibrated<");
	put_expressed(q);
	mlirbc__put_char(&q->out, '<');
	put_double(q, q->values[MLIRBC__QUANT_MINIMUM].number);
	mlirbc__put_char(&q->out, ':');
	put_double(q, q->values[MLIRBC__QUANT_MAXIMUM].number);
	mlirbc__put_char(&q->out, '>');
	return finish(q);
}

static const struct mlirbc_type *put_uniform(struct quant *q)
{
	put_storage(q, "uniform<");
	mlirbc__put_text(&q->out, ", ");
	put_double(q, q->values[MLIRBC__QUANT_SCALE].number);
	put_zero_point(q, (int64_t)q->values[MLIRBC__QUANT_ZERO_POINT].number);
	return finish(q);
}

static const struct mlirbc_type *put_per_axis(struct quant *q)
{
	const struct mlirbc__quant_value *scales = &q->values[MLIRBC__QUANT_SCALES],
					 *zero_points = &q->values[MLIRBC__QUANT_ZERO_POINTS];
	if (scales->count != zero_points->count) {
		mlirbc__bad(&q->d->r, zero_points->at, "%zu zero points, expected %zu, one for each scale",
			zero_points->count, scales->count);
		return NULL;
	}
	put_storage(q, "uniform<");
	mlirbc__put_char(&q->out, ':');
	mlirbc__put_unsigned(&q->out, q->values[MLIRBC__QUANT_AXIS].number);
	mlirbc__put_text(&q->out, ", {");
	for (size_t i = 0; i < scales->count; i++) {
		mlirbc__put_text(&q->out, i ? "," : "");
		put_double(q, scales->list[i]);
		put_zero_point(q, (int64_t)zero_points->list[i]);
	}
	mlirbc__put_char(&q->out, '}');
	return finish(q);
}

/* ---- blocks of several dimensions, with scales and zero points as elements attributes */

/* An element's bits; for a splat, its only element. */
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

/* Number of innermost lists that start before element `index`. */
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

static const struct mlirbc_type *put_sub_channel(struct quant *q)
{
	struct mlirbc__load *load = q->d->r.load;
	const struct mlirbc__quant_value *dims = &q->values[MLIRBC__QUANT_DIMENSIONS],
					 *sizes = &q->values[MLIRBC__QUANT_BLOCK_SIZES];
	const struct mlirbc_attr *scales = q->values[MLIRBC__QUANT_SCALES].attr,
				 *zero_points = q->values[MLIRBC__QUANT_ZERO_POINTS].attr;
	uint64_t count, zero_point_count;
	if (dims->count != sizes->count || !is_dense_of(scales, MLIRBC_TYPE_FLOAT, &count) ||
		!is_dense_of(zero_points, MLIRBC_TYPE_INTEGER, &zero_point_count) || count != zero_point_count) {
		mlirbc__bad(&q->d->r, dims->at, "blocks, scales and zero points do not match");
		return NULL;
	}
	if (!mlirbc__work(load, count) ||
		!mlirbc__work(load, scales->type->u.shaped.rank)) /* the memory for a splat is not proportional to
		                                                     the file */
		return NULL;
	put_storage(q, "uniform<");
	mlirbc__put_text(&q->out, ":{");
	for (size_t i = 0; i < dims->count; i++) {
		mlirbc__put_text(&q->out, i ? ", " : "");
		mlirbc__put_signed(&q->out, (int64_t)dims->list[i]);
		mlirbc__put_char(&q->out, ':');
		mlirbc__put_signed(&q->out, (int64_t)sizes->list[i]);
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
	const struct mlirbc__coding *coding = mlirbc__coding_at(MLIRBC__QUANT, true, code);
	d->opaque = !coding; /* unknown, newer encoding */
	if (!coding || !read_fields(&q, coding))
		return NULL;
	mlirbc__writer_init(&q.out, append, &q);
	switch (code) {
	case MLIRBC__QUANT_CALIBRATED: return put_calibrated(&q);
	case MLIRBC__QUANT_UNIFORM: return put_uniform(&q);
	case MLIRBC__QUANT_PER_AXIS: return put_per_axis(&q);
	case MLIRBC__QUANT_SUB_CHANNEL: return put_sub_channel(&q);
	default: return put_any(&q);
	}
}
