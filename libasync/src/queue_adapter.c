/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A queue on top of a thread pool of the host. The tasks stay in a list of the adapter; for each task the pool gets one
 * call that runs a task of the list. So the adapter allocates nothing per task, and the pool needs only one pointer. */
#include "allocator_private.h"
#include "forked.h"
#include "running.h"
#include "task_pool.h"
#include <async/timer.h>
#include <bytecursor/options.h>

struct adapter {
	struct async_queue face;
	struct async_pool host;
	struct async__task_pool pool;
	struct async__task_pool blocking; /* tasks passed to host.submit_blocking() */
	struct async__forked registered;
};

static struct adapter *adapter_of(struct async_queue *queue) { return (struct adapter *)(void *)queue; }

static const char *adapter_name(struct async_queue *queue)
{
	const char *name = adapter_of(queue)->host.name;
	return name ? name : "adapter";
}

/* The function that the pool runs. If another thread has taken the task meanwhile, this takes another one, or none. */
static void run_one(void *ctx) { async__task_pool_drain(ctx); }

static void adapter_add(struct async_queue *queue, struct async_task task)
{
	struct adapter *self = adapter_of(queue);
	if (!async__task_pool_add(&self->pool, task, true)) /* no memory */
		async__task_pool_run(&self->pool, task);
	else if (!self->host.submit(self->host.ctx, run_one, &self->pool))
		async__task_pool_orphan(&self->pool);
}

/* ---- blocking tasks */

/* A task that must not queue, passed to the pool individually. */
struct urgent {
	struct async__task_pool *pool;
	struct async_task task;
};

static void run_urgent(void *ctx)
{
	struct urgent urgent = *(struct urgent *)ctx;
	async_free(urgent.pool->allocator, ctx, sizeof urgent, _Alignof(struct urgent));
	async__task_pool_run(urgent.pool, urgent.task);
	async__task_pool_end(urgent.pool); /* of add_urgent() */
}

static bool add_urgent(struct adapter *self, struct async_task task)
{
	struct async__task_pool *pool = &self->blocking;
	struct urgent *urgent = async_alloc(pool->allocator, sizeof *urgent, _Alignof(struct urgent));
	if (!urgent)
		return false;
	*urgent = (struct urgent){ pool, task };
	async__task_pool_begin(pool);
	if (self->host.submit_blocking(self->host.ctx, run_urgent, urgent, false))
		return true;
	async__task_pool_end(pool);
	async_free(pool->allocator, urgent, sizeof *urgent, _Alignof(struct urgent));
	return false;
}

static bool adapter_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	struct adapter *self = adapter_of(queue);
	if (!self->host.submit_blocking) {
		task.run(task.ctx); /* starts at once, and delays only the thread that added it */
		return true;
	}
	if (!allow_queuing)
		return add_urgent(self, task);
	if (!async__task_pool_add(&self->blocking, task, true))
		async__task_pool_run(&self->blocking, task);
	else if (!self->host.submit_blocking(self->host.ctx, run_one, &self->blocking, true))
		async__task_pool_orphan(&self->blocking);
	return true;
}

/* ---- waiting */

static bool report(struct async_queue *queue, const char *function)
{
	async__report_wait_in_task(function, queue);
	return true;
}

/* A blocking task has a dedicated thread and may await, but must not wait for its own end. */
static bool may_not_await(struct async_queue *queue)
{
	return async__task_pool_is_worker(&adapter_of(queue)->pool) && report(queue, "async_queue_await");
}

static bool may_not_quiesce(struct async_queue *queue, const char *function)
{
	struct adapter *self = adapter_of(queue);
	return (async__task_pool_is_worker(&self->pool) || async__task_pool_is_worker(&self->blocking)) &&
	       report(queue, function);
}

static void adapter_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	if (may_not_await(queue))
		return;
	/* the caller may be a job of the pool: if all threads of the pool waited, no task would run */
	async__task_pool_await(&adapter_of(queue)->pool, values, count, true);
}

static size_t tasks_ever(struct adapter *self)
{
	return async__task_pool_added(&self->pool) + async__task_pool_added(&self->blocking);
}

/* Tasks of each kind may add tasks of the other: no task is left only if both lists were empty and no task was added
 * between the two checks. */
static bool finish_all(struct adapter *self, uint64_t when)
{
	size_t before;
	bool quiet;
	do {
		before = tasks_ever(self);
		quiet = async__task_pool_quiesce(&self->pool, false, when) &&
			async__task_pool_quiesce(&self->blocking, false, when);
	} while (quiet && tasks_ever(self) != before);
	return quiet;
}

static void adapter_quiesce(struct async_queue *queue)
{
	if (!may_not_quiesce(queue, "async_queue_quiesce"))
		finish_all(adapter_of(queue), ASYNC_NEVER);
}

static bool adapter_quiesce_until(struct async_queue *queue, uint64_t when)
{
	return !may_not_quiesce(queue, "async_queue_quiesce_until") && finish_all(adapter_of(queue), when);
}

static unsigned adapter_parallelism(struct async_queue *queue) { return adapter_of(queue)->host.parallelism; }
static bool adapter_is_worker(struct async_queue *queue)
{
	return async__task_pool_is_worker(&adapter_of(queue)->pool);
}

/* ---- work outside of the queue. The pool has no threads that rest here, so a thread of the library calls pollers. */

static void adapter_hold(struct async_queue *queue, bool polled)
{
	async__task_pool_hold(&adapter_of(queue)->pool, polled);
}

static void adapter_unhold(struct async_queue *queue, bool polled)
{
	async__task_pool_unhold(&adapter_of(queue)->pool, polled);
}

static void adapter_post(struct async_queue *queue, struct async_posted *posted)
{
	struct adapter *self = adapter_of(queue);
	async__task_pool_post(&self->pool, posted, true);
	if (!self->host.submit(self->host.ctx, run_one, &self->pool))
		async__task_pool_orphan_posted(&self->pool);
}

static void adapter_stats(struct async_queue *queue, struct async_queue_stats *out_stats)
{
	out_stats->waiting = async__task_pool_waiting(&adapter_of(queue)->pool);
	out_stats->blocking_waiting = async__task_pool_waiting(&adapter_of(queue)->blocking);
	async__tally_read(&adapter_of(queue)->pool.tally, out_stats);
}

static void adapter_ran(struct async_queue *queue, uint64_t waited_ns, uint64_t ran_ns)
{
	async__tally_add(&adapter_of(queue)->pool.tally, waited_ns, ran_ns);
}

/* ---- creation and destruction */

static bool adapter_run_one(struct async_queue *queue)
{
	struct async__task_pool *pool = &adapter_of(queue)->pool;
	return async__task_pool_is_worker(pool) && async__task_pool_step(pool);
}

static const struct async_allocator *adapter_allocator(struct async_queue *queue)
{
	return adapter_of(queue)->pool.allocator;
}

static void adapter_destroy(struct async_queue *queue)
{
	struct adapter *self = adapter_of(queue);
	const struct async_allocator *allocator = self->pool.allocator;
	if (may_not_quiesce(queue, "async_queue_destroy"))
		return;
	async__forked_remove(&self->registered);
	finish_all(self, ASYNC_NEVER);
	async__task_pool_see_off(&self->pool);
	async__task_pool_see_off(&self->blocking);
	async__task_pool_finish(&self->pool);
	async__task_pool_finish(&self->blocking);
	async_free(allocator, self, sizeof *self, _Alignof(struct adapter));
}

struct async_queue *async_queue_create_adapter(const struct async_allocator *allocator, const struct async_pool *host)
{
	static const struct async_queue_vtable vtable = { sizeof vtable, adapter_name, adapter_add,
		adapter_add_blocking, adapter_await, adapter_quiesce, adapter_parallelism, adapter_is_worker,
		adapter_destroy, NULL, adapter_run_one, adapter_hold, adapter_unhold, adapter_post, NULL, NULL,
		NULL, adapter_quiesce_until, NULL, adapter_stats, adapter_ran, adapter_allocator };
	if (ASYNC__UNLIKELY(BYTECURSOR_SIZE_LACKS(host, submit_blocking) || host->parallelism > ASYNC__MOST_WORKERS)) {
		async__misuse(ASYNC_MISUSE_BAD_ARGUMENT, "async_queue_create_adapter", host,
			"struct async_pool: size is not set, or its parallelism is more than 4096; no queue was created");
		return NULL;
	}
	allocator = async__or_system(allocator);
	struct adapter *self = async_alloc(allocator, sizeof *self, _Alignof(struct adapter));
	if (!self)
		return NULL;
	self->face.vtable = &vtable;
	self->host = *host;
	if (self->host.parallelism == 0)
		self->host.parallelism = 1;
	async__task_pool_init(&self->pool, allocator);
	async__task_pool_init(&self->blocking, allocator);
	async__forked_add_queue(&self->registered, &self->face, NULL);
	return &self->face;
}
