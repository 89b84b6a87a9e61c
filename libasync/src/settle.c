/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "settle.h"

ASYNC__THREAD_LOCAL struct async__settling async__settling;

void async__settle(void)
{
	while (async__settling.left) {
		const struct async_settlement *left = async__settling.left;
		async__settling.left = NULL;
		left->settle();
	}
}

bool async_task_settle_later(const struct async_settlement *settlement)
{
	if (!async__settling.open)
		return false;
	if (async__settling.left != settlement)
		async__settle_all();
	async__settling.left = settlement;
	return true;
}
