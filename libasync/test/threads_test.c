/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Threads of a queue: their number changes while it works; stack size, CPUs, hooks; tasks that end their thread; NUMA nodes. */
#include "support.h"
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static void sleep_us(long us)
{
	struct timespec time = { 0, us * 1000 };
	nanosleep(&time, NULL);
}

static struct {
	int started[2], stopped[2]; /* atomic; by kind */
	int tasks;                  /* atomic: that have run */
	int misuses[9];             /* atomic; by kind */
} seen;

static void note_start(void *ctx, enum async_thread_kind kind, unsigned number)
{
	(void)number;
	__atomic_fetch_add(&((int *)ctx)[kind], 1, __ATOMIC_RELAXED);
}

static void note_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&seen.misuses[misuse->kind], 1, __ATOMIC_RELAXED);
}

static int get(const int *number) { return __atomic_load_n(number, __ATOMIC_RELAXED); }

/* Up to 10 s, for slow machines: what is awaited comes, or the case fails. */
static bool comes(const int *number, int expected)
{
	for (int i = 0; i < 100000 && get(number) < expected; i++)
		sleep_us(100);
	return get(number) >= expected;
}

static void stop_note(void *ctx, enum async_thread_kind kind, unsigned number)
{
	(void)ctx;
	(void)number;
	__atomic_fetch_add(&seen.stopped[kind], 1, __ATOMIC_RELAXED);
}

static struct async_threads_options with_hooks(unsigned threads, unsigned limit)
{
	memset(&seen, 0, sizeof seen);
	return (struct async_threads_options){ .size = sizeof(struct async_threads_options), .threads = threads,
		.threads_limit = limit, .blocking_threads = 2, .on_start = note_start, .on_stop = stop_note,
		.hook_ctx = seen.started };
}

static void count(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&seen.tasks, 1, __ATOMIC_RELAXED);
}

static void fork_out(void *ctx)
{
	for (int i = 0; i < 20; i++)
		async_queue_add(ctx, count, NULL);
	count(NULL);
}

/* Tasks from outside and from inside, whatever the number of workers: none is lost, and in the end as many threads are
 * there as were asked for. */
static void number_changes_under_load(void)
{
	enum { ROUNDS = TIMES(200, 30, 4), BATCH = 30 };
	const struct async_allocator *memory = memory_begin();
	struct async_threads_options options = with_hooks(2, 6);
	struct async_queue *queue = async_queue_create_threads(memory, &options);
	uint32_t random = 7;
	if (!queue) {
		memory_end(memory);
		return;
	}
	CHECK_INT(async_queue_threads_limit(queue), 6);
	for (int round = 0; round < ROUNDS; round++) {
		random = random * 1664525u + 1013904223u;
		unsigned wanted = 1 + (random >> 16) % 6;
		CHECK_INT(async_queue_threads_resize(queue, wanted), ASYNC_OK);
		CHECK_INT(async_queue_parallelism(queue), wanted);
		for (int i = 0; i < BATCH; i++)
			async_queue_add(queue, fork_out, queue);
		if (round % 3 == 0)
			async_queue_quiesce(queue);
	}
	async_queue_quiesce(queue);
	CHECK_INT(get(&seen.tasks), ROUNDS * BATCH * 21);
	CHECK_INT(async_queue_threads_resize(queue, 1), ASYNC_OK);
	CHECK(comes(&seen.stopped[ASYNC_THREAD_WORKER], get(&seen.started[ASYNC_THREAD_WORKER]) - 1));
	CHECK_INT(async_queue_threads_resize(queue, 3), ASYNC_OK);
	async_queue_add(queue, fork_out, queue);
	async_queue_destroy(queue);
	CHECK_INT(get(&seen.tasks), ROUNDS * BATCH * 21 + 21);
	CHECK_INT(get(&seen.started[0]), get(&seen.stopped[0]));
	memory_end(memory);
}

static void resize_to(void *ctx)
{
	static unsigned turn;
	CHECK_INT(async_queue_threads_resize(ctx, 1 + __atomic_add_fetch(&turn, 1, __ATOMIC_RELAXED) % 3), ASYNC_OK);
	count(NULL);
}

static void a_task_may_change_it(void)
{
	struct async_threads_options options = with_hooks(3, 0);
	struct async_queue *queue = async_queue_create_threads(NULL, &options);
	for (int i = 0; queue && i < 50; i++)
		async_queue_add(queue, resize_to, queue);
	if (queue)
		async_queue_quiesce(queue);
	async_queue_destroy(queue);
	CHECK_INT(get(&seen.tasks), queue ? 50 : 0);
}

static void refuses_wrong_numbers(void)
{
	struct async_threads_options options = with_hooks(2, 1);
	struct async_queue *queue = async_queue_create_threads(NULL, &options), *single = async_queue_create_single(NULL);
	if (queue && single) {
		CHECK_INT(async_queue_threads_limit(queue), 2);
		CHECK_INT(async_queue_threads_resize(queue, 0), ASYNC_E_ARG);
		CHECK_INT(async_queue_threads_resize(queue, 3), ASYNC_E_LIMIT);
		CHECK_INT(async_queue_threads_limit(single), 0);
		CHECK_INT(async_queue_threads_resize(single, 1), ASYNC_E_UNSUPPORTED);
		CHECK_INT(async_queue_parallelism(queue), 2);
	}
	async_queue_destroy(queue);
	async_queue_destroy(single);
	unsigned wrong = 65536;
	async_set_misuse_handler(note_misuse, NULL);
	options.cpu_count = 1;
	CHECK(async_queue_create_threads(NULL, &options) == NULL); /* cpus is NULL */
	options.cpus = &wrong;
	CHECK(async_queue_create_threads(NULL, &options) == NULL);
	options.cpu_count = 0;
	options.threads_limit = 4097;
	CHECK(async_queue_create_threads(NULL, &options) == NULL);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(seen.misuses[ASYNC_MISUSE_BAD_ARGUMENT], 3);
}

struct thread_seen {
	size_t stack;
	int cpus;
	unsigned cpu; /* wanted */
	bool on_it;
	char name[16];
};

static void look(void *ctx)
{
	struct thread_seen *self = ctx;
	pthread_attr_t attributes;
	void *from;
	cpu_set_t set;
	if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
		pthread_attr_getstack(&attributes, &from, &self->stack);
		pthread_attr_destroy(&attributes);
	}
	if (sched_getaffinity(0, sizeof set, &set) == 0) {
		self->cpus = CPU_COUNT(&set);
		self->on_it = CPU_ISSET(self->cpu, &set);
	}
	pthread_getname_np(pthread_self(), self->name, sizeof self->name);
	count(NULL);
}

static unsigned first_cpu(void)
{
	cpu_set_t set;
	unsigned cpu = 0;
	if (sched_getaffinity(0, sizeof set, &set) == 0) {
		while (!CPU_ISSET(cpu, &set))
			cpu++;
	}
	return cpu;
}

static void threads_are_as_wanted(void)
{
	unsigned cpu = first_cpu();
	struct thread_seen worker = { .cpu = cpu }, blocking = { .cpu = cpu };
	struct async_threads_options options = with_hooks(1, 0);
	options.stack_size = 1234567;
	options.cpus = &cpu;
	options.cpu_count = 1;
	options.cpu_each = true;
	options.name = "styled";
	struct async_queue *queue = async_queue_create_threads(NULL, &options);
	if (!queue)
		return;
	async_queue_add(queue, look, &worker);
	CHECK(comes(&seen.tasks, 1));
	CHECK(async_queue_add_blocking(queue, look, &blocking, true));
	CHECK(comes(&seen.tasks, 2));
	async_queue_destroy(queue);
	CHECK_STR(worker.name, "styled-0");
	CHECK(worker.stack >= 1234567 && worker.stack < 4000000);
	CHECK(worker.cpus == 1 && worker.on_it);
	if (!is_without_memory()) { /* else it may have run here */
		CHECK_STR(blocking.name, "styled-b0");
		CHECK(blocking.stack >= 1234567 && blocking.cpus == 1);
		CHECK(seen.started[1] == 1 && seen.stopped[1] == 1);
	}
	CHECK(seen.started[0] == 1 && seen.stopped[0] == 1);
}

/* ---- tasks that end their thread */

static void end_thread(void *ctx)
{
	(void)ctx;
	count(NULL);
	pthread_exit(NULL);
}

static void a_task_may_end_its_thread(void)
{
	COUNTS_ALLOCATIONS(); /* a task that runs in the caller for want of memory would end this thread */
	enum { ENDS = 20 };
	struct async_threads_options options = with_hooks(2, 0);
	struct async_queue *queue = async_queue_create_threads(NULL, &options);
	async_set_misuse_handler(note_misuse, NULL);
	for (int i = 0; i < ENDS; i++) {
		async_queue_add(queue, end_thread, NULL);
		async_queue_add(queue, fork_out, queue);
	}
	async_queue_quiesce(queue);
	CHECK_INT(get(&seen.tasks), ENDS * 22);
	CHECK_INT(get(&seen.misuses[ASYNC_MISUSE_THREAD_ENDED]), ENDS);
	for (int i = 0; i < ENDS; i++)
		CHECK(async_queue_add_blocking(queue, end_thread, NULL, true));
	async_queue_quiesce(queue);
	CHECK_INT(get(&seen.tasks), ENDS * 23);
	CHECK(async_queue_add_blocking(queue, count, NULL, true));
	async_queue_quiesce(queue);
	async_queue_destroy(queue);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(get(&seen.misuses[ASYNC_MISUSE_THREAD_ENDED]), 2 * ENDS);
	CHECK_INT(get(&seen.tasks), ENDS * 23 + 1);
	CHECK_INT(get(&seen.started[0]), get(&seen.stopped[0]));
	CHECK_INT(get(&seen.started[1]), get(&seen.stopped[1]));
}

static void *lend(void *arg)
{
	async_queue_donated_work(arg);
	return arg;
}

static void a_task_may_end_a_lent_thread(void)
{
	COUNTS_ALLOCATIONS();
	struct async_queue *queue = async_queue_create_donated(NULL, 2);
	memset(&seen, 0, sizeof seen);
	async_set_misuse_handler(note_misuse, NULL);
	for (int i = 0; i < 10; i++) {
		pthread_t thread;
		void *result = queue;
		async_queue_add(queue, end_thread, NULL);
		CHECK_OR_RETURN(pthread_create(&thread, NULL, lend, queue) == 0);
		pthread_join(thread, &result);
		CHECK(result == NULL); /* it has not returned */
		async_queue_add(queue, count, NULL);
		async_queue_quiesce(queue);
	}
	async_queue_destroy(queue);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(get(&seen.tasks), 20);
	CHECK_INT(get(&seen.misuses[ASYNC_MISUSE_THREAD_ENDED]), 10);
}

/* ---- NUMA nodes */

static void nodes_are_described(void)
{
	unsigned cpus[4096];
	size_t count = 99;
	CHECK_INT(async_node_cpus(4000000000u, cpus, 4, &count), ASYNC_E_NOT_FOUND);
	CHECK_INT(count, 0);
	if (async_node_cpus(0, cpus, 4096, &count) != ASYNC_OK)
		return; /* a container without /sys */
	for (size_t i = 1; i < count && i < 4096; i++)
		CHECK(cpus[i] > cpus[i - 1]);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(number_changes_under_load),
		CHECK_CASE(a_task_may_change_it),
		CHECK_CASE(refuses_wrong_numbers),
		CHECK_CASE(threads_are_as_wanted),
		CHECK_CASE(a_task_may_end_its_thread),
		CHECK_CASE(a_task_may_end_a_lent_thread),
		CHECK_CASE(nodes_are_described),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
