/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counters of the tasks of a queue, and the bits of async_trace_on_: what is to be done for tasks that are added. */
#ifndef ASYNC_SRC_TALLY_H
#define ASYNC_SRC_TALLY_H

#include "atomics.h"
#include <async/observe.h>

#define ASYNC__TRACED 1u
#define ASYNC__OBSERVED 2u
#define ASYNC__COUNTED 4u

/* All atomic and relaxed: they publish nothing. */
struct async__tally {
	uint64_t tasks, waited, longest, ran;
};

void async__tally_add(struct async__tally *tally, uint64_t waited, uint64_t ran);
void async__tally_read(struct async__tally *tally, struct async_queue_stats *out_stats);

extern const struct async_task_observer *async__observer ASYNC__HIDDEN; /* atomic */

/* A task that traces, observers or counters want to know of was added, or begins at `now`: traces show how many wait. */
void async__trace_added(void);
void async__trace_began(uint64_t now);
/* It will not run. */
void async__trace_refused(void);

/* Sets or clears a bit. */
void async__trace_switch(uint32_t bit, bool on);

#endif
