/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What adding tasks to groups (group.c) and waiting for groups (group_wait.c) share. */
#ifndef ASYNC_SRC_GROUP_PRIVATE_H
#define ASYNC_SRC_GROUP_PRIVATE_H

#include "atomics.h"
#include "task_ring.h"
#include <async/group.h>
#include <pthread.h>

struct async_group {
	const struct async_allocator *allocator;
	struct async_queue *queue;
	struct async_request *request; /* NULL: none; else one unit of its work */
	pthread_mutex_t lock;
	pthread_cond_t changed; /* with sleepers: a task was added, or the last one is done */
	/* guarded by lock: */
	struct async__task_ring tasks; /* not started; `run` is an async_group_fn, see run_task() */
	size_t pending;                /* tasks not finished */
	size_t runners;                /* internal tasks, queued or running; each takes one task of the list */
	unsigned sleepers;
	bool owned;
	struct async_error *error;  /* the first; one reference */
	struct async_value *empty;  /* chain for waiting threads, completed when pending is 0; one reference; or NULL */
};

/* The tasks of groups that this thread is running, innermost first. */
struct async__group_member {
	const struct async_group *group;
	const struct async__group_member *outer;
};
extern ASYNC__THREAD_LOCAL const struct async__group_member *async__group_members ASYNC__HIDDEN;

/* Takes the oldest task that has not begun and runs it. @return false when there is none. */
bool async__group_run_oldest(struct async_group *group);

#endif
