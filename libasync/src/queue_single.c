/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The single-threaded queue. Tasks run in a thread that waits. If several threads wait, one of them at a time ("the
 * driver") runs tasks, so that tasks never run concurrently. */
#include "allocator_private.h"
#include "awaiter.h"
#include "polling.h"
#include "posted.h"
#include "running.h"
#include "settle.h"
#include "tally.h"
#include "task_ring.h"
#include "thread.h"
#include "value_private.h"
#include <async/queue.h>
#include <async/timer.h>

/* Small programs leave out optional members of the table: batches, and work outside of the queue. */
#ifdef ASYNC_NO_OPTIONAL
#define OPTIONAL 0
#else
#define OPTIONAL 1
#endif

struct single {
	struct async_queue face;
	const struct async_allocator *allocator;
	pthread_mutex_t lock;
	pthread_cond_t changed; /* a task was added, the driver has stopped, an awaiter is done, the last hold was
	                           released, or the first operation that must be polled has begun */
	/* guarded by lock: */
	struct async__task_ring incoming;
	struct async__posted posted;
	size_t holds;
	bool driven;
	/* used by the driver only: */
	struct async__running running;
	bool was_open; /* previous async__settling of the thread */
	unsigned sleepers;
	/* used by the driver only: older than all incoming tasks, taken from there as a batch to save locking */
	struct async__task_ring batch;
	struct async__polling polling;
	struct async__tally tally;
};

static struct single *single_of(struct async_queue *queue) { return (struct single *)(void *)queue; }

static const char *single_name(struct async_queue *self)
{
	(void)self;
	return "single-threaded";
}

/* With the lock held, which it releases: tasks were added. */
static inline void end_adding(struct single *self)
{
	if (self->sleepers && !self->driven)
		pthread_cond_broadcast(&self->changed);
	pthread_mutex_unlock(&self->lock);
}

/* Runs a task that cannot be queued because memory is exhausted. */
static ASYNC__NOINLINE void run_in_caller(struct single *self, struct async_task task)
{
	struct async__running running;
	async__running_begin(&running, self);
	task.run(task.ctx); /* the queue may be freed afterwards */
	async__running_end(&running);
}

static void single_add(struct async_queue *queue, struct async_task task)
{
	struct single *self = single_of(queue);
	pthread_mutex_lock(&self->lock);
	bool taken = async__task_ring_push(&self->incoming, self->allocator, task);
	end_adding(self);
	if (ASYNC__UNLIKELY(!taken))
		run_in_caller(self, task);
}

#if OPTIONAL
static void single_add_all(struct async_queue *queue, const struct async_task *tasks, size_t count)
{
	struct single *self = single_of(queue);
	size_t taken = 0;
	pthread_mutex_lock(&self->lock);
	while (taken < count && async__task_ring_push(&self->incoming, self->allocator, tasks[taken]))
		taken++;
	end_adding(self);
	for (; taken < count; taken++)
		run_in_caller(self, tasks[taken]);
}
#endif

static bool single_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	if (allow_queuing)
		single_add(queue, task);
	else
		task.run(task.ctx);
	return true;
}

/* With the lock, which it releases: moves posted tasks to the end of `batch`. */
static ASYNC__NOINLINE void take_posted(struct single *self)
{
	struct async_task task;
	bool fits = true;
	while (fits && async__posted_take(&self->posted, &task))
		fits = async__task_ring_push(&self->batch, self->allocator, task);
	pthread_mutex_unlock(&self->lock);
	if (!fits) /* no memory: this task runs now */
		async__settle_and_run(task);
}

static ASYNC__NOINLINE void take_incoming(struct single *self)
{
	pthread_mutex_lock(&self->lock);
	struct async__task_ring empty = self->batch;
	self->batch = self->incoming;
	self->incoming = empty;
	if (OPTIONAL && ASYNC__UNLIKELY(self->posted.first != NULL))
		take_posted(self);
	else
		pthread_mutex_unlock(&self->lock);
}

/* Driver only, without the lock. Runs one task. @return false when none was queued. */
static inline bool run_one(struct single *self)
{
	struct async_task task;
	if (ASYNC__UNLIKELY(self->batch.count == 0))
		take_incoming(self);
	if (!async__task_ring_pop(&self->batch, &task))
		return false;
	async__settle_and_run(task);
	return true;
}

/* With the lock held: becomes the driver if tasks are queued and there is no other driver. In this case the lock is
 * released until stop_driving(). */
static bool try_drive(struct single *self)
{
	if (self->driven || (self->batch.count + self->incoming.count == 0 && !(OPTIONAL && self->posted.first)))
		return false;
	self->driven = true;
	async__running_begin(&self->running, self);
	self->was_open = async__settling.open;
	async__settling.open = true;
	pthread_mutex_unlock(&self->lock);
	return true;
}

static void stop_driving(struct single *self)
{
	async__settle_all();
	async__settling.open = self->was_open;
	async__running_end(&self->running);
	pthread_mutex_lock(&self->lock);
	self->driven = false;
	if (self->sleepers)
		pthread_cond_broadcast(&self->changed);
}

/* With the lock held: one round of waiting, in which the pollers may be called without it. */
static ASYNC__NOINLINE void sleep_until_changed(struct single *self, struct async__watch *watch, uint64_t when)
{
	self->sleepers++;
	if (OPTIONAL)
		async__polling_wait_until(&self->polling, async__polling_is_active(&self->polling), watch,
			&self->changed, &self->lock, when);
	else
		pthread_cond_wait(&self->changed, &self->lock);
	self->sleepers--;
}

/* True in a task of this queue, which cannot wait for it. */
static bool is_refused(struct single *self, const char *function)
{
	bool inside = async__is_running(self);
	if (ASYNC__UNLIKELY(inside))
		async__report_wait_in_task(function, self);
	return inside;
}

static void single_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	struct single *self = single_of(queue);
	struct async__watch watch = { 0 };
	bool started = false;
	size_t next = 0;
	if (is_refused(self, "async_queue_await"))
		return;
	if (async__all_available(values, count, &next))
		return;
	struct async__awaiter awaiter = { .values = values, .count = count, .lock = &self->lock,
		.changed = &self->changed };
	async__settle_all();
	unsigned depth = async__waiters_enter();
	pthread_mutex_lock(&self->lock);
	while (!async__all_available(values, count, &next)) {
		if (try_drive(self)) {
			while (!async__all_available(values, count, &next) && run_one(self))
				;
			stop_driving(self);
			watch = (struct async__watch){ 0 };
		} else if (!started) {
			pthread_mutex_unlock(&self->lock);
			async__awaiter_start(&awaiter);
			started = true;
			pthread_mutex_lock(&self->lock);
		} else {
			sleep_until_changed(self, &watch, ASYNC_NEVER);
		}
	}
	while (started && !awaiter.done)
		sleep_until_changed(self, &watch, ASYNC_NEVER);
	pthread_mutex_unlock(&self->lock);
	async__waiters_leave(depth);
}

static inline bool has_passed(uint64_t when) { return ASYNC__UNLIKELY(when != ASYNC_NEVER) && async_now_ns() >= when; }

/* @return false when the time has passed. */
static bool run_all(struct single *self, uint64_t when)
{
	struct async__watch watch = { 0 };
	async__settle_all();
	unsigned depth = async__waiters_enter();
	pthread_mutex_lock(&self->lock);
	bool quiet = false;
	while (!quiet && !has_passed(when)) {
		if (try_drive(self)) {
			if (ASYNC__LIKELY(when == ASYNC_NEVER)) {
				while (run_one(self))
					;
			} else {
				while (!has_passed(when) && run_one(self))
					;
			}
			stop_driving(self);
			watch = (struct async__watch){ 0 };
		} else if (self->driven || (OPTIONAL && self->holds)) {
			sleep_until_changed(self, &watch, when);
		} else {
			quiet = true;
		}
	}
	pthread_mutex_unlock(&self->lock);
	async__waiters_leave(depth);
	return quiet;
}

static void single_quiesce(struct async_queue *queue)
{
	if (!is_refused(single_of(queue), "async_queue_quiesce"))
		run_all(single_of(queue), ASYNC_NEVER);
}

/* With the lock held, which is released meanwhile: calls the pollers once. */
static void poll_once(struct single *self)
{
	self->holds++; /* the queue must not be destroyed before this thread has the lock again */
	pthread_mutex_unlock(&self->lock);
	async__polling_ask(&self->polling);
	pthread_mutex_lock(&self->lock);
	if (--self->holds == 0 && self->sleepers)
		pthread_cond_broadcast(&self->changed);
}

bool async_queue_single_step(struct async_queue *single)
{
	struct single *self = single_of(single);
	if (is_refused(self, "async_queue_single_step"))
		return false;
	async__settle_all();
	unsigned depth = async__waiters_enter();
	pthread_mutex_lock(&self->lock);
	struct async__watch watch = { 0 };
	while (self->driven)
		sleep_until_changed(self, &watch, ASYNC_NEVER);
	bool ran = try_drive(self);
	if (OPTIONAL && !ran && async__polling_is_active(&self->polling)) {
		poll_once(self);
		ran = try_drive(self);
	}
	if (ran) {
		run_one(self);
		stop_driving(self);
	}
	pthread_mutex_unlock(&self->lock);
	async__waiters_leave(depth);
	return ran;
}

static unsigned single_parallelism(struct async_queue *self)
{
	(void)self;
	return 1;
}

static bool single_is_worker(struct async_queue *self) { return async__is_running(single_of(self)); }

/* Only the driver takes tasks; a thread that runs its task itself because memory is exhausted is not the driver. */
static bool single_run_one(struct async_queue *queue)
{
	struct single *self = single_of(queue);
	const struct async__running *record = async__running;
	while (record && record != &self->running)
		record = record->outer;
	return record && run_one(self);
}

#if OPTIONAL
static bool single_quiesce_until(struct async_queue *queue, uint64_t when)
{
	return !is_refused(single_of(queue), "async_queue_quiesce_until") && run_all(single_of(queue), when);
}

/* ---- work outside of the queue */

static void single_hold(struct async_queue *queue, bool polled)
{
	struct single *self = single_of(queue);
	pthread_mutex_lock(&self->lock);
	self->holds++;
	if (polled && async__polling_begin(&self->polling) && self->sleepers)
		pthread_cond_broadcast(&self->changed);
	pthread_mutex_unlock(&self->lock);
}

static void single_unhold(struct async_queue *queue, bool polled)
{
	struct single *self = single_of(queue);
	pthread_mutex_lock(&self->lock);
	if (polled)
		async__polling_end(&self->polling);
	if (--self->holds == 0 && self->sleepers)
		pthread_cond_broadcast(&self->changed);
	pthread_mutex_unlock(&self->lock);
}

static void single_post(struct async_queue *queue, struct async_posted *posted)
{
	struct single *self = single_of(queue);
	pthread_mutex_lock(&self->lock);
	async__posted_put(&self->posted, posted);
	end_adding(self);
}

static void single_add_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_add(&single_of(queue)->polling, poller);
}

static void single_remove_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_remove(&single_of(queue)->polling, poller);
}

static void single_stats(struct async_queue *queue, struct async_queue_stats *out_stats)
{
	struct single *self = single_of(queue);
	pthread_mutex_lock(&self->lock);
	out_stats->waiting = self->incoming.count + async__posted_count(&self->posted);
	if (!self->driven || async__is_running(self)) /* else only the driver knows its batch */
		out_stats->waiting += self->batch.count;
	pthread_mutex_unlock(&self->lock);
	async__tally_read(&self->tally, out_stats);
}

static void single_ran(struct async_queue *queue, uint64_t waited_ns, uint64_t ran_ns)
{
	async__tally_add(&single_of(queue)->tally, waited_ns, ran_ns);
}
#endif

static const struct async_allocator *single_allocator(struct async_queue *queue)
{
	return single_of(queue)->allocator;
}

static void single_destroy(struct async_queue *queue)
{
	struct single *self = single_of(queue);
	if (is_refused(self, "async_queue_destroy"))
		return;
	run_all(self, ASYNC_NEVER);
	async__task_ring_finish(&self->incoming, self->allocator);
	async__task_ring_finish(&self->batch, self->allocator);
	pthread_cond_destroy(&self->changed);
	pthread_mutex_destroy(&self->lock);
	async_free(self->allocator, self, sizeof *self, _Alignof(struct single));
}

struct async_queue *async_queue_create_single(const struct async_allocator *allocator)
{
	static const struct async_queue_vtable vtable = { sizeof vtable, single_name, single_add, single_add_blocking,
		single_await, single_quiesce, single_parallelism, single_is_worker, single_destroy,
#if OPTIONAL
		single_add_all, single_run_one, single_hold, single_unhold, single_post, single_add_poller,
		single_remove_poller, NULL, single_quiesce_until, NULL, single_stats, single_ran, single_allocator,
#else
		.run_one = single_run_one, .allocator = single_allocator,
#endif
	};
	allocator = async__or_system(allocator);
	struct single *self = async_alloc(allocator, sizeof *self, _Alignof(struct single));
	if (!self)
		return NULL;
	*self = (struct single){ .face = { &vtable }, .allocator = allocator };
	pthread_mutex_init(&self->lock, NULL);
	if (OPTIONAL)
		async__cond_init(&self->changed);
	else
		pthread_cond_init(&self->changed, NULL);
	return &self->face;
}

void async_queue_destroy(struct async_queue *q)
{
	if (q)
		q->vtable->destroy(q);
}
