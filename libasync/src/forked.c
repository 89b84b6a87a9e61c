/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "forked.h"
#include "fork.h"
#include "misuse_private.h"
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static struct async__forked *first;

void async__report_forked(const char *function, const void *object)
{
	async__misuse(ASYNC_MISUSE_FORKED, function, object,
		"the object was created before fork(), and its threads are in the parent only");
}

/* ---- the queue that each queue with threads turns into: no lock, because a thread of the parent may have held it */

static const char *forked_name(struct async_queue *queue)
{
	(void)queue;
	return "forked";
}

static void forked_add(struct async_queue *queue, struct async_task task)
{
	async__report_forked("async_queue_add", queue);
	task.run(task.ctx);
}

static bool forked_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	async__report_forked("async_queue_add_blocking", queue);
	if (allow_queuing)
		task.run(task.ctx);
	return allow_queuing;
}

static void forked_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!async_value_is_available(values[i])) {
			async__report_forked("async_queue_await", queue);
			return;
		}
	}
}

static void forked_quiesce(struct async_queue *queue) { async__report_forked("async_queue_quiesce", queue); }
static bool forked_quiesce_until(struct async_queue *queue, uint64_t when)
{
	(void)when;
	async__report_forked("async_queue_quiesce_until", queue);
	return false;
}

static void forked_destroy(struct async_queue *queue) { async__report_forked("async_queue_destroy", queue); }

static unsigned forked_parallelism(struct async_queue *queue)
{
	(void)queue;
	return 1;
}

static bool forked_is_worker(struct async_queue *queue)
{
	(void)queue;
	return false;
}

static void forked_hold(struct async_queue *queue, bool polled)
{
	(void)queue;
	(void)polled;
}

static void forked_post(struct async_queue *queue, struct async_posted *posted) { forked_add(queue, posted->task); }

static void forked_poller(struct async_queue *queue, struct async_poller *poller)
{
	(void)queue;
	(void)poller;
}

static const struct async_queue_vtable forked_vtable = { .size = sizeof forked_vtable, .name = forked_name,
	.add = forked_add, .add_blocking = forked_add_blocking, .await = forked_await, .quiesce = forked_quiesce,
	.parallelism = forked_parallelism, .is_worker = forked_is_worker, .destroy = forked_destroy, .hold = forked_hold,
	.unhold = forked_hold, .post = forked_post, .add_poller = forked_poller, .remove_poller = forked_poller,
	.quiesce_until = forked_quiesce_until };

/* ---- the list */

void async__forked_add(struct async__forked *forked)
{
	async__fork_prepare();
	pthread_mutex_lock(&lock);
	forked->next = first;
	forked->link = &first;
	if (first)
		first->link = &forked->next;
	first = forked;
	pthread_mutex_unlock(&lock);
}

void async__forked_add_queue(
	struct async__forked *forked, struct async_queue *face, void (*after)(struct async__forked *self, bool in_child))
{
	*forked = (struct async__forked){ .face = face, .after = after };
	async__forked_add(forked);
}

void async__forked_remove(struct async__forked *forked)
{
	pthread_mutex_lock(&lock);
	*forked->link = forked->next;
	if (forked->next)
		forked->next->link = forked->link;
	pthread_mutex_unlock(&lock);
}

void async__forked_before_fork(void)
{
	pthread_mutex_lock(&lock);
	for (struct async__forked *forked = first; forked; forked = forked->next) {
		if (forked->before)
			forked->before(forked);
	}
}

void async__forked_after_fork(bool in_child)
{
	for (struct async__forked *forked = first; forked; forked = forked->next) {
		if (in_child && forked->face)
			forked->face->vtable = &forked_vtable;
		if (forked->after)
			forked->after(forked, in_child);
	}
	pthread_mutex_unlock(&lock);
}
