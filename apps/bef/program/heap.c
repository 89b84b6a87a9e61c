/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program/heap.h"

#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool converts;

void program_will_convert(void) { converts = true; }

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
enum { LARGE_INPUT = 1 << 20, LARGE_BLOCK = 128 << 10, AHEAD = 8 << 20, HUGE_PAGE = 2 << 20 };

/* Advises huge pages between two addresses. */
static void use_huge_pages(uintptr_t from, uintptr_t to)
{
	const uintptr_t page = HUGE_PAGE;
	from = (from + page - 1) & -page;
	to &= -page;
	if (to > from)
		(void)madvise((void *)from, to - from, MADV_HUGEPAGE); /* an optimization only */
}

/* Prepares the heap for the conversion of a file. Small files need no preparation. For a large one the process would
 * request thousands of single pages from the system, so the first part of the heap consists of huge pages. Large
 * blocks are allocated outside the heap and returned to the system when freed; by default glibc would begin to keep
 * them. */
void program_prepare_heap(const char *path)
{
	struct stat about;
	if (!converts || (strcmp(path, "-") == 0 ? fstat(STDIN_FILENO, &about) : stat(path, &about)) != 0 ||
		about.st_size < LARGE_INPUT)
		return;
	(void)mallopt(M_MMAP_THRESHOLD, AHEAD); /* so that the block below comes from the heap */
	(void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
	(void)mallopt(M_TOP_PAD, AHEAD);
	uintptr_t from = (uintptr_t)sbrk(0);
	/* Larger than the initial heap, so that it grows; only the end is touched. volatile: must not be optimized
	 * away. */
	void *volatile block = malloc(2 * LARGE_BLOCK);
	use_huge_pages(from, (uintptr_t)sbrk(0));
	free(block);
	(void)mallopt(M_TOP_PAD, HUGE_PAGE);
	(void)mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK);
}

static void *allocate(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align; /* at most max_align_t */
	void *block = malloc(size);
	if (block && size >= HUGE_PAGE)
		use_huge_pages((uintptr_t)block, (uintptr_t)block + size);
	return block;
}

static void *resize(void *ctx, void *block, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	(void)align;
	return realloc(block, size);
}

static void release(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(block);
}

const struct bef_allocator *program_memory(void)
{
	static const struct bef_allocator memory = { allocate, resize, release, NULL };
	return converts ? &memory : NULL;
}
#else
void program_prepare_heap(const char *path) { (void)path; }

const struct bef_allocator *program_memory(void) { return NULL; }
#endif
