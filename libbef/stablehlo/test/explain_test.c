/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What options.explain is told about operations: one line for each, in order of their names. */
#include "check.h"

#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DENSE \
	"func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2xf32>) {\n" \
	"  %0 = stablehlo.constant dense<0.0> : tensor<f32>\n" \
	"  %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>\n" \
	"  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>\n" \
	"  %3 = stablehlo.add %1, %2 : tensor<2x4xf32>\n" \
	"  %4 = stablehlo.tanh %x : tensor<2x3xf32>\n" \
	"  %5 = stablehlo.reduce(%4 init: %0) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> " \
	"tensor<2xf32>\n" \
	"  return %3, %5 : tensor<2x4xf32>, tensor<2xf32>\n" \
	"}\n"

static const struct {
	const char *what, *source;
	bool no_fusing;
	const char *lines;
} cases[] = {
	{ "groups, a product with one, and a view", DENSE, false,
		"add: 3 hlo.dot_general_fused group of 1\n"
		"broadcast_in_dim: 4 - group of 0\n"
		"constant: 4 - group of 0\n"
		"dot_general: 1 hlo.dot_general_fused group of 0\n"
		"reduce: 2 hlo.loop_fusion group of 2\n"
		"tanh: 2 hlo.loop_fusion group of 2\n" },
	{ "without fusing", DENSE, true,
		"add: 1 hlo.add group of 0\n"
		"broadcast_in_dim: 1 hlo.broadcast_in_dim group of 0\n"
		"constant: 1 hlo.constant group of 0\n"
		"dot_general: 1 hlo.dot_general group of 0\n"
		"reduce: 1 hlo.reduce group of 0\n"
		"tanh: 1 hlo.tanh group of 0\n" },
	{ "regions that are functions, and those that are expressions",
		"func.func @main(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<3xf32> {\n"
		"  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
		"  %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3xf32>\n"
		"  cond {\n"
		"    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
		"    stablehlo.return %p : tensor<i1>\n"
		"  } do {\n"
		"    %one = stablehlo.constant dense<1> : tensor<i32>\n"
		"    %j = stablehlo.add %i, %one : tensor<i32>\n"
		"    %z = \"stablehlo.sort\"(%y) ({\n"
		"    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
		"      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
		"      stablehlo.return %c : tensor<i1>\n"
		"    }) : (tensor<3xf32>) -> tensor<3xf32>\n"
		"    stablehlo.return %j, %z : tensor<i32>, tensor<3xf32>\n"
		"  }\n"
		"  return %r#1 : tensor<3xf32>\n"
		"}\n",
		false,
		"add: 2 hlo.fused group of 1\n"
		"constant: 1 hlo.constant group of 0\n"
		"constant: 4 - group of 0\n"
		"sort: 1 hlo.sort group of 0\n"
		"while: 1 hlo.while_condition group of 0\n" },
};

struct told {
	char *lines[64];
	size_t count;
};

static void tell(void *ctx, const struct mlirbc_op *op, const struct bef_stablehlo_way *way)
{
	struct told *told = ctx;
	const char *dot = memchr(op->name->data, '.', op->name->size);
	const size_t size = op->name->size - (size_t)(dot + 1 - op->name->data);
	CHECK((way->group == 0) == (way->group_size == 0) && (way->kernels == 0) == (way->kernel.size == 0));
	if (CHECK(told->count < sizeof told->lines / sizeof *told->lines))
		CHECK(asprintf(&told->lines[told->count++], "%.*s: %d %.*s group of %u\n", (int)size, dot + 1, (int)way->how,
			      way->kernel.size ? (int)way->kernel.size : 1, way->kernel.size ? way->kernel.data : "-", way->group_size) > 0);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void explain(size_t index)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_module *module, *program;
	struct told told = { .count = 0 };
	const struct bef_stablehlo_options options = { .size = sizeof options, .no_fusing = cases[index].no_fusing, .explain = tell,
		.explain_ctx = &told };
	char text[2000] = "";
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	CHECK_INT(mlirbc_parse(context, cases[index].source, strlen(cases[index].source), &parse, &module, NULL), MLIRBC_OK);
	CHECK_INT(bef_stablehlo_lower(module, &options, &program, NULL), BEF_OK);
	qsort(told.lines, told.count, sizeof *told.lines, by_text);
	for (size_t i = 0; i < told.count; i++) {
		strncat(text, told.lines[i], sizeof text - strlen(text) - 1);
		free(told.lines[i]);
	}
	if (!CHECK(strcmp(text, cases[index].lines) == 0))
		fprintf(stderr, "%s:\n%s", cases[index].what, text);
	mlirbc_context_destroy(context);
}

static void each(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		explain(i);
}

int main(int argc, char **argv)
{
	static const struct check_case list[] = { CHECK_CASE(each) };
	return check_main(argc, argv, list, sizeof list / sizeof *list);
}
