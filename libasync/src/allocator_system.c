/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* malloc as an allocator object, and functions that are independent of the allocator implementation. */
#include "allocator_private.h"
#include <stdlib.h>
#include <string.h>

/* The size to request from malloc, which aligns a block only for types that fit into it: a block smaller than its
 * alignment must be enlarged. An empty block must not be NULL, which means out of memory. */
static size_t malloc_size(size_t size, size_t align) { return size < align ? align : size; }

/* In test builds the program is notified of each block allocated and freed, and may refuse an allocation. The argument
 * is the change in the number of blocks. */
#ifdef ASYNC__FAULT
bool async__fault(int blocks);
#define REFUSED(blocks) async__fault(blocks)
#else
#define REFUSED(blocks) false
#endif

static void *system_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (REFUSED(1))
		return NULL;
	if (align <= _Alignof(max_align_t))
		return malloc(malloc_size(size, align));
	void *p;
	return posix_memalign(&p, align, size ? size : 1) == 0 ? p : NULL;
}

static void system_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	if (p)
		(void)REFUSED(-1);
	free(p);
}

static void *system_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	if (align <= _Alignof(max_align_t))
		return REFUSED(!p) ? NULL : realloc(p, malloc_size(size, align));
	void *copy = system_alloc(ctx, size, align); /* realloc would lose the alignment */
	if (!copy)
		return NULL;
	if (p)
		memcpy(copy, p, old_size < size ? old_size : size);
	system_free(ctx, p, old_size, align);
	return copy;
}

const struct async_allocator *async_allocator_system(void)
{
	static const struct async_allocator allocator = { system_alloc, system_resize, system_free, NULL };
	return &allocator;
}

void *async_resize(const struct async_allocator *a, void *p, size_t old_size, size_t size, size_t align)
{
	a = async__or_system(a);
	if (a->resize)
		return a->resize(a->ctx, p, old_size, size, align);
	void *copy = async_alloc(a, size, align);
	if (!copy)
		return NULL;
	if (p)
		memcpy(copy, p, old_size < size ? old_size : size);
	async_free(a, p, old_size, align);
	return copy;
}

void *async__layer_create(const struct async_allocator *base, size_t size, size_t align)
{
	base = async__or_system(base);
	struct async__layer *layer = async_alloc(base, size, align);
	if (!layer)
		return NULL;
	memset(layer, 0, sizeof *layer);
	layer->face.ctx = layer;
	layer->base = base;
	layer->size = size;
	layer->align = align;
	return layer;
}

void async_allocator_destroy(const struct async_allocator *a)
{
	if (!a || a->ctx != a)
		return; /* not made by create_…: those objects are their own context */
	struct async__layer *layer = a->ctx;
	if (layer->finish)
		layer->finish(layer);
	async_free(layer->base, layer, layer->size, layer->align);
}
