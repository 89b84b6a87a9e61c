/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Task groups. The tasks of a group are in a list of the group; for each, the queue has one task that takes the oldest
 * of the list, if there is one left. So a thread that waits inside a task can run the tasks of its group whatever the
 * queue is. The memory of a group stays until the last of these tasks has run. */
#include "allocator_private.h"
#include "group_private.h"
#include "thread.h"

ASYNC__THREAD_LOCAL const struct async__group_member *async__group_members;

/* ---- creation and destruction */

static struct async_group *create(
	struct async_queue *queue, const struct async_allocator *allocator, struct async_request *request)
{
	struct async_group *group = async_alloc(allocator, sizeof *group, _Alignof(struct async_group));
	if (!group)
		return NULL;
	*group = (struct async_group){ .allocator = allocator, .queue = queue, .owned = true };
	group->request = request ? async_request_begin_work(request) : NULL;
	pthread_mutex_init(&group->lock, NULL);
	async__cond_init(&group->changed);
	return group;
}

struct async_group *async_group_create(struct async_queue *queue, const struct async_allocator *allocator)
{
	return create(queue, async__or_system(allocator), NULL);
}

struct async_group *async_group_create_for(struct async_request *request)
{
	const struct async_host *host = async_request_host(request);
	return create(host->queue, async__or_system(host->allocator), request);
}

/* With the lock held, which it releases. Frees the group when nothing uses it any more. */
static void unlock_or_free(struct async_group *group)
{
	bool last = !group->owned && group->runners == 0 && group->pending == 0;
	pthread_mutex_unlock(&group->lock);
	if (!last)
		return;
	struct async_request *request = group->request;
	async_error_release(group->error);
	async__task_ring_finish(&group->tasks, group->allocator);
	pthread_cond_destroy(&group->changed);
	pthread_mutex_destroy(&group->lock);
	async_free(group->allocator, group, sizeof *group, _Alignof(struct async_group));
	if (request)
		async_request_end_work(request);
}

void async_group_destroy(struct async_group *group)
{
	if (!group)
		return;
	pthread_mutex_lock(&group->lock);
	group->owned = false;
	unlock_or_free(group);
}

/* ---- results */

/* With the lock held. Takes over the reference. */
static void fail(struct async_group *group, struct async_error *error)
{
	if (group->error)
		async_error_release(error);
	else
		group->error = error;
}

void async_group_cancel(struct async_group *group, struct async_error *error)
{
	static const struct async_location nowhere = { NULL, 0 };
	if (!error)
		error = async_error_create(group->allocator, ASYNC_CODE_CANCELLED, nowhere, "Cancelled");
	pthread_mutex_lock(&group->lock);
	fail(group, error);
	pthread_mutex_unlock(&group->lock);
}

struct async_error *async_group_check(struct async_group *group)
{
	struct async_error *cancelled = group->request ? async_request_check(group->request) : NULL;
	pthread_mutex_lock(&group->lock);
	if (cancelled && !group->error)
		group->error = async_error_retain(cancelled);
	struct async_error *error = group->error ? async_error_retain(group->error) : NULL;
	pthread_mutex_unlock(&group->lock);
	return error;
}

/* ---- tasks */

static void finish_task(struct async_group *group, struct async_error *error)
{
	struct async_value *empty = NULL;
	pthread_mutex_lock(&group->lock);
	if (error)
		fail(group, error);
	if (--group->pending == 0) {
		empty = group->empty;
		group->empty = NULL;
		if (group->sleepers)
			pthread_cond_broadcast(&group->changed);
	}
	pthread_mutex_unlock(&group->lock);
	if (empty) {
		async_value_set_available(empty);
		async_value_release(empty);
	}
}

/* The caller keeps the memory of the group: its owner, or a task of the queue that is counted in `runners`. */
static void run_task(struct async_group *group, struct async_task task)
{
	struct async_error *cancelled = async_group_check(group);
	struct async__group_member member = { group, async__group_members };
	async__group_members = &member;
	struct async_error *error = ((async_group_fn)(void (*)(void))task.run)(task.ctx, cancelled);
	async__group_members = member.outer;
	async_error_release(cancelled);
	finish_task(group, error);
}

bool async__group_run_oldest(struct async_group *group)
{
	struct async_task task;
	pthread_mutex_lock(&group->lock);
	bool found = async__task_ring_pop(&group->tasks, &task);
	pthread_mutex_unlock(&group->lock);
	if (found)
		run_task(group, task);
	return found;
}

static void run_from_queue(void *ctx)
{
	struct async_group *group = ctx;
	async__group_run_oldest(group);
	pthread_mutex_lock(&group->lock);
	group->runners--;
	unlock_or_free(group);
}

void async_group_add(struct async_group *group, async_group_fn fn, void *ctx)
{
	struct async_task task = { (void (*)(void *))(void (*)(void))fn, ctx };
	pthread_mutex_lock(&group->lock);
	bool listed = async__task_ring_push(&group->tasks, group->allocator, task);
	group->pending++;
	group->runners += listed;
	if (listed && group->sleepers)
		pthread_cond_signal(&group->changed);
	pthread_mutex_unlock(&group->lock);
	if (listed)
		async_queue_add_named(group->queue, "group", run_from_queue, group);
	else
		run_task(group, task);
}
