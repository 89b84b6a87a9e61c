/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator that refuses one chosen allocation, to reach the error paths of its users. */
#include "allocator_private.h"
#include "atomics.h"

struct failing {
	struct async__layer layer;
	/* All threads that allocate write these; relaxed, since they publish nothing. */
	uint64_t calls; /* allocations requested so far */
	uint64_t fails; /* the call with this number is refused; 0: none */
};

static bool is_refused(struct failing *self)
{
	uint64_t call = async__add_relaxed(&self->calls, 1) + 1;
	return call == async__load_relaxed(&self->fails);
}

static void *failing_alloc(void *ctx, size_t size, size_t align)
{
	struct failing *self = ctx;
	return is_refused(self) ? NULL : async_alloc(self->layer.base, size, align);
}

static void failing_free(void *ctx, void *p, size_t size, size_t align)
{
	struct failing *self = ctx;
	async_free(self->layer.base, p, size, align);
}

/* Growing counts as an allocation, so it can be refused. */
static void *failing_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct failing *self = ctx;
	return is_refused(self) ? NULL : async_resize(self->layer.base, p, old_size, size, align);
}

const struct async_allocator *async_allocator_create_failing(const struct async_allocator *base, uint64_t nth)
{
	struct failing *self = async__layer_create(base, sizeof *self, _Alignof(struct failing));
	if (!self)
		return NULL;
	self->layer.face.alloc = failing_alloc;
	self->layer.face.resize = failing_resize;
	self->layer.face.free = failing_free;
	self->calls = 0;
	self->fails = nth;
	return &self->layer.face;
}

void async_allocator_fail_nth(const struct async_allocator *failing, uint64_t nth)
{
	struct failing *self = failing->ctx;
	async__store_relaxed(&self->fails, nth ? async__load_relaxed(&self->calls) + nth : 0);
}

uint64_t async_allocator_calls(const struct async_allocator *failing)
{
	const struct failing *self = failing->ctx;
	return async__load_relaxed(&self->calls);
}
