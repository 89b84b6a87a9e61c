/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "running.h"

ASYNC__THREAD_LOCAL const struct async__running *async__running;

void async__report_wait_in_task(const char *function, const void *queue)
{
	async__misuse(ASYNC_MISUSE_WAIT_IN_TASK, function, queue,
		"called by a task of the same queue, which would wait for itself; the call returned at once");
}
