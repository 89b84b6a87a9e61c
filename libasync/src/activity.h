/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Knows when a queue has nothing left to do.
 *
 * Counting every task would make all workers write to one place. Instead those who run tasks are counted: a worker
 * enters when it wakes up and leaves before it goes to sleep, with its own deque empty; the pool for blocking tasks
 * is in while it has any; a thread outside is in while it runs a task itself. A task exists only where somebody is
 * in, or in the injector. Hence: nobody in, the injector empty, and nobody came in while we looked there means
 * nothing is left. */
#ifndef ASYNC_SRC_ACTIVITY_H
#define ASYNC_SRC_ACTIVITY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct async__activity {
	uint64_t word;    /* atomic: how many are in (low half), how often somebody came in (high half) */
	uint32_t waiting; /* atomic: threads in async__activity_wait(); written under lock, read by leave() */
	pthread_mutex_t lock;
	pthread_cond_t quiet; /* the last one has left */
};

void async__activity_init(struct async__activity *activity);
void async__activity_finish(struct async__activity *activity);

void async__activity_enter(struct async__activity *activity);
void async__activity_leave(struct async__activity *activity);

/* Blocks until nobody is in and is_empty(ctx) is true, and nobody came in between. */
void async__activity_wait(struct async__activity *activity, bool (*is_empty)(void *ctx), void *ctx);

#endif
