/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fused programs have the same bits as without fusing, for all operations in loops and in groups. */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <stdlib.h>
#include <string.h>

static struct runner runner;

static void open_text(const char *text, bool fuse, struct model *model)
{
	runner.no_fusing = !fuse;
	if (!model_open(&runner, text, strlen(text), "fused_test.mlir", false, model))
		check_report(__FILE__, __LINE__, "%s\n%s", model->why, model->missing);
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
	{ "i2", { "-2", "-1", "1" }, integer_unary, integer_binary },
	{ "i4", { "-8", "-1", "3" }, integer_unary, integer_binary },
	{ "ui4", { "15", "0", "3" }, integer_unary, integer_binary },
	{ "ui64", { "18446744073709551615", "0", "3" }, integer_unary, integer_binary },
	{ "f4E2M1FN", { "1.5", "-0.5", "6.0" }, float_unary, float_binary },
	{ "complex<f32>", { "(1.37, -2.0)", "(0.0, 1.0)", "(-3.0, 0.5)" }, complex_unary, complex_binary },
	{ "complex<f64>", { "(1.37, -2.0)", "(0.0, 1.0)", "(-3.0, 0.5)" }, complex_unary, complex_binary },
	{ "i1", { "true", "false", "true" }, boolean_unary, boolean_binary },
};

/* Values %v0, %v1, ...: the constants, then one for each operation, of the two values before. @return their number */
static unsigned write_operations(const struct kind *kind, unsigned next)
{
	for (const char *const *name = kind->unary; *name; name++, next++)
		put("  %%v%u = stablehlo.%s %%v%u : tensor<%s>\n", next, *name, next % 3, kind->type);
	for (const char *const *name = kind->binary; *name; name++, next++)
		put("  %%v%u = stablehlo.%s %%v%u, %%v%u : tensor<%s>\n", next, *name, next - 2, next % 3, kind->type);
	return next;
}

static void write_types(const struct kind *kind, unsigned first, unsigned end)
{
	for (unsigned i = first; i < end; i++)
		put("%stensor<%s>", i > first ? ", " : "", kind->type);
}

/* A function with the operations in its block. */
static void write_group(const struct kind *kind, unsigned values)
{
	put("func.func @group() -> (");
	write_types(kind, 3, values);
	put(") {\n");
	for (unsigned i = 0; i < 3; i++)
		put("  %%v%u = stablehlo.constant dense<%s> : tensor<%s>\n", i, kind->constants[i], kind->type);
	write_operations(kind, 3);
	put("  return ");
	for (unsigned i = 3; i < values; i++)
		put("%s%%v%u", i > 3 ? ", " : "", i);
	put(" : ");
	write_types(kind, 3, values);
	put("\n}\n");
}

/* The same in a loop, which carries three values and, in `last`, the last of the operations'. */
static void write_loop(const struct kind *kind, unsigned values)
{
	put("func.func @loop() -> (");
	write_types(kind, 0, 3);
	put(") {\n  %%zero = stablehlo.constant dense<0> : tensor<i32>\n  %%five = stablehlo.constant dense<5> : tensor<i32>\n"
	    "  %%one = stablehlo.constant dense<1> : tensor<i32>\n");
	for (unsigned i = 0; i < 3; i++)
		put("  %%c%u = stablehlo.constant dense<%s> : tensor<%s>\n", i, kind->constants[i], kind->type);
	put("  %%r:4 = stablehlo.while(%%i = %%zero, %%v0 = %%c0, %%v1 = %%c1, %%v2 = %%c2) : tensor<i32>, ");
	write_types(kind, 0, 3);
	put("\n  cond {\n  %%p = stablehlo.compare LT, %%i, %%five : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	    "  stablehlo.return %%p : tensor<i1>\n  } do {\n");
	write_operations(kind, 3);
	put("  %%j = stablehlo.add %%i, %%one : tensor<i32>\n  stablehlo.return %%j, %%v%u, %%v%u, %%v%u : tensor<i32>, ", values - 1,
		values - 3, values / 2);
	write_types(kind, 0, 3);
	put("\n  }\n  return %%r#1, %%r#2, %%r#3 : ");
	write_types(kind, 0, 3);
	put("\n}\n");
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
		if (memcmp(kernels_tensor_bytes(a), kernels_tensor_bytes(b), (size_t)kernels_tensor_elements(a) * kernels_dtype_size(a->dtype)) != 0)
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
		written.size = 0;
		unsigned values = write_operations(&kinds[i], 3);
		written.size = 0;
		write_group(&kinds[i], values);
		write_loop(&kinds[i], values);
		open_text(written.text, false, &models[0]);
		open_text(written.text, true, &models[1]);
		if (models[0].file && models[1].file) {
			compare_results(kinds[i].type, models, "group");
			compare_results(kinds[i].type, models, "loop");
		}
		model_close(&models[0]);
		model_close(&models[1]);
	}
	runner_finish(&runner);
}

/* ---- arrays: borders, and short last dimensions. A concatenate of one operand is a kernel, so it keeps what it copies in memory. */

static void write_numbers(const char *name, const char *dims, const char *type)
{
	put("  %%%s0 = stablehlo.iota dim = 0 : tensor<%sxi32>\n  %%%s1 = stablehlo.iota dim = 1 : tensor<%sxi32>\n", name, dims, name, dims);
	put("  %%%s2 = stablehlo.multiply %%%s0, %%%s1 : tensor<%sxi32>\n  %%%s3 = stablehlo.add %%%s2, %%%s1 : tensor<%sxi32>\n", name, name,
		name, dims, name, name, name, dims);
	put("  %%%s4 = stablehlo.convert %%%s3 : (tensor<%sxi32>) -> tensor<%sx%s>\n", name, name, dims, dims, type);
	put("  %%%s = stablehlo.concatenate %%%s4, dim = 0 : (tensor<%sx%s>) -> tensor<%sx%s>\n", name, name, dims, type, dims, type);
}

static void write_slice(const char *to, const char *from, const char *range, const char *dims, const char *part, const char *type)
{
	put("  %%%s = stablehlo.slice %%%s [%s] : (tensor<%sx%s>) -> tensor<%sx%s>\n", to, from, range, dims, type, part, type);
}

/* A sum of neighbours between borders, of which one operand is no slice. */
static void write_borders(const struct kind *kind)
{
	const char *t = kind->type;
	put("func.func @borders() -> tensor<64x40x%s> {\n  %%v = stablehlo.constant dense<%s> : tensor<%s>\n", t, kind->constants[0], t);
	write_numbers("x", "64x40", t);
	write_numbers("y", "62x40", t);
	write_slice("a", "x", "2:64, 0:40", "64x40", "62x40", t);
	write_slice("b", "x", "0:62, 0:40", "64x40", "62x40", t);
	put("  %%s = stablehlo.add %%a, %%b : tensor<62x40x%s>\n  %%t = stablehlo.add %%s, %%y : tensor<62x40x%s>\n", t, t);
	put("  %%r = stablehlo.pad %%t, %%v, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<62x40x%s>, tensor<%s>) -> "
	    "tensor<64x40x%s>\n  return %%r : tensor<64x40x%s>\n}\n", t, t, t, t);
}

static void write_roll(const struct kind *kind)
{
	const char *t = kind->type;
	put("func.func @roll() -> tensor<64x40x%s> {\n", t);
	write_numbers("x", "64x40", t);
	write_slice("a", "x", "0:64, 37:40", "64x40", "64x3", t);
	write_slice("b", "x", "0:64, 0:37", "64x40", "64x37", t);
	put("  %%c = stablehlo.concatenate %%a, %%b, dim = 1 : (tensor<64x3x%s>, tensor<64x37x%s>) -> tensor<64x40x%s>\n", t, t, t);
	put("  %%r = stablehlo.add %%c, %%x : tensor<64x40x%s>\n  return %%r : tensor<64x40x%s>\n}\n", t, t);
}

static void write_sum(const char *to, const char *from, int dimension, const char *dims, const char *type)
{
	put("  %%%s = stablehlo.reduce(%%%s init: %%v) applies stablehlo.add across dimensions = [%d] : (tensor<90x70x3x%s>, tensor<%s>) -> "
	    "tensor<%sx%s>\n", to, from, dimension, type, type, dims, type);
}

/* Distances of points, and sums of their parts. */
static void write_points(const struct kind *kind)
{
	const char *t = kind->type;
	put("func.func @points() -> (tensor<90x70x%s>, tensor<90x3x%s>) {\n  %%v = stablehlo.constant dense<%s> : tensor<%s>\n", t, t,
		kind->constants[2], t);
	put("  %%c = stablehlo.constant dense<%s> : tensor<90x70x3x%s>\n", kind->constants[1], t);
	write_numbers("x", "90x3", t);
	write_numbers("y", "70x3", t);
	put("  %%a = stablehlo.broadcast_in_dim %%x, dims = [0, 2] : (tensor<90x3x%s>) -> tensor<90x70x3x%s>\n", t, t);
	put("  %%b = stablehlo.broadcast_in_dim %%y, dims = [1, 2] : (tensor<70x3x%s>) -> tensor<90x70x3x%s>\n", t, t);
	put("  %%d = stablehlo.add %%a, %%b : tensor<90x70x3x%s>\n  %%e = stablehlo.multiply %%d, %%d : tensor<90x70x3x%s>\n", t, t);
	write_sum("s", "e", 2, "90x70", t);
	put("  %%w = stablehlo.broadcast_in_dim %%s, dims = [0, 1] : (tensor<90x70x%s>) -> tensor<90x70x3x%s>\n", t, t);
	put("  %%f = stablehlo.multiply %%d, %%w : tensor<90x70x3x%s>\n  %%g = stablehlo.add %%f, %%c : tensor<90x70x3x%s>\n", t, t);
	write_sum("m", "g", 1, "90x3", t);
	put("  return %%s, %%m : tensor<90x70x%s>, tensor<90x3x%s>\n}\n", t, t);
}

static void same_bits_of_arrays(void)
{
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct model models[2];
		written.size = 0;
		write_borders(&kinds[i]);
		write_roll(&kinds[i]);
		write_points(&kinds[i]);
		open_text(written.text, false, &models[0]);
		open_text(written.text, true, &models[1]);
		if (models[0].file && models[1].file) {
			compare_results(kinds[i].type, models, "borders");
			compare_results(kinds[i].type, models, "roll");
			compare_results(kinds[i].type, models, "points");
		}
		model_close(&models[0]);
		model_close(&models[1]);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(same_bits), CHECK_CASE(same_bits_of_arrays) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
