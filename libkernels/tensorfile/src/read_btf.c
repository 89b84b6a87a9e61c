/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* TFRT's Binary Tensor Format, little-endian: u64 count, u64 offset of each tensor; a tensor: u64 rank, u8 type, u8 layout (0 dense, 1
 * sparse), 6 bytes of padding, u64 dimensions, the elements, row-major. */
#include "internal.h"

#include <bytecursor/cursor.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const enum tensorfile_dtype dtypes[] = { TENSORFILE_I8, TENSORFILE_I16, TENSORFILE_I32, TENSORFILE_I64, TENSORFILE_F32,
	TENSORFILE_F64, TENSORFILE_U8, TENSORFILE_U16, TENSORFILE_U32, TENSORFILE_U64 };
enum { DTYPES = sizeof dtypes / sizeof *dtypes, WORD = 8, HEADER = 16 };

int tensorfile__btf_number(enum tensorfile_dtype dtype)
{
	for (int i = 0; i < DTYPES; i++) {
		if (dtypes[i] == dtype)
			return i;
	}
	return -1;
}

static enum tensorfile_status read_dims(struct tensorfile *file, const char *name, uint64_t offset, struct bytecursor *at,
	struct tensorfile_tensor *tensor, struct tensorfile_diag *diag)
{
	int64_t *dims = tensorfile__arena_get(&file->arena, tensor->rank * sizeof *dims);
	if (!dims)
		return tensorfile__no_memory(diag);
	tensor->dims = dims;
	for (uint32_t i = 0; i < tensor->rank; i++) {
		const uint64_t dim = bytecursor_u64le(at);
		if (!bytecursor_ok(at) || dim > INT64_MAX)
			return tensorfile__fail(diag, bytecursor_ok(at) ? TENSORFILE_E_CORRUPT : TENSORFILE_E_TRUNCATED, offset,
				"tensor %s: dimension %" PRIu32 " is missing or too large", name, i);
		dims[i] = (int64_t)dim;
	}
	return TENSORFILE_OK;
}

static enum tensorfile_status read_tensor(struct tensorfile *file, const char *name, uint64_t offset, struct tensorfile_diag *diag)
{
	const struct tensorfile__part *part = file->parts;
	struct bytecursor at = bytecursor_init(part->data, part->size);
	struct tensorfile_tensor tensor = { .name = name };
	if (offset > part->size || part->size - offset < HEADER)
		return tensorfile__fail(diag, TENSORFILE_E_TRUNCATED, offset, "tensor %s: its header is beyond the end at %zu", name, part->size);
	(void)bytecursor_take(&at, (size_t)offset);
	const uint64_t rank = bytecursor_u64le(&at);
	const uint8_t type = bytecursor_u8(&at), layout = bytecursor_u8(&at);
	(void)bytecursor_take(&at, HEADER - WORD - 2);
	if (type >= DTYPES || layout > 1 || rank > TENSORFILE_MAX_RANK)
		return tensorfile__fail(diag, TENSORFILE_E_CORRUPT, offset, "tensor %s has rank %" PRIu64 ", type %u and layout %u, expected at most %u, %d "
			"and 1", name, rank, type, layout, TENSORFILE_MAX_RANK, DTYPES - 1);
	if (layout == 1)
		return tensorfile__fail(diag, TENSORFILE_E_UNSUPPORTED, offset, "tensor %s is sparse, which libtensorfile cannot read", name);
	tensor.rank = (uint32_t)rank;
	tensor.dtype = dtypes[type];
	enum tensorfile_status status = read_dims(file, name, offset, &at, &tensor, diag);
	struct tensorfile__place place = { .stored = part->data + at.pos };
	if (status == TENSORFILE_OK)
		status = tensorfile__add(file, &tensor, 0, &place, offset, diag);
	if (status != TENSORFILE_OK)
		return status;
	const uint64_t bytes = file->tensors[file->count - 1].bytes;
	if (bytes > bytecursor_left(&at))
		return tensorfile__fail(diag, TENSORFILE_E_TRUNCATED, at.pos, "tensor %s: %" PRIu64 " bytes at offset %zu are beyond the end at %zu", name,
			bytes, at.pos, part->size);
	file->places[file->count - 1].size = bytes;
	tensorfile__use_in_place(file);
	return TENSORFILE_OK;
}

enum tensorfile_status tensorfile__read_btf(struct tensorfile *file, struct tensorfile_diag *diag)
{
	const struct tensorfile__part *part = file->parts;
	struct bytecursor at = bytecursor_init(part->data, part->size);
	const uint64_t count = bytecursor_u64le(&at);
	enum tensorfile_status status = TENSORFILE_OK;
	file->format = TENSORFILE_BTF;
	if (!bytecursor_fits(&at, count, WORD))
		return tensorfile__fail(diag, TENSORFILE_E_MAGIC, 0, "not a file of tensors; expected .npy, .npz, safetensors, its index, GGUF or BTF");
	for (uint64_t i = 0; i < count && status == TENSORFILE_OK; i++) {
		char number[24];
		const uint64_t offset = bytecursor_u64le(&at);
		const int size = snprintf(number, sizeof number, "%" PRIu64, i);
		const char *name = tensorfile__arena_text(&file->arena, number, (size_t)size);
		status = !name ? tensorfile__no_memory(diag)
		       : offset < WORD + WORD * count ? tensorfile__fail(diag, i ? TENSORFILE_E_CORRUPT : TENSORFILE_E_MAGIC, WORD + WORD * i,
			       "tensor %s: offset %" PRIu64 " is within the table of offsets", name, offset)
						      : read_tensor(file, name, offset, diag);
	}
	return status == TENSORFILE_OK ? tensorfile__check_ranges(file, 0, part->data + at.pos, part->size - at.pos, true, diag) : status;
}
