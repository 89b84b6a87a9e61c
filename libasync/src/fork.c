/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fork.h"
#include <pthread.h>

/* The cached allocator comes last: tracing may allocate from it under its own lock. The objects come first: their locks are held while
 * something is allocated. */
static void before(void)
{
	async__forked_before_fork();
	async__types_before_fork();
	async__misuse_before_fork();
	async__trace_before_fork();
	async__cached_before_fork();
}

static void after(bool in_child)
{
	async__cached_after_fork();
	async__trace_after_fork();
	async__misuse_after_fork();
	async__types_after_fork();
	async__forked_after_fork(in_child);
}

static void after_in_parent(void) { after(false); }
static void after_in_child(void) { after(true); }
static void register_handlers(void) { pthread_atfork(before, after_in_parent, after_in_child); }

void async__fork_prepare(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_handlers);
}
