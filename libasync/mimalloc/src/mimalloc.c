/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <async/mimalloc.h>
#include <mimalloc.h>

/* Blocks of at least this size are aligned to it, smaller ones to 8. */
#define NATURAL 16u

/* What to ask for, for an alignment up to NATURAL, so that the block is aligned without being told. */
static size_t natural_size(size_t size, size_t align) { return size < align ? align : size; }

static void *mimalloc_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (align > NATURAL)
		return mi_malloc_aligned(size, align);
	size = natural_size(size, align);
	return size <= MI_SMALL_SIZE_MAX ? mi_malloc_small(size) : mi_malloc(size);
}

static void *mimalloc_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	return align <= NATURAL ? mi_realloc(p, natural_size(size, align)) : mi_realloc_aligned(p, size, align);
}

static void mimalloc_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	mi_free(p);
}

const struct async_allocator *async_allocator_mimalloc(void)
{
	static const struct async_allocator allocator = { mimalloc_alloc, mimalloc_resize, mimalloc_free, NULL };
	return &allocator;
}
