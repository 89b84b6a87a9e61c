/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Knows when a queue has nothing left to do.
 *
 * Counting every task would make all workers write to one place. Instead the threads that run tasks are counted: a
 * worker enters when it wakes up and leaves before it goes to sleep, with its own deque empty; the pool for blocking
 * tasks is in while it has any; a foreign thread is in while it runs a task itself, and while it wakes workers for a
 * task that it has added. A task exists only where a thread is in, or in the injector. Hence: no thread in, the injector
 * empty, and no thread came in during these two looks means that nothing is left.
 *
 * A foreign thread that leaves may be the one that lets the queue be destroyed, so leaving is its last access to the
 * queue: that a thread waits is a flag in the word that it changes, and it wakes the waiting thread by the address of the
 * word alone. Where there are no futexes, the last thread leaves under the lock if the flag is set. */
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
	pthread_cond_t quiet; /* the last thread has left */
#endif
};

void async__activity_init(struct async__activity *activity);
void async__activity_finish(struct async__activity *activity);

void async__activity_enter(struct async__activity *activity);
void async__activity_leave(struct async__activity *activity);

/* Blocks until no thread is in and is_empty(ctx) is true, and none came in between. */
void async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx);

#endif
