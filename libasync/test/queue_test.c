/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cases for each kind of queue; queue_conformance_test.c, queue_await_test.c and queue_workers_test.c have the
 * requirements for every queue. */
#include "support.h"
#include <dirent.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
	nanosleep(&time, NULL);
}

/* ---- single: order */

static struct async_queue *queue;
static char order[64];
static size_t order_size;

#define LETTERS(text) ((char[]){ text }) /* lives as long as the enclosing block */

static void write_letter(void *ctx)
{
	order[order_size++] = *(const char *)ctx;
	order[order_size] = '\0';
}

static void write_and_add(void *ctx)
{
	write_letter(ctx);
	async_queue_add(queue, write_letter, (char *)ctx + 1);
	async_queue_add_blocking(queue, write_letter, (char *)ctx + 2, true);
	async_queue_add_blocking(queue, write_letter, (char *)ctx + 3, false); /* now */
}

static void single_is_first_in_first_out(void)
{
	const struct async_allocator *memory = memory_begin();
	queue = async_queue_create_single(memory);
	order_size = 0;
	async_queue_add(queue, write_letter, LETTERS("a"));
	async_queue_add_blocking(queue, write_letter, LETTERS("b"), true);
	async_queue_add(queue, write_and_add, LETTERS("cfgd"));
	async_queue_add(queue, write_letter, LETTERS("e"));
	CHECK_INT(order_size, 0);
	async_queue_quiesce(queue);
	CHECK_STR(order, "abcdefg");
	async_queue_destroy(queue);
	memory_end(memory);
}

static void single_can_be_stepped(void)
{
	const struct async_allocator *memory = memory_begin();
	queue = async_queue_create_single(memory);
	order_size = 0;
	CHECK(!async_queue_single_step(queue));
	async_queue_add(queue, write_and_add, LETTERS("adeb"));
	async_queue_add(queue, write_letter, LETTERS("c"));
	static const char *const after[] = { "ab", "abc", "abcd", "abcde" };
	for (size_t i = 0; i < 4; i++) {
		CHECK(async_queue_single_step(queue));
		CHECK_STR(order, after[i]);
	}
	CHECK(!async_queue_single_step(queue));
	async_queue_destroy(queue);
	memory_end(memory);
}


static void emplace(void *ctx)
{
	int32_t payload = 1;
	async_value_emplace(ctx, &payload);
}

static void await_runs_no_more_than_needed(void)
{
	const struct async_allocator *memory = memory_begin();
	queue = async_queue_create_single(memory);
	struct async_value *value = async_value_create(memory, type_i32());
	order_size = 0;
	async_queue_add(queue, write_letter, LETTERS("a"));
	async_queue_add(queue, emplace, value);
	async_queue_add(queue, write_letter, LETTERS("b"));
	async_queue_await(queue, &value, 1);
	CHECK_STR(order, "a");
	async_queue_quiesce(queue);
	CHECK_STR(order, "ab");
	async_value_release(value);
	async_queue_destroy(queue);
	memory_end(memory);
}

/* ---- single: several threads wait, but tasks never run side by side */

static int inside, overlaps; /* atomic */

static void alone(void *ctx)
{
	(void)ctx;
	if (__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) != 0)
		__atomic_fetch_add(&overlaps, 1, __ATOMIC_RELAXED);
	sched_yield();
	__atomic_fetch_sub(&inside, 1, __ATOMIC_RELAXED);
}

static void *quiesce_main(void *arg)
{
	async_queue_quiesce(arg);
	return NULL;
}

static void *step_main(void *arg)
{
	while (async_queue_single_step(arg))
		;
	return NULL;
}

static void single_runs_one_task_at_a_time(void)
{
	const struct async_allocator *memory = memory_begin();
	pthread_t threads[4];
	queue = async_queue_create_single(memory);
	inside = overlaps = 0;
	for (int i = 0; i < 2000; i++)
		async_queue_add(queue, alone, NULL);
	for (int i = 0; i < 4; i++) {
		if (pthread_create(&threads[i], NULL, i % 2 ? step_main : quiesce_main, queue) != 0)
			abort();
	}
	async_queue_quiesce(queue);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	CHECK_INT(overlaps, 0);
	CHECK(!async_queue_single_step(queue));
	async_queue_destroy(queue);
	memory_end(memory);
}

static void single_without_memory_runs_in_the_caller(void)
{
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	queue = async_queue_create_single(failing);
	order_size = 0;
	async_allocator_fail_nth(failing, 1);
	async_queue_add(queue, write_letter, LETTERS("a"));
	CHECK_STR(order, "a");
	async_queue_add(queue, write_letter, LETTERS("b"));
	CHECK_STR(order, "a");
	async_queue_destroy(queue);
	CHECK_STR(order, "ab");
	async_allocator_destroy(failing);
	memory_end(memory);
}

/* ---- threads */

static int thread_count(void)
{
	DIR *folder = opendir("/proc/self/task");
	int count = -2; /* . and .. */
	if (!folder)
		return 0;
	while (readdir(folder))
		count++;
	closedir(folder);
	return count;
}

/* A thread that was joined may be visible for a moment longer, also when the caller counted before. */
static bool thread_count_becomes(int most)
{
	for (int i = 0; i < 3000 && thread_count() > most; i++)
		sleep_ms(10);
	return thread_count() <= most;
}

static char name_seen[2][16];

static void read_name(void *ctx) { pthread_getname_np(pthread_self(), ctx, 16); }

static void threads_are_named_and_ended(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .name = "a-rather-long-name" };
	int before = thread_count();
	queue = async_queue_create_threads(memory, &options);
	CHECK(before == 0 || thread_count() <= before + 1); /* less, if "before" has a thread that was joined */
	async_queue_add(queue, read_name, name_seen[0]);
	CHECK(async_queue_add_blocking(queue, read_name, name_seen[1], true));
	async_queue_quiesce(queue);
	CHECK_STR(name_seen[0], "a-rather-long-0");
	CHECK_STR(name_seen[1], "a-rather-lon-b0");
	async_queue_destroy(queue);
	CHECK(thread_count_becomes(before));
	options.name = NULL;
	queue = async_queue_create_threads(NULL, &options);
	async_queue_add(queue, read_name, name_seen[0]);
	async_queue_quiesce(queue);
	CHECK_STR(name_seen[0], "async-0");
	async_queue_destroy(queue);
	async_queue_destroy(NULL);
	memory_end(memory);
}

static void default_is_one_thread_per_cpu_allowed(void)
{
	cpu_set_t all, one;
	CHECK_OR_RETURN(sched_getaffinity(0, sizeof all, &all) == 0);
	queue = async_queue_create_threads(NULL, NULL);
	CHECK_INT(async_queue_parallelism(queue), CPU_COUNT(&all));
	async_queue_destroy(queue);
	size_t cpu = 0;
	while (!CPU_ISSET(cpu, &all))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	CHECK_OR_RETURN(sched_setaffinity(0, sizeof one, &one) == 0);
	queue = async_queue_create_threads(NULL, NULL);
	CHECK_INT(async_queue_parallelism(queue), 1);
	async_queue_destroy(queue);
	CHECK(sched_setaffinity(0, sizeof all, &all) == 0);
}

static void nothing(void *ctx) { (void)ctx; }

static void idle_blocking_threads_end(void)
{
	const struct async_allocator *memory = memory_begin();
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 4, .idle_ms = 20 };
	int before = thread_count();
	if (before == 0) {
		CHECK_SKIP("no /proc/self/task");
		async_allocator_destroy(memory);
		return;
	}
	queue = async_queue_create_threads(memory, &options);
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 100; i++)
			CHECK(async_queue_add_blocking(queue, nothing, NULL, true));
		async_queue_quiesce(queue);
		CHECK(thread_count() <= before + 1 + 4);
		CHECK(thread_count_becomes(before + 1)); /* the worker stays */
	}
	async_queue_destroy(queue);
	memory_end(memory);
}

/* Signals meant for the program must not hit threads it knows nothing of. */
static void read_signal_mask(void *ctx) { pthread_sigmask(SIG_SETMASK, NULL, ctx); }

static void threads_leave_signals_alone(void)
{
	sigset_t before, after, in_worker, in_blocking;
	pthread_sigmask(SIG_SETMASK, NULL, &before);
	queue = async_queue_create_threads(NULL, NULL);
	async_queue_add(queue, read_signal_mask, &in_worker);
	CHECK(async_queue_add_blocking(queue, read_signal_mask, &in_blocking, true));
	async_queue_quiesce(queue);
	pthread_sigmask(SIG_SETMASK, NULL, &after);
	CHECK(sigismember(&in_worker, SIGINT) && sigismember(&in_blocking, SIGINT));
	CHECK(!sigismember(&in_worker, SIGSEGV) && !sigismember(&in_blocking, SIGSEGV));
	CHECK_INT(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
	async_queue_destroy(queue);
}

/* Two queues: a worker of one is a thread outside for the other. */
static struct async_queue *other;
static int hops; /* atomic */

static void hop(void *ctx)
{
	uintptr_t left = (uintptr_t)ctx;
	bool here = queue->vtable->is_worker(queue), there = other->vtable->is_worker(other);
	if (here && there)
		abort();
	__atomic_fetch_add(&hops, 1, __ATOMIC_RELAXED);
	if (left)
		async_queue_add(here ? other : queue, hop, (void *)(left - 1));
}

static void queues_are_independent(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 2 };
	queue = async_queue_create_threads(NULL, &options);
	other = async_queue_create_threads(NULL, &options);
	hops = 0;
	async_queue_add(queue, hop, (void *)(uintptr_t)1000);
	while (__atomic_load_n(&hops, __ATOMIC_RELAXED) < 1001)
		sleep_ms(1);
	async_queue_quiesce(queue);
	async_queue_quiesce(other);
	CHECK_INT(hops, 1001);
	async_queue_destroy(other);
	async_queue_destroy(queue);
}

static void blocking_without_memory_still_runs(void)
{
	const struct async_allocator *memory = memory_begin(), *failing = async_allocator_create_failing(memory, 0);
	struct async_threads_options options = { .size = sizeof options, .threads = 1, .blocking_threads = 1 };
	queue = async_queue_create_threads(failing, &options);
	async_allocator_fail_nth(failing, 1);
	CHECK(!async_queue_add_blocking(queue, nothing, NULL, false)); /* must not run in the caller */
	name_seen[0][0] = '\0';
	async_allocator_fail_nth(failing, 1);
	CHECK(async_queue_add_blocking(queue, read_name, name_seen[0], true)); /* may */
	CHECK(name_seen[0][0] != '\0');
	async_queue_destroy(queue);
	async_allocator_destroy(failing);
	memory_end(memory);
}

/* A host's own queue: runs everything at once. */
static void inline_add(struct async_queue *self, struct async_task task)
{
	(void)self;
	task.run(task.ctx);
}

static bool inline_add_blocking(struct async_queue *self, struct async_task task, bool allow_queuing)
{
	(void)allow_queuing;
	inline_add(self, task);
	return true;
}

static int ended;
static void inline_destroy(struct async_queue *self)
{
	(void)self;
	ended++;
}

static void hosts_can_bring_their_own(void)
{
	static const struct async_queue_vtable vtable = { .size = sizeof vtable, .add = inline_add,
		.add_blocking = inline_add_blocking, .destroy = inline_destroy };
	struct async_queue mine = { &vtable };
	order_size = 0;
	ended = 0;
	async_queue_add(&mine, write_letter, LETTERS("x"));
	CHECK(async_queue_add_blocking(&mine, write_letter, LETTERS("y"), false));
	CHECK_STR(order, "xy");
	async_queue_destroy(&mine);
	CHECK_INT(ended, 1);
}

static void never_all(struct async_queue *self, const struct async_task *tasks, size_t count)
{
	(void)self;
	(void)tasks;
	(void)count;
	check_report(__FILE__, __LINE__, "the table is too small to have add_all()");
}

/* A vtable of an older version without add_all(): the memory after it is unrelated. */
static void older_hosts_are_told_one_by_one(void)
{
	static const struct async_queue_vtable old = { .size = offsetof(struct async_queue_vtable, add_all),
		.add = inline_add, .add_all = never_all };
	static const struct async_queue_vtable without = { .size = sizeof without, .add = inline_add };
	struct async_queue queues[] = { { &old }, { &without } };
	struct async_task tasks[] = { { write_letter, LETTERS("a") }, { write_letter, LETTERS("b") } };
	order_size = 0;
	for (size_t i = 0; i < 2; i++)
		async_queue_add_all(&queues[i], NULL, tasks, 2);
	CHECK_STR(order, "abab");
	for (size_t i = 0; i < 2; i++)
		CHECK(async_queue_allocator(&queues[i]) == async_allocator_system());
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(single_is_first_in_first_out),
		CHECK_CASE(single_can_be_stepped),
		CHECK_CASE(await_runs_no_more_than_needed),
		CHECK_CASE(single_runs_one_task_at_a_time),
		CHECK_CASE(single_without_memory_runs_in_the_caller),
		CHECK_CASE(threads_are_named_and_ended),
		CHECK_CASE(default_is_one_thread_per_cpu_allowed),
		CHECK_CASE(idle_blocking_threads_end),
		CHECK_CASE(threads_leave_signals_alone),
		CHECK_CASE(queues_are_independent),
		CHECK_CASE(blocking_without_memory_still_runs),
		CHECK_CASE(hosts_can_bring_their_own),
		CHECK_CASE(older_hosts_are_told_one_by_one),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
