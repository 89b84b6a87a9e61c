/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The common part of the queues whose threads belong to the host: one first-in first-out list of tasks, and the threads
 * that wait for them. Any number of threads may run tasks concurrently. */
#ifndef ASYNC_SRC_TASK_POOL_H
#define ASYNC_SRC_TASK_POOL_H

#include "polling.h"
#include "posted.h"
#include "tally.h"
#include "task_ring.h"
#include <pthread.h>

struct async__task_pool {
	const struct async_allocator *allocator;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* a task was added, the last one is done, an awaited value is available, stop, or the
	                           first operation that must be polled has begun */
	/* guarded by lock: */
	struct async__task_ring waiting;
	struct async__posted posted;
	bool took_posted;  /* the last task taken was a posted one: the lists take turns */
	size_t unfinished; /* tasks waiting or running, and holds */
	size_t added;      /* tasks added so far */
	size_t coming;     /* notified threads that have not left drain() yet */
	size_t orphans;    /* waiting tasks for which no thread was notified */
	unsigned sleepers; /* on `changed` */
	bool stop;         /* work() must return */
	struct async__tally tally; /* not guarded */
	bool rung;         /* `bell` is readable */
	int bell;          /* eventfd for the event loop of the host; -1: none */
	struct async__polling polling;
};

void async__task_pool_init(struct async__task_pool *pool, const struct async_allocator *allocator);
void async__task_pool_finish(struct async__task_pool *pool); /* the pool must be empty */

/* @param coming  some thread will be notified and must call drain(), or orphan() must be called in its place
 * @return false when out of memory. */
bool async__task_pool_add(struct async__task_pool *pool, struct async_task task, bool coming);
/* As add() and step(), for a task that is run elsewhere: only counts it. */
void async__task_pool_begin(struct async__task_pool *pool);
/* Runs a task in this thread as a task of the pool; *pool may be freed afterwards. */
void async__task_pool_run(struct async__task_pool *pool, struct async_task task);
void async__task_pool_end(struct async__task_pool *pool);
size_t async__task_pool_added(struct async__task_pool *pool); /* tasks added so far */
/* As add(), in memory of the caller, which holds the queue: never fails. */
void async__task_pool_post(struct async__task_pool *pool, struct async_posted *posted, bool coming);
/* As begin() and end(), for an operation outside of the queue. `polled`: threads that wait call the pollers meanwhile. */
void async__task_pool_hold(struct async__task_pool *pool, bool polled);
void async__task_pool_unhold(struct async__task_pool *pool, bool polled);

/* Runs one task, and orphaned tasks; *pool may be freed afterwards. */
void async__task_pool_drain(struct async__task_pool *pool);
/* No thread can be notified for one of the tasks: this thread runs it, at once or behind the task of the pool that it is running:
 * tasks that each run another one would need unbounded stack. Or the next drain() runs one more. */
void async__task_pool_orphan(struct async__task_pool *pool);
/* As above for a posted task: this thread runs it only if no other is coming. */
void async__task_pool_orphan_posted(struct async__task_pool *pool);
/* Waits until all notified threads have left. */
void async__task_pool_see_off(struct async__task_pool *pool);

/* Runs the oldest task in this thread; without one, calls the pollers once and tries again. @return false when no task was
 * run. */
bool async__task_pool_step(struct async__task_pool *pool);
/* Runs tasks, and sleeps when there are none, until stop. */
void async__task_pool_work(struct async__task_pool *pool);
void async__task_pool_set_stop(struct async__task_pool *pool, bool stop);

/* Both block; with `help` this thread runs tasks meanwhile. Not called by a task of the pool. */
void async__task_pool_await(struct async__task_pool *pool, struct async_value *const *values, size_t count, bool help);
/* @return false when `when` comes first; ASYNC_NEVER: without end. */
bool async__task_pool_quiesce(struct async__task_pool *pool, bool help, uint64_t when);

/* The number of tasks that wait. */
size_t async__task_pool_waiting(struct async__task_pool *pool);

/* ---- the bell: a descriptor that is readable while tasks wait (task_pool_bell.c) */

/* @return the descriptor, made by the first call; -1: errno says why. */
int async__task_pool_bell(struct async__task_pool *pool);
/* With the lock held: a task was added. */
void async__task_pool_ring(struct async__task_pool *pool);
/* See async_queue_donated_drain(). */
size_t async__task_pool_answer(struct async__task_pool *pool, size_t most);
void async__task_pool_finish_bell(struct async__task_pool *pool);

/* True while this thread runs a task of the pool. */
bool async__task_pool_is_worker(const struct async__task_pool *pool);

#endif
