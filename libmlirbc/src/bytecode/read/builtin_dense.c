/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dense and sparse elements. Data whose layout in the file is that of the IR is not copied; i1 elements are: they
 * are packed eight to a byte in the file, and stored one per byte in the IR. (Equal elements become a splat when the
 * attribute is made, however they are stored.) */
#include "bytecode/read/builtin.h"

#include <bytecursor/ckd.h>

enum shape_answer { SHAPE_BAD, SHAPE_OPAQUE, SHAPE_OK };

static bool is_opaque(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_BYTES || type->kind == MLIRBC_TYPE_CODED;
}

/* Number of elements of a type that is valid for elements attributes. */
static enum shape_answer element_count(
	struct mlirbc__decode *d, size_t at, const struct mlirbc_type *type, uint64_t *out)
{
	if (is_opaque(type))
		return SHAPE_OPAQUE;
	if (mlirbc__static_elements(type, out))
		return SHAPE_OK;
	mlirbc__bad(&d->r, at, "type of elements has no static shape, expected a tensor or vector with one");
	return SHAPE_BAD;
}

/* Bytes of an element of integers, floats or complex numbers; 0 for other types. */
static size_t element_size(const struct mlirbc_type *element)
{
	bool complex = element->kind == MLIRBC_TYPE_COMPLEX;
	uint32_t width = mlirbc_type_width(complex ? element->u.shaped.element : element);
	return ((size_t)width + 7) / 8 << complex;
}

static const uint8_t *take_blob(struct mlirbc__decode *d, size_t *out_size)
{
	size_t at = d->r.c.pos;
	uint64_t size = mlirbc__varint(&d->r.c);
	*out_size = 0;
	if (!bytecursor_fits(&d->r.c, size, 1)) {
		bytecursor_fail_at(&d->r.c, at);
		return NULL;
	}
	*out_size = (size_t)size;
	return bytecursor_take(&d->r.c, *out_size);
}

static const struct mlirbc_attr *finish(struct mlirbc__decode *d, struct mlirbc_attr *attr)
{
	return mlirbc__attr_make(d->r.load->context, attr, true);
}

static const struct mlirbc_attr *read_dense_array(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos, size, need;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	uint64_t count = mlirbc__varint(&d->r.c);
	size_t size_at = d->r.c.pos;
	const uint8_t *data = take_blob(d, &size);
	if (!mlirbc__ready(d))
		return NULL;
	if (is_opaque(type)) {
		d->opaque = true;
		return NULL;
	}
	if ((type->kind != MLIRBC_TYPE_INTEGER && type->kind != MLIRBC_TYPE_FLOAT) || mlirbc_type_width(type) == 0) {
		mlirbc__bad(
			&d->r, at, "type of an array's elements is of another kind, expected an integer or float type");
		return NULL;
	}
	if (count > SIZE_MAX || ckd_mul(&need, (size_t)count, element_size(type)) || need != size) {
		mlirbc__bad(&d->r, size_at, "%zu bytes of data for %llu elements of %zu bytes", size,
			(unsigned long long)count, element_size(type));
		return NULL;
	}
	for (size_t i = 0; mlirbc_type_width(type) == 1 && i < need; i++) {
		if (data[i] > 1) {
			mlirbc__bad(&d->r, size_at, "i1 element %zu is %d, expected 0 or 1", i, data[i]);
			return NULL;
		}
	}
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_DENSE_ARRAY, .type = type, .u.dense = { data, need, count, false }
	};
	return finish(d, &attr);
}

static void bad_size(struct mlirbc__decode *d, size_t at, size_t size, uint64_t count, size_t one)
{
	mlirbc__bad(&d->r, at, "%zu bytes of data for %llu elements of %zu bytes, expected as many or one element",
		size, (unsigned long long)count, one);
}

/* Elements of whole bytes. */
static bool set_elements(
	struct mlirbc__decode *d, size_t at, const uint8_t *data, size_t size, size_t one, struct mlirbc_attr *attr)
{
	uint64_t count = attr->u.dense.count, whole;
	bool fits = !ckd_mul(&whole, count, (uint64_t)one) && whole == size;
	if (!fits && size != one) {
		bad_size(d, at, size, count, one);
		return false;
	}
	attr->u.dense.data = data;
	attr->u.dense.size = size;
	attr->u.dense.splat = !fits; /* also for a shape without elements, for which MLIR may store one */
	if (attr->u.dense.splat)
		attr->u.dense.count = 1;
	return true;
}

/* Eight elements to a byte, the first in the lowest bit; a single byte 0xFF or 0 is a splat, and so is 0xFF for
 * fewer than eight. Some writers of 2026 stored a byte for each. */
static bool set_bits(struct mlirbc__decode *d, size_t at, const uint8_t *data, size_t size, struct mlirbc_attr *attr)
{
	static const uint8_t values[2] = { 0, 1 };
	uint64_t count = attr->u.dense.count;
	bool splat = size == 1 && (*data == 0xFF || *data == 0);
	bool bytes = count > 1 && size == count, packed = size == count / 8 + (count % 8 != 0);
	if (splat) {
		attr->u.dense.data = &values[*data & 1];
		attr->u.dense.size = attr->u.dense.count = 1;
		attr->u.dense.splat = true;
		return true;
	}
	if (bytes && !packed) {
		for (size_t i = 0; i < size; i++) {
			if (data[i] > 1) {
				mlirbc__bad(&d->r, at, "i1 element %zu is %d, expected 0 or 1", i, data[i]);
				return false;
			}
		}
		return set_elements(d, at, data, size, 1, attr);
	}
	if (!packed) {
		mlirbc__bad(&d->r, at, "%zu bytes of data for %llu i1 elements, expected 1, or one for every eight",
			size, (unsigned long long)count);
		return false;
	}
	uint8_t *unpacked = mlirbc__alloc(d->r.load->context, (size_t)count, 1);
	if (!unpacked)
		return mlirbc__load_memory(d->r.load);
	for (size_t i = 0; i < count; i++)
		unpacked[i] = data[i / 8] >> (i % 8) & 1;
	return set_elements(d, at, unpacked, (size_t)count, 1, attr);
}

const struct mlirbc_attr *mlirbc__dense_of(struct mlirbc__decode *d, size_t at, const struct mlirbc_type *type)
{
	size_t size;
	size_t size_at = d->r.c.pos;
	const uint8_t *data = take_blob(d, &size);
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE, .type = type };
	enum shape_answer answer = element_count(d, at, type, &attr.u.dense.count);
	if (answer == SHAPE_BAD)
		return NULL;
	const struct mlirbc_type *element = answer == SHAPE_OK ? type->u.shaped.element : NULL;
	size_t one = element ? element_size(element) : 0;
	if (one == 0) { /* another dialect's element type, or i0 */
		d->opaque = !element || is_opaque(element) || element->kind == MLIRBC_TYPE_INTEGER;
		if (!d->opaque)
			mlirbc__bad(&d->r, at,
				"elements are of another kind, expected integers, floats or complex numbers");
		return NULL;
	}
	bool bits = element->kind == MLIRBC_TYPE_INTEGER && element->u.integer.width == 1;
	bool ok = bits ? set_bits(d, size_at, data, size, &attr) : set_elements(d, size_at, data, size, one, &attr);
	return ok ? finish(d, &attr) : NULL;
}

static const struct mlirbc_attr *read_dense(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	return mlirbc__dense_of(d, at, type);
}

static const struct mlirbc_attr *read_dense_strings(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	size_t at = d->r.c.pos;
	const struct mlirbc_type *type = mlirbc__part_type(d);
	uint64_t count;
	enum shape_answer answer = type ? element_count(d, at, type, &count) : SHAPE_BAD;
	d->opaque = answer == SHAPE_OPAQUE;
	if (answer != SHAPE_OK)
		return NULL;
	at = d->r.c.pos;
	uint64_t splat = mlirbc__varint(&d->r.c);
	if (splat)
		count = 1;
	if (splat > 1 || !bytecursor_fits(&d->r.c, count, 1)) {
		mlirbc__bad(&d->r, at, "splat flag %llu before %zu bytes, expected 1, or 0 before %llu strings",
			(unsigned long long)splat, bytecursor_left(&d->r.c), (unsigned long long)count);
		return NULL;
	}
	const struct mlirbc_string **strings = mlirbc__reserve(
		load, &load->part_buffer, (size_t)count, sizeof *strings);
	for (size_t i = 0; strings && i < count && load->status == MLIRBC_OK; i++)
		strings[i] = mlirbc__part_string(d);
	if (!mlirbc__ready(d))
		return NULL;
	struct mlirbc_attr attr = {
		.kind = MLIRBC_ATTR_DENSE_STRINGS, .type = type, .u.strings = { strings, (size_t)count, splat }
	};
	return mlirbc__attr_make(load->context, &attr, false);
}

/* Whether the number of positions, each with one index per dimension, equals that of values. */
static bool sparse_fits(
	const struct mlirbc_type *type, const struct mlirbc_attr *indices, const struct mlirbc_attr *values)
{
	const struct mlirbc_type *index = indices->type->u.shaped.element;
	uint64_t index_count, value_count, need;
	return mlirbc_type_width(index) == 64 && index->kind != MLIRBC_TYPE_FLOAT &&
	       mlirbc_type_elements(indices->type, &index_count) && mlirbc_type_elements(values->type, &value_count) &&
	       !ckd_mul(&need, value_count, (uint64_t)type->u.shaped.rank) && need == index_count;
}

const struct mlirbc_attr *mlirbc__sparse_of(struct mlirbc__decode *d, size_t at, const struct mlirbc_attr *attr)
{
	const struct mlirbc_attr *indices = attr->u.sparse.indices, *values = attr->u.sparse.values;
	uint64_t count;
	enum shape_answer answer = element_count(d, at, attr->type, &count);
	d->opaque = answer == SHAPE_OPAQUE ||
		    ((MLIRBC__KIND(indices->kind) | MLIRBC__KIND(values->kind)) & MLIRBC__KINDS_OPAQUE);
	if (answer == SHAPE_BAD || d->opaque)
		return NULL;
	if (!sparse_fits(attr->type, indices, values)) {
		mlirbc__bad(&d->r, at, "positions do not match the values, expected %zu 64-bit indices for each",
			attr->type->u.shaped.rank);
		return NULL;
	}
	return mlirbc__attr_make(d->r.load->context, attr, false);
}

const struct mlirbc_attr *mlirbc__builtin_dense(struct mlirbc__decode *d, enum mlirbc_attr_kind kind)
{
	switch (kind) {
	case MLIRBC_ATTR_DENSE_ARRAY: return read_dense_array(d);
	case MLIRBC_ATTR_DENSE: return read_dense(d);
	default: return read_dense_strings(d);
	}
}
