/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What tasks of one function have left to do together: see async_task_settle_later() in <async/queue.h>. One place per
 * thread. */
#ifndef ASYNC_SRC_SETTLE_H
#define ASYNC_SRC_SETTLE_H

#include "atomics.h"
#include <async/queue.h>

struct async__settling {
	const struct async_settlement *left; /* NULL: nothing */
	bool open; /* the thread runs tasks of a queue that settles */
};
extern ASYNC__THREAD_LOCAL struct async__settling async__settling ASYNC__HIDDEN;

/* Settles what is left. */
void async__settle(void);

/* Before a thread sleeps, or looks for work in places that others look at too. */
static inline void async__settle_all(void)
{
	if (ASYNC__UNLIKELY(async__settling.left != NULL))
		async__settle();
}

/* Runs a task, after what the ones before it have left, unless it is of their function. */
static inline void async__settle_and_run(struct async_task task)
{
	if (ASYNC__UNLIKELY(async__settling.left != NULL && async__settling.left->tasks != task.run))
		async__settle();
	task.run(task.ctx);
}

#endif
