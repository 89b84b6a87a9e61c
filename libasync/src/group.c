/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Task groups. The tasks of a group are in a list of the group; for each, the queue has one task that takes the oldest
 * of the list, if there is one left. So a thread that waits inside a task can run the tasks of its group whatever the
 * queue is. The memory of a group stays until the last of these tasks has run. */
#include "allocator_private.h"
#include "running.h"
#include "settle.h"
#include "task_ring.h"
#include "thread.h"
#include "value_private.h"
#include <async/group.h>
#include <pthread.h>
#include <stddef.h>

/* Maximum number of nested waits on one stack that run other tasks of the queue; deeper waits run only tasks of their
 * group. */
#define MOST_HELP 32u

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
struct member {
	const struct async_group *group;
	const struct member *outer;
};
static ASYNC__THREAD_LOCAL const struct member *members;
static ASYNC__THREAD_LOCAL unsigned help_depth;
static ASYNC__THREAD_LOCAL unsigned wait_depth; /* waits that run tasks, on the stack of this thread */

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
	pthread_cond_init(&group->changed, NULL);
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
	struct member member = { group, members };
	members = &member;
	struct async_error *error = ((async_group_fn)(void (*)(void))task.run)(task.ctx, cancelled);
	members = member.outer;
	async_error_release(cancelled);
	finish_task(group, error);
}

/* Takes the oldest task that has not begun and runs it. @return false when there is none. */
static bool run_oldest(struct async_group *group)
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
	run_oldest(group);
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

/* ---- waiting */

/* Runs another task of the queue in this thread, which is already running one. */
static bool run_other(struct async_queue *queue)
{
	if (queue->vtable->size <= offsetof(struct async_queue_vtable, run_one) || !queue->vtable->run_one ||
		help_depth >= MOST_HELP)
		return false;
	help_depth++;
	bool ran = queue->vtable->run_one(queue);
	help_depth--;
	return ran;
}

/* Sleeps until there is a task in the list, or none left. */
static void sleep_until_changed(struct async_group *group)
{
	async__settle_all();
	pthread_mutex_lock(&group->lock);
	group->sleepers++;
	while (group->pending > 0 && group->tasks.count == 0)
		pthread_cond_wait(&group->changed, &group->lock);
	group->sleepers--;
	pthread_mutex_unlock(&group->lock);
}

static bool is_empty(struct async_group *group)
{
	pthread_mutex_lock(&group->lock);
	bool empty = group->pending == 0;
	pthread_mutex_unlock(&group->lock);
	return empty;
}

/* Every task that has not begun is in the list, so this terminates even if no other thread runs tasks. */
static void work_until_empty(struct async_group *group)
{
	wait_depth++;
	while (!is_empty(group)) {
		if (!run_oldest(group) && !run_other(group->queue))
			sleep_until_changed(group);
	}
	wait_depth--;
}

/* The wait of a thread whose stack is half full: another thread goes on in its place, with the same tasks below it. */
struct relay {
	struct async_group *group;
	const struct async__running *running;
	const struct member *members;
	unsigned help_depth;
};

static void *relay_main(void *arg)
{
	const struct relay *relay = arg;
	async__running = relay->running; /* these stay valid: the thread that waits is blocked */
	members = relay->members;
	help_depth = relay->help_depth;
	async__thread_set_name("async", "g", 0);
	work_until_empty(relay->group);
	async__settle_all();
	return NULL;
}

/* @return false when there is no thread for it. */
static bool work_on_fresh_stack(struct async_group *group)
{
	struct relay relay = { group, async__running, members, help_depth };
	pthread_t thread;
	if (!async__thread_start(&thread, relay_main, &relay))
		return false;
	pthread_join(thread, NULL);
	return true;
}

static void wait_working(struct async_group *group)
{
	async__settle_all();
	unsigned depth = async__waiters_enter();
	if (!is_empty(group) && !(async__stack_is_low(wait_depth) && work_on_fresh_stack(group)))
		work_until_empty(group);
	async__waiters_leave(depth);
}

/* Returns the chain that is available when the group is empty; NULL when it is empty, or when out of memory. */
static struct async_value *want_empty(struct async_group *group)
{
	struct async_value *empty = NULL;
	pthread_mutex_lock(&group->lock);
	if (group->pending > 0) {
		if (!group->empty)
			group->empty = async_chain_create(group->allocator);
		empty = group->empty ? async_value_retain(group->empty) : NULL;
	}
	pthread_mutex_unlock(&group->lock);
	return empty;
}

/* Has a task of the group begun that has not finished? Without one, no thread is in a task of the group. */
static bool has_begun(struct async_group *group)
{
	pthread_mutex_lock(&group->lock);
	bool begun = group->pending > group->tasks.count;
	pthread_mutex_unlock(&group->lock);
	return begun;
}

static bool is_refused(struct async_group *group)
{
	const struct member *member = has_begun(group) ? members : NULL; /* the list may be long */
	while (member && member->group != group)
		member = member->outer;
	if (ASYNC__UNLIKELY(member != NULL))
		async__report_wait_in_task("async_group_wait", group->queue);
	return member != NULL;
}

struct async_error *async_group_wait(struct async_group *group)
{
	struct async_queue *queue = group->queue;
	struct async_value *empty = NULL;
	if (is_refused(group))
		return NULL;
	if (!async__is_running(queue) && !queue->vtable->is_worker(queue))
		empty = want_empty(group);
	if (empty) {
		async_queue_await(queue, &empty, 1);
		async_value_release(empty);
	}
	wait_working(group); /* returns at once when the group is empty */
	pthread_mutex_lock(&group->lock);
	struct async_error *error = group->error;
	group->error = NULL;
	pthread_mutex_unlock(&group->lock);
	return error;
}
