/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a second thread gains or costs: calls of programs of one to ten kernels, from some microseconds to milliseconds. "_single": the
 * single-threaded queue; "_1", "_2", ...: workers. Nanoseconds per call. A small program must not be slower with two workers than with
 * one, and a large one should take half the time. Run it on an idle machine. */
#include "bench.h"
#include "../test/run_model.h"

enum { MOST_WORKERS = 2 };

struct program {
	struct runner runner;
	struct model model;
	const struct kernels_function *main;
};

static void run(void *ctx, uint64_t n)
{
	struct program *program = ctx;
	while (n--) {
		struct async_value *result = NULL;
		if (!model_call(&program->runner, &program->model, program->main, NULL, &result))
			abort();
		async_value_release(result);
	}
}

/* workers 0: the single-threaded queue */
static void measure(const char *name, const char *text, unsigned workers)
{
	struct program program;
	char full[80], suffix[16] = "single";
	if (workers)
		snprintf(suffix, sizeof suffix, "%u", workers);
	snprintf(full, sizeof full, "%s_%s", name, suffix);
	memset(&program.runner, 0, sizeof program.runner);
	runner_init(&program.runner, workers);
	if (!model_open(&program.runner, text, strlen(text), name, true, &program.model)) {
		fprintf(stderr, "%s: %s\n", name, program.model.why);
		exit(1);
	}
	program.main = bef_file_find(program.model.file, "main", 4);
	bench_run("bef-stablehlo", full, 1, run, &program);
	model_close(&program.model);
	runner_finish(&program.runner);
}

static void measure_all(const char *name, const char *text)
{
	for (unsigned workers = 0; workers <= MOST_WORKERS; workers++)
		measure(name, text, workers);
}

/* One group of an addition, a tanh and a multiplication over `count` numbers, which are not constants. */
static void elements(unsigned count)
{
	char text[2000], name[60];
	snprintf(name, sizeof name, "group_%u", count);
	snprintf(text, sizeof text,
		"func.func @main() -> tensor<%ux%uxf32> {\n"
		"  %%x = stablehlo.iota dim = 1 : tensor<%ux%uxf32>\n"
		"  %%y = stablehlo.tanh %%x : tensor<%ux%uxf32>\n"
		"  %%z = stablehlo.add %%y, %%x : tensor<%ux%uxf32>\n"
		"  %%w = stablehlo.multiply %%z, %%y : tensor<%ux%uxf32>\n"
		"  return %%w : tensor<%ux%uxf32>\n}\n",
		count / 64, 64u, count / 64, 64u, count / 64, 64u, count / 64, 64u, count / 64, 64u, count / 64, 64u);
	measure_all(name, text);
}

/* Ten products in a row, each of the result of the one before. */
static void products(unsigned size)
{
	char text[4000], name[60];
	size_t used;
	snprintf(name, sizeof name, "products_%u", size);
	used = (size_t)snprintf(text, sizeof text, "func.func @main() -> tensor<%ux%uxf32> {\n  %%v0 = stablehlo.iota dim = 1 : tensor<%ux%uxf32>\n",
		size, size, size, size);
	for (unsigned i = 0; i < 10; i++)
		used += (size_t)snprintf(text + used, sizeof text - used,
			"  %%v%u = stablehlo.dot_general %%v%u, %%v0, contracting_dims = [1] x [0] : (tensor<%ux%uxf32>, tensor<%ux%uxf32>) -> "
			"tensor<%ux%uxf32>\n", i + 1, i, size, size, size, size, size, size);
	snprintf(text + used, sizeof text - used, "  return %%v10 : tensor<%ux%uxf32>\n}\n", size, size);
	measure_all(name, text);
}

/* A loop of short kernels between two that do not depend on each other: nothing of it is worth a second thread. */
static const char loop[] =
	"func.func @main() -> tensor<16xf32> {\n"
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
	"  %start = stablehlo.iota dim = 0 : tensor<16xf32>\n"
	"  %w = stablehlo.iota dim = 0 : tensor<16x16xf32>\n"
	"  %other = stablehlo.reverse %start, dims = [0] : tensor<16xf32>\n"
	"  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<16xf32>\n"
	"  cond {\n"
	"    %many = stablehlo.constant dense<100> : tensor<i32>\n"
	"    %p = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"    stablehlo.return %p : tensor<i1>\n"
	"  } do {\n"
	"    %one = stablehlo.constant dense<1> : tensor<i32>\n"
	"    %j = stablehlo.add %i, %one : tensor<i32>\n"
	"    %y = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>\n"
	"    %z = stablehlo.tanh %y : tensor<16xf32>\n"
	"    stablehlo.return %j, %z : tensor<i32>, tensor<16xf32>\n"
	"  }\n"
	"  %sum = stablehlo.add %r#1, %other : tensor<16xf32>\n"
	"  return %sum : tensor<16xf32>\n"
	"}\n";

int main(void)
{
	measure_all("loop_of_100", loop);
	for (unsigned count = 4096; count <= 4194304; count *= 4)
		elements(count);
	for (unsigned size = 32; size <= 512; size *= 2)
		products(size);
	return 0;
}
