/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Timers, run by one thread that is created on demand, or by the threads that step them. */
#include "allocator_private.h"
#include "atomics.h"
#include "misuse_private.h"
#include "owned_timer.h"
#include "thread.h"
#include "timer_heap.h"
#include <assert.h>
#include <async/error.h>
#include <time.h>

/* A running timer, on the stack of the thread that runs it. All entries of the list belong to one thread. */
struct running {
	const struct async_timer *timer; /* only compared: it may have freed itself */
	struct running *outer;           /* it called async_timers_step(), which runs this one */
};

struct async_timers {
	const struct async_allocator *allocator;
	bool stepped; /* no thread */
	uint32_t refs; /* atomic: the owner and async__timers_retain() */
	pthread_mutex_t lock;
	pthread_cond_t sooner;   /* the first timer has changed, or stop was set */
	pthread_cond_t finished; /* `running` has changed */
	/* guarded by lock: */
	struct async_timer *first; /* root of the heap */
	uint64_t started;          /* timers started so far: the order of equal times */
	struct running *running;   /* innermost first */
	pthread_t runner;          /* runs them */
	bool has_thread, stop;
	pthread_t thread;
};

#define SECOND UINT64_C(1000000000)

uint64_t async_now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static struct async_timers *create(const struct async_allocator *allocator, bool stepped)
{
	allocator = async__or_system(allocator);
	struct async_timers *timers = async_alloc(allocator, sizeof *timers, _Alignof(struct async_timers));
	if (!timers)
		return NULL;
	*timers = (struct async_timers){ .allocator = allocator, .stepped = stepped, .refs = 1 };
	pthread_mutex_init(&timers->lock, NULL);
	async__cond_init(&timers->sooner);
	pthread_cond_init(&timers->finished, NULL);
	return timers;
}

struct async_timers *async_timers_create(const struct async_allocator *allocator) { return create(allocator, false); }
struct async_timers *async_timers_create_stepped(const struct async_allocator *allocator)
{
	return create(allocator, true);
}

static void remove_pending(struct async_timers *timers, struct async_timer *timer)
{
	timers->first = async__timer_heap_remove(timers->first, timer);
	timer->pending = false;
}

/* With the lock held, which is released while a timer runs. */
static void run_due(struct async_timers *timers, uint64_t now)
{
	struct async_timer *timer;
	while ((timer = timers->first) != NULL && timer->when <= now && !timers->stop) {
		remove_pending(timers, timer);
		struct running running = { timer, timers->running };
		timers->running = &running;
		timers->runner = pthread_self();
		pthread_mutex_unlock(&timers->lock);
		timer->run(timer);
		pthread_mutex_lock(&timers->lock);
		timers->running = running.outer;
		pthread_cond_broadcast(&timers->finished);
	}
}

static void *timers_main(void *arg)
{
	struct async_timers *timers = arg;
	async__thread_set_name("async", "t", 0);
	pthread_mutex_lock(&timers->lock);
	while (!timers->stop) {
		uint64_t now = async_now_ns(), next;
		run_due(timers, now);
		next = timers->first ? timers->first->when : ASYNC_NEVER;
		if (next > now && !timers->stop)
			(void)async__cond_wait_until(&timers->sooner, &timers->lock, next);
	}
	pthread_mutex_unlock(&timers->lock);
	return NULL;
}

/* With the lock held. Is another thread running timers? */
static bool is_run_elsewhere(const struct async_timers *timers)
{
	return timers->running && !pthread_equal(timers->runner, pthread_self());
}

static bool is_running(const struct async_timers *timers, const struct async_timer *timer)
{
	const struct running *running = timers->running;
	while (running && running->timer != timer)
		running = running->outer;
	return running != NULL;
}

uint64_t async_timers_step(struct async_timers *timers, uint64_t now)
{
	assert(timers->stepped);
	pthread_mutex_lock(&timers->lock);
	while (is_run_elsewhere(timers)) /* one thread at a time, to keep the order */
		pthread_cond_wait(&timers->finished, &timers->lock);
	run_due(timers, now);
	uint64_t next = timers->first ? timers->first->when : ASYNC_NEVER;
	pthread_mutex_unlock(&timers->lock);
	return next;
}

enum async_status async_timer_start(struct async_timers *timers, struct async_timer *timer, uint64_t when)
{
	pthread_mutex_lock(&timers->lock);
	if (ASYNC__UNLIKELY(timer->pending)) {
		pthread_mutex_unlock(&timers->lock);
		async__misuse(ASYNC_MISUSE_STARTED_TWICE, "async_timer_start", timer,
			"the timer is pending; it keeps its time. Cancel it first");
		return ASYNC_E_STATE;
	}
	if (!timers->stepped && !timers->has_thread)
		timers->has_thread = async__thread_start(&timers->thread, timers_main, timers);
	bool good = timers->stepped || timers->has_thread;
	if (good) {
		timer->when = when;
		timer->order = timers->started++;
		timer->pending = true;
		timers->first = async__timer_heap_add(timers->first, timer);
		if (timers->first == timer)
			pthread_cond_signal(&timers->sooner);
	}
	pthread_mutex_unlock(&timers->lock);
	return good ? ASYNC_OK : ASYNC_E_NOMEM;
}

bool async_timer_cancel(struct async_timers *timers, struct async_timer *timer)
{
	pthread_mutex_lock(&timers->lock);
	while (is_run_elsewhere(timers) && is_running(timers, timer))
		pthread_cond_wait(&timers->finished, &timers->lock);
	bool was_pending = timer->pending;
	if (was_pending)
		remove_pending(timers, timer);
	pthread_mutex_unlock(&timers->lock);
	return was_pending;
}

/* ---- timers of the library */

void async__timers_retain(struct async_timers *timers) { async__add_relaxed(&timers->refs, 1u); }

void async__timers_release(struct async_timers *timers)
{
	if (async__sub_acq_rel(&timers->refs, 1u) != 1) /* acq_rel: the last one acquires what the others released */
		return;
	pthread_cond_destroy(&timers->finished);
	pthread_cond_destroy(&timers->sooner);
	pthread_mutex_destroy(&timers->lock);
	async_free(timers->allocator, timers, sizeof *timers, _Alignof(struct async_timers));
}

static void run_owned(struct async_timer *timer)
{
	struct async__owned_timer *self = (struct async__owned_timer *)(void *)timer;
	self->end(self, true);
}

enum async_status async__owned_timer_start(struct async_timers *timers, struct async__owned_timer *timer, uint64_t when)
{
	timer->timer = (struct async_timer){ .run = run_owned };
	return async_timer_start(timers, &timer->timer, when);
}

bool async__owned_timer_cancel(struct async_timers *timers, struct async__owned_timer *timer)
{
	pthread_mutex_lock(&timers->lock);
	bool was_pending = timer->timer.pending;
	if (was_pending)
		remove_pending(timers, &timer->timer);
	pthread_mutex_unlock(&timers->lock);
	return was_pending;
}

/* ---- chains */

struct chain_timer {
	struct async__owned_timer timer;
	const struct async_allocator *allocator;
	struct async_value *chain;
};

static void end_chain(struct async__owned_timer *timer, bool due)
{
	struct chain_timer *self = (struct chain_timer *)(void *)timer;
	struct async_location nowhere = { NULL, 0 };
	if (due)
		async_value_set_available(self->chain);
	else
		async_value_fail(self->chain, async_error_create(self->allocator, ASYNC_CODE_CANCELLED, nowhere,
						      "timers destroyed before the time came"));
	async_value_release(self->chain);
	async_free(self->allocator, self, sizeof *self, _Alignof(struct chain_timer));
}

struct async_value *async_timers_chain(
	struct async_timers *timers, const struct async_allocator *allocator, uint64_t when)
{
	allocator = async__or_system(allocator);
	struct async_value *chain = async_chain_create(allocator);
	struct chain_timer *self = async_alloc(allocator, sizeof *self, _Alignof(struct chain_timer));
	if (chain && self) {
		*self = (struct chain_timer){ { .end = end_chain }, allocator, async_value_retain(chain) };
		if (async__owned_timer_start(timers, &self->timer, when) == ASYNC_OK)
			return chain;
		async_value_release(chain);
	}
	async_value_release(chain);
	async_free(allocator, self, sizeof *self, _Alignof(struct chain_timer));
	return async_value_out_of_memory();
}

/* @return the first pending timer, which is not pending any more. */
static struct async_timer *take_pending(struct async_timers *timers)
{
	pthread_mutex_lock(&timers->lock);
	struct async_timer *timer = timers->first;
	if (timer)
		remove_pending(timers, timer);
	pthread_mutex_unlock(&timers->lock);
	return timer;
}

void async_timers_destroy(struct async_timers *timers)
{
	if (!timers)
		return;
	pthread_mutex_lock(&timers->lock);
	timers->stop = true;
	pthread_cond_signal(&timers->sooner);
	pthread_mutex_unlock(&timers->lock);
	if (timers->has_thread)
		pthread_join(timers->thread, NULL);
	for (struct async_timer *timer; (timer = take_pending(timers)) != NULL;) {
		struct async__owned_timer *owned = (struct async__owned_timer *)(void *)timer;
		if (timer->run == run_owned)
			owned->end(owned, false);
	}
	async__timers_release(timers);
}
