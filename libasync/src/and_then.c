/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiting without blocking: for one value, and for several. */
#include "allocator_private.h"
#include "value_private.h"

void async_value_and_then(struct async_value *value, struct async_waiter *waiter)
{
	if (!async__push_waiter(value, waiter))
		async__waiters_run_one(waiter);
}

void async_value_and_then_new(struct async_value *value, struct async_waiter *waiter)
{
	async__assert_exclusive(value);
	assert(((uintptr_t)waiter & ASYNC__TAG_BITS) == 0);
	/* As async__push_waiter(), not atomic: see async__complete_new(). */
	uintptr_t word = value->state;
	if (ASYNC__UNLIKELY(async__word_is_final(word))) {
		async__waiters_run_one(waiter);
		return;
	}
	waiter->next = async__word_waiters(word);
	value->state = (uintptr_t)waiter | (word & ASYNC__TAG_BITS);
}

/* ---- waiters that the library allocates */

struct waiting_call {
	struct async_waiter waiter;
	const struct async_allocator *allocator;
	void (*fn)(void *ctx);
	void *ctx;
};

static void run_call(struct async_waiter *waiter)
{
	struct waiting_call call = *(struct waiting_call *)waiter;
	async_free(call.allocator, waiter, sizeof call, _Alignof(struct waiting_call));
	call.fn(call.ctx);
}

/* Nests, for want of memory for a deferred call. */
static enum async_status call_deep(void (*fn)(void *ctx), void *ctx)
{
	fn(ctx);
	return ASYNC_OK;
}

enum async_status async_value_and_then_call(struct async_value *value, void (*fn)(void *ctx), void *ctx)
{
	bool available = async_value_is_available(value);
	if (available && !async__waiters_are_too_deep()) {
		async__waiters_call(fn, ctx);
		return ASYNC_OK;
	}
	const struct async_allocator *allocator = async__or_system(value->allocator);
	struct waiting_call *call = async_alloc(allocator, sizeof *call, _Alignof(struct waiting_call));
	if (!call)
		return available ? call_deep(fn, ctx) : ASYNC_E_NOMEM;
	*call = (struct waiting_call){ { NULL, run_call }, allocator, fn, ctx };
	async_value_and_then(value, &call->waiter);
	return ASYNC_OK;
}

/* Waits for the values one after the other: this needs a single waiter and no counter. */
struct gathering {
	struct async_waiter waiter;
	const struct async_allocator *allocator;
	void (*fn)(void *ctx);
	void *ctx;
	size_t next, count;           /* values before `next` are available or being waited for */
	struct async_value *values[]; /* borrowed */
};

static size_t gathering_size(size_t count) { return sizeof(struct gathering) + count * sizeof(struct async_value *); }

/* Runs in the threads that complete the values, one after the other. */
static void gather(struct async_waiter *waiter)
{
	struct gathering *all = (struct gathering *)waiter;
	while (all->next < all->count) {
		/* the waiter may run in another thread before add() returns true: that thread owns *all from then on */
		if (async__waiters_add(all->values[all->next++], waiter))
			return;
	}
	void (*fn)(void *ctx) = all->fn;
	void *ctx = all->ctx;
	async_free(all->allocator, all, gathering_size(all->count), _Alignof(struct gathering));
	fn(ctx);
}

enum async_status async_values_when_ready(const struct async_allocator *allocator, struct async_value *const *values,
	size_t count, void (*fn)(void *ctx), void *ctx)
{
	while (count && async_value_is_available(values[0])) {
		values++;
		count--;
	}
	if (count == 0 && !async__waiters_are_too_deep()) {
		async__waiters_call(fn, ctx);
		return ASYNC_OK;
	}
	if (count > (SIZE_MAX - sizeof(struct gathering)) / sizeof(struct async_value *))
		return ASYNC_E_NOMEM;
	allocator = async__or_system(allocator);
	struct gathering *all = async_alloc(allocator, gathering_size(count), _Alignof(struct gathering));
	if (!all)
		return count == 0 ? call_deep(fn, ctx) : ASYNC_E_NOMEM;
	all->waiter = (struct async_waiter){ NULL, gather };
	all->allocator = allocator;
	all->fn = fn;
	all->ctx = ctx;
	all->next = 0;
	all->count = count;
	for (size_t i = 0; i < count; i++)
		all->values[i] = values[i];
	async__waiters_run_one(&all->waiter);
	return ASYNC_OK;
}
