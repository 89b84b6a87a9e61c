/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Waiting for groups with a choice of tasks and a limit of time. */
#include "support.h"
#include <sched.h>

static int strangers, members; /* atomic: have run */
static int misuses;            /* atomic */
static bool open_gate;         /* atomic */

static void count_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&misuses, misuse->kind == ASYNC_MISUSE_WAIT_IN_TASK, __ATOMIC_RELAXED);
}

static struct async_queue *make_queue(const struct async_allocator *memory, unsigned threads)
{
	struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 1 };
	strangers = members = misuses = 0;
	open_gate = false;
	return async_queue_create_threads(memory, &options);
}

static void stranger(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&strangers, 1, __ATOMIC_RELAXED);
}

static struct async_error *member(void *ctx, struct async_error *cancelled)
{
	(void)ctx;
	(void)cancelled;
	__atomic_fetch_add(&members, 1, __ATOMIC_RELAXED);
	return NULL;
}

/* A task of the group that waits for a group of its own, in the ordinary way. */
static struct async_error *nested(void *ctx, struct async_error *cancelled)
{
	struct async_queue *queue = ctx;
	struct async_group *group = async_group_create(queue, NULL);
	(void)cancelled;
	if (!group)
		return async_error_make(ASYNC_CODE_RESOURCE_EXHAUSTED, "no memory for a group");
	async_queue_add(queue, stranger, NULL);
	for (int i = 0; i < 5; i++)
		async_group_add(group, member, NULL);
	struct async_error *error = async_group_wait(group);
	async_group_destroy(group);
	return error;
}

struct wait {
	struct async_queue *queue;
	const struct async_allocator *memory;
	enum async_help help;
	enum async_status status;
	int strangers; /* that had run when the wait was over */
};

static void wait_in_task(void *ctx)
{
	struct wait *wait = ctx;
	struct async_group_wait_options how = ASYNC_GROUP_WAIT_INIT;
	struct async_error *error = NULL;
	struct async_group *group = async_group_create(wait->queue, wait->memory);
	how.help = wait->help;
	for (int i = 0; group && i < 10; i++)
		async_queue_add(wait->queue, stranger, NULL);
	for (int i = 0; group && i < 4; i++)
		async_group_add(group, nested, wait->queue);
	if (group)
		wait->status = async_group_wait_with(group, &how, &error);
	wait->strangers = __atomic_load_n(&strangers, __ATOMIC_RELAXED);
	if (group && wait->status != ASYNC_OK)
		async_error_release(async_group_wait(group));
	async_error_release(error);
	async_group_destroy(group);
}

/* The only thread for the strangers is the one that waits. */
static void strangers_do_not_run(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = make_queue(memory, 1);
	CHECK_OR_RETURN(queue);
	struct wait wait = { queue, memory, ASYNC_HELP_GROUP, ASYNC_E_NOMEM, 0 };
	async_queue_add(queue, wait_in_task, &wait);
	async_queue_quiesce(queue);
	if (!is_without_memory()) {
		CHECK_INT(wait.status, ASYNC_OK);
		CHECK_INT(wait.strangers, 0);
		CHECK_INT(members, 20);
		CHECK_INT(strangers, 14);
	}
	async_queue_destroy(queue);
	memory_end(memory);
}

static void a_wait_may_run_nothing(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = make_queue(memory, 2);
	CHECK_OR_RETURN(queue);
	struct wait wait = { queue, memory, ASYNC_HELP_NONE, ASYNC_E_NOMEM, 0 };
	async_queue_add(queue, wait_in_task, &wait);
	async_queue_quiesce(queue);
	if (!is_without_memory()) {
		CHECK_INT(wait.status, ASYNC_OK);
		CHECK_INT(members, 20);
	}
	async_queue_destroy(queue);
	memory_end(memory);
}

static void the_only_thread_may_not_sleep(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = make_queue(memory, 1);
	CHECK_OR_RETURN(queue);
	async_set_misuse_handler(count_misuse, NULL);
	struct wait wait = { queue, memory, ASYNC_HELP_NONE, ASYNC_E_NOMEM, 0 };
	async_queue_add(queue, wait_in_task, &wait);
	async_queue_quiesce(queue);
	if (!is_without_memory()) {
		CHECK_INT(wait.status, ASYNC_E_STATE);
		CHECK_INT(misuses, 1);
		CHECK_INT(members, 20);
	}
	async_set_misuse_handler(NULL, NULL);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- outside of the queue, and a limit of time. Without memory the caller would run the tasks, which wait for it. */
#ifndef FAULTY

static struct async_error *until_open(void *ctx, struct async_error *cancelled)
{
	(void)ctx;
	(void)cancelled;
	while (!__atomic_load_n(&open_gate, __ATOMIC_ACQUIRE))
		sched_yield();
	return async_error_make(ASYNC_CODE_DATA_LOSS, "the result");
}

/* A wait that is too short leaves the group as it is; the next one gets the result. */
static void wait_twice(struct async_group *group, enum async_help help)
{
	struct async_group_wait_options how = ASYNC_GROUP_WAIT_INIT;
	struct async_error *error = NULL;
	how.help = help;
	how.when = async_now_ns() + 1000000;
	CHECK_INT(async_group_wait_with(group, &how, &error), ASYNC_E_STATE);
	CHECK(!error && async_now_ns() >= how.when);
	__atomic_store_n(&open_gate, true, __ATOMIC_RELEASE);
	how.when = ASYNC_NEVER;
	CHECK_INT(async_group_wait_with(group, &how, &error), ASYNC_OK);
	CHECK(error != NULL);
	async_error_release(error);
}

/* In a task, GROUP: another worker must have begun the task of the group, which otherwise never ends. */
static int begun; /* atomic */
static struct async_error *begin_until_open(void *ctx, struct async_error *cancelled)
{
	__atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
	return until_open(ctx, cancelled);
}

static void wait_twice_in_task(void *ctx)
{
	while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
		sched_yield();
	wait_twice(ctx, ASYNC_HELP_GROUP);
}

static void waits_end_in_time(void)
{
	static const enum async_help helps[] = { ASYNC_HELP_ALL, ASYNC_HELP_NONE };
	const struct async_allocator *memory = memory_begin();
	for (int i = 0; i < 2; i++) {
		struct async_queue *queue = make_queue(memory, 2);
		CHECK_OR_RETURN(queue);
		struct async_group *group = NULL;
		for (int tries = 0; !group && tries < 2; tries++) /* one allocation may fail */
			group = async_group_create(queue, NULL);
		if (!group)
			abort();
		async_group_add(group, until_open, NULL);
		wait_twice(group, helps[i]);
		open_gate = false;
		begun = 0;
		async_group_add(group, begin_until_open, NULL);
		async_queue_add(queue, wait_twice_in_task, group);
		async_queue_quiesce(queue);
		async_group_destroy(group);
		async_queue_destroy(queue);
	}
	memory_end(memory);
}

#endif

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(strangers_do_not_run), CHECK_CASE(a_wait_may_run_nothing),
		CHECK_CASE(the_only_thread_may_not_sleep),
#ifndef FAULTY
		CHECK_CASE(waits_end_in_time),
#endif
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
