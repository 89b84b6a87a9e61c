/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host memory: a small interface that every object of this library takes, and its implementations.
 *
 * The contract is that of TFRT's HostAllocator: the caller says again, when freeing, how large and how aligned
 * the block was, so an implementation needs no header of its own. */
#ifndef ASYNC_ALLOCATOR_H
#define ASYNC_ALLOCATOR_H

#include <async/export.h>
#include <async/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thread class: safe; all members may be called from any thread at once. The object and its ctx must outlive
 * every block taken from it. `align` is a power of two. */
struct async_allocator {
	void *(*alloc)(void *ctx, size_t size, size_t align); /* NULL when out of memory; size 0 is allowed */
	/* may be NULL; when it returns NULL, p is untouched */
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t size, size_t align);
	void (*free)(void *ctx, void *p, size_t size, size_t align); /* p may be NULL; size and align as allocated */
	void *ctx;
};

/* The C library's malloc. Immutable, never destroyed. */
ASYNC_API const struct async_allocator *async_allocator_system(void);

/* malloc behind lists of free blocks of up to 128 bytes, one set of lists for each thread: the quickest here for
 * values. Blocks may be freed by any thread; threads exchange them in batches. What it once took for small blocks it
 * keeps for more of them. Under a sanitizer it is plain malloc. Immutable, never destroyed. */
ASYNC_API const struct async_allocator *async_allocator_cached(void);

/* Lets it take its memory from `base` (NULL: malloc) in place of malloc: 64 KiB at a time for small blocks, others one
 * by one. There is one for the process, so this is for the program to say, before anything was taken from it; `base`
 * must stay as long as the process. @return false when another one is in use already; nothing has changed then. */
ASYNC_API bool async_allocator_cached_use(const struct async_allocator *base);

static inline void *async_alloc(const struct async_allocator *a, size_t size, size_t align)
{
	return a->alloc(a->ctx, size, align);
}

static inline void async_free(const struct async_allocator *a, void *p, size_t size, size_t align)
{
	a->free(a->ctx, p, size, align);
}

/* Grows or shrinks, by `resize` where there is one, else by allocate, copy, free. On failure p is untouched. */
ASYNC_API void *async_resize(const struct async_allocator *a, void *p, size_t old_size, size_t size, size_t align);

/* What a counting allocator has seen. Bytes are those asked for, not what the layer below rounds them up to. */
struct async_allocator_stats {
	uint64_t live_blocks, live_bytes;   /* now */
	uint64_t peak_blocks, peak_bytes;   /* highest of each, not necessarily at one moment */
	uint64_t total_blocks, total_bytes; /* ever */
};

/* Each create_… function below: `base` (NULL: system) must outlive the result. Returns NULL when out of memory.
 * The result is one block of `base`; pass it to async_allocator_destroy() once nothing allocated from it is left. */

/* Counts, exactly also under threads. */
ASYNC_API const struct async_allocator *async_allocator_create_counting(const struct async_allocator *base);
ASYNC_API struct async_allocator_stats async_allocator_stats(const struct async_allocator *counting);

/* For tests: the nth allocation from now (1 = the next) returns NULL, and only that one; 0 never fails. */
ASYNC_API const struct async_allocator *async_allocator_create_failing(
	const struct async_allocator *base, uint64_t nth);
ASYNC_API void async_allocator_fail_nth(const struct async_allocator *failing, uint64_t nth);
/* How many allocations were asked for since creation. */
ASYNC_API uint64_t async_allocator_calls(const struct async_allocator *failing);

/* All memory comes from one block of `bytes`, taken at once from base; when it is used up, alloc returns NULL.
 * Freed blocks are used again, neighbours are merged. */
ASYNC_API const struct async_allocator *async_allocator_create_fixed(const struct async_allocator *base, size_t bytes);

/* At most `bytes` handed out at any moment, as asked for: over the limit alloc and resize return NULL, which makes of a
 * computation an error value RESOURCE_EXHAUSTED, and not more. */
ASYNC_API const struct async_allocator *async_allocator_create_budget(const struct async_allocator *base, size_t bytes);
ASYNC_API size_t async_allocator_budget_left(const struct async_allocator *budget);

/* Frees what create_… made; NULL and the system allocator are accepted and ignored. */
ASYNC_API void async_allocator_destroy(const struct async_allocator *a);

#ifdef __cplusplus
}
#endif

#endif
