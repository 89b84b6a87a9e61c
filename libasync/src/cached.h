/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The inline part of async_allocator_cached(), for code that creates and drops values: a block is popped from or pushed
 * to a list of this thread, without a call. */
#ifndef ASYNC_SRC_CACHED_H
#define ASYNC_SRC_CACHED_H

#include "atomics.h"
#include <async/allocator.h>
#include <stdbool.h>

#define ASYNC__CACHED_GRAIN 16u
#define ASYNC__CACHED_CLASSES 20u /* blocks of up to 320 bytes: a tensor as a value takes about 200, a request 264 */

struct async__free_block {
	struct async__free_block *next;
	struct async__free_block *next_batch; /* of a block that begins a batch in the depot */
};

/* Free blocks of one size. All zero in a new thread, so that its first alloc and first free take the slow path. */
struct async__magazine {
	struct async__free_block *first;
	ptrdiff_t room; /* frees until the list is counted */
};

extern ASYNC__THREAD_LOCAL struct async__magazine async__magazines[ASYNC__CACHED_CLASSES] ASYNC__HIDDEN;
extern const struct async_allocator async__cached ASYNC__HIDDEN;

void *async__cached_alloc_slow(size_t size, size_t align);
void async__cached_free_slow(void *p, size_t size, size_t align);

/* Size 0 has no class: the subtraction wraps around, and the result is out of range. */
static inline size_t async__cached_class(size_t size) { return (size - 1) / ASYNC__CACHED_GRAIN; }

/* NULL: the list is empty. */
static inline void *async__cached_pop(size_t class)
{
	struct async__free_block *block = async__magazines[class].first;
	if (ASYNC__LIKELY(block != NULL))
		async__magazines[class].first = block->next;
	return block;
}

/* @return false: the caller must take the slow path. */
static inline bool async__cached_push(size_t class, void *p)
{
	struct async__free_block *block = p;
	if (ASYNC__UNLIKELY(--async__magazines[class].room < 0))
		return false;
	block->next = async__magazines[class].first;
	async__magazines[class].first = block;
	return true;
}

static inline void *async__cached_alloc(size_t size, size_t align)
{
	size_t class = async__cached_class(size);
	void *p = NULL;
	if (ASYNC__LIKELY(class < ASYNC__CACHED_CLASSES && align <= ASYNC__CACHED_GRAIN))
		p = async__cached_pop(class);
	return ASYNC__LIKELY(p != NULL) ? p : async__cached_alloc_slow(size, align);
}

static inline void async__cached_free(void *p, size_t size, size_t align)
{
	size_t class = async__cached_class(size);
	if (ASYNC__UNLIKELY(
		    class >= ASYNC__CACHED_CLASSES || align > ASYNC__CACHED_GRAIN || !async__cached_push(class, p)))
		async__cached_free_slow(p, size, align);
}

/* async_alloc() and async_free() for frequently created and dropped objects. `p` is not NULL. */
static inline void *async__quick_alloc(const struct async_allocator *allocator, size_t size, size_t align)
{
	if (allocator == &async__cached)
		return async__cached_alloc(size, align);
	return async_alloc(allocator, size, align);
}

static inline void async__quick_free(const struct async_allocator *allocator, void *p, size_t size, size_t align)
{
	if (allocator == &async__cached)
		async__cached_free(p, size, align);
	else
		async_free(allocator, p, size, align);
}

#endif
