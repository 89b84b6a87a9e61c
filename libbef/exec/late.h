/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Late parts of kernels on their way to the queue, several at a time. */
#ifndef BEF_EXEC_LATE_H
#define BEF_EXEC_LATE_H

#include "run.h"

/* Maximum number of late parts per call of the queue. */
enum { BEF__BATCH_SIZE = 32 };

/* Late parts that one thread has not added to the queue yet: few at first, so that other threads start early. */
struct bef__batch {
	void (*run)(void *ctx);   /* the task; its argument is the node */
	uint32_t first, last, count;
	uint32_t most;            /* number that may wait here */
	kernels_frame_fn kernel;  /* of all of them */
};

/* Adds a kernel for which bef__run_kernel() returned false. One that may block goes to the queue at once. */
void bef__batch_add(struct bef__frame *frame, struct bef__batch *batch, uint32_t number);
/* Removes the first one; there is one. */
uint32_t bef__batch_take(struct bef__frame *frame, struct bef__batch *batch);
/* Gives all of them to the queue; there is at least one. */
void bef__batch_send(struct bef__frame *frame, struct bef__batch *batch);

#endif
