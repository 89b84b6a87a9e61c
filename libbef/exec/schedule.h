/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs counted frames: assigns kernels to threads. */
#ifndef BEF_EXEC_SCHEDULE_H
#define BEF_EXEC_SCHEDULE_H

#include "frame.h"

/* True if enough lists wait in queues to keep the threads busy: more would only use memory. */
bool bef__saturated(const struct bef_file *file, const struct async_request *request);

/* Both distribute the arguments, which are in their registers, and run the ready kernels; the second in a task of the
 * queue, with a separate token. */
void bef__start(struct bef__frame *frame);
void bef__start_as_task(struct bef__frame *frame);

/* Continues after the first frame->done kernels of the plan, whose results are in their registers. */
void bef__start_behind_plan(struct bef__frame *frame);

#endif
