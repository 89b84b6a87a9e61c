/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An allocator that counts blocks and bytes and forwards to another allocator. */
#include "allocator_private.h"
#include "atomics.h"

/* All threads that allocate or free write the counters, and any thread reads them; they publish nothing, hence
 * relaxed. */
struct counter {
	uint64_t live, peak, total;
};

struct counting {
	struct async__layer layer;
	struct counter blocks, bytes;
};

static void count_up(struct counter *counter, uint64_t n)
{
	async__add_relaxed(&counter->total, n);
	uint64_t live = async__add_relaxed(&counter->live, n) + n;
	uint64_t peak = async__load_relaxed(&counter->peak);
	while (live > peak && !async__cas_weak_relaxed(&counter->peak, &peak, live))
		;
}

static void *counting_alloc(void *ctx, size_t size, size_t align)
{
	struct counting *self = ctx;
	void *p = async_alloc(self->layer.base, size, align);
	if (p) {
		count_up(&self->blocks, 1);
		count_up(&self->bytes, size);
	}
	return p;
}

static void counting_free(void *ctx, void *p, size_t size, size_t align)
{
	struct counting *self = ctx;
	if (!p)
		return;
	async__sub_relaxed(&self->blocks.live, 1);
	async__sub_relaxed(&self->bytes.live, size);
	async_free(self->layer.base, p, size, align);
}

/* A block that is resized stays one block; the growth counts as bytes allocated. */
static void *counting_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct counting *self = ctx;
	if (!p)
		return counting_alloc(ctx, size, align);
	void *moved = async_resize(self->layer.base, p, old_size, size, align);
	if (!moved)
		return NULL;
	if (size > old_size)
		count_up(&self->bytes, size - old_size);
	else
		async__sub_relaxed(&self->bytes.live, old_size - size);
	return moved;
}

const struct async_allocator *async_allocator_create_counting(const struct async_allocator *base)
{
	struct counting *self = async__layer_create(base, sizeof *self, _Alignof(struct counting));
	if (!self)
		return NULL;
	self->layer.face.alloc = counting_alloc;
	self->layer.face.resize = counting_resize;
	self->layer.face.free = counting_free;
	self->blocks = self->bytes = (struct counter){ 0, 0, 0 };
	return &self->layer.face;
}

struct async_allocator_stats async_allocator_stats(const struct async_allocator *counting)
{
	const struct counting *self = counting->ctx;
	return (struct async_allocator_stats){
		.live_blocks = async__load_relaxed(&self->blocks.live),
		.live_bytes = async__load_relaxed(&self->bytes.live),
		.peak_blocks = async__load_relaxed(&self->blocks.peak),
		.peak_bytes = async__load_relaxed(&self->bytes.peak),
		.total_blocks = async__load_relaxed(&self->blocks.total),
		.total_bytes = async__load_relaxed(&self->bytes.total),
	};
}
