/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator over one block of memory: first fit over a list of holes in address order. A hole contains its
 * descriptor; allocated blocks have none, because callers pass the size when they free. */
#include "allocator_private.h"
#include <pthread.h>
#include <string.h>

/* All sizes and addresses are multiples of this, so that a hole can always hold its descriptor. */
#define GRAIN sizeof(struct hole)

struct hole {
	size_t size; /* in bytes, descriptor included */
	struct hole *next;
};

struct fixed {
	struct async__layer layer;
	pthread_mutex_t lock; /* guards the holes */
	struct hole *first;
};

static uintptr_t address(const void *p) { return (uintptr_t)p; }

static size_t round_up(size_t size)
{
	return size < GRAIN ? GRAIN : (size + (GRAIN - 1)) & ~(size_t)(GRAIN - 1);
}

/* Removes `size` bytes at `at` from *hole; the remainders before and after stay in the list. */
static void carve(struct hole **hole, char *at, size_t size)
{
	struct hole *old = *hole, *next = old->next;
	size_t before = (size_t)(at - (char *)old), behind = old->size - before - size;
	if (behind) {
		struct hole *rest = (struct hole *)(void *)(at + size);
		rest->size = behind;
		rest->next = next;
		next = rest;
	}
	if (before) {
		old->size = before;
		old->next = next;
	} else {
		*hole = next;
	}
}

static void *take(struct fixed *self, size_t size, size_t align)
{
	for (struct hole **hole = &self->first; *hole; hole = &(*hole)->next) {
		uintptr_t start = address(*hole);
		size_t skip = (size_t)(-start & (align - 1));
		if ((*hole)->size < size || (*hole)->size - size < skip)
			continue;
		char *at = (char *)*hole + skip;
		carve(hole, at, size);
		return at;
	}
	return NULL;
}

/* Makes [p, p + size) a hole and merges it with adjacent holes. */
static void give(struct fixed *self, void *p, size_t size)
{
	struct hole *before = NULL, *behind = self->first;
	while (behind && address(behind) < address(p)) {
		before = behind;
		behind = behind->next;
	}
	struct hole *hole = p;
	hole->size = size;
	hole->next = behind;
	if (behind && address(hole) + hole->size == address(behind)) {
		hole->size += behind->size;
		hole->next = behind->next;
	}
	if (!before) {
		self->first = hole;
	} else if (address(before) + before->size == address(hole)) {
		before->size += hole->size;
		before->next = hole->next;
	} else {
		before->next = hole;
	}
}

/* Grows [p, p + old_size) into the hole that directly follows it. */
static bool extend(struct fixed *self, char *p, size_t old_size, size_t size)
{
	struct hole **hole = &self->first;
	while (*hole && address(*hole) < address(p) + old_size)
		hole = &(*hole)->next;
	if (!*hole || address(*hole) != address(p) + old_size || (*hole)->size < size - old_size)
		return false;
	carve(hole, p + old_size, size - old_size);
	return true;
}

static void *fixed_alloc(void *ctx, size_t size, size_t align)
{
	struct fixed *self = ctx;
	if (size > SIZE_MAX / 2)
		return NULL;
	pthread_mutex_lock(&self->lock);
	void *p = take(self, round_up(size), align < GRAIN ? GRAIN : align);
	pthread_mutex_unlock(&self->lock);
	return p;
}

static void fixed_free(void *ctx, void *p, size_t size, size_t align)
{
	struct fixed *self = ctx;
	(void)align;
	if (!p)
		return;
	pthread_mutex_lock(&self->lock);
	give(self, p, round_up(size));
	pthread_mutex_unlock(&self->lock);
}

static void *fixed_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct fixed *self = ctx;
	if (!p)
		return fixed_alloc(ctx, size, align);
	if (size > SIZE_MAX / 2)
		return NULL;
	size_t had = round_up(old_size), wants = round_up(size);
	pthread_mutex_lock(&self->lock);
	bool in_place = wants <= had || extend(self, p, had, wants);
	if (wants < had)
		give(self, (char *)p + wants, had - wants);
	pthread_mutex_unlock(&self->lock);
	if (in_place)
		return p;
	void *copy = fixed_alloc(ctx, size, align);
	if (!copy)
		return NULL;
	memcpy(copy, p, old_size);
	fixed_free(ctx, p, old_size, align);
	return copy;
}

static void fixed_finish(void *ctx)
{
	struct fixed *self = ctx;
	pthread_mutex_destroy(&self->lock);
}

const struct async_allocator *async_allocator_create_fixed(const struct async_allocator *base, size_t bytes)
{
	size_t head = round_up(sizeof(struct fixed)), room = bytes & ~(size_t)(GRAIN - 1);
	if (bytes > SIZE_MAX / 2)
		return NULL;
	struct fixed *self = async__layer_create(base, head + room, _Alignof(max_align_t));
	if (!self)
		return NULL;
	self->layer.face.alloc = fixed_alloc;
	self->layer.face.resize = fixed_resize;
	self->layer.face.free = fixed_free;
	self->layer.finish = fixed_finish;
	pthread_mutex_init(&self->lock, NULL);
	self->first = NULL;
	if (room)
		give(self, (char *)self + head, room);
	return &self->layer.face;
}
