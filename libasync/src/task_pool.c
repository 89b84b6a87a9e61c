/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "task_pool.h"
#include "awaiter.h"
#include "running.h"
#include "settle.h"
#include "thread.h"
#include "value_private.h"
#include <async/timer.h>

void async__task_pool_init(struct async__task_pool *pool, const struct async_allocator *allocator)
{
	*pool = (struct async__task_pool){ .allocator = allocator, .bell = -1 };
	pthread_mutex_init(&pool->lock, NULL);
	async__cond_init(&pool->changed);
}

void async__task_pool_finish(struct async__task_pool *pool)
{
	assert(pool->unfinished == 0 && pool->sleepers == 0);
	if (pool->bell >= 0)
		async__task_pool_finish_bell(pool);
	async__task_ring_finish(&pool->waiting, pool->allocator);
	pthread_cond_destroy(&pool->changed);
	pthread_mutex_destroy(&pool->lock);
}

bool async__task_pool_is_worker(const struct async__task_pool *pool) { return async__is_running(pool); }

static void tell(struct async__task_pool *pool)
{
	if (pool->sleepers)
		pthread_cond_broadcast(&pool->changed);
}

/* As above: a task was added. */
static void tell_of_task(struct async__task_pool *pool)
{
	tell(pool);
	if (ASYNC__UNLIKELY(pool->bell >= 0))
		async__task_pool_ring(pool);
}

/* With the lock held: one round of waiting, in which the pollers may be called without it. */
static void sleep_until_changed(struct async__task_pool *pool, struct async__watch *watch, uint64_t when)
{
	pool->sleepers++;
	async__polling_wait_until(
		&pool->polling, async__polling_is_active(&pool->polling), watch, &pool->changed, &pool->lock, when);
	pool->sleepers--;
}

bool async__task_pool_add(struct async__task_pool *pool, struct async_task task, bool coming)
{
	pthread_mutex_lock(&pool->lock);
	bool added = async__task_ring_push(&pool->waiting, pool->allocator, task);
	if (added) {
		pool->unfinished++;
		pool->added++;
		pool->coming += coming;
		tell_of_task(pool);
	}
	pthread_mutex_unlock(&pool->lock);
	return added;
}

void async__task_pool_post(struct async__task_pool *pool, struct async_posted *posted, bool coming)
{
	pthread_mutex_lock(&pool->lock);
	async__posted_put(&pool->posted, posted);
	pool->unfinished++;
	pool->added++;
	pool->coming += coming;
	tell_of_task(pool);
	pthread_mutex_unlock(&pool->lock);
}

/* With the lock held. */
static void finished_one(struct async__task_pool *pool)
{
	if (--pool->unfinished == 0)
		tell(pool);
}

void async__task_pool_begin(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->unfinished++;
	pool->added++;
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_end(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	finished_one(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_hold(struct async__task_pool *pool, bool polled)
{
	pthread_mutex_lock(&pool->lock);
	pool->unfinished++;
	pool->added++;
	if (polled && async__polling_begin(&pool->polling))
		tell(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_unhold(struct async__task_pool *pool, bool polled)
{
	pthread_mutex_lock(&pool->lock);
	if (polled)
		async__polling_end(&pool->polling);
	finished_one(pool);
	pthread_mutex_unlock(&pool->lock);
}

size_t async__task_pool_added(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	size_t added = pool->added;
	pthread_mutex_unlock(&pool->lock);
	return added;
}

size_t async__task_pool_waiting(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	size_t waiting = pool->waiting.count + async__posted_count(&pool->posted);
	pthread_mutex_unlock(&pool->lock);
	return waiting;
}

static void run_task(struct async__task_pool *pool, struct async_task task)
{
	struct async__running running;
	bool was_open = async__settling.open;
	async__settling.open = false;
	async__running_begin(&running, pool);
	task.run(task.ctx);
	async__running_end(&running);
	async__settling.open = was_open;
}

/* With the lock held. */
static bool take(struct async__task_pool *pool, struct async_task *out_task)
{
	pool->took_posted = !(pool->took_posted && pool->waiting.count > 0) &&
			    async__posted_take(&pool->posted, out_task);
	return pool->took_posted || async__task_ring_pop(&pool->waiting, out_task);
}

/* With the lock held, which is released while the task runs. */
static bool step(struct async__task_pool *pool)
{
	struct async_task task;
	if (!take(pool, &task))
		return false;
	pthread_mutex_unlock(&pool->lock);
	run_task(pool, task);
	pthread_mutex_lock(&pool->lock);
	finished_one(pool);
	return true;
}

bool async__task_pool_step(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	bool ran = step(pool);
	if (!ran && async__polling_is_active(&pool->polling)) {
		pool->unfinished++; /* the queue must not be destroyed before this thread has the lock again */
		pthread_mutex_unlock(&pool->lock);
		async__polling_ask(&pool->polling);
		pthread_mutex_lock(&pool->lock);
		ran = step(pool);
		finished_one(pool);
	}
	pthread_mutex_unlock(&pool->lock);
	return ran;
}

/* With the lock held. The thread that has run a task calls this: nobody else may come for the orphans of that task. Inside another
 * task of the pool it is left to the end of that one, so that a chain of orphans takes no stack. */
static void run_orphans(struct async__task_pool *pool)
{
	while (pool->orphans && !async__task_pool_is_worker(pool)) {
		pool->orphans--;
		step(pool);
	}
}

void async__task_pool_run(struct async__task_pool *pool, struct async_task task)
{
	async__task_pool_begin(pool);
	run_task(pool, task);
	pthread_mutex_lock(&pool->lock);
	run_orphans(pool);
	finished_one(pool);
	pthread_mutex_unlock(&pool->lock);
}

/* With the lock held: a notified thread leaves, or a thread could not be notified. */
static void leave(struct async__task_pool *pool)
{
	if (--pool->coming == 0)
		tell(pool);
}

void async__task_pool_drain(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	step(pool);
	run_orphans(pool);
	leave(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_orphan(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->orphans++;
	run_orphans(pool);
	leave(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_orphan_posted(struct async__task_pool *pool)
{
	pthread_mutex_lock(&pool->lock);
	pool->orphans++;
	if (pool->coming == 1) /* only the place of this task */
		run_orphans(pool);
	leave(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_see_off(struct async__task_pool *pool)
{
	struct async__watch watch = { 0 };
	pthread_mutex_lock(&pool->lock);
	while (pool->coming)
		sleep_until_changed(pool, &watch, ASYNC_NEVER);
	pthread_mutex_unlock(&pool->lock);
}

/* With the lock held: one round of waiting. */
static void wait_once(struct async__task_pool *pool, bool help, struct async__watch *watch, uint64_t when)
{
	if (help && step(pool)) {
		run_orphans(pool);
		*watch = (struct async__watch){ 0 };
	} else {
		sleep_until_changed(pool, watch, when);
	}
}

/* A thread that the host lends. */
struct lent {
	struct async__task_pool *pool;
	const struct async__running *outer; /* what it was running before */
};

/* Called when a task ends the thread: the task counts as finished. */
static void end_lent(void *arg)
{
	struct lent *lent = arg;
	bool in_task = async__running != lent->outer; /* only compared: the record was on the stack that is gone */
	async__running = lent->outer;
	if (!in_task)
		return;
	async__misuse(ASYNC_MISUSE_THREAD_ENDED, "async_queue_donated_work", lent->pool,
		"a task ended the thread that was lent; it counts as finished");
	pthread_mutex_lock(&lent->pool->lock);
	finished_one(lent->pool);
	pthread_mutex_unlock(&lent->pool->lock);
}

void async__task_pool_work(struct async__task_pool *pool)
{
	struct async__watch watch = { 0 };
	struct lent lent = { pool, async__running };
	pthread_cleanup_push(end_lent, &lent);
	pthread_mutex_lock(&pool->lock);
	while (!pool->stop)
		wait_once(pool, true, &watch, ASYNC_NEVER);
	pthread_mutex_unlock(&pool->lock);
	pthread_cleanup_pop(0);
}

void async__task_pool_set_stop(struct async__task_pool *pool, bool stop)
{
	pthread_mutex_lock(&pool->lock);
	pool->stop = stop;
	tell(pool);
	pthread_mutex_unlock(&pool->lock);
}

void async__task_pool_await(struct async__task_pool *pool, struct async_value *const *values, size_t count, bool help)
{
	size_t next = 0;
	if (async__all_available(values, count, &next))
		return;
	async__settle_all();
	unsigned depth = async__waiters_enter();
	/* a separate condition variable would miss new tasks; the shared one wakes more threads than needed */
	struct async__awaiter awaiter = { .values = values + next, .count = count - next, .lock = &pool->lock,
		.changed = &pool->changed };
	struct async__watch watch = { 0 };
	async__awaiter_start(&awaiter);
	pthread_mutex_lock(&pool->lock);
	while (!awaiter.done)
		wait_once(pool, help, &watch, ASYNC_NEVER);
	pthread_mutex_unlock(&pool->lock);
	async__waiters_leave(depth);
}

bool async__task_pool_quiesce(struct async__task_pool *pool, bool help, uint64_t when)
{
	async__settle_all();
	unsigned depth = async__waiters_enter();
	struct async__watch watch = { 0 };
	pthread_mutex_lock(&pool->lock);
	while (pool->unfinished && (when == ASYNC_NEVER || async_now_ns() < when))
		wait_once(pool, help, &watch, when);
	bool quiet = pool->unfinished == 0;
	pthread_mutex_unlock(&pool->lock);
	async__waiters_leave(depth);
	return quiet;
}
