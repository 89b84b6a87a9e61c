/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Adding tasks and waiting until all have run, on each kind of work queue: single-threaded, with 1, 2 and
 * 4 workers, with two threads of the host, and on a pool of the host. */
#include "queue_tasks.h"

#define VERY_MANY TIMES(1000000, 20000, 5000)

/* Those whose tasks go through a lock take longer. */
static int very_many(void) { return kind >= DONATED ? VERY_MANY / 20 : VERY_MANY; }

static void *quiesce_main(void *arg)
{
	async_queue_quiesce(arg);
	return NULL;
}

static void mark(void *ctx) { ++*(unsigned char *)ctx; } /* not atomic: each has its own */

static void runs_every_task_once(void)
{
	unsigned char *marks = calloc((size_t)MANY, 1);
	int wrong = 0;
	for (int i = 0; i < MANY; i++)
		async_queue_add(queue, mark, &marks[i]);
	async_queue_quiesce(queue);
	for (int i = 0; i < MANY; i++)
		wrong += marks[i] != 1;
	CHECK_INT(wrong, 0);
	CHECK(async_queue_allocator(queue) == memory);
	free(marks);
}

#define TOGETHER 5000 /* more than fits into a deque or an injector */

static void add_more_together(void *ctx)
{
	async_queue_add_all(queue, "together", ctx, TOGETHER);
}

static void tasks_can_be_added_together(void)
{
	static struct async_task tasks[TOGETHER];
	static unsigned char marks[TOGETHER];
	int wrong = 0;
	for (int i = 0; i < TOGETHER; i++) {
		marks[i] = 0;
		tasks[i] = (struct async_task){ mark, &marks[i] };
	}
	async_queue_add_all(queue, NULL, tasks, 0);
	for (int i = 0; i < 10; i++)
		async_queue_add_all(queue, NULL, tasks + i, 1);
	async_queue_quiesce(queue);
	async_queue_add_all(queue, NULL, tasks, TOGETHER);
	async_queue_quiesce(queue);
	async_queue_add(queue, add_more_together, tasks); /* from inside */
	async_queue_quiesce(queue);
	for (int i = 0; i < TOGETHER; i++)
		wrong += marks[i] != 2 + (i < 10);
	CHECK_INT(wrong, 0);
}

/* Tasks with deferred work, and others: deferred work is settled before the thread runs anything else. */
static _Thread_local long unsettled;
static long wrongly_unsettled, settled; /* atomic */

static void settle(void)
{
	__atomic_fetch_add(&settled, unsettled, __ATOMIC_RELAXED);
	unsettled = 0;
}

static void leave_one(void *ctx)
{
	static const struct async_settlement settlement = { settle, leave_one };
	(void)ctx;
	unsettled++;
	if (!async_task_settle_later(&settlement))
		settle();
}

static void expect_settled(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&wrongly_unsettled, unsettled, __ATOMIC_RELAXED);
}

static void complete_chain(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void tasks_settle_together(void)
{
	struct async_value *done = async_chain_create(memory);
	__atomic_store_n(&wrongly_unsettled, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&settled, 0, __ATOMIC_RELAXED);
	leave_one(NULL); /* in no task: at once, in a thread that waits for nothing */
	CHECK_INT(__atomic_load_n(&settled, __ATOMIC_RELAXED), 1);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 50; i++)
			async_queue_add(queue, leave_one, NULL);
		if (round % 2)
			async_queue_add(queue, expect_settled, NULL);
		if (round % 4 == 3)
			CHECK(async_queue_add_blocking(queue, leave_one, NULL, true));
		if (round % 5)
			continue;
		async_queue_quiesce(queue); /* all are settled by then */
		CHECK_INT(unsettled, 0);
		CHECK_INT(__atomic_load_n(&settled, __ATOMIC_RELAXED), 1 + 50 * (round + 1) + (round + 1) / 4);
	}
	async_queue_add(queue, leave_one, NULL);
	async_queue_add(queue, complete_chain, async_value_retain(done));
	async_queue_await(queue, &done, 1);
	CHECK_INT(unsettled, 0); /* also when the waiting thread runs them */
	async_queue_quiesce(queue);
	async_value_release(done);
	CHECK_INT(__atomic_load_n(&settled, __ATOMIC_RELAXED), 1 + 1000 + 5 + 1);
	CHECK_INT(__atomic_load_n(&wrongly_unsettled, __ATOMIC_RELAXED), 0);
}

static void quiesce_of_an_idle_queue_returns(void)
{
	async_queue_quiesce(queue);
	set_counted(0);
	async_queue_add(queue, count, NULL);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1);
	async_queue_quiesce(queue);
}

static void branch(void *ctx)
{
	uintptr_t below = (uintptr_t)ctx - 1, left = below / 2;
	count(NULL);
	if (left)
		async_queue_add(queue, branch, (void *)left);
	if (below - left)
		async_queue_add(queue, branch, (void *)(below - left));
}

static void tasks_add_tasks(void)
{
	set_counted(0);
	async_queue_add(queue, branch, (void *)(uintptr_t)MANY);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), MANY);
}

static void next_in_line(void *ctx)
{
	uintptr_t left = (uintptr_t)ctx;
	if (left)
		async_queue_add(queue, next_in_line, (void *)(left - 1));
	count(NULL);
}

/* Fills the queue from inside, then goes on as a line: a full queue that ran each task within the one before it would
 * run out of stack. */
static void fill_and_line_up(void *ctx)
{
	for (int i = 0; i < 5000; i++)
		async_queue_add(queue, count, NULL);
	next_in_line(ctx);
}

static void full_from_inside(void)
{
	set_counted(0);
	async_queue_add(queue, fill_and_line_up, (void *)(uintptr_t)very_many());
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 5000 + very_many() + 1);
}

/* No worker takes a task, so the queue fills up. A task that then runs in the caller adds further tasks, one by one. */
static void full_from_outside(void)
{
	enum { WAITING = 8 };
	set_counted(0);
	__atomic_store_n(&gate, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&at_gate, 0, __ATOMIC_RELAXED);
	unsigned workers = kind == SINGLE ? 0 : async_queue_parallelism(queue);
	for (unsigned i = 0; i < workers; i++)
		async_queue_add(queue, wait_at_gate, NULL);
	while (__atomic_load_n(&at_gate, __ATOMIC_RELAXED) < workers && !is_without_memory())
		sleep_ms(1);
	for (int i = 0; i < 5000; i++)
		async_queue_add(queue, count, NULL);
	async_queue_add(queue, next_in_line, (void *)(uintptr_t)very_many());
	if (kind == SINGLE || kind == DONATED)
		CHECK_INT(get_counted(), 0); /* has no limit */
	else
		CHECK(get_counted() > 0);
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	async_queue_quiesce(queue);
	long gates = kind == SINGLE ? 0 : (long)async_queue_parallelism(queue);
	CHECK_INT(get_counted(), gates + 5000 + very_many() + 1);
}

static void slow_count(void *ctx)
{
	sleep_ms(10);
	count(ctx);
}

static void quiesce_waits_for_running_tasks(void)
{
	set_counted(0);
	pthread_t other = start(quiesce_main, queue);
	for (int i = 0; i < 4; i++) {
		async_queue_add(queue, slow_count, NULL);
		CHECK(async_queue_add_blocking(queue, slow_count, NULL, true));
	}
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 8);
	pthread_join(other, NULL);
}

static void add_from_blocking(void *ctx)
{
	sleep_ms(5);
	async_queue_add(queue, count, NULL);
	if (ctx)
		async_queue_add_blocking(queue, add_from_blocking, NULL, true);
	sleep_ms(5);
}

static void quiesce_waits_for_what_blocking_tasks_add(void)
{
	set_counted(0);
	for (int i = 0; i < 5; i++)
		CHECK(async_queue_add_blocking(queue, add_from_blocking, queue, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 10);
}

static void *add_many(void *arg)
{
	for (int i = 0; i < MANY / 10; i++)
		async_queue_add(arg, count, NULL);
	return NULL;
}

static void several_threads_add(void)
{
	pthread_t threads[4];
	set_counted(0);
	for (int i = 0; i < 4; i++)
		threads[i] = start(add_many, queue);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 4 * (MANY / 10));
}

static void destroy_runs_what_is_left(void)
{
	set_counted(0);
	for (int i = 0; i < 1000; i++)
		async_queue_add(queue, count, NULL);
	for (int i = 0; i < 10; i++)
		async_queue_add_blocking(queue, slow_count, NULL, true);
	async_queue_add(queue, branch, (void *)(uintptr_t)1000);
	close_queue();
	CHECK_INT(get_counted(), 2010);
	open_queue(kind);
}

/* ---- each case on each kind of queue */

ON_EACH(runs_every_task_once)
ON_EACH(tasks_can_be_added_together)
ON_EACH(tasks_settle_together)
ON_EACH(quiesce_of_an_idle_queue_returns)
ON_EACH(tasks_add_tasks)
ON_EACH(full_from_inside)
ON_EACH(full_from_outside)
ON_EACH(quiesce_waits_for_running_tasks)
ON_EACH(quiesce_waits_for_what_blocking_tasks_add)
ON_EACH(several_threads_add)
ON_EACH(destroy_runs_what_is_left)
ON_LANES(runs_every_task_once)
ON_LANES(tasks_can_be_added_together)
ON_LANES(tasks_settle_together)
ON_LANES(quiesce_of_an_idle_queue_returns)
ON_LANES(tasks_add_tasks)
ON_LANES(full_from_inside)
ON_LANES(full_from_outside)
ON_LANES(quiesce_waits_for_running_tasks)
ON_LANES(quiesce_waits_for_what_blocking_tasks_add)
ON_LANES(several_threads_add)

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CASES(runs_every_task_once),
		CASES(tasks_can_be_added_together),
		CASES(tasks_settle_together),
		CASES(quiesce_of_an_idle_queue_returns),
		CASES(tasks_add_tasks),
		CASES(full_from_inside),
		CASES(full_from_outside),
		CASES(quiesce_waits_for_running_tasks),
		CASES(quiesce_waits_for_what_blocking_tasks_add),
		CASES(several_threads_add),
		CASES(destroy_runs_what_is_left),
		CHECK_CASE(laned_runs_every_task_once),
		CHECK_CASE(laned_tasks_can_be_added_together),
		CHECK_CASE(laned_tasks_settle_together),
		CHECK_CASE(laned_quiesce_of_an_idle_queue_returns),
		CHECK_CASE(laned_tasks_add_tasks),
		CHECK_CASE(laned_full_from_inside),
		CHECK_CASE(laned_full_from_outside),
		CHECK_CASE(laned_quiesce_waits_for_running_tasks),
		CHECK_CASE(laned_quiesce_waits_for_what_blocking_tasks_add),
		CHECK_CASE(laned_several_threads_add),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
