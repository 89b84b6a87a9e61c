/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads for tasks that may block: created on demand, ended after an idle period. */
#ifndef ASYNC_SRC_QUEUE_BLOCKING_H
#define ASYNC_SRC_QUEUE_BLOCKING_H

#include "activity.h"
#include "crew.h"
#include "task_ring.h"

struct async__blocking {
	const struct async_allocator *allocator;
	struct async__activity *activity; /* of the queue; the pool is in while it has tasks */
	const struct async__thread_style *style;
	unsigned most, idle_ms;
	pthread_mutex_t lock;
	pthread_cond_t added, ended; /* a task was added or stop was set; a thread has ended */
	/* guarded by lock: */
	struct async__task_ring waiting;
	size_t unfinished;  /* tasks waiting or running */
	unsigned threads;   /* existing or being created */
	unsigned idle;      /* of them: waiting for a task, or being created */
	unsigned numbers;   /* threads created so far */
	bool stop;
	bool forked;        /* in the child of fork(); not guarded: no other thread exists */
	bool has_last;      /* a thread has ended and is not joined: */
	pthread_t last;
};

void async__blocking_init(struct async__blocking *pool, const struct async_allocator *allocator,
	struct async__activity *activity, const struct async__thread_style *style, unsigned most, unsigned idle_ms);
/* Joins the threads. No task may be left. */
void async__blocking_finish(struct async__blocking *pool);

/* True while this thread runs a blocking task of the pool. */
bool async__blocking_is_worker(const struct async__blocking *pool);

void async__blocking_stats(struct async__blocking *pool, struct async_queue_stats *out_stats);

/* See async_queue_vtable.add_blocking. A task that may queue runs in the caller if it can be neither run nor queued. */
bool async__blocking_add(struct async__blocking *pool, struct async_task task, bool allow_queuing);

#endif
