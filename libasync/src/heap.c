/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See heap.h. */
#include "heap.h"

#define GRAIN ((size_t)ASYNC__HEAP_GRAIN)
#define FREE ((size_t)1) /* bit of the size */
#define LOOK 8u /* blocks of a list that are compared with a size before a list of larger blocks is used */

/* Ends 16 bytes behind a multiple of the grain, where the memory of the caller begins. */
struct async__heap_block {
	size_t before; /* size of the adjacent block at lower addresses; 0: none */
	size_t size;   /* of this block with its head; the lowest bit: it is free */
	struct async__heap_block *next, *previous; /* free blocks of the list */
};
#define HEAD offsetof(struct async__heap_block, next)

struct place {
	unsigned level, part;
};

/* The list for free blocks of a size: by the highest bit, then by the four bits below it. */
static struct place place_of(size_t size)
{
	size_t units = size / GRAIN;
	unsigned level = 63u - (unsigned)__builtin_clzll(units);
	unsigned part = level >= 4 ? (unsigned)(units >> (level - 4)) & 15u : (unsigned)(units << (4 - level)) & 15u;
	return (struct place){ level, part };
}

static struct async__heap_block *at(char *p) { return (struct async__heap_block *)(void *)p; }
static size_t size_of(const struct async__heap_block *block) { return block->size & ~FREE; }
static struct async__heap_block *behind(struct async__heap_block *block) { return at((char *)block + size_of(block)); }

static void link_block(struct async__heap *heap, struct async__heap_block *block)
{
	struct place place = place_of(size_of(block));
	struct async__heap_block **list = &heap->lists[place.level][place.part];
	block->size |= FREE;
	block->previous = NULL;
	block->next = *list;
	if (*list)
		(*list)->previous = block;
	*list = block;
	heap->parts[place.level] |= 1u << place.part;
	heap->levels |= UINT64_C(1) << place.level;
}

static void unlink_block(struct async__heap *heap, struct async__heap_block *block)
{
	struct place place = place_of(size_of(block));
	block->size &= ~FREE;
	if (block->next)
		block->next->previous = block->previous;
	if (block->previous) {
		block->previous->next = block->next;
		return;
	}
	heap->lists[place.level][place.part] = block->next;
	if (block->next)
		return;
	heap->parts[place.level] &= ~(1u << place.part);
	if (!heap->parts[place.level])
		heap->levels &= ~(UINT64_C(1) << place.level);
}

/* A free block of at least `size`; NULL: none was found. Blocks of the size's own list may be too small; the first ones are compared,
 * because a program often requests a size again that it has freed. */
static struct async__heap_block *find(const struct async__heap *heap, size_t size)
{
	struct place place = place_of(size);
	unsigned looked = 0;
	for (struct async__heap_block *b = heap->lists[place.level][place.part]; b && looked < LOOK; b = b->next, looked++) {
		if (size_of(b) >= size)
			return b;
	}
	uint32_t parts = heap->parts[place.level] & (0xFFFFFFFEu << place.part);
	if (!parts) {
		uint64_t levels = heap->levels & (~UINT64_C(1) << place.level);
		if (!levels)
			return NULL;
		place.level = (unsigned)__builtin_ctzll(levels);
		parts = heap->parts[place.level];
	}
	return heap->lists[place.level][__builtin_ctz(parts)];
}

size_t async__heap_needs(size_t size)
{
	const uint64_t most = (uint64_t)GRAIN << (ASYNC__HEAP_LEVELS - 1);
	return size > most - GRAIN || size > SIZE_MAX - HEAD - GRAIN ? 0 : (size + HEAD + GRAIN - 1) & ~(GRAIN - 1);
}

void async__heap_init(struct async__heap *heap, void *begin)
{
	*heap = (struct async__heap){ .begin = begin, .end = begin };
	heap->top = heap->begin + (GRAIN - HEAD);
}

/* Behind all other blocks. */
static struct async__heap_block *extend(struct async__heap *heap, size_t size)
{
	if (heap->top > heap->end || size > (size_t)(heap->end - heap->top))
		return NULL;
	struct async__heap_block *block = at(heap->top);
	block->before = heap->last;
	block->size = heap->last = size;
	heap->top += size;
	return block;
}

/* Takes a block out of its list; what is more than `size` stays a free block. */
static void take(struct async__heap *heap, struct async__heap_block *block, size_t size)
{
	unlink_block(heap, block);
	size_t rest = block->size - size;
	if (!rest)
		return;
	struct async__heap_block *other = at((char *)block + size);
	behind(block)->before = rest; /* there is one: the last block is never free */
	block->size = size;
	other->before = size;
	other->size = rest;
	link_block(heap, other);
}

void *async__heap_alloc(struct async__heap *heap, size_t size)
{
	size_t whole = async__heap_needs(size);
	struct async__heap_block *block = whole ? find(heap, whole) : NULL;
	if (block)
		take(heap, block, whole);
	else if (whole)
		block = extend(heap, whole);
	return block ? (char *)block + HEAD : NULL;
}

void async__heap_free(struct async__heap *heap, void *p)
{
	struct async__heap_block *block = at((char *)p - HEAD), *next = behind(block);
	if ((char *)next != heap->top && (next->size & FREE)) {
		unlink_block(heap, next);
		block->size += next->size;
	}
	if (block->before) {
		struct async__heap_block *before = at((char *)block - block->before);
		if (before->size & FREE) {
			unlink_block(heap, before);
			before->size += block->size;
			block = before;
		}
	}
	next = behind(block);
	if ((char *)next == heap->top) {
		heap->top = (char *)block;
		heap->last = block->before;
		return;
	}
	next->before = block->size;
	link_block(heap, block);
}
