/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The arena: chunks that double in size up to a limit, linked for the day they are freed. */
#include "support/arena.h"

#include <bytecursor/ckd.h>
#include <bytecursor/memory.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 4 << 20, HUGE_PAGE = 2 << 20, LEAST_EXPECTED = HUGE_PAGE / 4 };

struct mlirbc__chunk {
	struct mlirbc__chunk *next;
	size_t size; /* with this header */
};

void mlirbc__arena_init(struct mlirbc__arena *arena, const struct mlirbc_allocator *allocator)
{
	static const struct mlirbc_allocator system = { bytecursor_malloc_aligned, NULL, bytecursor_free, NULL };
	static unsigned char nothing; /* at and end are never NULL: subtracting stays defined */
	*arena = (struct mlirbc__arena){ .allocator = allocator ? *allocator : system,
		.at = &nothing,
		.end = &nothing,
		.next_chunk = FIRST_CHUNK,
		.limit = SIZE_MAX };
}

/* Large blocks are mapped directly, so that huge pages can be used, and growing them copies nothing. */
static bool is_mapped(const struct mlirbc__arena *arena, size_t size)
{
	return size >= HUGE_PAGE && arena->allocator.alloc == bytecursor_malloc_aligned;
}

#ifdef MADV_HUGEPAGE
/* Zero bytes, from where a huge page can begin. */
static void *map_zero(size_t size)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	if (size > SIZE_MAX - 2 * HUGE_PAGE)
		return NULL;
	const size_t whole = (size + page - 1) & ~(page - 1);
	unsigned char *p = mmap(NULL, whole + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	const size_t before = (size_t) - (uintptr_t)p & (HUGE_PAGE - 1);
	if (before)
		(void)munmap(p, before);
	(void)munmap(p + before + whole, HUGE_PAGE - before);
	return p + before;
}

static void *map_block(size_t size)
{
	void *p = map_zero(size);
	if (p)
		(void)madvise(p, size, MADV_HUGEPAGE);
	return p;
}

static void *remap_block(void *p, size_t old_size, size_t size)
{
	void *to = map_zero(size);
	if (to && mremap(p, old_size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to) == MAP_FAILED) {
		(void)munmap(to, size);
		to = NULL;
	}
	return to;
}

static void unmap_block(void *p, size_t size) { (void)munmap(p, size); }
#else
static void *map_zero(size_t size) { return calloc(size, 1); }
static void *map_block(size_t size) { return malloc(size); }
static void *remap_block(void *p, size_t old_size, size_t size) { return (void)old_size, realloc(p, size); }
static void unmap_block(void *p, size_t size) { (void)size, free(p); }
#endif

void mlirbc__arena_finish(struct mlirbc__arena *arena)
{
	for (struct mlirbc__chunk *chunk = arena->chunks; chunk;) {
		struct mlirbc__chunk *next = chunk->next;
		mlirbc__arena_give(arena, chunk, chunk->size, _Alignof(max_align_t));
		chunk = next;
	}
	arena->chunks = NULL;
}

bool mlirbc__arena_stopped(struct mlirbc__arena *arena)
{
	if (arena->stopped || !arena->stop || !arena->stop(arena->stop_ctx))
		return arena->stopped;
	arena->limit = 0;
	arena->at = arena->end; /* the rest of the chunk is not given out */
	return arena->stopped = true;
}

static bool may_take(struct mlirbc__arena *arena, size_t size)
{
	if (arena->stop)
		(void)mlirbc__arena_stopped(arena);
	const bool fits = arena->taken <= arena->limit && size <= arena->limit - arena->taken;
	arena->limited |= !fits;
	return fits;
}

/* Result of the allocator for `size` more bytes. If it fails, out of memory is the failure, even if the limit was
 * reached earlier. */
static void *given(struct mlirbc__arena *arena, void *p, size_t size)
{
	if (p)
		arena->taken += size;
	else
		arena->limited = false;
	return p;
}

void *mlirbc__arena_take(struct mlirbc__arena *arena, size_t size, size_t align)
{
	if (!may_take(arena, size))
		return NULL;
	return given(arena,
		is_mapped(arena, size) ? map_block(size) : arena->allocator.alloc(arena->allocator.ctx, size, align),
		size);
}

void *mlirbc__arena_regrow(
	struct mlirbc__arena *arena, void *p, size_t used, size_t old_size, size_t size, size_t align)
{
	const struct mlirbc_allocator *a = &arena->allocator;
	const bool mapped = old_size && is_mapped(arena, old_size);
	void *moved;
	if (!old_size || (!a->resize && !mapped)) {
		moved = mlirbc__arena_take(arena, size, align);
		if (moved && used)
			memcpy(moved, p, used);
		if (moved && old_size)
			mlirbc__arena_give(arena, p, old_size, align);
		return moved;
	}
	if (!may_take(arena, size - old_size))
		return NULL;
	moved = mapped ? remap_block(p, old_size, size) : a->resize(a->ctx, p, old_size, size, align);
	return given(arena, moved, size - old_size);
}

void *mlirbc__arena_take_zero(struct mlirbc__arena *arena, size_t count, size_t size, size_t align)
{
	size_t total;
	if (ckd_mul(&total, count, size))
		return NULL;
	if (arena->allocator.alloc != bytecursor_malloc_aligned) {
		void *p = mlirbc__arena_take(arena, total, align);
		return p ? memset(p, 0, total) : NULL;
	}
	if (!may_take(arena, total))
		return NULL;
	return given(arena, is_mapped(arena, total) ? map_zero(total) : calloc(total ? total : 1, 1), total);
}

void mlirbc__arena_give(struct mlirbc__arena *arena, void *p, size_t size, size_t align)
{
	if (!p)
		return;
	if (is_mapped(arena, size))
		unmap_block(p, size);
	else
		arena->allocator.free(arena->allocator.ctx, p, size, align);
	arena->taken -= size;
}

static struct mlirbc__chunk *chunk_create(struct mlirbc__arena *arena, size_t size)
{
	struct mlirbc__chunk *chunk = mlirbc__arena_take(arena, size, _Alignof(max_align_t));
	if (chunk)
		chunk->size = size;
	return chunk;
}

/* Large blocks get a separate chunk after the current one, whose rest stays usable. */
static void *own_chunk(struct mlirbc__arena *arena, size_t need, size_t align)
{
	struct mlirbc__chunk *chunk = chunk_create(arena, need);
	if (!chunk)
		return NULL;
	struct mlirbc__chunk **link = arena->chunks ? &arena->chunks->next : &arena->chunks;
	chunk->next = *link;
	*link = chunk;
	unsigned char *p = (unsigned char *)(chunk + 1);
	return p + ((size_t) - (uintptr_t)p & (align - 1));
}

void mlirbc__arena_expect(struct mlirbc__arena *arena, size_t bytes)
{
	size_t chunk = bytes <= HUGE_PAGE ? HUGE_PAGE : LARGEST_CHUNK;
	if (bytes < LEAST_EXPECTED || bytes <= (size_t)(arena->end - arena->at) || chunk <= arena->next_chunk ||
		!is_mapped(arena, chunk))
		return;
	if (arena->taken < arena->limit && arena->limit - arena->taken > 4 * chunk)
		arena->next_chunk = chunk;
}

void *mlirbc__arena_room_slow(struct mlirbc__arena *arena, size_t size, size_t align)
{
	unsigned char *p = mlirbc__arena_alloc(arena, size, align);
	if (!p || p + size != arena->at)
		return NULL; /* a separate chunk: not worthwhile */
	arena->at = p;
	return p;
}

void *mlirbc__arena_slow(struct mlirbc__arena *arena, size_t size, size_t align)
{
	size_t need;
	if (ckd_add(&need, size, sizeof(struct mlirbc__chunk) + align - 1))
		return NULL;
	if (need > arena->next_chunk / 4)
		return own_chunk(arena, need, align);
	struct mlirbc__chunk *chunk = chunk_create(arena, arena->next_chunk);
	if (!chunk)
		return NULL;
	chunk->next = arena->chunks;
	arena->chunks = chunk;
	arena->at = (unsigned char *)(chunk + 1);
	arena->end = (unsigned char *)chunk + chunk->size;
	if (arena->next_chunk < LARGEST_CHUNK)
		arena->next_chunk *= 2;
	return mlirbc__arena_alloc(arena, size, align);
}
