/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops and many scalar operations, in nanoseconds per iteration or operation; "_single": one kernel per operation, without fusing.
 * lstm_while.mlir and rnn_while.mlir are exported as by JAX: 100 steps of width 128. */
#include "bench.h"
#include "../test/run_model.h"

enum { MOST = 4, CHAIN = 10000 };

struct program {
	struct runner *runner;
	struct model model;
	const struct kernels_function *main;
	struct async_value *arguments[MOST];
};

/* The elements are 1/64, 2/64, ..., 63/64, 0, 1/64, ... */
static struct async_value *make_array(const struct runner *runner, const struct kernels_shape *shape)
{
	struct kernels_tensor tensor = { KERNELS_TENSOR_DENSE, KERNELS_F32, *shape, NULL, NULL };
	size_t count = 1;
	for (uint32_t i = 0; i < shape->rank; i++)
		count *= (size_t)shape->dims[i];
	tensor.buffer = kernels_buffer_create(runner->host.allocator, count * sizeof(float), 64);
	if (!tensor.buffer)
		abort();
	for (size_t i = 0; i < count; i++)
		((float *)kernels_buffer_data(tensor.buffer))[i] = (float)((i + 1) % 64) / 64;
	return async_value_create_available(runner->host.allocator, kernels_tensor_types()->tensor, &tensor);
}

static void run(void *ctx, uint64_t n)
{
	struct program *program = ctx;
	while (n--) {
		struct async_value *results[MOST] = { NULL };
		if (!model_call(program->runner, &program->model, program->main, program->arguments, results))
			abort();
		for (uint32_t i = 0; i < program->main->result_count; i++)
			async_value_release(results[i]);
	}
}

/* @param units   iterations or operations of a call
 * @param shapes  of the arguments of @main; rank 0 is a scalar */
static void measure(struct runner *runner, const char *name, const char *text, double units, const struct kernels_shape *shapes)
{
	for (int fuse = 1; fuse >= 0; fuse--) {
		struct program program = { .runner = runner };
		char full[80];
		snprintf(full, sizeof full, "%s%s", name, fuse ? "" : "_single");
		runner->no_fusing = !fuse;
		if (!model_open(runner, text, strlen(text), name, true, &program.model)) {
			fprintf(stderr, "%s: %s\n", name, program.model.why);
			exit(1);
		}
		program.main = bef_file_find(program.model.file, "main", 4);
		for (uint32_t i = 0; i < program.main->argument_count; i++)
			program.arguments[i] = make_array(runner, &shapes[i]);
		bench_run("bef-stablehlo", full, units, run, &program);
		for (uint32_t i = 0; i < program.main->argument_count; i++)
			async_value_release(program.arguments[i]);
		model_close(&program.model);
	}
}

/* ---- programs */

#define LOOP(next, body) \
	"func.func @main() -> " next " {\n" \
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n" \
	"  %init = stablehlo.constant dense<1> : " next "\n" \
	"  %r:2 = stablehlo.while(%i = %zero, %x = %init) : tensor<i32>, " next "\n" \
	"  cond {\n" \
	"    %many = stablehlo.constant dense<10000> : tensor<i32>\n" \
	"    %p = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" \
	"    stablehlo.return %p : tensor<i1>\n" \
	"  } do {\n" \
	"    %one = stablehlo.constant dense<1> : tensor<i32>\n" \
	"    %j = stablehlo.add %i, %one : tensor<i32>\n" body \
	"    stablehlo.return %j, %y : tensor<i32>, " next "\n" \
	"  }\n" \
	"  return %r#1 : " next "\n" \
	"}\n"
/* Five operations in an iteration, with the condition. */
static const char scalars[] = LOOP("tensor<i32>",
	"    %a = stablehlo.xor %x, %i : tensor<i32>\n"
	"    %b = stablehlo.add %a, %j : tensor<i32>\n"
	"    %y = stablehlo.multiply %b, %j : tensor<i32>\n");
/* A counter, and an array of 16 elements in which one is replaced. */
static const char array[] = LOOP("tensor<16xi32>",
	"    %c = stablehlo.constant dense<15> : tensor<i32>\n"
	"    %at = stablehlo.and %i, %c : tensor<i32>\n"
	"    %cell = stablehlo.reshape %j : (tensor<i32>) -> tensor<1xi32>\n"
	"    %y = stablehlo.dynamic_update_slice %x, %cell, %at : (tensor<16xi32>, tensor<1xi32>, tensor<i32>) -> tensor<16xi32>\n");

static char *need(size_t size)
{
	char *block = malloc(size);
	if (!block)
		abort();
	return block;
}

/* Dependent additions and multiplications of scalars, a constant in front of each. */
static char *make_chain(void)
{
	size_t room = 200 * (size_t)CHAIN + 200, used;
	char *text = need(room);
	used = (size_t)snprintf(text, room, "func.func @main(%%v0: tensor<f32>) -> tensor<f32> {\n");
	for (int i = 0; i < CHAIN; i++)
		used += (size_t)snprintf(text + used, room - used,
			"  %%c%d = stablehlo.constant dense<%s> : tensor<f32>\n  %%v%d = stablehlo.%s %%v%d, %%c%d : tensor<f32>\n", i,
			i % 2 ? "1.0001" : "0.0001", i + 1, i % 2 ? "multiply" : "add", i, i);
	snprintf(text + used, room - used, "  return %%v%d : tensor<f32>\n}\n", CHAIN);
	return text;
}

static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = need(100000);
	if (!file) {
		perror(path);
		exit(1);
	}
	text[fread(text, 1, 99999, file)] = '\0';
	fclose(file);
	return text;
}

int main(void)
{
	const struct kernels_shape lstm_shapes[] = { { 1, { 512 } }, { 2, { 128, 512 } }, { 2, { 128, 512 } },
		{ 3, { 100, 1, 128 } } };
	const struct kernels_shape rnn_shapes[] = { { 1, { 128 } }, { 2, { 128, 128 } }, { 2, { 128, 128 } }, { 2, { 1, 128 } } };
	const struct kernels_shape scalar[] = { { .rank = 0 } };
	char *lstm = read_text(PROGRAMS "/lstm_while.mlir"), *rnn = read_text(PROGRAMS "/rnn_while.mlir"), *chain = make_chain();
	struct runner runner;
	runner_init(&runner, 0);
	runner.host.allocator = async_allocator_cached();
	measure(&runner, "loop_scalars", scalars, 10000, NULL);
	measure(&runner, "loop_array", array, 10000, NULL);
	measure(&runner, "lstm_while", lstm, 100, lstm_shapes);
	measure(&runner, "rnn_while", rnn, 100, rnn_shapes);
	measure(&runner, "ops_chain10k", chain, CHAIN, scalar);
	runner_finish(&runner);
	free(lstm);
	free(rnn);
	free(chain);
	return 0;
}
