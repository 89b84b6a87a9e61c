/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text of StableHLO: nanoseconds per operation for parsing, verifying, printing, all passes, and refinement of the program with a dynamic
 * dimension; bytes of memory per operation, beside those of the generic form, which needs libmlirbc only. */
#include "bench.h"

#include <mlirbc/build.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>

enum { BLOCKS = 12500, OPS = 8 * BLOCKS };

struct input {
	char *text;
	size_t size;
	struct mlirbc_context *context; /* for verifying and printing */
	struct mlirbc_module *module;
};

/* One function: eight operations of different forms, again and again. `dynamic`: its first dimension is '?'. */
static size_t generate(char *text, size_t room, bool dynamic)
{
	const char *rows = dynamic ? "?" : "4";
	size_t size = (size_t)snprintf(text, room,
		"func.func @main(%%v0: tensor<%sx8xf32>, %%w: tensor<8x8xf32>, %%p: tensor<%sx8xi1>) -> tensor<%sx8xf32> {\n"
		"  %%n = stablehlo.get_dimension_size %%v0, dim = 0 : (tensor<%sx8xf32>) -> tensor<i32>\n"
		"  %%r = stablehlo.reshape %%n : (tensor<i32>) -> tensor<1xi32>\n"
		"  %%k = stablehlo.constant dense<8> : tensor<1xi32>\n"
		"  %%s = stablehlo.concatenate %%r, %%k, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>\n",
		rows, rows, rows, rows);
	for (int i = 0; i < BLOCKS; i++)
		size += (size_t)snprintf(text + size, room - size,
			"  %%a%d = stablehlo.dot_general %%v%d, %%w, contracting_dims = [1] x [0] : (tensor<%sx8xf32>, tensor<8x8xf32>) -> "
			"tensor<%sx8xf32>\n"
			"  %%b%d = stablehlo.tanh %%a%d : tensor<%sx8xf32>\n"
			"  %%c%d = stablehlo.constant dense<%d.5> : tensor<f32>\n"
			"  %%d%d = stablehlo.%s %%c%d%s, dims = [] : (tensor<f32>%s) -> tensor<%sx8xf32>\n"
			"  %%e%d = stablehlo.add %%b%d, %%d%d : tensor<%sx8xf32>\n"
			"  %%f%d = stablehlo.compare LT, %%e%d, %%b%d, FLOAT : (tensor<%sx8xf32>, tensor<%sx8xf32>) -> tensor<%sx8xi1>\n"
			"  %%g%d = stablehlo.and %%f%d, %%p : tensor<%sx8xi1>\n"
			"  %%v%d = stablehlo.select %%g%d, %%e%d, %%v%d : tensor<%sx8xi1>, tensor<%sx8xf32>\n",
			i, i, rows, rows, i, i, rows, i, i % 1000, i, dynamic ? "dynamic_broadcast_in_dim" : "broadcast_in_dim", i,
			dynamic ? ", %s" : "", dynamic ? ", tensor<2xi32>" : "", rows, i, i, i, rows, i, i, i, rows, rows, rows, i, i,
			rows, i + 1, i, i, i, rows, rows);
	return size + (size_t)snprintf(text + size, room - size, "  return %%v%d : tensor<%sx8xf32>\n}\n", BLOCKS, rows);
}

static struct mlirbc_module *parse(struct mlirbc_context *context, const struct input *input)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (!context || mlirbc_parse(context, input->text, input->size, &options, &module, NULL) != MLIRBC_OK)
		abort();
	return module;
}

static void parse_loop(void *ctx, uint64_t n)
{
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		parse(context, ctx);
		mlirbc_context_destroy(context);
	}
}

static void verify_loop(void *ctx, uint64_t n)
{
	const struct input *input = ctx;
	while (n--) {
		if (mlirbc_stablehlo_verify_module(input->module, NULL, NULL) != MLIRBC_OK)
			abort();
	}
}

/* Parsing is part of it: the passes change the module. */
static void simplify_loop(void *ctx, uint64_t n)
{
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		if (mlirbc_stablehlo_run(parse(context, ctx), MLIRBC_STABLEHLO_ALL, NULL, NULL, NULL) != MLIRBC_OK)
			abort();
		mlirbc_context_destroy(context);
	}
}

static void refine_loop(void *ctx, uint64_t n)
{
	static const int64_t dims[] = { 4, 8 };
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module = parse(context, ctx);
		struct mlirbc_stablehlo_refine_report report = { .size = sizeof report };
		const struct mlirbc_stablehlo_argument arguments[] = {
			{ .index = 0, .type = mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, dims, 2, mlirbc_type_float(context, MLIRBC_F32)) },
			{ .index = 2, .type = mlirbc_type_shaped(context, MLIRBC_TYPE_TENSOR, dims, 2,
						mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS)) } };
		if (mlirbc_stablehlo_refine(module, arguments, 2, NULL, &report, NULL) != MLIRBC_OK || report.dynamic)
			abort();
		mlirbc_context_destroy(context);
	}
}

static int take(void *ctx, const char *text, size_t size)
{
	struct input *out = ctx;
	memcpy(out->text + out->size, text, size);
	out->size += size;
	return 0;
}

/* `input` has been parsed and nothing else. */
static void put_memory(const struct input *input)
{
	struct input generic = { .text = malloc(OPS * 400) };
	struct mlirbc_module *module;
	size_t bytes = mlirbc_context_bytes(input->context);
	if (!generic.text || !(generic.context = mlirbc_context_create(NULL)) ||
		mlirbc_print(input->module, NULL, take, &generic) != MLIRBC_OK ||
		mlirbc_parse(generic.context, generic.text, generic.size, NULL, &module, NULL) != MLIRBC_OK)
		abort();
	printf("{\"lib\": \"mlirbc-stablehlo\", \"name\": \"memory_op\", \"bytes\": %.1f, \"generic_bytes\": %.1f}\n",
		(double)bytes / OPS, (double)mlirbc_context_bytes(generic.context) / OPS);
	mlirbc_context_destroy(generic.context);
	free(generic.text);
}

static int discard(void *ctx, const char *text, size_t size)
{
	(void)text;
	*(size_t *)ctx += size;
	return 0;
}

static void print_loop(void *ctx, uint64_t n)
{
	const struct input *input = ctx;
	struct mlirbc_print_options options = { .size = sizeof options, .pretty = true };
	size_t size = 0;
	options.dialects = mlirbc_stablehlo_printing(&options.dialect_count);
	while (n--) {
		if (mlirbc_print(input->module, &options, discard, &size) != MLIRBC_OK)
			abort();
	}
}

int main(void)
{
	struct input input = { .text = malloc(OPS * 160) };
	if (!input.text || !(input.context = mlirbc_context_create(NULL)))
		return 1;
	input.size = generate(input.text, OPS * 160, false);
	input.module = parse(input.context, &input);
	put_memory(&input);
	bench_run("mlirbc-stablehlo", "parse_op", OPS, parse_loop, &input);
	bench_run("mlirbc-stablehlo", "verify_op", OPS, verify_loop, &input);
	bench_run("mlirbc-stablehlo", "print_op", OPS, print_loop, &input);
	bench_run("mlirbc-stablehlo", "parse_and_simplify_op", OPS, simplify_loop, &input);
	input.size = generate(input.text, OPS * 160, true);
	bench_run("mlirbc-stablehlo", "parse_and_refine_op", OPS, refine_loop, &input);
	mlirbc_context_destroy(input.context);
	free(input.text);
	return 0;
}
