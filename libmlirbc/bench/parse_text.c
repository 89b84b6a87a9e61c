/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parsing and printing generic text: nanoseconds per byte of text. */
#include "bench.h"

#include <mlirbc/mlirbc.h>

enum { FUNCTIONS = 2000 };

struct input {
	char *text;
	size_t size;
	struct mlirbc_context *context; /* for printing */
	struct mlirbc_module *module;
};

/* Functions of a few operations, an attribute of each usual kind, and locations. */
static size_t generate(char *text, size_t room)
{
	size_t size = (size_t)snprintf(text, room, "\"builtin.module\"() ({\n");
	for (int f = 0; f < FUNCTIONS; f++)
		size += (size_t)snprintf(text + size, room - size,
			"  \"func.func\"() <{function_type = (i64, memref<?x8xf32>) -> i64, sym_name = \"fn_%d\"}> ({\n"
			"  ^bb0(%%arg0: i64, %%arg1: memref<?x8xf32>):\n"
			"    %%0 = \"arith.addi\"(%%arg0, %%arg0) <{overflowFlags = #arith.overflow<none>}> : (i64, "
			"i64) -> i64 loc(\"a.py\":%d:1)\n"
			"    %%1 = \"arith.constant\"() <{value = %d : i64}> : () -> i64 loc(\"a.py\":%d:5)\n"
			"    %%2:2 = \"test.pair\"(%%0, %%1) {names = [\"x\", \"y%d\"], scale = %d.5 : f32} : (i64, "
			"i64) -> (i64, f32)\n"
			"    \"cf.cond_br\"(%%2#0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i64) -> ()\n"
			"  ^bb1:\n"
			"    \"test.dense\"() {data = dense<[1, 2, 3, %d]> : tensor<4xi32>} : () -> ()\n"
			"    \"cf.br\"()[^bb2] : () -> ()\n"
			"  ^bb2:\n"
			"    \"func.return\"(%%2#0) : (i64) -> ()\n"
			"  }) : () -> () loc(\"a.py\":%d:0)\n",
			f, f, f, f + 1, f, f % 1000, f, f);
	return size + (size_t)snprintf(text + size, room - size, "}) : () -> ()\n");
}

static void parse_loop(void *ctx, uint64_t n)
{
	const struct input *input = ctx;
	struct mlirbc_module *module;
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		if (mlirbc_parse(context, input->text, input->size, NULL, &module, NULL) != MLIRBC_OK)
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
	const struct mlirbc_print_options options = { .size = sizeof options, .debug_info = false };
	size_t size = 0;
	while (n--) {
		if (mlirbc_print(input->module, &options, discard, &size) != MLIRBC_OK)
			abort();
	}
}

int main(void)
{
	struct input input = { .text = malloc(FUNCTIONS * 1024) };
	size_t printed = 0;
	if (!input.text || !(input.context = mlirbc_context_create(NULL)))
		return 1;
	input.size = generate(input.text, FUNCTIONS * 1024);
	if (mlirbc_parse(input.context, input.text, input.size, NULL, &input.module, NULL) != MLIRBC_OK ||
		mlirbc_print(input.module, NULL, discard, &printed) != MLIRBC_OK)
		return 1;
	bench_run("mlirbc", "parse_text_byte", (double)input.size, parse_loop, &input);
	bench_run("mlirbc", "print_text_byte", (double)printed, print_loop, &input);
	mlirbc_context_destroy(input.context);
	free(input.text);
	return 0;
}
