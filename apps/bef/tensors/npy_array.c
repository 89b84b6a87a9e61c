/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tensors/npy_array.h"
#include <tensorfile/npy.h>
#include "tensors/elements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- types */

static const struct {
	enum kernels_dtype dtype;
	const char *npy;
} dtypes[] = {
	{ KERNELS_I1, "|b1" },
	{ KERNELS_I8, "|i1" },
	{ KERNELS_I16, "<i2" },
	{ KERNELS_I32, "<i4" },
	{ KERNELS_I64, "<i8" },
	{ KERNELS_UI8, "|u1" },
	{ KERNELS_UI16, "<u2" },
	{ KERNELS_UI32, "<u4" },
	{ KERNELS_UI64, "<u8" },
	{ KERNELS_F16, "<f2" },
	{ KERNELS_F32, "<f4" },
	{ KERNELS_F64, "<f8" },
	{ KERNELS_COMPLEX64, "<c8" },
	{ KERNELS_COMPLEX128, "<c16" },
	{ KERNELS_BF16, "|V2" },
	/* below: the first type with a dtype is that of a file when nothing else is expected */
	{ KERNELS_QI8, "|i1" },
	{ KERNELS_QI16, "<i2" },
	{ KERNELS_QI32, "<i4" },
	{ KERNELS_QUI8, "|u1" },
	{ KERNELS_QUI16, "<u2" },
	{ KERNELS_I2, "|i1" },
	{ KERNELS_I4, "|i1" },
	{ KERNELS_UI2, "|u1" },
	{ KERNELS_UI4, "|u1" },
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

static const char *npy_of(enum kernels_dtype dtype)
{
	for (size_t i = 0; i < DTYPES; i++) {
		if (dtypes[i].dtype == dtype)
			return dtypes[i].npy;
	}
	return elements_kind(dtype) == ELEMENTS_FLOAT ? "|V1" : NULL;
}

/* Byte orders do not matter: tensorfile_npy_copy() converts. */
static bool same_npy(const char *a, const char *b)
{
	return strcmp(a + (strchr("<>|=", *a) != NULL), b + 1) == 0;
}

/* Integers of fewer than 8 bits. */
static bool is_short(enum kernels_dtype dtype)
{
	const enum elements_kind kind = elements_kind(dtype);
	return (kind == ELEMENTS_SIGNED || kind == ELEMENTS_UNSIGNED) && elements_width(dtype) < 8;
}

/* Whether elements of a file can be those of a type. The package ml_dtypes writes f8 as V1 or f1, and short integers as V1. */
static bool is_npy_of(const char *npy, enum kernels_dtype dtype)
{
	const char *own = npy_of(dtype);
	return own && (same_npy(npy, own) || (strcmp(own, "|V1") == 0 && same_npy(npy, "|f1")) || (is_short(dtype) && same_npy(npy, "|V1")));
}

/* Whether the bytes of the file have several elements of the type each: all dimensions are the same but the last, which has as many bytes
 * as its elements take. */
static bool is_packed(const struct tensorfile_npy *array, const struct array_type *type)
{
	const unsigned width = type->dtype == KERNELS_DTYPE_INVALID || elements_kind(type->dtype) == ELEMENTS_BOOL ? 8 : elements_width(type->dtype);
	const uint32_t last = type->rank - 1; /* behind a check of the rank */
	if (array->element_size != 1 || (width != 2 && width != 4) || type->rank == 0 || array->rank != type->rank ||
		same_npy(array->dtype, "|b1"))
		return false;
	for (uint32_t i = 0; i < last; i++) {
		if (type->dims[i] >= 0 && type->dims[i] != array->dims[i])
			return false;
	}
	const int64_t size = type->dims[last], per_byte = 8 / width;
	return size > 1 && array->dims[last] == size / per_byte + (size % per_byte != 0);
}

static enum kernels_dtype dtype_of(const char *npy, const struct array_type *type)
{
	if (type->dtype != KERNELS_DTYPE_INVALID && is_npy_of(npy, type->dtype))
		return type->dtype;
	for (size_t i = 0; i < DTYPES; i++) {
		if (same_npy(npy, dtypes[i].npy))
			return dtypes[i].dtype;
	}
	return KERNELS_DTYPE_INVALID;
}

const char *array_type_text(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, char out[TYPE_TEXT])
{
	size_t used = (size_t)snprintf(out, TYPE_TEXT, "%s [", kernels_dtype_name(dtype));
	for (uint32_t i = 0; i < rank && used < TYPE_TEXT; i++)
		used += (size_t)snprintf(
			out + used, TYPE_TEXT - used, dims[i] < 0 ? "%s?" : "%s%" PRId64, i ? ", " : "", dims[i]);
	if (used < TYPE_TEXT)
		snprintf(out + used, TYPE_TEXT - used, "]");
	return out;
}

bool array_fits(const struct array_type *type, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	bool same = dtype == type->dtype && rank == type->rank;
	for (uint32_t i = 0; same && i < rank; i++)
		same = type->dims[i] < 0 || type->dims[i] == dims[i];
	return same;
}

/* ---- reading */

bool npy_elements_are_valid(const struct npy_elements *array, uint64_t count, uint64_t *out_index)
{
	const unsigned width = elements_width(array->dtype);
	const enum elements_kind kind = elements_kind(array->dtype);
	const uint8_t *bytes = array->bytes;
	if (width >= 8 && kind != ELEMENTS_BOOL)
		return true;
	for (*out_index = 0; *out_index < count; ++*out_index) {
		bool good = kind == ELEMENTS_BOOL || kind == ELEMENTS_FLOAT
				    ? bytes[*out_index] >> (kind == ELEMENTS_BOOL ? 1 : width) == 0
				    : elements_fits(array->dtype,
					      elements_integer(array->dtype, bytes, *out_index), kind == ELEMENTS_UNSIGNED);
		if (!good)
			return false;
	}
	return true;
}

static int out_of_memory(const char *name)
{
	cli_error("%s: out of memory", name);
	return CLI_SYSTEM;
}

/* An element of `width` bits with all bits of its byte: ml_dtypes has zeros above the bits of negative numbers. */
static uint8_t widened(enum kernels_dtype dtype, unsigned bits, unsigned width)
{
	const bool is_negative = elements_kind(dtype) == ELEMENTS_SIGNED && bits >> (width - 1) != 0;
	return (uint8_t)(is_negative ? bits | 0xFFu << width : bits);
}

/* Bytes of V1 to those of integers. Others than bits below zeros, or a byte with its sign, stay as they are: npy_elements_are_valid() refuses them. */
static void widen(enum kernels_dtype dtype, uint8_t *bytes, uint64_t count)
{
	const unsigned width = elements_width(dtype);
	for (uint64_t i = 0; i < count; i++) {
		if (bytes[i] >> width == 0)
			bytes[i] = widened(dtype, bytes[i], width);
	}
}

/* Packed elements, the first in the lowest bits; a row begins with a byte. */
static int unpack(const struct cli_input *file, const struct tensorfile_npy *from, struct npy_elements *out)
{
	const unsigned width = elements_width(out->dtype), per_byte = 8 / width;
	const uint64_t row = (uint64_t)out->dims[out->rank - 1], row_bytes = (uint64_t)from->dims[from->rank - 1];
	const uint64_t rows = row_bytes ? from->elements / row_bytes : 0;
	uint8_t *packed = malloc((size_t)from->elements + 1), *to = out->owned = malloc((size_t)(rows * row) + 1);
	int code = packed && to ? CLI_GOOD : out_of_memory(file->name);
	if (code == CLI_GOOD)
		tensorfile_npy_copy(from, file->data, packed);
	for (uint64_t i = 0; i < rows * row && code == CLI_GOOD; i++) {
		const unsigned byte = packed[i / row * row_bytes + i % row / per_byte], shift = (unsigned)(i % row % per_byte) * width;
		to[i] = widened(out->dtype, byte >> shift & ((1u << width) - 1), width);
		if (i % row == row - 1 && byte >> shift >> width != 0) {
			cli_error("%s: row %" PRIu64 " has other bits than 0 behind its last element", file->name, i / row);
			code = CLI_BAD;
		}
	}
	free(packed);
	out->bytes = to;
	out->size = (size_t)(rows * row);
	if (code != CLI_GOOD)
		free(to);
	return code;
}

/* Uses the bytes of the file if they are as an array needs them. */
static int take_elements(const struct cli_input *file, const struct tensorfile_npy *from, struct npy_elements *out)
{
	const bool widens = is_short(out->dtype) && same_npy(from->dtype, "|V1");
	uint64_t index;
	out->bytes = file->data + from->offset;
	out->size = file->size - from->offset;
	if (from->column_major || tensorfile_npy_is_big_endian(from) || (uintptr_t)out->bytes % 16 || widens) {
		out->bytes = out->owned = malloc(out->size + 1);
		if (!out->owned)
			return out_of_memory(file->name);
		tensorfile_npy_copy(from, file->data, out->owned);
	}
	if (widens)
		widen(out->dtype, out->owned, from->elements);
	if (npy_elements_are_valid(out, from->elements, &index))
		return CLI_GOOD;
	cli_error("%s: element %" PRIu64 " is not a valid %s", file->name, index, kernels_dtype_name(out->dtype));
	free(out->owned);
	return CLI_BAD;
}

static int wrong_type(const struct cli_input *file, const struct array_type *type, const struct npy_elements *found)
{
	char expected[TYPE_TEXT], actual[TYPE_TEXT];
	cli_error("%s: %s is %s, found %s", file->name, type->argument,
		array_type_text(type->dtype, type->rank, type->dims, expected),
		array_type_text(found->dtype, found->rank, found->dims, actual));
	return CLI_BAD;
}

int npy_to_array(const struct cli_input *file, const struct array_type *type, struct npy_elements *out)
{
	struct tensorfile_npy array;
	const char *wrong = tensorfile_npy_read(file->data, file->size, &array);
	*out = (struct npy_elements){ .owned = NULL };
	if (wrong) {
		cli_error("%s: %s", file->name, wrong);
		return CLI_BAD;
	}
	if (is_packed(&array, type)) {
		out->dtype = type->dtype;
		out->rank = type->rank;
		memcpy(out->dims, array.dims, array.rank * sizeof *array.dims);
		out->dims[out->rank - 1] = type->dims[out->rank - 1];
		return unpack(file, &array, out);
	}
	out->dtype = dtype_of(array.dtype, type);
	if (out->dtype == KERNELS_DTYPE_INVALID) {
		cli_error("%s: elements are '%s'; expected integers, floats, complex numbers, '|b1', '|V2' for bf16, or '|V1' for an argument "
			  "of fewer than 8 bits or of f8",
			file->name, array.dtype);
		return CLI_BAD;
	}
	if (array.rank > KERNELS_MAX_RANK) {
		cli_error("%s: has %" PRIu32 " dimensions; a tensor has at most %u", file->name, array.rank, KERNELS_MAX_RANK);
		return CLI_BAD;
	}
	out->rank = array.rank;
	memcpy(out->dims, array.dims, array.rank * sizeof *array.dims);
	if (type->dtype != KERNELS_DTYPE_INVALID && !array_fits(type, out->dtype, out->rank, out->dims))
		return wrong_type(file, type, out);
	return take_elements(file, &array, out);
}

int tensor_from_npy(
	const struct cli_input *input, const struct async_allocator *allocator, struct kernels_tensor *out_tensor)
{
	static const struct array_type any = { .dtype = KERNELS_DTYPE_INVALID };
	struct npy_elements array;
	struct kernels_shape shape = { 0 };
	int code = npy_to_array(input, &any, &array);
	if (code != CLI_GOOD)
		return code;
	shape.rank = array.rank;
	memcpy(shape.dims, array.dims, array.rank * sizeof *shape.dims);
	if (!kernels_tensor_init(out_tensor, allocator, array.dtype, &shape))
		code = out_of_memory(input->name);
	else if (array.size)
		memcpy(kernels_tensor_data(out_tensor), array.bytes, array.size);
	free(array.owned);
	return code;
}

/* ---- writing */

static size_t size_of(const struct array *array)
{
	size_t size = kernels_dtype_size(array->dtype);
	for (uint32_t i = 0; i < array->rank; i++)
		size *= (size_t)array->dims[i];
	return size;
}

static const char *npy_name(const char *path, const struct array *array)
{
	const char *npy = npy_of(array->dtype);
	if (!npy)
		cli_error("%s: NumPy has no dense array of %s", path, kernels_dtype_name(array->dtype));
	return npy;
}

int array_to_npy(const char *path, const struct array *array)
{
	const char *npy = npy_name(path, array);
	struct cli_output output;
	int code = npy ? cli_output_open(path, "npy", &output) : CLI_BAD;
	if (code != CLI_GOOD)
		return code;
	tensorfile_npy_write_header(output.stream, npy, array->dims, array->rank);
	(void)cli_output_put(&output, array->bytes, size_of(array));
	return cli_output_finish(&output, true);
}

int array_to_zip(const char *path, struct tensorfile_zip_writer *zip, const char *name, const struct array *array)
{
	const char *npy = npy_name(path, array), *wrong = "out of memory";
	char *head = NULL, *entry = NULL;
	size_t head_size = 0;
	if (!npy)
		return CLI_BAD;
	FILE *stream = open_memstream(&head, &head_size);
	if (stream)
		tensorfile_npy_write_header(stream, npy, array->dims, array->rank);
	if (stream && fclose(stream) == 0 && asprintf(&entry, "%s.npy", name) >= 0)
		wrong = tensorfile_zip_add(zip, entry, head, head_size, array->bytes, size_of(array));
	if (wrong)
		cli_error("%s: %s", path, wrong);
	free(entry);
	free(head);
	return wrong ? CLI_SYSTEM : CLI_GOOD;
}
