/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The multi-threaded queue: workers, each with a deque from which the others steal; an injector for tasks of
 * foreign threads; a pool for blocking tasks. */
#include "allocator_private.h"
#include "awaiter.h"
#include "queue_threads.h"
#include "running.h"
#include "settle.h"
#include "thread.h"
#include "value_private.h"
#include <async/timer.h>
#include <sched.h>

#define BATCH 64u         /* tasks moved at once between a deque and the injector */
#define SEARCH_ROUNDS 16u /* how long to look for work before going to sleep: some microseconds */
#define ROUND_PAUSES 16u
#define HELP_NS 1000000u  /* how long a thread that awaits takes tasks */

static ASYNC__THREAD_LOCAL struct worker *this_worker;

/* ---- finding tasks */

static uint32_t next_random(struct worker *worker)
{
	worker->random ^= worker->random << 13;
	worker->random ^= worker->random >> 17;
	worker->random ^= worker->random << 5;
	return worker->random;
}

static void pause_times(unsigned times)
{
	for (unsigned i = 0; i < times; i++)
		async__pause();
}

/* Takes one task from the injector and moves some more to the deque, so that the oldest is popped first.
 *
 * When workers are as fast as the thread that adds, polling at once finds one task at a time, and each poll takes a
 * cache line from that thread, which makes adding several times slower. Shortly afterwards a batch is available. So a
 * worker without other work (`patient`) lets tasks accumulate, for less time than waking a worker takes. */
static bool take_injected(struct worker *worker, bool patient, struct async_task *out_task)
{
	struct async_task taken[BATCH], reversed[BATCH];
	if (worker->thin && patient)
		pause_times(worker->queue->thin_pauses);
	size_t most = async__deque_has_room(&worker->deque, BATCH) ? BATCH : 1;
	size_t count = async__injector_take(&worker->queue->injector, taken, most,
		async__load_relaxed(&worker->queue->crew.active)); /* relaxed: only a number */
	worker->thin = count > 0 && count < BATCH;
	if (count == 0)
		return false;
	*out_task = taken[0];
	for (size_t i = 1; i < count; i++)
		reversed[count - 1 - i] = taken[i];
	if (count > 1)
		async__deque_push(&worker->deque, reversed, count - 1);
	return true;
}

static bool take_posted(struct threads *self, struct async_task *out_task)
{
	if (ASYNC__LIKELY(!async__posted_any(&self->posted)))
		return false;
	pthread_mutex_lock(&self->posted_lock);
	bool took = async__posted_take(&self->posted, out_task);
	pthread_mutex_unlock(&self->posted_lock);
	return took;
}

/* Tasks from outside: posted ones and the injector take turns. */
static bool take_outside(struct worker *worker, bool patient, struct async_task *out_task)
{
	if (ASYNC__UNLIKELY(worker->took_posted)) {
		worker->took_posted = false;
		if (take_injected(worker, false, out_task))
			return true;
	}
	worker->took_posted = take_posted(worker->queue, out_task);
	return worker->took_posted || take_injected(worker, patient, out_task);
}

static bool steal(struct worker *worker, struct async_task *out_task)
{
	struct threads *self = worker->queue;
	unsigned start = next_random(worker) % self->count;
	for (unsigned i = 0; i < self->count; i++) {
		struct worker *victim = &self->workers[(start + i) % self->count];
		if (victim != worker && async__deque_steal(&victim->deque, out_task))
			return true;
	}
	return false;
}

/* A worker pops the task that it pushed last, which is best for its caches and keeps few tasks waiting. But a task that
 * adds itself again would starve the others. So once in ASYNC__FAIRNESS times the worker takes the oldest task of its deque or
 * from outside, alternately. It also calls the pollers then: a worker that is never idle would not call them. */
static ASYNC__NOINLINE bool find_oldest(struct worker *worker, struct async_task *out_task)
{
	worker->until_oldest = ASYNC__FAIRNESS;
	worker->injected_first = !worker->injected_first;
	if (async__polling_is_active(&worker->queue->watching.polling))
		async__polling_ask(&worker->queue->watching.polling);
	return (worker->injected_first && take_outside(worker, false, out_task)) ||
	       async__deque_steal(&worker->deque, out_task);
}

static bool must_leave(struct worker *worker)
{
	return async__crew_must_leave(&worker->queue->crew, worker->number);
}

/* A worker that must leave finds nothing more. */
static bool find(struct worker *worker, struct async_task *out_task)
{
	if (ASYNC__UNLIKELY(--worker->until_oldest == 0)) {
		if (ASYNC__UNLIKELY(must_leave(worker))) {
			worker->until_oldest = 1;
			return false;
		}
		if (find_oldest(worker, out_task))
			return true;
	}
	return async__deque_pop(&worker->deque, out_task) || take_outside(worker, true, out_task) ||
	       steal(worker, out_task);
}

/* Is there a task anywhere? The last check in the sense of parking.h. */
static bool any_task(struct threads *self)
{
	for (unsigned i = 0; i < self->count; i++) {
		if (!async__deque_is_empty(&self->workers[i].deque))
			return true;
	}
	return !async__injector_is_empty(&self->injector) || async__posted_any(&self->posted);
}

/* ---- workers */

/* Spins in the first rounds, for short latency; then yields, since the thread that adds the next task may be waiting
 * for this processor. */
static void pass_time(unsigned round)
{
	if (round < SEARCH_ROUNDS / 2)
		pause_times(ROUND_PAUSES);
	else
		sched_yield();
}

/* Calls the pollers if operations are outstanding. @return true when the worker should search for another round. */
static bool searches_on(struct worker *worker, unsigned round)
{
	struct async__watching *watching = &worker->queue->watching;
	return (ASYNC__UNLIKELY(async__polling_is_active(&watching->polling)) &&
		       async__watching_search(watching, &worker->watch)) ||
	       round < SEARCH_ROUNDS;
}

/* The worker is a searcher (see parking.h). @return false when it found no task and is not a searcher any more. */
static bool search(struct worker *worker, struct async_task *out_task)
{
	struct threads *self = worker->queue;
	for (unsigned round = 0; searches_on(worker, round); round++) {
		if (find(worker, out_task)) {
			if (ASYNC__UNLIKELY(async__watch_was_used(&worker->watch)))
				async__watching_stop(&self->watching, &worker->watch);
			/* threads that added tasks relied on this searcher: wake another one for them */
			if (async__parking_found(&self->parking) && any_task(self))
				async__parking_wake_one(&self->parking);
			return true;
		}
		pass_time(round);
	}
	async__parking_announce(&self->parking);
	return false;
}

/* After search() found nothing: sleeps until there may be a task. @return true when the worker is a searcher again. */
static bool rest(struct worker *worker)
{
	struct threads *self = worker->queue;
	/* seq_cst: pairs with the threads that write stop and then wake the workers that have announced themselves */
	if (must_leave(worker) || any_task(self)) {
		if (ASYNC__UNLIKELY(async__watch_was_used(&worker->watch)))
			async__watching_stop(&self->watching, &worker->watch);
		return !async__parking_retract(&self->parking);
	}
	uint64_t nap = async__watching_nap(&self->watching, &worker->watch);
	async__activity_leave(&self->activity);
	if (ASYNC__LIKELY(nap == 0))
		async__parking_sleep(&self->parking);
	else if (!async__parking_nap(&self->parking, nap) && async__parking_retract(&self->parking))
		async__parking_search(&self->parking); /* calls the pollers */
	worker->thin = false; /* outdated after sleeping */
	async__activity_enter(&self->activity);
	if (ASYNC__UNLIKELY(async__load_seq_cst(&self->crew.leaving)) && !must_leave(worker))
		async__parking_wake_all(&self->parking); /* the token was perhaps meant for a worker that must leave */
	return true;
}

static bool spill(struct worker *worker);

/* Leaves the queue as if the worker had never been there: its tasks go to the others. */
static void hand_over(struct worker *worker, bool searching)
{
	struct threads *self = worker->queue;
	struct async_task task;
	if (async__watch_was_used(&worker->watch))
		async__watching_stop(&self->watching, &worker->watch);
	while (!async__deque_is_empty(&worker->deque)) {
		if (!spill(worker) && async__deque_pop(&worker->deque, &task)) /* no memory */
			async__settle_and_run(task);
	}
	async__settle_all();
	if (searching && async__parking_found(&self->parking) && any_task(self))
		async__parking_wake_one(&self->parking);
}

/* Runs tasks until the worker must leave. */
static void work(struct worker *worker)
{
	struct threads *self = worker->queue;
	struct async_task task;
	bool searching = false;
	while (!must_leave(worker)) {
		if (!searching) {
			while (find(worker, &task))
				async__settle_and_run(task);
			async__settle_all();
			async__parking_search(&self->parking);
		}
		if (search(worker, &task)) {
			searching = false;
			async__settle_and_run(task);
		} else {
			searching = rest(worker);
		}
	}
	if (ASYNC__LIKELY(!self->forked))
		hand_over(worker, searching);
}

static void serve(struct worker *worker)
{
	struct threads *self = worker->queue;
	struct async__running running;
	async__running = NULL; /* a task that has ended its thread leaves the records of what it ran */
	async__running_begin(&running, self); /* for the life of the thread */
	async__settling.open = true;
	this_worker = worker;
	do {
		worker->until_oldest = ASYNC__FAIRNESS;
		work(worker);
	} while (!self->forked && !async__crew_leave(&self->crew, worker->number));
	this_worker = NULL;
	async__running_end(&running);
	if (ASYNC__UNLIKELY(self->forked))
		async__report_forked("async_queue_add", self);
	else
		async__activity_leave(&self->activity);
}

/* Called when a task ends its thread, by pthread_exit() or because it was cancelled. */
static void replace_thread(void *arg)
{
	struct worker *worker = arg;
	struct threads *self = worker->queue;
	this_worker = NULL;
	async__settle_all();
	async__misuse(ASYNC_MISUSE_THREAD_ENDED, "async_queue_add", self,
		"a task ended the thread of a worker; another thread took its place");
	async__styled_end(&self->style, ASYNC_THREAD_WORKER, worker->number);
	if (!async__crew_replace(&self->crew, worker->number))
		serve(worker); /* no thread can be started: this one works until the queue is destroyed */
}

void *async__worker_main(void *arg)
{
	struct worker *worker = arg;
	struct threads *self = worker->queue;
	unsigned number = worker->number;
	async__crew_begin(&self->crew, number);
	pthread_cleanup_push(replace_thread, worker);
	serve(worker);
	pthread_cleanup_pop(0);
	async__styled_end(&self->style, ASYNC_THREAD_WORKER, number);
	return NULL;
}

/* ---- adding */

static void run_in_caller(struct threads *self, struct async_task task)
{
	struct async__running running;
	async__running_begin(&running, self);
	async__activity_enter(&self->activity);
	task.run(task.ctx);
	async__activity_leave(&self->activity); /* the queue may be freed afterwards */
	async__running_end(&running);
}

/* Moves the oldest tasks of a full deque to the injector. */
static bool spill(struct worker *worker)
{
	struct async_task oldest[BATCH];
	size_t count = 0;
	while (count < BATCH && async__deque_steal(&worker->deque, &oldest[count]))
		count++;
	bool spilled = async__injector_put_all(&worker->queue->injector, oldest, count);
	if (!spilled) /* out of memory: back into the deque, though now as the youngest */
		async__deque_push(&worker->deque, oldest, count);
	return spilled;
}

static void add_inside(struct worker *worker, struct async_task task)
{
	if (ASYNC__UNLIKELY(!async__deque_has_room(&worker->deque, 1)) && !spill(worker)) {
		task.run(task.ctx);
		return;
	}
	async__deque_push(&worker->deque, &task, 1);
	async__parking_wake_one(&worker->queue->parking);
}

static void threads_add(struct async_queue *queue, struct async_task task)
{
	struct threads *self = threads_of(queue);
	struct worker *worker = this_worker;
	if (worker && worker->queue == self) {
		add_inside(worker, task);
		return;
	}
	/* A task that runs in the caller may add another one, and so on: in this case growing the injector is better
	 * than nesting. The queue may be freed after each of these calls. */
	if (!async__injector_put(&self->injector, task) &&
		!(async__is_running(self) && async__injector_put_all(&self->injector, &task, 1)))
		run_in_caller(self, task);
}

static void threads_add_all(struct async_queue *queue, const struct async_task *tasks, size_t count)
{
	struct threads *self = threads_of(queue);
	struct worker *worker = this_worker;
	size_t added = 0;
	if (worker && worker->queue == self) {
		if (count <= ASYNC__DEQUE_SIZE && async__deque_has_room(&worker->deque, count)) {
			async__deque_push(&worker->deque, tasks, count);
			async__parking_wake_some(&self->parking, count);
			return;
		}
	} else {
		added = async__injector_put_some(&self->injector, tasks, count);
	}
	for (; added < count; added++) /* the tasks that did not fit */
		threads_add(queue, tasks[added]);
}

static bool threads_add_blocking(struct async_queue *queue, struct async_task task, bool allow_queuing)
{
	return async__blocking_add(&threads_of(queue)->blocking, task, allow_queuing);
}

/* ---- waiting */

/* Any waiting task, for a thread that is not a worker. */
static bool find_from_outside(struct threads *self, struct async_task *out_task)
{
	for (unsigned i = 0; i < self->count; i++) {
		if (async__deque_steal(&self->workers[i].deque, out_task))
			return true;
	}
	return async__injector_take(&self->injector, out_task, 1, 1) == 1 || take_posted(self, out_task);
}

static bool threads_run_one(struct async_queue *queue)
{
	struct threads *self = threads_of(queue);
	struct worker *worker = this_worker;
	struct async_task task;
	if (!async__is_running(self))
		return false;
	bool inside = worker && worker->queue == self && !must_leave(worker);
	if (!(inside ? find(worker, &task) : find_from_outside(self, &task)))
		return false;
	async__settle_and_run(task);
	return true;
}

static bool threads_is_worker(struct async_queue *queue)
{
	/* also a thread from outside that runs a task while it awaits, or because there is no room for it */
	return (this_worker && this_worker->queue == threads_of(queue)) || async__is_running(threads_of(queue));
}

/* A blocking task has a dedicated thread and may await, but must not wait for its own end. */
static bool may_not_await(struct threads *self)
{
	bool inside = async__is_running(self);
	if (ASYNC__UNLIKELY(inside))
		async__report_wait_in_task("async_queue_await", self);
	return inside;
}

static bool may_not_quiesce(struct threads *self, const char *function)
{
	bool inside = async__is_running(self) || async__blocking_is_worker(&self->blocking);
	if (ASYNC__UNLIKELY(inside))
		async__report_wait_in_task(function, self);
	return inside;
}

static void threads_await(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	struct threads *self = threads_of(queue);
	size_t next = 0;
	if (may_not_await(self) || async__all_available(values, count, &next))
		return;
	async__settle_all();
	unsigned depth = async__waiters_enter();
	async__watching_await(&self->watching, values + next, count - next);
	async__waiters_leave(depth);
}

/* Runs waiting tasks until all values are available, no task is found, or HELP_NS have passed. */
static void help(struct threads *self, struct async_value *const *values, size_t count)
{
	struct async_task task;
	struct async__running running;
	size_t next = 0;
	bool was_open = async__settling.open;
	const uint64_t end = async_now_ns() + HELP_NS;
	async__settling.open = true;
	async__running_begin(&running, self);
	async__activity_enter(&self->activity);
	for (unsigned round = 0; round < SEARCH_ROUNDS && !async__all_available(values, count, &next); round++) {
		if (async_now_ns() >= end)
			break;
		if (find_from_outside(self, &task)) {
			async__settle_and_run(task);
			round = 0;
		} else {
			async__settle_all();
			pass_time(round);
		}
	}
	async__settle_all();
	async__activity_leave(&self->activity);
	async__running_end(&running);
	async__settling.open = was_open;
}

static void threads_await_helping(struct async_queue *queue, struct async_value *const *values, size_t count)
{
	struct threads *self = threads_of(queue);
	if (!async__is_running(self)) {
		async__settle_all();
		unsigned depth = async__waiters_enter();
		help(self, values, count);
		async__waiters_leave(depth);
	}
	threads_await(queue, values, count);
}

static bool nothing_from_outside(void *ctx)
{
	struct threads *self = ctx;
	return async__injector_is_empty(&self->injector) && !async__posted_any(&self->posted);
}

static bool wait_until_quiet(struct threads *self, uint64_t when)
{
	async__settle_all();
	unsigned depth = async__waiters_enter();
	bool quiet = async__activity_wait(&self->activity, nothing_from_outside, self, when);
	async__waiters_leave(depth);
	return quiet;
}

static void threads_quiesce(struct async_queue *queue)
{
	struct threads *self = threads_of(queue);
	if (!may_not_quiesce(self, "async_queue_quiesce"))
		wait_until_quiet(self, ASYNC_NEVER);
}

static bool threads_quiesce_until(struct async_queue *queue, uint64_t when)
{
	struct threads *self = threads_of(queue);
	return !may_not_quiesce(self, "async_queue_quiesce_until") && wait_until_quiet(self, when);
}

/* ---- work outside of the queue */

static void threads_hold(struct async_queue *queue, bool polled)
{
	struct threads *self = threads_of(queue);
	async__activity_enter(&self->activity);
	if (polled)
		async__watching_begin(&self->watching);
}

static void threads_unhold(struct async_queue *queue, bool polled)
{
	struct threads *self = threads_of(queue);
	if (polled)
		async__polling_end(&self->watching.polling);
	async__activity_leave(&self->activity); /* the queue may be freed afterwards */
}

static void threads_post(struct async_queue *queue, struct async_posted *posted)
{
	struct threads *self = threads_of(queue);
	pthread_mutex_lock(&self->posted_lock);
	async__posted_put(&self->posted, posted);
	pthread_mutex_unlock(&self->posted_lock);
	async__parking_wake_one(&self->parking); /* the hold of the caller keeps the queue */
}

static void threads_add_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_add(&threads_of(queue)->watching.polling, poller);
}

static void threads_remove_poller(struct async_queue *queue, struct async_poller *poller)
{
	async__polling_remove(&threads_of(queue)->watching.polling, poller);
}

static bool threads_has_waiting(struct async_queue *queue)
{
	struct threads *self = threads_of(queue);
	return async__injector_count(&self->injector) > 0 || async__load_relaxed(&self->posted.first) != NULL;
}

/* ---- observation */

static void threads_stats(struct async_queue *queue, struct async_queue_stats *out_stats)
{
	struct threads *self = threads_of(queue);
	out_stats->waiting = async__injector_count(&self->injector);
	for (unsigned i = 0; i < self->count; i++)
		out_stats->waiting += async__deque_count(&self->workers[i].deque);
	pthread_mutex_lock(&self->posted_lock);
	out_stats->waiting += async__posted_count(&self->posted);
	pthread_mutex_unlock(&self->posted_lock);
	out_stats->workers = async__load_relaxed(&self->crew.active); /* relaxed: only a number, as the next one */
	out_stats->idle_workers = async__parking_idle(&self->parking);
	async__blocking_stats(&self->blocking, out_stats);
	async__tally_read(&self->tally, out_stats);
}

static void threads_ran(struct async_queue *queue, uint64_t waited_ns, uint64_t ran_ns)
{
	async__tally_add(&threads_of(queue)->tally, waited_ns, ran_ns);
}

/* ---- creation and destruction */

static const char *threads_name(struct async_queue *queue)
{
	(void)queue;
	return "threads";
}

static const struct async_allocator *threads_allocator(struct async_queue *queue)
{
	return threads_of(queue)->allocator;
}

static unsigned threads_parallelism(struct async_queue *queue)
{
	return async__load_relaxed(&threads_of(queue)->crew.active); /* relaxed: only a number */
}

static void threads_destroy(struct async_queue *queue)
{
	struct threads *self = threads_of(queue);
	if (may_not_quiesce(self, "async_queue_destroy"))
		return;
	wait_until_quiet(self, ASYNC_NEVER);
	async__threads_tear_down(self);
}

const struct async_queue_vtable async__threads_vtable = { sizeof async__threads_vtable, threads_name, threads_add,
	threads_add_blocking, threads_await, threads_quiesce, threads_parallelism, threads_is_worker, threads_destroy,
	threads_add_all, threads_run_one, threads_hold, threads_unhold, threads_post, threads_add_poller,
	threads_remove_poller, threads_await_helping, threads_quiesce_until, threads_has_waiting,
	threads_stats, threads_ran, threads_allocator };
