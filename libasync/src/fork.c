/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fork.h"
#include <pthread.h>

/* The cached allocator comes last: tracing may allocate from it under its own lock. */
static void before(void)
{
	async__types_before_fork();
	async__misuse_before_fork();
	async__trace_before_fork();
	async__cached_before_fork();
}

static void after(void)
{
	async__cached_after_fork();
	async__trace_after_fork();
	async__misuse_after_fork();
	async__types_after_fork();
}

static void register_handlers(void) { pthread_atfork(before, after, after); }

void async__fork_prepare(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_handlers);
}
