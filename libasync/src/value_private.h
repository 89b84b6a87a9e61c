/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state word of values and its last change. DESIGN.md describes the layers and the invariants.
 *
 * The word `state` has the enum async_state in its two low bits. Above them it has
 * 	while unavailable: the list of waiters, newest first;
 * 	in ERROR:          the error, of which the value owns one reference;
 * 	in AVAILABLE:      nothing.
 * So an error needs no room in the payload, and async_value_error() is one load. A value in ERROR is always of kind
 * CONCRETE: the kind of an indirect value is changed just before the word. */
#ifndef ASYNC_SRC_VALUE_PRIVATE_H
#define ASYNC_SRC_VALUE_PRIVATE_H

#include "atomics.h"
#include "waiters.h"
#include <async/value.h>

#define ASYNC__STATE_BITS ((uintptr_t)3)

static inline struct async_waiter *async__word_waiters(uintptr_t word)
{
	return (struct async_waiter *)(word & ~ASYNC__STATE_BITS);
}

static inline struct async_error *async__word_error(uintptr_t word)
{
	return (struct async_error *)(word & ~ASYNC__STATE_BITS);
}

static inline uintptr_t async__error_word(struct async_error *error)
{
	return (uintptr_t)error | ASYNC_ERROR;
}

static inline bool async__word_is_final(uintptr_t word)
{
	return (word & ASYNC__STATE_BITS) >= ASYNC_AVAILABLE;
}

/* The header of a concrete value with one reference. */
static inline void async__value_init(struct async_value *value, async_type_id type, uint8_t flags,
	uintptr_t word, const struct async_allocator *allocator)
{
	*value = (struct async_value){ 1, type, ASYNC_CONCRETE, flags, word, allocator };
}

/* The address of the payload of a concrete value of this type. */
static inline void *async__payload(struct async_value *value, const struct async_type *type)
{
	return (char *)value + async_value_offset(type->align);
}

/* ---- waiting */

/* Pushes a waiter. @return false, without pushing it, when the value is complete. The value is not accessed after
 * the waiter has been published: the waiter may run, and the value be destroyed, before this returns. */
static inline bool async__push_waiter(struct async_value *value, struct async_waiter *waiter)
{
	assert(((uintptr_t)waiter & ASYNC__STATE_BITS) == 0);
	/* acquire, also below: pairs with the release in async__publish(); the waiter may read the payload at once */
	uintptr_t word = async__load_acquire(&value->state), with_waiter;
	do {
		if (async__word_is_final(word))
			return false;
		waiter->next = async__word_waiters(word);
		with_waiter = (uintptr_t)waiter | (word & ASYNC__STATE_BITS);
		/* release: pairs with the acquire in async__publish(); publishes *waiter */
	} while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
	return true;
}

bool async__waiters_add(struct async_value *value, struct async_waiter *waiter); /* value.c: likewise, not inline */

/* ---- completion */

/* The last step of every completion: replaces the state word by `word`, which publishes payload, error or target, and
 * takes the waiters. *seen is a guess at the replaced word, not final and read in any memory order; afterwards it is
 * the replaced word. The caller must not access the value afterwards: another thread may have destroyed it.
 * @return false, without any change, when the value is already complete. This requires a compare-and-exchange: a plain
 * exchange would temporarily show the second result to other threads. */
static inline bool async__publish(struct async_value *value, uintptr_t *seen, uintptr_t word)
{
	assert(!async__word_is_final(*seen));
	/* release: pairs with the acquires in async_value_state() and async__push_waiter(). acquire: pairs with the
	 * release in async__push_waiter(); the waiters are read. */
	while (ASYNC__UNLIKELY(!async__cas_weak_acq_rel(&value->state, seen, word))) {
		if (async__word_is_final(*seen))
			return false;
	}
	return true;
}

/* value.c: async__complete() for a stack that is too deep for the waiters to nest. */
ASYNC__NOINLINE bool async__complete_deep(struct async_value *value, uintptr_t seen, uintptr_t word);

/* Publishes `word` and runs the waiters. Safe through any reference. `seen` and the result are those of
 * async__publish(). */
static inline bool async__complete(struct async_value *value, uintptr_t seen, uintptr_t word)
{
	if (async__waiters_are_too_deep())
		return async__complete_deep(value, seen, word);
	if (ASYNC__UNLIKELY(!async__publish(value, &seen, word)))
		return false;
	if (async__word_waiters(seen))
		async__waiters_run(async__word_waiters(seen));
	return true;
}

/* As async__complete(), for a caller with exclusive access: no other thread can reach the value, so neither a locked
 * instruction nor an atomic access is needed. Another thread can receive the value only from this one, by means that
 * order its accesses after these. `seen` is the state word. */
static inline void async__complete_new(struct async_value *value, uintptr_t seen, uintptr_t word)
{
	struct async_waiter *waiters = async__word_waiters(seen);
	if (waiters && async__waiters_are_too_deep()) {
		async__complete_deep(value, seen, word);
		return;
	}
	value->state = word;
	if (waiters)
		async__waiters_run(waiters);
}

/* complete.c: reports a second completion, which the caller has undone. `function` is the public one, static text. */
void async__refuse(const char *function, const struct async_value *value);
#ifdef ASYNC_NO_MESSAGES
#define async__refuse(function, value) (async__refuse)("", (value))
#endif

/* ---- destruction */

/* What two references count that keep only the memory of an indirect value, and do not read the payload: that of the caller of
 * async_value_forward_last(), until that returns, and that of the library while the waiters run. There is at most one of
 * each, and other references never reach these numbers. async_value_is_unique() ignores both: whether another thread has
 * returned already is chance. */
#define ASYNC__LEAVING 0x80000000u
#define ASYNC__RUNNING 0x40000000u
#define ASYNC__PASSING (ASYNC__LEAVING | ASYNC__RUNNING)

/* Releases one reference. @return true when it was the last: the caller must destroy the value. */
static inline bool async__drop(struct async_value *value)
{
	if (value->flags & ASYNC_FLAG_IMMORTAL)
		return false;
	/* acquire, acq_rel: as in async_value_release_n() */
	return (!(value->flags & ASYNC_FLAG_INDIRECT) && async__load_acquire(&value->refs) == 1) ||
	       async__sub_acq_rel(&value->refs, 1) == 1;
}

/* value.c: fails a value that was dropped while it has waiters, and runs them. The reference count is 0 when this is
 * called, and 1 while the waiters run. @return true when it is 0 again: no waiter has retained the value. */
bool async__cancel_dropped(struct async_value *value);

/* ---- indirect values */

struct async__indirect {
	struct async_value value;
	struct async_value
		*target; /* owned; NULL until forwarded. Written by the producer, published with the waiter */
	struct async_waiter waiter; /* waits for the target */
	uint32_t owners;            /* atomic: 1 for the references of the value, 1 for the pending waiter */
};

/* The precondition of the functions whose names end in _new. */
static inline void async__assert_exclusive(const struct async_value *value)
{
	(void)value;
	assert(!(value->flags & ASYNC_FLAG_IMMORTAL));
	assert(async__load_relaxed(&value->refs) == 1);
	/* forwarded and not complete yet: the target's list of waiters leads to it */
	assert(!(value->flags & ASYNC_FLAG_INDIRECT) ||
		async__load_relaxed(&((const struct async__indirect *)(const void *)value)->owners) == 1);
}

#endif
