/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which reductions of pairs become operations of groups. Their results are those of data/run/argmax.mlir. */
#include "check.h"
#include "run_model.h"

#include <string.h>

/* x: f32; its shape, the initial values, the comparisons of values and indices, the dimension and the returned result vary. */
#define ARGMAX(...) ARGMAX_OF("6x8", __VA_ARGS__)
#define ARGMAX_OF(shape, limit, first, picks, ties, dimension, size, returns) \
	"func.func @f(%x: tensor<" shape "xf32>) -> tensor<" size "x" returns " {\n" \
	"  %i = stablehlo.iota dim = " dimension " : tensor<" shape "xi32>\n  %limit = stablehlo.constant dense<" limit "> : tensor<f32>\n" \
	"  %zero = stablehlo.constant dense<" first "> : tensor<i32>\n" \
	"  %r:2 = stablehlo.reduce(%x init: %limit), (%i init: %zero) across dimensions = [" dimension "] : (tensor<" shape "xf32>, " \
	"tensor<" shape "xi32>, tensor<f32>, tensor<i32>) -> (tensor<" size "xf32>, tensor<" size "xi32>)\n" \
	"   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {\n" \
	"    %0 = stablehlo.compare " picks " : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" \
	"    %1 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" \
	"    %2 = stablehlo.or %0, %1 : tensor<i1>\n" \
	"    %3 = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" \
	"    %4 = stablehlo.compare " ties ", SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" \
	"    %5 = stablehlo.and %3, %4 : tensor<i1>\n    %6 = stablehlo.or %2, %5 : tensor<i1>\n" \
	"    %7 = stablehlo.select %2, %a, %c : tensor<i1>, tensor<f32>\n" \
	"    %8 = stablehlo.select %6, %b, %d : tensor<i1>, tensor<i32>\n" \
	"    stablehlo.return %7, %8 : tensor<f32>, tensor<i32>\n  }\n"
#define INDEX "  return %r#1 : tensor<6xi32>\n}\n"
#define LOW "0xFF800000"
#define HIGH "0x7F800000"

static const struct {
	const char *text;
	bool is_argmax;
} programs[] = {
	{ ARGMAX(LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, true },
	{ ARGMAX(LOW, "0", "LT, %c, %a, FLOAT", "GT, %d, %b", "1", "6", "i32>") INDEX, true },
	{ ARGMAX(HIGH, "0", "LT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, true },
	{ ARGMAX(HIGH, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX("0.0", "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX(LOW, "1", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX(LOW, "0", "GE, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX(LOW, "0", "GT, %a, %c, TOTALORDER", "LT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX(LOW, "0", "GT, %a, %c, FLOAT", "GT, %b, %d", "1", "6", "i32>") INDEX, false },
	{ ARGMAX(LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "0", "8", "i32>") "  return %r#1 : tensor<8xi32>\n}\n", false },
	{ ARGMAX_OF("6x15", LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "0", "15", "i32>") "  return %r#1 : tensor<15xi32>\n}\n", false },
	{ ARGMAX_OF("6x16", LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "0", "16", "i32>") "  return %r#1 : tensor<16xi32>\n}\n", true },
	{ ARGMAX_OF("6x4x4x3", LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6x4x3", "i32>") "  return %r#1 : tensor<6x4x3xi32>\n}\n", false },
	{ ARGMAX_OF("6x4x4x4", LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6x4x4", "i32>") "  return %r#1 : tensor<6x4x4xi32>\n}\n", true },
	{ ARGMAX(LOW, "0", "GT, %a, %c, FLOAT", "LT, %b, %d", "1", "6", "f32>") "  return %r#0 : tensor<6xf32>\n}\n", false },
};

static void forms(void)
{
	for (int no_fusing = 0; no_fusing < 2; no_fusing++) {
		struct runner runner;
		runner_init(&runner, 0);
		runner.no_fusing = no_fusing;
		for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
			struct model model;
			if (!model_open(&runner, programs[i].text, strlen(programs[i].text), "argmax_test.mlir", true, &model)) {
				check_report(__FILE__, __LINE__, "program %zu: %s\n%s", i, model.why, model.missing);
				continue;
			}
			const bool expected = programs[i].is_argmax && !no_fusing;
			if (model_contains(&model, "hlo.loop_fusion") != expected || model_contains(&model, "hlo.reduce") == expected)
				check_report(__FILE__, __LINE__, "program %zu has the wrong kernel:\n%s", i, programs[i].text);
			model_close(&model);
		}
		runner_finish(&runner);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
