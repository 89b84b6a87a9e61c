/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A queue without threads: its tasks run in threads that the host lends. */
#include "allocator_private.h"
#include "running.h"
#include "task_pool.h"
#include <async/loop.h>
#include <async/timer.h>
#include <errno.h>

struct donated {
	struct async_queue face;
	unsigned parallelism;
	struct async__task_pool pool;
};

static struct donated *donated_of(struct async_queue *queue) { return (struct donated *)(void *)queue; }

static const char *donated_name(struct async_queue *self)
{
	(void)self;
	return "donated";
}

static void donated_add(struct async_queue *queue, struct async_task task)
{
	struct async__task_pool *pool = &donated_of(queue)->pool;
	if (!async__task_pool_add(pool, task, false)) /* no memory */
		async__task_pool_run(pool, task);
}

static bool donated_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	if (allow_queuing)
		donated_add(queue, task);
	else
		task.run(task.ctx); /* it is not certain that a thread will run it */
	return true;
}

/* True in a task of this queue, which cannot wait for it. */
static bool is_refused(struct async_queue *queue, const char *function)
{
	bool inside = async__task_pool_is_worker(&donated_of(queue)->pool);
	if (ASYNC__UNLIKELY(inside))
		async__report_wait_in_task(function, queue);
	return inside;
}

static void donated_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	if (is_refused(queue, "async_queue_await"))
		return;
	async__task_pool_await(&donated_of(queue)->pool, values, count, true);
}

static void donated_quiesce(struct async_queue *queue)
{
	if (!is_refused(queue, "async_queue_quiesce"))
		async__task_pool_quiesce(&donated_of(queue)->pool, true, ASYNC_NEVER);
}

static bool donated_quiesce_until(struct async_queue *queue, uint64_t when)
{
	return !is_refused(queue, "async_queue_quiesce_until") &&
	       async__task_pool_quiesce(&donated_of(queue)->pool, true, when);
}

static unsigned donated_parallelism(struct async_queue *queue) { return donated_of(queue)->parallelism; }
static bool donated_is_worker(struct async_queue *queue)
{
	return async__task_pool_is_worker(&donated_of(queue)->pool);
}

static bool donated_run_one(struct async_queue *queue)
{
	return donated_is_worker(queue) && async__task_pool_step(&donated_of(queue)->pool);
}

/* ---- work outside of the queue */

static void donated_hold(struct async_queue *queue, bool polled)
{
	async__task_pool_hold(&donated_of(queue)->pool, polled);
}

static void donated_unhold(struct async_queue *queue, bool polled)
{
	async__task_pool_unhold(&donated_of(queue)->pool, polled);
}

static void donated_post(struct async_queue *queue, struct async_posted *posted)
{
	async__task_pool_post(&donated_of(queue)->pool, posted, false);
}

static void donated_add_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_add(&donated_of(queue)->pool.polling, poller);
}

static void donated_remove_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_remove(&donated_of(queue)->pool.polling, poller);
}

static void donated_stats(struct async_queue *queue, struct async_queue_stats *out_stats)
{
	out_stats->waiting = async__task_pool_waiting(&donated_of(queue)->pool);
	async__tally_read(&donated_of(queue)->pool.tally, out_stats);
}

static void donated_ran(struct async_queue *queue, uint64_t waited_ns, uint64_t ran_ns)
{
	async__tally_add(&donated_of(queue)->pool.tally, waited_ns, ran_ns);
}

static const struct async_allocator *donated_allocator(struct async_queue *queue)
{
	return donated_of(queue)->pool.allocator;
}

static void donated_destroy(struct async_queue *queue)
{
	struct donated *self = donated_of(queue);
	if (is_refused(queue, "async_queue_destroy"))
		return;
	async__task_pool_quiesce(&self->pool, true, ASYNC_NEVER);
	const struct async_allocator *allocator = self->pool.allocator;
	async__task_pool_finish(&self->pool);
	async_free(allocator, self, sizeof *self, _Alignof(struct donated));
}

struct async_queue *async_queue_create_donated(const struct async_allocator *allocator, unsigned parallelism)
{
	static const struct async_queue_vtable vtable = { sizeof vtable, donated_name, donated_add,
		donated_add_blocking, donated_await, donated_quiesce, donated_parallelism, donated_is_worker,
		donated_destroy, NULL, donated_run_one, donated_hold, donated_unhold, donated_post,
		donated_add_poller, donated_remove_poller, NULL, donated_quiesce_until, NULL, donated_stats, donated_ran, donated_allocator };
	if (ASYNC__UNLIKELY(parallelism > ASYNC__MOST_WORKERS)) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_queue_create_donated", NULL,
			"the parallelism is more than 4096; no queue was created");
		return NULL;
	}
	allocator = async__or_system(allocator);
	struct donated *self = async_alloc(allocator, sizeof *self, _Alignof(struct donated));
	if (!self)
		return NULL;
	self->face.vtable = &vtable;
	self->parallelism = parallelism ? parallelism : 1;
	async__task_pool_init(&self->pool, allocator);
	return &self->face;
}

bool async_queue_donated_step(struct async_queue *donated) { return async__task_pool_step(&donated_of(donated)->pool); }
void async_queue_donated_work(struct async_queue *donated) { async__task_pool_work(&donated_of(donated)->pool); }

void async_queue_donated_stop(struct async_queue *donated, bool stop)
{
	async__task_pool_set_stop(&donated_of(donated)->pool, stop);
}

int async_queue_donated_fd(struct async_queue *donated)
{
	if (donated->vtable->destroy != donated_destroy) {
		errno = EINVAL;
		return -1;
	}
	return async__task_pool_bell(&donated_of(donated)->pool);
}

size_t async_queue_donated_drain(struct async_queue *donated, size_t most)
{
	return async__task_pool_answer(&donated_of(donated)->pool, most);
}
