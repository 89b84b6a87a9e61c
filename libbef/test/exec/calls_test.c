/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs from text that show the order of kernels in streams and the results of recursive functions. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <check.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_test.h>
#include <stdlib.h>
#include <string.h>

static struct {
	struct async_host host;
	struct kernels_registry *registry;
	struct bef_file *file;
	char printed[256];
} w;

static void print(void *ctx, const char *text, size_t size)
{
	(void)ctx;
	strncat(w.printed, text, size);
}

static bool open_with(const char *text, unsigned threads, const struct kernels_pack *pack)
{
	struct async_threads_options threads_options = { .size = sizeof threads_options, .threads = threads, .blocking_threads = 2, .name = "test" };
	struct bef_open_options options = { .size = sizeof options, .max_call_depth = 100 };
	struct bef_diag diag = BEF_DIAG_INIT;
	uint8_t *bytes;
	size_t size;
	memset(&w, 0, sizeof w);
	w.registry = kernels_registry_create(NULL);
	w.host = (struct async_host)ASYNC_HOST_INIT;
	w.host.allocator = async_allocator_system();
	w.host.queue = threads ? async_queue_create_threads(NULL, &threads_options) : async_queue_create_single(NULL);
	w.host.print = print;
	if (kernels_registry_add(w.registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(w.registry, kernels_pack_test(), NULL) != KERNELS_OK ||
		(pack && kernels_registry_add(w.registry, pack, NULL) != KERNELS_OK))
		return check_report(__FILE__, __LINE__, "no kernels");
	if (bef_assemble_text(text, strlen(text), "test", NULL, NULL, &bytes, &size, &diag) != BEF_OK ||
		bef_file_open(bytes, size, w.registry, &options, &w.file, &diag) != BEF_OK)
		return check_report(__FILE__, __LINE__, "cannot open: %s", diag.message);
	bef_assemble_free(NULL, bytes, size);
	return true;
}

static bool open_text(const char *text, unsigned threads)
{
	return open_with(text, threads, NULL);
}

static void finish(void)
{
	async_queue_destroy(w.host.queue);
	bef_file_close(w.file);
	kernels_registry_destroy(w.registry);
}

/* Runs @NAME, which has no arguments and one result. */
static struct async_value *run(const char *name)
{
	const struct kernels_function *f = bef_file_find(w.file, name, strlen(name));
	struct async_request *request = async_request_create(&w.host, NULL);
	struct async_value *result;
	kernels_function_execute(f, request, NULL, &result);
	async_queue_await(w.host.queue, &result, 1);
	async_queue_quiesce(w.host.queue);
	async_request_release(request);
	return result;
}

/* ---- streams */

#define PRINT_ALL                                                                                                      \
	"  %c1 = tfrt.print.i32 %v1, %c\n"                                                                             \
	"  %c2 = tfrt.print.i32 %v2, %c\n"                                                                             \
	"  %c3 = tfrt.print.i32 %v3, %c\n"                                                                             \
	"  %c4 = tfrt.print.i32 %v4, %c\n"
#define TYPES "!tfrt.chain, !tfrt.chain, !tfrt.chain, !tfrt.chain"

/* Each print has a separate stream. Streams are numbered from the last operand of the merge on. */
static const char streams[] =
	"func.func @chain_first() -> !tfrt.chain attributes {tfrt.cost_threshold = 1 : i64} {\n"
	"  %c = tfrt.new.chain\n"
	"  %v1 = tfrt.constant.i32 1\n"
	"  %v2 = tfrt.constant.i32 2\n"
	"  %v3 = tfrt.constant.i32 3\n"
	"  %v4 = tfrt.constant.i32 4\n" PRINT_ALL
	"  %m = tfrt.merge.chains %c1, %c2, %c3, %c4 : " TYPES "\n"
	"  tfrt.return %m : !tfrt.chain\n"
	"}\n"
	"func.func @chain_last() -> !tfrt.chain attributes {tfrt.cost_threshold = 1 : i64} {\n"
	"  %v1 = tfrt.constant.i32 1\n"
	"  %v2 = tfrt.constant.i32 2\n"
	"  %v3 = tfrt.constant.i32 3\n"
	"  %v4 = tfrt.constant.i32 4\n"
	"  %c = tfrt.new.chain\n" PRINT_ALL
	"  %m = tfrt.merge.chains %c4, %c2, %c3, %c1 : " TYPES "\n"
	"  tfrt.return %m : !tfrt.chain\n"
	"}\n";

static void streams_run_in_ascending_order(void)
{
	CHECK_OR_RETURN(open_text(streams, 0));
	/* streams of the prints: 0, 3, 2, 1 */
	async_value_release(run("chain_first"));
	CHECK_STR(w.printed, "int32 = 1\nint32 = 4\nint32 = 3\nint32 = 2\n");
	w.printed[0] = '\0';
	/* streams of the prints: 3, 2, 1, 0. The chain arrives last; the thread goes on with the first print, whose
	 * stream is the last, and the others are queued from stream 0 on */
	async_value_release(run("chain_last"));
	CHECK_STR(w.printed, "int32 = 1\nint32 = 4\nint32 = 3\nint32 = 2\n");
	finish();
}

/* ---- references to arguments of kernels that call functions */

static void references(struct kernels_frame *frame)
{
	int32_t count = (int32_t)frame->arguments[0]->refs;
	kernels_frame_return(frame, 0, async_value_type(frame->arguments[0]), &count);
}

static const struct kernels_kernel counting[] = {
	{ "c.borrows", "(i32) {callee: fn} -> i32", NULL, references, KERNELS_PASSES_ON | KERNELS_BORROWS, 0 },
	{ "c.owns", "(i32) {callee: fn} -> i32", NULL, references, KERNELS_PASSES_ON, 0 },
};
static const struct kernels_pack counting_pack = KERNELS_PACK_INIT("c", counting, NULL, 0, NULL);

#define COUNT(kernel)                                                                                                  \
	"func.func @" kernel "() -> i32 {\n"                                                                           \
	"  %x = tfrt.constant.i32 1\n"                                                                                 \
	"  %n = \"c." kernel "\"(%x) {callee = @callee} : (i32) -> i32\n"                                               \
	"  %y = tfrt.add.i32 %x, %n\n" /* so that %x is needed after the kernel */                                     \
	"  tfrt.return %n : i32\n"                                                                                     \
	"}\n"
static const char counts[] =
	"func.func @callee(%x: i32) -> i32 {\n"
	"  tfrt.return %x : i32\n"
	"}\n" COUNT("borrows") COUNT("owns");

static void kernels_that_borrow_get_no_references(void)
{
	CHECK_OR_RETURN(open_with(counts, 0, &counting_pack));
	struct async_value *borrowed = run("borrows"), *owned = run("owns");
	CHECK_INT(*(int32_t *)async_value_payload(borrowed), 1);
	CHECK_INT(*(int32_t *)async_value_payload(owned), 2);
	async_value_release(borrowed);
	async_value_release(owned);
	finish();
}

/* ---- branches on registers of the frame */

#define THREE "(i32, ...) {one: fn, three: fn, two: fn} -> (...)"
static const struct kernels_kernel known[] = {
	{ "k.branch", "(i1, ...) {one: fn, two: fn} -> (...)", NULL, kernels_frame_branch, KERNELS_PASSES_ON | KERNELS_BORROWS, 0 },
	{ "k.owns", "(i1, ...) {one: fn, two: fn} -> (...)", NULL, kernels_frame_branch, 0, 0 },
	{ "k.case", THREE, NULL, kernels_frame_case, KERNELS_PASSES_ON | KERNELS_BORROWS, 0 },
	{ "k.owned_case", THREE, NULL, kernels_frame_case, 0, 0 },
	{ "k.ordered", "(i32) {callee: fn} -> (...)", NULL, kernels_frame_call, KERNELS_PASSES_ON | KERNELS_BORROWS, 0 },
};
static const struct kernels_pack known_pack = KERNELS_PACK_INIT("k", known, NULL, 0, NULL);

/* The condition is known when the plan comes to it, after a task, or is an error. Two branches use it: the first adds 10 to numbers
 * below 1 and 20 to others, the second again. */
#define BRANCH(name, kernel, before)                                                                                    \
	"func.func @" name "(%n: i32) -> i32 {\n"                                                                       \
	"  %one = tfrt.constant.i32 1\n" before                                                                         \
	"  %small = \"tfrt.lessequal.i32\"(%m, %one) : (i32, i32) -> (i1)\n"                                            \
	"  %r = \"" kernel "\"(%small, %n) {one = @small, two = @large} : (i1, i32) -> i32\n"                            \
	"  %s = \"" kernel "\"(%small, %r) {one = @small, two = @large} : (i1, i32) -> i32\n"                            \
	"  tfrt.return %s : i32\n"                                                                                      \
	"}\n"
#define AT_ONCE "  %m = tfrt.add.i32 %n, %one\n"
#define LATE "  %m = \"tfrt_test.async_add.i32\"(%n, %one) : (i32, i32) -> i32\n"
#define LOST "  %zero = tfrt.constant.i32 0\n  %m, %rest = tfrt.div.i32 %one, %zero\n"
#define FUNCTION(name, value)                                                                                           \
	"func.func @" name "(%n: i32) -> i32 {\n"                                                                       \
	"  %v = tfrt.constant.i32 " value "\n  %w = tfrt.add.i32 %n, %v\n  tfrt.return %w : i32\n}\n"
#define MAIN_OF(name, number)                                                                                           \
	"func.func @" name "_" number "() -> i32 {\n  %n = tfrt.constant.i32 " number "\n"                              \
	"  %r = tfrt.call @" name "(%n) : (i32) -> i32\n  tfrt.return %r : i32\n}\n"
#define BRANCHES(kernel)                                                                                                \
	BRANCH("now", kernel, AT_ONCE) BRANCH("late", kernel, LATE) BRANCH("lost", kernel, LOST)                        \
	MAIN_OF("now", "0") MAIN_OF("now", "5") MAIN_OF("late", "0") MAIN_OF("late", "5") MAIN_OF("lost", "0")
static const char *const branches[] = { FUNCTION("small", "10") FUNCTION("large", "20") BRANCHES("k.branch"),
	FUNCTION("small", "10") FUNCTION("large", "20") BRANCHES("k.owns") };

/* Likewise for one function of three, in the order of their names: 1 selects the first, 2 the second, others the last. */
#define CASE(name, kernel, before)                                                                                      \
	"func.func @" name "(%n: i32) -> i32 {\n"                                                                       \
	"  %one = tfrt.constant.i32 -1\n" before                                                                        \
	"  %r = \"" kernel "\"(%m, %n) {one = @small, three = @middle, two = @large} : (i32, i32) -> i32\n"            \
	"  %s = \"" kernel "\"(%m, %r) {one = @small, three = @middle, two = @large} : (i32, i32) -> i32\n"            \
	"  tfrt.return %s : i32\n"                                                                                      \
	"}\n"
#define CASES(kernel)                                                                                                   \
	FUNCTION("small", "10") FUNCTION("middle", "20") FUNCTION("large", "30")                                        \
	CASE("now", kernel, AT_ONCE) CASE("late", kernel, LATE) CASE("lost", kernel, LOST)                              \
	MAIN_OF("now", "0") MAIN_OF("now", "1") MAIN_OF("now", "2") MAIN_OF("now", "9") MAIN_OF("late", "1")            \
	MAIN_OF("late", "9") MAIN_OF("lost", "0")
static const char *const cases_of[] = { CASES("k.case"), CASES("k.owned_case") };

static int32_t number_of(const char *name)
{
	struct async_value *value = run(name);
	const int32_t number = async_value_is_error(value) ? -1 : *(int32_t *)async_value_payload(value);
	if (async_value_is_error(value))
		CHECK_STR(async_error_message(async_value_error(value)), "Divide by zero");
	async_value_release(value);
	return number;
}

static void branches_on_conditions_in_the_frame(void)
{
	for (unsigned round = 0; round < 4; round++) {
		CHECK_OR_RETURN(open_with(branches[round % 2], round / 2 * 2, &known_pack));
		CHECK_INT(number_of("now_0"), 20);
		CHECK_INT(number_of("now_5"), 45);
		CHECK_INT(number_of("late_0"), 20);
		CHECK_INT(number_of("late_5"), 45);
		CHECK_INT(number_of("lost_0"), -1);
		finish();
	}
}

static void cases_on_numbers_in_the_frame(void)
{
	for (unsigned round = 0; round < 4; round++) {
		CHECK_OR_RETURN(open_with(cases_of[round % 2], round / 2 * 2, &known_pack));
		CHECK_INT(number_of("now_0"), 60);
		CHECK_INT(number_of("now_1"), 21);
		CHECK_INT(number_of("now_2"), 42);
		CHECK_INT(number_of("now_9"), 69);
		CHECK_INT(number_of("late_1"), 21);
		CHECK_INT(number_of("late_9"), 69);
		CHECK_INT(number_of("lost_0"), -1);
		finish();
	}
}

/* A chain behind the listed arguments only orders: the function does not get it. */
static void chains_that_order_calls_are_no_arguments(void)
{
	static const char ordered[] = FUNCTION("one", "10")
		"func.func @main() -> i32 {\n  %c = tfrt.new.chain\n  %n = tfrt.constant.i32 1\n"
		"  %r = \"k.ordered\"(%n, %c) {callee = @one} : (i32, !tfrt.chain) -> i32\n  tfrt.return %r : i32\n}\n"
		"func.func @two(%n: i32, %c: !tfrt.chain) -> i32 {\n  tfrt.return %n : i32\n}\n"
		"func.func @wrong() -> i32 {\n  %c = tfrt.new.chain\n  %n = tfrt.constant.i32 1\n"
		"  %r = \"k.ordered\"(%n, %c) {callee = @two} : (i32, !tfrt.chain) -> i32\n  tfrt.return %r : i32\n}\n";
	CHECK_OR_RETURN(open_with(ordered, 0, &known_pack));
	CHECK_INT(number_of("main"), 11);
	struct async_value *wrong = run("wrong");
	CHECK_OR_RETURN(async_value_is_error(wrong));
	CHECK_STR(async_error_message(async_value_error(wrong)), "function 'two' takes 2 arguments and gives 1 results, but is called with 1 for 1");
	async_value_release(wrong);
	finish();
}

/* ---- functions that need their own result */

#define MAIN(name)                                                                                                     \
	"func.func @main_" name "() -> i32 {\n"                                                                         \
	"  %x = tfrt.constant.i32 1\n"                                                                                 \
	"  %y = tfrt.once @" name "(%x) : (i32) -> (i32)\n"                                                            \
	"  tfrt.return %y : i32\n"                                                                                     \
	"}\n"
#define PASS(name, kernel)                                                                                             \
	"func.func @" name "(%x: i32) -> i32 {\n"                                                                       \
	"  %y = " kernel "(%x) : (i32) -> (i32)\n"                                                                     \
	"  tfrt.return %y : i32\n"                                                                                     \
	"}\n"
/* The same program with a task. */
#define PASS_LATE(name, kernel)                                                                                        \
	"func.func @" name "(%x: i32) -> i32 {\n"                                                                       \
	"  %l = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32\n"                                              \
	"  %y = " kernel "(%l) : (i32) -> (i32)\n"                                                                     \
	"  tfrt.return %y : i32\n"                                                                                     \
	"}\n"

static const char cycles[] =
	MAIN("self") PASS("self", "tfrt.once @self")
	MAIN("far") PASS("far", "tfrt.call @far_2") PASS("far_2", "tfrt.once @far_3") PASS_LATE("far_3", "tfrt.call @far_4")
	PASS("far_4", "tfrt.once @far")
	MAIN("loop")
	"func.func @loop(%x: i32) -> i32 {\n"
	"  %n = tfrt.constant.i32 2\n"
	"  %y = tfrt.repeat.i32 %n, %x : i32 {\n"
	"    %l = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32\n"
	"    %z = tfrt.once @loop(%l) : (i32) -> (i32)\n"
	"    tfrt.return %z : i32\n"
	"  }\n"
	"  tfrt.return %y : i32\n"
	"}\n"
	/* each begins before the other one requests it */
	PASS_LATE("left", "tfrt.once @right") PASS_LATE("right", "tfrt.once @left")
	"func.func @main_both() -> i32 {\n"
	"  %x = tfrt.constant.i32 1\n"
	"  %y = tfrt.once @left(%x) : (i32) -> (i32)\n"
	"  %z = tfrt.once @right(%x) : (i32) -> (i32)\n"
	"  %s = tfrt.add.i32 %y, %z\n"
	"  tfrt.return %s : i32\n"
	"}\n"
	/* not a cycle: the same function twice, once from inside another function */
	MAIN("good") PASS_LATE("good", "tfrt.call @good_2")
	"func.func @good_2(%x: i32) -> i32 {\n"
	"  %y = tfrt.once @leaf(%x) : (i32) -> (i32)\n"
	"  %z = tfrt.once @leaf(%x) : (i32) -> (i32)\n"
	"  %s = tfrt.add.i32 %y, %z\n"
	"  tfrt.return %s : i32\n"
	"}\n"
	"func.func @leaf(%x: i32) -> i32 {\n"
	"  %y = \"tfrt_test.async_add.i32\"(%x, %x) : (i32, i32) -> i32\n"
	"  tfrt.return %y : i32\n"
	"}\n";

static void check_cycle(const char *name, const char *message, const char *or_message)
{
	struct async_value *result = run(name);
	CHECK_OR_RETURN(async_value_is_error(result));
	const char *found = async_error_message(async_value_error(result));
	if (!or_message || strcmp(found, or_message) != 0)
		CHECK_STR(found, message);
	CHECK_STR(async_error_origin(async_value_error(result)), "tfrt.once");
	async_value_release(result);
}

static void a_function_that_needs_its_own_result_is_an_error(void)
{
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		CHECK_OR_RETURN(open_text(cycles, threads));
		for (int i = 0; i < (threads ? 20 : 1); i++) {
			check_cycle("main_self", "the function needs its own result: @self -> @self", NULL);
			check_cycle("main_far", "the function needs its own result: @far -> @far_3 -> @far", NULL);
			check_cycle("main_loop", "the function needs its own result: @loop -> @loop", NULL);
			check_cycle("main_both", "the function needs its own result: @left -> @right -> @left",
				"the function needs its own result: @right -> @left -> @right");
			struct async_value *result = run("main_good");
			CHECK_OR_RETURN(!async_value_is_error(result));
			CHECK_INT(*(int32_t *)async_value_payload(result), 8);
			async_value_release(result);
		}
		finish();
	}
}

/* ---- nested calls */

static void check_place(void *ctx, const struct async_place *place)
{
	*(uint32_t *)ctx = place->line;
}

static void too_many_calls_name_the_place_of_the_call(void)
{
	static const char text[] =
		"func.func @again(%x: i32) -> i32 {\n"
		"  %y = tfrt.add.i32 %x, %x\n"
		"  %z = tfrt.call @again(%y) : (i32) -> i32\n"
		"  tfrt.return %z : i32\n"
		"}\n"
		"func.func @main() -> i32 {\n"
		"  %x = tfrt.constant.i32 1\n"
		"  %y = tfrt.call @again(%x) : (i32) -> i32\n"
		"  tfrt.return %y : i32\n"
		"}\n";
	for (unsigned threads = 0; threads <= 2; threads += 2) {
		uint32_t line = 0;
		CHECK_OR_RETURN(open_text(text, threads));
		struct async_value *result = run("main");
		CHECK_OR_RETURN(async_value_is_error(result));
		struct async_error *error = async_value_error(result);
		CHECK_STR(async_error_message(error), "more than 100 calls nested inside each other");
		CHECK_STR(async_error_origin(error), "tfrt.call");
		struct async_location location = async_error_location(error);
		CHECK_OR_RETURN(location.source);
		location.source->decode(location.source, location.handle, check_place, &line);
		CHECK_INT(line, 3);
		async_value_release(result);
		finish();
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(streams_run_in_ascending_order),
		CHECK_CASE(kernels_that_borrow_get_no_references), CHECK_CASE(branches_on_conditions_in_the_frame),
		CHECK_CASE(cases_on_numbers_in_the_frame), CHECK_CASE(chains_that_order_calls_are_no_arguments),
		CHECK_CASE(a_function_that_needs_its_own_result_is_an_error),
		CHECK_CASE(too_many_calls_name_the_place_of_the_call) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
