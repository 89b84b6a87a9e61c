/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text of StableHLO: nanoseconds per operation for parsing, verifying, printing, and all passes. */
#include "bench.h"

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

/* One function: eight operations of different forms, again and again. */
static size_t generate(char *text, size_t room)
{
	size_t size = (size_t)snprintf(text, room,
		"func.func @main(%%v0: tensor<4x8xf32>, %%w: tensor<8x8xf32>, %%p: tensor<4x8xi1>) -> tensor<4x8xf32> {\n");
	for (int i = 0; i < BLOCKS; i++)
		size += (size_t)snprintf(text + size, room - size,
			"  %%a%d = stablehlo.dot_general %%v%d, %%w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> "
			"tensor<4x8xf32>\n"
			"  %%b%d = stablehlo.tanh %%a%d : tensor<4x8xf32>\n"
			"  %%c%d = stablehlo.constant dense<%d.5> : tensor<f32>\n"
			"  %%d%d = stablehlo.broadcast_in_dim %%c%d, dims = [] : (tensor<f32>) -> tensor<4x8xf32>\n"
			"  %%e%d = stablehlo.add %%b%d, %%d%d : tensor<4x8xf32>\n"
			"  %%f%d = stablehlo.compare LT, %%e%d, %%b%d, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>\n"
			"  %%g%d = stablehlo.and %%f%d, %%p : tensor<4x8xi1>\n"
			"  %%v%d = stablehlo.select %%g%d, %%e%d, %%v%d : tensor<4x8xi1>, tensor<4x8xf32>\n",
			i, i, i, i, i, i % 1000, i, i, i, i, i, i, i, i, i, i, i + 1, i, i, i);
	return size + (size_t)snprintf(text + size, room - size, "  return %%v%d : tensor<4x8xf32>\n}\n", BLOCKS);
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
	input.size = generate(input.text, OPS * 160);
	input.module = parse(input.context, &input);
	bench_run("mlirbc-stablehlo", "parse_op", OPS, parse_loop, &input);
	bench_run("mlirbc-stablehlo", "verify_op", OPS, verify_loop, &input);
	bench_run("mlirbc-stablehlo", "print_op", OPS, print_loop, &input);
	bench_run("mlirbc-stablehlo", "parse_and_simplify_op", OPS, simplify_loop, &input);
	mlirbc_context_destroy(input.context);
	free(input.text);
	return 0;
}
