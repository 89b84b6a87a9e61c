/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that count operands. Each heap register owns one reference per remaining use. */
#ifndef BEF_EXEC_COUNTED_H
#define BEF_EXEC_COUNTED_H

#include "frame.h"

/* Runs a function, as far as that is possible at once, and gives its results to the caller.
 * @param frame  of an execution that has left the plan; NULL: the execution counts from the start
 * @param taken  only without a frame: a reference to each argument is released in every case, before kernels run */
void bef__call_counted(struct bef__frame *frame, const struct bef__function *f, struct async_request *request,
	struct async_value *const *arguments, bool taken, struct async_value **results);

#endif
