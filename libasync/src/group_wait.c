/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiting for groups: which tasks the thread runs meanwhile, and for how long. */
#include "group_private.h"
#include "running.h"
#include "settle.h"
#include "thread.h"
#include "value_private.h"
#include <async/future.h>
#include <bytecursor/options.h>

/* Maximum number of nested waits on one stack that run other tasks of the queue; deeper waits run only tasks of their
 * group. */
#define MOST_HELP 32u

/* The waits of this thread that run tasks. A relay continues with those of the thread that it replaces. */
struct nesting {
	unsigned help_depth; /* that run other tasks of the queue */
	bool isolated;       /* one of them runs only tasks of its group: so do waits inside it */
};
static ASYNC__THREAD_LOCAL struct nesting nesting;
static ASYNC__THREAD_LOCAL unsigned wait_depth; /* on the stack of this thread */

/* Runs another task of the queue in this thread, which is already running one. */
static bool run_other(struct async_queue *queue)
{
	if (nesting.isolated || nesting.help_depth >= MOST_HELP ||
		queue->vtable->size <= offsetof(struct async_queue_vtable, run_one) || !queue->vtable->run_one)
		return false;
	nesting.help_depth++;
	bool ran = queue->vtable->run_one(queue);
	nesting.help_depth--;
	return ran;
}

/* With the lock held: sleeps until a change. @return false when `when` has passed. */
static bool sleep_once(struct async_group *group, uint64_t when)
{
	group->sleepers++;
	bool in_time = async__cond_wait_until(&group->changed, &group->lock, when);
	group->sleepers--;
	return in_time;
}

/* Sleeps until none is left, or until there is a task in the list, if that is `wanted`. */
static void sleep_until_changed(struct async_group *group, bool wanted, uint64_t when)
{
	async__settle_all();
	pthread_mutex_lock(&group->lock);
	while (group->pending > 0 && !(wanted && group->tasks.count > 0) && sleep_once(group, when))
		;
	pthread_mutex_unlock(&group->lock);
}

static bool is_empty(struct async_group *group)
{
	pthread_mutex_lock(&group->lock);
	bool empty = group->pending == 0;
	pthread_mutex_unlock(&group->lock);
	return empty;
}

static bool has_passed(uint64_t when) { return when != ASYNC_NEVER && async_now_ns() >= when; }

/* Every task that has not begun is in the list, so this terminates even if no other thread runs tasks. */
static void work_until_empty(struct async_group *group, uint64_t when)
{
	wait_depth++;
	while (!is_empty(group) && !has_passed(when)) {
		if (!async__group_run_oldest(group) && !run_other(group->queue))
			sleep_until_changed(group, true, when);
	}
	wait_depth--;
}

/* The wait of a thread whose stack is half full: another thread goes on in its place, with the same tasks below it. */
struct relay {
	struct async_group *group;
	const struct async__running *running;
	const struct async__group_member *members;
	struct nesting nesting;
	uint64_t when;
};

static void *relay_main(void *arg)
{
	const struct relay *relay = arg;
	async__running = relay->running; /* these stay valid: the thread that waits is blocked */
	async__group_members = relay->members;
	nesting = relay->nesting;
	async__thread_set_name("async", "g", 0);
	work_until_empty(relay->group, relay->when);
	async__settle_all();
	return NULL;
}

/* @return false when there is no thread for it. */
static bool work_on_fresh_stack(struct async_group *group, uint64_t when)
{
	struct relay relay = { group, async__running, async__group_members, nesting, when };
	pthread_t thread;
	if (!async__thread_start(&thread, relay_main, &relay))
		return false;
	pthread_join(thread, NULL);
	return true;
}

static void wait_working(struct async_group *group, uint64_t when)
{
	async__settle_all();
	unsigned depth = async__waiters_enter();
	if (!is_empty(group) && !(async__stack_is_low(wait_depth) && work_on_fresh_stack(group, when)))
		work_until_empty(group, when);
	async__waiters_leave(depth);
}

static void wait_isolated(struct async_group *group, uint64_t when)
{
	bool was_isolated = nesting.isolated;
	nesting.isolated = true;
	wait_working(group, when);
	nesting.isolated = was_isolated;
}

static void wait_sleeping(struct async_group *group, uint64_t when)
{
	async__settle_all();
	unsigned depth = async__waiters_enter();
	sleep_until_changed(group, false, when);
	async__waiters_leave(depth);
}

/* ---- threads that run no task of the queue */

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

/* Afterwards the group is empty, or the time has passed, or there was no memory to wait. */
static enum async_status await_empty(struct async_group *group, struct async_timers *timers, uint64_t when)
{
	enum async_status status = ASYNC_OK;
	struct async_value *empty = want_empty(group);
	if (!empty)
		return is_empty(group) ? ASYNC_OK : ASYNC_E_NOMEM;
	if (when == ASYNC_NEVER)
		async_queue_await(group->queue, &empty, 1);
	else
		status = async_queue_await_until(group->queue, timers, &empty, 1, when);
	async_value_release(empty);
	return status;
}

/* ---- */

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
	const struct async__group_member *member = has_begun(group) ? async__group_members : NULL; /* the list may be long */
	while (member && member->group != group)
		member = member->outer;
	if (ASYNC__UNLIKELY(member != NULL))
		async__report_wait_in_task("async_group_wait", group->queue);
	return member != NULL;
}

static struct async_error *take_error(struct async_group *group)
{
	pthread_mutex_lock(&group->lock);
	struct async_error *error = group->error;
	group->error = NULL;
	pthread_mutex_unlock(&group->lock);
	return error;
}

static bool is_inside(struct async_queue *queue) { return async__is_running(queue) || queue->vtable->is_worker(queue); }

/* For want of memory, a thread outside of the queue runs the tasks itself, unless it must return in time. */
static bool wait_helping(struct async_group *group, struct async_timers *timers, uint64_t when)
{
	enum async_status status = ASYNC_OK;
	if (!nesting.isolated && !is_inside(group->queue))
		status = await_empty(group, timers, when);
	if (status == ASYNC_E_NOMEM && when != ASYNC_NEVER)
		return false;
	wait_working(group, when); /* returns at once when the group is empty */
	return true;
}

struct async_error *async_group_wait(struct async_group *group)
{
	if (is_refused(group))
		return NULL;
	wait_helping(group, NULL, ASYNC_NEVER);
	return take_error(group);
}

/* The only thread for the tasks must not sleep. */
static bool may_not_sleep(struct async_group *group)
{
	struct async_queue *queue = group->queue;
	bool refused = !is_empty(group) && is_inside(queue) && async_queue_parallelism(queue) == 1;
	if (ASYNC__UNLIKELY(refused))
		async__report_wait_in_task("async_group_wait_with", queue);
	return refused;
}

enum async_status async_group_wait_with(
	struct async_group *group, const struct async_group_wait_options *how, struct async_error **out_error)
{
	*out_error = NULL;
	if (ASYNC__UNLIKELY(BYTECURSOR_SIZE_LACKS(how, when))) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_group_wait_with", how,
			"size is not set, expected ASYNC_GROUP_WAIT_INIT; the call returns at once");
		return ASYNC_E_ARG;
	}
	if (is_refused(group) || (how->help == ASYNC_HELP_NONE && may_not_sleep(group)))
		return ASYNC_E_STATE;
	if (how->help == ASYNC_HELP_NONE)
		wait_sleeping(group, how->when);
	else if (how->help == ASYNC_HELP_GROUP)
		wait_isolated(group, how->when);
	else if (!wait_helping(group, how->timers, how->when))
		return ASYNC_E_NOMEM;
	if (!is_empty(group))
		return ASYNC_E_STATE;
	*out_error = take_error(group);
	return ASYNC_OK;
}
