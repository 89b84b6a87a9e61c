/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Work deferred until a batch of tasks of one function has run; see async_task_settle_later() in <async/queue.h>. One
 * pending settlement per thread. */
#ifndef ASYNC_SRC_SETTLE_H
#define ASYNC_SRC_SETTLE_H

#include "atomics.h"
#include <async/queue.h>

struct async__settling {
	const struct async_settlement *left; /* pending; NULL: none */
	bool open; /* the thread runs tasks of a queue that settles */
};
extern ASYNC__THREAD_LOCAL struct async__settling async__settling ASYNC__HIDDEN;

/* Runs the pending settlement. */
void async__settle(void);

/* Called before a thread sleeps, or looks for work in shared places. */
static inline void async__settle_all(void)
{
	if (ASYNC__UNLIKELY(async__settling.left != NULL))
		async__settle();
}

/* Runs a task; first runs the pending settlement unless the task has the function of that settlement. */
static inline void async__settle_and_run(struct async_task task)
{
	if (ASYNC__UNLIKELY(async__settling.left != NULL && async__settling.left->tasks != task.run))
		async__settle();
	task.run(task.ctx);
}

#endif
