/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state word of values and its last change. DESIGN.md describes the layers and the invariants.
 *
 * The word `state` has the enum async_state in its two low bits. Above them it has
 * 	while unavailable: the list of waiters, newest first, and the bit ASYNC__RESERVED;
 * 	in ERROR:          the error, of which the value owns one reference, and the bit ASYNC__CONSUMED;
 * 	in AVAILABLE:      nothing.
 * So an error needs no room in the payload, and async_value_error() is one load. A value in ERROR is always of kind
 * CONCRETE: the kind of an indirect value is changed just before the word. */
#ifndef ASYNC_SRC_VALUE_PRIVATE_H
#define ASYNC_SRC_VALUE_PRIVATE_H

#include "atomics.h"
#include "waiters.h"
#include <async/value.h>

#define ASYNC__STATE_BITS ((uintptr_t)3)

/* While unavailable: an emplace has reserved the right to write the payload, so that two of them never write the same
 * memory. Waiters are aligned to 4 only where pointers have 32 bits: there the mark is ASYNC__KIND_RESERVED. */
#if UINTPTR_MAX > UINT32_MAX
#define ASYNC__RESERVED ((uintptr_t)4)
#else
#define ASYNC__RESERVED ((uintptr_t)0)
#endif
#define ASYNC__TAG_BITS (ASYNC__STATE_BITS | ASYNC__RESERVED)

/* In ERROR: the payload that was constructed in the storage has been destroyed. Errors are aligned to 8 everywhere. */
#define ASYNC__CONSUMED ((uintptr_t)4)

/* Marks in `kind` of an unavailable concrete value; everything but ASYNC_INDIRECT is concrete. */
#define ASYNC__KIND_STORAGE 2u  /* the storage was handed out: set_available() passes a payload in it */
#define ASYNC__KIND_RESERVED 4u /* see ASYNC__RESERVED */
#define ASYNC__KIND_DEAD 8u     /* destroyed, in the contract mode: see async__retire() */

static inline struct async_waiter *async__word_waiters(uintptr_t word)
{
	return (struct async_waiter *)(word & ~ASYNC__TAG_BITS);
}

static inline struct async_error *async__word_error(uintptr_t word)
{
	return (struct async_error *)(word & ~(ASYNC__STATE_BITS | ASYNC__CONSUMED));
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
	assert(((uintptr_t)waiter & ASYNC__TAG_BITS) == 0);
	/* acquire, also below: pairs with the release in async__publish(); the waiter may read the payload at once */
	uintptr_t word = async__load_acquire(&value->state), with_waiter;
	do {
		if (async__word_is_final(word))
			return false;
		waiter->next = async__word_waiters(word);
		with_waiter = (uintptr_t)waiter | (word & ASYNC__TAG_BITS);
		/* release: pairs with the acquire in async__publish(); publishes *waiter */
	} while (!async__cas_weak_release_acquire(&value->state, &word, with_waiter));
	return true;
}

bool async__waiters_add(struct async_value *value, struct async_waiter *waiter); /* value.c: likewise, not inline */

/* ---- completion */

/* The last step of every completion: replaces the state word by `word`, which publishes payload, error or target, and
 * takes the waiters. *seen is a guess at the replaced word, not final and read in any memory order; afterwards it is
 * the replaced word. The caller must not access the value afterwards: another thread may have destroyed it.
 * @return false, without any change, when the state is not that of *seen any more: mostly because the value is complete.
 * This requires a compare-and-exchange: a plain exchange would temporarily show the second result to other threads. */
static inline bool async__publish(struct async_value *value, uintptr_t *seen, uintptr_t word)
{
	assert(!async__word_is_final(*seen));
	const uintptr_t state = *seen & ASYNC__STATE_BITS;
	/* release: pairs with the acquires in async_value_state() and async__push_waiter(). acquire: pairs with the
	 * release in async__push_waiter(); the waiters are read. */
	while (ASYNC__UNLIKELY(!async__cas_weak_acq_rel(&value->state, seen, word))) {
		if ((*seen & ASYNC__STATE_BITS) != state)
			return false;
	}
	return true;
}

/* value.c: async__complete() for a stack that is too deep for the waiters to nest. */
ASYNC__NOINLINE bool async__complete_deep(struct async_value *value, uintptr_t *seen, uintptr_t word);

/* value.c: runs or defers the waiters, newest first, of a value to which the caller has a reference. NULL: none. */
void async__run_waiters(struct async_value *value, struct async_waiter *newest_first);

/* Publishes `word` and runs the waiters. Safe through any reference. `seen` and the result are those of
 * async__publish(). */
static inline bool async__complete(struct async_value *value, uintptr_t *seen, uintptr_t word)
{
	if (async__waiters_are_too_deep())
		return async__complete_deep(value, seen, word);
	if (ASYNC__UNLIKELY(!async__publish(value, seen, word)))
		return false;
	if (async__word_waiters(*seen))
		async__waiters_run(async__word_waiters(*seen));
	return true;
}

/* As async__complete(), for a caller with exclusive access: no other thread can reach the value, so neither a locked
 * instruction nor an atomic access is needed. Another thread can receive the value only from this one, by means that
 * order its accesses after these. `seen` is the state word. */
static inline void async__complete_new(struct async_value *value, uintptr_t seen, uintptr_t word)
{
	struct async_waiter *waiters = async__word_waiters(seen);
	if (waiters && async__waiters_are_too_deep()) {
		async__complete_deep(value, &seen, word);
		return;
	}
	value->state = word;
	if (waiters)
		async__waiters_run(waiters);
}

/* ---- the right to complete a value
 *
 * Any number of threads may try to complete a value. What only one of them may write is claimed first: the payload by
 * async__reserve(), the target of an indirect value by async__claim_target(). */

/* Reserves the payload of a concrete value for an emplace. *seen: as in async__publish(). @return false when the value is
 * complete, has a constructed payload, or was reserved before. */
static inline bool async__reserve(struct async_value *value, uintptr_t *seen)
{
#if UINTPTR_MAX > UINT32_MAX
	/* relaxed, also below: only the thread that succeeds writes the payload, and async__publish() publishes it */
	do {
		if (ASYNC__UNLIKELY(*seen & ASYNC__TAG_BITS))
			return false;
	} while (ASYNC__UNLIKELY(!async__cas_weak_relaxed(&value->state, seen, *seen | ASYNC__RESERVED)));
	*seen |= ASYNC__RESERVED;
	return true;
#else
	uint8_t kind = async__load_relaxed(&value->kind);
	do {
		if (ASYNC__UNLIKELY((*seen & ASYNC__STATE_BITS) || (kind & ASYNC__KIND_RESERVED)))
			return false;
	} while (ASYNC__UNLIKELY(!async__cas_weak_relaxed(&value->kind, &kind, (uint8_t)(kind | ASYNC__KIND_RESERVED))));
	return true;
#endif
}

/* The target of an indirect value that has failed, so that no forward can claim it: immortal, and never read. */
extern struct async_value async__no_target ASYNC__HIDDEN;

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

/* value.c: frees the memory of a value, or keeps it for a while so that a further release is detected. */
ASYNC__NOINLINE void async__free_value(struct async_value *value, size_t size, size_t align);

struct async__indirect {
	struct async_value value;
	/* owned; NULL until forwarded, &async__no_target when it has failed. The exchange that replaces NULL is the claim
	 * to complete the value; published with the waiter, or with the state */
	struct async_value *target;
	struct async_waiter waiter; /* waits for the target */
	uint32_t owners;            /* atomic: 1 for the references of the value, 1 for the pending waiter */
	struct async_request *request; /* of the pending waiter: NULL, or it is a unit of its work */
};

/* Claims the right to complete an indirect value. @return false when another call has claimed it. */
static inline bool async__claim_target(struct async__indirect *self, struct async_value *target)
{
	struct async_value *none = NULL;
	/* relaxed: the target is published with the waiter, or with the state */
	return ASYNC__LIKELY(async__cas_strong_relaxed(&self->target, &none, target));
}

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
