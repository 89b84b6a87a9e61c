/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Task groups on each kind of queue: every task once, waiting from outside and inside, nesting, errors, cancellation. */
#include "queue_kinds.h"
#include <sched.h>

static void on_each_queue(void (*body)(void))
{
	for (int k = 0; k < KINDS; k++) {
		open_queue((enum kind)k);
		body();
		close_queue();
	}
}

static struct async_group *make_group(void)
{
	struct async_group *group = async_group_create(queue, memory);
	for (int tries = 0; !group && tries < 100; tries++) /* the one allocation that may fail was this one */
		group = async_group_create(queue, memory);
	if (!group)
		abort();
	return group;
}

static long ran, dropped; /* atomic */

static struct async_error *count(void *ctx, struct async_error *cancelled)
{
	(void)ctx;
	__atomic_fetch_add(cancelled ? &dropped : &ran, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void reset(void) { ran = dropped = 0; }

static void wait_without_error(struct async_group *group)
{
	struct async_error *error = async_group_wait(group);
	CHECK(error == NULL);
	async_error_release(error);
}

/* ---- every task once */

static void use_twice(void)
{
	enum { COUNT = TIMES(20000, 2000, 300) };
	struct async_group *group = make_group();
	wait_without_error(group); /* empty */
	for (int round = 0; round < 2; round++) {
		reset();
		for (int i = 0; i < COUNT; i++)
			async_group_add(group, count, NULL);
		wait_without_error(group);
		CHECK_INT(ran, COUNT);
		CHECK_INT(dropped, 0);
	}
	async_group_destroy(group);
	async_group_destroy(NULL);
}

static void every_task_once(void) { on_each_queue(use_twice); }

static void destroy_with_tasks_left(void)
{
	struct async_group *group = make_group();
	reset();
	for (int i = 0; i < 100; i++)
		async_group_add(group, count, NULL);
	async_group_destroy(group);
	async_queue_quiesce(queue);
	CHECK_INT(ran, 100);
}

static void tasks_that_are_left_still_run(void) { on_each_queue(destroy_with_tasks_left); }

/* ---- inside tasks */

struct call {
	struct async_group *group; /* of the caller; only for the test of misuse */
	unsigned number;
	unsigned long result;
};

/* Each call is a task, and waits for the two that it makes. */
static struct async_error *fib(void *ctx, struct async_error *cancelled)
{
	struct call *call = ctx;
	call->result = call->number;
	if (cancelled || call->number < 2)
		return NULL;
	struct async_group *group = make_group();
	struct call one = { group, call->number - 1, 0 }, two = { group, call->number - 2, 0 };
	async_group_add(group, fib, &one);
	async_group_add(group, fib, &two);
	struct async_error *error = async_group_wait(group);
	async_group_destroy(group);
	call->result = one.result + two.result;
	return error;
}

static void nest(void)
{
	struct async_group *group = make_group();
	struct call call = { group, TIMES(18, 12, 7), 0 };
	async_group_add(group, fib, &call);
	wait_without_error(group);
	async_group_destroy(group);
	CHECK_INT(call.result, TIMES(2584, 144, 13));
}

static void groups_nest(void) { on_each_queue(nest); }

static struct async_error *add_more(void *ctx, struct async_error *cancelled)
{
	struct call *call = ctx;
	unsigned left = __atomic_fetch_sub(&call->number, 1, __ATOMIC_RELAXED);
	(void)cancelled;
	for (int i = 0; left > 0 && left < 1000 && i < 2; i++)
		async_group_add(call->group, add_more, call);
	__atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void grow(void)
{
	struct async_group *group = make_group();
	struct call call = { group, 200, 0 };
	reset();
	async_group_add(group, add_more, &call);
	wait_without_error(group);
	async_group_destroy(group);
	CHECK_INT(ran, 401); /* 200 of them add two */
}

static void tasks_add_to_their_group(void) { on_each_queue(grow); }

struct helping {
	int begun, flag; /* atomic */
};

static void set_flag(void *ctx) { __atomic_store_n((int *)ctx, 1, __ATOMIC_RELAXED); }

static void spin_until(int *flag)
{
	while (!__atomic_load_n(flag, __ATOMIC_RELAXED))
		sched_yield();
}

static struct async_error *begin_and_wait(void *ctx, struct async_error *cancelled)
{
	struct helping *helping = ctx;
	(void)cancelled;
	set_flag(&helping->begun);
	spin_until(&helping->flag);
	return NULL;
}

static struct async_error *wait_inside(void *ctx, struct async_error *cancelled)
{
	struct helping *helping = ctx;
	(void)cancelled;
	struct async_group *group = make_group();
	async_group_add(group, begin_and_wait, helping);
	spin_until(&helping->begun); /* the other worker has it */
	async_queue_add(queue, set_flag, &helping->flag);
	struct async_error *error = async_group_wait(group);
	async_group_destroy(group);
	return error;
}

/* One worker waits for a group, whose only task runs in the other one until a flag is set. The task that sets the flag
 * belongs to no group: the thread that waits must run it. */
static void waiting_tasks_run_others(void)
{
	COUNTS_ALLOCATIONS();
	open_queue(THREADS_2);
	struct helping helping = { 0, 0 };
	struct async_group *group = make_group();
	async_group_add(group, wait_inside, &helping);
	wait_without_error(group);
	async_group_destroy(group);
	close_queue();
}

/* ---- errors and cancellation */

static struct async_error *fail(void *ctx, struct async_error *cancelled)
{
	count(ctx, cancelled);
	return async_error_make(ASYNC_CODE_OUT_OF_RANGE, "number %d", 7);
}

static void fail_then_add(void)
{
	struct async_group *group = make_group();
	reset();
	async_group_add(group, fail, NULL);
	async_group_add(group, fail, NULL);
	struct async_error *error = async_group_wait(group);
	CHECK(error && async_error_code(error) == ASYNC_CODE_OUT_OF_RANGE);
	CHECK_STR(async_error_message(error), "number 7");
	CHECK(async_error_location(error).source == NULL);
	async_error_release(error);
	CHECK_INT(ran + dropped, 2);
	async_group_add(group, count, NULL); /* the group has no result any more */
	wait_without_error(group);

	reset();
	async_group_cancel(group, NULL);
	for (int i = 0; i < 50; i++)
		async_group_add(group, count, NULL);
	struct async_error *first = async_group_check(group);
	error = async_group_wait(group);
	CHECK(error && error == first);
	CHECK_INT(async_error_code(error), TIMES(ASYNC_CODE_CANCELLED, ASYNC_CODE_CANCELLED, async_error_code(error)));
	CHECK_INT(dropped, 50);
	async_error_release(first);
	async_error_release(error);
	async_group_destroy(group);
}

static void first_error_is_the_result(void) { on_each_queue(fail_then_add); }

static void *cancel_main(void *arg)
{
	async_request_cancel(arg);
	return NULL;
}

struct waiting {
	struct async_group *group;
	struct async_request *request;
};

/* Cancels the request from another thread and notices. */
static struct async_error *notice(void *ctx, struct async_error *cancelled)
{
	struct waiting *waiting = ctx;
	if (cancelled)
		return NULL;
	pthread_t thread = start(cancel_main, waiting->request);
	struct async_error *error;
	while (!(error = async_group_check(waiting->group)))
		sched_yield();
	pthread_join(thread, NULL);
	return error;
}

static void cancel_request(void)
{
	struct async_host host = { .size = sizeof host, .allocator = memory, .queue = queue };
	struct async_request *request = async_request_create(&host, NULL);
	if (!request)
		return;
	struct async_group *group = async_group_create_for(request);
	for (int tries = 0; !group && tries < 100; tries++)
		group = async_group_create_for(request);
	struct waiting waiting = { group, request };
	reset();
	async_group_add(group, notice, &waiting);
	struct async_error *error = async_group_wait(group);
	CHECK(error && async_error_code(error) == async_error_code(async_request_cancelled(request)));
	async_error_release(error);
	async_group_add(group, count, NULL);
	error = async_group_wait(group);
	CHECK(error != NULL);
	CHECK_INT(dropped, 1);
	async_error_release(error);
	struct async_value *idle = async_request_idle(request);
	CHECK(is_without_memory() || !async_value_is_available(idle)); /* the group is a unit of work */
	async_group_destroy(group);
	async_queue_quiesce(queue);
	CHECK(async_value_is_available(idle));
	async_value_release(idle);
	async_request_release(request);
}

static void requests_cancel_groups(void) { on_each_queue(cancel_request); }

/* ---- misuse */

static int reports; /* atomic */
static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	reports += misuse->kind == ASYNC_MISUSE_WAIT_IN_TASK && strcmp(misuse->function, "async_group_wait") == 0;
}

static struct async_error *wait_for_itself(void *ctx, struct async_error *cancelled)
{
	(void)cancelled;
	return async_group_wait(ctx);
}

static void refuse(void)
{
	struct async_group *group = make_group();
	reports = 0;
	async_set_misuse_handler(note_misuse, NULL);
	async_group_add(group, wait_for_itself, group);
	wait_without_error(group);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(reports, 1);
	async_group_destroy(group);
}

static void a_task_cannot_wait_for_its_own_group(void) { on_each_queue(refuse); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_task_once),
		CHECK_CASE(tasks_that_are_left_still_run),
		CHECK_CASE(groups_nest),
		CHECK_CASE(tasks_add_to_their_group),
		CHECK_CASE(waiting_tasks_run_others),
		CHECK_CASE(first_error_is_the_result),
		CHECK_CASE(requests_cancel_groups),
		CHECK_CASE(a_task_cannot_wait_for_its_own_group),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
