/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One opened program used concurrently by many threads, on a shared queue. */
#include "host.h"

#include <check.h>
#include <pthread.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
enum { THREADS = 4, RUNS = 300 };

static const struct op leaf_ops[] = {
	{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.add", .arguments = LIST(1, 0), .results = LIST(2), .stream = 1 },
	{ .kernel = "t.add", .arguments = LIST(0, 0), .results = LIST(3), .stream = 2 },
	{ .kernel = "t.add", .arguments = LIST(2, 3), .results = LIST(4) },
};
static const struct op main_ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(1) },
	{ .kernel = "t.call", .arguments = LIST(0), .results = LIST(1), .functions = LIST(0), .stream = 1 },
	{ .kernel = "t.call", .arguments = LIST(0), .results = LIST(2), .functions = LIST(0), .stream = 2 },
	{ .kernel = "t.add", .arguments = LIST(1, 2), .results = LIST(3) },
	{ .kernel = "t.call", .arguments = LIST(3), .results = LIST(4), .functions = LIST(0) },
};
static const struct fn program[] = {
	{ .name = "leaf", .argument_types = { "i32" }, .result_types = { "i32" }, .register_count = 5, .returned = LIST(4),
		.ops = leaf_ops, .op_count = COUNT(leaf_ops) },
	{ .name = "main", .result_types = { "i32", "i32" }, .register_count = 5, .returned = LIST(4, 3), .ops = main_ops,
		.op_count = COUNT(main_ops) },
};

static struct test_host h;

static void *run_often(void *ctx)
{
	long *wrong = ctx;
	for (int i = 0; i < RUNS; i++) {
		struct async_request *request = async_request_create(&h.host, NULL);
		struct async_value *results[2];
		kernels_function_execute(bef_file_find(h.file, "main", 4), request, NULL, results);
		async_queue_await(h.host.queue, results, 2);
		*wrong += take_i32(results[0]) != 32; /* leaf(x) is 4 x */
		*wrong += take_i32(results[1]) != 8;
		async_request_release(request);
	}
	return NULL;
}

static void many_threads_share_a_program(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	pthread_t threads[THREADS];
	long wrong[THREADS] = { 0 };
	host_init(&h, HOST_THREADS);
	host_open(&h, program, COUNT(program), &diag);
	CHECK_OR_RETURN(h.file);
	for (int t = 0; t < THREADS; t++)
		CHECK_INT(pthread_create(&threads[t], NULL, run_often, &wrong[t]), 0);
	for (int t = 0; t < THREADS; t++) {
		pthread_join(threads[t], NULL);
		CHECK_INT(wrong[t], 0);
	}
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(many_threads_share_a_program) };
	return check_main(argc, argv, cases, COUNT(cases));
}
