/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of waiters and the loop that runs them: in order, and with bounded stack use. The lowest layer of values,
 * independent of struct async_value. */
#ifndef ASYNC_SRC_WAITERS_H
#define ASYNC_SRC_WAITERS_H

#include "atomics.h"
#include <async/value.h>

/* Completions nested deeper than this defer their waiters. */
#define ASYNC__DEEPEST 64u

/* The waiters that a thread has still to run. */
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

/* Runs a waiter of a value that is complete; defers it where it would nest too deep. */
void async__waiters_run_one(struct async_waiter *waiter);

/* Calls a function that counts as one level of nesting, as a waiter does. Not to be called where waiters are too deep. */
void async__waiters_call(void (*fn)(void *ctx), void *ctx);

/* Objects whose destruction was deferred because destructors would nest too deep; one function for all of them (value.c),
 * and their list. async__waiters_enter() empties it before the thread blocks. */
struct async__dying {
	unsigned depth;            /* destructors on the stack of this thread */
	bool draining;             /* the list is being emptied further out on the stack */
	struct async_value *first; /* empty unless depth is ASYNC__DEEPEST */
};
extern ASYNC__THREAD_LOCAL struct async__dying async__dying ASYNC__HIDDEN;
void async__destroy_deferred(void);

/* Replaces the current waiter by others: the list first..last runs as soon as the current waiter returns, before the
 * waiters that follow it. A waiter calls this at most once, from its run(). So a chain of indirect values of any length
 * takes no stack. */
void async__waiters_splice(struct async_waiter *first, struct async_waiter *last);

/* True when waiters must be deferred because they would nest too deep on this stack. */
static inline bool async__waiters_are_too_deep(void) { return ASYNC__UNLIKELY(async__nesting.depth >= ASYNC__DEEPEST); }

/* Defers the list first..last, oldest first, to the outermost completion that may still nest. */
void async__waiters_defer(struct async_waiter *first, struct async_waiter *last);

/* Enclose a call that blocks this thread: enter() runs the deferred waiters of outer completions on the stack, destroys
 * the values whose destruction was deferred, and resets the depth to 0 for nested completions; leave() takes the result of enter(). */
unsigned async__waiters_enter(void);
void async__waiters_leave(unsigned depth);

#endif
