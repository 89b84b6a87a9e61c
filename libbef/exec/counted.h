/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions that count operands. Each heap register owns one reference per use that is still to come. */
#ifndef BEF_EXEC_COUNTED_H
#define BEF_EXEC_COUNTED_H

#include "frame.h"

/* Starts an execution. The frame has one token, the caller's, who takes the results from it and gives the token back.
 * NULL when out of memory. */
struct bef__frame *bef__execute_counted(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments);

/* Goes on with an execution that has left the plan, in its frame on the heap. The token is the caller's, as above. */
void bef__continue_counted(struct bef__frame *frame, struct async_value *const *arguments);

#endif
