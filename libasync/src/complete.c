/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Completion of values. The first call wins; the others release what they bring. */
#include "misuse_private.h"
#include "payload_private.h"
#include <async/error.h>

ASYNC__NOINLINE void(async__refuse)(const char *function, const struct async_value *value)
{
	async__misuse(ASYNC_MISUSE_COMPLETED_TWICE, function, value,
		"the value already has a result; dropped the second one");
}

/* ---- payloads in the storage */

void *async_value_storage(struct async_value *value)
{
	/* In ERROR: another thread has failed the value; set_available() destroys what the caller constructs. */
	assert(!(value->flags & ASYNC_FLAG_INDIRECT) &&
		(async_value_state(value) == ASYNC_UNCONSTRUCTED || async_value_is_error(value)));
	/* relaxed: for set_available() of the same thread */
	async__store_relaxed(&value->kind, (uint8_t)(async__load_relaxed(&value->kind) | ASYNC__KIND_STORAGE));
	return async_value_payload_aligned_(value);
}

/* The value has failed while the caller constructed a payload in its storage: destroys it, once. The caller's reference
 * keeps the memory. */
static ASYNC__NOINLINE void lose_storage(struct async_value *value, bool built)
{
	const struct async_type *type = async__type(value->type);
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: final, and nothing is read through it */
	if (!built || (word & ASYNC__STATE_BITS) != ASYNC_ERROR || !type->destroy)
		return;
	if (!(async__or_relaxed(&value->state, ASYNC__CONSUMED) & ASYNC__CONSUMED))
		type->destroy(async__payload(value, type));
}

/* Was a payload constructed in the storage that is not marked in the state yet? */
static inline bool is_built(const struct async_value *value)
{
	return (async__load_relaxed(&value->kind) & ASYNC__KIND_STORAGE) != 0; /* relaxed: set by this thread */
}

bool async_value_try_set_constructed(struct async_value *value)
{
	/* relaxed, also below: only the producer, a call that fails the value, and the thread that drops the last
	 * reference depend on the bit; the payload is published with the final state, or through `refs`. */
	uintptr_t seen = async__load_relaxed(&value->state);
	do {
		if (ASYNC__UNLIKELY(seen & ASYNC__STATE_BITS)) {
			if (async__word_is_final(seen))
				lose_storage(value, is_built(value));
			return false;
		}
		/* release: pairs with the acquire in async__publish() of a call that fails the value and destroys the payload */
	} while (!async__cas_weak_release_acquire(&value->state, &seen, seen | ASYNC_CONSTRUCTED));
	return true;
}

void async_value_set_constructed(struct async_value *value)
{
	if (ASYNC__UNLIKELY(!async_value_try_set_constructed(value)))
		async__refuse("async_value_set_constructed", value);
}

/* relaxed, in the functions below: the word is a guess for async__publish(), which acquires. */

static inline bool set_available(struct async_value *value)
{
	uintptr_t seen = async__load_relaxed(&value->state);
	assert(async__word_is_final(seen) || !(value->flags & ASYNC_FLAG_INDIRECT));
	bool built = is_built(value);
	while (ASYNC__LIKELY(!async__word_is_final(seen))) {
		if (ASYNC__LIKELY(async__complete(value, &seen, ASYNC_AVAILABLE)))
			return true;
	}
	lose_storage(value, built);
	return false;
}

bool async_value_try_set_available(struct async_value *value) { return set_available(value); }

void async_value_set_available(struct async_value *value)
{
	if (ASYNC__UNLIKELY(!set_available(value)))
		async__refuse("async_value_set_available", value);
}

void async_value_set_available_new(struct async_value *value)
{
	async__assert_exclusive(value);
	if (ASYNC__UNLIKELY(async__word_is_final(value->state))) {
		lose_storage(value, is_built(value));
		async__refuse("async_value_set_available_new", value);
		return;
	}
	assert(value->kind != ASYNC_INDIRECT);
	value->kind = ASYNC_CONCRETE;
	async__complete_new(value, value->state, ASYNC_AVAILABLE);
}

/* ---- payloads that are moved in */

static inline void move_in(struct async_value *value, void *payload)
{
	size_t plain = async__plain_block(value->type);
	if (ASYNC__LIKELY(plain))
		async__copy_payload(value + 1, payload, plain - sizeof *value);
	else
		async__move_payload(value, payload);
}

/* The caller has passed ownership of its payload, so the payload is destroyed. */
static ASYNC__NOINLINE bool lose_payload(const struct async_value *value, void *payload)
{
	const struct async_type *type = async__type(value->type);
	if (type->destroy)
		type->destroy(payload);
	return false;
}

/* Payloads of sizes other than four bytes; completions on a deep stack. */
static ASYNC__NOINLINE bool emplace_slow(struct async_value *value, void *payload, uintptr_t seen)
{
	move_in(value, payload);
	if (ASYNC__LIKELY(async__complete(value, &seen, ASYNC_AVAILABLE)))
		return true;
	lose_storage(value, true); /* failed meanwhile */
	return false;
}

static inline bool emplace(struct async_value *value, void *payload)
{
	uintptr_t seen = async__load_relaxed(&value->state);
	assert(async__word_is_final(seen) || !(value->flags & ASYNC_FLAG_INDIRECT));
	if (ASYNC__UNLIKELY(!async__reserve(value, &seen)))
		return lose_payload(value, payload);
	if (ASYNC__UNLIKELY(async__plain_block(value->type) != sizeof *value + 4 || async__waiters_are_too_deep()))
		return emplace_slow(value, payload, seen);
	memcpy(value + 1, payload, 4);
	if (ASYNC__UNLIKELY(!async__publish(value, &seen, ASYNC_AVAILABLE)))
		return false;
	if (async__word_waiters(seen))
		async__waiters_run(async__word_waiters(seen));
	return true;
}

bool async_value_try_emplace(struct async_value *value, void *payload) { return emplace(value, payload); }

void async_value_emplace(struct async_value *value, void *payload)
{
	if (ASYNC__UNLIKELY(!emplace(value, payload)))
		async__refuse("async_value_emplace", value);
}

void async_value_emplace_new(struct async_value *value, void *payload)
{
	async__assert_exclusive(value);
	if (ASYNC__UNLIKELY(value->state & ASYNC__STATE_BITS)) {
		lose_payload(value, payload);
		async__refuse("async_value_emplace_new", value);
		return;
	}
	assert(value->kind != ASYNC_INDIRECT);
	value->kind = ASYNC_CONCRETE;
	move_in(value, payload);
	async__complete_new(value, value->state, ASYNC_AVAILABLE);
}

/* ---- errors */

/* The payload is destroyed after the exchange, which decides against set_available(); the reference keeps the memory, since
 * the owner of a borrowed one may release it after the exchange. */
static ASYNC__NOINLINE bool fail_constructed(struct async_value *value, uintptr_t *seen, uintptr_t word)
{
	async_value_retain(value);
	bool done = async__publish(value, seen, word | ASYNC__CONSUMED);
	if (done) {
		async__destroy_payload(value);
		async__run_waiters(value, async__word_waiters(*seen));
	}
	async_value_release(value);
	return done;
}

static bool fail(struct async_value *value, struct async_error *error)
{
	const uintptr_t word = async__error_word(error);
	uintptr_t seen = async__load_relaxed(&value->state);
	if (ASYNC__UNLIKELY(async__word_is_final(seen)))
		return false;
	if (value->flags & ASYNC_FLAG_INDIRECT) {
		if (!async__claim_target((struct async__indirect *)(void *)value, &async__no_target))
			return false;
		async__store_relaxed(&value->kind, (uint8_t)ASYNC_CONCRETE); /* as in resolve() of indirect.c */
	}
	while (!async__word_is_final(seen)) {
		if ((seen & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED ? fail_constructed(value, &seen, word)
								    : async__complete(value, &seen, word))
			return true;
	}
	return false;
}

bool async_value_try_fail(struct async_value *value, struct async_error *error)
{
	assert(error);
	if (ASYNC__LIKELY(fail(value, error)))
		return true;
	async_error_release(error);
	return false;
}

void async_value_fail(struct async_value *value, struct async_error *error)
{
	if (ASYNC__UNLIKELY(!async_value_try_fail(value, error)))
		async__refuse("async_value_fail", value);
}

/* With exclusive access. @return the word to publish; 0 when the value has a result, or a target. */
static uintptr_t prepare_failure(struct async_value *value, struct async_error *error)
{
	uintptr_t word = async__error_word(error);
	if (async__word_is_final(value->state))
		return 0;
	if (value->kind == ASYNC_INDIRECT) {
		if (*async_value_slot_(value))
			return 0;
		*async_value_slot_(value) = &async__no_target;
	} else if ((value->state & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED) {
		async__destroy_payload(value);
		word |= ASYNC__CONSUMED;
	}
	value->kind = ASYNC_CONCRETE;
	return word;
}

void async_value_fail_new(struct async_value *value, struct async_error *error)
{
	assert(error);
	async__assert_exclusive(value);
	uintptr_t word = prepare_failure(value, error);
	if (ASYNC__LIKELY(word != 0)) {
		async__complete_new(value, value->state, word);
		return;
	}
	async_error_release(error);
	async__refuse("async_value_fail_new", value);
}
