/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Encodes attributes (FORMAT.md 4). */
#include <bef/writer.h>
#include "writer.h"
#include <bytecursor/ckd.h>
#include <string.h>

static void store16(uint8_t *p, uint64_t value)
{
	p[0] = (uint8_t)value;
	p[1] = (uint8_t)(value >> 8);
}

static void store32(uint8_t *p, uint64_t value)
{
	store16(p, value);
	store16(p + 2, value >> 16);
}

static void store_dims(uint8_t *p, const int64_t *dims, size_t rank)
{
	for (size_t i = 0; i < rank; i++) {
		store32(p + 8 * i, (uint64_t)dims[i]);
		store32(p + 8 * i + 4, (uint64_t)dims[i] >> 32);
	}
}

/* Reserves space for an encoding of `size` bytes such that its byte `prefix` is aligned. The next call may move the
 * bytes. */
static enum bef_status place(struct bef_writer *w, size_t alignment, uint64_t prefix, uint64_t size,
	uint8_t **out_bytes, uint32_t *out_offset)
{
	size_t padding = (size_t)-(w->attributes.size + prefix) & (alignment - 1);
	if (size > UINT32_MAX || w->attributes.size + padding + size > UINT32_MAX)
		return BEF_E_LIMIT;
	if (!bef__buffer_reserve(&w->attributes, &w->allocator, padding + (size_t)size))
		return BEF_E_NOMEM;
	uint8_t *p = w->attributes.data + w->attributes.size;
	memset(p, BEF_PADDING, padding);
	*out_bytes = p + padding;
	*out_offset = (uint32_t)(w->attributes.size + padding);
	w->attributes.size += padding + (size_t)size;
	if (w->attributes_alignment < alignment)
		w->attributes_alignment = alignment;
	return BEF_OK;
}

static enum bef_status put_word(struct bef_writer *w, uint32_t value, uint32_t *out_offset)
{
	uint8_t *p;
	BEF__TRY(place(w, 4, 0, 4, &p, out_offset));
	store32(p, value);
	return BEF_OK;
}

enum bef_status bef_writer_scalar(struct bef_writer *writer, uint32_t type, const void *value, uint32_t *out_offset)
{
	uint8_t *p;
	size_t size = bef__scalar_size(type);
	if (size == 0)
		return BEF_E_ARG;
	BEF__TRY(place(writer, bef__scalar_alignment(type), 0, size, &p, out_offset));
	memcpy(p, value, size);
	return BEF_OK;
}

enum bef_status bef_writer_string(struct bef_writer *writer, const char *data, size_t size, uint32_t *out_offset)
{
	uint8_t *p;
	if (size > UINT32_MAX)
		return BEF_E_LIMIT;
	BEF__TRY(place(writer, 4, 4, 4 + (uint64_t)size, &p, out_offset));
	store32(p, size);
	if (size > 0)
		memcpy(p + 4, data, size);
	return BEF_OK;
}

enum bef_status bef_writer_array(struct bef_writer *writer, uint32_t dtype, const void *elements, size_t count,
	uint32_t *out_offset)
{
	uint8_t *p;
	size_t size = bef__scalar_size(dtype), alignment = bef__scalar_alignment(dtype);
	if (count == 0)
		return put_word(writer, 0, out_offset);
	if (size == 0)
		return BEF_E_ARG;
	if (count > UINT32_MAX)
		return BEF_E_LIMIT;
	BEF__TRY(place(writer, alignment < 4 ? 4 : alignment, 4, 4 + (uint64_t)count * size, &p, out_offset));
	store32(p, count);
	memcpy(p + 4, elements, count * size);
	return BEF_OK;
}

/* Writes the common header of shape, dense and aggregate. */
static void put_base(uint8_t *p, size_t alignment, uint32_t dtype, uint64_t prefix, uint64_t size)
{
	p[0] = (uint8_t)alignment;
	p[1] = (uint8_t)dtype;
	store16(p + 2, prefix); /* low 16 bits: the field is too narrow for large ranks and aggregates */
	store32(p + 4, size);
}

enum bef_status bef_writer_shape(struct bef_writer *writer, bool ranked, const int64_t *dims, size_t rank,
	uint32_t *out_offset)
{
	uint8_t *p;
	if (!ranked)
		return put_word(writer, 0, out_offset);
	if (rank > UINT32_MAX)
		return BEF_E_LIMIT;
	for (size_t i = 0; i < rank; i++) {
		if (dims[i] < -1)
			return BEF_E_ARG;
	}
	BEF__TRY(place(writer, 8, 12, 12 + 8 * (uint64_t)rank, &p, out_offset));
	put_base(p, 8, 0, 12, 12 + 8 * (uint64_t)rank);
	store32(p + 8, rank);
	store_dims(p + 12, dims, rank);
	return BEF_OK;
}

enum bef_status bef_writer_dense(struct bef_writer *writer, uint32_t dtype, const int64_t *dims, size_t rank,
	const void *elements, size_t count, uint32_t *out_offset)
{
	return bef_writer_dense_aligned(writer, dtype, dims, rank, elements, count, 8, out_offset);
}

enum bef_status bef_writer_dense_aligned(struct bef_writer *writer, uint32_t dtype, const int64_t *dims, size_t rank,
	const void *elements, size_t count, size_t alignment, uint32_t *out_offset)
{
	uint8_t *p;
	size_t element_size = bef_dtype_size(dtype);
	uint64_t prefix = 20 + 8 * (uint64_t)rank, product = 1;
	if (element_size == 0 || (alignment != 8 && alignment != BEF_LARGE_ALIGNMENT))
		return BEF_E_ARG;
	if (rank > UINT32_MAX || count > UINT32_MAX)
		return BEF_E_LIMIT;
	for (size_t i = 0; i < rank; i++) {
		if (dims[i] < 0 || ckd_mul(&product, product, (uint64_t)dims[i]))
			return BEF_E_ARG;
	}
	if (product != count)
		return BEF_E_ARG;
	uint64_t size = prefix + (uint64_t)count * element_size;
	BEF__TRY(place(writer, alignment, prefix, size, &p, out_offset));
	put_base(p, alignment, dtype, prefix, size);
	store32(p + 8, prefix);
	store32(p + 12, count);
	store32(p + 16, rank);
	store_dims(p + 20, dims, rank);
	if (count > 0)
		memcpy(p + prefix, elements, count * element_size);
	return BEF_OK;
}

enum bef_status bef_writer_symbol(struct bef_writer *writer, uint64_t id, const struct bef_string *names, size_t count,
	const char *module_text, size_t module_size, uint32_t *out_offset)
{
	uint8_t *p;
	uint64_t head = bef__vbr_size(id) + bef__vbr_size(module_size), text = 0;
	if (count == 0)
		return BEF_E_ARG;
	if (count > UINT32_MAX || module_size > UINT32_MAX)
		return BEF_E_LIMIT;
	head += bef__vbr_size(count - 1);
	for (size_t i = 0; i < count; i++) {
		if (names[i].size > UINT32_MAX || text > UINT32_MAX)
			return BEF_E_LIMIT;
		head += bef__vbr_size(names[i].size);
		text += names[i].size;
	}
	BEF__TRY(place(writer, 1, 0, head + text + module_size + 1, &p, out_offset));
	p = bef__vbr_write(p, id);
	p = bef__vbr_write(p, names[0].size);
	p = bef__vbr_write(p, count - 1);
	for (size_t i = 1; i < count; i++)
		p = bef__vbr_write(p, names[i].size);
	p = bef__vbr_write(p, module_size);
	for (size_t i = 0; i < count; p += names[i++].size) {
		if (names[i].size > 0)
			memcpy(p, names[i].data, names[i].size);
	}
	if (module_size > 0)
		memcpy(p, module_text, module_size);
	p[module_size] = 0;
	return BEF_OK;
}

/* ---- aggregates */

static size_t dense_alignment(const struct bef_value *value)
{
	return value->u.dense.alignment ? value->u.dense.alignment : 8;
}

/* Required alignment of a value inside an aggregate; 0 when aggregates nest too deep in it. */
static size_t value_alignment(const struct bef_value *value, unsigned depth)
{
	size_t alignment = 4;
	switch (value->type) {
	case BEF_DTYPE_STRING:
	case BEF_ATTR_FUNCTION: return 4;
	case BEF_ATTR_SHAPE: return value->u.shape.ranked ? 8 : 4;
	case BEF_ATTR_DENSE: return 8;
	case BEF_ATTR_AGGREGATE: break;
	default:
		if (value->type & BEF_ATTR_ARRAY)
			return 8; /* for any element type, and for the empty array */
		/* An invalid type is refused when the value is written. */
		return bef__scalar_size(value->type) > 0 ? bef__scalar_alignment(value->type) : 1;
	}
	if (depth == BEF_MAX_NESTING)
		return 0;
	for (size_t i = 0; i < value->u.aggregate.count; i++) {
		size_t element = value_alignment(&value->u.aggregate.elements[i], depth + 1);
		if (element == 0)
			return 0;
		alignment = alignment < element ? element : alignment;
	}
	return alignment;
}

static enum bef_status put_value(struct bef_writer *w, const struct bef_value *value, uint32_t *out_offset);

static uint8_t type_byte(const struct bef_value *value)
{
	bool empty_array = (value->type & BEF_ATTR_ARRAY) && value->u.array.count == 0;
	return (uint8_t)(empty_array ? BEF_ATTR_EMPTY_ARRAY : value->type);
}

/* Writes the elements in order after the header, each preceded by a byte with its type. */
static enum bef_status put_aggregate(struct bef_writer *w, const struct bef_value *value, uint32_t *out_offset)
{
	uint8_t *p;
	size_t count = value->u.aggregate.count, alignment = value_alignment(value, 0);
	uint64_t prefix = 12 + 4 * (uint64_t)count;
	if (count == 0)
		return put_word(w, 0, out_offset);
	if (count > UINT32_MAX || alignment == 0)
		return BEF_E_LIMIT;
	BEF__TRY(place(w, alignment, prefix, prefix, &p, out_offset));
	put_base(p, alignment, 0, prefix, 0);
	store32(p + 8, count);
	for (size_t i = 0; i < count; i++) {
		uint32_t at;
		const struct bef_value *element = &value->u.aggregate.elements[i];
		BEF__TRY(place(w, 1, 0, 1, &p, &at));
		*p = BEF_PADDING;
		BEF__TRY(put_value(w, element, &at));
		w->attributes.data[at - 1] = type_byte(element);
		store32(w->attributes.data + *out_offset + 12 + 4 * i, at - *out_offset);
	}
	store32(w->attributes.data + *out_offset + 4, w->attributes.size - *out_offset);
	return BEF_OK;
}

/* Recursion ends at BEF_MAX_NESTING: value_alignment() has already checked the outermost aggregate. */
static enum bef_status put_value(struct bef_writer *w, const struct bef_value *value, uint32_t *out_offset)
{
	switch (value->type) {
	case BEF_DTYPE_STRING:
	case BEF_ATTR_FUNCTION: return bef_writer_string(w, value->u.string.data, value->u.string.size, out_offset);
	case BEF_ATTR_SHAPE:
		return bef_writer_shape(w, value->u.shape.ranked, value->u.shape.dims, value->u.shape.rank, out_offset);
	case BEF_ATTR_DENSE:
		return bef_writer_dense_aligned(w, value->u.dense.dtype, value->u.dense.dims, value->u.dense.rank,
			value->u.dense.elements, value->u.dense.count, dense_alignment(value), out_offset);
	case BEF_ATTR_AGGREGATE: return put_aggregate(w, value, out_offset);
	default: break;
	}
	if (value->type > 0xFF)
		return BEF_E_ARG;
	if (value->type & BEF_ATTR_ARRAY)
		return bef_writer_array(w, value->type & ~BEF_ATTR_ARRAY, value->u.array.elements, value->u.array.count,
			out_offset);
	return bef_writer_scalar(w, value->type, value->u.scalar, out_offset);
}

enum bef_status bef_writer_value(struct bef_writer *writer, const struct bef_value *value, uint32_t *out_offset)
{
	size_t size = writer->attributes.size, alignment = writer->attributes_alignment;
	enum bef_status status = put_value(writer, value, out_offset);
	if (status != BEF_OK) {
		writer->attributes.size = size;
		writer->attributes_alignment = alignment;
	}
	return status;
}
