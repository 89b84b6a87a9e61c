/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of the dialect hlo: loops and branches, constants in place, faults when a program is opened. */
#include <bef/exec.h>
#include <bef/translate.h>
#include <check.h>
#include <kernels/pack_hlo.h>
#include <kernels/tensor.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOW 10
#else
#define SLOW 1
#endif

static struct {
	struct async_host host;
	const struct async_allocator *counting, *failing;
	struct kernels_registry *registry;
	struct bef_file *file;
	uint8_t *bytes;
	size_t size;
	char reports[2000], errors[500];
} w;

/* ---- kernels that observe */

static const void *last_bytes; /* of own.same; tests with one thread only */
static int moves;

/* Passes on its only argument, and counts how often it has other memory than before. */
static void same(struct kernels_frame *frame)
{
	const struct kernels_tensor *tensor = async_value_payload(frame->arguments[0]);
	moves += kernels_tensor_bytes(tensor) != last_bytes;
	last_bytes = kernels_tensor_bytes(tensor);
	frame->results[0] = kernels_frame_take(frame, 0);
}

static void later(struct kernels_frame *frame)
{
	frame->results[0] = kernels_frame_take(frame, 0);
}

/* As above, in a task. */
static void same_task(struct kernels_frame *frame)
{
	kernels_frame_later(frame, later, false);
}

static const struct kernels_kernel own_kernels[] = {
	KERNELS_ROW("own.same", "(!tfrt_tensor.tensor) -> !tfrt_tensor.tensor", same, 0),
	KERNELS_ROW("own.task", "(!tfrt_tensor.tensor) -> !tfrt_tensor.tensor", same_task, 0),
};
static const struct kernels_pack own_pack = KERNELS_PACK_INIT("own", own_kernels, NULL, 0, NULL);

/* ---- running */

static void on_error(void *ctx, const struct async_error *error)
{
	(void)ctx;
	snprintf(w.errors, sizeof w.errors, "%s", async_error_message(error));
}

static void on_report(void *ctx, const struct async_place *place, const char *message)
{
	(void)ctx;
	size_t used = strlen(w.reports);
	snprintf(w.reports + used, sizeof w.reports - used, "%u: %s\n", place ? place->line : 0, message);
}

/* The text, assembled; false after a report. */
static bool start(const char *text, unsigned threads)
{
	struct async_threads_options options = { .size = sizeof options, .threads = threads, .blocking_threads = 2, .name = "test" };
	struct bef_diag diag = BEF_DIAG_INIT;
	memset(&w, 0, sizeof w);
	w.counting = async_allocator_create_counting(NULL);
	w.failing = async_allocator_create_failing(w.counting, 0);
	w.registry = kernels_registry_create(NULL);
	w.host = (struct async_host)ASYNC_HOST_INIT;
	w.host.allocator = w.failing;
	w.host.report = on_error;
	w.host.queue = threads ? async_queue_create_threads(NULL, &options) : async_queue_create_single(NULL);
	return CHECK_INT(kernels_registry_add(w.registry, kernels_pack_hlo(), NULL), KERNELS_OK) &&
	       CHECK_INT(kernels_registry_add(w.registry, &own_pack, NULL), KERNELS_OK) &&
	       (bef_assemble_text(text, strlen(text), "test", NULL, NULL, &w.bytes, &w.size, &diag) == BEF_OK ||
		       check_report(__FILE__, __LINE__, "cannot assemble: %u: %s", diag.line, diag.message));
}

static enum bef_status open_bytes(void)
{
	struct bef_open_options options = { .size = sizeof options, .allocator = w.failing, .report = on_report };
	w.reports[0] = '\0';
	return bef_file_open(w.bytes, w.size, w.registry, &options, &w.file, NULL);
}

static bool open_text(const char *text, unsigned threads)
{
	return start(text, threads) &&
	       (open_bytes() == BEF_OK || check_report(__FILE__, __LINE__, "cannot open: %s", w.reports));
}

static void finish(void)
{
	async_queue_quiesce(w.host.queue);
	async_queue_destroy(w.host.queue);
	bef_file_close(w.file);
	kernels_registry_destroy(w.registry);
	bef_assemble_free(NULL, w.bytes, w.size);
	async_allocator_destroy(w.failing);
	CHECK_INT(async_allocator_stats(w.counting).live_blocks, 0);
	async_allocator_destroy(w.counting);
}

static struct async_value *tensor_of(enum kernels_dtype dtype, uint32_t rank, int64_t dim, const void *bytes)
{
	struct kernels_shape shape = { .rank = rank, .dims = { dim } };
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, NULL, dtype, &shape))
		abort();
	memcpy(kernels_tensor_data(&tensor), bytes, kernels_buffer_size(tensor.buffer));
	return async_value_create_available(NULL, kernels_tensor_types()->tensor, &tensor);
}

static struct async_value *i32(int32_t value)
{
	return tensor_of(KERNELS_I32, 0, 0, &value);
}

/* Runs @NAME, which has one result; takes over the arguments. */
static struct async_value *run_on(const char *name, struct async_value **arguments)
{
	const struct kernels_function *f = bef_file_find(w.file, name, strlen(name));
	struct async_request *request = async_request_create(&w.host, NULL);
	struct async_value *result;
	kernels_function_execute_taking(f, request, arguments, &result);
	async_queue_await(w.host.queue, &result, 1);
	async_queue_quiesce(w.host.queue);
	async_request_release(request);
	return result;
}

/* The first element of a result; INT32_MIN: an error. */
static int32_t number(struct async_value *value)
{
	int32_t out = INT32_MIN;
	if (!async_value_is_error(value))
		memcpy(&out, kernels_tensor_bytes(async_value_payload(value)), sizeof out);
	async_value_release(value);
	return out;
}

static int32_t call(const char *name, int32_t argument)
{
	return number(run_on(name, (struct async_value *[]){ i32(argument) }));
}

/* ---- programs */

#define T "!tfrt_tensor.tensor"
#define I32 "8, 0"
#define I1 "5, 0"
/* Sums 1 to n: i and sum are carried, n is captured. STEP is between the sum and its result. */
#define SUM_PROGRAM(step) \
	"func.func @cond(%i: " T ", %s: " T ", %n: " T ") -> " T " {\n" \
	"  %p = \"hlo.compare\"(%i, %n) {compare_type = \"SIGNED\", comparison_direction = \"LT\", types = array<i64: " I32 \
	", " I32 ", " I1 ">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %p : " T "\n}\n" \
	"func.func @body(%i: " T ", %s: " T ", %n: " T ") -> (" T ", " T ") {\n" \
	"  %one = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<1> : tensor<i32>} : () -> " T "\n" \
	"  %j = \"hlo.add\"(%i, %one) {types = array<i64: " I32 ", " I32 ", " I32 ">} : (" T ", " T ") -> " T "\n" \
	"  %t = \"hlo.add\"(%s, %j) {types = array<i64: " I32 ", " I32 ", " I32 ">} : (" T ", " T ") -> " T "\n" \
	step "  tfrt.return %j, %u : " T ", " T "\n}\n" \
	"func.func @sum(%n: " T ") -> " T " {\n" \
	"  %zero = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<0> : tensor<i32>} : () -> " T "\n" \
	"  %r:2 = \"hlo.while\"(%zero, %zero, %n) {body = @body, captures = 1, cond = @cond, types = array<i64: " I32 ", " \
	I32 ", " I32 ", " I32 ", " I32 ">} : (" T ", " T ", " T ") -> (" T ", " T ")\n" \
	"  tfrt.return %r#1 : " T "\n}\n"
#define PASS "  %u = \"hlo.optimization_barrier\"(%t) {types = array<i64: " I32 ", " I32 ">} : (" T ") -> " T "\n"
#define TASK "  %u = \"own.task\"(%t) : (" T ") -> " T "\n"

static void loops(void)
{
	for (unsigned threads = 0; threads < 3; threads++) {
		CHECK_OR_RETURN(open_text(SUM_PROGRAM(PASS), threads));
		CHECK_INT(call("sum", 0), 0);
		CHECK_INT(call("sum", -5), 0);
		CHECK_INT(call("sum", 1), 1);
		CHECK_INT(call("sum", 100), 5050);
		uint64_t before = async_allocator_stats(w.counting).peak_bytes;
		CHECK_INT(call("sum", 60000 / SLOW), (int32_t)((int64_t)(60000 / SLOW) * (60000 / SLOW + 1) / 2));
		CHECK(async_allocator_stats(w.counting).peak_bytes < before + 4096);
		finish();
	}
}

static void loops_that_wait(void)
{
	for (unsigned threads = 0; threads < 3; threads++) {
		CHECK_OR_RETURN(open_text(SUM_PROGRAM(TASK), threads));
		CHECK_INT(call("sum", 0), 0);
		CHECK_INT(call("sum", 1), 1);
		uint64_t before = async_allocator_stats(w.counting).peak_bytes;
		CHECK_INT(call("sum", 20000 / SLOW), (int32_t)((int64_t)(20000 / SLOW) * (20000 / SLOW + 1) / 2));
		CHECK(async_allocator_stats(w.counting).peak_bytes < before + 65536);
		finish();
	}
}

/* The body of the reduction is a function that adds what `body` says: 4 + 1 + 2 + 3. */
#define BODY_PROGRAM(body) "func.func @add(%x: " T ", %y: " T ") -> " T " {\n  %r = " body "\n  tfrt.return %r : " T "\n}\n" \
	"func.func @sum(%n: " T ") -> " T " {\n" \
	"  %x = \"hlo.constant\"() {types = array<i64: 8, 1, 3>, value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> " T "\n" \
	"  %r = \"hlo.reduce\"(%x, %n) {body = \"call 0 i32 i32; return i32\", captures = 0 : i64, dimensions = array<i64: 0>, " \
	"functions = [@add], types = array<i64: 8, 1, 3, 8, 0, 8, 0>} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n"
#define ADD "\"hlo.add\"(%x, %y) {types = array<i64: 8, 0, 8, 0, 8, 0>} : (" T ", " T ") -> " T

#define ENDLESS_BODY "func.func @yes(%x: " T ") -> " T " {\n" \
	"  %r = \"hlo.constant\"() {types = array<i64: 5, 0>, value = dense<true> : tensor<i1>} : () -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n" \
	"func.func @same(%x: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" BODY_PROGRAM( \
		"\"hlo.while\"(%x) {body = @same, captures = 0 : i64, cond = @yes, types = array<i64: 8, 0, 8, 0>} : (" T ") -> " T)

/* `timers`: cancel the request, which else only learns of its deadline when it is checked. */
static void end_at_deadline(const char *program, struct async_timers *timers)
{
	CHECK_OR_RETURN(open_text(program, 1));
	const struct kernels_function *f = bef_file_find(w.file, "sum", 3);
	struct async_request *request = async_request_create(&w.host, NULL);
	CHECK_INT(async_request_set_deadline(request, timers, async_now_ns() + 20000000), ASYNC_OK);
	struct async_value *argument = i32(INT32_MAX), *result;
	kernels_function_execute(f, request, &argument, &result);
	async_queue_await(w.host.queue, &result, 1);
	CHECK(async_value_is_error(result));
	async_value_release(result);
	async_value_release(argument);
	/* The timers may still be cancelling the request, and use its allocator. */
	CHECK_INT(async_request_set_deadline(request, NULL, ASYNC_NEVER), ASYNC_OK);
	async_request_release(request);
	finish();
}

static void loops_end_when_cancelled(void)
{
	struct async_timers *timers = async_timers_create(NULL);
	end_at_deadline(SUM_PROGRAM(PASS), NULL);
	end_at_deadline(ENDLESS_BODY, NULL);
	if (CHECK(timers != NULL))
		end_at_deadline(ENDLESS_BODY, timers);
	async_timers_destroy(timers);
}

static void allocation_failures(void)
{
	static const char *const programs[] = { SUM_PROGRAM(PASS), SUM_PROGRAM(TASK), BODY_PROGRAM(ADD) };
	int results[3] = { 0 };
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		CHECK_OR_RETURN(start(programs[i], 0));
		enum bef_status status = BEF_E_NOMEM;
		for (uint64_t nth = 1; nth < 500 && status != BEF_OK; nth++) {
			async_allocator_fail_nth(w.failing, nth);
			status = open_bytes();
			CHECK(status == BEF_OK || status == BEF_E_NOMEM);
		}
		async_allocator_fail_nth(w.failing, 0);
		CHECK_INT(status, BEF_OK);
		for (uint64_t nth = 1; nth < 200; nth++) {
			struct async_value *argument = i32(4);
			const struct kernels_function *f = bef_file_find(w.file, "sum", 3);
			struct async_request *request = async_request_create(&w.host, NULL);
			struct async_value *result;
			async_allocator_fail_nth(w.failing, nth);
			kernels_function_execute(f, request, &argument, &result);
			async_queue_await(w.host.queue, &result, 1);
			async_queue_quiesce(w.host.queue);
			async_allocator_fail_nth(w.failing, 0);
			async_value_release(argument);
			async_request_release(request);
			int32_t sum = number(result);
			CHECK(sum == 10 || sum == INT32_MIN);
			results[sum == 10]++;
		}
		finish();
	}
	CHECK(results[0] > 30 && results[1] > 30);
}

#define BUFFER "10, 1, 5000"
/* Writes i at i, n times; @body is the only user of the buffer. */
#define UPDATE_PROGRAM \
	"func.func @cond(%i: " T ", %b: " T ", %n: " T ") -> " T " {\n" \
	"  %p = \"hlo.compare\"(%i, %n) {compare_type = \"SIGNED\", comparison_direction = \"LT\", types = array<i64: " I32 \
	", " I32 ", " I1 ">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %p : " T "\n}\n" \
	"func.func @body(%i: " T ", %b: " T ", %n: " T ") -> (" T ", " T ") {\n" \
	"  %one = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<1> : tensor<i32>} : () -> " T "\n" \
	"  %v = \"hlo.convert\"(%i) {types = array<i64: " I32 ", 10, 0>} : (" T ") -> " T "\n" \
	"  %v1 = \"hlo.reshape\"(%v) {types = array<i64: 10, 0, 10, 1, 1>} : (" T ") -> " T "\n" \
	"  %u = \"hlo.dynamic_update_slice\"(%b, %v1, %i) {types = array<i64: " BUFFER ", 10, 1, 1, " I32 ", " BUFFER \
	">} : (" T ", " T ", " T ") -> " T "\n" \
	"  %s = \"own.same\"(%u) : (" T ") -> " T "\n" \
	"  %j = \"hlo.add\"(%i, %one) {types = array<i64: " I32 ", " I32 ", " I32 ">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %j, %s : " T ", " T "\n}\n" \
	"func.func @fill(%n: " T ") -> " T " {\n" \
	"  %zero = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<0> : tensor<i32>} : () -> " T "\n" \
	"  %b = \"hlo.constant\"() {types = array<i64: " BUFFER ">, value = dense<0.0> : tensor<f32>} : () -> " T "\n" \
	"  %r:2 = \"hlo.while\"(%zero, %b, %n) {body = @body, captures = 1, cond = @cond, types = array<i64: " I32 ", " \
	BUFFER ", " I32 ", " I32 ", " BUFFER ">} : (" T ", " T ", " T ") -> (" T ", " T ")\n" \
	"  tfrt.return %r#1 : " T "\n}\n"

/* The buffer moves once, out of the constant; then each update is in place. */
/* Bodies that are functions: in tasks, with errors of their own, with results of another type. */
static void bodies(void)
{
	CHECK_OR_RETURN(open_text(BODY_PROGRAM(ADD), 2));
	CHECK_INT(call("sum", 4), 10);
	CHECK_INT(call("sum", -6), 0);
	finish();
	CHECK_OR_RETURN(open_text(BODY_PROGRAM("\"own.task\"(%y) : (" T ") -> " T), 1));
	CHECK_INT(call("sum", 4), 3);
	finish();
	CHECK_OR_RETURN(open_text(BODY_PROGRAM("\"hlo.convert\"(%x) {types = array<i64: 8, 0, 9, 0>} : (" T ") -> " T), 1));
	CHECK_INT(call("sum", 4), INT32_MIN);
	CHECK_STR(w.errors, "a result of the body is no scalar of its type");
	finish();
	CHECK_OR_RETURN(open_text(BODY_PROGRAM("\"hlo.negate\"(%x) {types = array<i64: 9, 0, 9, 0>} : (" T ") -> " T), 0));
	CHECK_INT(call("sum", 4), INT32_MIN);
	CHECK_STR(w.errors, "argument 0 has the type i32[], expected i64[]");
	finish();
}

static void updates_in_place(void)
{
	CHECK_OR_RETURN(open_text(UPDATE_PROGRAM, 0));
	for (int i = 0; i < 2; i++) {
		moves = 0;
		last_bytes = NULL;
		struct async_value *result = run_on("fill", (struct async_value *[]){ i32(5000) });
		if (!CHECK(!async_value_is_error(result)))
			printf("# %s\n", w.errors);
		else {
			const float *elements = kernels_tensor_bytes(async_value_payload(result));
			CHECK(elements[0] == 0.0f && elements[17] == 17.0f && elements[4999] == 4999.0f);
			CHECK_INT(moves, 1);
		}
		async_value_release(result);
	}
	finish();
}

#define BRANCH(name, value) \
	"func.func @" name "(%x: " T ") -> " T " {\n" \
	"  %c = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<" value "> : tensor<i32>} : () -> " T "\n" \
	"  %r = \"hlo.multiply\"(%x, %c) {types = array<i64: " I32 ", " I32 ", " I32 ">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n"
#define BRANCHES \
	BRANCH("ten", "10") BRANCH("hundred", "100") BRANCH("thousand", "1000") \
	"func.func @choose(%x: " T ") -> " T " {\n" \
	"  %c = \"hlo.constant\"() {types = array<i64: " I32 ">, value = dense<5> : tensor<i32>} : () -> " T "\n" \
	"  %p = \"hlo.compare\"(%x, %c) {compare_type = \"SIGNED\", comparison_direction = \"GT\", types = array<i64: " I32 \
	", " I32 ", " I1 ">} : (" T ", " T ") -> " T "\n" \
	"  %r = \"hlo.if\"(%p, %x) {false_branch = @ten, true_branch = @hundred, types = array<i64: " I1 ", " I32 ", " I32 \
	">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n" \
	"func.func @select(%x: " T ") -> " T " {\n" \
	"  %r = \"hlo.case\"(%x, %x) {branches = [@ten, @hundred, @thousand], types = array<i64: " I32 ", " I32 ", " I32 \
	">} : (" T ", " T ") -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n"

static void branches(void)
{
	CHECK_OR_RETURN(open_text(BRANCHES, 0));
	CHECK_INT(call("choose", 5), 50);
	CHECK_INT(call("choose", 6), 600);
	CHECK_INT(call("select", 0), 0);
	CHECK_INT(call("select", 1), 100);
	CHECK_INT(call("select", 2), 2000);
	CHECK_INT(call("select", 3), 3000);
	CHECK_INT(call("select", -1), -1000);
	finish();
}

/* ---- faults */

#define ONE_OP(op) "func.func @f(%x: " T ", %y: " T ") -> " T " {\n  %r = " op "\n  tfrt.return %r : " T "\n}\n"

#define CALLS(body) "func.func @g(%x: " T ", %y: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" ONE_OP( \
	"\"hlo.reduce\"(%x, %y) {body = \"" body "\", captures = 0 : i64, dimensions = array<i64: 0>, functions = [@g], " \
	"types = array<i64: 8, 1, 4, 8, 0, 8, 0>} : (" T ", " T ") -> " T)

static void faults(void)
{
	static const struct {
		const char *text, *report;
	} table[] = {
		{ ONE_OP("\"hlo.reshape\"(%x) {types = array<i64: 8, 1, 4, 8, 1, 5>} : (" T ") -> " T),
			"2: hlo.reshape: cannot reshape i32[4] to i32[5]\n" },
		{ ONE_OP("\"hlo.reshape\"(%x) {types = array<i64: 8, 1, 4, 8, 1>} : (" T ") -> " T),
			"2: hlo.reshape: attribute types has the rank 1\n" },
		{ ONE_OP("\"hlo.constant\"() {types = array<i64: 8, 1, 4>, value = dense<[1, 2]> : tensor<2xi32>} : () -> " T),
			"2: hlo.constant: attribute value has 2 elements of type i32, but result 0 is i32[4]\n" },
		{ "func.func @g(%x: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" ONE_OP(
			  "\"hlo.if\"(%x, %y) {false_branch = @g, true_branch = @g, types = array<i64: 8, 0, 8, 0, 8, 0>} : (" T
			  ", " T ") -> " T),
			"5: hlo.if: operand 0 has the type i32[], expected i1[]\n" },
		{ "func.func @g(%x: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" ONE_OP(
			  "\"hlo.while\"(%x) {body = @g, captures = 1, cond = @g, types = array<i64: 8, 0, 8, 0>} : (" T ") -> " T),
			"5: hlo.while: 1 operands and 1 results do not have 1 captures\n" },
		{ "func.func @g(%x: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" ONE_OP(
			  "\"hlo.while\"(%x) {body = @g, captures = 0, cond = @g, types = array<i64: 8, 0, 9, 0>} : (" T ") -> " T),
			"5: hlo.while: result 0 has the type i64[], expected i32[]\n" },
		{ "func.func @g(%x: " T ", %y: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n" ONE_OP(
			  "\"hlo.while\"(%x) {body = @g, captures = 0, cond = @g, types = array<i64: 8, 0, 8, 0>} : (" T ") -> " T),
			"5: hlo.while: body: function 'g' is (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> "
			"(!tfrt_tensor.tensor), expected (!tfrt_tensor.tensor) -> (!tfrt_tensor.tensor)\n" },
		{ CALLS("call 1 i32 i32; return i32"), "5: hlo.reduce: attribute body: the op has 1 functions, no number 1\n" },
		{ CALLS("call 0 i32; return i32"),
			"5: hlo.reduce: attribute body: function 0 has 2 arguments and 1 results, expected 1 and 1\n" },
		{ CALLS("call 0 i32 i32; return i32 i32"),
			"5: hlo.reduce: attribute body: function 0 has 2 arguments and 1 results, expected 2 and 2\n" },
		{ CALLS("call 0 i32 f32; return i32"),
			"5: hlo.reduce: attribute body: arguments 0 and 1 and result 0 are i32, f32 and i32, expected i32\n" },
		{ CALLS("call 0 i32 word; return i32"),
			"5: hlo.reduce: attribute body: element types must follow the function and \"return\"\n" },
		{ CALLS("call 0 i32 i32"), "5: hlo.reduce: attribute body: \"return\" must follow the element types of the arguments\n" },
		{ CALLS("call i32"), "5: hlo.reduce: attribute body: \"call\" where the number of a function must follow\n" },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		if (!start(table[i].text, 0))
			return;
		CHECK_INT(open_bytes(), BEF_E_CORRUPT);
		CHECK_STR(w.reports, table[i].report);
		finish();
	}
}

/* A predicate of another type is found when it is there. */
static void wrong_predicates(void)
{
	CHECK_OR_RETURN(open_text("func.func @same(%x: " T ") -> " T " {\n  tfrt.return %x : " T "\n}\n"
		"func.func @loop(%x: " T ") -> " T " {\n"
		"  %r = \"hlo.while\"(%x) {body = @same, captures = 0, cond = @same, types = array<i64: 8, 0, 8, 0>} : (" T
		") -> " T "\n  tfrt.return %r : " T "\n}\n", 0));
	CHECK_INT(call("loop", 1), INT32_MIN);
	CHECK_STR(w.errors, "the result of the condition is not an i1[]");
	finish();
}

/* ---- constants */

#define LARGE "func.func @f() -> " T " {\n" \
	"  %r = \"hlo.constant\"() {types = array<i64: 8, 1, 32>, value = dense<[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, " \
	"13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32]> : tensor<32xi32>} : () -> " T "\n" \
	"  tfrt.return %r : " T "\n}\n"

/* The tensor is in the bytes of the program, whichever call it comes from, and outlives the program. The file may be truncated. */
static void constants_of_a_file(void)
{
	char path[] = "exec-hlo-XXXXXX";
	CHECK_OR_RETURN(start(LARGE, 0));
	int fd = mkstemp(path);
	FILE *to = fdopen(fd, "wb");
	CHECK_OR_RETURN(to && fwrite(w.bytes, 1, w.size, to) == w.size && fclose(to) == 0);
	struct bef_open_options options = { .size = sizeof options, .allocator = w.failing };
	CHECK_INT(bef_file_open_path(path, w.registry, &options, &w.file, NULL), BEF_OK);
	CHECK(truncate(path, 0) == 0);
	remove(path);
	struct async_value *first = run_on("f", NULL), *second = run_on("f", NULL);
	CHECK(first == second);
	bef_file_close(w.file);
	w.file = NULL;
	const struct kernels_tensor *tensor = async_value_payload(first);
	const int32_t *elements = kernels_tensor_bytes(tensor);
	CHECK_INT((uintptr_t)elements % 64, 0);
	CHECK_INT(elements[31], 32);
	CHECK(!kernels_buffer_is_unique(tensor->buffer));
	CHECK(kernels_buffer_version(tensor->buffer) != 0);
	async_value_release(first);
	async_value_release(second);
	finish();
}

/* ---- threads */

static void *sum_many(void *ctx)
{
	const struct kernels_function *f = bef_file_find(w.file, "sum", 3);
	for (int i = 0; i < 400 / SLOW; i++) {
		struct async_request *request = async_request_create(&w.host, NULL);
		struct async_value *argument = i32(i), *result;
		kernels_function_execute(f, request, &argument, &result);
		async_queue_await(w.host.queue, &result, 1);
		async_request_release(request);
		async_value_release(argument);
		*(int *)ctx += number(result) != i * (i + 1) / 2;
	}
	return NULL;
}

static void threads_share_plans(void)
{
	for (int late = 0; late < 2; late++) {
		pthread_t threads[4];
		int wrong[4] = { 0 };
		CHECK_OR_RETURN(open_text(late ? SUM_PROGRAM(TASK) : SUM_PROGRAM(PASS), 2));
		for (int i = 0; i < 4; i++)
			CHECK_INT(pthread_create(&threads[i], NULL, sum_many, &wrong[i]), 0);
		for (int i = 0; i < 4; i++) {
			pthread_join(threads[i], NULL);
			CHECK_INT(wrong[i], 0);
		}
		finish();
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(loops),
		CHECK_CASE(loops_that_wait),
		CHECK_CASE(loops_end_when_cancelled),
		CHECK_CASE(allocation_failures),
		CHECK_CASE(bodies),
		CHECK_CASE(updates_in_place),
		CHECK_CASE(branches),
		CHECK_CASE(faults),
		CHECK_CASE(wrong_predicates),
		CHECK_CASE(constants_of_a_file),
		CHECK_CASE(threads_share_plans),
	};
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
