/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* NumPy's .npy, version 1.0: a header that is a Python dictionary, then the elements in row-major order. */
#include "npy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSIONS = 64 };
#define MAGIC "\x93NUMPY\1\0"

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

/* Bytes of an array of this shape; false: it has none, or too many. */
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
	*out_reason = "no attribute says what is in it";
	if (resource->kind != 0 || resource->external || resource->type >= t->type_count)
		return NULL;
	const struct table_entry *type = &t->types[resource->type];
	*out_reason = "it is neither a tensor nor a vector";
	if (!is_builtin(t, type) ||
		(type->code != CODE_TENSOR && type->code != CODE_TENSOR_ENCODING && type->code != CODE_VECTOR))
		return NULL;
	*out_reason = "NumPy has at most 64 dimensions";
	if (type->rank > MOST_DIMENSIONS)
		return NULL;
	*out_reason = "NumPy has no such elements";
	const char *dtype = element_dtype(t, type->element);
	if (!dtype)
		return NULL;
	*out_reason = "its size is not that of its type";
	if (!array_size(t, type, dtype, &size) || size != resource->data.size)
		return NULL;
	*out_reason = NULL;
	return dtype;
}

void npy_write(FILE *out, const struct table *t, const struct table_resource *resource, const char *dtype)
{
	const struct table_entry *type = &t->types[resource->type];
	int length = snprintf(NULL, 0, "{'descr': '%s', 'fortran_order': False, 'shape': (), }", dtype);
	uint64_t text = (uint64_t)length;
	for (size_t i = 0; i < type->rank; i++)
		text += (uint64_t)snprintf(NULL, 0, "%s%" PRId64, i ? ", " : "", t->dims[type->first_dim + i]);
	text += type->rank == 1;
	uint64_t padding = 63 - (sizeof MAGIC - 1 + 2 + text) % 64, header = text + padding + 1;
	fwrite(MAGIC, 1, sizeof MAGIC - 1, out);
	putc((int)(header & 0xFF), out);
	putc((int)(header >> 8), out);
	fprintf(out, "{'descr': '%s', 'fortran_order': False, 'shape': (", dtype);
	for (size_t i = 0; i < type->rank; i++)
		fprintf(out, "%s%" PRId64, i ? ", " : "", t->dims[type->first_dim + i]);
	fprintf(out, "%s), }%*s\n", type->rank == 1 ? "," : "", (int)padding, "");
	fwrite(t->input->data + resource->data.offset, 1, resource->data.size, out);
}

/* ---- reading */

/* The value of a key in the header, a Python dictionary of one line; NULL: it has no such key. */
static const char *value_of(const char *header, const char *key)
{
	const char *at = strstr(header, key);
	if (!at)
		return NULL;
	at += strlen(key);
	return at + strspn(at, " :");
}

/* Number of elements of a tuple of dimensions. False: it is not one, or has too many. */
static bool read_shape(const char *at, uint64_t *out)
{
	*out = 1;
	if (*at++ != '(')
		return false;
	for (at += strspn(at, " "); *at != ')'; at += strspn(at, ", ")) {
		char *end;
		uint64_t dim = strtoull(at, &end, 10);
		if (end == at || *at == '-' || __builtin_mul_overflow(*out, dim, out))
			return false;
		at = end;
	}
	return true;
}

const char *npy_read(const uint8_t *data, size_t size, struct npy_array *out)
{
	if (size < 10 || memcmp(data, MAGIC, 6) != 0 || data[6] < 1 || data[6] > 3)
		return "is not a .npy file of version 1 to 3";
	size_t begin = data[6] == 1 ? 10 : 12, length = data[8] | (size_t)data[9] << 8;
	if (data[6] > 1 && size >= begin)
		length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
	if (size < begin || length > size - begin || length > 65535)
		return "has a .npy header that does not end";
	char *header = malloc(length + 1);
	if (!header)
		return "needs more memory than there is";
	memcpy(header, data + begin, length);
	header[length] = 0;
	const char *dtype = value_of(header, "'descr'"), *order = value_of(header, "'fortran_order'"),
		   *shape = value_of(header, "'shape'");
	size_t width = dtype ? strcspn(dtype + 1, "'") : 0;
	uint64_t count, bytes;
	const char *wrong = NULL;
	if (!dtype || !order || !shape || *dtype != '\'' || width < 2 || width >= sizeof out->dtype ||
		!read_shape(shape, &count)) {
		wrong = "has a .npy header without a plain dtype, order and shape";
	} else if (strncmp(order, "False", 5) != 0 && count > 1) {
		wrong = "is in column-major order; expected 'fortran_order': False";
	} else {
		memcpy(out->dtype, dtype + 1, width);
		out->dtype[width] = 0;
		out->offset = begin + length;
		uint64_t one = strtoull(out->dtype + strcspn(out->dtype, "0123456789"), NULL, 10);
		if (__builtin_mul_overflow(count, one, &bytes) || bytes != size - out->offset)
			wrong = "has a .npy header whose shape and dtype do not fit the size of the file";
	}
	free(header);
	return wrong;
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
	/* the byte order of opaque bytes and of single bytes does not matter */
	bool plain = !exact || exact[0] == '|';
	return *out_expected &&
	       strcmp(dtype + (plain && strchr("<>|=", *dtype) != NULL), out_expected + (exact && plain)) == 0;
}
