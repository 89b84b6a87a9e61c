/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values: creation, inspection and destruction. Completion is in complete.c, indirect values are in indirect.c. */
#include "allocator_private.h"
#include "cached.h"
#include "misuse_private.h"
#include "payload_private.h"
#include <async/error.h>

static_assert(sizeof(void *) != 8 || sizeof(struct async_value) == 24, "an int32 value is meant to take 28 bytes");

struct async_value async__no_target = { 1, ASYNC_TYPE_NONE, ASYNC_CONCRETE, ASYNC_FLAG_IMMORTAL, ASYNC_AVAILABLE,
	NULL };
struct async_value async_chain_value = { 1, ASYNC_TYPE_CHAIN, ASYNC_CONCRETE, ASYNC_FLAG_IMMORTAL, ASYNC_AVAILABLE,
	NULL };

static struct async_value *create(const struct async_allocator *allocator, async_type_id id, uintptr_t word)
{
	const struct async_type *type = async__type(id);
	allocator = async__or_system(allocator);
	struct async_value *value = async__quick_alloc(allocator, async__block_size(type), async__block_align(type));
	if (value)
		async__value_init(value, id, 0, word, allocator);
	return value;
}

/* The functions below create and drop values of plain scalars from the cached allocator without a call, and hence
 * without saving registers. They delegate all other cases to another function. */
#define QUICK_CLASS 1u
#define QUICK_SIZE 32u /* any size of the class */
static_assert((17 - 1) / ASYNC__CACHED_GRAIN == QUICK_CLASS && (QUICK_SIZE - 1) / ASYNC__CACHED_GRAIN == QUICK_CLASS,
	"one class");

static ASYNC__NOINLINE struct async_value *create_slow(const struct async_allocator *allocator, async_type_id id)
{
	size_t plain = async__plain_block(id);
	if (ASYNC__UNLIKELY(!plain || !allocator))
		return create(allocator, id, ASYNC_UNCONSTRUCTED);
	struct async_value *value = async_alloc(allocator, plain, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL))
		async__value_init(value, id, 0, ASYNC_UNCONSTRUCTED, allocator);
	return value;
}

struct async_value *async_value_create(const struct async_allocator *allocator, async_type_id id)
{
	struct async_value *value;
	if (ASYNC__UNLIKELY(
		    allocator != &async__cached || !async__is_quick(id) || !(value = async__cached_pop(QUICK_CLASS))))
		return create_slow(allocator, id);
	async__value_init(value, id, ASYNC_FLAG_QUICK, ASYNC_UNCONSTRUCTED, allocator);
	return value;
}

static ASYNC__NOINLINE struct async_value *create_available(const struct async_allocator *allocator, async_type_id id,
	void *payload)
{
	size_t plain = async__plain_block(id);
	struct async_value *value;
	if (ASYNC__LIKELY(allocator == &async__cached && async__is_quick(id)) && (value = async__cached_pop(QUICK_CLASS))) {
		async__value_init(value, id, ASYNC_FLAG_QUICK, ASYNC_AVAILABLE, allocator);
		async__copy_payload(value + 1, payload, plain - sizeof *value);
		return value;
	}
	if (ASYNC__UNLIKELY(!plain || !allocator)) {
		value = create(allocator, id, ASYNC_AVAILABLE);
		if (value)
			async__move_payload(value, payload);
		return value;
	}
	value = async_alloc(allocator, plain, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL)) {
		async__value_init(value, id, 0, ASYNC_AVAILABLE, allocator);
		async__copy_payload(value + 1, payload, plain - sizeof *value);
	}
	return value;
}

/* Header and payload of a value of four bytes, the most frequent one. */
#define SMALL_BLOCK (sizeof(struct async_value) + 4)

/* A plain payload of four bytes, from any allocator. */
static ASYNC__NOINLINE struct async_value *create_small(const struct async_allocator *allocator, async_type_id id,
	const void *payload)
{
	int32_t bits;
	memcpy(&bits, payload, sizeof bits);
	allocator = async__or_system(allocator);
	struct async_value *value = async_alloc(allocator, SMALL_BLOCK, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL)) {
		async__value_init(value, id, 0, ASYNC_AVAILABLE, allocator);
		memcpy(value + 1, &bits, sizeof bits);
	}
	return value;
}

struct async_value *async_value_create_available(
	const struct async_allocator *allocator, async_type_id id, void *payload)
{
	struct async_value *value;
	if (ASYNC__UNLIKELY(async__plain_block(id) != SMALL_BLOCK))
		return create_available(allocator, id, payload);
	if (ASYNC__UNLIKELY(allocator != &async__cached || !(value = async__cached_pop(QUICK_CLASS))))
		return create_small(allocator, id, payload);
	async__value_init(value, id, ASYNC_FLAG_QUICK, ASYNC_AVAILABLE, allocator);
	memcpy(value + 1, payload, 4);
	return value;
}

struct async_value *async_value_create_error(const struct async_allocator *allocator, struct async_error *error)
{
	struct async_value *value;
	if (ASYNC__LIKELY(allocator == &async__cached && (value = async__cached_pop(QUICK_CLASS)) != NULL)) {
		async__value_init(value, ASYNC_TYPE_NONE, ASYNC_FLAG_QUICK, async__error_word(error), allocator);
		return value;
	}
	value = create(allocator, ASYNC_TYPE_NONE, async__error_word(error));
	if (!value)
		async_error_release(error);
	return value;
}

struct async_value *async_chain_create(const struct async_allocator *allocator)
{
	return async_value_create(allocator, ASYNC_TYPE_CHAIN);
}

/* ---- inspection */

async_type_id async_value_type(const struct async_value *value)
{
	switch (async_value_state(value)) {
	case ASYNC_ERROR:
		return ASYNC_TYPE_NONE;
	case ASYNC_AVAILABLE:
		return async_value_target((struct async_value *)(uintptr_t)value)->type;
	default:
		return value->type; /* must not read the kind, which fail() may be changing */
	}
}

void *async_value_payload_aligned_(struct async_value *concrete)
{
	return async__payload(concrete, async__type(concrete->type));
}

struct async_error *async_value_error(const struct async_value *value)
{
	/* acquire: pairs with the exchange in async__complete(); publishes the error */
	uintptr_t word = async__load_acquire(&value->state);
	assert((word & ASYNC__STATE_BITS) == ASYNC_ERROR);
	return async__word_error(word);
}

bool async_value_is_unique(const struct async_value *value)
{
	if (async_value_state(value) != ASYNC_AVAILABLE)
		return false;
	for (;; value = async__load_relaxed(async_value_slot_(value))) { /* relaxed: as in async_value_target() */
		/* acquire: pairs with the decrement by which another holder released its reference; its reads are over.
		 * Borrowed references are not counted: only the caller knows whether another thread borrows its own. */
		if ((value->flags & ASYNC_FLAG_IMMORTAL) || (async__load_acquire(&value->refs) & ~ASYNC__PASSING) != 1)
			return false;
		if (value->kind != ASYNC_INDIRECT)
			return true;
	}
}

/* ---- waiters */

bool async__waiters_add(struct async_value *value, struct async_waiter *waiter)
{
	return async__push_waiter(value, waiter);
}

/* Follows the deferred waiters of a value in the list and keeps the value until they have run. */
struct hold {
	struct async_waiter waiter;
	struct async_value *value; /* owns a reference */
};

static void end_hold(struct async_waiter *waiter)
{
	struct async_value *value = ((struct hold *)waiter)->value;
	async_free(async__or_system(value->allocator), waiter, sizeof(struct hold), _Alignof(struct hold));
	async_value_release(value);
}

/* If the waiters must be deferred, returns a hold that adds `references` to the value. Otherwise, and when out of
 * memory, returns NULL: the waiters nest. */
static ASYNC__NOINLINE struct hold *make_hold(struct async_value *value, uint32_t references)
{
	if (!async__waiters_are_too_deep())
		return NULL;
	struct hold *hold = async_alloc(async__or_system(value->allocator), sizeof *hold, _Alignof(struct hold));
	if (hold)
		*hold = (struct hold){ { NULL, end_hold }, async_value_retain_n(value, references) };
	return hold;
}

/* Defers the waiters, followed by `hold`; if `hold` is NULL, runs them at once. */
static ASYNC__NOINLINE void run_or_defer(struct hold *hold, struct async_waiter *newest_first)
{
	if (hold)
		async__waiters_defer(async__waiters_reverse(newest_first, &hold->waiter), &hold->waiter);
	else if (newest_first)
		async__waiters_run(newest_first);
}

bool async__complete_deep(struct async_value *value, uintptr_t *seen, uintptr_t word)
{
	/* Before publication: the caller may have borrowed its reference, and the owner may release it as soon as the
	 * value is complete. */
	struct hold *hold = make_hold(value, 1);
	bool done = async__publish(value, seen, word);
	run_or_defer(hold, done ? async__word_waiters(*seen) : NULL);
	return done;
}

void async__run_waiters(struct async_value *value, struct async_waiter *newest_first)
{
	if (newest_first)
		run_or_defer(make_hold(value, 1), newest_first);
}

/* ---- destruction */

void async__destroy_payload(struct async_value *value)
{
	const struct async_type *type = async__type(value->type);
	if (!type->destroy)
		return;
	async__dying.depth++;
	type->destroy(async__payload(value, type));
	if (ASYNC__UNLIKELY(async__dying.depth == ASYNC__DEEPEST && !async__dying.draining))
		async__destroy_deferred();
	async__dying.depth--;
}

/* A destructor that releases the next value, whose destructor releases another one, would nest as deep as the list is long:
 * from a depth on, the value waits in a list of the thread, linked through the pointer of its state word, which is empty. */
static bool defer_destruction(struct async_value *value, uintptr_t word)
{
	if (ASYNC__LIKELY(async__dying.depth < ASYNC__DEEPEST) || !async__type(value->type)->destroy ||
		((word & ASYNC__STATE_BITS) != ASYNC_AVAILABLE && (word & ~ASYNC__TAG_BITS) != 0))
		return false;
	/* relaxed: no other thread has a reference */
	async__store_relaxed(&value->state, (uintptr_t)async__dying.first | (word & ASYNC__STATE_BITS));
	async__dying.first = value;
	return true;
}

void async__destroy_deferred(void)
{
	unsigned depth = async__dying.depth;
	bool draining = async__dying.draining;
	async__dying.draining = true;
	async__dying.depth = ASYNC__DEEPEST - 1; /* values that their destructors release are put on the list */
	for (struct async_value *value; (value = async__dying.first) != NULL;) {
		uintptr_t word = async__load_relaxed(&value->state); /* relaxed: of this thread only */
		async__dying.first = (struct async_value *)(word & ~ASYNC__TAG_BITS);
		async__store_relaxed(&value->state, word & ASYNC__STATE_BITS);
		async_value_destroy_(value);
	}
	async__dying.depth = depth;
	async__dying.draining = draining;
}

bool async__cancel_dropped(struct async_value *value)
{
	struct async_location nowhere = { NULL, 0 };
	struct async_error *error = async_error_create(value->allocator, ASYNC_CODE_CANCELLED, nowhere,
		"value dropped before it was available");
	struct hold *hold = make_hold(value, 0);
	value->kind = ASYNC_CONCRETE;
	/* acq_rel: as in async__publish(). No other thread can complete a value without references. */
	uintptr_t word = async__exchange_acq_rel(&value->state, async__error_word(error));
	/* release: pairs with the acquire in try_retain() of indirect.c; a thread that gets a reference there sees the
	 * final state */
	async__store_release(&value->refs, 1);
	run_or_defer(hold, async__word_waiters(word));
	return !hold && async__drop(value); /* a hold has taken the reference over */
}

ASYNC__NOINLINE void async__free_value(struct async_value *value, size_t size, size_t align)
{
	const struct async_allocator *allocator = value->allocator;
	if (async__contract_is_on()) {
		/* the flag leads the inline async_value_release() into the library */
		*value = (struct async_value){ .kind = ASYNC__KIND_DEAD, .flags = ASYNC_FLAG_INDIRECT, .allocator = allocator };
		if (async__retire(allocator, value, size, align))
			return;
	}
	async__quick_free(allocator, value, size, align);
}

void async_value_released_too_often_(struct async_value *value, uint32_t n)
{
	if (value->kind != ASYNC__KIND_DEAD)
		async__add_relaxed(&value->refs, n); /* as before the call */
	async__misuse(ASYNC_MISUSE_RELEASED_TOO_OFTEN, "async_value_release", value,
		"released more often than retained; the call does nothing");
}

static ASYNC__NOINLINE void destroy_slow(struct async_value *value)
{
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: the last holder acquired everything */
	if (value->flags == ASYNC_FLAG_QUICK && async__word_is_final(word)) {
		if ((word & ASYNC__STATE_BITS) == ASYNC_ERROR)
			async_error_release(async__word_error(word));
		async__free_value(value, QUICK_SIZE, _Alignof(struct async_value));
		return;
	}
	if (!async__word_is_final(word) && async__word_waiters(word)) {
		if ((word & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED)
			async__destroy_payload(value);
		if (!async__cancel_dropped(value))
			return; /* a waiter has retained it */
		word = async__load_relaxed(&value->state);
	}
	if (defer_destruction(value, word))
		return;
	const struct async_type *type = async__type(value->type);
	switch (word & ASYNC__STATE_BITS) {
	case ASYNC_ERROR:
		async_error_release(async__word_error(word));
		break;
	case ASYNC_UNCONSTRUCTED:
		break;
	default: async__destroy_payload(value);
	}
	async__free_value(value, async__block_size(type), async__block_align(type));
}

/* The next most frequent cases: plain values of other allocators (an available value without flags is concrete), and
 * errors of the cached allocator. */
static ASYNC__NOINLINE void destroy_other(struct async_value *value)
{
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: the last holder acquired everything */
	size_t plain = async__plain_block(value->type);
	if (ASYNC__LIKELY(word == ASYNC_AVAILABLE && plain && !value->flags)) {
		async__free_value(value, plain, _Alignof(struct async_value));
	} else if (value->flags == ASYNC_FLAG_QUICK && (word & ASYNC__STATE_BITS) == ASYNC_ERROR &&
		   async__cached_push(QUICK_CLASS, value)) {
		async_error_release(async__word_error(word));
	} else {
		destroy_slow(value);
	}
}

void async_value_destroy_(struct async_value *value)
{
	/* relaxed: the last holder acquired everything */
	if (ASYNC__UNLIKELY(value->flags != ASYNC_FLAG_QUICK || async__load_relaxed(&value->state) != ASYNC_AVAILABLE ||
			    !async__cached_push(QUICK_CLASS, value)))
		destroy_other(value);
}
