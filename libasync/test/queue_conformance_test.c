/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requirements for every work queue, tested on each kind: single-threaded, with 1, 2 and 4 workers,
 * with two threads of the host's, and on a pool of the host's. */
#include "queue_kinds.h"
#include <sched.h>
#include <time.h>

#define MANY TIMES(100000, 20000, 5000)
#define VERY_MANY TIMES(1000000, 20000, 5000)

/* Those whose tasks go through a lock take longer. */
static int very_many(void) { return kind >= DONATED ? VERY_MANY / 20 : VERY_MANY; }

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 / TIMES(1, 1, 10) };
	nanosleep(&time, NULL);
}

static long counted; /* atomic: by tasks */
static long get_counted(void) { return __atomic_load_n(&counted, __ATOMIC_RELAXED); }
static void set_counted(long n) { __atomic_store_n(&counted, n, __ATOMIC_RELAXED); }

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&counted, 1, __ATOMIC_RELAXED);
}

static void *quiesce_main(void *arg)
{
	async_queue_quiesce(arg);
	return NULL;
}

/* ---- adding and quiescing */

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

static int gate;         /* atomic: tasks wait until it is 1 */
static unsigned at_gate; /* atomic: number of tasks at the gate */

static void wait_at_gate(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&at_gate, 1, __ATOMIC_RELAXED);
	while (!__atomic_load_n(&gate, __ATOMIC_ACQUIRE) && !is_without_memory())
		sleep_ms(1);
	count(NULL);
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

/* ---- awaiting */

static void emplace(void *ctx)
{
	int32_t payload = 6;
	async_value_emplace(ctx, &payload);
	async_value_release(ctx);
}

static void slow_emplace(void *ctx)
{
	sleep_ms(10);
	emplace(ctx);
}

static void *slow_emplace_main(void *arg)
{
	slow_emplace(arg);
	return NULL;
}

static void await_nothing_returns(void)
{
	struct async_value *values[2] = { async_chain(), async_chain() };
	async_queue_await(queue, NULL, 0);
	async_queue_await(queue, values, 2);
}

static void await_waits_for_all(void)
{
	enum { VALUES = 100 };
	struct async_value *values[VALUES];
	for (int i = 0; i < VALUES; i++)
		values[i] = async_value_create(memory, type_i32());
	for (int i = VALUES; i-- > 0;) /* the one awaited first comes last */
		async_queue_add(queue, emplace, async_value_retain(values[i]));
	async_queue_await(queue, values, VALUES);
	for (int i = 0; i < VALUES; i++) {
		CHECK(async_value_is_available(values[i]));
		async_value_release(values[i]);
	}
}

static void await_errors_and_indirect_values(void)
{
	struct async_value *target = async_value_create(memory, type_i32());
	struct async_value *values[3] = { async_value_create_indirect(memory, ASYNC_TYPE_NONE),
		async_value_create_error(memory, async_error_create(memory, ASYNC_CODE_INTERNAL, nowhere, "x")),
		async_chain() };
	async_value_forward(values[0], async_value_retain(target));
	CHECK(async_queue_add_blocking(queue, slow_emplace, target, true));
	async_queue_await(queue, values, 3);
	CHECK_INT(get_i32(values[0]), 6);
	async_value_release(values[0]);
	async_value_release(values[1]);
}

/* Nothing is in the queue: the thread that waits must sleep and be woken. */
static void await_a_value_from_outside(void)
{
	struct async_value *value = async_value_create(memory, type_i32());
	pthread_t thread = start(slow_emplace_main, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	CHECK_INT(get_i32(value), 6);
	pthread_join(thread, NULL);
	async_value_release(value);
}

static void *slow_add_main(void *arg)
{
	sleep_ms(10);
	async_queue_add(queue, emplace, arg);
	return NULL;
}

static void await_a_task_from_outside(void)
{
	struct async_value *value = async_value_create(memory, type_i32());
	pthread_t thread = start(slow_add_main, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	CHECK_INT(get_i32(value), 6);
	pthread_join(thread, NULL);
	async_value_release(value);
}

static void *open_gate_later(void *arg)
{
	(void)arg;
	sleep_ms(20);
	__atomic_store_n(&gate, 1, __ATOMIC_RELEASE);
	return NULL;
}

/* While all workers wait at the gate, the caller awaits a value that a task completes. Returns whether the value became
 * available before the gate was open, so that the caller ran the tasks. The gate opens in any case: a caller that loses its
 * processor for a millisecond stops to help, as queue.h allows. */
static bool await_while_workers_wait(unsigned workers)
{
	struct async_value *value = async_value_create(memory, type_i32());
	__atomic_store_n(&gate, 0, __ATOMIC_RELAXED);
	__atomic_store_n(&at_gate, 0, __ATOMIC_RELAXED);
	for (unsigned i = 0; i < workers; i++)
		async_queue_add(queue, wait_at_gate, NULL);
	while (__atomic_load_n(&at_gate, __ATOMIC_RELAXED) < workers && !is_without_memory())
		sleep_ms(1);
	for (int i = 0; i < 100; i++)
		async_queue_add(queue, count, NULL);
	async_queue_add(queue, emplace, async_value_retain(value));
	pthread_t opener = start(open_gate_later, NULL);
	async_queue_await_helping(queue, &value, 1);
	bool helped = !__atomic_load_n(&gate, __ATOMIC_ACQUIRE);
	CHECK_INT(get_i32(value), 6);
	pthread_join(opener, NULL);
	async_value_release(value);
	async_queue_quiesce(queue);
	return helped;
}

static void awaiting_threads_may_help(void)
{
	unsigned workers = kind == SINGLE || kind == DONATED || kind == ADAPTER ? 0 : async_queue_parallelism(queue);
	int tries = 1;
	set_counted(0);
	while (!await_while_workers_wait(workers) && tries < 100 && !is_without_memory())
		tries++;
	CHECK(tries < 100);
	CHECK_INT(get_counted(), tries * (100 + (long)workers));
	struct async_value *value = async_value_create(memory, type_i32());
	CHECK(async_queue_add_blocking(queue, slow_emplace, async_value_retain(value), true)); /* it finds none and sleeps */
	async_queue_await_helping(queue, &value, 1);
	async_value_release(value);
	async_queue_quiesce(queue);
}

static void *await_main(void *arg)
{
	struct async_value *value = arg;
	async_queue_await(queue, &value, 1);
	return get_i32(value) == 6 ? NULL : value;
}

static void several_threads_await(void)
{
	enum { WAITERS = 6 };
	struct async_value *values[WAITERS];
	pthread_t threads[WAITERS];
	for (int i = 0; i < WAITERS; i++) {
		values[i] = async_value_create(memory, type_i32());
		threads[i] = start(await_main, values[i]);
	}
	sleep_ms(5);
	for (int i = WAITERS; i-- > 0;)
		async_queue_add(queue, i % 2 ? emplace : slow_emplace, async_value_retain(values[i]));
	for (int i = 0; i < WAITERS; i++) {
		void *wrong;
		pthread_join(threads[i], &wrong);
		CHECK(!wrong);
		async_value_release(values[i]);
	}
}

/* Waiters deep inside others that wait themselves. What they wait for comes from a task, through an indirect value,
 * and from the next waiter, which is put off because this one is so deep: await() must see to both. */
struct deep {
	struct async_waiter waiter;
	struct async_value *next;    /* completed first; the next waiter waits for it */
	struct async_value *awaited; /* then these are awaited, if not NULL: */
	struct async_value *target;  /* a task completes it, and so `awaited`, which forwards to it */
	struct async_value *end_of_next;
	struct async_value *end; /* completed at the end */
};

static void go_deeper(struct async_waiter *waiter)
{
	struct deep *deep = (struct deep *)waiter;
	if (deep->next)
		async_value_set_available(deep->next);
	if (deep->awaited) {
		struct async_value *both[2] = { deep->awaited, deep->end_of_next };
		async_queue_add(queue, emplace, async_value_retain(deep->target));
		async_queue_await(queue, both, 2);
	}
	async_value_set_available(deep->end);
}

static void await_inside_deep_waiters(void)
{
	enum { DEEP = 200 };
	struct async_value *starts[DEEP + 1], *ends[DEEP + 1];
	static struct deep deep[DEEP];
	for (int i = 0; i <= DEEP; i++) {
		starts[i] = async_chain_create(memory);
		ends[i] = i < DEEP ? async_chain_create(memory) : async_chain();
	}
	for (int i = 0; i < DEEP; i++) {
		deep[i] = (struct deep){ { NULL, go_deeper }, starts[i + 1], NULL, NULL, ends[i + 1], ends[i] };
		if (i % 25 == 24) {
			deep[i].target = async_value_create(memory, type_i32());
			deep[i].awaited = async_value_create_indirect(memory, type_i32());
			async_value_forward(deep[i].awaited, async_value_retain(deep[i].target));
		}
		async_value_and_then(starts[i], &deep[i].waiter);
	}
	async_value_set_available(starts[0]);
	for (int i = 0; i < DEEP; i++) {
		CHECK(async_value_is_available(ends[i]));
		CHECK(!deep[i].awaited || get_i32(deep[i].awaited) == 6);
		async_value_release(deep[i].awaited);
		async_value_release(deep[i].target);
	}
	for (int i = 0; i <= DEEP; i++) {
		async_value_release(starts[i]);
		async_value_release(ends[i]);
	}
}

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

/* ---- tasks that wait */

static int reports; /* atomic */

static void count_report(void *ctx, const struct async_misuse *misuse)
{
	if (misuse->kind == ASYNC_MISUSE_WAIT_IN_TASK && ctx == &reports)
		__atomic_fetch_add(&reports, 1, __ATOMIC_RELAXED);
}

static void wait_for_own_queue(void *ctx)
{
	struct async_value *never = ctx;
	async_queue_await(queue, &never, 1);
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	if (kind == SINGLE)
		CHECK(!async_queue_single_step(queue));
	count(NULL);
}

static void wait_for_own_queue_to_end(void *ctx)
{
	(void)ctx;
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	count(NULL);
}

static void waits_in_tasks_are_refused(void)
{
	struct async_value *never = async_value_create(memory, type_i32());
	set_counted(0);
	__atomic_store_n(&reports, 0, __ATOMIC_RELAXED);
	async_set_misuse_handler(count_report, &reports);
	async_queue_add(queue, wait_for_own_queue, never);
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1);
	CHECK_INT(reports, kind == SINGLE ? 4 : 3);
	CHECK(async_queue_add_blocking(queue, wait_for_own_queue_to_end, NULL, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 2);
	CHECK_INT(reports, kind == SINGLE ? 6 : 5);
	async_set_misuse_handler(NULL, NULL);
	async_value_release(never);
}

/* A blocking task in a dedicated thread may await. */
static void await_in_blocking(void *ctx)
{
	struct async_value *value = ctx;
	async_queue_add(queue, emplace, async_value_retain(value));
	async_queue_await(queue, &value, 1);
	if (get_i32(value) == 6)
		count(NULL);
}

static void blocking_tasks_may_await(void)
{
	if (kind == SINGLE || kind == DONATED)
		return;
	struct async_value *value = async_value_create(memory, type_i32());
	set_counted(0);
	CHECK(async_queue_add_blocking(queue, await_in_blocking, value, true));
	async_queue_quiesce(queue);
	CHECK_INT(get_counted(), 1);
	async_value_release(value);
}

/* A task that awaits on another queue, which runs its tasks in this thread meanwhile. */
struct nest {
	struct async_queue *inner;
	struct async_value *result;
	int right; /* checks that came out true */
};

static void run_inner(void *ctx)
{
	struct nest *nest = ctx;
	nest->right += queue->vtable->is_worker(queue);
	nest->right += nest->inner->vtable->is_worker(nest->inner);
	async_queue_quiesce(queue); /* refused, from here too */
	async_queue_quiesce(nest->inner);
	int32_t payload = 7;
	async_value_emplace(nest->result, &payload);
}

static void run_outer(void *ctx)
{
	struct nest *nest = ctx;
	nest->right += queue->vtable->is_worker(queue);
	async_queue_add(nest->inner, run_inner, nest);
	async_queue_await(nest->inner, &nest->result, 1);
	nest->right += queue->vtable->is_worker(queue);
	nest->right += !nest->inner->vtable->is_worker(nest->inner);
	async_queue_quiesce(nest->inner);
	async_queue_add(queue, count, NULL);
	async_queue_quiesce(queue); /* refused */
}

static void tasks_await_on_other_queues(void)
{
	for (int round = 0; round < 2; round++) {
		struct nest nest = { round ? async_queue_create_donated(memory, 1) : async_queue_create_single(memory),
			async_value_create(memory, type_i32()), 0 };
		set_counted(0);
		__atomic_store_n(&reports, 0, __ATOMIC_RELAXED);
		async_set_misuse_handler(count_report, &reports);
		async_queue_add(queue, run_outer, &nest);
		async_queue_quiesce(queue);
		async_set_misuse_handler(NULL, NULL);
		CHECK_INT(nest.right, 5);
		CHECK_INT(reports, 3);
		CHECK_INT(get_counted(), 1);
		async_queue_destroy(nest.inner);
		async_value_release(nest.result);
	}
}

/* The second task of one function awaits what the first has left to be settled: await() must settle it. */
static struct {
	struct async_queue *other;
	struct async_value *settled;
	int runs; /* atomic */
} left;

static void settle_left(void)
{
	int32_t payload = 8;
	async_value_emplace(left.settled, &payload);
}

static void leave_or_await(void *ctx)
{
	static const struct async_settlement settlement = { settle_left, leave_or_await };
	(void)ctx;
	if (__atomic_fetch_add(&left.runs, 1, __ATOMIC_RELAXED) > 0)
		async_queue_await(left.other, &left.settled, 1);
	else if (!async_task_settle_later(&settlement))
		settle_left();
}

static void awaiting_elsewhere_settles(void)
{
	left.other = async_queue_create_single(memory);
	left.settled = async_value_create(memory, type_i32());
	left.runs = 0;
	struct async_task two[2] = { { leave_or_await, NULL }, { leave_or_await, NULL } };
	async_queue_add_all(queue, NULL, two, 2);
	async_queue_quiesce(queue);
	CHECK_INT(get_i32(left.settled), 8);
	async_queue_destroy(left.other);
	async_value_release(left.settled);
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
ON_EACH(await_nothing_returns)
ON_EACH(await_waits_for_all)
ON_EACH(await_errors_and_indirect_values)
ON_EACH(await_a_value_from_outside)
ON_EACH(await_a_task_from_outside)
ON_EACH(awaiting_threads_may_help)
ON_EACH(several_threads_await)
ON_EACH(await_inside_deep_waiters)
ON_EACH(blocking_tasks_queue)
ON_EACH(blocking_without_queuing_starts_at_once)
ON_EACH(tasks_are_never_overlooked)
ON_EACH(tasks_run_side_by_side)
ON_EACH(a_task_that_adds_itself_starves_none)
ON_EACH(waits_in_tasks_are_refused)
ON_EACH(blocking_tasks_may_await)
ON_EACH(tasks_await_on_other_queues)
ON_EACH(awaiting_elsewhere_settles)
ON_EACH(answers_questions)

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
		CASES(await_nothing_returns),
		CASES(await_waits_for_all),
		CASES(await_errors_and_indirect_values),
		CASES(await_a_value_from_outside),
		CASES(await_a_task_from_outside),
		CASES(awaiting_threads_may_help),
		CASES(several_threads_await),
		CASES(await_inside_deep_waiters),
		CASES(blocking_tasks_queue),
		CASES(blocking_without_queuing_starts_at_once),
		CASES(tasks_are_never_overlooked),
		CASES(tasks_run_side_by_side),
		CASES(a_task_that_adds_itself_starves_none),
		CASES(waits_in_tasks_are_refused),
		CASES(blocking_tasks_may_await),
		CASES(tasks_await_on_other_queues),
		CASES(awaiting_elsewhere_settles),
		CASES(answers_questions),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
