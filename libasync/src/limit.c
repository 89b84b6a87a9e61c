/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Limits. The tasks that have not begun are in a list. Permits to begin one are tasks of the queue; a permit takes the oldest
 * task when it runs. So a task can be removed until it begins: then its permit finds another task, or none. `running` and
 * `permits` together do not exceed the limit, and while tasks wait there is at least one of them. */
#include <async/limit.h>
#include "allocator_private.h"
#include "atomics.h"
#include "misuse_private.h"
#include "running.h"
#include "thread.h"
#include <async/timer.h>
#include <bytecursor/options.h>
#include <pthread.h>

struct async_limit {
	struct async_queue *queue;
	const struct async_allocator *allocator;
	uint32_t most_running;
	size_t most; /* tasks that run or wait */
	pthread_mutex_t lock;
	pthread_cond_t room; /* a task is over, or was removed */
	/* guarded by lock: */
	struct async_limited *first, *last;
	size_t waiting, running, permits;
	unsigned sleepers;
	bool owned;
	uint64_t refused, removed;
};

static void run_permit(void *ctx);

struct async_limit *async_limit_create(struct async_queue *queue, const struct async_allocator *allocator,
	const struct async_limit_options *options)
{
	bool sized = !BYTECURSOR_SIZE_LACKS(options, waiting);
	if (ASYNC__UNLIKELY(!sized || (options->running == 0 && options->waiting == 0))) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_limit_create", options,
			sized ? "options: no limit, expected one for running or waiting; no limit was created" :
				"options: size is not set, expected sizeof(struct async_limit_options); no limit was created");
		return NULL;
	}
	allocator = async__or_system(allocator);
	struct async_limit *limit = async_alloc(allocator, sizeof *limit, _Alignof(struct async_limit));
	if (!limit)
		return NULL;
	size_t most = options->waiting < SIZE_MAX - options->running ? options->waiting + options->running : SIZE_MAX;
	*limit = (struct async_limit){ .queue = queue, .allocator = allocator, .owned = true, .most = most,
		.most_running = options->running ? options->running : UINT32_MAX };
	pthread_mutex_init(&limit->lock, NULL);
	async__cond_init(&limit->room);
	return limit;
}

/* With the lock held, which it releases. Frees the limit when nothing uses it any more. */
static void unlock_or_free(struct async_limit *limit)
{
	bool last = !limit->owned && limit->running == 0 && limit->permits == 0;
	pthread_mutex_unlock(&limit->lock);
	if (!last)
		return;
	pthread_cond_destroy(&limit->room);
	pthread_mutex_destroy(&limit->lock);
	async_free(limit->allocator, limit, sizeof *limit, _Alignof(struct async_limit));
}

void async_limit_destroy(struct async_limit *limit)
{
	if (!limit)
		return;
	pthread_mutex_lock(&limit->lock);
	limit->owned = false;
	unlock_or_free(limit);
}

/* With the lock held: should one more task begin? Then its permit keeps the limit. */
static bool take_permit(struct async_limit *limit)
{
	bool may = limit->permits < limit->waiting && limit->running + limit->permits < limit->most_running;
	limit->permits += may;
	return may;
}

static void add_permit(struct async_limit *limit) { async_queue_add_named(limit->queue, "limit", run_permit, limit); }

/* With the lock held. */
static void append(struct async_limit *limit, struct async_limited *task)
{
	task->next = NULL;
	task->previous = limit->last;
	task->waits = true;
	if (limit->last)
		limit->last->next = task;
	else
		limit->first = task;
	limit->last = task;
	limit->waiting++;
}

/* With the lock held. */
static void take_out(struct async_limit *limit, struct async_limited *task)
{
	if (task->previous)
		task->previous->next = task->next;
	else
		limit->first = task->next;
	if (task->next)
		task->next->previous = task->previous;
	else
		limit->last = task->previous;
	task->waits = false;
	limit->waiting--;
}

static bool is_full(const struct async_limit *limit) { return limit->waiting + limit->running >= limit->most; }

/* With the lock held, which it releases. */
static enum async_status add_or_refuse(struct async_limit *limit, struct async_limited *task)
{
	bool full = is_full(limit), permitted = false;
	if (full) {
		limit->refused++;
	} else {
		append(limit, task);
		permitted = take_permit(limit);
	}
	pthread_mutex_unlock(&limit->lock);
	if (permitted)
		add_permit(limit);
	return full ? ASYNC_E_LIMIT : ASYNC_OK;
}

enum async_status async_limit_try_add(struct async_limit *limit, struct async_limited *task)
{
	pthread_mutex_lock(&limit->lock);
	return add_or_refuse(limit, task);
}

/* With the lock held: one round of waiting. @return false when the time has passed. */
static bool sleep_once(struct async_limit *limit, uint64_t when)
{
	limit->sleepers++;
	bool in_time = async__cond_wait_until(&limit->room, &limit->lock, when);
	limit->sleepers--;
	return in_time;
}

enum async_status async_limit_add(struct async_limit *limit, struct async_limited *task, uint64_t when)
{
	pthread_mutex_lock(&limit->lock);
	if (is_full(limit) && limit->queue->vtable->is_worker(limit->queue)) {
		limit->refused++;
		pthread_mutex_unlock(&limit->lock);
		async__report_wait_in_task("async_limit_add", limit->queue);
		return ASYNC_E_STATE;
	}
	while (is_full(limit) && sleep_once(limit, when))
		;
	return add_or_refuse(limit, task);
}

/* With the lock held: there is room for one more. */
static void tell(struct async_limit *limit)
{
	if (limit->sleepers)
		pthread_cond_signal(&limit->room);
}

bool async_limit_remove(struct async_limit *limit, struct async_limited *task)
{
	pthread_mutex_lock(&limit->lock);
	bool waits = task->waits;
	if (waits) {
		take_out(limit, task);
		limit->removed++;
		tell(limit);
	}
	pthread_mutex_unlock(&limit->lock);
	return waits;
}

void async_limit_end(struct async_limit *limit)
{
	pthread_mutex_lock(&limit->lock);
	limit->running--;
	bool permitted = take_permit(limit);
	tell(limit);
	unlock_or_free(limit); /* a permit that was taken keeps it */
	if (permitted)
		add_permit(limit);
}

static void run_permit(void *ctx)
{
	struct async_limit *limit = ctx;
	pthread_mutex_lock(&limit->lock);
	struct async_limited *task = limit->first;
	limit->permits--;
	if (!task) { /* removed */
		unlock_or_free(limit);
		return;
	}
	take_out(limit, task);
	limit->running++;
	struct async_limited begun = *task; /* who sees that it has begun may free it */
	pthread_mutex_unlock(&limit->lock);
	if (begun.run(begun.ctx))
		async_limit_end(limit);
}

struct async_limit_counts async_limit_counts(struct async_limit *limit)
{
	pthread_mutex_lock(&limit->lock);
	struct async_limit_counts counts = { limit->waiting, limit->running, limit->refused, limit->removed };
	pthread_mutex_unlock(&limit->lock);
	return counts;
}
