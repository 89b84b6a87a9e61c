/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of waiters, and how they run: in order, and without growing the stack beyond a bound. The lowest layer of values:
 * nothing here knows what a value is. */
#ifndef ASYNC_SRC_WAITERS_H
#define ASYNC_SRC_WAITERS_H

#include "atomics.h"
#include <async/value.h>

/* Completions nested deeper than this defer their waiters. */
#define ASYNC__DEEPEST 64u

/* What a thread that runs waiters has still to run. */
struct async__nesting {
	unsigned depth; /* completions on the stack of this thread that are running waiters */
	struct async_waiter *spliced_first, *spliced_last;   /* run as soon as the current waiter returns */
	struct async_waiter *deferred_first, *deferred_last; /* empty unless depth >= ASYNC__DEEPEST */
};
extern ASYNC__THREAD_LOCAL struct async__nesting async__nesting ASYNC__HIDDEN;

/* Reverses a list and puts it before `behind`. Lists are newest first in a state word and oldest first when they run. */
struct async_waiter *async__waiters_reverse(struct async_waiter *waiters, struct async_waiter *behind);

/* Runs waiters, newest first and at least one, in the order in which they were added. */
void async__waiters_run(struct async_waiter *newest_first);

/* For a waiter that was resolved into others: has the list first..last run as soon as the current waiter returns, before
 * those behind it. Called once by a waiter at most, from its run(). A chain of indirect values, of any length, takes no
 * stack that way. */
void async__waiters_splice(struct async_waiter *first, struct async_waiter *last);

/* True when waiters are to be deferred: they would nest too deep on this stack. */
static inline bool async__waiters_are_too_deep(void) { return ASYNC__UNLIKELY(async__nesting.depth >= ASYNC__DEEPEST); }

/* Has the list first..last, oldest first, run by the outermost completion that still may nest. */
void async__waiters_defer(struct async_waiter *first, struct async_waiter *last);

/* Around a call that blocks this thread: enter() runs the deferred waiters of completions further out on the stack and
 * lets nested completions start afresh; leave() takes what enter() returned. */
unsigned async__waiters_enter(void);
void async__waiters_leave(unsigned depth);

#endif
