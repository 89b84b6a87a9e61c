/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Timers, run by threads that are created on demand, or by the threads that step them.
 *
 * One thread leads: it sleeps until the first timer is due and runs the timers, one after the other. While a timer runs and others are
 * pending, another thread stands by. When the same timer still runs after SLOW_NS, that thread takes the lead, and the first one stands
 * by when its timer is done. So as long as all timers are quick, they run in order and one at a time. */
#include "allocator_private.h"
#include "atomics.h"
#include "forked.h"
#include "misuse_private.h"
#include "owned_timer.h"
#include "thread.h"
#include "timer_heap.h"
#include <assert.h>
#include <async/error.h>
#include <time.h>

#define SLOW_NS 2000000u
#define MOST_THREADS 64u /* as many slow timers delay no other */

/* A running timer, on the stack of the thread that runs it. */
struct running {
	const struct async_timer *timer; /* only compared: it may have freed itself */
	pthread_t thread;
	struct running *next, **link;
};

struct async_timers {
	const struct async_allocator *allocator;
	bool stepped; /* no thread; all running timers belong to one */
	uint32_t refs; /* atomic: the owner and async__timers_retain() */
	struct async__forked registered;
	pthread_mutex_t lock;
	pthread_cond_t sooner;   /* for the leader: the first timer has changed, or stop was set */
	pthread_cond_t stand_by; /* for the thread that stands by: the leader runs a timer, or stop was set */
	pthread_cond_t finished; /* `running` or `threads` has changed */
	/* guarded by lock: */
	struct async_timer *first; /* root of the heap */
	uint64_t started;          /* timers started so far: the order of equal times */
	struct running *running;   /* the last one first */
	uint64_t turns;   /* timers that leaders have begun to run */
	uint64_t term;    /* rises when a thread takes the lead */
	bool leading;     /* a thread leads */
	bool busy;        /* it is running a timer */
	bool watched;     /* a thread measures how long, or was told to */
	unsigned idle;    /* threads that stand by */
	unsigned threads; /* that exist */
	unsigned numbers; /* threads created so far */
	bool stop;
	bool has_last;    /* a thread has ended and is not joined: */
	pthread_t last;
};

#define SECOND UINT64_C(1000000000)

uint64_t async_now_ns(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

static void unlink_running(struct running *entry)
{
	*entry->link = entry->next;
	if (entry->next)
		entry->next->link = entry->link;
}

static void init_conditions(struct async_timers *timers)
{
	async__cond_init(&timers->sooner);
	async__cond_init(&timers->stand_by);
	pthread_cond_init(&timers->finished, NULL);
}

static struct async_timers *timers_of(struct async__forked *registered)
{
	return (struct async_timers *)(void *)((char *)registered - offsetof(struct async_timers, registered));
}

static void lock_before_fork(struct async__forked *registered) { pthread_mutex_lock(&timers_of(registered)->lock); }

/* The child has one thread, which perhaps is running a timer; the next start creates another. Pending timers stay pending. */
static void unlock_after_fork(struct async__forked *registered, bool in_child)
{
	struct async_timers *timers = timers_of(registered);
	if (in_child) {
		unsigned own = 0;
		for (struct running *entry = timers->running, *next; entry; entry = next) {
			next = entry->next;
			if (pthread_equal(entry->thread, pthread_self()))
				own++;
			else
				unlink_running(entry);
		}
		timers->threads = own > 0 && !timers->stepped;
		timers->leading = timers->busy = timers->watched = timers->has_last = false;
		timers->idle = 0;
		timers->term++;
		init_conditions(timers);
	}
	pthread_mutex_unlock(&timers->lock);
}

static struct async_timers *create(const struct async_allocator *allocator, bool stepped)
{
	allocator = async__or_system(allocator);
	struct async_timers *timers = async_alloc(allocator, sizeof *timers, _Alignof(struct async_timers));
	if (!timers)
		return NULL;
	*timers = (struct async_timers){ .allocator = allocator, .stepped = stepped, .refs = 1,
		.registered = { .before = lock_before_fork, .after = unlock_after_fork } };
	pthread_mutex_init(&timers->lock, NULL);
	init_conditions(timers);
	async__forked_add(&timers->registered);
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

static void *timers_main(void *arg);

/* With the lock held: no thread will run timers any more. The callers whose timers end now may start others. */
static bool is_ending(const struct async_timers *timers) { return timers->stop && timers->threads == 0; }

/* With the lock held. */
static bool start_thread(struct async_timers *timers)
{
	pthread_t thread;
	if (timers->threads == MOST_THREADS || !async__thread_start(&thread, timers_main, timers))
		return false;
	timers->threads++;
	return true;
}

/* With the lock held: while the leader runs a timer, a thread stands by for those that are pending. */
static void let_watch(struct async_timers *timers)
{
	if (!timers->busy || timers->watched || !timers->first || timers->stop)
		return;
	timers->watched = timers->idle > 0 || start_thread(timers);
	if (timers->idle > 0)
		pthread_cond_signal(&timers->stand_by);
}

/* With the lock held, which is released while the timer runs. */
static void run_one(struct async_timers *timers, struct async_timer *timer)
{
	const uint64_t term = timers->term;
	remove_pending(timers, timer);
	struct running running = { timer, pthread_self(), timers->running, &timers->running };
	if (running.next)
		running.next->link = &running.next;
	timers->running = &running;
	timers->turns++;
	timers->busy = !timers->stepped;
	let_watch(timers);
	pthread_mutex_unlock(&timers->lock);
	timer->run(timer);
	pthread_mutex_lock(&timers->lock);
	unlink_running(&running);
	if (timers->term == term)
		timers->busy = false;
	pthread_cond_broadcast(&timers->finished);
}

/* With the lock held. Runs what is due at `now`, while this thread has the lead. */
static void run_due(struct async_timers *timers, uint64_t now)
{
	const uint64_t term = timers->term;
	struct async_timer *timer;
	while (timers->term == term && !timers->stop && (timer = timers->first) != NULL && timer->when <= now)
		run_one(timers, timer);
}

/* With the lock held. */
static void lead(struct async_timers *timers)
{
	const uint64_t term = ++timers->term;
	timers->leading = true;
	while (!timers->stop && timers->term == term) {
		uint64_t now = async_now_ns();
		run_due(timers, now);
		uint64_t next = timers->first ? timers->first->when : ASYNC_NEVER;
		if (next > now && !timers->stop && timers->term == term)
			(void)async__cond_wait_until(&timers->sooner, &timers->lock, next);
	}
}

/* With the lock held. Returns when this thread must lead. @return false when it is not needed: another one stands by. */
static bool stand_by(struct async_timers *timers)
{
	if (timers->idle > 0)
		return false;
	timers->idle = 1;
	while (!timers->stop && timers->leading) {
		timers->watched = timers->busy && timers->first;
		uint64_t turn = timers->turns;
		if (!timers->watched)
			pthread_cond_wait(&timers->stand_by, &timers->lock);
		else if (!async__cond_wait_until(&timers->stand_by, &timers->lock, async_now_ns() + SLOW_NS) &&
			 timers->busy && timers->turns == turn)
			timers->leading = timers->busy = false; /* takes the lead */
	}
	timers->watched = false;
	timers->idle = 0;
	return true;
}

static void *timers_main(void *arg)
{
	struct async_timers *timers = arg;
	pthread_mutex_lock(&timers->lock);
	async__thread_set_name("async", "t", timers->numbers++);
	bool needed = true;
	while (!timers->stop && needed) {
		if (timers->leading)
			needed = stand_by(timers);
		else
			lead(timers);
	}
	/* each thread that ends joins the one before it */
	bool had_last = timers->has_last;
	pthread_t last = timers->last;
	timers->has_last = true;
	timers->last = pthread_self();
	timers->threads--;
	pthread_cond_broadcast(&timers->finished);
	pthread_mutex_unlock(&timers->lock);
	if (had_last)
		pthread_join(last, NULL);
	return NULL;
}

/* With the lock held. Is another thread running `timer`, or any one if it is NULL? */
static bool is_run_elsewhere(const struct async_timers *timers, const struct async_timer *timer)
{
	const struct running *entry = timers->running;
	while (entry && ((timer && entry->timer != timer) || pthread_equal(entry->thread, pthread_self())))
		entry = entry->next;
	return entry != NULL;
}

uint64_t async_timers_step(struct async_timers *timers, uint64_t now)
{
	assert(timers->stepped);
	pthread_mutex_lock(&timers->lock);
	while (is_run_elsewhere(timers, NULL)) /* one thread at a time, to keep the order */
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
	bool ending = is_ending(timers), good = !ending && (timers->stepped || timers->threads > 0 || start_thread(timers));
	if (good) {
		timer->when = when;
		timer->order = timers->started++;
		timer->pending = true;
		timers->first = async__timer_heap_add(timers->first, timer);
		if (timers->first == timer)
			pthread_cond_signal(&timers->sooner);
		let_watch(timers);
	}
	pthread_mutex_unlock(&timers->lock);
	return good ? ASYNC_OK : ending ? ASYNC_E_STATE : ASYNC_E_NOMEM;
}

bool async_timer_cancel(struct async_timers *timers, struct async_timer *timer)
{
	pthread_mutex_lock(&timers->lock);
	while (is_run_elsewhere(timers, timer))
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
	pthread_cond_destroy(&timers->stand_by);
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

struct async_error *async__timers_destroyed(const struct async_allocator *allocator)
{
	struct async_location nowhere = { NULL, 0 };
	return async_error_create(allocator, ASYNC_CODE_CANCELLED, nowhere, "timers destroyed before the time came");
}

static void end_chain(struct async__owned_timer *timer, bool due)
{
	struct chain_timer *self = (struct chain_timer *)(void *)timer;
	if (due)
		async_value_set_available(self->chain);
	else
		async_value_fail(self->chain, async__timers_destroyed(self->allocator));
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
		enum async_status status = async__owned_timer_start(timers, &self->timer, when);
		if (status == ASYNC_E_STATE)
			end_chain(&self->timer, false);
		if (status != ASYNC_E_NOMEM)
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
	async__forked_remove(&timers->registered);
	pthread_mutex_lock(&timers->lock);
	timers->stop = true;
	pthread_cond_signal(&timers->sooner);
	pthread_cond_signal(&timers->stand_by);
	while (timers->threads > 0)
		pthread_cond_wait(&timers->finished, &timers->lock);
	pthread_mutex_unlock(&timers->lock);
	if (timers->has_last)
		pthread_join(timers->last, NULL);
	for (struct async_timer *timer; (timer = take_pending(timers)) != NULL;) {
		struct async__owned_timer *owned = (struct async__owned_timer *)(void *)timer;
		if (timer->run == run_owned)
			owned->end(owned, false);
	}
	async__timers_release(timers);
}
