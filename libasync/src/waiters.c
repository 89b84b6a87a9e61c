/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lists of waiters; see waiters.h. */
#include "waiters.h"
#include <assert.h>
#include <stddef.h>

ASYNC__THREAD_LOCAL struct async__nesting async__nesting;
ASYNC__THREAD_LOCAL struct async__dying async__dying;

struct async_waiter *async__waiters_reverse(struct async_waiter *waiters, struct async_waiter *behind)
{
	while (waiters) {
		struct async_waiter *next = waiters->next;
		waiters->next = behind;
		behind = waiters;
		waiters = next;
	}
	return behind;
}

void async__waiters_splice(struct async_waiter *first, struct async_waiter *last)
{
	assert(!async__nesting.spliced_first);
	async__nesting.spliced_first = first;
	async__nesting.spliced_last = last;
}

/* Returns the list to run next: the waiters that the last waiter spliced in, followed by `rest`. */
static inline struct async_waiter *take_spliced(struct async_waiter *rest)
{
	struct async_waiter *first = async__nesting.spliced_first;
	if (ASYNC__LIKELY(!first))
		return rest;
	async__nesting.spliced_first = NULL;
	async__nesting.spliced_last->next = rest;
	return first;
}

static inline void run_oldest_first(struct async_waiter *waiters)
{
	do {
		struct async_waiter *waiter = waiters;
		waiters = waiter->next;
		waiter->run(waiter);
		waiters = take_spliced(waiters);
	} while (ASYNC__UNLIKELY(waiters != NULL));
}

void async__waiters_defer(struct async_waiter *first, struct async_waiter *last)
{
	last->next = NULL;
	if (async__nesting.deferred_first)
		async__nesting.deferred_last->next = first;
	else
		async__nesting.deferred_first = first;
	async__nesting.deferred_last = last;
}

/* Takes one waiter at a time: a waiter may defer others, and if it blocks, async__waiters_enter() must find the
 * rest. */
static ASYNC__NOINLINE void run_deferred(void)
{
	struct async_waiter *waiter;
	while ((waiter = async__nesting.deferred_first) != NULL) {
		async__nesting.deferred_first = waiter->next;
		waiter->next = NULL;
		run_oldest_first(waiter);
	}
}

static inline void end_level(void)
{
	if (ASYNC__UNLIKELY(async__nesting.depth == ASYNC__DEEPEST))
		run_deferred();
	async__nesting.depth--;
}

void async__waiters_run(struct async_waiter *newest_first)
{
	struct async_waiter *waiters = newest_first;
	if (ASYNC__UNLIKELY(waiters->next != NULL)) /* a single waiter is by far the most frequent case */
		waiters = async__waiters_reverse(waiters, NULL);
	async__nesting.depth++;
	run_oldest_first(waiters);
	end_level();
}

void async__waiters_run_one(struct async_waiter *waiter)
{
	waiter->next = NULL;
	if (async__waiters_are_too_deep())
		async__waiters_defer(waiter, waiter);
	else
		async__waiters_run(waiter);
}

void async__waiters_call(void (*fn)(void *ctx), void *ctx)
{
	async__nesting.depth++;
	fn(ctx);
	end_level();
}

unsigned async__waiters_enter(void)
{
	unsigned depth = async__nesting.depth;
	if (ASYNC__UNLIKELY(async__dying.first != NULL))
		async__destroy_deferred();
	run_deferred();
	async__nesting.depth = 0;
	return depth;
}

void async__waiters_leave(unsigned depth) { async__nesting.depth = depth; }
