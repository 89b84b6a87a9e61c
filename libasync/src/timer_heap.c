/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "timer_heap.h"

static bool is_before(const struct async_timer *a, const struct async_timer *b)
{
	return a->when < b->when || (a->when == b->when && a->order < b->order);
}

/* Two heaps into one; either may be NULL. */
static struct async_timer *meld(struct async_timer *a, struct async_timer *b)
{
	if (!a || !b)
		return a ? a : b;
	if (is_before(b, a)) {
		struct async_timer *swap = a;
		a = b;
		b = swap;
	}
	b->previous = a;
	b->next = a->child;
	if (a->child)
		a->child->previous = b;
	a->child = b;
	return a;
}

static struct async_timer *detach(struct async_timer *timer)
{
	timer->next = timer->previous = NULL;
	return timer;
}

/* The children of a removed timer become one heap: in pairs from the left, then all from the right. */
static struct async_timer *meld_all(struct async_timer *first)
{
	struct async_timer *pairs = NULL; /* linked by `next`, the last one first */
	while (first) {
		struct async_timer *a = first, *b = a->next;
		first = b ? b->next : NULL;
		a = meld(detach(a), b ? detach(b) : NULL);
		a->next = pairs;
		pairs = a;
	}
	struct async_timer *root = NULL;
	while (pairs) {
		struct async_timer *rest = pairs->next;
		root = meld(root, detach(pairs));
		pairs = rest;
	}
	return root;
}

struct async_timer *async__timer_heap_add(struct async_timer *root, struct async_timer *timer)
{
	timer->child = NULL;
	return meld(root, detach(timer));
}

struct async_timer *async__timer_heap_remove(struct async_timer *root, struct async_timer *timer)
{
	struct async_timer *below = meld_all(timer->child);
	timer->child = NULL;
	if (timer == root)
		return below;
	if (timer->previous->child == timer)
		timer->previous->child = timer->next;
	else
		timer->previous->next = timer->next;
	if (timer->next)
		timer->next->previous = timer->previous;
	detach(timer);
	return meld(root, below);
}
