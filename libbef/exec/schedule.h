/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs counted frames: assigns kernels to threads. */
#ifndef BEF_EXEC_SCHEDULE_H
#define BEF_EXEC_SCHEDULE_H

#include "frame.h"

/* While this many lists wait in queues, further lists stay in the thread that created them. A queue of one thread gets
 * more, since it must run streams in TFRT's order. */
enum { BEF__FEW_WAITING = 8, BEF__MANY_WAITING = 256, BEF__WAITING_PER_THREAD = 4 };

bool bef__saturated_(uint32_t waiting, const struct async_request *request);

/* True if enough lists wait in queues to keep the threads busy: more would only use memory. */
static inline bool bef__saturated(const struct bef_file *file, const struct async_request *request)
{
	uint32_t waiting = __atomic_load_n(&file->waiting, __ATOMIC_RELAXED); /* relaxed: a hint */
	if (waiting < BEF__FEW_WAITING || waiting >= BEF__MANY_WAITING)
		return waiting >= BEF__MANY_WAITING;
	return bef__saturated_(waiting, request);
}

/* Both distribute the arguments, which are in their registers, and run the ready kernels; the second in a task of the
 * queue, with a separate token. */
void bef__start(struct bef__frame *frame);
void bef__start_as_task(struct bef__frame *frame);

/* Continues after the first frame->done kernels of the plan, whose results are in their registers. */
void bef__start_behind_plan(struct bef__frame *frame);

#endif
