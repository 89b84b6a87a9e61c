/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How values work inside; shared by value.c, indirect.c and waiters.c.
 *
 * The word `state` has the enum async_state in its two low bits. Above them stands
 * 	while unavailable: the list of waiters, newest first;
 * 	in ERROR:          the error, of which the value owns one reference;
 * 	in AVAILABLE:      nothing.
 * So an error needs no room in the payload, and async_value_error() is one load.
 *
 * The last step of every completion is one exchange of that word: it publishes payload, error or target, and takes the
 * waiters. (A load and a store when nobody else has a reference.) A value in ERROR is always of kind CONCRETE: an
 * indirect one changes its kind just before that exchange. */
#ifndef ASYNC_SRC_VALUE_PRIVATE_H
#define ASYNC_SRC_VALUE_PRIVATE_H

#include "atomics.h"
#include <async/value.h>

#define ASYNC__STATE_BITS ((uintptr_t)3)

/* What a waiter list or an error is, read from a state word. */
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

/* Where the payload of a concrete value of this type is. */
static inline void *async__payload(struct async_value *value, const struct async_type *type)
{
	return (char *)value + async_value_offset(type->align);
}

/* Gives back one reference. @return true when it was the last: the caller must destroy the value. */
static inline bool async__drop(struct async_value *value)
{
	if (value->flags & ASYNC_FLAG_IMMORTAL)
		return false;
	/* acquire, acq_rel: as in async_value_release_n() */
	return (!(value->flags & ASYNC_FLAG_INDIRECT) && async__load_acquire(&value->refs) == 1) ||
	       async__sub_acq_rel(&value->refs, 1) == 1;
}

/* ---- waiters.c */

/* Adds a waiter. @return false, without having done so, when the value is available. */
bool async__waiters_add(struct async_value *value, struct async_waiter *waiter);

/* Makes `word` the final state and returns the waiters, in the order in which they were added, followed by `behind`. */
struct async_waiter *async__complete(struct async_value *value, uintptr_t word, struct async_waiter *behind);
/* The part of it that turns a list around. */
struct async_waiter *async__reverse(struct async_waiter *waiters, struct async_waiter *behind);

/* Runs what async__complete() returned. However deep completions are nested, the stack does not grow beyond a bound:
 * past it the waiters run when an outer call gets to them, and `value` is kept until then. */
void async__waiters_run(struct async_value *value, struct async_waiter *waiters);

/* As above for a list as it stands in the value: newest first, and not empty. */
void async__waiters_run_newest_first(struct async_value *value, struct async_waiter *waiters);

/* Both, called by the producer: no pending waiter leads back to the value, and its own reference is counted. */
static inline void async__finish(struct async_value *value, uintptr_t word)
{
	uintptr_t old;
	/* acquire: pairs with the release half of the decrement by others who had a reference; they may have added
	 * waiters. If ours is the only one nobody else can do anything with the value, nor get a reference to it: what
	 * costs a locked instruction needs none then, and is not even atomic. Whoever learns of the value later does so
	 * from us. */
	if (async__load_acquire(&value->refs) == 1) {
		old = value->state;
		value->state = word;
	} else {
		/* acq_rel: as in async__complete() */
		old = async__exchange_acq_rel(&value->state, word);
	}
	assert(!async__word_is_final(old));
	if (async__word_waiters(old))
		async__waiters_run_newest_first(value, async__word_waiters(old));
}

/* For whoever blocks this thread: waiters may be pending further out on its stack. enter() runs them and lets nested
 * completions start afresh; leave() takes what enter() returned. */
unsigned async__waiters_enter(void);
void async__waiters_leave(unsigned depth);

/* ---- indirect.c */

struct async__indirect {
	struct async_value value;
	struct async_value *target;  /* owned; NULL until forwarded. The producer's, published with the waiter */
	struct async_waiter waiter;  /* waits for the target */
	uint32_t owners;             /* atomic: 1 for the references of the value, 1 for the pending waiter */
};

/* The waiter function of indirect values. async__waiters_run() does not call it but async__indirect_ready(). */
void async__indirect_run(struct async_waiter *waiter);

/* The target of the waiter's value is complete. @return the waiters to run now, followed by `behind`. */
struct async_waiter *async__indirect_ready(struct async_waiter *waiter, struct async_waiter *behind);

/* The last reference of an indirect value is gone. @return its target if that must be destroyed in turn, or NULL. */
struct async_value *async__indirect_destroy(struct async_value *value);

/* Fails a value that was dropped while somebody waits for it, and tells them. The value has no reference when
 * this is called, one during it, and again none afterwards if it returns true: nobody kept it. */
bool async__cancel_dropped(struct async_value *value);

#endif
