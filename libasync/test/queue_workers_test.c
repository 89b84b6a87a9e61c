/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocking tasks, wake-ups, fairness, and questions about workers, on each kind of work queue: single-threaded, with 1, 2
 * and 4 workers, with two threads of the host, and on a pool of the host. */
#include "queue_tasks.h"
#include <sched.h>

/* ---- blocking tasks */

static void blocking_tasks_queue(void)
{
	set_counted(0);
	for (int i = 0; i < 1000; i++)
		CHECK(async_queue_add_blocking(queue, count, NULL, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1000);
}

struct meeting {
	int here, expected; /* atomic */
};

static void meet(void *ctx)
{
	struct meeting *meeting = ctx;
	__atomic_fetch_add(&meeting->here, 1, __ATOMIC_RELAXED);
	while (__atomic_load_n(&meeting->here, __ATOMIC_RELAXED) < meeting->expected && !is_without_memory())
		sleep_ms(1);
	count(NULL);
}

/* Without queuing, as soon as a thread is free: a task is over a moment before its thread is. */
static bool add_when_free(void (*run)(void *ctx), void *ctx)
{
	for (int i = 0; i < 5000 && !is_without_memory(); i++) {
		if (async_queue_add_blocking(queue, run, ctx, false))
			return true;
		sleep_ms(1);
	}
	return false;
}

/* Two tasks that wait for each other, with two threads: a third one finds none, until they are done. */
static void blocking_without_queuing_starts_at_once(void)
{
	struct meeting meeting = { 0, 3 };
	set_counted(0);
	if (kind == SINGLE || kind == DONATED) { /* in the caller */
		meeting.expected = 1;
		CHECK(async_queue_add_blocking(queue, meet, &meeting, false));
		CHECK_INT(get_counted(), 1);
		return;
	}
	CHECK(async_queue_add_blocking(queue, meet, &meeting, false));
	CHECK(async_queue_add_blocking(queue, meet, &meeting, false));
	CHECK(!async_queue_add_blocking(queue, meet, &meeting, false));
	CHECK(async_queue_add_blocking(queue, count, NULL, true)); /* waits */
	CHECK_INT(get_counted(), 0);
	meet(&meeting);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 4);
	meeting.here = 0;
	meeting.expected = 2;
	CHECK(add_when_free(meet, &meeting));
	CHECK(add_when_free(meet, &meeting));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 6);
}

/* ---- waking up */

/* A task now and then, at all moments of falling asleep: if one is ever missed, this hangs. Not quiesce(), which
 * returns only when all are asleep. */
static void tasks_are_never_overlooked(void)
{
	set_counted(0);
	for (int i = 1; i <= MANY / 5; i++) {
		for (volatile int delay = i % 1009 * 8; delay > 0; delay--)
			;
		async_queue_add(queue, count, NULL);
		while (get_counted() < i) {
			if (kind == SINGLE)
				async_queue_quiesce(queue);
			else
				sched_yield();
		}
	}
	CHECK_INT(get_counted(), MANY / 5);
}

static int meeting_point; /* atomic */

/* Not what a task should do: waits for another. */
static void wait_for_each_other(void *ctx)
{
	int expected = *(int *)ctx;
	__atomic_fetch_add(&meeting_point, 1, __ATOMIC_RELAXED);
	for (int i = 0;
		i < 5000 && __atomic_load_n(&meeting_point, __ATOMIC_RELAXED) < expected && !is_without_memory(); i++)
		sleep_ms(1);
	if (__atomic_load_n(&meeting_point, __ATOMIC_RELAXED) >= expected)
		count(NULL);
}

static void add_all_waiting(void *ctx)
{
	for (int i = 1; i < *(int *)ctx; i++)
		async_queue_add(queue, wait_for_each_other, ctx);
	wait_for_each_other(ctx);
}

/* As many tasks as there are workers run side by side, wherever they were added. */
static void tasks_run_side_by_side(void)
{
	int expected = (int)async_queue_parallelism(queue);
	for (int round = 0; round < 20; round++) {
		set_counted(0);
		meeting_point = 0;
		if (round % 2) {
			async_queue_add(queue, add_all_waiting, &expected);
		} else {
			for (int i = 0; i < expected; i++)
				async_queue_add(queue, wait_for_each_other, &expected);
		}
		async_queue_quiesce(queue);
		CHECK_INT(get_counted(), expected);
		if (round % 4 == 3)
			sleep_ms(2);
	}
}

/* ---- fairness */

static struct {
	int siblings;  /* atomic: still to run */
	long turns;    /* atomic: of the task that adds itself */
} fair;

static void run_sibling(void *ctx)
{
	(void)ctx;
	__atomic_fetch_sub(&fair.siblings, 1, __ATOMIC_RELAXED);
}

static void add_itself(void *ctx)
{
	long turns = __atomic_add_fetch(&fair.turns, 1, __ATOMIC_RELAXED);
	if (__atomic_load_n(&fair.siblings, __ATOMIC_RELAXED) > 0 && turns < 1000000 && !is_without_memory())
		async_queue_add(queue, add_itself, ctx);
}

static void add_siblings(void *ctx)
{
	for (int i = 0; i < 20; i++)
		async_queue_add(queue, run_sibling, NULL);
	for (int i = 0; i < 4; i++) /* one for each worker, so that none is left to steal the siblings */
		async_queue_add(queue, add_itself, ctx);
}

static void a_task_that_adds_itself_starves_none(void)
{
	fair.siblings = 20;
	fair.turns = 0;
	async_queue_add(queue, add_siblings, NULL);
	async_queue_quiesce(queue);
	CHECK_INT(fair.siblings, 0);
	CHECK(fair.turns < 1000000);
}

/* ---- questions */

static int workers_seen; /* atomic */

static void ask(void *ctx)
{
	(void)ctx;
	if (async_queue_parallelism(queue) > 0 && queue->vtable->is_worker(queue))
		__atomic_fetch_add(&workers_seen, 1, __ATOMIC_RELAXED);
}

static void answers_questions(void)
{
	static const unsigned expected[KINDS] = { 1, 1, 2, 4, 2, 2 };
	static const char *const names[KINDS] = { "single-threaded", "threads", "threads", "threads", "donated",
		"host pool" };
	CHECK_INT(async_queue_parallelism(queue), expected[kind]);
	CHECK_STR(queue->vtable->name(queue), names[kind]);
	CHECK_INT(queue->vtable->size, sizeof(struct async_queue_vtable));
	CHECK(!queue->vtable->is_worker(queue));
	workers_seen = 0;
	for (int i = 0; i < 10; i++)
		async_queue_add(queue, ask, NULL);
	async_queue_quiesce(queue);
	CHECK_INT(workers_seen, 10);
	if (kind != SINGLE && kind != DONATED) {
		CHECK(async_queue_add_blocking(queue, ask, NULL, true));
		async_queue_quiesce(queue);
		CHECK_INT(workers_seen, 10);
	}
}

/* ---- each case on each kind of queue */

ON_EACH(blocking_tasks_queue)
ON_EACH(blocking_without_queuing_starts_at_once)
ON_EACH(tasks_are_never_overlooked)
ON_EACH(tasks_run_side_by_side)
ON_EACH(a_task_that_adds_itself_starves_none)
ON_EACH(answers_questions)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CASES(blocking_tasks_queue),
		CASES(blocking_without_queuing_starts_at_once),
		CASES(tasks_are_never_overlooked),
		CASES(tasks_run_side_by_side),
		CASES(a_task_that_adds_itself_starves_none),
		CASES(answers_questions),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
