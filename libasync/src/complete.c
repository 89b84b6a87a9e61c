/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Completion of values by their producer. A second completion is reported and undone. */
#include "misuse_private.h"
#include "payload_private.h"
#include <async/error.h>

ASYNC__NOINLINE void(async__refuse)(const char *function, const struct async_value *value)
{
	async__misuse(ASYNC_MISUSE_COMPLETED_TWICE, function, value,
		"the value already has a result; dropped the second one");
}

/* The caller has passed ownership of its payload, so the payload is destroyed. */
static ASYNC__NOINLINE void refuse_payload(const char *function, const struct async_value *value, void *payload)
{
	const struct async_type *type = async__type(value->type);
	if (type->destroy)
		type->destroy(payload);
	async__refuse(function, value);
}

void *async_value_storage(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE && async_value_state(value) == ASYNC_UNCONSTRUCTED);
	return async_value_payload_aligned_(value);
}

void async_value_set_constructed(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE);
	/* relaxed, also below: only the producer, and a thread that drops the last reference after it, depend on the bit.
	 * Waiters may be added meanwhile, so the bit is set atomically. */
	if (ASYNC__UNLIKELY(async__load_relaxed(&value->state) & ASYNC__STATE_BITS))
		async__refuse("async_value_set_constructed", value);
	else
		async__or_relaxed(&value->state, ASYNC_CONSTRUCTED);
}

/* relaxed, in the functions below: the word is a guess for async__publish(), which acquires. Only the producer writes
 * its two low bits. */

void async_value_set_available(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE);
	uintptr_t seen = async__load_relaxed(&value->state);
	if (ASYNC__UNLIKELY(async__word_is_final(seen) || !async__complete(value, seen, ASYNC_AVAILABLE)))
		async__refuse("async_value_set_available", value);
}

void async_value_set_available_new(struct async_value *value)
{
	async__assert_exclusive(value);
	assert(value->kind == ASYNC_CONCRETE);
	if (ASYNC__UNLIKELY(async__word_is_final(value->state)))
		async__refuse("async_value_set_available_new", value);
	else
		async__complete_new(value, value->state, ASYNC_AVAILABLE);
}

static inline void move_in(struct async_value *value, void *payload)
{
	size_t plain = async__plain_block(value->type);
	if (ASYNC__LIKELY(plain))
		async__copy_payload(value + 1, payload, plain - sizeof *value);
	else
		async__move_payload(value, payload);
}

/* Payloads of sizes other than four bytes; completions on a deep stack. */
static ASYNC__NOINLINE void emplace_slow(struct async_value *value, void *payload, uintptr_t seen)
{
	move_in(value, payload);
	if (ASYNC__UNLIKELY(!async__complete(value, seen, ASYNC_AVAILABLE)))
		async__refuse(
			"async_value_emplace", value); /* completed meanwhile: *payload has been moved over the first */
}

void async_value_emplace(struct async_value *value, void *payload)
{
	assert(value->kind == ASYNC_CONCRETE);
	uintptr_t seen = async__load_relaxed(&value->state);
	if (ASYNC__UNLIKELY(seen & ASYNC__STATE_BITS)) {
		refuse_payload("async_value_emplace", value, payload);
		return;
	}
	if (ASYNC__UNLIKELY(async__plain_block(value->type) != sizeof *value + 4 || async__waiters_are_too_deep())) {
		emplace_slow(value, payload, seen);
		return;
	}
	memcpy(value + 1, payload, 4);
	if (ASYNC__UNLIKELY(!async__publish(value, &seen, ASYNC_AVAILABLE)))
		async__refuse("async_value_emplace", value); /* as above */
	else if (async__word_waiters(seen))
		async__waiters_run(async__word_waiters(seen));
}

void async_value_emplace_new(struct async_value *value, void *payload)
{
	async__assert_exclusive(value);
	assert(value->kind == ASYNC_CONCRETE);
	if (ASYNC__UNLIKELY(value->state & ASYNC__STATE_BITS)) {
		refuse_payload("async_value_emplace_new", value, payload);
		return;
	}
	move_in(value, payload);
	async__complete_new(value, value->state, ASYNC_AVAILABLE);
}

/* Prepares the value for publication with an error. @return false when the producer must not complete it. */
static bool prepare_failure(struct async_value *value, uintptr_t seen)
{
	if (async__word_is_final(seen) || (value->kind == ASYNC_INDIRECT && *async_value_slot_(value)))
		return false;
	if ((seen & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED)
		async__destroy_payload(value);
	value->kind = ASYNC_CONCRETE;
	return true;
}

void async_value_fail(struct async_value *value, struct async_error *error)
{
	assert(error);
	uintptr_t seen = async__load_relaxed(&value->state);
	if (ASYNC__LIKELY(prepare_failure(value, seen) && async__complete(value, seen, async__error_word(error))))
		return;
	async_error_release(error);
	async__refuse("async_value_fail", value);
}

void async_value_fail_new(struct async_value *value, struct async_error *error)
{
	assert(error);
	async__assert_exclusive(value);
	if (ASYNC__LIKELY(prepare_failure(value, value->state))) {
		async__complete_new(value, value->state, async__error_word(error));
		return;
	}
	async_error_release(error);
	async__refuse("async_value_fail_new", value);
}
