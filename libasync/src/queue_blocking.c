/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "queue_blocking.h"
#include "forked.h"
#include "running.h"
#include "settle.h"
#include "thread.h"
#include <async/observe.h>
#include <async/timer.h>

void async__blocking_init(struct async__blocking *pool, const struct async_allocator *allocator,
	struct async__activity *activity, const struct async__thread_style *style, unsigned most, unsigned idle_ms)
{
	*pool = (struct async__blocking){ .allocator = allocator, .activity = activity, .style = style, .most = most,
		.idle_ms = idle_ms };
	pthread_mutex_init(&pool->lock, NULL);
	async__cond_init(&pool->added);
	pthread_cond_init(&pool->ended, NULL);
}

void async__blocking_finish(struct async__blocking *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->stop = true;
	pthread_cond_broadcast(&pool->added);
	while (pool->threads)
		pthread_cond_wait(&pool->ended, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
	if (pool->has_last)
		pthread_join(pool->last, NULL);
	async__task_ring_finish(&pool->waiting, pool->allocator);
	pthread_cond_destroy(&pool->ended);
	pthread_cond_destroy(&pool->added);
	pthread_mutex_destroy(&pool->lock);
}

bool async__blocking_is_worker(const struct async__blocking *pool) { return async__is_running(pool); }

/* Waits for a task, with the lock held. @return false when the thread must end. */
static bool next_task(struct async__blocking *pool, struct async_task *out_task)
{
	uint64_t until = async_now_ns() + (uint64_t)pool->idle_ms * 1000000u;
	bool late = false;
	pool->idle++;
	while (!pool->waiting.count && !pool->stop && !late)
		late = !async__cond_wait_until(&pool->added, &pool->lock, until);
	pool->idle--;
	return async__task_ring_pop(&pool->waiting, out_task);
}

static void finished_one(struct async__blocking *pool)
{
	if (--pool->unfinished == 0)
		async__activity_leave(pool->activity);
}

/* Runs tasks until there are none. With the lock held, which is released while a task runs. @return false, without the lock, in the child of
 * fork(), where this is the only thread. */
static bool run_tasks(struct async__blocking *pool)
{
	struct async_task task;
	struct async__running running;
	async__running = NULL; /* a task that has ended its thread leaves the records of what it ran */
	async__running_begin(&running, pool); /* for the life of the thread */
	while (async__task_ring_pop(&pool->waiting, &task) || next_task(pool, &task)) {
		pthread_mutex_unlock(&pool->lock);
		task.run(task.ctx);
		if (ASYNC__UNLIKELY(pool->forked)) {
			async__report_forked("async_queue_add_blocking", pool);
			async__running_end(&running);
			return false;
		}
		pthread_mutex_lock(&pool->lock);
		finished_one(pool);
	}
	async__running_end(&running);
	return true;
}

/* With the lock held, which it releases. Each thread that ends joins the one before it, so that at most one is left to join. */
static void end_thread(struct async__blocking *pool, unsigned number)
{
	bool had_last = pool->has_last;
	pthread_t last = pool->last;
	pool->has_last = true;
	pool->last = pthread_self();
	if (--pool->threads == 0)
		pthread_cond_signal(&pool->ended);
	pthread_mutex_unlock(&pool->lock);
	async__styled_end(pool->style, ASYNC_THREAD_BLOCKING, number);
	if (had_last)
		pthread_join(last, NULL);
}

struct blocking_thread {
	struct async__blocking *pool;
	unsigned number;
};

/* Called when a task ends its thread, which first runs the tasks that wait: another thread may not be had. */
static void go_on(void *arg)
{
	struct blocking_thread *self = arg;
	struct async__blocking *pool = self->pool;
	async__misuse(ASYNC_MISUSE_THREAD_ENDED, "async_queue_add_blocking", pool,
		"a task ended its thread; it counts as finished");
	pthread_mutex_lock(&pool->lock);
	finished_one(pool);
	if (run_tasks(pool))
		end_thread(pool, self->number);
}

/* Runs waiting tasks; when the thread starts, one is already there. */
static void *blocking_main(void *arg)
{
	struct blocking_thread self = { arg, 0 };
	struct async__blocking *pool = arg;
	pthread_mutex_lock(&pool->lock);
	self.number = pool->numbers++;
	pthread_mutex_unlock(&pool->lock);
	async__styled_begin(pool->style, ASYNC_THREAD_BLOCKING, self.number);
	volatile bool stays = true; /* not in a register: pthread_cleanup_push() uses setjmp() */
	pthread_cleanup_push(go_on, &self);
	pthread_mutex_lock(&pool->lock);
	pool->idle--; /* has_thread_for_all() counted it as idle */
	stays = run_tasks(pool);
	pthread_cleanup_pop(0);
	if (stays)
		end_thread(pool, self.number);
	return NULL;
}

/* With the lock held: true when there is a thread for each task that waits. */
static bool has_thread_for_all(struct async__blocking *pool)
{
	pthread_t thread;
	if (pool->idle >= pool->waiting.count)
		return true;
	if (pool->threads == pool->most || !async__styled_start(&thread, pool->style, blocking_main, pool))
		return false;
	pool->threads++;
	pool->idle++;
	return true;
}

/* With the lock held. A task that must not queue is put first: the thread found or created for it, or a faster one,
 * takes it next. */
static bool add_locked(struct async__blocking *pool, struct async_task task, bool allow_queuing)
{
	bool pushed = allow_queuing ? async__task_ring_push(&pool->waiting, pool->allocator, task) :
				      async__task_ring_push_front(&pool->waiting, pool->allocator, task);
	if (!pushed)
		return false;
	bool has_thread = has_thread_for_all(pool);
	if (!allow_queuing && !has_thread) {
		async__task_ring_pop(&pool->waiting, &task);
		return false;
	}
	if (pool->threads == 0) {
		pool->waiting.count--; /* no thread exists to run it; it was the only task */
		return false;
	}
	if (pool->unfinished++ == 0)
		async__activity_enter(pool->activity);
	pthread_cond_signal(&pool->added);
	return true;
}

static void run_here(struct async__blocking *pool, struct async_task task)
{
	struct async__running running;
	bool was_open = async__settling.open;
	async__settling.open = false;
	async__running_begin(&running, pool);
	async__activity_enter(pool->activity);
	task.run(task.ctx);
	async__activity_leave(pool->activity); /* the queue may be freed afterwards */
	async__running_end(&running);
	async__settling.open = was_open;
}

bool async__blocking_add(struct async__blocking *pool, struct async_task task, bool allow_queuing)
{
	pthread_mutex_lock(&pool->lock);
	bool added = add_locked(pool, task, allow_queuing);
	pthread_mutex_unlock(&pool->lock);
	if (added || !allow_queuing)
		return added;
	run_here(pool, task);
	return true;
}

void async__blocking_stats(struct async__blocking *pool, struct async_queue_stats *out_stats)
{
	pthread_mutex_lock(&pool->lock);
	out_stats->blocking_waiting = pool->waiting.count;
	out_stats->blocking_threads = pool->threads;
	out_stats->idle_blocking_threads = pool->idle;
	pthread_mutex_unlock(&pool->lock);
}
