/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that continue as tasks must look like any other kernel to the rest of the program. */
#include "host.h"

#include <check.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FN(called, registers, returns, body, ...)                                                                      \
	{                                                                                                              \
		.name = (called), .register_count = (registers), .returned = returns, .ops = (body),                   \
		.op_count = COUNT(body), __VA_ARGS__                                                                   \
	}

static struct test_host h;

static bool open_program(const struct fn *functions, size_t count, enum host_queue queue)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, queue);
	host_open(&h, functions, count, &diag);
	if (!h.file)
		CHECK_STR(diag.message, "");
	return h.file;
}

/* ---- many uses of one value, dropped by several threads concurrently */

enum { WIDTH = 700 };

/* A constant, tasks that add it to itself, and a chain of additions of their results; every third result has no
 * user. `kernel` begins the tasks. */
static void wide(const char *kernel, enum host_queue queue)
{
	static struct op ops[2 * WIDTH + 1];
	uint32_t made = 0, sum = 0, next = 1;
	int32_t expected = 3;
	ops[made++] = (struct op){ .kernel = "t.const", .results = LIST(0), .attributes = LIST(3) };
	for (uint32_t i = 0; i < WIDTH; i++)
		ops[made++] = (struct op){ .kernel = kernel, .arguments = LIST(0, 0), .results = LIST(next++) };
	for (uint32_t i = 0; i < WIDTH; i++) {
		if (i % 3 == 2)
			continue;
		ops[made++] = (struct op){ .kernel = "t.add", .arguments = LIST(sum, i + 1), .results = LIST(next) };
		sum = next++;
		expected += 6;
	}
	const struct fn f[] = { { .name = "f", .register_count = next, .returned = LIST(sum, 1, WIDTH, 0), .ops = ops,
		.op_count = made, .result_types = { "i32", "i32", "i32", "i32" } } };
	CHECK_OR_RETURN(open_program(f, 1, queue));
	for (int i = 0; i < 30; i++) {
		struct async_value *results[4];
		host_run(&h, "f", NULL, results);
		CHECK_INT(take_i32(results[0]), expected);
		CHECK_INT(take_i32(results[1]), 6);
		CHECK_INT(take_i32(results[2]), 6);
		CHECK_INT(take_i32(results[3]), 3);
	}
	CHECK(host_finish(&h));
}

static void one_value_for_many_tasks(void)
{
	for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
		wide("t.sum_task", (enum host_queue)queue);
		wide("t.sum_slowly", (enum host_queue)queue);
		wide("t.sum_blocking", (enum host_queue)queue);
	}
}

/* ---- one of each */

static const struct op callee[] = {
	{ .kernel = "t.sum_task", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2) },
};
static const struct op ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(20) },
	{ .kernel = "t.add", .arguments = LIST(0, 0), .results = LIST(1) }, /* by the plan */
	{ .kernel = "t.sum_task", .arguments = LIST(0, 1, 1), .results = LIST(2) },
	{ .kernel = "t.take_task",
		.arguments = LIST(2, 0),
		.results = LIST(3, 4) }, /* returns them in reverse order */
	{ .kernel = "t.fail_task", .arguments = LIST(0), .results = LIST(5, 6) },
	{ .kernel = "t.add", .arguments = LIST(3, 5), .results = LIST(7) },
	{ .kernel = "t.half_task", .arguments = LIST(0), .results = LIST(8, 9) },
	{ .kernel = "t.call", .arguments = LIST(4), .results = LIST(10), .functions = LIST(0), .stream = 2 },
	{ .kernel = "t.call_task", .arguments = LIST(10), .results = LIST(11), .functions = LIST(0), .stream = 1 },
	{ .kernel = "t.sum_task", .results = LIST(12) },
	{ .kernel = "t.count_task", .arguments = LIST(0) },
	{ .kernel = "t.seen", .arguments = LIST(2, 8, 9), .results = LIST(13), .nonstrict = true },
};
static const struct fn functions[] = { FN("callee", 3, LIST(2), callee, .argument_types = { "i32" },
					       .result_types = { "i32" }),
	FN("f", 14, LIST(3, 4, 7, 8, 9, 11, 12), ops,
		.result_types = { "i32", "i32", "i32", "i32", "i32", "i32", "i32" }) };

static void check_results(struct async_value **results)
{
	CHECK_INT(take_i32(results[0]), 20);
	CHECK_INT(take_i32(results[1]), 100);
	CHECK_STR(async_error_message(async_value_error(results[2])), "failed in a task");
	CHECK_INT(take_i32(results[3]), 20);
	CHECK_STR(async_error_message(async_value_error(results[4])), "t.half_task left result 1 without a value");
	CHECK_INT(take_i32(results[5]), 400);
	CHECK_INT(take_i32(results[6]), 0);
	async_value_release(results[2]);
	async_value_release(results[4]);
}

static void ignore(void *ctx, const struct bef_event *event)
{
	(void)ctx, (void)event;
}

static unsigned works, wrong_works; /* atomic */

/* Work in a task is that of a kernel which begins one. */
static void count_work(void *ctx, const struct bef_work *work)
{
	(void)ctx;
	const bool good = strstr(work->site->entry->kernel->name, "_task") && work->begun <= work->ended &&
			  work->inside <= work->ended - work->begun;
	__atomic_fetch_add(&works, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&wrong_works, !good, __ATOMIC_RELAXED);
}

static void tasks_of_every_kind(void)
{
	static const struct bef_observer observers[] = { { .size = sizeof *observers, .ran = ignore },
		{ .size = sizeof *observers, .ran = ignore, .worked = count_work } };
	for (int watched = 0; watched < 3; watched++) {
		for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
			struct bef_diag diag = BEF_DIAG_INIT;
			host_init(&h, (enum host_queue)queue);
			h.observer = watched ? &observers[watched - 1] : NULL;
			works = wrong_works = 0;
			h.host.report = NULL;
			host_open(&h, functions, COUNT(functions), &diag);
			CHECK_OR_RETURN(h.file);
			test_counted = 0;
			for (int i = 0; i < 200; i++) {
				struct async_value *results[7];
				host_run(&h, "f", NULL, results);
				check_results(results);
			}
			CHECK_INT(test_counted, 200);
			CHECK(host_finish(&h));
			CHECK_INT(works, watched == 2 ? 200 * 9 : 0); /* two of them in `callee`, for each of its callers one */
			CHECK_INT(wrong_works, 0);
		}
	}
}

/* ---- observers learn of late results */

struct seen {
	pthread_mutex_t lock;
	uint64_t times[16][2]; /* of the first execution: end of each kernel, and its last late result */
	unsigned late[16][2];  /* how often each result of each kernel came late */
	bool wrong;
};

static void see_kernel(void *ctx, const struct bef_event *event)
{
	struct seen *seen = ctx;
	pthread_mutex_lock(&seen->lock);
	if (event->execution == 1)
		seen->times[event->kernel][0] = event->ended;
	pthread_mutex_unlock(&seen->lock);
}

static void see_result(void *ctx, const struct bef_late_result *result)
{
	struct seen *seen = ctx;
	pthread_mutex_lock(&seen->lock);
	seen->wrong = seen->wrong || result->kernel > 15 || result->result > 1 || result->time == 0;
	if (result->execution == 1 && !seen->wrong) {
		seen->times[result->kernel][1] = result->time;
		seen->late[result->kernel][result->result]++;
	}
	pthread_mutex_unlock(&seen->lock);
}

static void run_seen(enum host_queue queue, struct seen *seen, size_t observer_size)
{
	const struct bef_observer observer = {
		.size = observer_size, .ran = see_kernel, .ctx = seen, .came = see_result
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	struct async_value *results[7];
	*seen = (struct seen){ .lock = PTHREAD_MUTEX_INITIALIZER };
	host_init(&h, queue);
	h.observer = &observer;
	h.host.report = NULL;
	host_open(&h, functions, COUNT(functions), &diag);
	CHECK_OR_RETURN(h.file);
	host_run(&h, "f", NULL, results);
	check_results(results);
	CHECK(host_finish(&h));
}

static void observers_see_late_results(void)
{
	/* kernels of "f" that begin tasks, whether their results have users, are returned, or are errors */
	static const unsigned expected[16] = { [3] = 1, [4] = 2, [5] = 2, [7] = 2, [8] = 1, [9] = 1, [10] = 1 };
	struct seen seen;
	run_seen(HOST_SINGLE, &seen, sizeof(struct bef_observer));
	CHECK(!seen.wrong);
	for (int i = 0; i < 16; i++) {
		CHECK_INT(seen.late[i][0] + seen.late[i][1], expected[i]);
		CHECK(!expected[i] || seen.times[i][1] >= seen.times[i][0]);
	}
	for (int round = 0; round < 50; round++) {
		run_seen(HOST_THREADS, &seen, sizeof(struct bef_observer));
		CHECK(!seen.wrong);
		for (int i = 0; i < 16; i++)
			CHECK(seen.late[i][0] <= 1 && seen.late[i][1] <= 1);
	}
	run_seen(HOST_SINGLE, &seen, offsetof(struct bef_observer, came)); /* of the first release */
	for (int i = 0; i < 16; i++)
		CHECK_INT(seen.late[i][0] + seen.late[i][1], 0);
}

/* ---- the last user of a value finds it unique, regardless of the number of earlier tasks that used it */

static void the_last_user_finds_it_unique(void)
{
	enum { TASKS = 400 };
	static struct op many[TASKS + 4];
	uint32_t made = 0;
	many[made++] = (struct op){ .kernel = "t.const", .results = LIST(0), .attributes = LIST(3) };
	/* created by a kernel */
	many[made++] = (struct op){ .kernel = "t.sum_task", .arguments = LIST(0), .results = LIST(1) };
	for (uint32_t i = 0; i < TASKS; i++) /* sequentially */
		many[made++] = (struct op){
			.kernel = "t.first_task", .arguments = LIST(1, i ? i + 1 : 1), .results = LIST(i + 2)
		};
	many[made++] = (struct op){
		.kernel = "t.unique_first", .arguments = LIST(1, TASKS + 1), .results = LIST(TASKS + 2)
	};
	const struct fn f[] = { { .name = "f", .register_count = TASKS + 3, .returned = LIST(TASKS + 2), .ops = many,
		.op_count = made, .result_types = { "i1" } } };
	CHECK_OR_RETURN(open_program(f, 1, HOST_SINGLE));
	struct async_value *result;
	host_run(&h, "f", NULL, &result);
	CHECK_INT(*(const uint8_t *)async_value_payload(result), 1);
	async_value_release(result);
	CHECK(host_finish(&h));
}

/* ---- memory */

static void each_allocation_fails(void)
{
	bool good = false;
	CHECK_OR_RETURN(open_program(functions, COUNT(functions), HOST_SINGLE));
	const struct async_allocator *failing = async_allocator_create_failing(h.counting, 0);
	h.host.allocator = failing;
	h.host.report = NULL;
	for (uint64_t nth = 1; !good; nth++) {
		struct async_request *request = async_request_create(&h.host, NULL);
		struct async_value *results[7];
		uint64_t before = async_allocator_calls(failing);
		async_allocator_fail_nth(failing, nth);
		kernels_function_execute(bef_file_find(h.file, "f", 1), request, NULL, results);
		async_queue_await(h.host.queue, results, 7);
		async_queue_quiesce(h.host.queue);
		good = async_allocator_calls(failing) - before < nth;
		async_allocator_fail_nth(failing, 0);
		if (good) {
			check_results(results);
		} else {
			for (int i = 0; i < 7; i++)
				async_value_release(results[i]);
		}
		async_request_release(request);
		CHECK_OR_RETURN(nth < 1000);
	}
	async_allocator_destroy(failing);
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(one_value_for_many_tasks),
		CHECK_CASE(observers_see_late_results), CHECK_CASE(tasks_of_every_kind),
		CHECK_CASE(the_last_user_finds_it_unique), CHECK_CASE(each_allocation_fails) };
	return check_main(argc, argv, cases, COUNT(cases));
}
