/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builtin types. */
#include "bytecode/read/builtin.h"

#include <stdio.h>

enum { LARGEST_WIDTH = (1 << 24) - 1 };

static const struct mlirbc_type *make(struct mlirbc__decode *d, const struct mlirbc_type *type)
{
	return mlirbc__ready(d) ? mlirbc_type_get(d->r.load->context, type) : NULL;
}

static const struct mlirbc_type *read_integer(struct mlirbc__decode *d)
{
	size_t at = d->r.c.pos;
	uint64_t value = mlirbc__varint(&d->r.c);
	if (!mlirbc__ready(d))
		return NULL;
	if (value >> 2 > LARGEST_WIDTH || (value & 3) > MLIRBC_UNSIGNED) {
		mlirbc__bad(&d->r, at, "integer type of %llu bits and signedness %d, expected at most %d and 2",
			(unsigned long long)(value >> 2), (int)(value & 3), LARGEST_WIDTH);
		return NULL;
	}
	return mlirbc_type_integer(d->r.load->context, (uint32_t)(value >> 2), (enum mlirbc_signedness)(value & 3));
}

static const struct mlirbc_type *read_function(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_FUNCTION };
	if (!mlirbc__part_types(d, &load->part_buffer, &type.u.function.inputs.count) ||
		!mlirbc__part_types(d, &load->more_buffer, &type.u.function.results.count))
		return NULL;
	type.u.function.inputs.data = load->part_buffer.data;
	type.u.function.results.data = load->more_buffer.data;
	return make(d, &type);
}

static const struct mlirbc_type *read_tuple(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TUPLE };
	if (!mlirbc__part_types(d, &load->part_buffer, &type.u.tuple.count))
		return NULL;
	type.u.tuple.data = load->part_buffer.data;
	return make(d, &type);
}

/* ---- shaped types */

static bool read_shape(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	struct mlirbc__load *load = d->r.load;
	if (!mlirbc__count(&d->r, "number of dimensions", &type->u.shaped.rank))
		return false;
	int64_t *dims = mlirbc__reserve(load, &load->more_buffer, type->u.shaped.rank, sizeof *dims);
	int64_t least = type->kind == MLIRBC_TYPE_VECTOR;
	for (size_t i = 0; dims && i < type->u.shaped.rank; i++) {
		size_t at = d->r.c.pos;
		dims[i] = (int64_t)mlirbc__varint_signed(&d->r.c);
		if (!mlirbc__cut(&d->r, "a dimension"))
			return false;
		if (dims[i] < least && (dims[i] != MLIRBC_DYNAMIC || type->kind == MLIRBC_TYPE_VECTOR))
			return mlirbc__bad(&d->r, at, "dimension %zu is %lld, expected at least %d", i,
				(long long)dims[i], (int)least);
	}
	type->u.shaped.dims = dims;
	return dims != NULL;
}

static bool read_element(struct mlirbc__decode *d, struct mlirbc_type *type)
{
	size_t at = d->r.c.pos;
	type->u.shaped.element = mlirbc__part_type(d);
	if (type->u.shaped.element && !mlirbc__element_fits(type))
		return mlirbc__bad(&d->r, at, "type of the elements is of a kind that has no place there");
	return d->r.load->status == MLIRBC_OK;
}

/* Complex, and what has no shape to read. */
static const struct mlirbc_type *read_unranked(struct mlirbc__decode *d, enum mlirbc_type_kind kind, bool space)
{
	struct mlirbc_type type = { .kind = kind };
	if (space)
		type.u.shaped.space = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	return read_element(d, &type) ? make(d, &type) : NULL;
}

static const struct mlirbc_type *read_tensor(struct mlirbc__decode *d, bool encoding)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TENSOR };
	if (encoding)
		type.u.shaped.encoding = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	return read_shape(d, &type) && read_element(d, &type) ? make(d, &type) : NULL;
}

static bool skip(const char **text, const char *end, const char *expected)
{
	size_t size = strlen(expected);
	if ((size_t)(end - *text) < size || memcmp(*text, expected, size) != 0)
		return false;
	*text += size;
	return true;
}

/* "d0, d1, d2" */
static bool skip_dims(const char **text, const char *end, size_t rank)
{
	for (size_t i = 0; i < rank; i++) {
		char dim[32];
		snprintf(dim, sizeof dim, "%sd%zu", i ? ", " : "", i);
		if (!skip(text, end, dim))
			return false;
	}
	return true;
}

/* The layout that means none, spelled as MLIR prints it: affine_map<(d0, d1) -> (d0, d1)>. */
static bool is_identity(const struct mlirbc_attr *layout, size_t rank)
{
	if (layout->kind != MLIRBC_ATTR_AFFINE)
		return false;
	const char *text = layout->u.dialect.text->data, *end = text + layout->u.dialect.text->size;
	return skip(&text, end, "affine_map<(") && skip_dims(&text, end, rank) && skip(&text, end, ") -> (") &&
	       skip_dims(&text, end, rank) && skip(&text, end, ")>") && text == end;
}

static const struct mlirbc_type *read_memref(struct mlirbc__decode *d, bool space)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_MEMREF };
	if (space)
		type.u.shaped.space = mlirbc__part_attr(d, MLIRBC__KINDS_ANY, "an attribute");
	if (!read_shape(d, &type) || !read_element(d, &type))
		return NULL;
	type.u.shaped.encoding = mlirbc__part_attr(
		d, MLIRBC__KIND(MLIRBC_ATTR_AFFINE) | MLIRBC__KINDS_OPAQUE, "a layout");
	if (!mlirbc__ready(d))
		return NULL;
	if (is_identity(type.u.shaped.encoding, type.u.shaped.rank))
		type.u.shaped.encoding = NULL;
	return mlirbc_type_get(d->r.load->context, &type);
}

static const struct mlirbc_type *read_vector(struct mlirbc__decode *d)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	return read_shape(d, &type) && read_element(d, &type) ? make(d, &type) : NULL;
}

/* Number of scalable dimensions, which are the last ones: LLVM 16. */
static const struct mlirbc_type *read_scalable_16(struct mlirbc__decode *d)
{
	struct mlirbc__load *load = d->r.load;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	size_t at = d->r.c.pos;
	uint64_t scalable = mlirbc__varint(&d->r.c);
	if (!read_shape(d, &type) || !read_element(d, &type) || !mlirbc__ready(d))
		return NULL;
	if (scalable > type.u.shaped.rank) {
		mlirbc__bad(&d->r, at, "%llu scalable dimensions, expected at most %zu", (unsigned long long)scalable,
			type.u.shaped.rank);
		return NULL;
	}
	uint8_t *flags = mlirbc__reserve(load, &load->part_buffer, type.u.shaped.rank, 1);
	if (!flags)
		return NULL;
	for (size_t i = 0; i < type.u.shaped.rank; i++)
		flags[i] = i >= type.u.shaped.rank - (size_t)scalable;
	type.u.shaped.scalable = flags;
	return mlirbc_type_get(load->context, &type);
}

/* A flag for each dimension: since LLVM 17. */
static const struct mlirbc_type *read_scalable(struct mlirbc__decode *d)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	size_t count;
	if (!mlirbc__count(&d->r, "number of scalable flags", &count))
		return NULL;
	type.u.shaped.scalable = bytecursor_take(&d->r.c, count);
	return read_shape(d, &type) && read_element(d, &type) ? make(d, &type) : NULL;
}

/* The two forms share a code. As many flags as dimensions, all 0 or 1, are never the other one: it has the rank
 * there. */
static bool has_flags(struct bytecursor c)
{
	uint64_t count = mlirbc__varint(&c);
	const uint8_t *flags = bytecursor_fits(&c, count, 1) ? bytecursor_take(&c, (size_t)count) : NULL;
	if (!flags || mlirbc__varint(&c) != count)
		return false;
	for (size_t i = 0; i < count; i++) {
		if (flags[i] > 1)
			return false;
	}
	return bytecursor_ok(&c);
}

/* ---- all */

static const struct mlirbc_type *read_float(struct mlirbc__decode *d, enum mlirbc_float kind)
{
	return mlirbc__ready(d) ? mlirbc_type_float(d->r.load->context, kind) : NULL;
}

const struct mlirbc_type *mlirbc__builtin_type(struct mlirbc__decode *d)
{
	struct mlirbc_context *context = d->r.load->context;
	size_t at = d->r.c.pos;
	uint64_t code = mlirbc__varint(&d->r.c);
	if (!mlirbc__cut(&d->r, "the code of a type"))
		return NULL;
	switch (code) {
	case MLIRBC__CODE_INTEGER_TYPE: return read_integer(d);
	case MLIRBC__CODE_INDEX: return mlirbc__ready(d) ? mlirbc_type_index(context) : NULL;
	case MLIRBC__CODE_FUNCTION: return read_function(d);
	case MLIRBC__CODE_BF16: return read_float(d, MLIRBC_BF16);
	case MLIRBC__CODE_F16: return read_float(d, MLIRBC_F16);
	case MLIRBC__CODE_F32: return read_float(d, MLIRBC_F32);
	case MLIRBC__CODE_F64: return read_float(d, MLIRBC_F64);
	case MLIRBC__CODE_F80: return read_float(d, MLIRBC_F80);
	case MLIRBC__CODE_F128: return read_float(d, MLIRBC_F128);
	case MLIRBC__CODE_COMPLEX: return read_unranked(d, MLIRBC_TYPE_COMPLEX, false);
	case MLIRBC__CODE_MEMREF: return read_memref(d, false);
	case MLIRBC__CODE_MEMREF_SPACE: return read_memref(d, true);
	case MLIRBC__CODE_NONE: return mlirbc__ready(d) ? mlirbc_type_none(context) : NULL;
	case MLIRBC__CODE_TENSOR: return read_tensor(d, false);
	case MLIRBC__CODE_TENSOR_ENCODING: return read_tensor(d, true);
	case MLIRBC__CODE_TUPLE: return read_tuple(d);
	case MLIRBC__CODE_UNRANKED_MEMREF: return read_unranked(d, MLIRBC_TYPE_UNRANKED_MEMREF, false);
	case MLIRBC__CODE_UNRANKED_MEMREF_SPACE: return read_unranked(d, MLIRBC_TYPE_UNRANKED_MEMREF, true);
	case MLIRBC__CODE_UNRANKED_TENSOR: return read_unranked(d, MLIRBC_TYPE_UNRANKED_TENSOR, false);
	case MLIRBC__CODE_VECTOR: return read_vector(d);
	case MLIRBC__CODE_SCALABLE_VECTOR: return has_flags(d->r.c) ? read_scalable(d) : read_scalable_16(d);
	default:
		mlirbc__bad(&d->r, at, "code of a builtin type is %llu, expected 0 to %d", (unsigned long long)code,
			MLIRBC__CODE_SCALABLE_VECTOR);
		return NULL;
	}
}
