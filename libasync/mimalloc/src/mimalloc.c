/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <async/mimalloc.h>
#include <mimalloc.h>

/* Up to this alignment mi_malloc() does without being told: blocks of at least 16 bytes are aligned to 16, smaller ones
 * to 8. */
#define NATURAL 16u

static bool is_natural(size_t size, size_t align) { return align <= 8 || (align <= NATURAL && size >= NATURAL); }

static void *mimalloc_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (!is_natural(size, align))
		return mi_malloc_aligned(size, align);
	return size <= MI_SMALL_SIZE_MAX ? mi_malloc_small(size) : mi_malloc(size);
}

static void *mimalloc_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	return is_natural(size, align) ? mi_realloc(p, size) : mi_realloc_aligned(p, size, align);
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
