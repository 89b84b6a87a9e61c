/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Limits: what is refused, what waits, what can be removed, and how many run at once. */
#include "support.h"
#include <async/limit.h>
#include <pthread.h>
#include <sched.h>

enum { TASKS = 6 };

struct job {
	struct async_limited task;
	int turn; /* 1 for the first; 0: has not run */
	bool continues;
};

static int turns; /* atomic */

static bool run_job(void *ctx)
{
	struct job *job = ctx;
	job->turn = __atomic_add_fetch(&turns, 1, __ATOMIC_RELAXED);
	return !job->continues;
}

static void make_jobs(struct job *jobs)
{
	turns = 0;
	for (int i = 0; i < TASKS; i++)
		jobs[i] = (struct job){ .task = { .run = run_job, .ctx = &jobs[i] } };
}

static void check_counts(struct async_limit *limit, size_t waiting, size_t running, uint64_t refused, uint64_t removed)
{
	struct async_limit_counts counts = async_limit_counts(limit);
	CHECK_INT(counts.waiting, waiting);
	CHECK_INT(counts.running, running);
	CHECK_INT(counts.refused, refused);
	CHECK_INT(counts.removed, removed);
}

static struct async_limit *make_limit(struct async_queue *queue, const struct async_allocator *memory, uint32_t running,
	size_t waiting)
{
	struct async_limit_options options = { sizeof options, running, waiting };
	struct async_limit *limit = NULL;
	for (int tries = 0; !limit && tries < 2; tries++) /* one allocation may fail */
		limit = async_limit_create(queue, memory, &options);
	if (!limit)
		abort();
	return limit;
}

/* One runs, two wait, the rest is refused; the middle one is removed, and its place taken. */
static void tasks_wait_and_are_removed(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	CHECK_OR_RETURN(queue);
	struct async_limit *limit = make_limit(queue, memory, 1, 2);
	struct job jobs[TASKS];
	make_jobs(jobs);
	jobs[0].continues = true;
	for (int i = 0; i < 3; i++)
		CHECK_INT(async_limit_try_add(limit, &jobs[i].task), ASYNC_OK);
	CHECK_INT(async_limit_try_add(limit, &jobs[3].task), ASYNC_E_LIMIT);
	async_queue_quiesce(queue);
	CHECK_INT(jobs[0].turn, 1);
	check_counts(limit, 2, 1, 1, 0);
	CHECK_INT(async_limit_add(limit, &jobs[3].task, async_now_ns() + 1000000), ASYNC_E_LIMIT);
	CHECK(!async_limit_remove(limit, &jobs[0].task)); /* runs */
	CHECK(async_limit_remove(limit, &jobs[1].task));
	CHECK(!async_limit_remove(limit, &jobs[1].task));
	CHECK_INT(async_limit_add(limit, &jobs[3].task, 0), ASYNC_OK); /* there is room at once */
	check_counts(limit, 2, 1, 2, 1);
	async_limit_end(limit);
	async_queue_quiesce(queue);
	CHECK(jobs[1].turn == 0 && jobs[2].turn == 2 && jobs[3].turn == 3);
	check_counts(limit, 0, 0, 2, 1);
	async_limit_destroy(limit);
	async_limit_destroy(NULL);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* The permit of a removed task serves the next one, or nobody; the limit outlives its owner. */
static void removed_before_it_was_permitted(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	CHECK_OR_RETURN(queue);
	struct async_limit *limit = make_limit(queue, memory, 0, 3);
	struct job jobs[TASKS];
	make_jobs(jobs);
	for (int i = 0; i < 3; i++)
		CHECK_INT(async_limit_try_add(limit, &jobs[i].task), ASYNC_OK);
	CHECK(async_limit_remove(limit, &jobs[0].task));
	CHECK(async_limit_remove(limit, &jobs[1].task));
	CHECK_INT(async_limit_try_add(limit, &jobs[3].task), ASYNC_OK);
	async_limit_destroy(limit);
	async_queue_quiesce(queue);
	CHECK(jobs[0].turn == 0 && jobs[1].turn == 0 && jobs[2].turn == 1 && jobs[3].turn == 2);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- a task of the queue does not wait for itself */

static struct async_limit *shared;
static enum async_status added_inside;
static struct job inner;

static bool add_inside(void *ctx)
{
	(void)ctx;
	added_inside = async_limit_add(shared, &inner.task, ASYNC_NEVER);
	return true;
}

static int misuses; /* atomic */
static void count_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&misuses, misuse->kind == ASYNC_MISUSE_WAIT_IN_TASK, __ATOMIC_RELAXED);
}

static void tasks_do_not_wait_for_room(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_queue *queue = async_queue_create_single(memory);
	CHECK_OR_RETURN(queue);
	struct async_limited outer = { .run = add_inside };
	inner = (struct job){ .task = { .run = run_job, .ctx = &inner } };
	shared = make_limit(queue, memory, 1, 0);
	misuses = 0;
	async_set_misuse_handler(count_misuse, NULL);
	CHECK_INT(async_limit_try_add(shared, &outer), ASYNC_OK);
	async_queue_quiesce(queue);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(added_inside, ASYNC_E_STATE);
	CHECK_INT(misuses, 1);
	async_limit_destroy(shared);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- several threads */

enum { MOST_RUNNING = 2 };
static int running, most_seen, done, removed_count; /* atomic */

static bool run_counted(void *ctx)
{
	(void)ctx;
	int now = __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED);
	int most = __atomic_load_n(&most_seen, __ATOMIC_RELAXED);
	while (now > most && !__atomic_compare_exchange_n(&most_seen, &most, now, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		;
	sched_yield();
	__atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
	__atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
	return true;
}

static void *add_many(void *ctx)
{
	enum { COUNT = TIMES(2000, 300, 20) };
	struct async_limited *tasks = ctx;
	for (int i = 0; i < COUNT; i++) {
		tasks[i] = (struct async_limited){ .run = run_counted };
		if (async_limit_add(shared, &tasks[i], ASYNC_NEVER) != ASYNC_OK)
			abort();
		if (i % 3 == 0 && async_limit_remove(shared, &tasks[i]))
			__atomic_add_fetch(&removed_count, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

static void threads_add_and_remove(void)
{
	enum { COUNT = TIMES(2000, 300, 20), THREADS = 3 };
	static struct async_limited tasks[THREADS][COUNT];
	const struct async_allocator *memory = memory_begin();
	struct async_threads_options options = { .size = sizeof options, .threads = 3, .blocking_threads = 1 };
	struct async_queue *queue = async_queue_create_threads(memory, &options);
	pthread_t threads[THREADS];
	CHECK_OR_RETURN(queue);
	running = most_seen = done = removed_count = 0;
	shared = make_limit(queue, memory, MOST_RUNNING, 3);
	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, add_many, tasks[i]) != 0)
			abort();
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	async_limit_destroy(shared);
	async_queue_quiesce(queue);
	CHECK_INT(done + removed_count, THREADS * COUNT);
	CHECK(most_seen >= 1 && most_seen <= MOST_RUNNING);
	async_queue_destroy(queue);
	memory_end(memory);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(tasks_wait_and_are_removed),
		CHECK_CASE(removed_before_it_was_permitted), CHECK_CASE(tasks_do_not_wait_for_room),
		CHECK_CASE(threads_add_and_remove) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
