/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Detects that a queue has no work left.
 *
 * Counting every task would make all workers write to one place. Instead the threads that run tasks are counted: a
 * worker enters when it wakes up and leaves before it goes to sleep, with its own deque empty; the pool for blocking
 * tasks is in while it has any; a foreign thread is in while it runs a task itself, and while it wakes workers for a
 * task that it has added. A task exists only where a thread is in, or in the injector. Hence no work is left if no
 * thread is in, the injector is empty, and no thread came in between these two checks.
 *
 * When a foreign thread leaves, another thread may then destroy the queue, so leaving is its last access to the queue:
 * the flag "a thread waits" is in the word that leaving changes, and the waiting thread is woken by the address of the
 * word alone. Without futexes, the last thread leaves under the lock if the flag is set. */
#ifndef ASYNC_SRC_ACTIVITY_H
#define ASYNC_SRC_ACTIVITY_H

#include "parking.h" /* ASYNC__FUTEX */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct async__activity {
	/* atomic: threads in (31 bits), the flag that a thread is in async__activity_wait() (1 bit), and how often a
	 * thread came in (32 bits) */
	uint64_t word;
	unsigned waiting; /* threads in async__activity_wait(); guarded by lock */
	pthread_mutex_t lock;
#if !ASYNC__FUTEX
	pthread_cond_t quiet; /* signalled when the last thread has left */
#endif
};

void async__activity_init(struct async__activity *activity);
void async__activity_finish(struct async__activity *activity);

void async__activity_enter(struct async__activity *activity);
void async__activity_leave(struct async__activity *activity);

/* Blocks until no thread is in and is_empty(ctx) is true, and none came in between. @return false when `when`, in the time
 * of async_now_ns(), comes first; ASYNC_NEVER: without end. */
bool async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx, uint64_t when);

#endif
