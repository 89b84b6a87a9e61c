/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The executor on programs given as tables: order, errors, cancellation, lifetimes, calls. */
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
#define I32X2 .result_types = { "i32", "i32" }
#define ARG_I32X1 .argument_types = { "i32" }
#define ARG_I32X2 .argument_types = { "i32", "i32" }

static struct test_host h;

static bool open_program(const struct fn *functions, size_t count)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_open(&h, functions, count, &diag);
	return h.file || check_report(__FILE__, __LINE__, "cannot open: %s", diag.message);
}

static void adds_constants_and_arguments(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.const", .results = LIST(1), .attributes = LIST(40) },
		{ .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2) },
		{ .kernel = "t.add", .arguments = LIST(2, 2), .results = LIST(3) },
	};
	static const struct fn f[] = { FN("f", 4, LIST(3, 0), ops, ARG_I32X1, I32X2) };
	struct async_value *results[2];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	struct async_value *two = make_i32(&h, 2);
	host_run(&h, "f", &two, results);
	CHECK_INT(take_i32(results[0]), 84);
	CHECK(results[1] == two);
	async_value_release(two);
	CHECK_INT(take_i32(results[1]), 2);
	CHECK(host_finish(&h));
}

/* Independent kernels of a stream run in reverse order; those of other streams go to the queue, in order of streams. */
static void order_within_and_between_streams(void)
{
	static const struct op same[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(1) },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(1), .attributes = LIST('a') },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(2), .attributes = LIST('b') },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(3), .attributes = LIST('c') },
	};
	static const struct op streams[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(1) },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(1), .attributes = LIST('a'), .stream = 1 },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(2), .attributes = LIST('b') },
		{ .kernel = "t.mark", .arguments = LIST(1), .results = LIST(3), .attributes = LIST('c'), .stream = 1 },
		{ .kernel = "t.mark", .arguments = LIST(2), .results = LIST(4), .attributes = LIST('d') },
		{ .kernel = "t.mark", .arguments = LIST(0), .results = LIST(5), .attributes = LIST('e'), .stream = 7 },
	};
	static const struct fn f[] = { FN("same", 4, NO_LIST, same, .kind = 0),
		FN("streams", 6, NO_LIST, streams, .kind = 0) };
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 2));
	host_run(&h, "same", NULL, NULL);
	CHECK_STR(h.order, "abc"); /* users are stored last use first, and taken from the end */
	h.order[0] = 0;
	host_run(&h, "streams", NULL, NULL);
	CHECK_STR(h.order, "bdace");
	CHECK(host_finish(&h));
}

static void errors_skip_what_depends_on_them(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.fail", .results = LIST(0), .attributes = LIST(1) },
		{ .kernel = "t.fail", .results = LIST(1), .attributes = LIST(2) },
		{ .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2) },
		{ .kernel = "t.add", .arguments = LIST(1, 0), .results = LIST(3) },
		{ .kernel = "t.const", .results = LIST(4), .attributes = LIST(5) },
		{ .kernel = "t.identity", .arguments = LIST(0), .results = LIST(5) },
	};
	static const struct fn f[] = { FN(
		"f", 6, LIST(2, 3, 4, 5), ops, .result_types = { "i32", "i32", "i32", "i32" }) };
	struct async_value *results[4];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	host_run(&h, "f", NULL, results);
	CHECK_STR(async_error_message(async_value_error(results[0])), "failure 2"); /* the last error operand wins */
	CHECK_STR(async_error_message(async_value_error(results[1])), "failure 1");
	CHECK_INT(take_i32(results[2]), 5);
	CHECK_STR(async_error_message(async_value_error(results[3])), "failure 1");
	CHECK_STR(h.reports, "2: failure 2\n1: failure 1\n"); /* once each, where they occur */
	for (int i = 0; i < 4; i++) {
		if (i != 2)
			async_value_release(results[i]);
	}
	CHECK(host_finish(&h));
}

static void partial_failures_and_forgotten_results(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.partial", .results = LIST(0, 1) },
		{ .kernel = "t.forgetful", .results = LIST(2) },
		{ .kernel = "t.fail2", .results = LIST(3, 4), .attributes = LIST(3) },
	};
	static const struct fn f[] = { FN(
		"f", 5, LIST(0, 1, 2, 4), ops, .result_types = { "i32", "i32", "i32", "i32" }) };
	struct async_value *results[4];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	host_run(&h, "f", NULL, results);
	CHECK_INT(take_i32(results[0]), 1);
	CHECK_STR(async_error_message(async_value_error(results[1])), "the rest is missing");
	CHECK_STR(async_error_message(async_value_error(results[2])), "t.forgetful left result 0 without a value");
	CHECK_STR(async_error_message(async_value_error(results[3])), "failure 3");
	for (int i = 1; i < 4; i++)
		async_value_release(results[i]);
	CHECK(host_finish(&h));
}

static void cancelling_stops_what_has_not_started(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(7) },
		{ .kernel = "t.cancel", .results = LIST(1) },
		{ .kernel = "t.identity", .arguments = LIST(0, 1), .results = LIST(2) },
	};
	static const struct fn f[] = { FN("f", 3, LIST(2, 0), ops, I32X2) };
	struct async_value *results[2];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	host_run(&h, "f", NULL, results);
	CHECK(async_value_is_error(results[0]));
	CHECK_INT(async_error_code(async_value_error(results[0])), ASYNC_CODE_CANCELLED);
	CHECK_STR(async_error_message(async_value_error(results[0])), "Cancelled");
	async_value_release(results[0]);
	async_value_release(results[1]);
	CHECK_STR(h.reports, ""); /* nothing failed */
	CHECK(host_finish(&h));
}

/* The same program with values that become available later, on both queues. */
static const struct op later_ops[] = {
	{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(20) },
	{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
	{ .kernel = "t.copy_later", .arguments = LIST(1), .results = LIST(2) },
	{ .kernel = "t.add", .arguments = LIST(1, 2), .results = LIST(3) },
	{ .kernel = "t.fail_later", .arguments = LIST(0), .results = LIST(4) },
	{ .kernel = "t.add", .arguments = LIST(3, 4), .results = LIST(5) },
	{ .kernel = "t.add", .arguments = LIST(3, 0), .results = LIST(6), .stream = 3 },
};
static const struct fn later_fn[] = { FN("f", 7, LIST(3, 5, 6, 3), later_ops,
	.result_types = { "i32", "i32", "i32", "i32" }) };

static void values_come_later(void)
{
	for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
		struct async_value *results[4];
		host_init(&h, (enum host_queue)queue);
		CHECK_OR_RETURN(open_program(later_fn, 1));
		for (int i = 0; i < 200; i++) {
			host_run(&h, "f", NULL, results);
			CHECK_INT(take_i32(results[0]), 40);
			CHECK_STR(async_error_message(async_value_error(results[1])), "failed later");
			async_value_release(results[1]);
			CHECK_INT(take_i32(results[2]), 60);
			CHECK_INT(take_i32(results[3]), 40);
		}
		CHECK(host_finish(&h));
	}
}

static void payloads_die_after_their_last_use(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.tracked", .results = LIST(0), .attributes = LIST(5) },
		{ .kernel = "t.value", .arguments = LIST(0), .results = LIST(1) },
		{ .kernel = "t.unique", .arguments = LIST(0), .results = LIST(2) },
		{ .kernel = "t.tracked", .results = LIST(3), .attributes = LIST(6) }, /* has no users */
		{ .kernel = "t.tracked", .results = LIST(4), .attributes = LIST(7) },
		{ .kernel = "t.unique", .arguments = LIST(4), .results = LIST(5) },
	};
	static const struct fn f[] = { FN(
		"f", 6, LIST(1, 2, 5, 4), ops, .result_types = { "i32", "i1", "i1", "!t.tracked" }) };
	struct async_value *results[4];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	host_run(&h, "f", NULL, results);
	CHECK_INT(test_tracked, 1);
	CHECK_INT(take_i32(results[0]), 5);
	CHECK_INT(*(uint8_t *)async_value_payload(results[2]), 0); /* also returned */
	for (int i = 1; i < 4; i++)
		async_value_release(results[i]);
	CHECK_INT(test_tracked, 0);
	CHECK(host_finish(&h));
}

static void calls_nest_without_stack(void)
{
	static const struct op once[] = {
		{ .kernel = "t.call", .arguments = LIST(0), .results = LIST(1), .functions = LIST(0) }
	};
	static const struct op good[] = {
		{ .kernel = "t.add", .arguments = LIST(0, 0), .results = LIST(1) },
		{ .kernel = "t.call", .arguments = LIST(1, 0), .results = LIST(2), .functions = LIST(2) },
	};
	static const struct op leaf[] = { { .kernel = "t.add", .arguments = LIST(0, 1), .results = LIST(2) } };
	static const struct fn f[] = { FN("forever", 2, LIST(1), once, ARG_I32X1, I32X1),
		FN("good", 3, LIST(2), good, ARG_I32X1, I32X1), FN("leaf", 3, LIST(2), leaf, ARG_I32X2, I32X1) };
	for (int queue = HOST_SINGLE; queue <= HOST_THREADS; queue++) {
		struct async_value *result;
		host_init(&h, (enum host_queue)queue);
		CHECK_OR_RETURN(open_program(f, 3));
		struct async_value *five = make_i32(&h, 5);
		host_run(&h, "good", &five, &result);
		CHECK_INT(take_i32(result), 15);
		host_run(&h, "forever", &five, &result);
		CHECK(async_value_is_error(result));
		CHECK_STR(async_error_message(async_value_error(result)),
			"more than 2000 calls nested inside each other");
		async_value_release(result);
		async_value_release(five);
		CHECK(host_finish(&h));
	}
}

static void synchronous_functions(void)
{
	static const struct op good[] = {
		{ .kernel = "t.tracked", .results = LIST(2), .attributes = LIST(5) },
		{ .kernel = "t.value", .arguments = LIST(2), .results = LIST(3) },
		{ .kernel = "t.tracked", .results = LIST(4), .attributes = LIST(6) },
		{ .kernel = "t.add", .arguments = LIST(0, 3), .results = LIST(5) },
		{ .kernel = "t.add", .arguments = LIST(5, 1), .results = LIST(6) },
	};
	static const struct op bad[] = {
		{ .kernel = "t.tracked", .results = LIST(2), .attributes = LIST(5) },
		{ .kernel = "t.const", .results = LIST(3), .attributes = LIST(5) },
		{ .kernel = "t.fail", .results = LIST(4), .attributes = LIST(9) },
		{ .kernel = "t.value", .arguments = LIST(2), .results = LIST(5) },
	};
	static const struct op caller[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(30) },
		{ .kernel = "t.call_sync", .arguments = LIST(0, 0), .results = LIST(1), .functions = LIST(0) },
		{ .kernel = "t.call_sync", .arguments = LIST(0, 0), .results = LIST(2), .functions = LIST(1) },
		{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(3) },
		{ .kernel = "t.call", .arguments = LIST(0, 3), .results = LIST(4), .functions = LIST(0) },
	};
	static const struct fn f[] = { FN("good", 7, LIST(6), good, .kind = BEF_FUNCTION_SYNC, ARG_I32X2, I32X1),
		FN("bad", 6, LIST(3), bad, .kind = BEF_FUNCTION_SYNC, ARG_I32X2, I32X1),
		FN("caller", 5, LIST(1, 2, 4), caller, .result_types = { "i32", "i32", "i32" }) };
	struct async_value *results[3];
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 3));
	host_run(&h, "caller", NULL, results);
	CHECK_INT(take_i32(results[0]), 65);
	CHECK_STR(async_error_message(async_value_error(results[1])), "failure 9");
	async_value_release(results[1]);
	CHECK_INT(take_i32(results[2]), 65);
	CHECK_INT(test_tracked, 0);
	CHECK(host_finish(&h));
}

static void native_functions(void)
{
	static const struct op ops[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(30) },
		{ .kernel = "t.call", .arguments = LIST(0, 0), .results = LIST(1), .functions = LIST(0) },
		{ .kernel = "t.copy_later", .arguments = LIST(1), .results = LIST(2) },
		{ .kernel = "t.call", .arguments = LIST(2, 0), .results = LIST(3), .functions = LIST(0) },
		{ .kernel = "t.fail_later", .arguments = LIST(1), .results = LIST(4) },
		{ .kernel = "t.call", .arguments = LIST(4, 0), .results = LIST(5), .functions = LIST(0) },
	};
	static const struct fn f[] = { { .name = "native_add", .kind = BEF_FUNCTION_NATIVE, ARG_I32X2, I32X1 },
		FN("f", 6, LIST(1, 3, 5), ops, .result_types = { "i32", "i32", "i32" }) };
	struct async_value *results[3];
	host_init(&h, HOST_THREADS);
	CHECK_OR_RETURN(open_program(f, 2));
	host_run(&h, "f", NULL, results);
	CHECK_INT(take_i32(results[0]), 60);
	CHECK_INT(take_i32(results[1]), 90);
	CHECK(async_value_is_error(results[2]));
	async_value_release(results[2]);
	CHECK(host_finish(&h));
}

/* Programs that cannot be opened, and the messages. */
static void refused(const struct fn *functions, size_t count, enum bef_status status, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	host_init(&h, HOST_SINGLE);
	host_open(&h, functions, count, &diag);
	CHECK(!h.file);
	CHECK_INT(diag.status, status);
	if (!strstr(diag.message, message))
		CHECK_STR(diag.message, message);
	CHECK(host_finish(&h));
}

static void programs_that_do_not_fit_their_kernels(void)
{
	static const struct op unknown[] = { { .kernel = "t.nowhere", .results = LIST(0) } };
	static const struct op arity[] = { { .kernel = "t.add", .arguments = LIST(0), .results = LIST(1) } };
	static const struct op results[] = { { .kernel = "t.const", .results = LIST(0, 1), .attributes = LIST(1) } };
	static const struct op attributes[] = { { .kernel = "t.const", .results = LIST(0) } };
	static const struct op functions[] = { { .kernel = "t.call", .results = LIST(0) } };
	static const struct op types[] = {
		{ .kernel = "t.tracked", .results = LIST(0), .attributes = LIST(1) },
		{ .kernel = "t.add", .arguments = LIST(0, 0), .results = LIST(1) },
	};
	static const struct op async_only[] = { { .kernel = "t.sum", .results = LIST(0) } };
	static const struct fn f[] = { FN("f", 1, NO_LIST, unknown, .kind = 0), FN("f", 2, NO_LIST, arity, ARG_I32X1),
		FN("f", 2, NO_LIST, results, .kind = 0), FN("f", 1, NO_LIST, attributes, .kind = 0),
		FN("f", 1, NO_LIST, functions, .kind = 0), FN("f", 2, NO_LIST, types, .kind = 0),
		FN("f", 1, NO_LIST, async_only, .kind = BEF_FUNCTION_SYNC),
		{ .name = "nowhere", .kind = BEF_FUNCTION_NATIVE, ARG_I32X1 } };
	refused(&f[0], 1, BEF_E_NOT_FOUND, "unknown kernel name 't.nowhere'");
	refused(&f[1], 1, BEF_E_CORRUPT, "function 'f', kernel 1: t.add: found 1 argument, expected 2: (i32, i32) -> i32");
	refused(&f[2], 1, BEF_E_CORRUPT, "t.const: found 2 results, expected 1");
	refused(&f[3], 1, BEF_E_CORRUPT, "t.const: found 0 attributes, expected 1");
	refused(&f[4], 1, BEF_E_CORRUPT, "t.call: found 0 functions, expected 1");
	refused(&f[5], 1, BEF_E_CORRUPT, "argument 0 is of type !t.tracked, expected i32");
	refused(&f[6], 1, BEF_E_CORRUPT, "t.sum: is not a synchronous kernel");
	refused(&f[7], 1, BEF_E_NOT_FOUND, "unknown native function 'nowhere'");
}

/* Types that can only be checked at run time. */
static void a_wrong_argument_is_an_error_value(void)
{
	static const struct op ops[] = { { .kernel = "t.add", .arguments = LIST(0, 0), .results = LIST(1) } };
	static const struct fn f[] = { FN("f", 2, LIST(1), ops, ARG_I32X1, I32X1) };
	struct async_value *result;
	float wrong = 1;
	host_init(&h, HOST_SINGLE);
	CHECK_OR_RETURN(open_program(f, 1));
	struct async_value *value = async_value_create_available(h.counting, kernels_types()->f32, &wrong);
	host_run(&h, "f", &value, &result);
	CHECK_STR(async_error_message(async_value_error(result)), "t.add: argument 0 is of type f32, expected i32");
	CHECK_STR(h.reports, "1: t.add: argument 0 is of type f32, expected i32\n");
	async_value_release(result);
	async_value_release(value);
	CHECK(host_finish(&h));
}

/* A program that uses every feature, with each allocation failing in turn: an error or a result, and no leak. */
static void every_allocation_may_fail(void)
{
	static const struct op callee[] = {
		{ .kernel = "t.tracked", .results = LIST(1), .attributes = LIST(5) },
		{ .kernel = "t.value", .arguments = LIST(1), .results = LIST(2) },
		{ .kernel = "t.add", .arguments = LIST(0, 2), .results = LIST(3), .stream = 1 },
		{ .kernel = "t.fail", .results = LIST(4), .attributes = LIST(9), .stream = 2 },
	};
	static const struct op ops[] = {
		{ .kernel = "t.const", .results = LIST(0), .attributes = LIST(20) },
		{ .kernel = "t.copy_later", .arguments = LIST(0), .results = LIST(1) },
		{ .kernel = "t.call", .arguments = LIST(1), .results = LIST(2), .functions = LIST(0) },
		{ .kernel = "t.call", .arguments = LIST(1, 2), .results = LIST(3), .functions = LIST(1) },
	};
	static const struct fn f[] = { FN("callee", 5, LIST(3), callee, ARG_I32X1, I32X1),
		{ .name = "native_add", .kind = BEF_FUNCTION_NATIVE, ARG_I32X2, I32X1 },
		FN("f", 4, LIST(2, 3), ops, I32X2) };
	struct bef_diag diag = BEF_DIAG_INIT;
	bool good = false;
	host_init(&h, HOST_SINGLE);
	const struct async_allocator *failing = async_allocator_create_failing(h.counting, 0);
	h.host.allocator = failing;
	h.host.report = NULL;
	CHECK_OR_RETURN(open_program(f, 3));
	for (uint64_t nth = 1; !good; nth++) {
		struct async_request *request = async_request_create(&h.host, NULL);
		struct async_value *results[2];
		uint64_t before = async_allocator_calls(failing);
		async_allocator_fail_nth(failing, nth);
		kernels_function_execute(bef_file_find(h.file, "f", 1), request, NULL, results);
		async_queue_await(h.host.queue, results, 2);
		async_queue_quiesce(h.host.queue);
		good = async_allocator_calls(failing) - before < nth;
		async_allocator_fail_nth(failing, 0);
		if (good)
			CHECK_INT(async_value_is_error(results[0]) || async_value_is_error(results[1]), 0);
		async_value_release(results[0]);
		async_value_release(results[1]);
		async_request_release(request);
		CHECK_INT(test_tracked, 0);
		CHECK_OR_RETURN(nth < 1000);
	}
	for (uint64_t nth = 1;; nth++) {
		struct bef_open_options options = { .size = sizeof options, .allocator = failing };
		struct bef_file *file = NULL;
		size_t size = 0;
		uint8_t *bytes = build(f, 3, &size);
		diag = (struct bef_diag)BEF_DIAG_INIT;
		async_allocator_fail_nth(failing, nth);
		enum bef_status status = bef_file_open(bytes, size, h.registry, &options, &file, &diag);
		async_allocator_fail_nth(failing, 0);
		CHECK_INT(diag.status, status);
		CHECK((diag.message[0] != 0) == (status != BEF_OK));
		bef_file_close(file);
		free(bytes);
		if (status == BEF_OK)
			break;
		CHECK_INT(status, BEF_E_NOMEM);
		CHECK_OR_RETURN(nth < 1000);
	}
	async_allocator_destroy(failing);
	CHECK(host_finish(&h));
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(adds_constants_and_arguments),
		CHECK_CASE(order_within_and_between_streams),
		CHECK_CASE(errors_skip_what_depends_on_them),
		CHECK_CASE(partial_failures_and_forgotten_results),
		CHECK_CASE(cancelling_stops_what_has_not_started),
		CHECK_CASE(values_come_later),
		CHECK_CASE(payloads_die_after_their_last_use),
		CHECK_CASE(calls_nest_without_stack),
		CHECK_CASE(synchronous_functions),
		CHECK_CASE(native_functions),
		CHECK_CASE(programs_that_do_not_fit_their_kernels),
		CHECK_CASE(a_wrong_argument_is_an_error_value),
		CHECK_CASE(every_allocation_may_fail),
	};
	return check_main(argc, argv, cases, COUNT(cases));
}
