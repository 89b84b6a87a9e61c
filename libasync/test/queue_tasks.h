/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tasks that tests of work queues add, and the number of those that have run. */
#ifndef ASYNC_TEST_QUEUE_TASKS_H
#define ASYNC_TEST_QUEUE_TASKS_H

#include "queue_kinds.h"
#include <time.h>

#define MANY TIMES(100000, 20000, 5000)

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 / TIMES(1, 1, 10) };
	nanosleep(&time, NULL);
}

static long counted; /* atomic: by tasks */
static long get_counted(void) { return __atomic_load_n(&counted, __ATOMIC_RELAXED); }
static void set_counted(long n) { __atomic_store_n(&counted, n, __ATOMIC_RELAXED); }

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
}

static int gate;         /* atomic: tasks wait until it is 1 */
static unsigned at_gate; /* atomic: number of tasks at the gate */

static inline void wait_at_gate(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&at_gate, 1, __ATOMIC_RELAXED);
	while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE) && !is_without_memory())
		sleep_ms(1);
	count(NULL);
}

#endif
