/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indirect values: forward to a value that is determined later.
 *
 * An indirect value owns its target, and the target's list of waiters points back to the indirect value. If both were references, they
 * would form a cycle that is never freed. So the back pointer is weak: the waiter inside the indirect value owns a share of the memory
 * (`owners`), not a reference. When the target completes, the waiter tries to get a reference; if the count is 0, it only releases its
 * share of the memory.
 *
 * So the count must become 0 when the last reference is released while the waiter may still run; see async_value_release_indirect_(). */
#include "allocator_private.h"
#include "cached.h"
#include "value_private.h"
#include <async/error.h>
#include <async/request.h>

static_assert(offsetof(struct async__indirect, target) == sizeof(struct async_value),
	"async_value_slot_() finds the target");

static struct async__indirect *indirect_of(struct async_waiter *waiter)
{
	return (struct async__indirect *)(void *)((char *)waiter - offsetof(struct async__indirect, waiter));
}

#define INDIRECT_CLASS ((sizeof(struct async__indirect) - 1) / ASYNC__CACHED_GRAIN)

static struct async_value *init(
	struct async__indirect *self, const struct async_allocator *allocator, async_type_id type)
{
	self->value = (struct async_value){ 1, type, ASYNC_INDIRECT, ASYNC_FLAG_INDIRECT, ASYNC_UNCONSTRUCTED,
		allocator };
	self->target = NULL;
	self->owners = 1;
	return &self->value;
}

static ASYNC__NOINLINE struct async_value *create_slow(const struct async_allocator *allocator, async_type_id type)
{
	allocator = async__or_system(allocator);
	struct async__indirect *self = async_alloc(allocator, sizeof *self, _Alignof(struct async__indirect));
	return self ? init(self, allocator, type) : NULL;
}

struct async_value *async_value_create_indirect(const struct async_allocator *allocator, async_type_id type)
{
	struct async__indirect *self;
	if (ASYNC__UNLIKELY(allocator != &async__cached || !(self = async__cached_pop(INDIRECT_CLASS))))
		return create_slow(allocator, type);
	return init(self, allocator, type);
}

static inline void free_indirect(struct async__indirect *self)
{
	if (ASYNC__UNLIKELY(self->value.allocator != &async__cached || !async__cached_push(INDIRECT_CLASS, self)))
		async__free_value(&self->value, sizeof *self, _Alignof(struct async__indirect));
}

static void give_up_share(struct async__indirect *self)
{
	/* acquire: pairs with the release half of the decrement by the other owner, whose use is over. If the count is
	 * 1, the caller is the only owner: only forward() adds an owner, and its caller has a reference, owned or borrowed, whose share
	 * is counted. */
	if (async__load_acquire(&self->owners) == 1 || async__sub_acq_rel(&self->owners, 1) == 1)
		free_indirect(self);
}

/* Adds a reference while the waiters run, unless the count is 0. The caller has a share of the memory, so the count is readable even if
 * it is 0. Borrowed references do not matter, because their owners are counted. */
static bool try_retain(struct async_value *value)
{
	uint32_t refs = async__load_relaxed(&value->refs);
	do {
		if (refs == 0)
			return false;
		/* acquire: pairs with the release in async__cancel_dropped(); the state is final if that was first */
	} while (!async__cas_weak_acquire(&value->refs, &refs, refs + ASYNC__RUNNING));
	return true;
}

/* Prepares completion from the target, which is complete. The value that holds the payload becomes the target, so that
 * neither reading nor dropping ever follows a chain. @return the state word to publish. */
static uintptr_t resolve(struct async__indirect *self)
{
	struct async_value *target = async__load_relaxed(&self->target), *holder = async_value_target(target);
	uintptr_t word = ASYNC_AVAILABLE;
	if (async_value_is_error(holder)) {
		word = async__error_word(async_error_retain(async_value_error(holder)));
		/* relaxed, also below: published with the state; a call that has lost may still compare it */
		async__store_relaxed(&self->target, &async__no_target);
		/* relaxed: as above; a release may look for ASYNC__KIND_DEAD */
		async__store_relaxed(&self->value.kind, (uint8_t)ASYNC_CONCRETE);
	} else if (holder == target) {
		return word;
	} else {
		async__store_relaxed(&self->target, async_value_retain(holder));
	}
	async_value_release(target);
	return word;
}

/* The waiter has run. */
static void end_waiter(struct async__indirect *self)
{
	struct async_request *request = self->request;
	give_up_share(self);
	if (ASYNC__UNLIKELY(request != NULL))
		async_request_end_work(request); /* last: a waiter may destroy the allocator */
}

/* Runs after the waiters of an indirect value: releases the reference that kept it alive while they ran. */
static void after_waiters(struct async_waiter *waiter)
{
	struct async__indirect *self = indirect_of(waiter);
	async_value_release_n(&self->value, ASYNC__RUNNING);
	end_waiter(self);
}

/* The target is complete. The value's own waiters run next, in place of this one. */
static void target_ready(struct async_waiter *waiter)
{
	struct async__indirect *self = indirect_of(waiter);
	if (!try_retain(&self->value)) {
		end_waiter(self);
		return;
	}
	waiter->run = after_waiters;
	waiter->next = NULL;
	uintptr_t seen = async__load_relaxed(&self->value.state); /* relaxed: a guess for async__publish() */
	/* If the state is final, the value was dropped and has failed, and a waiter has retained it. */
	if (!async__word_is_final(seen) && async__publish(&self->value, &seen, resolve(self)) &&
		async__word_waiters(seen))
		async__waiters_splice(async__waiters_reverse(async__word_waiters(seen), waiter), waiter);
	else
		after_waiters(waiter);
}

/* Waits for the target; `request`: NULL, or the waiter becomes a unit of its work. @return 0, or the state word to publish when the
 * target is complete. */
static ASYNC__NOINLINE uintptr_t await_target(
	struct async__indirect *self, struct async_value *target, struct async_request *request)
{
	self->waiter.run = target_ready;
	self->request = request;
	if (request)
		async_request_begin_work(request);
	/* relaxed: no other thread reads this before the waiter is published, which has release order */
	async__store_relaxed(&self->owners, 2);
	if (async__waiters_add(target, &self->waiter))
		return 0;
	async__store_relaxed(&self->owners, 1); /* relaxed: it was not published */
	if (request)
		async_request_end_work(request); /* the caller is another unit */
	return resolve(self);
}

static ASYNC__NOINLINE void forward_slow(
	struct async__indirect *self, struct async_value *target, struct async_request *request)
{
	uintptr_t word = await_target(self, target, request);
	uintptr_t seen = async__load_relaxed(&self->value.state); /* relaxed: a guess */
	if (word)
		async__complete(&self->value, &seen, word);
}

/* An available target that holds the payload needs no waiter. acquire: as in async_value_state() */
static inline bool holds_payload(struct async_value *target)
{
	return ASYNC__LIKELY(async__load_acquire(&target->state) == ASYNC_AVAILABLE && target->kind != ASYNC_INDIRECT);
}

/* @return false, after the target was released, when the value has a target or is complete. Otherwise only the caller, and later only
 *         the target, may complete it. */
static inline bool set_target(struct async__indirect *self, struct async_value *target)
{
	assert((self->value.flags & ASYNC_FLAG_INDIRECT) && &self->value != target);
	if (async__claim_target(self, target))
		return true;
	async_value_release(target);
	return false;
}

static inline bool forward(struct async_value *indirect, struct async_value *target, struct async_request *request)
{
	struct async__indirect *self = (struct async__indirect *)(void *)indirect;
	if (ASYNC__UNLIKELY(!set_target(self, target)))
		return false;
	if (holds_payload(target)) {
		uintptr_t seen = async__load_relaxed(&indirect->state); /* relaxed: a guess for async__publish() */
		async__complete(indirect, &seen, ASYNC_AVAILABLE);
	} else {
		forward_slow(self, target, request);
	}
	return true;
}

bool async_value_try_forward(struct async_value *indirect, struct async_value *target)
{
	return forward(indirect, target, NULL);
}

void async_value_forward(struct async_value *indirect, struct async_value *target)
{
	if (ASYNC__UNLIKELY(!forward(indirect, target, NULL)))
		async__refuse("async_value_forward", indirect);
}

void async_request_forward(struct async_request *request, struct async_value *indirect, struct async_value *target)
{
	if (ASYNC__UNLIKELY(!forward(indirect, target, request)))
		async__refuse("async_request_forward", indirect);
}

void async_value_forward_new(struct async_value *indirect, struct async_value *target)
{
	struct async__indirect *self = (struct async__indirect *)(void *)indirect;
	async__assert_exclusive(indirect);
	assert((indirect->flags & ASYNC_FLAG_INDIRECT) && indirect != target);
	if (ASYNC__UNLIKELY(self->target != NULL)) {
		async_value_release(target);
		async__refuse("async_value_forward_new", indirect);
		return;
	}
	self->target = target;
	if (holds_payload(target))
		async__complete_new(indirect, indirect->state, ASYNC_AVAILABLE);
	else
		forward_slow(self, target, NULL); /* the target may be shared */
}

/* Marks the caller's reference as not counting for uniqueness, unless it is the only reference. Called before the value can become
 * available, so no thread sees it available with a reference that is about to be released.
 * @return the number of references to release. */
static uint32_t leave(struct async_value *value)
{
	/* acquire: as for the only holder in async_value_forward_last() */
	if (async__load_acquire(&value->refs) == 1)
		return 1;
	/* relaxed: async__publish() has release order for those that see the value available */
	async__add_relaxed(&value->refs, ASYNC__LEAVING - 1);
	return ASYNC__LEAVING;
}

void async_request_forward_last(struct async_request *request, struct async_value *indirect, struct async_value *target)
{
	struct async__indirect *self = (struct async__indirect *)(void *)indirect;
	uintptr_t seen = async__load_relaxed(&indirect->state); /* relaxed: a guess for async__publish() */
	struct async_waiter *waiters = NULL;
	uint32_t own = 1;
	if (ASYNC__LIKELY(set_target(self, target))) {
		own = leave(indirect);
		const uintptr_t word = holds_payload(target) ? ASYNC_AVAILABLE : await_target(self, target, request);
		if (!word)
			; /* target_ready() publishes it */
		else if (async__waiters_are_too_deep())
			async__complete_deep(indirect, &seen, word);
		else if (!async__word_is_final(seen) && async__publish(indirect, &seen, word))
			waiters = async__word_waiters(seen);
	} else {
		async__refuse("async_value_forward_last", indirect);
	}
	/* acquire: pairs with the release of the others. The only holder keeps the value for the waiters. */
	bool only = async__load_acquire(&indirect->refs) == own;
	if (!only)
		async_value_release_n(indirect, own);
	if (waiters)
		async__waiters_run(waiters);
	if (only)
		async_value_release_n(indirect, own);
}

void async_value_forward_last(struct async_value *indirect, struct async_value *target)
{
	async_request_forward_last(NULL, indirect, target);
}

/* Destroys a value without references. @return its target if that must be destroyed next, or NULL. */
static struct async_value *destroy_one(struct async_value *value)
{
	struct async__indirect *self = (struct async__indirect *)(void *)value;
	struct async_value *target = self->target;
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: the last holder acquired everything */
	self->target = &async__no_target; /* a waiter of a dropped value may retain it */
	if (!async__word_is_final(word) && async__word_waiters(word)) {
		if (async__cancel_dropped(value)) {
			async_error_release(async__word_error(async__load_relaxed(&value->state)));
			give_up_share(self);
		}
	} else {
		if ((word & ASYNC__STATE_BITS) == ASYNC_ERROR)
			async_error_release(async__word_error(word));
		give_up_share(self);
	}
	return target && async__drop(target) ? target : NULL;
}

/* In a loop: a chain of indirect values takes no stack. */
static ASYNC__NOINLINE void destroy(struct async_value *value)
{
	while (value) {
		value = destroy_one(value);
		if (value && !(value->flags & ASYNC_FLAG_INDIRECT)) {
			async_value_destroy_(value);
			return;
		}
	}
}

/* When an indirect value is AVAILABLE, try_retain() can no longer be called on it (the waiter that made it available
 * holds a reference until it returns), and the target is concrete. */
void async_value_release_indirect_(struct async_value *value, uint32_t n)
{
	struct async__indirect *self = (struct async__indirect *)(void *)value;
	/* acquire: pairs with the exchange that made it available; publishes the target */
	bool is_done = async__load_acquire(&value->state) == ASYNC_AVAILABLE;
	/* acquire, acq_rel: as in async_value_release_n(); the load only for values that are done */
	if (!(is_done && async__load_acquire(&value->refs) == n)) {
		/* relaxed: only of interest after the end, which this reference rules out if there is no misuse */
		const bool is_dead = async__load_relaxed(&value->kind) == ASYNC__KIND_DEAD;
		uint32_t refs = ASYNC__UNLIKELY(is_dead) ? 0 : async__sub_acq_rel(&value->refs, n);
		if (ASYNC__UNLIKELY(refs < n))
			async_value_released_too_often_(value, n);
		if (refs != n)
			return;
	}
	/* acquire: as in give_up_share() */
	if (!is_done || async__load_acquire(&self->owners) != 1) {
		destroy(value);
		return;
	}
	struct async_value *target = self->target;
	free_indirect(self);
	async_value_release(target);
}
