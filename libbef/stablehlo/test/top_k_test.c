/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which sorts become hlo.top_k. Their results are those of data/run/top_k.mlir. */
#include "check.h"
#include "run_model.h"

#include <string.h>

/* x: f32[4]; the type of the positions, the flag is_stable, the comparison and the slices vary. */
#define SORT(index, stable, compare, slices) \
	"func.func @f(%x: tensor<4xf32>, %y: tensor<4x" index ">) -> tensor<2xf32> {\n" \
	"  %i = stablehlo.iota dim = 0 : tensor<4x" index ">\n" \
	"  %s:2 = \"stablehlo.sort\"(%x, %i) <{dimension = 0 : i64, is_stable = " stable "}> ({\n" \
	"  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<" index ">, %d: tensor<" index ">):\n" \
	"    %p = stablehlo.compare " compare " : (tensor<f32>, tensor<f32>) -> tensor<i1>\n" \
	"    stablehlo.return %p : tensor<i1>\n" \
	"  }) : (tensor<4xf32>, tensor<4x" index ">) -> (tensor<4xf32>, tensor<4x" index ">)\n" \
	slices \
	"}\n"
#define FIRST "  %v = stablehlo.slice %s#0 [0:2] : (tensor<4xf32>) -> tensor<2xf32>\n  return %v : tensor<2xf32>\n"
#define LAST "  %v = stablehlo.slice %s#0 [2:4] : (tensor<4xf32>) -> tensor<2xf32>\n  return %v : tensor<2xf32>\n"
#define EVERY_SECOND "  %v = stablehlo.slice %s#0 [0:4:2] : (tensor<4xf32>) -> tensor<2xf32>\n  return %v : tensor<2xf32>\n"

static const struct {
	const char *text;
	bool is_top_k;
} programs[] = {
	{ SORT("i32", "true", "GT, %a, %b, TOTALORDER", FIRST), true },
	{ SORT("i32", "false", "GT, %a, %b, TOTALORDER", FIRST), false },
	{ SORT("i64", "true", "GT, %a, %b, TOTALORDER", FIRST), false },
	{ SORT("i32", "true", "GT, %a, %b, FLOAT", FIRST), false },
	{ SORT("i32", "true", "GE, %a, %b, TOTALORDER", FIRST), false },
	{ SORT("i32", "true", "GT, %b, %a, TOTALORDER", FIRST), false },
	{ SORT("i32", "true", "GT, %a, %b, TOTALORDER", LAST), false },
	{ SORT("i32", "true", "GT, %a, %b, TOTALORDER", EVERY_SECOND), false },
};

static void forms(void)
{
	struct runner runner = { .no_fusing = false };
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		struct model model;
		if (!model_open(&runner, programs[i].text, strlen(programs[i].text), "top_k_test.mlir", true, &model)) {
			check_report(__FILE__, __LINE__, "program %zu: %s\n%s", i, model.why, model.missing);
			continue;
		}
		if (model_contains(&model, "hlo.top_k") != programs[i].is_top_k || model_contains(&model, "hlo.sort") == programs[i].is_top_k)
			check_report(__FILE__, __LINE__, "program %zu has the wrong kernel:\n%s", i, programs[i].text);
		if (programs[i].is_top_k)
			CHECK(!model_contains(&model, "hlo.iota") && !model_contains(&model, "hlo.slice"));
		model_close(&model);
	}
	runner_finish(&runner);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(forms) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
