/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which reductions become one of rows and one of their results (src/rewrite/split_reduction.c): then the group of the rows computes
 * the squares that are reduced, and no separate kernel does. */
#include "check.h"
#include "run_model.h"

#include <string.h>

#define SQUARES(type, result, initial, body, dimensions) \
	"func.func @f(%x: tensor<" type ">) -> tensor<" result "> {\n" \
	"  %c = stablehlo.constant dense<" initial "> : tensor<f32>\n" \
	"  %y = stablehlo.multiply %x, %x : tensor<" type ">\n" \
	"  %r = stablehlo.reduce(%y init: %c) applies stablehlo." body " across dimensions = [" dimensions "] : " \
	"(tensor<" type ">, tensor<f32>) -> tensor<" result ">\n" \
	"  return %r : tensor<" result ">\n}\n"

static const struct {
	const char *text;
	bool splits;
} programs[] = {
	{ SQUARES("4x8x16x32xf32", "8xf32", "0.0", "add", "0, 2, 3"), true },
	{ SQUARES("4x8x16x32xf32", "8xf32", "0xFF800000", "maximum", "0, 2, 3"), true },
	{ SQUARES("4x8x16x32xf32", "8xf32", "3.0", "minimum", "0, 2, 3"), true },
	{ SQUARES("4x8x512xf32", "8xf32", "0.0", "add", "0, 2"), true },
	/* rows of 64 elements, and shorter ones */
	{ SQUARES("16x16x64xf32", "16xf32", "0.0", "add", "0, 2"), true },
	{ SQUARES("32x16x63xf32", "16xf32", "0.0", "add", "0, 2"), false },
	/* few elements */
	{ SQUARES("4x8x511xf32", "8xf32", "0.0", "add", "0, 2"), false },
	/* the initial value would be added twice */
	{ SQUARES("4x8x16x32xf32", "8xf32", "1.0", "add", "0, 2, 3"), false },
	/* not one of these operations */
	{ SQUARES("4x8x16x32xf32", "8xf32", "1.0", "multiply", "0, 2, 3"), false },
	/* no rows */
	{ SQUARES("4x8x16x32xf32", "8x32xf32", "0.0", "add", "0, 2"), false },
};

static void forms(void)
{
	struct runner runner = { .no_fusing = false };
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		struct model model;
		if (!model_open(&runner, programs[i].text, strlen(programs[i].text), "split_reduction_test.mlir", true, &model)) {
			check_report(__FILE__, __LINE__, "program %zu: %s\n%s", i, model.why, model.missing);
			continue;
		}
		const bool splits = model_contains(&model, "hlo.loop_fusion"), kernel = model_contains(&model, "hlo.multiply");
		if (splits != programs[i].splits || kernel == splits || !model_contains(&model, "hlo.reduce"))
			check_report(__FILE__, __LINE__, "program %zu has the wrong kernels:\n%s", i, programs[i].text);
		model_close(&model);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
