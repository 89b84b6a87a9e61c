/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps types of resources to NumPy types. */
#include "tables/array.h"
#include <tensorfile/npy.h>

#include <stdlib.h>
#include <string.h>

/* Codes of builtin types. */
enum {
	CODE_INTEGER = 0,
	CODE_INDEX = 1,
	CODE_F16 = 4,
	CODE_F32 = 5,
	CODE_F64 = 6,
	CODE_COMPLEX = 9,
	CODE_TENSOR = 13,
	CODE_TENSOR_ENCODING = 14,
	CODE_VECTOR = 19
};

static bool is_builtin(const struct table *t, const struct table_entry *type)
{
	struct table_text name = table_dialect_name(t, type->dialect);
	return type->custom && name.size == 7 && memcmp(name.data, "builtin", 7) == 0;
}

static const char *integer_dtype(uint64_t width, bool is_unsigned)
{
	switch (width) {
	case 1: return "|b1";
	case 8: return is_unsigned ? "|u1" : "|i1";
	case 16: return is_unsigned ? "<u2" : "<i2";
	case 32: return is_unsigned ? "<u4" : "<i4";
	case 64: return is_unsigned ? "<u8" : "<i8";
	default: return NULL;
	}
}

static const char *element_dtype(const struct table *t, uint64_t index)
{
	if (index >= t->type_count || !is_builtin(t, &t->types[index]))
		return NULL;
	const struct table_entry *type = &t->types[index];
	switch (type->code) {
	case CODE_INTEGER: return integer_dtype(type->number >> 2, (type->number & 3) == 2);
	case CODE_INDEX: return "<i8";
	case CODE_F16: return "<f2";
	case CODE_F32: return "<f4";
	case CODE_F64: return "<f8";
	case CODE_COMPLEX:
		if (type->element >= t->type_count || !is_builtin(t, &t->types[type->element]))
			return NULL;
		if (t->types[type->element].code == CODE_F32)
			return "<c8";
		return t->types[type->element].code == CODE_F64 ? "<c16" : NULL;
	default: return NULL;
	}
}

/* Computes the size of an array of this shape; false if there is none or it overflows. */
static bool array_size(const struct table *t, const struct table_entry *type, const char *dtype, uint64_t *out)
{
	*out = strtoul(dtype + 2, NULL, 10);
	for (size_t i = 0; i < type->rank; i++) {
		int64_t dim = t->dims[type->first_dim + i];
		if (dim < 0 || __builtin_mul_overflow(*out, (uint64_t)dim, out))
			return false;
	}
	return true;
}

const char *npy_dtype(const struct table *t, const struct table_resource *resource, const char **out_reason)
{
	uint64_t size;
	*out_reason = "no attribute declares its type";
	if (resource->kind != 0 || resource->external || resource->type >= t->type_count)
		return NULL;
	const struct table_entry *type = &t->types[resource->type];
	*out_reason = "it is neither a tensor nor a vector";
	if (!is_builtin(t, type) ||
		(type->code != CODE_TENSOR && type->code != CODE_TENSOR_ENCODING && type->code != CODE_VECTOR))
		return NULL;
	*out_reason = "NumPy has at most 64 dimensions";
	if (type->rank > TENSORFILE_MAX_RANK)
		return NULL;
	*out_reason = "NumPy has no type for its elements";
	const char *dtype = element_dtype(t, type->element);
	if (!dtype)
		return NULL;
	*out_reason = "its size does not match its type";
	if (!array_size(t, type, dtype, &size) || size != resource->data.size)
		return NULL;
	*out_reason = NULL;
	return dtype;
}

void npy_write(FILE *out, const struct table *t, const struct table_resource *resource, const char *dtype)
{
	const struct table_entry *type = &t->types[resource->type];
	tensorfile_npy_write_header(out, dtype, type->rank > 0 ? t->dims + type->first_dim : NULL, type->rank);
	fwrite(t->input->data + resource->data.offset, 1, resource->data.size, out);
}

static const char *float_dtype(enum mlirbc_float kind)
{
	return kind == MLIRBC_F16 ? "<f2" : kind == MLIRBC_F32 ? "<f4" : kind == MLIRBC_F64 ? "<f8" : NULL;
}

static const char *type_dtype(const struct mlirbc_type *element)
{
	switch (element->kind) {
	case MLIRBC_TYPE_INTEGER:
		return integer_dtype(element->u.integer.width, element->u.integer.signedness == MLIRBC_UNSIGNED);
	case MLIRBC_TYPE_INDEX: return "<i8";
	case MLIRBC_TYPE_FLOAT: return float_dtype(element->u.float_kind);
	case MLIRBC_TYPE_COMPLEX: {
		const struct mlirbc_type *part = element->u.shaped.element;
		bool single = part->kind == MLIRBC_TYPE_FLOAT && part->u.float_kind == MLIRBC_F32;
		bool twice = part->kind == MLIRBC_TYPE_FLOAT && part->u.float_kind == MLIRBC_F64;
		return single ? "<c8" : twice ? "<c16" : NULL;
	}
	default: return NULL;
	}
}

bool npy_fits(const struct mlirbc_type *type, const char *dtype, char out_expected[16])
{
	*out_expected = 0;
	if (type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_VECTOR)
		return false;
	const struct mlirbc_type *element = type->u.shaped.element;
	const char *exact = type_dtype(element);
	if (exact)
		snprintf(out_expected, 16, "%s", exact);
	else if (mlirbc_type_width(element))
		snprintf(out_expected, 16, "V%u", (mlirbc_type_width(element) + 7) / 8);
	/* opaque and single bytes have no byte order */
	bool plain = !exact || exact[0] == '|';
	return *out_expected &&
	       strcmp(dtype + (plain && strchr("<>|=", *dtype) != NULL), out_expected + (exact && plain)) == 0;
}
