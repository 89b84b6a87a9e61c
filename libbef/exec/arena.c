/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of an opened program: allocated in large chunks, freed all at once. */
#include "program.h"
#include <bytecursor/diag.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CHUNK_SIZE ((size_t)64 * 1024)
#define ALIGNMENT ((size_t)16)

struct bef__chunk {
	struct bef__chunk *next;
	size_t size; /* of the whole block */
	size_t used;
};
#define CHUNK_HEADER ((sizeof(struct bef__chunk) + ALIGNMENT - 1) & ~(ALIGNMENT - 1))

void *bef__arena_alloc(struct bef__arena *arena, size_t count, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
		return NULL;
	bytes = (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
	if (bytes > arena->left || !arena->chunks) {
		size_t want = bytes + CHUNK_HEADER > CHUNK_SIZE ? bytes + CHUNK_HEADER : CHUNK_SIZE;
		struct bef__chunk *chunk = async_alloc(arena->allocator, want, ALIGNMENT);
		if (!chunk)
			return NULL;
		chunk->next = arena->chunks;
		chunk->size = want;
		chunk->used = CHUNK_HEADER;
		arena->chunks = chunk;
		arena->left = want - CHUNK_HEADER;
	}
	void *p = (char *)arena->chunks + arena->chunks->used;
	arena->chunks->used += bytes;
	arena->left -= bytes;
	return memset(p, 0, bytes);
}

void bef__arena_finish(struct bef__arena *arena)
{
	while (arena->chunks) {
		struct bef__chunk *chunk = arena->chunks;
		arena->chunks = chunk->next;
		async_free(arena->allocator, chunk, chunk->size, ALIGNMENT);
	}
	arena->left = 0;
}

#ifdef BEF_NO_MESSAGES
enum bef_status bef__fail_brief(struct bef_diag *diag, enum bef_status status, uint64_t offset)
{
	if (diag && diag->size >= sizeof *diag && diag->status == BEF_OK) {
		diag->status = status;
		diag->rule = "no text in this build";
		diag->offset = offset;
		strcpy(diag->message, diag->rule);
	}
	return status;
}
#else
enum bef_status bef__fail(struct bef_diag *diag, enum bef_status status, uint64_t offset, const char *format, ...)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		struct bef_diag full = { sizeof full, status, bef_status_name(status), offset, 0, 0, { 0 } };
		va_list arguments;
		va_start(arguments, format);
		vsnprintf(full.message, sizeof full.message, format, arguments);
		va_end(arguments);
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return status;
}
#endif
