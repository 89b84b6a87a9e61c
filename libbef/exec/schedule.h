/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs counted frames: which kernel runs when, and in which thread. */
#ifndef BEF_EXEC_SCHEDULE_H
#define BEF_EXEC_SCHEDULE_H

#include "frame.h"

/* True if enough lists wait in queues to keep its threads busy: more would only take memory. */
bool bef__saturated(const struct bef_file *file, const struct async_request *request);

/* Hands out the arguments, which are in their registers, and runs what is ready; the second as a task of the queue,
 * with a token of its own. */
void bef__start(struct bef__frame *frame);
void bef__start_as_task(struct bef__frame *frame);

/* Goes on behind the first frame->done kernels of the plan, whose results are in their registers. */
void bef__start_behind_plan(struct bef__frame *frame);

#endif
