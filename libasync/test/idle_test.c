/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Idle workers use no CPU time, and workers never run on a CPU outside their affinity. */
#include "support.h"
#include "host_pool.h"
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

static void sleep_ms(long ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000 };
	nanosleep(&time, NULL);
}

static double cpu_ms(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return 1e3 * (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       1e-3 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void nothing(void *ctx) { (void)ctx; }

static void check_idle(struct async_queue *queue)
{
	for (int i = 0; i < 10000; i++)
		async_queue_add(queue, nothing, NULL);
	CHECK(async_queue_add_blocking(queue, nothing, NULL, true));
	async_queue_quiesce(queue);
	/* Threads that poll use the CPU in every period; those that sleep do not, once a busy machine has let them fall
	 * asleep. A race detector has a thread of its own that uses some. */
	double used = 0;
	for (int period = 0; period < 40; period++) {
		double before = cpu_ms();
		sleep_ms(TIMES(100, 100, 10));
		used = cpu_ms() - before;
		if (used <= TIMES(1, 2, 1))
			return;
	}
	check_report(__FILE__, __LINE__, "%.1f ms of CPU used in idleness", used);
}

static void idle_workers_use_no_cpu(void)
{
	struct async_threads_options options = { .size = sizeof options, .threads = 4, .blocking_threads = 2, .idle_ms = 10000 };
	struct async_queue *queue = async_queue_create_threads(NULL, &options);
	check_idle(queue);
	async_queue_destroy(queue);
}

static void *donor_main(void *arg)
{
	async_queue_donated_work(arg);
	return NULL;
}

static void idle_donors_use_no_cpu(void)
{
	struct async_queue *queue = async_queue_create_donated(NULL, 2);
	pthread_t threads[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, donor_main, queue);
	check_idle(queue);
	async_queue_donated_stop(queue, true);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	async_queue_destroy(queue);
}

static void idle_adapter_uses_no_cpu(void)
{
	struct host_pool *pool = host_pool_start();
	struct async_queue *queue = host_pool_queue(pool, NULL);
	check_idle(queue);
	async_queue_destroy(queue);
	host_pool_end(pool);
}

static void late_timers_use_no_cpu(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	struct async_value *late = async_timers_chain(timers, NULL, async_now_ns() + UINT64_C(3600000000000));
	struct async_queue *queue = async_queue_create_single(NULL);
	check_idle(queue);
	async_timers_destroy(timers);
	async_value_release(late);
	async_queue_destroy(queue);
}

#ifdef __linux__
static int astray; /* atomic: tasks that might run on another CPU than the one allowed */

static void check_affinity(void *ctx)
{
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) != 0 || !CPU_EQUAL(&set, (cpu_set_t *)ctx))
		__atomic_fetch_add(&astray, 1, __ATOMIC_RELAXED);
}

static void affinity_is_inherited(void)
{
	cpu_set_t before, one;
	size_t first = 0;
	sched_getaffinity(0, sizeof before, &before);
	while (!CPU_ISSET(first, &before))
		first++;
	CPU_ZERO(&one);
	CPU_SET(first, &one);
	sched_setaffinity(0, sizeof one, &one);
	struct async_threads_options options = { .size = sizeof options, .threads = 3, .blocking_threads = 2 };
	struct async_queue *queue = async_queue_create_threads(NULL, &options),
			   *usual = async_queue_create_threads(NULL, NULL);
	CHECK_INT(async_queue_parallelism(usual), 1); /* as many as CPUs allowed */
	astray = 0;
	for (int i = 0; i < 300; i++)
		async_queue_add(queue, check_affinity, &one);
	for (int i = 0; i < 10; i++)
		CHECK(async_queue_add_blocking(queue, check_affinity, &one, true));
	async_queue_quiesce(queue);
	CHECK_INT(astray, 0);
	async_queue_destroy(queue);
	async_queue_destroy(usual);
	sched_setaffinity(0, sizeof before, &before);
}
#else
static void affinity_is_inherited(void) { CHECK_SKIP("no affinity on this system"); }
#endif

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(idle_workers_use_no_cpu),
		CHECK_CASE(idle_donors_use_no_cpu),
		CHECK_CASE(idle_adapter_uses_no_cpu),
		CHECK_CASE(late_timers_use_no_cpu),
		CHECK_CASE(affinity_is_inherited),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
