/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The multi-threaded queue: what its work (queue_threads.c) and its creation (queue_threads_create.c) share. */
#ifndef ASYNC_SRC_QUEUE_THREADS_H
#define ASYNC_SRC_QUEUE_THREADS_H

#include "activity.h"
#include "crew.h"
#include "deque.h"
#include "forked.h"
#include "injector.h"
#include "parking.h"
#include "posted.h"
#include "queue_blocking.h"
#include "tally.h"
#include "watching.h"
#include <async/threads.h>

#define ASYNC__FAIRNESS 61u /* one in this many tasks is the oldest, not the newest: see find_oldest() */

struct threads;

struct worker {
	struct async__deque deque;
	_Alignas(ASYNC__APART) struct threads *queue;
	unsigned number;
	unsigned until_oldest; /* tasks to look for until find_oldest() has a turn */
	bool injected_first;   /* find_oldest() tries the injector first */
	bool thin;       /* the injector last returned less than a full batch */
	bool took_posted; /* the last task from outside was a posted one: the injector has the next turn */
	struct async__watch watch;
	uint32_t random; /* selects the worker to steal from */
};

struct threads {
	struct async_queue face;
	const struct async_allocator *allocator;
	size_t size; /* of this block, which holds everything */
	unsigned count; /* of `workers`; fewer may have a thread (crew) */
	unsigned thin_pauses; /* number of pauses in THIN_NS */
	bool forked; /* in the child of fork(): no other thread exists */
	struct worker *workers;
	struct async__thread_style style;
	struct async__crew crew;
	struct async__forked registered;
	struct async__tally tally;
	struct async__blocking blocking;
	pthread_mutex_t posted_lock;
	_Alignas(ASYNC__APART) struct async__posted posted;
	struct async__watching watching;
	_Alignas(ASYNC__APART) struct async__injector injector;
	_Alignas(ASYNC__APART) struct async__parking parking;
	_Alignas(ASYNC__APART) struct async__activity activity;
};

static inline struct threads *threads_of(struct async_queue *queue) { return (struct threads *)(void *)queue; }

extern const struct async_queue_vtable async__threads_vtable ASYNC__HIDDEN;

/* Body of the thread of a worker, its argument. */
void *async__worker_main(void *arg);

/* Ends the workers and frees everything. */
void async__threads_tear_down(struct threads *self);

#endif
