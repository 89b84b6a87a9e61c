/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common part of the allocators made by async_allocator_create_...(). */
#ifndef ASYNC_SRC_ALLOCATOR_PRIVATE_H
#define ASYNC_SRC_ALLOCATOR_PRIVATE_H

#include <async/allocator.h>

/* Sanitizers must see every block; they cannot track blocks inside larger ones. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ASYNC__PLAIN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ASYNC__PLAIN 1
#endif
#endif
#ifndef ASYNC__PLAIN
#define ASYNC__PLAIN 0
#endif

/* First member of each such object. `face.ctx` points back to it. */
struct async__layer {
	struct async_allocator face;
	const struct async_allocator *base;
	size_t size, align;      /* of the whole object, as taken from base */
	void (*finish)(void *self); /* called before the memory is freed; NULL: none */
};

static inline const struct async_allocator *async__or_system(const struct async_allocator *allocator)
{
	return allocator ? allocator : async_allocator_system();
}

/* Allocates an object from base (NULL: system) and sets the common part except the functions. NULL when out of
 * memory. */
void *async__layer_create(const struct async_allocator *base, size_t size, size_t align);

#endif
