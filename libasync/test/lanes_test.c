/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Priorities: who begins when, that nobody starves, and that lanes end as queues do. */
#include "support.h"
#include <async/external.h>
#include <async/lanes.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

enum { MOST = 256, EACH = 40 };

struct mark {
	char lane;
	int number;
};

static struct mark begun[MOST];
static int begun_count;

static void begin(void *ctx) { begun[begun_count++] = *(struct mark *)ctx; }

struct setting {
	const struct async_allocator *memory;
	struct async_queue *queue;
	struct async_lanes *lanes;
};

static struct setting set_up(unsigned threads)
{
	struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 1 };
	struct setting all = { memory_begin(), NULL, NULL };
	all.queue = threads ? async_queue_create_threads(all.memory, &options) : async_queue_create_single(all.memory);
	for (int tries = 0; all.queue && !all.lanes && tries < 2; tries++) /* one allocation may fail */
		all.lanes = async_lanes_create(all.queue, all.memory);
	if (!all.lanes)
		abort();
	begun_count = 0;
	return all;
}

static void tear_down(struct setting *all)
{
	async_lanes_destroy(all->lanes);
	async_queue_destroy(all->queue);
	memory_end(all->memory);
}

static int count_of(char lane, int from, int to)
{
	int count = 0;
	for (int i = from; i < to; i++)
		count += begun[i].lane == lane;
	return count;
}

/* The shares while all lanes have tasks, and the order within a lane. */
static void lanes_have_shares(void)
{
	static struct mark marks[3][EACH];
	static const enum async_priority priorities[] = { ASYNC_PRIORITY_LOW, ASYNC_PRIORITY_NORMAL, ASYNC_PRIORITY_HIGH };
	struct setting all = set_up(0);
	for (int lane = 0; lane < 3; lane++) {
		for (int i = 0; i < EACH; i++) {
			marks[lane][i] = (struct mark){ "LNH"[lane], i };
			async_queue_add(async_lanes_queue(all.lanes, priorities[lane]), begin, &marks[lane][i]);
		}
	}
	async_queue_quiesce(async_lanes_queue(all.lanes, ASYNC_PRIORITY_LOW));
	CHECK_INT(begun_count, 3 * EACH);
	if (!is_without_memory()) {
		CHECK_INT(count_of('L', 0, 16), 1);
		CHECK_INT(count_of('N', 0, 16), 4);
		CHECK_INT(count_of('H', 0, 16), 11);
		int next[128] = { 0 };
		for (int i = 0; i < begun_count; i++)
			CHECK_INT(begun[i].number, next[(int)begun[i].lane]++);
	}
	tear_down(&all);
}

static void earliest_deadline_first(void)
{
	static const uint64_t when[] = { 50, 10, 40, 10, 30 };
	static const int order[] = { 1, 3, 4, 2, 0, 5 };
	struct setting all = set_up(0);
	struct mark marks[6];
	for (int i = 0; i < 6; i++)
		marks[i] = (struct mark){ 'H', i };
	async_queue_add(async_lanes_queue(all.lanes, ASYNC_PRIORITY_HIGH), begin, &marks[5]);
	for (int i = 0; i < 5; i++)
		async_lanes_add_due(all.lanes, ASYNC_PRIORITY_HIGH, when[i], begin, &marks[i]);
	async_queue_quiesce(all.queue);
	CHECK_INT(begun_count, 6);
	for (int i = 0; i < 6 && !is_without_memory(); i++)
		CHECK_INT(begun[i].number, order[i]);
	tear_down(&all);
}

/* The tasks of operations that have ended are tasks of their lane, not of the queue behind. */
static void operations_have_a_lane(void)
{
	struct setting all = set_up(0);
	struct async_external ended[4];
	struct mark low = { 'L', 0 }, high = { 'H', 0 };
	for (int i = 0; i < 4; i++) {
		async_external_begin(&ended[i], async_lanes_queue(all.lanes, ASYNC_PRIORITY_LOW), NULL, begin, &low);
		async_external_complete(&ended[i]);
	}
	for (int i = 0; i < 8; i++)
		async_queue_add(async_lanes_queue(all.lanes, ASYNC_PRIORITY_HIGH), begin, &high);
	async_queue_quiesce(all.queue);
	CHECK_INT(begun_count, 12);
	if (!is_without_memory()) {
		CHECK_INT(begun[0].lane, 'L'); /* the first turn is that of the low lane */
		CHECK_INT(count_of('L', 0, 9), 1);
	}
	tear_down(&all);
}

/* ---- one thread: a task of high priority that never ends */

static struct setting busy;
static uint32_t low_ran; /* atomic */

static void run_low(void *ctx)
{
	(void)ctx;
	__atomic_store_n(&low_ran, 1, __ATOMIC_RELEASE);
}

static void again_until_low_ran(void *ctx)
{
	if (!__atomic_load_n(&low_ran, __ATOMIC_ACQUIRE) && !is_without_memory())
		async_queue_add(async_lanes_queue(busy.lanes, ASYNC_PRIORITY_HIGH), again_until_low_ran, ctx);
}

static void no_lane_starves(void)
{
	busy = set_up(1);
	low_ran = 0;
	for (int i = 0; i < 3; i++)
		async_queue_add(async_lanes_queue(busy.lanes, ASYNC_PRIORITY_HIGH), again_until_low_ran, NULL);
	async_queue_add(async_lanes_queue(busy.lanes, ASYNC_PRIORITY_LOW), run_low, NULL);
	async_lanes_destroy(busy.lanes); /* waits for all */
	busy.lanes = NULL;
	CHECK_INT(low_ran, 1);
	tear_down(&busy);
}

/* ---- an urgent task behind a great many others */

static uint32_t background, background_then; /* atomic */

static void run_background(void *ctx)
{
	(void)ctx;
	__atomic_fetch_add(&background, 1, __ATOMIC_RELAXED);
}

static void run_urgent(void *ctx)
{
	(void)ctx;
	__atomic_store_n(&background_then, __atomic_load_n(&background, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
}

static void add_all(void *ctx)
{
	struct async_queue *low = async_lanes_queue(busy.lanes, ASYNC_PRIORITY_LOW);
	(void)ctx;
	for (int i = 0; i < TIMES(16000, 4000, 100); i++)
		async_queue_add(low, run_background, NULL);
	async_queue_add(async_lanes_queue(busy.lanes, ASYNC_PRIORITY_HIGH), run_urgent, NULL);
}

/* All are added in the only thread, before it takes the next one: at most one background task has a turn before. */
static void an_urgent_task_is_next(void)
{
	busy = set_up(1);
	background = background_then = 0;
	async_queue_add(busy.queue, add_all, NULL);
	async_queue_quiesce(busy.queue);
	CHECK_INT(background, TIMES(16000, 4000, 100));
	CHECK(background_then <= 1 || is_without_memory());
	tear_down(&busy);
}

/* ---- a request of a lane, and misuse */

static struct async_error *visit(void *ctx, size_t first, size_t last)
{
	__atomic_fetch_add((size_t *)ctx, last - first, __ATOMIC_RELAXED);
	return NULL;
}

static int misuses; /* atomic */
static void count_misuse(void *ctx, const struct async_misuse *misuse)
{
	(void)ctx;
	__atomic_fetch_add(&misuses, misuse->kind == ASYNC_MISUSE_BAD_ARGUMENT, __ATOMIC_RELAXED);
}

static void a_lane_is_the_queue_of_a_host(void)
{
	struct setting all = set_up(2);
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = all.memory;
	host.queue = async_lanes_queue(all.lanes, ASYNC_PRIORITY_LOW);
	struct async_request *request = async_request_create(&host, NULL);
	size_t visited = 0;
	if (request) {
		struct async_value *done = async_parallel_for_request(request, 1000, 10, visit, &visited);
		async_queue_await(host.queue, &done, 1);
		async_value_release(done);
		CHECK_INT(visited, 1000);
	}
	async_request_release(request);
	misuses = 0;
	async_set_misuse_handler(count_misuse, NULL);
	async_queue_destroy(host.queue);
	async_set_misuse_handler(NULL, NULL);
	CHECK_INT(misuses, 1);
	async_lanes_destroy(NULL);
	tear_down(&all);
}

static int progress; /* atomic: 1 begun, 2 ended */

static void take_long(void *ctx)
{
	(void)ctx;
	__atomic_store_n(&progress, 1, __ATOMIC_RELEASE);
	struct timespec pause = { .tv_nsec = 20000000 };
	nanosleep(&pause, NULL);
	__atomic_store_n(&progress, 2, __ATOMIC_RELEASE);
}

/* Also a task that has begun before, with no other one in a lane. */
static void destruction_waits_for_tasks(void)
{
	struct setting all = set_up(2);
	progress = 0;
	async_queue_add(async_lanes_queue(all.lanes, ASYNC_PRIORITY_NORMAL), take_long, NULL);
	while (__atomic_load_n(&progress, __ATOMIC_ACQUIRE) == 0)
		sched_yield();
	async_lanes_destroy(all.lanes);
	all.lanes = NULL;
	CHECK_INT(__atomic_load_n(&progress, __ATOMIC_ACQUIRE), 2);
	tear_down(&all);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(lanes_have_shares), CHECK_CASE(earliest_deadline_first),
		CHECK_CASE(operations_have_a_lane),
		CHECK_CASE(no_lane_starves), CHECK_CASE(an_urgent_task_is_next), CHECK_CASE(a_lane_is_the_queue_of_a_host),
		CHECK_CASE(destruction_waits_for_tasks) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
