/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fused programs: the same bits as without fusing, for all operations in loops and in groups; cancellation and deadlines of endless
 * loops; arrays that loops update in place; damaged programs. */
#include "check.h"
#include "run_model.h"

#include <bef/translate.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static struct runner runner;

static void open_text(const char *text, bool fuse, struct model *model)
{
	runner.no_fusing = !fuse;
	if (!model_open(&runner, text, strlen(text), "fused_test.mlir", false, model))
		check_report(__FILE__, __LINE__, "%s\n%s", model->why, model->missing);
}

/* ---- the same bits */

static char text[1u << 16];
static size_t used;

KERNELS_PRINTF(1, 2)
static void say(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	used += (size_t)vsnprintf(text + used, sizeof text - used, format, arguments);
	va_end(arguments);
	if (used >= sizeof text)
		abort();
}

struct kind {
	const char *type, *constants[3];
	const char *const *unary, *const *binary; /* ended by NULL */
};
static const char *const float_unary[] = { "abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log",
	"log_plus_one", "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan",
	"tanh", NULL };
static const char *const float_binary[] = { "add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder",
	"subtract", NULL };
static const char *const integer_unary[] = { "count_leading_zeros", "negate", "not", "popcnt", NULL };
static const char *const integer_binary[] = { "add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder",
	"shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor", NULL };
static const char *const complex_unary[] = { "cosine", "exponential", "log", "negate", "sign", "sqrt", "tanh", NULL };
static const char *const complex_binary[] = { "add", "divide", "multiply", "power", "subtract", NULL };
static const char *const boolean_unary[] = { "not", NULL };
static const char *const boolean_binary[] = { "add", "and", "maximum", "minimum", "multiply", "or", "xor", NULL };
static const struct kind kinds[] = {
	{ "f32", { "1.37", "-0.21", "5.5e9" }, float_unary, float_binary },
	{ "f64", { "1.37", "-0.21", "5.5e9" }, float_unary, float_binary },
	{ "f16", { "1.37", "-0.21", "300.0" }, float_unary, float_binary },
	{ "bf16", { "1.37", "-0.21", "5.5e9" }, float_unary, float_binary },
	{ "f8E4M3FN", { "1.37", "-0.21", "30.0" }, float_unary, float_binary },
	{ "i8", { "-128", "-1", "3" }, integer_unary, integer_binary },
	{ "i16", { "-321", "0", "3" }, integer_unary, integer_binary },
	{ "i32", { "-70001", "-1", "3" }, integer_unary, integer_binary },
	{ "i64", { "-9223372036854775808", "-1", "3" }, integer_unary, integer_binary },
	{ "ui8", { "200", "0", "3" }, integer_unary, integer_binary },
	{ "ui32", { "4000000000", "0", "3" }, integer_unary, integer_binary },
	{ "i4", { "-8", "-1", "3" }, integer_unary, integer_binary },
	{ "complex<f32>", { "(1.37, -2.0)", "(0.0, 1.0)", "(-3.0, 0.5)" }, complex_unary, complex_binary },
	{ "complex<f64>", { "(1.37, -2.0)", "(0.0, 1.0)", "(-3.0, 0.5)" }, complex_unary, complex_binary },
	{ "i1", { "true", "false", "true" }, boolean_unary, boolean_binary },
};

/* Values %v0, %v1, ...: the constants, then one for each operation, of the two values before. @return their number */
static unsigned write_operations(const struct kind *kind, unsigned next)
{
	for (const char *const *name = kind->unary; *name; name++, next++)
		say("  %%v%u = stablehlo.%s %%v%u : tensor<%s>\n", next, *name, next % 3, kind->type);
	for (const char *const *name = kind->binary; *name; name++, next++)
		say("  %%v%u = stablehlo.%s %%v%u, %%v%u : tensor<%s>\n", next, *name, next - 2, next % 3, kind->type);
	return next;
}

static void write_types(const struct kind *kind, unsigned first, unsigned end)
{
	for (unsigned i = first; i < end; i++)
		say("%stensor<%s>", i > first ? ", " : "", kind->type);
}

/* A function with the operations in its block. */
static void write_group(const struct kind *kind, unsigned values)
{
	say("func.func @group() -> (");
	write_types(kind, 3, values);
	say(") {\n");
	for (unsigned i = 0; i < 3; i++)
		say("  %%v%u = stablehlo.constant dense<%s> : tensor<%s>\n", i, kind->constants[i], kind->type);
	write_operations(kind, 3);
	say("  return ");
	for (unsigned i = 3; i < values; i++)
		say("%s%%v%u", i > 3 ? ", " : "", i);
	say(" : ");
	write_types(kind, 3, values);
	say("\n}\n");
}

/* The same in a loop, which carries three values and, in `last`, the last of the operations'. */
static void write_loop(const struct kind *kind, unsigned values)
{
	say("func.func @loop() -> (");
	write_types(kind, 0, 3);
	say(") {\n  %%zero = stablehlo.constant dense<0> : tensor<i32>\n  %%five = stablehlo.constant dense<5> : tensor<i32>\n"
	    "  %%one = stablehlo.constant dense<1> : tensor<i32>\n");
	for (unsigned i = 0; i < 3; i++)
		say("  %%c%u = stablehlo.constant dense<%s> : tensor<%s>\n", i, kind->constants[i], kind->type);
	say("  %%r:4 = stablehlo.while(%%i = %%zero, %%v0 = %%c0, %%v1 = %%c1, %%v2 = %%c2) : tensor<i32>, ");
	write_types(kind, 0, 3);
	say("\n  cond {\n  %%p = stablehlo.compare LT, %%i, %%five : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	    "  stablehlo.return %%p : tensor<i1>\n  } do {\n");
	write_operations(kind, 3);
	say("  %%j = stablehlo.add %%i, %%one : tensor<i32>\n  stablehlo.return %%j, %%v%u, %%v%u, %%v%u : tensor<i32>, ", values - 1,
		values - 3, values / 2);
	write_types(kind, 0, 3);
	say("\n  }\n  return %%r#1, %%r#2, %%r#3 : ");
	write_types(kind, 0, 3);
	say("\n}\n");
}

/* Calls the function of both models and compares the bytes of all results. */
static void compare_results(const char *type, struct model *models, const char *name)
{
	enum { MOST = 64 };
	struct async_value *results[2][MOST] = { { NULL } };
	const struct kernels_function *functions[2];
	for (int k = 0; k < 2; k++) {
		functions[k] = bef_file_find(models[k].file, name, strlen(name));
		CHECK_OR_RETURN(functions[k] && functions[k]->result_count <= MOST);
		CHECK(model_call(&runner, &models[k], functions[k], NULL, results[k]));
	}
	for (uint32_t i = 0; i < functions[0]->result_count; i++) {
		const struct kernels_tensor *a = async_value_payload(results[0][i]), *b = async_value_payload(results[1][i]);
		if (memcmp(kernels_tensor_bytes(a), kernels_tensor_bytes(b), kernels_dtype_size(a->dtype)) != 0)
			check_report(__FILE__, __LINE__, "result %u of %s differs for %s", i, name, type);
	}
	for (int k = 0; k < 2; k++)
		for (uint32_t i = 0; i < functions[k]->result_count; i++)
			async_value_release(results[k][i]);
}

static void same_bits(void)
{
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct model models[2];
		used = 0;
		unsigned values = write_operations(&kinds[i], 3);
		used = 0;
		write_group(&kinds[i], values);
		write_loop(&kinds[i], values);
		open_text(text, false, &models[0]);
		open_text(text, true, &models[1]);
		if (models[0].file && models[1].file) {
			compare_results(kinds[i].type, models, "group");
			compare_results(kinds[i].type, models, "loop");
		}
		model_close(&models[0]);
		model_close(&models[1]);
	}
	runner_finish(&runner);
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
	open_text(source, true, &model);
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

static unsigned large; /* blocks of that size of the array */

static void *count_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	large += size >= 200000;
	return async_alloc(async_allocator_system(), size, align);
}

static void count_free(void *ctx, void *block, size_t size, size_t align)
{
	(void)ctx;
	async_free(async_allocator_system(), block, size, align);
}

static const struct async_allocator counting = { count_alloc, NULL, count_free, NULL };

static void in_place(void)
{
	struct async_value *result = NULL;
	struct model model;
	runner_init(&runner, 0);
	runner.host.allocator = &counting;
	open_text(updates, true, &model);
	large = 0;
	if (CHECK(model_call(&runner, &model, bef_file_find(model.file, "main", 4), NULL, &result))) {
		const float *elements = kernels_tensor_bytes(async_value_payload(result));
		CHECK(elements[297] == 99.0f && elements[296] == 296.0f && elements[3] == 1.0f);
		CHECK_INT(large, 1);
	}
	async_value_release(result);
	model_close(&model);
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

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bits), CHECK_CASE(stops), CHECK_CASE(in_place), CHECK_CASE(damaged) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
