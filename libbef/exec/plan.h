/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions by the plan: in an order that is known when the program is opened. */
#ifndef BEF_EXEC_PLAN_H
#define BEF_EXEC_PLAN_H

#include "frame.h"

/* Runs a function, as far as that is possible at once, for a caller at this depth: by the plan if all arguments that kernels use
 * are available and no idle thread could take a part; else by counting. */
void bef__execute(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, struct async_value **results);

#endif
