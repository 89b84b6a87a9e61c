/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* flood of ../queue_bench.c on libuv's pool with two threads. Work can be added in the thread of the loop only, to
 * which each completion returns: no trees. */
#include "bench.h"
#include <uv.h>

#define TASKS 1000000

static uv_work_t requests[TASKS];

static void nothing(uv_work_t *request) { (void)request; }
static void after(uv_work_t *request, int status)
{
	(void)request;
	if (status != 0)
		abort();
}

static void flood(void *ctx, uint64_t n)
{
	while (n--) {
		for (size_t i = 0; i < TASKS; i++) {
			if (uv_queue_work(ctx, &requests[i], nothing, after) != 0)
				abort();
		}
		uv_run(ctx, UV_RUN_DEFAULT);
	}
}

int main(void)
{
	setenv("UV_THREADPOOL_SIZE", "2", 1);
	bench_run("libuv", "flood_2", TASKS, flood, uv_default_loop());
	return 0;
}
