/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tensors/tensor_file.h"
#include "tensors/elements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	enum tensorfile_dtype stored;
	enum kernels_dtype dtype;
} dtypes[] = { { TENSORFILE_BOOL, KERNELS_I1 }, { TENSORFILE_I8, KERNELS_I8 }, { TENSORFILE_I16, KERNELS_I16 }, { TENSORFILE_I32, KERNELS_I32 },
	{ TENSORFILE_I64, KERNELS_I64 }, { TENSORFILE_U8, KERNELS_UI8 }, { TENSORFILE_U16, KERNELS_UI16 }, { TENSORFILE_U32, KERNELS_UI32 },
	{ TENSORFILE_U64, KERNELS_UI64 }, { TENSORFILE_F16, KERNELS_F16 }, { TENSORFILE_BF16, KERNELS_BF16 }, { TENSORFILE_F32, KERNELS_F32 },
	{ TENSORFILE_F64, KERNELS_F64 }, { TENSORFILE_C64, KERNELS_COMPLEX64 }, { TENSORFILE_C128, KERNELS_COMPLEX128 },
	{ TENSORFILE_F8_E4M3, KERNELS_F8E4M3FN }, { TENSORFILE_F8_E5M2, KERNELS_F8E5M2 }, { TENSORFILE_F8_E4M3FNUZ, KERNELS_F8E4M3FNUZ },
	{ TENSORFILE_F8_E5M2FNUZ, KERNELS_F8E5M2FNUZ }, { TENSORFILE_F8_E8M0, KERNELS_F8E8M0FNU }, { TENSORFILE_F6_E2M3, KERNELS_F6E2M3FN },
	{ TENSORFILE_F6_E3M2, KERNELS_F6E3M2FN }, { TENSORFILE_F4, KERNELS_F4E2M1FN } };
enum { DTYPES = sizeof dtypes / sizeof *dtypes, MOST_ALIGNED = 8 };

/* ---- files */

static int failed(const char *path, const struct tensorfile_diag *diag)
{
	const bool system = diag->status == TENSORFILE_E_NOMEM || diag->status == TENSORFILE_E_IO;
	if (diag->status == TENSORFILE_E_IO)
		cli_error("%s", diag->message); /* names the file, perhaps one of an index */
	else if (diag->offset != TENSORFILE_NO_OFFSET)
		cli_error("%s: offset %" PRIu64 ": %s", path, diag->offset, diag->message);
	else
		cli_error("%s: %s", path, diag->message);
	return system ? CLI_SYSTEM : CLI_BAD;
}

int tensor_file_open(const char *path, struct tensorfile **out_file)
{
	const struct tensorfile_options options = { .size = sizeof options, .mapped = true };
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	return tensorfile_open(path, &options, out_file, &diag) == TENSORFILE_OK ? CLI_GOOD : failed(path, &diag);
}

int tensor_file_finish(const char *path, struct tensorfile *file)
{
	const bool intact = !file || tensorfile_is_intact(file);
	if (!intact)
		cli_error("%s: the file was changed while it was used", path);
	tensorfile_close(file);
	return intact ? CLI_GOOD : CLI_BAD;
}

/* ---- elements */

static bool is_quantized(enum tensorfile_dtype stored) { return stored >= TENSORFILE_Q4_0; }

static enum kernels_dtype dtype_of(enum tensorfile_dtype stored)
{
	for (size_t i = 0; i < DTYPES; i++) {
		if (dtypes[i].stored == stored)
			return dtypes[i].dtype;
	}
	return KERNELS_DTYPE_INVALID;
}

/* The type of the elements for an argument; INVALID: it is none that an argument can have. */
static enum kernels_dtype dtype_for(enum tensorfile_dtype stored, enum kernels_dtype wanted)
{
	if (is_quantized(stored))
		return wanted == KERNELS_F32 || wanted == KERNELS_F16 || wanted == KERNELS_BF16 ? wanted : KERNELS_F32;
	if (stored == TENSORFILE_BYTE) /* f8 in .npz */
		return elements_kind(wanted) == ELEMENTS_FLOAT && elements_width(wanted) <= 8 ? wanted : KERNELS_DTYPE_INVALID;
	return dtype_of(stored);
}

static enum tensorfile_dtype stored_as(enum kernels_dtype dtype)
{
	return dtype == KERNELS_F16 ? TENSORFILE_F16 : dtype == KERNELS_BF16 ? TENSORFILE_BF16 : TENSORFILE_F32;
}

/* Packed floats of fewer than 8 bits, the first in the lowest bits, get a byte each; from the last one on, in place. */
static void unpack(uint8_t *bytes, uint64_t count, unsigned width)
{
	for (uint64_t i = count; i-- > 0;) {
		const uint64_t bit = i * width;
		const unsigned shift = (unsigned)(bit % 8), low = bytes[bit / 8];
		const unsigned high = shift + width > 8 ? bytes[bit / 8 + 1] : 0;
		bytes[i] = (uint8_t)((low | high << 8) >> shift & ((1u << width) - 1));
	}
}

static int copy(const char *path, const struct tensorfile *file, const struct tensorfile_tensor *tensor, struct npy_elements *out)
{
	struct tensorfile_diag diag = TENSORFILE_DIAG_INIT;
	const bool quantized = is_quantized(tensor->dtype);
	const size_t stored = quantized ? out->size : (size_t)tensor->bytes;
	out->bytes = out->owned = malloc(out->size + 1);
	if (!out->owned)
		return cli_out_of_memory();
	if (tensorfile_read(file, tensor, quantized ? stored_as(out->dtype) : tensor->dtype, out->owned, stored, &diag) != TENSORFILE_OK) {
		free(out->owned);
		return failed(path, &diag);
	}
	if (!quantized && stored < out->size)
		unpack(out->owned, tensor->elements, elements_width(out->dtype));
	return CLI_GOOD;
}

static int wrong_type(const char *path, const struct tensorfile_tensor *tensor, const struct array_type *type)
{
	char expected[TYPE_TEXT], found[TYPE_TEXT];
	size_t used = (size_t)snprintf(found, sizeof found, "%s [", tensorfile_dtype_name(tensor->dtype));
	for (uint32_t i = 0; i < tensor->rank && used < sizeof found; i++)
		used += (size_t)snprintf(found + used, sizeof found - used, "%s%" PRId64, i ? ", " : "", tensor->dims[i]);
	cli_error("%s: %s is %s, found %s] in '%s'", path, type->argument, array_type_text(type->dtype, type->rank, type->dims, expected), found,
		tensor->name);
	return CLI_BAD;
}

int tensor_file_take(const char *path, const struct tensorfile *file, const struct tensorfile_tensor *tensor,
	const struct array_type *type, struct npy_elements *out)
{
	uint64_t index;
	*out = (struct npy_elements){ .dtype = dtype_for(tensor->dtype, type->dtype), .rank = tensor->rank };
	if (out->dtype == KERNELS_DTYPE_INVALID || tensor->rank > KERNELS_MAX_RANK ||
		!array_fits(type, out->dtype, tensor->rank, tensor->dims))
		return wrong_type(path, tensor, type);
	const size_t width = kernels_dtype_size(out->dtype);
	if (__builtin_mul_overflow(tensor->elements, width, &out->size) || out->size == SIZE_MAX)
		return cli_out_of_memory();
	memcpy(out->dims, tensor->dims, tensor->rank * sizeof *tensor->dims);
	out->bytes = tensor->data;
	const bool in_place = tensor->data && tensor->bytes == out->size && !is_quantized(tensor->dtype) &&
			      (uintptr_t)tensor->data % (width < MOST_ALIGNED ? width : MOST_ALIGNED) == 0;
	const int code = in_place ? CLI_GOOD : copy(path, file, tensor, out);
	if (code != CLI_GOOD || npy_elements_are_valid(out, tensor->elements, &index))
		return code;
	cli_error("%s: '%s': element %" PRIu64 " is not a valid %s", path, tensor->name, index, kernels_dtype_name(out->dtype));
	free(out->owned);
	return CLI_BAD;
}
