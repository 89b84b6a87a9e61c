/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator with a limit for the number of live bytes. */
#include "allocator_private.h"
#include "atomics.h"
#include <stdbool.h>

struct budget {
	struct async__layer layer;
	size_t limit;
	size_t used; /* atomic: written by all threads that allocate or free; publishes nothing, hence relaxed */
};

static bool claim(struct budget *self, size_t size)
{
	size_t used = async__load_relaxed(&self->used);
	do {
		if (size > self->limit - used)
			return false;
	} while (!async__cas_weak_relaxed(&self->used, &used, used + size));
	return true;
}

static void *budget_alloc(void *ctx, size_t size, size_t align)
{
	struct budget *self = ctx;
	if (!claim(self, size))
		return NULL;
	void *p = async_alloc(self->layer.base, size, align);
	if (!p)
		async__sub_relaxed(&self->used, size);
	return p;
}

static void budget_free(void *ctx, void *p, size_t size, size_t align)
{
	struct budget *self = ctx;
	if (!p)
		return;
	async_free(self->layer.base, p, size, align);
	async__sub_relaxed(&self->used, size);
}

/* Growing claims the difference before the resize, shrinking returns it after: the limit is never exceeded. */
static void *budget_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct budget *self = ctx;
	if (!p)
		return budget_alloc(ctx, size, align);
	size_t growth = size > old_size ? size - old_size : 0;
	if (!claim(self, growth))
		return NULL;
	void *moved = async_resize(self->layer.base, p, old_size, size, align);
	if (!moved)
		async__sub_relaxed(&self->used, growth);
	else if (size < old_size)
		async__sub_relaxed(&self->used, old_size - size);
	return moved;
}

const struct async_allocator *async_allocator_create_budget(const struct async_allocator *base, size_t bytes)
{
	struct budget *self = async__layer_create(base, sizeof *self, _Alignof(struct budget));
	if (!self)
		return NULL;
	self->layer.face.alloc = budget_alloc;
	self->layer.face.resize = budget_resize;
	self->layer.face.free = budget_free;
	self->limit = bytes;
	self->used = 0;
	return &self->layer.face;
}

size_t async_allocator_budget_left(const struct async_allocator *budget)
{
	const struct budget *self = budget->ctx;
	return self->limit - async__load_relaxed(&self->used);
}

bool async_allocator_is_budget(const struct async_allocator *a) { return a->alloc == budget_alloc; }
