/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <kernels/stop.h>

static _Thread_local struct async_request *current;

struct async_request *kernels_stop_swap(struct async_request *request)
{
	struct async_request *before = current;
	current = request;
	return before;
}

struct async_request *kernels_stop_request(void) { return current; }

bool kernels_stopped(void) { return current && async_request_check(current) != NULL; }
