/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of an opened program: allocated in large chunks, freed all at once. */
#include "program.h"
#include <bytecursor/diag.h>

#include <string.h>
#ifdef BEF__HUGE_PAGES
#include <sys/mman.h>
#endif

#define CHUNK_SIZE ((size_t)64 * 1024)
#define ALIGNMENT ((size_t)16)
#define CHUNK_HEADER ((sizeof(struct bef__chunk) + ALIGNMENT - 1) & ~(ALIGNMENT - 1))

#ifdef BEF__HUGE_PAGES
#define HUGE_PAGE ((size_t)2 << 20)

/* Whole huge pages, if at most half of the last one stays unused; else what is behind the last whole one has small pages. */
static size_t rounded(size_t size)
{
	const size_t rest = size & (HUGE_PAGE - 1);
	return rest >= HUGE_PAGE / 2 ? size - rest + HUGE_PAGE : size;
}

void *bef__pages_alloc(const struct async_allocator *allocator, size_t size, size_t align)
{
	const size_t pages = size <= SIZE_MAX / 2 ? rounded(size) : size;
	if (pages < HUGE_PAGE)
		return async_alloc(allocator, size, align);
	void *block = async_alloc(allocator, pages, HUGE_PAGE);
	if (block) /* if the system refuses, it is memory all the same */
		(void)madvise(block, pages & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
	return block;
}

void bef__pages_free(const struct async_allocator *allocator, void *block, size_t size, size_t align)
{
	const size_t pages = rounded(size);
	if (pages < HUGE_PAGE)
		async_free(allocator, block, size, align);
	else
		async_free(allocator, block, pages, HUGE_PAGE);
}
#endif

struct bef__chunk *bef__chunk_create(const struct async_allocator *allocator, size_t size)
{
	struct bef__chunk *chunk = bef__pages_alloc(allocator, size, ALIGNMENT);
	if (chunk) {
		chunk->size = size;
		chunk->used = CHUNK_HEADER;
	}
	return chunk;
}

void bef__chunks_free(const struct async_allocator *allocator, struct bef__chunk *chunk)
{
	while (chunk) {
		struct bef__chunk *next = chunk->next;
		bef__pages_free(allocator, chunk, chunk->size, ALIGNMENT);
		chunk = next;
	}
}

bool bef__arena_reserve(struct bef__arena *arena, size_t bytes)
{
	if (arena->chunks && bytes <= arena->chunks->size - arena->chunks->used)
		return true;
	if (bytes > SIZE_MAX / 2)
		return false;
	const size_t size = bytes + CHUNK_HEADER;
	struct bef__chunk *chunk = bef__chunk_create(arena->allocator, size > CHUNK_SIZE ? size : CHUNK_SIZE);
	if (!chunk)
		return false;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	return true;
}

void *bef__arena_take(struct bef__arena *arena, size_t count, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
		return NULL;
	bytes = (bytes + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
	if (!bef__arena_reserve(arena, bytes))
		return NULL;
	void *p = (char *)arena->chunks + arena->chunks->used;
	arena->chunks->used += bytes;
	return p;
}

void *bef__arena_alloc(struct bef__arena *arena, size_t count, size_t size)
{
	void *p = bef__arena_take(arena, count, size);
	return p ? memset(p, 0, count * size) : NULL;
}

#ifdef BEF_NO_MESSAGES
enum bef_status bef__fail_brief(struct bef_diag *diag, enum bef_status status, uint64_t offset)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		const struct bef_diag full = { sizeof full, status, "no text in this build", offset, 0, 0, "no text in this build" };
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return status;
}
#else
enum bef_status bef__fail(struct bef_diag *diag, enum bef_status status, uint64_t offset, const char *format, ...)
{
	BYTECURSOR_DIAG_RETURN(diag, status, bef_status_name(status), offset, format);
}
#endif

enum bef_status bef__no_memory(struct bef_diag *diag)
{
	return bef__fail(diag, BEF_E_NOMEM, BEF_NO_OFFSET, "out of memory");
}
