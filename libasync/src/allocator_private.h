/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the allocators that async_allocator_create_...() makes have in common. */
#ifndef ASYNC_SRC_ALLOCATOR_PRIVATE_H
#define ASYNC_SRC_ALLOCATOR_PRIVATE_H

#include <async/allocator.h>

/* First member of each such object. `face.ctx` points back to it. */
struct async__layer {
	struct async_allocator face;
	const struct async_allocator *base;
	size_t size, align;      /* of the whole object, as taken from base */
	void (*finish)(void *self); /* before the memory goes back; NULL: nothing */
};

static inline const struct async_allocator *async__or_system(const struct async_allocator *allocator)
{
	return allocator ? allocator : async_allocator_system();
}

/* Takes an object from base (NULL: system) and fills in the common part except the functions. NULL: no memory. */
void *async__layer_create(const struct async_allocator *base, size_t size, size_t align);

#endif
