/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Models through the C interface: every form of file, right and wrong calls, several at once, and failures. */
#include "check.h"

#include <bef/model.h>
#include <bef/translate.h>
#include <kernels/pack_basic.h>
#include <kernels/pack_hlo.h>
#include <mlirbc/load.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <mlirbc/write.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char source[] =
	"func.func @add(%x: tensor<2x3xf32> loc(\"left\"), %y: tensor<2x3xf32>) -> (tensor<2x3xf32> {jax.result_info = "
	"\"sum\"}) {\n"
	"  %0 = stablehlo.add %x, %y : tensor<2x3xf32>\n"
	"  return %0 : tensor<2x3xf32>\n"
	"}\n"
	"func.func @views(%x: tensor<4xi32>) -> (tensor<2x2xi32>, tensor<4xi32>, tensor<2xi64>) {\n"
	"  %0 = stablehlo.reshape %x : (tensor<4xi32>) -> tensor<2x2xi32>\n"
	"  %c = stablehlo.constant dense<[7, 8]> : tensor<2xi64>\n"
	"  return %0, %x, %c : tensor<2x2xi32>, tensor<4xi32>, tensor<2xi64>\n"
	"}\n"
	"func.func @checked(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
	"  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n"
	"  check.expect_eq %x, %c : tensor<2xi32>\n"
	"  return %x : tensor<2xi32>\n"
	"}\n"
	"func.func @long(%n: tensor<i64>) -> tensor<i64> {\n"
	"  %one = stablehlo.constant dense<1> : tensor<i64>\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
	"  %r = stablehlo.while(%i = %zero) : tensor<i64>\n"
	"    cond {\n"
	"      %p = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
	"      stablehlo.return %p : tensor<i1>\n"
	"    } do {\n"
	"      %next = stablehlo.add %i, %one : tensor<i64>\n"
	"      stablehlo.return %next : tensor<i64>\n"
	"    }\n"
	"  return %r : tensor<i64>\n"
	"}\n"
	"func.func @large(%x: tensor<f32>) -> tensor<1024x1024xf32> {\n"
	"  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>\n"
	"  %1 = stablehlo.add %0, %0 : tensor<1024x1024xf32>\n"
	"  return %1 : tensor<1024x1024xf32>\n"
	"}\n"
	"func.func @empty(%x: tensor<0x3xf32>, %t: !stablehlo.token) -> (tensor<0x3xf32>, !stablehlo.token) {\n"
	"  return %x, %t : tensor<0x3xf32>, !stablehlo.token\n"
	"}\n"
	"func.func private @hidden() -> tensor<i32> {\n"
	"  %c = stablehlo.constant dense<1> : tensor<i32>\n"
	"  return %c : tensor<i32>\n"
	"}\n";

static const char dynamic_source[] =
	"func.func @twice(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n"
	"  %0 = stablehlo.add %x, %x : tensor<?x3xf32>\n"
	"  return %0 : tensor<?x3xf32>\n"
	"}\n"
	"func.func @sum(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {\n"
	"  %0 = stablehlo.add %x, %y : tensor<?xf32>\n"
	"  return %0 : tensor<?xf32>\n"
	"}\n"
	"func.func @count(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xi32> {\n"
	"  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>\n"
	"  %0 = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>\n"
	"  return %0 : tensor<?xi32>\n"
	"}\n"
	"func.func @static(%x: tensor<2xi32>) -> tensor<2xi32> {\n"
	"  %0 = stablehlo.negate %x : tensor<2xi32>\n"
	"  return %0 : tensor<2xi32>\n"
	"}\n";

static struct kernels_registry *registry;

static struct bef_model *open_text(const char *text, const struct bef_model_options *options)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	if (bef_model_open(text, strlen(text), "test.mlir", registry, options, &model, &diag) != BEF_OK)
		check_report(__FILE__, __LINE__, "%u:%u: %s", diag.line, diag.column, diag.message);
	return model;
}

static struct bef_model_tensor floats(float *data, int64_t rows, int64_t columns)
{
	return (struct bef_model_tensor){ .dtype = KERNELS_F32,
		.rank = 2,
		.dims = { rows, columns },
		.data = data,
		.size = (size_t)(rows * columns) * sizeof *data };
}

static struct bef_model_tensor vector(enum kernels_dtype dtype, void *data, int64_t count)
{
	return (struct bef_model_tensor){ .dtype = dtype,
		.rank = 1,
		.dims = { count },
		.data = data,
		.size = (size_t)count * kernels_dtype_size(dtype) };
}

static bool good(enum bef_status status, const struct bef_diag *diag)
{
	return status == BEF_OK || check_report(__FILE__, __LINE__, "%s: %s", bef_status_name(status), diag->message);
}

/* x + y of known numbers. */
static void add(struct bef_model *model, float first)
{
	float x[6], y[6], z[6] = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	for (int i = 0; i < 6; i++) {
		x[i] = first + (float)i;
		y[i] = 100.0f * (float)i;
	}
	const struct bef_model_tensor arguments[] = { floats(x, 2, 3), floats(y, 2, 3) };
	struct bef_model_tensor result = { .data = z, .size = sizeof z };
	if (!good(bef_model_run(model, bef_model_find(model, "add"), arguments, 2, &result, 1, NULL, &diag), &diag))
		return;
	for (int i = 0; i < 6; i++)
		CHECK(z[i] == first + 101.0f * (float)i);
	CHECK(result.dtype == KERNELS_F32 && result.rank == 2 && result.dims[0] == 2 && result.dims[1] == 3 &&
		!result.owner);
}

/* ---- files */

static void lists_and_runs(struct bef_model *model)
{
	if (!CHECK(model))
		return;
	CHECK_INT(bef_model_function_count(model), 6);
	const struct bef_stablehlo_function *function = bef_model_find(model, "add");
	if (!CHECK(function && function == bef_model_function(model, 0)))
		return;
	CHECK_BYTES(function->arguments[0].name.data, function->arguments[0].name.size, "left", 4);
	CHECK_BYTES(function->arguments[1].name.data, function->arguments[1].name.size, "arg1", 4);
	CHECK_BYTES(function->results[0].name.data, function->results[0].name.size, "sum", 3);
	CHECK_INT(function->arguments[1].dtype, KERNELS_F32);
	CHECK_INT(function->arguments[1].rank, 2);
	CHECK_INT(function->arguments[1].dims[1], 3);
	CHECK(bef_model_find(model, "hidden") == NULL && bef_model_find(model, "") == NULL);
	add(model, 1);
	bef_model_close(model);
}

static int put(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static char *make_artifact(size_t *out_size)
{
	const struct mlirbc_stablehlo_version version = { 1, 0, 0 };
	struct mlirbc_parse_options parsing = { .size = sizeof parsing, .file_name = "test.mlir" };
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	char *bytes = NULL;
	parsing.dialects = mlirbc_stablehlo_assembly(&parsing.dialect_count);
	/* `check` has no portable form */
	char *portable = strdup(source);
	memset(strstr(portable, "  check.expect"), ' ', strlen("  check.expect_eq %x, %c : tensor<2xi32>"));
	FILE *out = open_memstream(&bytes, out_size);
	bool made = mlirbc_parse(context, portable, strlen(portable), &parsing, &module, NULL) == MLIRBC_OK &&
		    mlirbc_stablehlo_to_vhlo(module, version, NULL, NULL) == MLIRBC_OK &&
		    mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK;
	const struct mlirbc_write_options options = {
		.size = sizeof options, .has_version = true, .version = form.bytecode_version, .producer = form.producer
	};
	made = made && mlirbc_write(module, &options, put, out, NULL) == MLIRBC_OK;
	fclose(out);
	CHECK(made);
	free(portable);
	mlirbc_context_destroy(context);
	return bytes;
}

static void opens_text_artifact_and_program(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	size_t size;
	uint8_t *program;
	lists_and_runs(open_text(source, NULL));
	char *artifact = make_artifact(&size);
	if (good(bef_model_open(artifact, size, NULL, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model);
	for (size_t cut = 0; cut < size; cut += 7) {
		CHECK(bef_model_open(artifact, cut, NULL, registry, NULL, &model, NULL) != BEF_OK && !model);
	}
	free(artifact);
	CHECK(bef_stablehlo_assemble(source, strlen(source), "test.mlir", NULL, NULL, &program, &size, NULL) == BEF_OK);
	if (good(bef_model_open(program, size, NULL, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model);
	for (size_t cut = 0; cut < size; cut += 7) {
		CHECK(bef_model_open(program, cut, NULL, registry, NULL, &model, NULL) != BEF_OK && !model);
	}
	bef_assemble_free(NULL, program, size);
}

static void write_file(const char *path, const void *data, size_t size)
{
	FILE *out = fopen(path, "wb");
	CHECK(out && fwrite(data, 1, size, out) == size && fclose(out) == 0);
}

static void opens_paths(void)
{
	char folder[] = "/tmp/bef-model-XXXXXX", path[64];
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	uint8_t *program;
	size_t size;
	CHECK_OR_RETURN(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/model", folder);
	CHECK_INT(bef_model_open_path(path, registry, NULL, &model, &diag), BEF_E_IO);
	CHECK(!model && strstr(diag.message, "No such file"));
	diag = (struct bef_diag)BEF_DIAG_INIT;
	write_file(path, source, strlen(source));
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model);
	CHECK(bef_stablehlo_assemble(source, strlen(source), "test.mlir", NULL, NULL, &program, &size, NULL) == BEF_OK);
	write_file(path, program, size);
	bef_assemble_free(NULL, program, size);
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		lists_and_runs(model);
	write_file(path, dynamic_source, strlen(dynamic_source));
	if (good(bef_model_open_path(path, registry, NULL, &model, &diag), &diag))
		CHECK_INT(bef_model_function_count(model), 4);
	bef_model_close(model);
	write_file(path, "", 0);
	CHECK(bef_model_open_path(path, registry, NULL, &model, NULL) != BEF_OK && !model);
	unlink(path);
	rmdir(folder);
}

static void refuses(const char *text, enum bef_status expected, unsigned line, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	CHECK_INT(bef_model_open(text, strlen(text), "test.mlir", registry, NULL, &model, &diag), expected);
	CHECK(!model);
	CHECK_INT(diag.status, expected);
	CHECK_INT(diag.line, line);
	if (!strstr(diag.message, message))
		check_report(__FILE__, __LINE__, "\"%s\" lacks \"%s\"", diag.message, message);
}

static void refuses_what_cannot_run(void)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	uint8_t *program;
	size_t size;
	static const char host_program[] = "func.func @main() { tfrt.return }\n";
	refuses("func.func @f( {", BEF_E_SYNTAX, 1, "");
	refuses("\"tfrt.return\"() : () -> ()\n", BEF_E_UNSUPPORTED, 0, "not a model");
	refuses("func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
		"  %0 = stablehlo.custom_call @nobody_knows(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
		"  return %0 : tensor<2xf32>\n}\n",
		BEF_E_UNSUPPORTED, 2, "nobody_knows");
	refuses("func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {\n"
		"  %0 = \"stablehlo.add\"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>\n"
		"  return %0 : tensor<2xf32>\n}\n",
		BEF_E_CORRUPT, 2, "add");
	CHECK(bef_assemble_text(host_program, strlen(host_program), "x", NULL, NULL, &program, &size, NULL) == BEF_OK);
	CHECK_INT(bef_model_open(program, size, NULL, registry, NULL, &model, &diag), BEF_E_UNSUPPORTED);
	CHECK(!model && strstr(diag.message, "not made from a model"));
	bef_assemble_free(NULL, program, size);
	struct kernels_registry *bare = kernels_registry_create(NULL);
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK_INT(bef_model_open(source, strlen(source), NULL, bare, NULL, &model, &diag), BEF_E_NOT_FOUND);
	CHECK(!model && strstr(diag.message, "hlo."));
	kernels_registry_destroy(bare);
}

/* ---- results */

static void owned_results_outlive_model_and_arguments(void)
{
	struct bef_model *model = open_text(source, NULL);
	int32_t *x = malloc(4 * sizeof *x);
	struct bef_model_tensor results[3] = { { .data = NULL } };
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .memory = 1000000 };
	CHECK_OR_RETURN(model);
	for (int i = 0; i < 4; i++)
		x[i] = 10 + i;
	const struct bef_model_tensor argument = vector(KERNELS_I32, x, 4);
	const bool ran = good(
		bef_model_run(model, bef_model_find(model, "views"), &argument, 1, results, 3, &options, &diag), &diag);
	memset(x, 0, 4 * sizeof *x);
	free(x);
	bef_model_close(model);
	for (int i = 0; ran && i < 4; i++) {
		CHECK_INT(((const int32_t *)results[0].data)[i], 10 + i);
		CHECK_INT(((const int32_t *)results[1].data)[i], 10 + i);
	}
	if (ran) {
		CHECK_INT(((const int64_t *)results[2].data)[1], 8);
		CHECK_INT(results[2].size, 16);
		CHECK_INT(results[0].rank, 2);
	}
	for (int i = 0; i < 3; i++) {
		bef_model_tensor_release(&results[i]);
		CHECK(!results[i].data && !results[i].owner);
		bef_model_tensor_release(&results[i]);
	}
}

static void empty_tensors_and_tokens(void)
{
	struct bef_model *model = open_text(source, NULL);
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_OR_RETURN(model);
	const struct bef_model_tensor arguments[2] = { floats(NULL, 0, 3), { .data = NULL } };
	struct bef_model_tensor results[2] = { { .data = NULL } };
	if (good(bef_model_run(model, bef_model_find(model, "empty"), arguments, 2, results, 2, NULL, &diag), &diag))
		CHECK(results[0].size == 0 && results[0].dims[1] == 3 && results[1].dtype == KERNELS_DTYPE_INVALID);
	bef_model_tensor_release(&results[0]);
	bef_model_close(model);
}

/* ---- wrong calls */

static void call_wrongly(struct bef_model *model, const struct bef_model_tensor *arguments, size_t argument_count,
	struct bef_model_tensor *results, size_t result_count, const char *message)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	CHECK_INT(bef_model_start(model, bef_model_find(model, "add"), arguments, argument_count, results, result_count,
			  NULL, &call, &diag),
		BEF_E_ARG);
	CHECK(!call);
	CHECK_STR(diag.message, message);
}

static void refuses_wrong_arguments(void)
{
	struct bef_model *model = open_text(source, NULL);
	float data[16] = { 0 };
	const struct bef_model_tensor right = floats(data, 2, 3);
	struct bef_model_tensor arguments[2] = { right, right };
	struct bef_model_tensor result = { .data = data, .size = sizeof data };
	CHECK_OR_RETURN(model);
	call_wrongly(model, arguments, 1, &result, 1, "1 arguments and 1 results, expected 2 and 1");
	call_wrongly(model, arguments, 2, &result, 0, "2 arguments and 0 results, expected 2 and 1");
	arguments[0] = floats(data, 3, 2);
	call_wrongly(model, arguments, 2, &result, 1, "argument 0 (left) is f32[3, 2], expected f32[2, 3]");
	arguments[0] = right;
	arguments[1].rank = 1;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (arg1) is f32[2], expected f32[2, 3]");
	arguments[1].rank = 17;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 has rank 17, expected at most 16");
	arguments[1] = right;
	arguments[1].dtype = KERNELS_I32;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (arg1) is i32[2, 3], expected f32[2, 3]");
	arguments[1] = right;
	arguments[1].size = 23;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (arg1) has 23 bytes of data, expected 24");
	arguments[1] = right;
	arguments[1].data = NULL;
	call_wrongly(model, arguments, 2, &result, 1, "argument 1 (arg1) has 0 bytes of data, expected 24");
	arguments[1].data = (char *)data + 1;
	call_wrongly(model, arguments, 2, &result, 1, "the data of argument 1 is not aligned to its elements");
	arguments[1] = right;
	result.size = 23;
	call_wrongly(
		model, arguments, 2, &result, 1, "the buffer for result 0 (sum) has 23 bytes, expected at least 24");
	struct bef_diag diag = BEF_DIAG_INIT;
	CHECK_INT(bef_model_run(model, NULL, arguments, 2, &result, 1, NULL, &diag), BEF_E_ARG);
	bef_model_close(model);
}

static void failed_checks_are_errors(void)
{
	struct bef_model *model = open_text(source, NULL);
	int32_t x[] = { 1, 3 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call *call;
	CHECK_OR_RETURN(model);
	const struct bef_model_tensor argument = vector(KERNELS_I32, x, 2);
	struct bef_model_tensor result = { .data = NULL };
	const struct bef_stablehlo_function *function = bef_model_find(model, "checked");
	CHECK(function->effects);
	if (good(bef_model_start(model, function, &argument, 1, &result, 1, NULL, &call, &diag), &diag)) {
		struct async_value *done = bef_model_call_done(call);
		async_queue_await(bef_model_queue(model), &done, 1);
		CHECK(bef_model_call_error(call) != NULL);
		CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_ARG);
		CHECK(!result.data && diag.line == 12 && strlen(diag.message) > 0);
	}
	x[1] = 2;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	CHECK(good(bef_model_run(model, function, &argument, 1, &result, 1, NULL, &diag), &diag));
	bef_model_tensor_release(&result);
	bef_model_close(model);
}

/* ---- several calls at once */

enum { THREADS = 4, ROUNDS = 40, IN_FLIGHT = 5 };

static unsigned ended; /* atomic */

static void count_end(void *ctx, struct bef_model_call *call)
{
	(void)call;
	__atomic_fetch_add((unsigned *)ctx, 1, __ATOMIC_RELAXED);
}

struct caller {
	struct bef_model *model;
	unsigned failures;
};

static void *call_often(void *ctx)
{
	struct caller *caller = ctx;
	const struct bef_model_call_options options = { .size = sizeof options, .done = count_end, .done_ctx = &ended };
	const struct bef_stablehlo_function *function = bef_model_find(caller->model, "add");
	for (int round = 0; round < ROUNDS; round++) {
		float x[IN_FLIGHT][6], z[IN_FLIGHT][6];
		struct bef_model_tensor arguments[IN_FLIGHT][2], results[IN_FLIGHT];
		struct bef_model_call *calls[IN_FLIGHT];
		for (int c = 0; c < IN_FLIGHT; c++) {
			for (int i = 0; i < 6; i++)
				x[c][i] = (float)(round * 100 + c * 10 + i);
			arguments[c][0] = arguments[c][1] = floats(x[c], 2, 3);
			results[c] = (struct bef_model_tensor){ .data = z[c], .size = sizeof z[c] };
			caller->failures += bef_model_start(caller->model, function, arguments[c], 2, &results[c], 1,
						    &options, &calls[c], NULL) != BEF_OK;
		}
		for (int c = 0; c < IN_FLIGHT; c++) {
			caller->failures += !calls[c] || bef_model_call_finish(calls[c], NULL) != BEF_OK;
			for (int i = 0; i < 6; i++)
				caller->failures += z[c][i] != 2 * x[c][i];
		}
	}
	return NULL;
}

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

static void in_threads(struct bef_model *model, void *(*run)(void *ctx))
{
	pthread_t threads[THREADS];
	struct caller callers[THREADS];
	for (int i = 0; i < THREADS; i++) {
		callers[i] = (struct caller){ model, 0 };
		CHECK(pthread_create(&threads[i], NULL, run, &callers[i]) == 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		CHECK_INT(callers[i].failures, 0);
	}
	bef_model_close(model);
}

static void several_threads_call(void)
{
	struct bef_model *model = open_text(source, NULL);
	ended = 0;
	CHECK_OR_RETURN(model);
	in_threads(model, call_often);
	CHECK_INT(ended, THREADS * ROUNDS * IN_FLIGHT);
}

static void several_threads_specialise(void)
{
	const struct bef_model_options options = { .size = sizeof options, .max_programs = 2 };
	struct bef_model *model = open_text(dynamic_source, &options);
	CHECK_OR_RETURN(model);
	in_threads(model, call_shapes);
}

/* A waiter of the value may finish the call. */
struct finisher {
	struct async_waiter waiter;
	struct bef_model_call *call;
	struct async_value *finished;
	enum bef_status status;
};

static void finish_in_waiter(struct async_waiter *waiter)
{
	struct finisher *finisher = (struct finisher *)(void *)waiter;
	struct async_value *finished = finisher->finished;
	finisher->status = bef_model_call_finish(finisher->call, NULL);
	async_value_set_available(finished);
}

static void waiters_finish_calls(void)
{
	struct bef_model *model = open_text(source, NULL);
	int64_t n = 1000, r = 0;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	struct finisher finisher = { .waiter = { .run = finish_in_waiter }, .finished = async_chain_create(NULL) };
	CHECK_OR_RETURN(model);
	if (good(bef_model_start(
			 model, bef_model_find(model, "long"), &argument, 1, &result, 1, NULL, &finisher.call, &diag),
		    &diag)) {
		async_value_and_then(bef_model_call_done(finisher.call), &finisher.waiter);
		async_queue_await(bef_model_queue(model), &finisher.finished, 1);
		CHECK_INT(finisher.status, BEF_OK);
		CHECK_INT(r, 1000);
	}
	async_value_release(finisher.finished);
	async_queue_quiesce(bef_model_queue(model));
	bef_model_close(model);
}

/* ---- calls that are stopped */

static void stop(struct bef_model *model, uint64_t deadline, const char *rule)
{
	int64_t n = INT64_MAX, r = -1;
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_model_call_options options = { .size = sizeof options, .deadline = deadline };
	const struct bef_model_tensor argument = { .dtype = KERNELS_I64, .data = &n, .size = sizeof n };
	struct bef_model_tensor result = { .data = &r, .size = sizeof r };
	struct bef_model_call *call;
	if (!good(bef_model_start(
			  model, bef_model_find(model, "long"), &argument, 1, &result, 1, &options, &call, &diag),
		    &diag))
		return;
	if (!deadline)
		bef_model_call_cancel(call);
	CHECK_INT(bef_model_call_finish(call, &diag), BEF_E_STATE);
	CHECK_STR(diag.rule, rule);
	CHECK_INT(r, -1);
}

static void cancels_and_observes_deadlines(void)
{
	struct bef_model *model = open_text(source, NULL);
	CHECK_OR_RETURN(model);
	stop(model, 0, "CANCELLED");
	stop(model, async_now_ns() + 20000000, "DEADLINE_EXCEEDED");
	stop(model, 1, "DEADLINE_EXCEEDED");
	add(model, 3);
	bef_model_close(model);
}

static void limits_memory(void)
{
	struct bef_model *model = open_text(source, NULL);
	float x = 1.5f;
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model_call_options options = { .size = sizeof options, .memory = 3 << 20 };
	const struct bef_model_tensor argument = { .dtype = KERNELS_F32, .data = &x, .size = sizeof x };
	struct bef_model_tensor result = { .data = NULL };
	CHECK_OR_RETURN(model);
	const struct bef_stablehlo_function *function = bef_model_find(model, "large");
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), BEF_E_NOMEM);
	CHECK(!result.data && strlen(diag.message) > 0);
	options.memory = 100;
	CHECK_INT(bef_model_run(model, function, &argument, 1, &result, 1, &options, NULL), BEF_E_NOMEM);
	options.memory = 16 << 20;
	diag = (struct bef_diag)BEF_DIAG_INIT;
	if (good(bef_model_run(model, function, &argument, 1, &result, 1, &options, &diag), &diag)) {
		CHECK_INT(result.size, 4 << 20);
		CHECK(((const float *)result.data)[(1 << 20) - 1] == 3.0f);
	}
	bef_model_close(model);
	bef_model_tensor_release(&result);
}

/* ---- dynamic shapes */

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

/* ---- memory that runs out */

static enum bef_status open_and_call(const char *text, const char *name, const struct async_host *host)
{
	const struct bef_model_options options = { .size = sizeof options, .host = host, .max_programs = 1 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_model *model;
	float x[6] = { 1, 2, 3, 4, 5, 6 };
	const struct bef_model_tensor arguments[2] = { floats(x, 2, 3), floats(x, 2, 3) };
	struct bef_model_tensor result = { .data = NULL };
	enum bef_status status = bef_model_open(text, strlen(text), "test.mlir", registry, &options, &model, &diag);
	if (status == BEF_OK) {
		const struct bef_stablehlo_function *function = bef_model_find(model, name);
		status = bef_model_run(model, function, arguments, function->argument_count, &result, 1, NULL, &diag);
	}
	if (status == BEF_OK)
		CHECK(((const float *)result.data)[5] == 12);
	else
		CHECK(!result.data && (diag.status == status ? status == BEF_E_NOMEM || diag.message[0]
							     : check_report(name, 0, "%s: %s",
								       bef_status_name(diag.status), diag.message)));
	bef_model_tensor_release(&result);
	if (status != BEF_OK && status != BEF_E_NOMEM)
		check_report(name, 0, "%s %s", diag.rule, diag.message);
	async_queue_quiesce(host->queue);
	bef_model_close(model);
	return status;
}

static void fail_each_allocation(const char *text, const char *name)
{
	const struct async_allocator *counting = async_allocator_create_counting(NULL);
	const struct async_allocator *failing = async_allocator_create_failing(counting, 0);
	const uint64_t before = async_allocator_stats(counting).live_blocks;
	struct async_host host = ASYNC_HOST_INIT;
	host.allocator = failing;
	host.queue = async_queue_create_single(NULL);
	CHECK_INT(open_and_call(text, name, &host), BEF_OK);
	const uint64_t needed = async_allocator_calls(failing);
	CHECK_INT(async_allocator_stats(counting).live_blocks, before);
	for (uint64_t nth = 1; nth <= needed; nth++) {
		async_allocator_fail_nth(failing, nth);
		const enum bef_status status = open_and_call(text, name, &host);
		/* some blocks only make a later step faster */
		if (status != BEF_E_NOMEM && status != BEF_OK)
			check_report(__FILE__, __LINE__, "allocation %llu: %s", (unsigned long long)nth,
				bef_status_name(status));
		if (async_allocator_stats(counting).live_blocks != before) {
			check_report(__FILE__, __LINE__, "allocation %llu leaves a block", (unsigned long long)nth);
			break;
		}
	}
	async_queue_destroy(host.queue);
	async_allocator_destroy(failing);
	async_allocator_destroy(counting);
}

static void survives_failing_allocations(void)
{
	fail_each_allocation(source, "add");
	fail_each_allocation(dynamic_source, "twice");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(opens_text_artifact_and_program), CHECK_CASE(opens_paths),
		CHECK_CASE(refuses_what_cannot_run), CHECK_CASE(owned_results_outlive_model_and_arguments),
		CHECK_CASE(empty_tensors_and_tokens), CHECK_CASE(refuses_wrong_arguments),
		CHECK_CASE(failed_checks_are_errors), CHECK_CASE(several_threads_call),
		CHECK_CASE(several_threads_specialise), CHECK_CASE(waiters_finish_calls),
		CHECK_CASE(cancels_and_observes_deadlines), CHECK_CASE(limits_memory),
		CHECK_CASE(specialises_for_shapes), CHECK_CASE(survives_failing_allocations) };
	registry = kernels_registry_create(NULL);
	if (!registry || kernels_registry_add(registry, kernels_pack_basic(), NULL) != KERNELS_OK ||
		kernels_registry_add(registry, kernels_pack_hlo(), NULL) != KERNELS_OK)
		return 3;
	int code = check_main(argc, argv, cases, sizeof cases / sizeof *cases);
	kernels_registry_destroy(registry);
	return code;
}
