/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops: cancellation and deadlines of endless ones, arrays that are updated in place, wrong attributes, damaged programs. */
#include "check.h"
#include "run_model.h"

#include <bef/translate.h>
#include <kernels/pack_hlo.h>
#include <mlirbc/parse.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct runner runner;

static void open_text(const char *text, struct model *model)
{
	if (!model_open(&runner, text, strlen(text), "loops_test.mlir", false, model))
		check_report(__FILE__, __LINE__, "%s\n%s", model->why, model->missing);
}

/* ---- loops that do not end */

#define ENDLESS(carried, next, body) \
	"func.func @main() -> tensor<i64> {\n" \
	"  %zero = stablehlo.constant dense<0> : tensor<i64>\n" \
	"  %one = stablehlo.constant dense<1> : tensor<i64>\n" \
	"  %two = stablehlo.constant dense<[1, 2]> : tensor<2xi64>\n" \
	"  %r:2 = stablehlo.while(%i = %zero, %x = " carried ") : tensor<i64>, " next "\n" \
	"  cond {\n" \
	"    %p = stablehlo.compare GE, %i, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>\n" \
	"    stablehlo.return %p : tensor<i1>\n" \
	"  } do {\n" \
	"    %j = stablehlo.xor %i, %one : tensor<i64>\n" \
	"    %y = " body "\n" \
	"    stablehlo.return %j, %y : tensor<i64>, " next "\n" \
	"  }\n" \
	"  return %r#0 : tensor<i64>\n" \
	"}\n"
static const char endless_scalars[] = ENDLESS("%one", "tensor<i64>", "stablehlo.add %x, %i : tensor<i64>");
static const char endless_array[] = ENDLESS("%two", "tensor<2xi64>", "stablehlo.add %x, %two : tensor<2xi64>");

/* The loop inside never ends. */
static const char endless_inside[] = ENDLESS("%one", "tensor<i64>",
	"stablehlo.while(%n = %x) : tensor<i64>\n    cond {\n"
	"      %q = stablehlo.compare NE, %n, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>\n      stablehlo.return %q : tensor<i1>\n"
	"    } do {\n      %m = stablehlo.or %n, %one : tensor<i64>\n      stablehlo.return %m : tensor<i64>\n    }");

static void *cancel_soon(void *request)
{
	nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
	async_request_cancel(request);
	return NULL;
}

/* Calls a function without arguments, which has two milliseconds; its results do not matter. */
static void call_briefly(const struct kernels_function *function)
{
	struct async_value *results[16] = { NULL };
	struct async_request *request = async_request_create(&runner.host, NULL);
	CHECK_INT(async_request_set_deadline(request, NULL, async_now_ns() + 2000000), ASYNC_OK);
	kernels_function_execute(function, request, NULL, results);
	async_queue_await(runner.host.queue, results, function->result_count);
	for (uint32_t i = 0; i < function->result_count; i++)
		async_value_release(results[i]);
	async_queue_quiesce(runner.host.queue);
	async_request_release(request);
}

static void stop_one(const char *source, bool deadline, enum async_code code)
{
	struct async_value *result = NULL;
	struct model model;
	pthread_t thread;
	open_text(source, &model);
	struct async_request *request = async_request_create(&runner.host, NULL);
	const struct kernels_function *function = bef_file_find(model.file, "main", 4);
	if (deadline)
		CHECK_INT(async_request_set_deadline(request, NULL, async_now_ns() + 20000000), ASYNC_OK);
	else
		CHECK_OR_RETURN(pthread_create(&thread, NULL, cancel_soon, request) == 0);
	kernels_function_execute(function, request, NULL, &result);
	async_queue_await(runner.host.queue, &result, 1);
	if (CHECK(async_value_is_error(result)))
		CHECK_INT(async_error_code(async_value_error(result)), code);
	if (!deadline)
		pthread_join(thread, NULL);
	async_value_release(result);
	async_queue_quiesce(runner.host.queue);
	async_request_release(request);
	model_close(&model);
}

static void stops(void)
{
	for (unsigned workers = 0; workers < 3; workers += 2) {
		runner_init(&runner, workers);
		stop_one(endless_scalars, true, ASYNC_CODE_DEADLINE_EXCEEDED);
		stop_one(endless_scalars, false, ASYNC_CODE_CANCELLED);
		stop_one(endless_array, true, ASYNC_CODE_DEADLINE_EXCEEDED);
		stop_one(endless_array, false, ASYNC_CODE_CANCELLED);
		for (unsigned code = 0; code < 2; code++) {
			kernels_hlo_code_allow(code);
			stop_one(endless_inside, true, ASYNC_CODE_DEADLINE_EXCEEDED);
			stop_one(endless_inside, false, ASYNC_CODE_CANCELLED);
		}
		runner_finish(&runner);
	}
}

/* A long loop becomes a task: the caller gets the control back, and may cancel it. */
static void leaves_the_caller(void)
{
	static const char *const sources[] = { endless_scalars, endless_array, endless_inside };
	for (unsigned i = 0; i < 6; i++) {
		struct async_value *result = NULL;
		struct model model;
		runner_init(&runner, i / 3);
		open_text(sources[i % 3], &model);
		struct async_request *request = async_request_create(&runner.host, NULL);
		kernels_function_execute(bef_file_find(model.file, "main", 4), request, NULL, &result);
		CHECK(!async_value_is_available(result));
		async_request_cancel(request);
		async_queue_await(runner.host.queue, &result, 1);
		CHECK(async_value_is_error(result));
		async_value_release(result);
		async_queue_quiesce(runner.host.queue);
		async_request_release(request);
		model_close(&model);
		runner_finish(&runner);
	}
}

/* ---- in place */

static const char updates[] =
	"func.func @main() -> tensor<50000xf32> {\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
	"  %start = stablehlo.iota dim = 0 : tensor<50000xf32>\n"
	"  %r:2 = stablehlo.while(%i = %zero, %a = %start) : tensor<i32>, tensor<50000xf32>\n"
	"  cond {\n"
	"    %many = stablehlo.constant dense<100> : tensor<i32>\n"
	"    %p = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"    stablehlo.return %p : tensor<i1>\n"
	"  } do {\n"
	"    %one = stablehlo.constant dense<1> : tensor<i32>\n"
	"    %three = stablehlo.constant dense<3> : tensor<i32>\n"
	"    %at = stablehlo.multiply %i, %three : tensor<i32>\n"
	"    %x = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>\n"
	"    %cell = stablehlo.reshape %x : (tensor<f32>) -> tensor<1xf32>\n"
	"    %b = stablehlo.dynamic_update_slice %a, %cell, %at : (tensor<50000xf32>, tensor<1xf32>, tensor<i32>) -> tensor<50000xf32>\n"
	"    %j = stablehlo.add %i, %one : tensor<i32>\n"
	"    stablehlo.return %j, %b : tensor<i32>, tensor<50000xf32>\n"
	"  }\n"
	"  return %r#1 : tensor<50000xf32>\n"
	"}\n";

static unsigned large; /* atomic: blocks of that size of the array */

static void *count_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	if (size >= 200000)
		__atomic_fetch_add(&large, 1, __ATOMIC_RELAXED);
	return async_alloc(async_allocator_system(), size, align);
}

static void count_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), block, size, align);
}

static const struct async_allocator counting = { count_alloc, NULL, count_free, NULL };

/* Calls a program that needs memory for one array. @return its result, which the caller releases */
static struct async_value *call_counted(const char *source, unsigned workers, bool no_fusing)
{
	struct async_value *result = NULL;
	struct model model;
	runner_init(&runner, workers);
	runner.host.allocator = &counting;
	runner.no_fusing = no_fusing;
	open_text(source, &model);
	__atomic_store_n(&large, 0, __ATOMIC_RELAXED);
	CHECK(model_call(&runner, &model, bef_file_find(model.file, "main", 4), NULL, &result));
	CHECK_INT(__atomic_load_n(&large, __ATOMIC_RELAXED), 1);
	model_close(&model);
	runner_finish(&runner);
	return result;
}

static void in_place(void)
{
	struct async_value *result = call_counted(updates, 0, false);
	const float *elements = kernels_tensor_bytes(async_value_payload(result));
	CHECK(elements[297] == 99.0f && elements[296] == 296.0f && elements[3] == 1.0f);
	async_value_release(result);
}

/* Operations that are tasks, and divided among tasks, in turn with short ones. Each writes to the memory of the one before. */
static void in_place_later(void)
{
	static const char source[] =
		"func.func @main() -> tensor<250000xf32> {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %cell = stablehlo.constant dense<7.0> : tensor<1xf32>\n"
		"  %a = stablehlo.iota dim = 0 : tensor<250000xf32>\n"
		"  %b = stablehlo.dynamic_update_slice %a, %cell, %zero : (tensor<250000xf32>, tensor<1xf32>, tensor<i32>) -> "
		"tensor<250000xf32>\n"
		"  %c = stablehlo.negate %b : tensor<250000xf32>\n"
		"  %d = stablehlo.dynamic_update_slice %c, %cell, %zero : (tensor<250000xf32>, tensor<1xf32>, tensor<i32>) -> "
		"tensor<250000xf32>\n"
		"  %e = stablehlo.tanh %d : tensor<250000xf32>\n"
		"  return %e : tensor<250000xf32>\n"
		"}\n";
	for (unsigned workers = 0; workers <= 4; workers += 2) {
		struct async_value *result = call_counted(source, workers, true);
		CHECK(((const float *)kernels_tensor_bytes(async_value_payload(result)))[249999] == -1.0f);
		async_value_release(result);
	}
}

/* ---- the place of an error: that of the first operation of a group */

static const char groups[] =
	"func.func @main() -> tensor<f32> {\n"
	"  %big = stablehlo.iota dim = 0 : tensor<4xf32>\n"
	"  %cell = stablehlo.slice %big [1:2] : (tensor<4xf32>) -> tensor<1xf32>\n"
	"  %x = stablehlo.reshape %cell : (tensor<1xf32>) -> tensor<f32>\n"
	"  %y = stablehlo.add %x, %x : tensor<f32>\n"
	"  %z = stablehlo.multiply %y, %x : tensor<f32>\n"
	"  return %z : tensor<f32>\n"
	"}\n";

static void note_line(void *ctx, const struct async_place *place) { *(unsigned *)ctx = place->line; }

/* Checks the place of an error of a group. @return whether the result is one */
static bool is_error_of_group(const struct async_value *result)
{
	if (!async_value_is_error(result))
		return false;
	const struct async_error *error = async_value_error(result);
	const struct async_location at = async_error_location(error);
	const char *origin = async_error_origin(error);
	unsigned line = 0;
	if (!at.source || !origin || strcmp(origin, "hlo.fused") != 0)
		return false;
	at.source->decode(at.source, at.handle, note_line, &line);
	CHECK_INT(line, 4);
	return true;
}

/* Each allocation of a call fails once. */
static void has_place(void)
{
	const struct async_allocator *failing = async_allocator_create_failing(async_allocator_system(), 0);
	struct model model;
	unsigned found = 0;
	uint64_t calls = 0;
	runner_init(&runner, 0);
	runner.host.allocator = failing;
	open_text(groups, &model);
	for (uint64_t n = 1; calls + 1 >= n; n++) {
		struct async_request *request = async_request_create(&runner.host, NULL);
		struct async_value *result = NULL;
		calls = async_allocator_calls(failing);
		async_allocator_fail_nth(failing, n);
		kernels_function_execute(bef_file_find(model.file, "main", 4), request, NULL, &result);
		async_queue_await(runner.host.queue, &result, 1);
		calls = async_allocator_calls(failing) - calls;
		async_allocator_fail_nth(failing, 0);
		found += is_error_of_group(result);
		async_value_release(result);
		async_request_release(request);
	}
	CHECK(found > 0);
	model_close(&model);
	runner_finish(&runner);
	async_allocator_destroy(failing);
}

/* ---- host programs with wrong attributes are refused when they are opened */

#define CONDITION "i32; constant 0x7 i32; compare.LT.SIGNED 0 1 i1; return 2"

static void note_message(void *ctx, const struct async_place *place, const char *message)
{
	(void)place;
	snprintf(ctx, 400, "%s", message);
}

/* @return the message, valid until the next call; "" if the program opens */
static const char *open_loop(const char *condition, const char *which)
{
	static char message[400], program[2000];
	const struct bef_open_options open = { .size = sizeof open, .report = note_message, .report_ctx = message };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_module *module;
	struct bef_file *file = NULL;
	uint8_t *bytes = NULL;
	size_t size;
	snprintf(program, sizeof program,
		"func.func @body(%%i: !tfrt_tensor.tensor, %%x: !tfrt_tensor.tensor) -> (!tfrt_tensor.tensor, !tfrt_tensor.tensor) {\n"
		"  tfrt.return %%i, %%x : !tfrt_tensor.tensor, !tfrt_tensor.tensor\n}\n"
		"func.func @main(%%i: !tfrt_tensor.tensor, %%x: !tfrt_tensor.tensor) -> !tfrt_tensor.tensor {\n"
		"  %%0:2 = \"hlo.while_condition\"(%%i, %%x) {body = @body, captures = 0 : i64, condition = \"%s\", condition_operands = "
		"[%s], types = [8, 0, 10, 1, 4, 8, 0, 10, 1, 4]} : (!tfrt_tensor.tensor, !tfrt_tensor.tensor) -> "
		"(!tfrt_tensor.tensor, !tfrt_tensor.tensor)\n  tfrt.return %%0#0 : !tfrt_tensor.tensor\n}\n", condition, which);
	message[0] = '\0';
	parse.dialects = bef_mlir_dialects(&parse.dialect_count);
	if (!CHECK(mlirbc_parse(context, program, strlen(program), &parse, &module, NULL) == MLIRBC_OK) ||
		!CHECK(bef_assemble(module, NULL, NULL, &bytes, &size, NULL) == BEF_OK))
		return "?";
	if (bef_file_open(bytes, size, runner.registry, &open, &file, NULL) == BEF_OK)
		message[0] = '\0';
	bef_file_close(file);
	bef_assemble_free(NULL, bytes, size);
	mlirbc_context_destroy(context);
	return message;
}

static void refuses(void)
{
	runner_init(&runner, 0);
	CHECK_STR(open_loop(CONDITION, "0"), "");
	CHECK(strstr(open_loop(CONDITION, "1"), "argument 0 of condition is one element i32, but the operand f32[4]"));
	CHECK(strstr(open_loop(CONDITION, "2"), "argument 0 of condition is operand 2 of 2"));
	CHECK(strstr(open_loop(CONDITION, "-1"), "argument 0 of condition is operand -1 of 2"));
	CHECK(strstr(open_loop(CONDITION, "0, 0"), "condition_operands"));
	CHECK(strstr(open_loop("i32; return 0", "0"), "condition does not return one i1"));
	CHECK(strstr(open_loop("i32; popcnt 1 i32; return 1", "0"), "expression, character 13"));
	runner_finish(&runner);
}

/* ---- damaged programs: expressions and lists of operands are verified when the program is opened */

static void *small_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	return size > (1u << 24) ? NULL : async_alloc(async_allocator_system(), size, align);
}

static const struct async_allocator small = { small_alloc, NULL, count_free, NULL };

static uint32_t draw(uint32_t limit)
{
	static uint64_t state = 1;
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(state >> 33) % limit;
}

/* Changes a byte: mostly of a text that begins with `near`, to another character of expressions. */
static void damage(uint8_t *bytes, size_t size, const char *near)
{
	static const char characters[] = "0123456789; ifcx";
	size_t length = strlen(near), at = draw((uint32_t)size), searched = draw(4) ? size : 0;
	for (size_t i = 0; i < searched; i++) {
		size_t k = (at + i) % size;
		if (size - k < length || memcmp(bytes + k, near, length) != 0)
			continue;
		k += draw(60);
		if (k < size)
			bytes[k] = (uint8_t)characters[draw(sizeof characters - 1)];
		return;
	}
	bytes[at] = (uint8_t)draw(256);
}

static void open_damaged(const uint8_t *bytes, size_t size, unsigned *opened)
{
	const struct bef_open_options open = { .size = sizeof open, .allocator = &small };
	struct bef_file *file;
	struct bef_diag diag = BEF_DIAG_INIT;
	if (bef_file_open(bytes, size, runner.registry, &open, &file, &diag) != BEF_OK)
		return;
	const struct kernels_function *function = bef_file_find(file, "main", 4);
	if (function && function->argument_count == 0 && function->result_count <= 16) {
		call_briefly(function);
		++*opened;
	}
	bef_file_close(file);
}

static void damaged(void)
{
	const char *sources[] = { endless_scalars, endless_array, updates };
	const char *count = getenv("FUZZ_MUTANTS");
	const unsigned long mutants = count ? strtoul(count, NULL, 10) : 300;
	unsigned opened = 0;
	runner_init(&runner, 0);
	runner.host.allocator = &small;
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		const struct bef_stablehlo_options options = { .size = sizeof options };
		struct bef_diag diag = BEF_DIAG_INIT;
		uint8_t *bytes;
		size_t size;
		CHECK_OR_RETURN(bef_stablehlo_assemble(sources[i], strlen(sources[i]), "damaged", NULL, &options, &bytes, &size, &diag) ==
			BEF_OK);
		uint8_t *copy = malloc(size);
		for (unsigned long mutant = 0; copy && mutant < mutants; mutant++) {
			memcpy(copy, bytes, size);
			for (uint32_t k = 0; k <= draw(3); k++)
				damage(copy, size, k % 2 ? "constant 0x" : "return");
			open_damaged(copy, size, &opened);
		}
		free(copy);
		bef_assemble_free(NULL, bytes, size);
	}
	CHECK(opened > 0);
	runner_finish(&runner);
}

/* ---- small programs */

/* Nothing takes long enough to wake a worker: all is done when the call returns, also what does not depend on the loop.
 * A round in which the processor was taken from the thread does not count. */
static void stays_in_thread(void)
{
	static const char source[] =
		"func.func @main() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
		"  %one = stablehlo.constant dense<1> : tensor<i64>\n"
		"  %ten = stablehlo.constant dense<10> : tensor<i64>\n"
		"  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>\n"
		"  %a = stablehlo.exponential %x : tensor<2xf32>\n"
		"  %r:2 = stablehlo.while(%i = %zero, %y = %a) : tensor<i64>, tensor<2xf32>\n"
		"  cond {\n"
		"    %p = stablehlo.compare LT, %i, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
		"    stablehlo.return %p : tensor<i1>\n"
		"  } do {\n"
		"    %j = stablehlo.add %i, %one : tensor<i64>\n"
		"    %z = stablehlo.tanh %y : tensor<2xf32>\n"
		"    stablehlo.return %j, %z : tensor<i64>, tensor<2xf32>\n"
		"  }\n"
		"  %b = stablehlo.cosine %x : tensor<2xf32>\n"
		"  %c = stablehlo.reverse %r#1, dims = [0] : tensor<2xf32>\n"
		"  return %r#1, %b, %c : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>\n"
		"}\n";
	struct model model;
	runner_init(&runner, 2);
	open_text(source, &model);
	const struct kernels_function *function = bef_file_find(model.file, "main", 4);
	unsigned done = 0;
	for (unsigned round = 0; round < 20; round++) {
		struct async_value *results[3] = { NULL };
		bool available = true;
		struct async_request *request = async_request_create(&runner.host, NULL);
		kernels_function_execute(function, request, NULL, results);
		for (uint32_t i = 0; i < 3; i++) {
			available = available && async_value_state(results[i]) == ASYNC_AVAILABLE;
			async_value_release(results[i]);
		}
		done += available;
		async_request_release(request);
	}
	async_queue_quiesce(runner.host.queue);
	CHECK(done >= 10);
	model_close(&model);
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(stops), CHECK_CASE(leaves_the_caller), CHECK_CASE(in_place), CHECK_CASE(in_place_later), CHECK_CASE(has_place), CHECK_CASE(refuses),
		CHECK_CASE(damaged), CHECK_CASE(stays_in_thread) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
