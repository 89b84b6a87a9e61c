/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Short cuts of executions by the plan for kernels with operands on the heap: without the tests for other modes of execution that
 * bef__run_kernel() makes in each run. make_plan.c decides which steps take them. */
#ifndef BEF_EXEC_STEP_H
#define BEF_EXEC_STEP_H

#include "frame.h"

/* Slots are converted to pointers in groups of this size, so most kernels need no loop. Lists of slots are padded with
 * zeros to a multiple of it. */
enum { BEF__SLOTS_AT_ONCE = 4 };
static_assert(BEF__MOST_LOCAL % BEF__SLOTS_AT_ONCE == 0, "room for the last few");

enum bef__step_end {
	BEF__STEP_REFUSED, /* the kernel was not called: an argument may be an error or have another type */
	BEF__STEP_DONE,
	BEF__STEP_LATE /* a result that kernels of the function use is not available */
};

/* Runs a step of kind BEF__STEP_VALUES or BEF__STEP_DIRECT. The request is not cancelled. */
enum bef__step_end bef__step_run(struct bef__frame *frame, const struct bef__step *step);

#endif
