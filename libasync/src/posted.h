/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks in memory of their callers, first in, first out: see post() in <async/queue.h>. Each queue guards its list with a
 * lock; only any() may be called without it. */
#ifndef ASYNC_SRC_POSTED_H
#define ASYNC_SRC_POSTED_H

#include "atomics.h"
#include <async/queue.h>

struct async__posted {
	struct async_posted *first; /* atomic; NULL: empty */
	struct async_posted *last;  /* valid unless the list is empty */
};

static inline void async__posted_put(struct async__posted *list, struct async_posted *posted)
{
	posted->next = NULL;
	if (list->first)
		list->last->next = posted;
	else
		async__store_seq_cst(&list->first, posted); /* seq_cst: see parking.h */
	list->last = posted;
}

static inline bool async__posted_take(struct async__posted *list, struct async_task *out_task)
{
	struct async_posted *posted = list->first;
	if (!posted)
		return false;
	*out_task = posted->task;
	async__store_seq_cst(&list->first, posted->next); /* never NULL while a task is in the list */
	return true;
}

/* With the lock of the list. */
static inline size_t async__posted_count(const struct async__posted *list)
{
	size_t count = 0;
	for (const struct async_posted *posted = list->first; posted; posted = posted->next)
		count++;
	return count;
}

static inline bool async__posted_any(struct async__posted *list)
{
	return async__load_seq_cst(&list->first) != NULL; /* seq_cst: the last check of parking.h */
}

#endif
