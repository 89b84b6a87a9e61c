/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tensorfile_read(): elements in the order and type that the caller wants. */
#include "internal.h"
#include "zip_format.h"

#include <scalars/formats.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Little-endian elements to the order of this machine. */
static void to_host(enum tensorfile_dtype dtype, uint8_t *bytes, uint64_t size)
{
	const size_t unit = tensorfile__unit(dtype);
	if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ || unit == 1)
		return;
	for (uint8_t *at = bytes; at < bytes + size; at += unit) {
		for (size_t i = 0; i < unit / 2; i++) {
			const uint8_t byte = at[i];
			at[i] = at[unit - 1 - i];
			at[unit - 1 - i] = byte;
		}
	}
}

/* The elements of a .npy file, row-major and little-endian. */
static enum tensorfile_status copy_npy(const uint8_t *bytes, uint64_t size, void *out, struct tensorfile_diag *diag)
{
	struct tensorfile_npy array;
	const char *wrong = tensorfile_npy_read(bytes, (size_t)size, &array);
	if (wrong)
		return tensorfile__fail(diag, TENSORFILE_E_CORRUPT, TENSORFILE_NO_OFFSET, "the array %s", wrong);
	tensorfile_npy_copy(&array, bytes, out);
	return TENSORFILE_OK;
}

static enum tensorfile_status copy_entry(
	const struct tensorfile_zip *zip, const struct tensorfile_zip_entry *entry, void *out, struct tensorfile_diag *diag)
{
	const uint8_t *stored = entry->method == ZIP_STORED ? zip->data + entry->offset : NULL;
	uint8_t *bytes = NULL;
	/* a stored entry needs no block of its own */
	const char *wrong = !stored ? tensorfile_zip_read(zip, entry, &bytes)
		: tensorfile__zip_crc(0, stored, (size_t)entry->size) != entry->crc ? "has a wrong checksum" : NULL;
	if (wrong)
		return tensorfile__fail(diag, strstr(wrong, "memory") ? TENSORFILE_E_NOMEM : strstr(wrong, "zlib") ? TENSORFILE_E_UNSUPPORTED
			: TENSORFILE_E_CORRUPT, TENSORFILE_NO_OFFSET, "array '%.*s' %s", (int)(entry->name_size < 100 ? entry->name_size : 100),
			entry->name, wrong);
	const enum tensorfile_status status = copy_npy(stored ? stored : bytes, entry->size, out, diag);
	free(bytes);
	return status;
}

/* The elements with their own type, little-endian. */
static enum tensorfile_status copy(
	const struct tensorfile *file, const struct tensorfile_tensor *tensor, void *out, struct tensorfile_diag *diag)
{
	const struct tensorfile__place *place = &file->places[tensor - file->tensors];
	if (!place->stored)
		return copy_entry(&file->parts->zip, &file->parts->zip.entries[place->entry], out, diag);
	if (file->format == TENSORFILE_NPY)
		return copy_npy(place->stored, place->size, out, diag);
	if (tensor->bytes)
		memcpy(out, place->stored, (size_t)tensor->bytes);
	return TENSORFILE_OK;
}

/* ---- conversions */

static void round_floats(enum tensorfile_dtype dtype, const float *from, uint64_t count, uint8_t *out)
{
	for (uint64_t i = 0; i < count; i++) {
		const uint16_t bits = dtype == TENSORFILE_F16 ? scalars_f16_of(from[i]) : scalars_bf16_of(from[i]);
		memcpy(out + 2 * i, &bits, sizeof bits);
	}
}

/* By pieces of whole blocks of every type, so that the memory for them is small. */
static enum tensorfile_status convert(enum tensorfile_dtype from, const uint8_t *bytes, uint64_t count, enum tensorfile_dtype to, uint8_t *out)
{
	enum { PIECE = 1024 };
	float piece[PIECE];
	const struct tensorfile__dtype *row = tensorfile__dtype_of(from);
	const size_t width = to == TENSORFILE_F32 ? 4 : 2;
	for (uint64_t at = 0; at < count; at += PIECE) {
		const uint64_t some = count - at < PIECE ? count - at : PIECE;
		(void)tensorfile__to_f32(from, bytes + at / row->elements * row->bytes, some, piece);
		if (to == TENSORFILE_F32)
			memcpy(out + at * width, piece, (size_t)some * width);
		else
			round_floats(to, piece, some, out + at * width);
	}
	return TENSORFILE_OK;
}

static enum tensorfile_status copy_converted(const struct tensorfile *file, const struct tensorfile_tensor *tensor,
	enum tensorfile_dtype dtype, void *out, struct tensorfile_diag *diag)
{
	const struct tensorfile__place *place = &file->places[tensor - file->tensors];
	if (place->stored && file->format != TENSORFILE_NPY)
		return convert(tensor->dtype, place->stored, tensor->elements, dtype, out);
	uint8_t *bytes = malloc((size_t)tensor->bytes + 1);
	if (!bytes)
		return tensorfile__no_memory(diag);
	enum tensorfile_status status = copy(file, tensor, bytes, diag);
	if (status == TENSORFILE_OK)
		status = convert(tensor->dtype, bytes, tensor->elements, dtype, out);
	free(bytes);
	return status;
}

enum tensorfile_status tensorfile_read(const struct tensorfile *file, const struct tensorfile_tensor *tensor, enum tensorfile_dtype dtype,
	void *out, size_t size, struct tensorfile_diag *diag)
{
	const bool same = dtype == tensor->dtype;
	const bool converts = dtype == TENSORFILE_F32 || dtype == TENSORFILE_F16 || dtype == TENSORFILE_BF16;
	uint64_t bytes = tensor->bytes;
	if (!same && (!converts || !tensorfile__to_f32(tensor->dtype, NULL, 0, NULL)))
		return tensorfile__fail(diag, TENSORFILE_E_UNSUPPORTED, TENSORFILE_NO_OFFSET, "tensor '%s' is %s, which cannot become %s", tensor->name,
			tensorfile_dtype_name(tensor->dtype), tensorfile_dtype_name(dtype));
	if ((!same && !tensorfile__bytes_of(dtype, tensor->elements, &bytes)) || bytes != size)
		return tensorfile__fail(diag, TENSORFILE_E_ARG, TENSORFILE_NO_OFFSET, "tensor '%s' takes %" PRIu64 " bytes, found room for %zu", tensor->name,
			bytes, size);
	if (!same)
		return copy_converted(file, tensor, dtype, out, diag);
	const enum tensorfile_status status = copy(file, tensor, out, diag);
	if (status == TENSORFILE_OK)
		to_host(dtype, out, size);
	return status;
}
