/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of types. */
#include "internal.h"

#include <string.h>

#define ROW(name, number, text, safetensors, npy, gguf, elements, bytes)                                               \
	{ TENSORFILE_##name, text, safetensors, npy, gguf, elements, bytes },
static const struct tensorfile__dtype rows[] = { TENSORFILE_DTYPES(ROW) };
enum { ROWS = sizeof rows / sizeof *rows };

const struct tensorfile__dtype *tensorfile__dtype_of(enum tensorfile_dtype dtype)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].dtype == dtype)
			return &rows[i];
	}
	return NULL;
}

const struct tensorfile__dtype *tensorfile__dtype_of_safetensors(const char *name)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (*name && strcmp(rows[i].safetensors, name) == 0)
			return &rows[i];
	}
	return NULL;
}

const struct tensorfile__dtype *tensorfile__dtype_of_gguf(uint32_t number)
{
	for (size_t i = 0; i < ROWS; i++) {
		if (rows[i].gguf >= 0 && (uint32_t)rows[i].gguf == number)
			return &rows[i];
	}
	return NULL;
}

const struct tensorfile__dtype *tensorfile__dtype_of_npy(const char *name)
{
	const char *plain = name + (*name && strchr("<>|=", *name) != NULL);
	for (size_t i = 0; i < ROWS; i++) {
		if (*rows[i].npy && strcmp(rows[i].npy + 1, plain) == 0)
			return &rows[i];
	}
	return strcmp(plain, "f1") == 0 ? tensorfile__dtype_of(TENSORFILE_BYTE) : NULL; /* f8E5M2 of ml_dtypes */
}

size_t tensorfile__unit(enum tensorfile_dtype dtype)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	if (!row || row->elements > 1)
		return 1;
	return dtype == TENSORFILE_C64 || dtype == TENSORFILE_C128 ? row->bytes / 2 : row->bytes;
}

const char *tensorfile_dtype_name(enum tensorfile_dtype dtype)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	return row ? row->name : dtype == TENSORFILE_OTHER ? "other" : "?";
}

void tensorfile_dtype_block(enum tensorfile_dtype dtype, uint32_t *out_elements, uint32_t *out_bytes)
{
	const struct tensorfile__dtype *row = tensorfile__dtype_of(dtype);
	*out_elements = row ? row->elements : 0;
	*out_bytes = row ? row->bytes : 0;
}
