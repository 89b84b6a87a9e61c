/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The list of waiters of a value: pushed by compare-and-exchange, taken all at once, run in order. */
#include "allocator_private.h"
#include "value_private.h"

bool async__waiters_add(struct async_value *value, struct async_waiter *waiter)
{
	assert(((uintptr_t)waiter & ASYNC__STATE_BITS) == 0);
	/* acquire, also below: pairs with the exchange in async__complete(); the waiter may read the payload at once */
	uintptr_t word = async__load_acquire(&value->state), with_waiter;
	do {
		if (async__word_is_final(word))
			return false;
		waiter->next = async__word_waiters(word);
		with_waiter = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
		/* release: pairs with the exchange in async__complete(); publishes *waiter */
	} while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
	return true;
}

struct async_waiter *async__reverse(struct async_waiter *waiters, struct async_waiter *behind)
{
	while (waiters) {
		struct async_waiter *next = waiters->next;
		waiters->next = behind;
		behind = waiters;
		waiters = next;
	}
	return behind;
}

struct async_waiter *async__complete(struct async_value *value, uintptr_t word, struct async_waiter *behind)
{
	/* release: pairs with the acquires in async_value_state() and async__waiters_add(); publishes payload, error or
	 * target. acquire: pairs with the release in async__waiters_add(). */
	uintptr_t old = async__exchange_acq_rel(&value->state, word);
	assert(!async__word_is_final(old));
	return async__reverse(async__word_waiters(old), behind);
}

/* Completions nested deeper than this put off their waiters. */
#define DEEPEST 64

/* Waiters put off, with the value they are for. */
struct later {
	struct later *next;
	struct async_value *value; /* retained */
	struct async_waiter *waiters;
};

static ASYNC__THREAD_LOCAL struct {
	unsigned depth;             /* calls of async__waiters_run() on the stack of this thread */
	struct later *first, *last; /* put off; empty unless depth >= DEEPEST */
} nesting;

static bool put_off(struct async_value *value, struct async_waiter *waiters)
{
	const struct async_allocator *allocator = async__or_system(value->allocator);
	struct later *later = async_alloc(allocator, sizeof *later, _Alignof(struct later));
	if (!later)
		return false;
	*later = (struct later){ NULL, async_value_retain(value), waiters };
	if (nesting.first)
		nesting.last->next = later;
	else
		nesting.first = later;
	nesting.last = later;
	return true;
}

/* An indirect value among the waiters does not call back but puts its own waiters in its place: chains of them, of any
 * length, take no stack. */
static void run_all(struct async_waiter *waiters)
{
	while (waiters) {
		struct async_waiter *waiter = waiters;
		waiters = waiter->next;
		if (waiter->run == async__indirect_run)
			waiters = async__indirect_ready(waiter, waiters);
		else
			waiter->run(waiter);
	}
}

static void run_put_off(void)
{
	struct later *later;
	while ((later = nesting.first) != NULL) {
		struct async_value *value = later->value;
		nesting.first = later->next;
		run_all(later->waiters);
		async_free(async__or_system(value->allocator), later, sizeof *later, _Alignof(struct later));
		async_value_release(value);
	}
}

void async__waiters_run(struct async_value *value, struct async_waiter *waiters)
{
	if (!waiters)
		return;
	/* without memory it must nest after all */
	if (ASYNC__UNLIKELY(nesting.depth >= DEEPEST) && put_off(value, waiters))
		return;
	nesting.depth++;
	run_all(waiters);
	if (ASYNC__UNLIKELY(nesting.depth == DEEPEST))
		run_put_off();
	nesting.depth--;
}

void async__waiters_run_newest_first(struct async_value *value, struct async_waiter *waiters)
{
	/* one waiter, and not deep: by far the most frequent */
	if (ASYNC__LIKELY(!waiters->next && nesting.depth < DEEPEST - 1 && waiters->run != async__indirect_run)) {
		nesting.depth++;
		waiters->run(waiters);
		nesting.depth--;
		return;
	}
	async__waiters_run(value, async__reverse(waiters, NULL));
}

unsigned async__waiters_enter(void)
{
	unsigned depth = nesting.depth;
	run_put_off();
	nesting.depth = 0;
	return depth;
}

void async__waiters_leave(unsigned depth) { nesting.depth = depth; }

/* Is the caller's reference the only way to the value? */
static bool is_alone(struct async_value *value)
{
	/* acquire: pairs with the release half of the decrement by others who had a reference; whatever they did to the
	 * value is seen */
	if (async__load_acquire(&value->refs) != 1)
		return false;
	/* A pending waiter is another way to an indirect value, counted among the owners before the producer dropped
	 * its reference. acquire: pairs with the decrement in give_up_share() of indirect.c, which comes after the
	 * waiter has made the value available and dropped its reference. */
	return !(value->flags & ASYNC_FLAG_INDIRECT) ||
	       async__load_acquire(&((struct async__indirect *)(void *)value)->owners) == 1;
}

void async_value_and_then(struct async_value *value, struct async_waiter *waiter)
{
	assert(((uintptr_t)waiter & ASYNC__STATE_BITS) == 0);
	if (ASYNC__LIKELY(is_alone(value))) {
		/* As async__waiters_add(), not even atomic: nobody else can do anything with the value. */
		uintptr_t word = value->state;
		if (!async__word_is_final(word)) {
			waiter->next = async__word_waiters(word);
			value->state = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
			return;
		}
	} else if (async__waiters_add(value, waiter)) {
		return;
	}
	waiter->run(waiter);
}

/* ---- waiters that the library allocates */

struct call {
	struct async_waiter waiter;
	const struct async_allocator *allocator;
	void (*fn)(void *ctx);
	void *ctx;
};

static void run_call(struct async_waiter *waiter)
{
	struct call call = *(struct call *)waiter;
	async_free(call.allocator, waiter, sizeof call, _Alignof(struct call));
	call.fn(call.ctx);
}

enum async_status async_value_and_then_call(struct async_value *value, void (*fn)(void *ctx), void *ctx)
{
	if (async_value_is_available(value)) {
		fn(ctx);
		return ASYNC_OK;
	}
	const struct async_allocator *allocator = async__or_system(value->allocator);
	struct call *call = async_alloc(allocator, sizeof *call, _Alignof(struct call));
	if (!call)
		return ASYNC_E_NOMEM;
	*call = (struct call){ { NULL, run_call }, allocator, fn, ctx };
	async_value_and_then(value, &call->waiter);
	return ASYNC_OK;
}

/* Waits for one value after the other: a single waiter is enough, and no counter. */
struct gathering {
	struct async_waiter waiter;
	const struct async_allocator *allocator;
	void (*fn)(void *ctx);
	void *ctx;
	size_t next, count; /* values before `next` are available or being waited for; those from it on are retained */
	struct async_value *values[];
};

static size_t gathering_size(size_t count)
{
	return sizeof(struct gathering) + count * sizeof(struct async_value *);
}

/* Takes place in the thread that completes one of the values, so the others need references that belong to no
 * thread. */
static void gather(struct async_waiter *waiter)
{
	struct gathering *all = (struct gathering *)waiter;
	while (all->next < all->count) {
		struct async_value *value = all->values[all->next++];
		/* the waiter may run in another thread before add() returns true: *all is not ours any more then */
		bool added = async__waiters_add(value, waiter);
		async_value_release(value); /* not the last one: the values are borrowed */
		if (added)
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
	if (count == 0) {
		fn(ctx);
		return ASYNC_OK;
	}
	if (count > (SIZE_MAX - sizeof(struct gathering)) / sizeof(struct async_value *))
		return ASYNC_E_NOMEM;
	allocator = async__or_system(allocator);
	struct gathering *all = async_alloc(allocator, gathering_size(count), _Alignof(struct gathering));
	if (!all)
		return ASYNC_E_NOMEM;
	all->waiter = (struct async_waiter){ NULL, gather };
	all->allocator = allocator;
	all->fn = fn;
	all->ctx = ctx;
	all->next = 0;
	all->count = count;
	for (size_t i = 0; i < count; i++)
		all->values[i] = async_value_retain(values[i]);
	gather(&all->waiter);
	return ASYNC_OK;
}
