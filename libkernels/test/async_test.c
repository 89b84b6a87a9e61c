/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pack test: kernels that finish later, sleep, wait, measure; and native functions. */
#include "runner.h"
#include <async/queue.h>
#include <time.h>

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define ATTRS(...) .attributes = { __VA_ARGS__ }

static struct runner r;

static double seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void results_come_later(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		RUN(&r, "tfrt_test.async_constant.i32", ATTRS(ATTR(int32_t, 30)));
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK_INT(i32_at(&r, 0), 30);
		RUN(&r, "tfrt_test.async_constant.i1", ATTRS(ATTR(uint8_t, 1)));
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK_INT(i1_at(&r, 0), 1);
		RUN(&r, "tfrt_test.async_add.i32", ARGS(i32(&r, INT32_MAX), i32(&r, 2)));
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK_INT(i32_at(&r, 0), INT32_MIN + 1);
		RUN(&r, "tfrt_test.async_copy.i32", ARGS(i32(&r, -4)));
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK_INT(i32_at(&r, 0), -4);
		RUN(&r, "tfrt_test.async_copy_2.i32", ARGS(i32(&r, 5)));
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK_INT(i32_at(&r, 0), 5);
		runner_close(&r);
	}
}

static void attributes_are_checked_before(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.async_constant.i32", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a value of type i32");
	RUN(&r, "tfrt_test.async_constant.i1", .result_count = 1);
	CHECK_STR(error_at(&r, 0), "attribute 0 is not a value of type i1");
	runner_close(&r);
}

static void delays(void)
{
	runner_open(&r, 0);
	double start = seconds();
	RUN(&r, "tfrt_test.async_copy.with_delay.i32", ARGS(i32(&r, 8)));
	CHECK(!async_value_is_available(r.results[0]));
	CHECK_INT(i32_at(&r, 0), 8);
	CHECK(seconds() - start >= 0.001);
	RUN(&r, "tfrt_test.async_copy.with_delay.i64", ARGS(i64(&r, (int64_t)9 << 40)));
	CHECK_INT(i64_at(&r, 0), (int64_t)9 << 40);
	start = seconds();
	RUN(&r, "tfrt_test.copy.with_delay.i32", ARGS(i32(&r, -8)));
	CHECK(async_value_is_available(r.results[0]));
	CHECK(seconds() - start >= 0.001);
	CHECK_INT(i32_at(&r, 0), -8);
	RUN(&r, "tfrt_test.copy.with_delay.i64", ARGS(i64(&r, INT64_MIN)));
	CHECK(i64_at(&r, 0) == INT64_MIN);
	runner_close(&r);
}

static void sleeping(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		double start = seconds();
		RUN(&r, "tfrt_test.blocking.usleep", ARGS(i32(&r, 2000)));
		CHECK(is_chain(&r, 0));
		CHECK(seconds() - start >= 0.002);
		CHECK_STR(printed(&r), "Slept for 2000 microseconds\n");
		RUN(&r, "tfrt_test.usleep", ARGS(i32(&r, 1)));
		CHECK_INT(r.result_count, 0);
		async_queue_quiesce(r.host.queue);
		CHECK_STR(printed(&r), "Slept for 1 microseconds\n");
		RUN(&r, "tfrt_test.blocking.usleep", ARGS(i32(&r, -1), async_chain()));
		CHECK(is_chain(&r, 0));
		CHECK_STR(printed(&r), "Slept for -1 microseconds\n");
		runner_close(&r);
	}
}

/* ---- functions as tasks */

static void twice(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	int32_t v = *(int32_t *)async_value_payload(arguments[0]);
	results[0] = i32(&r, 2 * v);
	results[1] = async_chain();
}

static void do_async(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		struct fake f = fake_function("", 1, 2, twice);
		RUN(&r, "tfrt_test.do.async", .functions = { as_function(&f) }, ARGS(i32(&r, 21)), .result_count = 2);
		CHECK(threads || f.calls == 0);
		CHECK_INT(r.results[0]->kind, ASYNC_INDIRECT);
		CHECK_INT(i32_at(&r, 0), 42);
		CHECK(is_chain(&r, 1));
		CHECK_INT(f.calls, 1);
		RUN(&r, "tfrt_test.do.async", .functions = { as_function(&f) }, .result_count = 2);
		CHECK_STR(error_at(&r, 1),
			"function '' takes 1 arguments and gives 2 results, but is called with 0 for 2");
		runner_close(&r);
	}
}

static void waiting_for_all(void)
{
	runner_open(&r, 0);
	RUN(&r, "tfrt_test.as_chain", ARGS(i32(&r, 1), i64(&r, 2)));
	CHECK(is_chain(&r, 0));
	RUN(&r, "tfrt_test.usleep", ARGS(i32(&r, 1)));
	RUN(&r, "tfrt_test.quiesce", ARGS(async_chain()));
	CHECK(is_chain(&r, 0));
	CHECK_STR(printed(&r), "Slept for 1 microseconds\n");
	runner_close(&r);
}

static void quiesce_task(void *ctx)
{
	(void)ctx;
	RUN(&r, "tfrt_test.quiesce", ARGS(async_chain()));
}

static void a_task_cannot_wait_for_all(void)
{
	runner_open(&r, 0);
	async_queue_add(r.host.queue, quiesce_task, NULL);
	async_queue_quiesce(r.host.queue);
	CHECK_STR(error_at(&r, 0), "a task cannot wait for the work queue to be empty");
	runner_close(&r);
}

static void errors_come_later(void)
{
	static const char *const names[] = { "tfrt_test.report_error_concrete_async",
		"tfrt_test.report_error_indirect_async" };
	runner_open(&r, 0);
	for (int i = 0; i < 2; i++) {
		RUN(&r, names[i], ARGS(i32(&r, 0)));
		CHECK(!async_value_is_available(r.results[0]));
		CHECK_INT(r.results[0]->kind, i ? ASYNC_INDIRECT : ASYNC_CONCRETE);
		CHECK_INT(i32_at(&r, 0), 0);
		CHECK_INT(r.reports, 0);
		RUN(&r, names[i], ARGS(i32(&r, 1)));
		CHECK_STR(error_at(&r, 0), "something bad happened asynchronously");
		CHECK_STR(reported(&r), "something bad happened asynchronously");
	}
	RUN(&r, "tfrt_test.report_error_async", .result_count = 1);
	CHECK(!async_value_is_available(r.results[0]));
	CHECK_STR(error_at(&r, 0), "something bad happened asynchronously");
	runner_close(&r);
}

static void without_memory(void)
{
	static const char *const names[] = { "tfrt_test.async_copy.i32", "tfrt_test.async_copy.with_delay.i32",
		"tfrt_test.report_error_indirect_async", "tfrt_test.blocking.usleep" };
	runner_open(&r, 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		for (uint64_t nth = 1; nth <= 2; nth++) {
			async_allocator_fail_nth(r.failing, nth);
			RUN(&r, names[i], ARGS(i32(&r, 0)));
			CHECK(async_value_is_error(r.results[0]));
			CHECK_STR(error_at(&r, 0), "out of memory");
			CHECK_STR(reported(&r), "out of memory");
		}
	}
	struct fake f = fake_function("", 1, 2, twice);
	for (uint64_t nth = 1; nth <= 3; nth++) {
		async_allocator_fail_nth(r.failing, nth);
		RUN(&r, "tfrt_test.do.async", .functions = { as_function(&f) }, ARGS(i32(&r, 21)), .result_count = 2);
		CHECK_STR(error_at(&r, 0), "out of memory");
		CHECK_STR(error_at(&r, 1), "out of memory");
	}
	async_allocator_fail_nth(r.failing, 0);
	CHECK_INT(f.calls, 0);
	runner_close(&r);
}

/* ---- benchmark */

static void wait_task(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void run_later(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)arguments;
	results[0] = async_chain_create(async_allocator_system());
	async_queue_add(kernels_host(request)->queue, wait_task, async_value_retain(results[0]));
}

static void run_now(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	results[0] = async_value_retain(arguments[0]);
}

static void run_and_fail(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request, (void)arguments;
	results[0] = self->calls == 3 ? error(&r, "third run") : async_chain();
}

#define BENCHMARK(body, seconds, runs, name, warmups) \
	RUN(&r, "tfrt_test.benchmark", .functions = { as_function(body) }, \
		ATTRS(ATTR(int32_t, seconds), ATTR(int32_t, runs), ATTR_TEXT(name), ATTR(int32_t, warmups)), \
		ARGS(i32(&r, 1)))

/* "BM:name:What: 12" lines in this order, with a number each. */
static void check_figures(const char *text, const char *name, long long count)
{
	static const char *const rows[] = { "Duration(ns)", "Count", "Time Min(ns)", "Time 50%(ns)", "Time 95%(ns)",
		"Time 99%(ns)", "CPU Min(ns)", "CPU 50%(ns)", "CPU 95%(ns)", "CPU 99%(ns)",
		"CPU utilization(percent)" };
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char expected[100];
		int size = snprintf(expected, sizeof expected, "BM:%s:%s: ", name, rows[i]);
		if (!CHECK(strncmp(text, expected, (size_t)size) == 0))
			return;
		char *end;
		long long number = strtoll(text + size, &end, 10);
		CHECK(end > text + size && *end == '\n' && number >= 0);
		if (i == 1)
			CHECK_INT(number, count);
		text = end + 1;
	}
	CHECK_STR(text, "");
}

static void benchmarks(void)
{
	runner_open(&r, 0);
	struct fake now = fake_function("", 1, 1, run_now), later = fake_function("", 1, 1, run_later);
	BENCHMARK(&now, 100, 1000, "quick", 5);
	CHECK(is_chain(&r, 0));
	CHECK_INT(now.calls, 1005);
	check_figures(printed(&r), "quick", 1000);
	BENCHMARK(&later, 100, 3000, "with tasks", 2);
	CHECK_INT(later.calls, 1);
	CHECK(!async_value_is_available(r.results[0]));
	CHECK(is_chain(&r, 0));
	CHECK_INT(later.calls, 3002);
	check_figures(printed(&r), "with tasks", 3000);
	BENCHMARK(&now, 0, 1000, "no time", 0);
	check_figures(printed(&r), "no time", 0);
	BENCHMARK(&now, 100, -1, "no runs", 0);
	check_figures(printed(&r), "no runs", 0);
	CHECK_INT(now.calls, 1005);
	runner_close(&r);
}

static void benchmarks_that_end_early(void)
{
	runner_open(&r, 2);
	struct fake fails = fake_function("f", 1, 1, run_and_fail);
	BENCHMARK(&fails, 100, 1000, "x", 1);
	CHECK_STR(error_at(&r, 0), "third run");
	CHECK_INT(fails.calls, 3);
	CHECK_STR(printed(&r), "");
	struct fake two = fake_function("f", 1, 2, run_now);
	BENCHMARK(&two, 1, 1, "x", 1);
	CHECK_STR(error_at(&r, 0), "function 'f' takes 1 arguments and gives 2 results, but is called with 1 for 1");
	RUN(&r, "tfrt_test.benchmark", .functions = { as_function(&fails) }, ATTRS(ATTR(int32_t, 1)), ARGS(i32(&r, 1)));
	CHECK_STR(error_at(&r, 0), "attribute 1 is not a value of type i32");
	runner_close(&r);
	runner_open(&r, 0);
	struct fake later = fake_function("", 1, 1, run_later);
	BENCHMARK(&later, 100, 3000, "x", 0);
	async_request_cancel(r.request);
	CHECK_STR(error_at(&r, 0), "Cancelled");
	CHECK_INT(later.calls, 1);
	runner_new_request(&r);
	for (uint64_t nth = 1; nth <= 4; nth++) { /* allocations: result, state, and the samples twice */
		struct fake now = fake_function("", 1, 1, run_now);
		async_allocator_fail_nth(r.failing, nth);
		BENCHMARK(&now, 100, 100, "x", 0);
		CHECK_STR(error_at(&r, 0), "out of memory");
	}
	async_allocator_fail_nth(r.failing, 0);
	runner_close(&r);
}

/* ---- native functions */

static struct async_value *native_result;

static void native(const char *name, struct async_value *a, struct async_value *b, uint32_t count)
{
	struct async_value *arguments[2] = { a, b };
	const struct kernels_native *function = kernels_registry_find_native(r.registry, name, strlen(name));
	CHECK_OR_RETURN(function);
	native_result = NULL;
	function->run(r.request, arguments, count, &native_result, 1);
	CHECK_OR_RETURN(native_result);
	for (uint32_t i = 0; i < count; i++)
		async_value_release(arguments[i]);
}

static const char *native_error(void)
{
	static char message[100];
	await(&r, native_result);
	snprintf(message, sizeof message, "%s", async_value_is_error(native_result) ?
		async_error_message(async_value_error(native_result)) : "");
	async_value_release(native_result);
	return message;
}

static int32_t native_i32(void)
{
	await(&r, native_result);
	CHECK_INT(async_value_type(native_result), kernels_types()->i32);
	int32_t v = *(int32_t *)async_value_payload(native_result);
	async_value_release(native_result);
	return v;
}

static void natives(void)
{
	runner_open(&r, 0);
	native("native_add", i32(&r, 40), i32(&r, 2), 2);
	CHECK(async_value_is_available(native_result));
	CHECK_INT(native_i32(), 42);
	native("native_async_add", i32(&r, 42), i32(&r, 2), 2);
	CHECK(!async_value_is_available(native_result));
	CHECK_INT(native_i32(), 44);
	native("native_error", NULL, NULL, 0);
	CHECK_INT(async_error_code(async_value_error(native_result)), ASYNC_CODE_INTERNAL);
	CHECK_STR(native_error(), "something bad happened");
	native("native_sink", i32(&r, 1), i64(&r, 2), 2);
	CHECK(native_result == async_chain());
	native("native_async_sink", i32(&r, 1), i64(&r, 2), 2);
	CHECK(!async_value_is_available(native_result));
	CHECK_STR(native_error(), "");
	CHECK_INT(r.reports, 0); /* their errors are values and are not reported */
	runner_close(&r);
}

static void natives_with_other_arguments(void)
{
	runner_open(&r, 0);
	native("native_add", i32(&r, 40), i64(&r, 2), 2);
	CHECK_STR(native_error(), "native_add takes two i32 and returns one");
	native("native_async_add", i32(&r, 40), NULL, 1);
	CHECK_STR(native_error(), "native_async_add takes two i32 and returns one");
	native("native_add", error(&r, "left"), i32(&r, 2), 2);
	CHECK_STR(native_error(), "left");
	native("native_sink", i32(&r, 2), error(&r, "right"), 2);
	CHECK_STR(native_error(), "right");
	native("native_async_sink", i32(&r, 2), error(&r, "right"), 2);
	CHECK_STR(native_error(), "right");
	for (uint64_t nth = 1; nth <= 2; nth++) {
		async_allocator_fail_nth(r.failing, nth);
		native("native_async_add", i32(&r, 1), i32(&r, 2), 2);
		CHECK(async_value_is_error(native_result));
		CHECK_INT(async_error_code(async_value_error(native_result)), ASYNC_CODE_RESOURCE_EXHAUSTED);
		native_error();
	}
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(results_come_later),
		CHECK_CASE(attributes_are_checked_before),
		CHECK_CASE(delays),
		CHECK_CASE(sleeping),
		CHECK_CASE(do_async),
		CHECK_CASE(waiting_for_all),
		CHECK_CASE(a_task_cannot_wait_for_all),
		CHECK_CASE(errors_come_later),
		CHECK_CASE(without_memory),
		CHECK_CASE(benchmarks),
		CHECK_CASE(benchmarks_that_end_early),
		CHECK_CASE(natives),
		CHECK_CASE(natives_with_other_arguments),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
