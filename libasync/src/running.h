/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The queues whose tasks this thread is running, innermost first: a task may await on another queue, which then runs
 * its tasks in this thread. Queues use this list for is_worker() and to detect a task that waits for its own queue. */
#ifndef ASYNC_SRC_RUNNING_H
#define ASYNC_SRC_RUNNING_H

#include "atomics.h"
#include "misuse_private.h"
#include <stdbool.h>
#include <stddef.h>

/* On the stack of the thread, or in memory that only the thread uses, from begin() to end(). */
struct async__running {
	const void *queue; /* the queue, or its pool of blocking threads; only compared */
	const struct async__running *outer;
};
extern ASYNC__THREAD_LOCAL const struct async__running *async__running ASYNC__HIDDEN;

static inline void async__running_begin(struct async__running *record, const void *queue)
{
	*record = (struct async__running){ queue, async__running };
	async__running = record;
}

static inline void async__running_end(const struct async__running *record) { async__running = record->outer; }

/* Is this thread running a task of `queue`? */
static inline bool async__is_running(const void *queue)
{
	const struct async__running *record = async__running;
	while (record && record->queue != queue)
		record = record->outer;
	return record != NULL;
}

/* Reports that a task has called `function` on its own queue. */
void async__report_wait_in_task(const char *function, const void *queue);

#endif
