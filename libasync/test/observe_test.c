/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Observation of queues: callbacks of tasks, depth, waiting times, the number of waiting tasks in traces. */
#include "queue_kinds.h"
#include "sizes.h"
#include "support.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
	nanosleep(&time, NULL);
}

/* What the observer has seen; atomic. */
static struct {
	int begun, ended, wrong;
	uint64_t waited, ran;
} seen;

static _Thread_local int inside; /* tasks that this thread is running, as the observer knows */

static void see_begin(void *ctx, const struct async_task_info *task)
{
	bool right = ctx == &seen && task->size == sizeof *task && strcmp(task->name, "observed") == 0 && task->queued &&
		     task->begun >= task->queued && task->ended == 0;
	inside++;
	__atomic_fetch_add(&seen.begun, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&seen.wrong, !right, __ATOMIC_RELAXED);
}

static void see_end(void *ctx, const struct async_task_info *task)
{
	bool right = ctx == &seen && inside > 0 && task->ended >= task->begun;
	inside--;
	__atomic_fetch_add(&seen.waited, task->begun - task->queued, __ATOMIC_RELAXED);
	__atomic_fetch_add(&seen.ran, task->ended - task->begun, __ATOMIC_RELAXED);
	__atomic_fetch_add(&seen.ended, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&seen.wrong, !right, __ATOMIC_RELAXED);
}

static const struct async_task_observer observer = { sizeof observer, see_begin, see_end, &seen };

static int ran; /* atomic */

static void work(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void add_some(int count)
{
	for (int i = 0; i < count; i++)
		async_queue_add_named(queue, "observed", work, NULL);
}

/* Each task is seen once, and its times add up to those of the counters. */
static void tasks_are_observed_and_counted(void)
{
	enum { MANY = 50 };
	struct async_queue_stats stats = { .size = sizeof stats };
	memset(&seen, 0, sizeof seen);
	ran = 0;
	CHECK_INT(async_observe_tasks(&observer), ASYNC_OK);
	async_count_tasks(true);
	add_some(MANY);
	CHECK(async_queue_add_blocking_named(queue, "observed", work, NULL, true));
	async_queue_quiesce(queue);
	CHECK_INT(async_observe_tasks(NULL), ASYNC_OK);
	async_count_tasks(false);
	add_some(3); /* not any more */
	async_queue_quiesce(queue);
	CHECK_INT(ran, MANY + 4);
	CHECK_INT(seen.wrong, 0);
	CHECK_INT(seen.begun, seen.ended);
	CHECK_INT(async_queue_stats(queue, &stats), ASYNC_OK);
	CHECK(seen.ended == MANY + 1 || (is_without_memory() && seen.ended <= MANY + 1));
	CHECK_INT(stats.tasks, seen.ended);
	CHECK(stats.waited_ns == seen.waited && stats.ran_ns == seen.ran);
	CHECK(stats.longest_wait_ns <= stats.waited_ns && stats.longest_wait_ns * (stats.tasks + 1) >= stats.waited_ns);
	CHECK(stats.waiting == 0 && stats.blocking_waiting == 0);
}

static int gate; /* atomic: 0 closed */

static void wait_at_gate(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
	for (int i = 0; i < 10000 && !__atomic_load_n(&gate, __ATOMIC_RELAXED) && !is_without_memory(); i++)
		sleep_ms(1);
}

/* Workers that are all busy leave a known number of tasks waiting. */
static void depth_is_counted(void)
{
	enum { MORE = 7 };
	struct async_queue_stats stats = { .size = sizeof stats };
	int busy = kind == THREADS_1 || kind == THREADS_2 || kind == THREADS_4 ? (int)async_queue_parallelism(queue) : 0;
	ran = gate = 0;
	for (int i = 0; i < busy; i++)
		async_queue_add(queue, wait_at_gate, NULL);
	for (int i = 0; i < 10000 && __atomic_load_n(&ran, __ATOMIC_RELAXED) < busy; i++)
		sleep_ms(1);
	if (busy > 0 || kind == SINGLE) { /* else threads of the host take the tasks */
		for (int i = 0; i < MORE; i++)
			async_queue_add(queue, work, NULL);
		CHECK_INT(async_queue_stats(queue, &stats), ASYNC_OK);
		CHECK(stats.waiting == MORE || is_without_memory());
		CHECK_INT(stats.workers, busy);
		CHECK_INT(stats.idle_workers, 0);
	}
	__atomic_store_n(&gate, 1, __ATOMIC_RELAXED);
	async_queue_quiesce(queue);
	CHECK_INT(async_queue_stats(queue, &stats), ASYNC_OK);
	CHECK_INT(stats.waiting, 0);
	CHECK_INT(stats.tasks, 0); /* nothing was counted */
}

ON_EACH(tasks_are_observed_and_counted)
ON_EACH(depth_is_counted)

static int misuses;

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	misuses += misuse->kind == ASYNC_MISUSE_BAD_ARGUMENT;
}

static void sizes_are_checked(void)
{
	struct async_task_observer wrong = observer;
	struct async_queue_stats stats = { 0 };
	struct async_queue *single = async_queue_create_single(NULL);
	if (!single)
		return;
	struct async_queue_vtable none = *single->vtable;
	struct async_queue without = { &none };
	none.stats = NULL;
	misuses = 0;
	async_set_misuse_handler(note_misuse, NULL);
	SIZES_REFUSED(struct async_task_observer, wrong.size, async_observe_tasks(&wrong) == ASYNC_E_ARG);
	SIZES_REFUSED(struct async_queue_stats, stats.size, async_queue_stats(single, &stats) == ASYNC_E_ARG);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(misuses, 16);
	CHECK_INT(async_queue_stats(&without, &stats), ASYNC_E_UNSUPPORTED);
	async_queue_destroy(single);
}

/* ---- in traces */

static void find_counter(void *ctx, const char *text, size_t size)
{
	static const char wanted[] = "tasks waiting";
	static size_t matched;
	for (size_t i = 0; i < size; i++) {
		matched = text[i] == wanted[matched] ? matched + 1 : text[i] == wanted[0];
		if (matched == sizeof wanted - 1) {
			matched = 0;
			++*(int *)ctx;
		}
	}
}

static void traces_have_the_depth(void)
{
	struct async_queue *single = async_queue_create_single(NULL);
	int found = 0;
	if (!single)
		return;
	async_trace_start(0);
	for (int i = 0; i < 10; i++)
		async_queue_add(single, work, NULL);
	async_queue_quiesce(single);
	async_trace_stop();
	async_trace_write(find_counter, &found);
	CHECK((found >= 1 && found <= 10) || is_without_memory());
	async_queue_destroy(single);
	async_trace_forget();
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CASES(tasks_are_observed_and_counted),
		CASES(depth_is_counted),
		CHECK_CASE(sizes_are_checked),
		CHECK_CASE(traces_have_the_depth),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
