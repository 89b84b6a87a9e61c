/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops whose carried arrays change places: the memory of an array is that of others in later iterations. Results are computed here too. */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <string.h>

enum { MOST = 7, LENGTH = 300, ROWS = 41, ITERATIONS = 60 };

/* How an iteration makes %n (i32[300]) from the carried %a0, ..., %aK, row %row of the captured %w, and the last one, %z. */
static const char *const bodies[] = {
	/* one new array in each iteration */
	"    %m = stablehlo.add %row, %z : tensor<300xi32>\n    %n = stablehlo.multiply %m, %a0 : tensor<300xi32>\n",
	/* the row through views, and twice */
	"    %v = stablehlo.reshape %row : (tensor<300xi32>) -> tensor<3x100xi32>\n"
	"    %u = stablehlo.reshape %v : (tensor<3x100xi32>) -> tensor<300xi32>\n    %m = stablehlo.add %u, %z : tensor<300xi32>\n"
	"    %r0 = stablehlo.reverse %m, dims = [0] : tensor<300xi32>\n    %r1 = stablehlo.reverse %r0, dims = [0] : tensor<300xi32>\n"
	"    %s = stablehlo.subtract %row, %u : tensor<300xi32>\n    %t = stablehlo.add %s, %r1 : tensor<300xi32>\n"
	"    %n = stablehlo.multiply %t, %a0 : tensor<300xi32>\n",
};

/* `arrays` are carried, and shifted by one in each iteration; `keep`: the last one stays where it is; `twice`: %n is returned twice. */
struct shape {
	unsigned arrays;
	bool keep, twice;
};

static unsigned from_of(const struct shape *s, unsigned i) /* the carried array that array i is next; s->arrays: %n */
{
	if (s->keep && i + 1 == s->arrays)
		return i;
	if (s->twice && i + 2 == s->arrays)
		return s->arrays;
	return i + 1 == s->arrays - s->keep ? s->arrays : i + 1;
}

static void put_types(unsigned arrays)
{
	for (unsigned i = 0; i < arrays; i++)
		put("%stensor<300xi32>", i ? ", " : "");
}

static void write_loop(const struct shape *s, const char *body)
{
	written.size = 0;
	put("func.func @main() -> (");
	put_types(s->arrays);
	put(") {\n  %%w = stablehlo.iota dim = 1 : tensor<41x300xi32>\n  %%rows = stablehlo.iota dim = 0 : tensor<41x300xi32>\n"
	    "  %%wr = stablehlo.add %%w, %%rows : tensor<41x300xi32>\n  %%zero = stablehlo.constant dense<0> : tensor<i32>\n"
	    "  %%k = stablehlo.iota dim = 0 : tensor<300xi32>\n");
	for (unsigned i = 0; i < s->arrays; i++)
		put("  %%c%u = stablehlo.constant dense<%u> : tensor<300xi32>\n  %%b%u = stablehlo.xor %%k, %%c%u : tensor<300xi32>\n", i, 5 * i + 1, i, i);
	put("  %%r:%u = stablehlo.while(%%i = %%zero", s->arrays + 1);
	for (unsigned i = 0; i < s->arrays; i++)
		put(", %%a%u = %%b%u", i, i);
	put(") : tensor<i32>, ");
	put_types(s->arrays);
	put("\n  cond {\n    %%many = stablehlo.constant dense<%u> : tensor<i32>\n", (unsigned)ITERATIONS);
	put("    %%p = stablehlo.compare LT, %%i, %%many : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %%p : tensor<i1>\n  } do {\n"
	    "    %%one = stablehlo.constant dense<1> : tensor<i32>\n"
	    "    %%slice = stablehlo.dynamic_slice %%wr, %%i, %%zero, sizes = [1, 300] : (tensor<41x300xi32>, tensor<i32>, tensor<i32>) -> "
	    "tensor<1x300xi32>\n    %%row = stablehlo.reshape %%slice : (tensor<1x300xi32>) -> tensor<300xi32>\n");
	put("    %%z = stablehlo.add %%a%u, %%a0 : tensor<300xi32>\n%s    %%j = stablehlo.add %%i, %%one : tensor<i32>\n    stablehlo.return %%j",
		s->arrays - 1, body);
	for (unsigned i = 0; i < s->arrays; i++) {
		const unsigned from = from_of(s, i);
		put(from == s->arrays ? ", %%n" : ", %%a%u", from);
	}
	put(" : tensor<i32>, ");
	put_types(s->arrays);
	put("\n  }\n  return ");
	for (unsigned i = 0; i < s->arrays; i++)
		put("%s%%r#%u", i ? ", " : "", i + 1);
	put(" : ");
	put_types(s->arrays);
	put("\n}\n");
}

/* ---- what the loop computes */

static uint32_t arrays[MOST][LENGTH];

static void compute(const struct shape *s)
{
	static uint32_t next[MOST][LENGTH];
	for (unsigned a = 0; a < s->arrays; a++)
		for (uint32_t k = 0; k < LENGTH; k++)
			arrays[a][k] = k ^ (5 * a + 1);
	for (uint32_t i = 0; i < ITERATIONS; i++) {
		const uint32_t row = i < ROWS ? i : ROWS - 1;
		for (uint32_t k = 0; k < LENGTH; k++) {
			const uint32_t new = (row + k + arrays[s->arrays - 1][k] + arrays[0][k]) * arrays[0][k];
			for (unsigned a = 0; a < s->arrays; a++)
				next[a][k] = from_of(s, a) == s->arrays ? new : arrays[from_of(s, a)][k];
		}
		memcpy(arrays, next, sizeof arrays);
	}
}

static void run_one(struct runner *runner, const struct shape *s, const char *body)
{
	struct async_value *results[MOST] = { NULL };
	struct model model;
	write_loop(s, body);
	compute(s);
	if (!model_open(runner, written.text, strlen(written.text), "rounds_test.mlir", false, &model))
		check_report(__FILE__, __LINE__, "%s\n%s", model.why, model.missing);
	else if (!model_call(runner, &model, bef_file_find(model.file, "main", 4), NULL, results))
		check_report(__FILE__, __LINE__, "%s", model.why);
	for (unsigned i = 0; i < s->arrays && results[i]; i++) {
		if (memcmp(kernels_tensor_bytes(async_value_payload(results[i])), arrays[i], sizeof arrays[i]) != 0)
			check_report(__FILE__, __LINE__, "array %u of %u is wrong", i, s->arrays);
		async_value_release(results[i]);
	}
	model_close(&model);
}

static void rounds(void)
{
	static const struct shape shapes[] = { { 1, false, false }, { 2, false, false }, { 3, false, false }, { 4, false, false }, { 5, false, false },
		{ 6, false, false }, { 7, false, false }, { 3, true, false }, { 5, true, false }, { 3, false, true }, { 4, false, true } };
	struct runner runner;
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
		for (size_t k = 0; k < 2 * (sizeof bodies / sizeof *bodies); k++) {
			runner.no_fusing = k % 2;
			run_one(&runner, &shapes[i], bodies[k / 2]);
		}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case list[] = { CHECK_CASE(rounds) };
	return check_main(argc, argv, list, sizeof list / sizeof *list);
}
