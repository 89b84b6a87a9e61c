/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt.parallel_for: every index once, blocks of the given size, errors and waiting. */
#include "runner.h"

#define ARGS(...) .arguments = { __VA_ARGS__ }
#define MOST 100000

static struct runner r;
static int32_t first_index;
static uint8_t covered[MOST]; /* atomic: number of calls for each index, from first_index */
static int longest;           /* atomic: the longest block */

static int32_t value_of(struct async_value *value)
{
	return *(const int32_t *)async_value_payload(value);
}

static void cover(struct async_value *const *arguments)
{
	int32_t start = value_of(arguments[0]), end = value_of(arguments[1]);
	for (int64_t i = start; i < end; i++)
		__atomic_fetch_add(&covered[i - first_index], 1, __ATOMIC_RELAXED);
	int seen = __atomic_load_n(&longest, __ATOMIC_RELAXED);
	while (end - start > seen && !__atomic_compare_exchange_n(&longest, &seen, end - start, false, __ATOMIC_RELAXED,
		__ATOMIC_RELAXED))
		;
}

static void silent(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request, (void)results;
	cover(arguments);
}

static void with_chain(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	cover(arguments);
	results[0] = async_chain();
}

static void complete(void *ctx)
{
	async_value_set_available(ctx);
	async_value_release(ctx);
}

static void with_late_chain(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self;
	cover(arguments);
	results[0] = async_chain_create(async_allocator_system());
	async_queue_add(kernels_host(request)->queue, complete, async_value_retain(results[0]));
}

/* An error if the block contains index 7. */
static void with_error(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)self, (void)request;
	cover(arguments);
	bool seven = value_of(arguments[0]) <= 7 && value_of(arguments[1]) > 7;
	results[0] = seven ? error(&r, "seven") : async_chain();
}

static void loop(struct fake *body, int32_t start, int32_t end, int32_t block)
{
	first_index = start;
	memset(covered, 0, sizeof covered);
	longest = 0;
	RUN(&r, "tfrt.parallel_for.i32", .functions = { as_function(body) },
		ARGS(i32(&r, start), i32(&r, end), i32(&r, block)));
}

static void all_covered(int64_t count)
{
	for (int64_t i = 0; i < count; i++) {
		if (!CHECK_INT(covered[i], 1))
			return;
	}
	for (int64_t i = count; i < MOST; i++) {
		if (!CHECK_INT(covered[i], 0))
			return;
	}
}

static void every_index_once(void)
{
	static const struct {
		int32_t start, end, block, blocks, longest;
	} all[] = {
		{ 0, 20, 3, 7, 3 },
		{ 10, 16, 2, 3, 2 },
		{ 5, 6, 1, 1, 1 },
		{ 0, 1000, 1, 1000, 1 },
		{ -50, 50, 7, 15, 7 },
		{ 0, 10, 1000, 1, 10 },
		{ 0, 10, INT32_MAX, 1, 10 },
		{ INT32_MAX - 9, INT32_MAX, 4, 3, 4 },
		{ INT32_MIN, INT32_MIN + 9, 4, 3, 4 },
	};
	for (unsigned threads = 0; threads <= 3; threads += 3) {
		runner_open(&r, threads);
		for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
			struct fake body = fake_function("", 2, 0, silent);
			loop(&body, all[i].start, all[i].end, all[i].block);
			CHECK(is_chain(&r, 0));
			all_covered((int64_t)all[i].end - all[i].start);
			CHECK_INT(body.calls, all[i].blocks);
			CHECK_INT(longest, all[i].longest);
		}
		runner_close(&r);
	}
}

static void empty_ranges(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 0, silent);
	loop(&body, 5, 5, 1);
	CHECK(r.results[0] == async_chain());
	loop(&body, 6, 5, 1);
	CHECK(r.results[0] == async_chain());
	loop(&body, INT32_MAX, INT32_MIN, 1);
	CHECK(r.results[0] == async_chain());
	CHECK_INT(body.calls, 0);
	runner_close(&r);
}

/* The whole range of i32 in two blocks: nothing overflows. */
static void bounds_only(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request, (void)results;
	int64_t *sum = self->data;
	__atomic_fetch_add(sum, (int64_t)value_of(arguments[1]) - value_of(arguments[0]), __ATOMIC_RELAXED);
}

static void the_widest_range(void)
{
	int64_t sum = 0;
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 0, bounds_only);
	body.data = &sum;
	RUN(&r, "tfrt.parallel_for.i32", .functions = { as_function(&body) },
		ARGS(i32(&r, INT32_MIN), i32(&r, INT32_MAX), i32(&r, INT32_MAX)));
	CHECK(is_chain(&r, 0));
	CHECK_INT(sum, (int64_t)INT32_MAX - INT32_MIN);
	CHECK_INT(body.calls, 3);
	runner_close(&r);
}

static void extra_arguments(struct fake *self, struct async_request *request, struct async_value *const *arguments,
	struct async_value **results)
{
	(void)request, (void)results;
	__atomic_fetch_add((int64_t *)self->data, value_of(arguments[2]) + value_of(arguments[3]), __ATOMIC_RELAXED);
}

static void passes_further_arguments(void)
{
	int64_t sum = 0;
	runner_open(&r, 2);
	struct fake body = fake_function("", 4, 0, extra_arguments);
	body.data = &sum;
	RUN(&r, "tfrt.parallel_call.i32", .functions = { as_function(&body) },
		ARGS(i32(&r, 0), i32(&r, 100), i32(&r, 1), i32(&r, 3), i32(&r, 4)));
	CHECK(is_chain(&r, 0));
	CHECK_INT(sum, 700);
	runner_close(&r);
}

static void waits_for_the_chains(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		struct fake body = fake_function("", 2, 1, with_chain);
		loop(&body, 0, 5000, 1);
		CHECK(is_chain(&r, 0));
		all_covered(5000);
		body = fake_function("", 2, 1, with_late_chain);
		loop(&body, 0, 5000, 1);
		CHECK(threads || !async_value_is_available(r.results[0]));
		CHECK(is_chain(&r, 0));
		all_covered(5000);
		runner_close(&r);
	}
}

static void errors_end_up_in_the_chain(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		runner_open(&r, threads);
		struct fake body = fake_function("", 2, 1, with_error);
		loop(&body, 0, 100, 1);
		CHECK_STR(error_at(&r, 0), "seven");
		all_covered(100); /* the other blocks run nevertheless */
		runner_close(&r);
	}
}

static void cancelled(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 0, silent);
	loop(&body, 0, 100, 1);
	CHECK_INT(body.calls, 1); /* the caller's own; the rest is in the queue */
	async_request_cancel(r.request);
	CHECK_STR(error_at(&r, 0), "Cancelled");
	CHECK_INT(body.calls, 1);
	runner_close(&r);
}

static void few_tasks_at_a_time(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("", 2, 0, silent);
	loop(&body, 0, MOST, 1);
	CHECK(is_chain(&r, 0));
	all_covered(MOST);
	CHECK(async_allocator_stats(r.counting).peak_blocks < 1100);
	runner_close(&r);
}

static void misused(void)
{
	runner_open(&r, 0);
	struct fake body = fake_function("b", 3, 0, silent);
	loop(&body, 0, 10, 1);
	CHECK_STR(error_at(&r, 0), "function 'b' takes 3 arguments and gives 0 results, but is called with 2 for 0");
	body = fake_function("b", 2, 2, with_chain);
	loop(&body, 0, 10, 1);
	CHECK_STR(error_at(&r, 0), "function 'b' takes 2 arguments and gives 2 results, but is called with 2 for 1");
	body = fake_function("b", 2, 0, silent);
	loop(&body, 0, 10, 0);
	CHECK_STR(error_at(&r, 0), "argument 2 is not positive: 0");
	loop(&body, 0, 10, INT32_MIN);
	CHECK_STR(error_at(&r, 0), "argument 2 is not positive: -2147483648");
	CHECK_INT(body.calls, 0);
	runner_close(&r);
}

/* If any allocation fails, either all blocks run or the chain is an error. */
static void without_memory(void)
{
	int failures = 0;
	runner_open(&r, 0);
	for (uint64_t nth = 1; nth < 60; nth++) {
		struct fake body = fake_function("", 2, 1, with_late_chain);
		async_allocator_fail_nth(r.failing, nth);
		loop(&body, 0, 8, 1);
		const char *message = error_at(&r, 0);
		if (message[0] == '\0') {
			all_covered(8);
		} else {
			CHECK_STR(message, "out of memory");
			failures++;
		}
		async_queue_quiesce(r.host.queue);
	}
	async_allocator_fail_nth(r.failing, 0);
	CHECK(failures > 10 && failures < 59);
	runner_close(&r);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(every_index_once),
		CHECK_CASE(empty_ranges),
		CHECK_CASE(the_widest_range),
		CHECK_CASE(passes_further_arguments),
		CHECK_CASE(waits_for_the_chains),
		CHECK_CASE(errors_end_up_in_the_chain),
		CHECK_CASE(cancelled),
		CHECK_CASE(few_tasks_at_a_time),
		CHECK_CASE(misused),
		CHECK_CASE(without_memory),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
