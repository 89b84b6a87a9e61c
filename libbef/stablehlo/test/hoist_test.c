/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which operations move in front of a loop, and which values a loop carries. */
#include "check.h"

#include <bef/stablehlo.h>
#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <stdio.h>
#include <string.h>

/* A loop of f32[17, 17], which is no kernel of elements; `body` computes %y from %x and what is outside: %w f32[17, 17], %v f32[17], %u f32[8192]. */
#define LOOP(body) \
	"func.func @main(%w: tensor<17x17xf32>, %v: tensor<17xf32>, %u: tensor<8192xf32>) -> (tensor<17x17xf32>, tensor<17x17xf32>) {\n" \
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n" \
	"  %r:3 = stablehlo.while(%i = %zero, %x = %w, %same = %w) : tensor<i32>, tensor<17x17xf32>, tensor<17x17xf32>\n" \
	"  cond {\n" \
	"    %n = stablehlo.constant dense<5> : tensor<i32>\n" \
	"    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" \
	"    stablehlo.return %p : tensor<i1>\n" \
	"  } do {\n" \
	"    %one = stablehlo.constant dense<1> : tensor<i32>\n" \
	"    %j = stablehlo.add %i, %one : tensor<i32>\n" \
	"    " body "\n" \
	"    stablehlo.return %j, %y, %same : tensor<i32>, tensor<17x17xf32>, tensor<17x17xf32>\n" \
	"  }\n" \
	"  return %r#1, %r#2 : tensor<17x17xf32>, tensor<17x17xf32>\n" \
	"}\n"
#define ROW(x) "[" #x ", 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]"
#define ROWS5 ROW(1.0) ", " ROW(1.0) ", " ROW(1.0) ", " ROW(1.0) ", " ROW(1.0)
#define OUTER \
	"%z = stablehlo.dot_general %u, %u, contracting_dims = [] x [] : (tensor<8192xf32>, tensor<8192xf32>) -> tensor<8192x8192xf32>\n"

/* A loop over the slices of %u, f32[`slices`, 1, 64]. %w: f32[64, `columns`], twice. */
#define SCAN(slices, columns, end, product) \
	"func.func @main(%u: tensor<" slices "x1x64xf32>, %w: tensor<64x" columns "xf32>) -> (tensor<1x" columns "xf32>, tensor<64x" columns \
	"xf32>) {\n" \
	"  %zero = stablehlo.constant dense<0> : tensor<i32>\n" \
	"  %none = stablehlo.constant dense<0.0> : tensor<1x" columns "xf32>\n" \
	"  %r:3 = stablehlo.while(%i = %zero, %x = %none, %v = %w) : tensor<i32>, tensor<1x" columns "xf32>, tensor<64x" columns "xf32>\n" \
	"  cond {\n" \
	"    %n = stablehlo.constant dense<" end "> : tensor<i32>\n" \
	"    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n" \
	"    stablehlo.return %p : tensor<i1>\n" \
	"  } do {\n" \
	"    %one = stablehlo.constant dense<1> : tensor<i32>\n" \
	"    %j = stablehlo.add %i, %one : tensor<i32>\n" \
	"    %s = stablehlo.dynamic_slice %u, %i, %zero, %zero, sizes = [1, 1, 64] : (tensor<" slices "x1x64xf32>, tensor<i32>, tensor<i32>, " \
	"tensor<i32>) -> tensor<1x1x64xf32>\n" \
	"    %l = stablehlo.reshape %s : (tensor<1x1x64xf32>) -> tensor<1x64xf32>\n" \
	"    %z = stablehlo.dot_general " product ", contracting_dims = [1] x [0] : (tensor<1x64xf32>, tensor<64x" columns \
	"xf32>) -> tensor<1x" columns "xf32>\n" \
	"    %y = stablehlo.add %x, %z : tensor<1x" columns "xf32>\n" \
	"    %t = stablehlo.negate %v : tensor<64x" columns "xf32>\n" \
	"    stablehlo.return %j, %y, %t : tensor<i32>, tensor<1x" columns "xf32>, tensor<64x" columns "xf32>\n" \
	"  }\n" \
	"  return %r#1, %r#2 : tensor<1x" columns "xf32>, tensor<64x" columns "xf32>\n" \
	"}\n"

static const struct {
	const char *what, *source;
	const char *moves, *stays; /* operations of this name are in front of the loop, or in the body; NULL: not tested */
} cases[] = {
	{ "a product", LOOP("%z = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<17x17xf32>, tensor<17x17xf32>) -> "
		"tensor<17x17xf32>\n %y = stablehlo.add %x, %z : tensor<17x17xf32>"), "dot_general", NULL },
	{ "a product of a value that the loop returns unchanged", LOOP("%z = stablehlo.dot_general %same, %w, contracting_dims = [1] x [0] "
		": (tensor<17x17xf32>, tensor<17x17xf32>) -> tensor<17x17xf32>\n %y = stablehlo.add %x, %z : tensor<17x17xf32>"),
		"dot_general", NULL },
	{ "a product of a carried value", LOOP("%y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<17x17xf32>, "
		"tensor<17x17xf32>) -> tensor<17x17xf32>"), NULL, "dot_general" },
	{ "an element-wise operation", LOOP("%e = stablehlo.exponential %w : tensor<17x17xf32>\n %y = stablehlo.add %x, %e : "
		"tensor<17x17xf32>"), "exponential", NULL },
	{ "a broadcast alone", LOOP("%e = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<17xf32>) -> tensor<17x17xf32>\n %y = "
		"stablehlo.dot_general %x, %e, contracting_dims = [1] x [0] : (tensor<17x17xf32>, tensor<17x17xf32>) -> tensor<17x17xf32>"),
		NULL, "broadcast_in_dim" },
	{ "a broadcast that a product needs", LOOP("%e = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<17xf32>) -> tensor<17x17xf32>\n"
		" %z = stablehlo.dot_general %w, %e, contracting_dims = [1] x [0] : (tensor<17x17xf32>, tensor<17x17xf32>) -> tensor<17x17xf32>\n"
		" %y = stablehlo.add %x, %z : tensor<17x17xf32>"), "dot_general", NULL },
	{ "results larger than operands", LOOP("%e = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<17xf32>) -> tensor<17x17xf32>\n %z = "
		"stablehlo.exponential %e : tensor<17x17xf32>\n %y = stablehlo.add %x, %z : tensor<17x17xf32>"), NULL, "exponential" },
	{ "more memory than is allowed", LOOP(OUTER "%s = stablehlo.slice %z [0:17, 0:17] : (tensor<8192x8192xf32>) -> "
		"tensor<17x17xf32>\n %y = stablehlo.add %x, %s : tensor<17x17xf32>"), NULL, "dot_general" },
	{ "a product of slices", SCAN("8", "1024", "8", "%l, %w"), "dot_general", "dynamic_slice" },
	{ "a product of slices by changing weights", SCAN("8", "1024", "8", "%l, %v"), NULL, "dot_general" },
	{ "a product of slices that few iterations take", SCAN("8", "1024", "7", "%l, %w"), NULL, "dot_general" },
	{ "a product of few slices", SCAN("3", "1024", "8", "%l, %w"), NULL, "dot_general" },
	{ "a product of slices that is small", SCAN("8", "1023", "8", "%l, %w"), NULL, "dot_general" },
	{ "a product of slices that takes too much memory", SCAN("4097", "1024", "4097", "%l, %w"), NULL, "dot_general" },
	{ "a constant", LOOP("%e = stablehlo.constant dense<[" ROWS5 ", " ROWS5 ", " ROWS5 ", " ROW(1.0) ", " ROW(2.0) "]> : tensor<17x17xf32>\n"
		" %y = stablehlo.dot_general %x, %e, contracting_dims = [1] x [0] : (tensor<17x17xf32>, tensor<17x17xf32>) -> "
		"tensor<17x17xf32>"), "constant", "dot_general" },
};

/* Whether the operation is this kernel, or a group with this step. */
static bool computes(const struct mlirbc_op *op, const char *name)
{
	char whole[64];
	const size_t size = (size_t)snprintf(whole, sizeof whole, "hlo.%s", name);
	const struct mlirbc_attr *body = mlirbc_op_is(op, "hlo.loop_fusion") ? mlirbc_op_attr(op, "body") : NULL;
	return (op->name->size >= size && memcmp(op->name->data, whole, size) == 0) || (body && strstr(body->u.string->data, name));
}

static bool is_in(struct mlirbc_module *module, const char *name, bool body)
{
	struct mlirbc_op *root = module->body->first;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		const struct mlirbc_op *function = mlirbc_op_parent(op);
		const struct mlirbc_attr *symbol = function ? mlirbc_op_attr(function, "sym_name") : NULL;
		if (!symbol || !computes(op, name))
			continue;
		if ((symbol->u.string->size > 4) == body)
			return true;
	}
	return false;
}

/* NULL after a failure. */
static struct mlirbc_module *lower(struct mlirbc_context *context, const char *source, bool no_fusing)
{
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	const struct bef_stablehlo_options options = { .size = sizeof options, .no_fusing = no_fusing };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bef_diag why = BEF_DIAG_INIT;
	struct mlirbc_module *module = NULL, *program = NULL;
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (mlirbc_parse(context, source, strlen(source), &parse, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s", diag.message);
	else if (bef_stablehlo_lower(module, &options, &program, &why) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s", why.message);
	return program;
}

static void moves(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *program = lower(context, cases[i].source, false);
		const char *moving = cases[i].moves, *staying = cases[i].stays;
		if (program && moving && (!is_in(program, moving, false) || is_in(program, moving, true)))
			check_report(__FILE__, __LINE__, "%s: %s has not moved", cases[i].what, moving);
		if (program && staying && !is_in(program, staying, true))
			check_report(__FILE__, __LINE__, "%s: %s has moved", cases[i].what, staying);
		mlirbc_context_destroy(context);
	}
}

static void stays_without_fusing(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *program = lower(context, cases[0].source, true);
	CHECK(program && is_in(program, "dot_general", true));
	mlirbc_context_destroy(context);
}

/* The value that is carried unchanged is no result of the kernel. */
static void carries_less(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *program = lower(context, cases[0].source, false);
	struct mlirbc_op *root = program ? program->body->first : NULL;
	uint32_t results = 0;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (mlirbc_op_is(op, "hlo.while_condition"))
			results = op->result_count;
	}
	CHECK_INT(results, 2);
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case list[] = { CHECK_CASE(moves), CHECK_CASE(stays_without_fusing), CHECK_CASE(carries_less) };
	return check_main(argc, argv, list, sizeof list / sizeof *list);
}
