/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What functions need at least, compared with what calls allocate, and limits below it. */
#include "models.h"

/* Of elements: f32[1000] are 4000 bytes. */
static const char programs[] =
	"func.func @chain(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
	"  %0 = stablehlo.reverse %x, dims = [0] : tensor<1000xf32>\n"
	"  %1 = \"stablehlo.concatenate\"(%0, %0) {dimension = 0 : i64} : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>\n"
	"  %2 = stablehlo.slice %1 [500:1500] : (tensor<2000xf32>) -> tensor<1000xf32>\n"
	"  return %2 : tensor<1000xf32>\n"
	"}\n"
	"func.func @skipped(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
	"  %0 = stablehlo.reverse %x, dims = [0] : tensor<1000xf32>\n"
	"  %1 = stablehlo.slice %0 [0:10] : (tensor<1000xf32>) -> tensor<10xf32>\n"
	"  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<10xf32>, tensor<1000xf32>) -> tensor<1010xf32>\n"
	"  %3 = stablehlo.slice %2 [5:1005] : (tensor<1010xf32>) -> tensor<1000xf32>\n"
	"  %4 = stablehlo.concatenate %0, %3, dim = 0 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>\n"
	"  %5 = stablehlo.slice %4 [1:1001] : (tensor<2000xf32>) -> tensor<1000xf32>\n"
	"  return %5 : tensor<1000xf32>\n"
	"}\n"
	"func.func @views(%x: tensor<1000xf32>) -> (tensor<10x100xf32>, tensor<1000xf32>, tensor<100x10xf32>) {\n"
	"  %0 = stablehlo.reverse %x, dims = [0] : tensor<1000xf32>\n"
	"  %1 = stablehlo.reshape %0 : (tensor<1000xf32>) -> tensor<10x100xf32>\n"
	"  %2 = stablehlo.reshape %x : (tensor<1000xf32>) -> tensor<100x10xf32>\n"
	"  return %1, %0, %2 : tensor<10x100xf32>, tensor<1000xf32>, tensor<100x10xf32>\n"
	"}\n"
	"func.func @in_place(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
	"  %s = stablehlo.constant dense<0.0> : tensor<f32> %0 = stablehlo.pad %x, %s, low = [1], high = [-1], interior = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<1000xf32>\n"
	"  %1 = stablehlo.exponential %0 : tensor<1000xf32>\n"
	"  return %1 : tensor<1000xf32>\n"
	"}\n"
	"func.func @branches(%p: tensor<i1>, %x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
	"  %0 = stablehlo.reverse %x, dims = [0] : tensor<1000xf32>\n"
	"  %1 = \"stablehlo.if\"(%p) ({\n"
	"    %a = stablehlo.concatenate %0, %0, %0, dim = 0 : (tensor<1000xf32>, tensor<1000xf32>, tensor<1000xf32>) -> tensor<3000xf32>\n"
	"    %b = stablehlo.slice %a [500:1500] : (tensor<3000xf32>) -> tensor<1000xf32>\n"
	"    stablehlo.return %b : tensor<1000xf32>\n"
	"  }, {\n"
	"    %a = stablehlo.concatenate %0, %0, dim = 0 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>\n"
	"    %b = stablehlo.slice %a [500:1500] : (tensor<2000xf32>) -> tensor<1000xf32>\n"
	"    stablehlo.return %b : tensor<1000xf32>\n"
	"  }) : (tensor<i1>) -> tensor<1000xf32>\n"
	"  return %1 : tensor<1000xf32>\n"
	"}\n"
	"func.func @splat(%x: tensor<100000xf32>) -> tensor<100000xf32> {\n"
	"  %c = stablehlo.constant dense<1.5> : tensor<100000xf32>\n"
	"  %0 = stablehlo.reverse %c, dims = [0] : tensor<100000xf32>\n"
	"  return %0 : tensor<100000xf32>\n"
	"}\n";

/* A loop that runs 3 times or, from 9 on, not at all. */
static const char loop[] =
	"func.func @loop(%%x: tensor<1000xf32>) -> tensor<1000xf32> {\n"
	"  %%from = stablehlo.constant dense<%d> : tensor<i32>\n"
	"  %%one = stablehlo.constant dense<1> : tensor<i32>\n"
	"  %%end = stablehlo.constant dense<3> : tensor<i32>\n"
	"  %%r:2 = stablehlo.while(%%i = %%from, %%v = %%x) : tensor<i32>, tensor<1000xf32>\n"
	"    cond {\n"
	"      %%p = stablehlo.compare LT, %%i, %%end : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"      stablehlo.return %%p : tensor<i1>\n"
	"    } do {\n"
	"      %%a = stablehlo.concatenate %%v, %%v, dim = 0 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>\n"
	"      %%b = stablehlo.slice %%a [500:1500] : (tensor<2000xf32>) -> tensor<1000xf32>\n"
	"      %%next = stablehlo.add %%i, %%one : tensor<i32>\n"
	"      stablehlo.return %%next, %%b : tensor<i32>, tensor<1000xf32>\n"
	"    }\n"
	"  return %%r#1 : tensor<1000xf32>\n"
	"}\n";

static struct bef_model *open_unfolded(const char *text)
{
	const struct bef_stablehlo_options lowering = { .size = sizeof lowering, .no_folding = true };
	const struct bef_model_options options = { .size = sizeof options, .lowering = &lowering };
	return open_text(text, &options);
}

static uint64_t need(struct bef_model *model, const char *name, const char *operation)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_memory memory;
	if (!good(bef_model_memory(model, bef_model_find(model, name), &memory, &diag), &diag))
		return 0;
	if (operation ? !memory.operation || strcmp(memory.operation, operation) != 0 : memory.operation != NULL)
		check_report(name, 0, "most is needed by %s", memory.operation ? memory.operation : "the results");
	return memory.bytes;
}

static void counts_values_that_exist_at_one_time(void)
{
	struct bef_model *model = open_unfolded(programs);
	CHECK_OR_RETURN(model);
	CHECK_INT(need(model, "chain", "hlo.concatenate"), 4000 + 8000);
	CHECK_INT(need(model, "skipped", "hlo.concatenate"), 4000 + 4000 + 8000);
	CHECK_INT(need(model, "views", "hlo.reverse"), 4000); /* one memory of two results; the third is the argument */
	CHECK_INT(need(model, "in_place", "hlo.loop_fusion"), 4000);
	CHECK_INT(need(model, "branches", "hlo.concatenate"), 4000 + 8000);
	CHECK_INT(need(model, "splat", "hlo.reverse"), 400000 + 400000);
	bef_model_close(model);
}

static void counts_loops_that_certainly_run(void)
{
	char text[sizeof loop];
	for (int from = 0; from < 10; from += 9) {
		snprintf(text, sizeof text, loop, from);
		struct bef_model *model = open_unfolded(text);
		CHECK_OR_RETURN(model);
		if (from == 0)
			CHECK_INT(need(model, "loop", "hlo.slice"), 8000 + 4000); /* the first value is an argument */
		else
			CHECK_INT(need(model, "loop", NULL), 0);
		bef_model_close(model);
	}
}

static const char *const names[] = { "chain", "skipped", "views", "in_place", "branches", "splat" };

/* The bound is below what a call allocates at one time, and near it. */
static void check_peak(struct bef_model *model, const struct async_allocator *counting, const char *name)
{
	static float data[100000];
	static uint8_t yes = 1;
	const struct bef_stablehlo_function *function = bef_model_find(model, name);
	struct bef_model_tensor arguments[2] = { vector(KERNELS_F32, data, strcmp(name, "splat") == 0 ? 100000 : 1000) };
	struct bef_model_tensor results[3] = { { .data = NULL } };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_memory memory;
	if (function->argument_count == 2) {
		arguments[1] = arguments[0];
		arguments[0] = (struct bef_model_tensor){ .dtype = KERNELS_I1, .data = &yes, .size = 1 };
	}
	CHECK_OR_RETURN(good(bef_model_memory(model, function, &memory, &diag), &diag));
	const uint64_t before = async_allocator_stats(counting).live_bytes;
	struct bef_model_call_options options = { .size = sizeof options, .memory = memory.bytes + 100000 };
	if (good(bef_model_run(model, function, arguments, function->argument_count, results, function->result_count, &options,
			 &diag), &diag)) {
		if (async_allocator_stats(counting).peak_bytes - before < memory.bytes)
			check_report(name, 0, "needs less than %llu", (unsigned long long)memory.bytes);
	}
	for (uint32_t i = 0; i < function->result_count; i++)
		bef_model_tensor_release(&results[i]);
	options.memory = memory.bytes - 1;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, function, arguments, function->argument_count, results, function->result_count, &options,
			  &diag), BEF_E_NOMEM);
	CHECK(strstr(diag.message, "needs at least") && strstr(diag.message, name));
	CHECK_INT(diag.line, memory.line);
	CHECK(memory.line > 0);
}

static void refuses_calls_before_they_start(void)
{
	const struct bef_stablehlo_options lowering = { .size = sizeof lowering, .no_folding = true };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct async_allocator *counting = async_allocator_create_counting(NULL);
		struct async_host host = ASYNC_HOST_INIT;
		host.allocator = counting;
		host.queue = async_queue_create_single(NULL);
		const struct bef_model_options options = { .size = sizeof options, .host = &host, .lowering = &lowering };
		struct bef_model *model = open_text(programs, &options);
		if (CHECK(model))
			check_peak(model, counting, names[i]);
		bef_model_close(model);
		async_queue_quiesce(host.queue);
		async_queue_destroy(host.queue);
		CHECK_INT(async_allocator_stats(counting).live_bytes, 0);
		async_allocator_destroy(counting);
	}
}

static void refuses_models_that_need_more(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	struct bef_model_options options = { .size = sizeof options, .max_memory = 5000000 };
	CHECK_INT(bef_model_open(source, strlen(source), "m.mlir", registry, &options, &model, &diag), BEF_OK);
	bef_model_close(model);
	options.max_memory = 4194303; /* the sum of @large is computed once, its result is 4 MiB */
	CHECK_INT(bef_model_open(source, strlen(source), "m.mlir", registry, &options, &model, &diag), BEF_E_NOMEM);
	CHECK(!model && strstr(diag.message, "large needs at least 4194308 bytes") && strstr(diag.message, "is 4194303"));
	CHECK(diag.line > 0);
}

/* A splat that is beyond the limit is not made outside of it either, in a branch that the bound does not see. */
static void limits_splats(void)
{
	static const char text[] =
		"func.func @main(%p: tensor<i1>) -> tensor<f32> {\n"
		"  %r = \"stablehlo.if\"(%p) ({\n"
		"    %c = stablehlo.constant dense<1.5> : tensor<100000000xf32>\n"
		"    %s = stablehlo.slice %c [5:6] : (tensor<100000000xf32>) -> tensor<1xf32>\n"
		"    %t = stablehlo.reshape %s : (tensor<1xf32>) -> tensor<f32>\n"
		"    stablehlo.return %t : tensor<f32>\n"
		"  }, {\n"
		"    %c = stablehlo.constant dense<2.5> : tensor<f32>\n"
		"    stablehlo.return %c : tensor<f32>\n"
		"  }) : (tensor<i1>) -> tensor<f32>\n"
		"  return %r : tensor<f32>\n"
		"}\n";
	struct bef_model *model = open_unfolded(text);
	const struct bef_model_call_options options = { .size = sizeof options, .memory = 1000000 };
	CHECK_OR_RETURN(model);
	for (uint8_t p = 0; p < 2; p++) {
		const struct bef_model_tensor argument = { .dtype = KERNELS_I1, .data = &p, .size = 1 };
		struct bef_model_tensor result = { .data = NULL };
		struct bef_diag diag = BEF_DIAG_INIT;
		CHECK_INT(bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, &options, &diag),
			p ? BEF_E_NOMEM : BEF_OK);
		bef_model_tensor_release(&result);
	}
	bef_model_close(model);
}

/* ---- results where XLA and the specification differ */

/* The sum of windows of three elements, with a padding on each side and an initial value of 100, at the first place. */
static void first_sum(const char *rows, enum bef_semantics own, enum bef_semantics lowering, float expected)
{
	char text[800];
	float x[] = { 1, 2, 3, 4 }, sums[4] = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	snprintf(text, sizeof text,
		"func.func @main(%%x: tensor<%sxf32>) -> tensor<%sxf32> {\n"
		"  %%i = stablehlo.constant dense<100.0> : tensor<f32>\n"
		"  %%r = \"stablehlo.reduce_window\"(%%x, %%i) <{padding = dense<1> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({\n"
		"  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n"
		"    %%c = stablehlo.add %%a, %%b : tensor<f32>\n"
		"    stablehlo.return %%c : tensor<f32>\n"
		"  }) : (tensor<%sxf32>, tensor<f32>) -> tensor<%sxf32>\n"
		"  return %%r : tensor<%sxf32>\n"
		"}\n", rows, rows, rows, rows, rows);
	const struct bef_stablehlo_options how = { .size = sizeof how, .semantics = lowering };
	const struct bef_model_options options = { .size = sizeof options, .lowering = &how, .semantics = own };
	struct bef_model *model = open_text(text, &options);
	const struct bef_model_tensor argument = vector(KERNELS_F32, x, 4);
	struct bef_model_tensor result = { .data = sums, .size = sizeof sums };
	if (model && good(bef_model_run(model, bef_model_find(model, "main"), &argument, 1, &result, 1, NULL, &diag), &diag))
		CHECK(sums[0] == expected && sums[1] == 106);
	bef_model_close(model);
}

/* In the options of the model or of its lowering; also where a program is compiled for the shapes of a call. */
static void chooses_semantics(void)
{
	static const char *const rows[] = { "4", "?" };
	for (int i = 0; i < 2; i++) {
		first_sum(rows[i], BEF_SEMANTICS_XLA, BEF_SEMANTICS_XLA, 103);
		first_sum(rows[i], BEF_SEMANTICS_SPEC, BEF_SEMANTICS_XLA, 203);
		first_sum(rows[i], BEF_SEMANTICS_XLA, BEF_SEMANTICS_SPEC, 203);
	}
	const struct bef_model_options wrong = { .size = sizeof wrong, .semantics = (enum bef_semantics)2 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	CHECK_INT(bef_model_open(source, strlen(source), NULL, registry, &wrong, &model, &diag), BEF_E_ARG);
	CHECK(model == NULL && strstr(diag.message, "semantics"));
}

static bool asked_often(void *ctx) { return --*(int *)ctx < 0; }

/* Opening a model, and compiling a function with dynamic shapes for a call, end with the time and the memory of the caller. */
static void limits_opening(void)
{
	struct bef_model_options options = { .size = sizeof options, .max_open_memory = 10000, .stop = asked_often };
	struct bef_model *model;
	struct bef_diag diag = BEF_DIAG_INIT;
	int left = 1000000;
	options.stop_ctx = &left;
	CHECK_INT(bef_model_open(programs, strlen(programs), "m.mlir", registry, &options, &model, &diag), BEF_E_LIMIT);
	CHECK(!model && strstr(diag.message, "the limit of memory is reached"));
	options.max_open_memory = 0;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	left = 0;
	CHECK_INT(bef_model_open(programs, strlen(programs), "m.mlir", registry, &options, &model, &diag), BEF_E_LIMIT);
	CHECK(!model && strstr(diag.message, "stopped by the caller"));
	left = 1000000;
	CHECK_INT(bef_model_open(dynamic_source, strlen(dynamic_source), "m.mlir", registry, &options, &model, NULL), BEF_OK);
	CHECK_OR_RETURN(model);
	float x[6] = { 0 };
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .rank = 2, .dims = { 2, 3 }, .data = x, .size = sizeof x };
	struct bef_model_tensor result = { .data = NULL };
	left = 0;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, bef_model_find(model, "twice"), &argument, 1, &result, 1, NULL, &diag), BEF_E_LIMIT);
	CHECK(strstr(diag.message, "stopped by the caller"));
	left = 1000000;
	const struct bef_model_call_options late = { .size = sizeof late, .deadline = 1 };
	CHECK_INT(bef_model_run(model, bef_model_find(model, "twice"), &argument, 1, &result, 1, &late, NULL), BEF_E_LIMIT);
	CHECK_INT(bef_model_run(model, bef_model_find(model, "twice"), &argument, 1, &result, 1, NULL, NULL), BEF_OK);
	bef_model_tensor_release(&result);
	bef_model_close(model);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(counts_values_that_exist_at_one_time),
		CHECK_CASE(counts_loops_that_certainly_run),
		CHECK_CASE(refuses_calls_before_they_start),
		CHECK_CASE(refuses_models_that_need_more),
		CHECK_CASE(limits_splats),
		CHECK_CASE(chooses_semantics),
		CHECK_CASE(limits_opening),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
