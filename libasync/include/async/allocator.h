/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host memory: the allocator interface that every object of this library takes, and its implementations.
 *
 * The contract is that of TFRT's HostAllocator: the caller passes the size and alignment of a block again when it
 * frees the block, so an implementation needs no per-block header. */
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

/* malloc with per-thread free lists for blocks of up to 320 bytes: the fastest allocator here for values. Any thread
 * may free a block; threads exchange free blocks in batches. Memory taken for small blocks is reused for small blocks
 * and never returned. Under a sanitizer this is plain malloc. Immutable, never destroyed. */
ASYNC_API const struct async_allocator *async_allocator_cached(void);

/* Makes the cached allocator take its memory from `base` (NULL: malloc): 64 KiB at a time for small blocks, larger
 * blocks one by one. The cached allocator is process-wide, so the program (not a library) calls this, before the first
 * allocation. `base` must live as long as the process.
 * @return false, without any change, when another base is already in use. */
ASYNC_API bool async_allocator_cached_use(const struct async_allocator *base);

/* Keeps the pages of freed blocks for later blocks, which is faster than getting new pages from the system. For
 * tensors and other large blocks whose sizes repeat from one computation to the next. Blocks of all sizes share one
 * range of addresses, in which free neighbours merge. Blocks of up to 320 bytes, blocks with alignments above 64,
 * and blocks that do not fit come from async_allocator_cached(). Under a sanitizer this is plain malloc. Immutable,
 * never destroyed. */
ASYNC_API const struct async_allocator *async_allocator_pooled(void);
/* Sets how many bytes of free pages the pooled allocator keeps; returns other free pages after the last block in use
 * to the system. Default: 256 MiB. 0 returns pages whenever many of them, or all, are free. */
ASYNC_API void async_allocator_pooled_keep(size_t bytes);
/* Bytes of pages that the pooled allocator has, in use or not. */
ASYNC_API size_t async_allocator_pooled_bytes(void);

/* `a` NULL: system, so that these accept the allocator of any host (<async/host.h>). Thread class: safe. */
static inline void *async_alloc(const struct async_allocator *a, size_t size, size_t align)
{
	if (!a)
		a = async_allocator_system();
	return a->alloc(a->ctx, size, align);
}

static inline void async_free(const struct async_allocator *a, void *p, size_t size, size_t align)
{
	if (!a)
		a = async_allocator_system();
	a->free(a->ctx, p, size, align);
}

/* Grows or shrinks a block with `resize` if the allocator has it, else by allocate, copy, free. Returns NULL on failure
 * and leaves p untouched. `a` as above. */
ASYNC_API void *async_resize(const struct async_allocator *a, void *p, size_t old_size, size_t size, size_t align);

/* Statistics of a counting allocator. Bytes are as requested, not as rounded up by the base allocator. */
struct async_allocator_stats {
	uint64_t live_blocks, live_bytes;   /* now */
	uint64_t peak_blocks, peak_bytes;   /* maximum of each, not necessarily reached at the same time */
	uint64_t total_blocks, total_bytes; /* since creation */
};

/* Each create_… function below: `base` (NULL: system) must outlive the result. Returns NULL when out of memory.
 * The result is one block of `base`; pass it to async_allocator_destroy() after everything allocated from it has been
 * freed. */

/* Counts blocks and bytes. The counts are exact when several threads allocate. */
ASYNC_API const struct async_allocator *async_allocator_create_counting(const struct async_allocator *base);
ASYNC_API struct async_allocator_stats async_allocator_stats(const struct async_allocator *counting);

/* For tests: only the nth allocation from now (1 = the next) returns NULL; with 0 none fails. */
ASYNC_API const struct async_allocator *async_allocator_create_failing(
	const struct async_allocator *base, uint64_t nth);
ASYNC_API void async_allocator_fail_nth(const struct async_allocator *failing, uint64_t nth);
/* The number of allocations requested since creation. */
ASYNC_API uint64_t async_allocator_calls(const struct async_allocator *failing);

/* All memory comes from one block of `bytes`, which is allocated from base at creation; alloc returns NULL when no free
 * range is large enough. Freed blocks are reused; adjacent free blocks are merged. */
ASYNC_API const struct async_allocator *async_allocator_create_fixed(const struct async_allocator *base, size_t bytes);

/* Limits the live bytes, as requested, to `bytes`. Beyond the limit alloc and resize return NULL; a computation that
 * uses this allocator then yields a RESOURCE_EXHAUSTED error value, and the rest of the process is not affected. */
ASYNC_API const struct async_allocator *async_allocator_create_budget(const struct async_allocator *base, size_t bytes);
ASYNC_API size_t async_allocator_budget_left(const struct async_allocator *budget);
ASYNC_API bool async_allocator_is_budget(const struct async_allocator *a); /* `a` may be any allocator */

/* Destroys an allocator made by one of the create_… functions; NULL and the system allocator are ignored. */
ASYNC_API void async_allocator_destroy(const struct async_allocator *a);

#ifdef __cplusplus
}
#endif

#endif
