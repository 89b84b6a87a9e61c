/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dynamic shapes: programs for the shapes of each call, and programs whose kernels find the shapes. */
#include "models.h"

#include <bef/translate.h>

/* ---- programs for the shapes of a call */

static void specialises_for_shapes(void)
{
	struct bef_model *model = open_text(dynamic_source, NULL);
	float x[6] = { 1, 2, 3, 4, 5, 6 }, y[6] = { 0 };
	int32_t n = 5, counted[6] = { 0 }, pair[] = { 4, -9 };
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_OR_RETURN(model);
	CHECK_INT(bef_model_find(model, "twice")->arguments[0].dims[0], -1);
	CHECK_INT(bef_model_find(model, "twice")->arguments[0].dims[1], 3);
	struct bef_model_tensor arguments[2] = { vector(KERNELS_F32, x, 6), vector(KERNELS_F32, x, 5) };
	struct bef_model_tensor result = { .data = y, .size = 23 };
	const struct bef_stablehlo_function *function = bef_model_find(model, "sum");
	CHECK_INT(bef_model_run(model, function, arguments, 2, &result, 1, NULL, &diag), BEF_E_ARG);
	CHECK(strlen(diag.message) > 0);
	arguments[1] = arguments[0];
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, function, arguments, 2, &result, 1, NULL, &diag), BEF_E_ARG);
	CHECK_STR(diag.message, "the buffer for result 0 (result0) has 23 bytes, expected at least 24");
	result.size = sizeof y;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (good(bef_model_run(model, function, arguments, 2, &result, 1, NULL, &diag), &diag))
		CHECK(y[5] == 12 && result.dims[0] == 6);
	/* the shape of the result is the value of an argument */
	for (n = 5; n > 2; n--) {
		const struct bef_model_tensor sizes[2] = { { .dtype = KERNELS_I32, .data = &n, .size = sizeof n },
			arguments[0] };
		result = (struct bef_model_tensor){ .data = counted, .size = sizeof counted };
		if (good(bef_model_run(model, bef_model_find(model, "count"), sizes, 2, &result, 1, NULL, &diag),
			    &diag))
			CHECK(result.dims[0] == n && counted[n - 1] == n - 1);
	}
	arguments[0] = vector(KERNELS_I32, pair, 2);
	result = (struct bef_model_tensor){ .data = counted, .size = sizeof counted };
	if (good(bef_model_run(model, bef_model_find(model, "static"), arguments, 1, &result, 1, NULL, &diag), &diag))
		CHECK(counted[0] == -4 && counted[1] == 9);
	bef_model_close(model);
}

/* ---- programs with unknown sizes: the kernels find the shapes when they run */

static struct bef_model *assemble_and_open(const char *text)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model = NULL;
	uint8_t *program;
	size_t size;
	if (!good(bef_stablehlo_assemble(text, strlen(text), "test.mlir", NULL, NULL, &program, &size, &diag), &diag))
		return NULL;
	(void)good(bef_model_open(program, size, NULL, registry, NULL, &model, &diag), &diag);
	bef_assemble_free(NULL, program, size);
	return model;
}

static void runs_dynamic_programs_from_bef(void)
{
	struct bef_model *model = assemble_and_open(dynamic_source);
	float x[6] = { 1, 2, 3, 4, 5, 6 }, y[6] = { 0 };
	int32_t counted[6] = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *function = bef_model_find(model, "twice");
	CHECK_INT(function->arguments[0].dims[0], -1);
	CHECK_INT(function->results[0].dims[0], -1);
	for (int64_t rows = 0; rows < 3; rows++) {
		const struct bef_model_tensor argument = floats(x, rows, 3);
		struct bef_model_tensor result = { .data = y, .size = sizeof y };
		if (good(bef_model_run(model, function, &argument, 1, &result, 1, NULL, &diag), &diag))
			CHECK(result.dims[0] == rows && (rows == 0 || y[3 * rows - 1] == (float)(6 * rows)));
	}
	/* only the running program knows the size of the result */
	const struct bef_model_tensor six = floats(x, 2, 3);
	struct bef_model_tensor small = { .data = y, .size = sizeof y - 1 };
	CHECK_INT(bef_model_run(model, function, &six, 1, &small, 1, NULL, &diag), BEF_E_ARG);
	CHECK_STR(diag.message, "result 0 is larger than the buffer for it");
	for (int32_t n = 5; n > 2; n--) {
		const struct bef_model_tensor sizes[2] = { { .dtype = KERNELS_I32, .data = &n, .size = sizeof n },
			vector(KERNELS_F32, x, 6) };
		struct bef_model_tensor result = { .data = counted, .size = sizeof counted };
		diag = (struct bef_diag)BEF_DIAG_INIT;
		if (good(bef_model_run(model, bef_model_find(model, "count"), sizes, 2, &result, 1, NULL, &diag),
			    &diag))
			CHECK(result.dims[0] == n && counted[n - 1] == n - 1);
	}
	const struct bef_model_tensor different[2] = { vector(KERNELS_F32, x, 6), vector(KERNELS_F32, x, 5) };
	struct bef_model_tensor result = { .data = NULL };
	CHECK_INT(bef_model_run(model, bef_model_find(model, "sum"), different, 2, &result, 1, NULL, &diag), BEF_E_ARG);
	CHECK(!result.data && diag.line == 6);
	bef_model_close(model);
}

static const char bounded_source[] =
	"func.func @twice(%x: tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<?xf32, #stablehlo.bounds<4>> {\n"
	"  %r = stablehlo.add %x, %x : tensor<?xf32, #stablehlo.bounds<4>>\n"
	"  return %r : tensor<?xf32, #stablehlo.bounds<4>>\n"
	"}\n"
	"func.func @cut(%x: tensor<4xf32>, %n: tensor<i32>) -> (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) {\n"
	"  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
	"  %c = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, "
	"#stablehlo.bounds<4>>\n"
	"  %s = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, "
	"#stablehlo.bounds<4>>, tensor<f32>) -> tensor<f32>\n"
	"  return %c, %s : tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>\n"
	"}\n";

/* The size is a value, which no refinement knows. */
static void cut(struct bef_model *model, int32_t n)
{
	float x[4] = { 1, 2, 3, 4 }, y[4] = { 0 }, sum = -1;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_tensor arguments[2] = { vector(KERNELS_F32, x, 4),
		{ .dtype = KERNELS_I32, .data = &n, .size = sizeof n } };
	struct bef_model_tensor results[2] = { { .data = y, .size = sizeof y }, { .data = &sum, .size = sizeof sum } };
	const enum bef_status status = bef_model_run(
		model, bef_model_find(model, "cut"), arguments, 2, results, 2, NULL, &diag);
	if (n < 0 || n > 4) {
		CHECK_INT(status, BEF_E_ARG);
		CHECK(strlen(diag.message) > 0);
	} else if (good(status, &diag)) {
		CHECK(results[0].rank == 1 && results[0].dims[0] == n && (n == 0 || y[n - 1] == (float)n));
		CHECK(sum == (float)(n * (n + 1) / 2));
	}
}

static void bounded_shapes(void)
{
	for (int from_program = 0; from_program < 2; from_program++) {
		struct bef_model *model = from_program ? assemble_and_open(bounded_source)
						       : open_text(bounded_source, NULL);
		float x[4] = { 1, 2, 3, 4 }, y[4] = { 0 };
		struct bef_diag diag = BEF_DIAG_INIT;
		CHECK_OR_RETURN(model);
		const struct bef_model_tensor argument = vector(KERNELS_F32, x, 3);
		struct bef_model_tensor result = { .data = y, .size = sizeof y };
		const struct bef_stablehlo_function *function = bef_model_find(model, "twice");
		if (good(bef_model_run(model, function, &argument, 1, &result, 1, NULL, &diag), &diag))
			CHECK(result.dims[0] == 3 && y[2] == 6 && y[3] == 0);
		if (!from_program) { /* a program does not have the bounds */
			float many[5] = { 0 };
			const struct bef_model_tensor beyond = vector(KERNELS_F32, many, 5);
			struct bef_model_tensor none = { .data = NULL };
			diag = (struct bef_diag)BEF_DIAG_INIT;
			CHECK_INT(bef_model_run(model, function, &beyond, 1, &none, 1, NULL, &diag), BEF_E_ARG);
			CHECK(strlen(diag.message) > 0 && !none.data);
			bef_model_tensor_release(&none);
		}
		for (int32_t n = -1; n < 6; n++)
			cut(model, n);
		bef_model_close(model);
	}
}

static const char sizes_source[] =
	"func.func @main(%n: tensor<i32>, %x: tensor<?x3xf32>) -> tensor<?xf32> {\n"
	"  %three = stablehlo.constant dense<3> : tensor<i32>\n"
	"  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>\n"
	"  %e = stablehlo.compare EQ, %d, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"  stablehlo.custom_call @shape_assertion(%e, %d) {api_version = 2 : i32, error_message = \"rows are not "
	"{0}\", "
	"has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()\n"
	"  %t = stablehlo.multiply %n, %three : tensor<i32>\n"
	"  %s = stablehlo.reshape %t : (tensor<i32>) -> tensor<1xi32>\n"
	"  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>\n"
	"  return %r : tensor<?xf32>\n"
	"}\n";

/* JAX passes sizes before the arguments and asserts what it knows of them. */
static void leading_sizes(void)
{
	struct bef_model *model = open_text(sizes_source, NULL);
	float x[6] = { 1, 2, 3, 4, 5, 6 };
	CHECK_OR_RETURN(model);
	for (int32_t n = 0; n < 3; n++) {
		for (int64_t rows = 0; rows < 3; rows++) {
			struct bef_diag diag = BEF_DIAG_INIT;
			const struct bef_model_tensor arguments[2] = {
				{ .dtype = KERNELS_I32, .data = &n, .size = sizeof n }, floats(x, rows, 3)
			};
			struct bef_model_tensor result = { .data = NULL };
			const enum bef_status status = bef_model_run(
				model, bef_model_find(model, "main"), arguments, 2, &result, 1, NULL, &diag);
			if (n == rows && good(status, &diag))
				CHECK(result.rank == 1 && result.dims[0] == 3 * rows);
			if (n != rows)
				CHECK(status == BEF_E_ARG && strlen(diag.message) > 0);
			bef_model_tensor_release(&result);
		}
	}
	bef_model_close(model);
}

/* ---- programs that are kept */

/* Counts to n, and adds the number of elements. */
static const char counting_source[] =
	"func.func @main(%n: tensor<i64>, %x: tensor<?xi8>) -> tensor<i64> {\n" COUNT_TO_N
	"  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>\n"
	"  %w = stablehlo.convert %d : (tensor<i32>) -> tensor<i64>\n"
	"  %s = stablehlo.add %r, %w : tensor<i64>\n"
	"  return %s : tensor<i64>\n"
	"}\n";

struct counting {
	int64_t n, sum;
	struct bef_model_tensor arguments[2], result;
	struct bef_model_call *call;
};

static bool start_counting(struct bef_model *model, struct counting *counting, int64_t n, int64_t elements)
{
	static int8_t bytes[64];
	struct bef_diag diag = BEF_DIAG_INIT;
	*counting = (struct counting){ .n = n,
		.sum = -1,
		.arguments = { { .dtype = KERNELS_I64, .data = &counting->n, .size = sizeof counting->n },
			vector(KERNELS_I8, bytes, elements) },
		.result = { .data = &counting->sum, .size = sizeof counting->sum } };
	return good(bef_model_start(model, bef_model_find(model, "main"), counting->arguments, 2, &counting->result, 1,
			    NULL, &counting->call, &diag),
		&diag);
}

static void count(struct bef_model *model, int64_t n, int64_t elements)
{
	struct counting counting;
	if (start_counting(model, &counting, n, elements)) {
		CHECK_INT(bef_model_call_finish(counting.call, NULL), BEF_OK);
		CHECK_INT(counting.sum, n + elements);
	}
}

/* Programs of calls in flight are removed from the kept ones, and live on. */
static void removed_programs_go_on(void)
{
	const struct bef_model_options options = { .size = sizeof options, .max_programs = 1 };
	struct bef_model *model = open_text(counting_source, &options);
	struct counting endless, long_one;
	CHECK_OR_RETURN(model);
	if (start_counting(model, &endless, INT64_MAX, 1)) {
		if (start_counting(model, &long_one, 30000, 2)) {
			for (int64_t elements = 3; elements < 9; elements++)
				count(model, 10, elements);
			CHECK_INT(bef_model_call_finish(long_one.call, NULL), BEF_OK);
			CHECK_INT(long_one.sum, 30002);
		}
		bef_model_call_cancel(endless.call);
		CHECK_INT(bef_model_call_finish(endless.call, NULL), BEF_E_STATE);
	}
	bef_model_close(model);
}

/* Memory is bounded by the number of kept programs, however many shapes there are. */
static void memory_of_many_shapes(void)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	struct async_host host = ASYNC_HOST_INIT;
	uint64_t after[2];
	host.allocator = counting;
	host.queue = async_queue_create_single(NULL);
	const struct bef_model_options options = { .size = sizeof options, .host = &host, .max_programs = 3 };
	struct bef_model *model = open_text(counting_source, &options);
	CHECK_OR_RETURN(model);
	for (int64_t elements = 1; elements < 4; elements++)
		count(model, 1, elements);
	after[0] = async_allocator_stats(counting).live_bytes;
	for (int64_t elements = 4; elements < 40; elements++)
		count(model, 1, elements);
	after[1] = async_allocator_stats(counting).live_bytes;
	if (after[1] > after[0] + after[0] / 10)
		check_report(__FILE__, __LINE__, "%llu bytes after 39 shapes, %llu after 3",
			(unsigned long long)after[1], (unsigned long long)after[0]);
	bef_model_close(model);
	async_queue_destroy(host.queue);
	CHECK_INT(async_allocator_stats(counting).live_blocks, 0);
	async_allocator_destroy(counting);
}

/* ---- several threads */

static void *call_shapes(void *ctx)
{
	struct caller *caller = ctx;
	const struct bef_stablehlo_function *function = bef_model_find(caller->model, "twice");
	for (int round = 0; round < 12; round++) {
		const int64_t rows = round % 4;
		float x[12], z[12];
		for (int i = 0; i < 12; i++)
			x[i] = (float)(i + round);
		const struct bef_model_tensor argument = floats(x, rows, 3);
		struct bef_model_tensor result = { .data = z, .size = sizeof z };
		caller->failures += bef_model_run(caller->model, function, &argument, 1, &result, 1, NULL, NULL) !=
				    BEF_OK;
		caller->failures += result.dims[0] != rows;
		for (int i = 0; i < rows * 3; i++)
			caller->failures += z[i] != 2 * x[i];
	}
	return NULL;
}

static void several_threads_specialise(void)
{
	const struct bef_model_options options = { .size = sizeof options, .max_programs = 2 };
	struct bef_model *model = open_text(dynamic_source, &options);
	CHECK_OR_RETURN(model);
	in_threads(model, call_shapes);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = {
		CHECK_CASE(specialises_for_shapes),
		CHECK_CASE(runs_dynamic_programs_from_bef),
		CHECK_CASE(bounded_shapes),
		CHECK_CASE(leading_sizes),
		CHECK_CASE(removed_programs_go_on),
		CHECK_CASE(memory_of_many_shapes),
		CHECK_CASE(several_threads_specialise),
	};
	return models_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
