/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that start when their first argument is available, and the states of the other arguments. */
#include "host.h"

#include <check.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FN(fn_name, regs, returned_regs, ops_array, ...)                                                               \
	{                                                                                                              \
		.name = fn_name, .register_count = regs, .returned = returned_regs, .ops = ops_array,                  \
		.op_count = COUNT(ops_array), __VA_ARGS__                                                              \
	}
#define I32X1 .result_types = { "i32" }

static struct test_host h;

static bool open_program(const struct fn *functions, size_t count)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_open(&h, functions, count, &diag);
	return h.file || check_report(__FILE__, __LINE__, "cannot open: %s", diag.message);
}

/* As in the design document's fast_call: the result is available although an argument that the callee ignores is
 * not. */
static const struct op first_ops[] = { { .kernel = "t.identity", .arguments = LIST(0), .results = LIST(2) } };
static const struct op fast_ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(42) },
	{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.call", .arguments = LIST(0, 1), .results = LIST(2), .functions = LIST(0), .nonstrict = true },
};
static const struct op slow_ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(42) },
	{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.call", .arguments = LIST(0, 1), .results = LIST(2), .functions = LIST(0) },
};
static const struct fn fast_call[] = {
	FN("first", 3, LIST(2), first_ops, .argument_types = { "i32", "i32" }, I32X1),
	FN("fast", 3, LIST(2), fast_ops, I32X1),
	FN("slow", 3, LIST(2), slow_ops, I32X1),
};

static void a_nonstrict_call_does_not_wait(void)
{
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(fast_call, 3));
	for (int fast = 0; fast < 2; fast++) {
		struct async_request *request = async_request_create(&h.host, NULL);
		struct async_value *result;
		kernels_function_execute(bef_file_find(h.file, fast ? "fast" : "slow", 4), request, NULL, &result);
		CHECK_INT(async_value_is_available(result), fast); /* no task has run yet */
		async_queue_await(h.host.queue, &result, 1);
		CHECK_INT(take_i32(result), 42);
		async_queue_quiesce(h.host.queue);
		async_request_release(request);
	}
	CHECK(host_finish(&h));
}

/* Registers in the three states: not created, created but not available, available; and errors. The kernel that
 * follows t.seen in the file makes its argument later, so t.seen finds an indirect value. */
static void a_kernel_sees_arguments_in_every_state(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(1) },
		{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
		{ .kernel = "t.copy_later", .arguments = LIST(1), .results = LIST(2) },
		{ .kernel = "t.fail", .results = LIST(3), .attributes = LIST(9) },
		{ .kernel = "t.seen", .arguments = LIST(0, 1, 2), .results = LIST(4) },
		{ .kernel = "t.seen", .arguments = LIST(3), .results = LIST(5) },
		{ .kernel = "t.seen", .arguments = LIST(2, 1), .results = LIST(6) },
		{ .kernel = "t.seen", .results = LIST(7) },
		{ .kernel = "t.add", .arguments = LIST(2, 1), .results = LIST(8) },
	};
	static const struct fn f[] = { FN("f", 9, LIST(4, 5, 6, 7, 8, 2), ops,
		.result_types = { "i32", "i32", "i32", "i32", "i32", "i32" }) };
	for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
		host_init(&h, (enum host_queue)queue);
		CHECK_OR_RETURN(open_program(f, 1));
		for (int i = 0; i < 100; i++) {
			struct async_value *results[6];
			host_run(&h, "f", NULL, results);
			int32_t state = take_i32(results[0]);
			CHECK(queue == HOST_SINGLE ? state == 1 : state % 10 == 1 || state >= 10);
			CHECK_INT(take_i32(results[1]), 2);
			state = take_i32(results[2]); /* started by %1: %2 waits for it */
			CHECK(queue == HOST_SINGLE ? state == 10 : state >= 1);
			CHECK_INT(take_i32(results[3]), 0);
			CHECK_INT(take_i32(results[4]), 2);
			CHECK_INT(take_i32(results[5]), 1);
			h.reports[0] = 0;
		}
		CHECK(host_finish(&h));
	}
}

static void a_kernel_runs_once_however_many_arguments_come(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
		{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(2) },
		{ .kernel = "t.call",
			.arguments = LIST(1, 2, 1),
			.results = LIST(3),
			.functions = LIST(0),
			.nonstrict = true },
	};
	static const struct op sum[] = { { .kernel = "t.sum", .arguments = LIST(0, 1, 2), .results = LIST(3) } };
	static const struct fn f[] = { FN("sum", 4, LIST(3), sum, .argument_types = { "i32", "i32", "i32" }, I32X1),
		FN("f", 4, LIST(3), ops, .argument_types = { "i32" }, I32X1) };
	for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
		host_init(&h, (enum host_queue)queue);
		CHECK_OR_RETURN(open_program(f, 2));
		struct async_value *five = make_i32(&h, 5), *result;
		for (int i = 0; i < 300; i++) {
			host_run(&h, "f", &five, &result);
			CHECK_INT(take_i32(result), 15);
		}
		async_value_release(five);
		CHECK(host_finish(&h));
	}
}

static void cancelling_skips_them_too(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.cancel", .results = LIST(0) },
		{ .kernel = "t.seen", .arguments = LIST(0), .results = LIST(1) },
	};
	static const struct fn f[] = { FN("f", 2, LIST(1), ops, I32X1) };
	struct async_value *result;
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	host_run(&h, "f", NULL, &result);
	CHECK_OR_RETURN(async_value_is_error(result));
	CHECK_INT(async_error_code(async_value_error(result)), ASYNC_CODE_CANCELLED);
	async_value_release(result);
	CHECK(host_finish(&h));
}

static void refused(const struct fn *functions, size_t count, const uint8_t *section, size_t size,
	enum bef_status status, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, HOST_SINGLE);
	build_nonstrict = section;
	build_nonstrict_size = size;
	host_open(&h, functions, count, &diag);
	build_nonstrict = NULL;
	CHECK(!h.file);
	CHECK_INT(diag.status, status);
	if (!strstr(diag.message, message))
		CHECK_STR(diag.message, message);
	CHECK(host_finish(&h));
}

static void sections_that_say_nonsense(void)
{
	static const struct op strict[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(1), .nonstrict = true }
	};
	static const struct fn f[] = { FN("f", 1, NO_LIST, strict, .kind = 0),
		{ .name = "native_add", .kind = BEF_FUNCTION_NATIVE, .argument_types = { "i32", "i32" }, I32X1 } };
	static const struct fn sync[] = { FN("s", 1, NO_LIST, strict, .kind = BEF_FUNCTION_SYNC) };
	static const uint8_t half[7] = { 0 }, beyond[8] = { 3, 0, 0, 0, 1 }, native[8] = { 1, 0, 0, 0, 1 };
	static const uint8_t twice[16] = { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1 }, zero[8] = { 0 },
			     two[8] = { 0, 0, 0, 0, 2 };
	refused(f, 1, NULL, 0, BEF_E_CORRUPT, "kernel 1: t.const cannot be nonstrict");
	refused(sync, 1, NULL, 0, BEF_E_CORRUPT, "kernel 1: t.const cannot be nonstrict");
	refused(f, 2, half, sizeof half, BEF_E_TRUNCATED, "Nonstrict section: 7 bytes, expected a multiple of 8");
	refused(f, 2, beyond, sizeof beyond, BEF_E_CORRUPT, "Nonstrict section: function 3 of 2");
	refused(f, 2, native, sizeof native, BEF_E_CORRUPT, "Nonstrict section: function 1 is a native function");
	refused(f, 2, twice, sizeof twice, BEF_E_CORRUPT, "Nonstrict section: kernel 1 of function 0 does not ascend");
	refused(f, 2, zero, sizeof zero, BEF_E_CORRUPT, "Nonstrict section: function 0 has no kernel 0");
	refused(f, 2, two, sizeof two, BEF_E_CORRUPT, "Nonstrict section: function 0 has no kernel 2");
}

/* Each allocation fails in turn: a result or an error, and no leak. */
static void every_allocation_may_fail(void)
{
	host_init(&h, HOST_SINGLE);
	const struct async_allocator *failing = async_allocator_create_failing(h.counting, 0);
	h.host.allocator = failing;
	h.host.report = NULL;
	CHECK_OR_RETURN(open_program(fast_call, 3));
	for (uint64_t nth = 1, good = 0; !good && nth < 1000; nth++) {
		struct async_request *request = async_request_create(&h.host, NULL);
		struct async_value *result;
		uint64_t before = async_allocator_calls(failing);
		async_allocator_fail_nth(failing, nth);
		kernels_function_execute(bef_file_find(h.file, "fast", 4), request, NULL, &result);
		async_queue_await(h.host.queue, &result, 1);
		async_queue_quiesce(h.host.queue);
		good = async_allocator_calls(failing) - before < nth;
		async_allocator_fail_nth(failing, 0);
		async_value_release(result);
		async_request_release(request);
	}
	async_allocator_destroy(failing);
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(a_nonstrict_call_does_not_wait),
		CHECK_CASE(a_kernel_sees_arguments_in_every_state),
		CHECK_CASE(a_kernel_runs_once_however_many_arguments_come),
		CHECK_CASE(cancelling_skips_them_too),
		CHECK_CASE(sections_that_say_nonsense),
		CHECK_CASE(every_allocation_may_fail),
	};
	return check_main(argc, argv, cases, COUNT(cases));
}
