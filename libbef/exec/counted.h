/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that count operands. Each heap register owns one reference per remaining use. */
#ifndef BEF_EXEC_COUNTED_H
#define BEF_EXEC_COUNTED_H

#include "frame.h"

/* Starts an execution. The caller owns the one token of the frame, takes the results from it and releases the token.
 * `taken`: takes over a reference to each argument in every case, before kernels run. NULL when out of memory. */
struct bef__frame *bef__execute_counted(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, bool taken);

/* Continues an execution that has left the plan, in its heap frame. The caller owns the token, as above. */
void bef__continue_counted(struct bef__frame *frame, struct async_value *const *arguments);

#endif
