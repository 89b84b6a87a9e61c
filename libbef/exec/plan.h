/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executions by the plan: in an order that is known when the program is opened. */
#ifndef BEF_EXEC_PLAN_H
#define BEF_EXEC_PLAN_H

#include "schedule.h"

/* May an execution begin by the plan? Requires that all arguments used by kernels are available, that there is no
 * observer, and that no idle thread could take a part. */
static inline bool bef__may_plan(
	const struct bef__function *f, struct async_request *request, struct async_value *const *arguments)
{
	const struct bef__result *results = f->kernels[0].results + 1;
	if (!f->plan || (BEF__WATCH && f->file->observer) || (f->sends && !bef__saturated(f->file, request)))
		return false;
	for (uint32_t i = 0; i < f->base.argument_count; i++) {
		if (results[i].user_count && !async_value_is_available(arguments[i]))
			return false;
	}
	return true;
}

/* Runs by the plan until a result is late.
 * @return NULL: all kernels have run, and the results are filled in. Else the frame, now on the heap, for
 * bef__continue_counted(). */
struct bef__frame *bef__execute_plan(const struct bef__function *f, struct async_request *request, uint32_t depth,
	struct async_value *const *arguments, struct async_value **results);

#endif
