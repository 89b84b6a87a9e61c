/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc_stablehlo_refine() as a call: limits, reports, and what a failure leaves. data/refine has the results of operations,
 * memory_test.c short memory. */
#include "../../test/golden.h"

#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>

/* Calls, a composite, a loop, dynamic operations and custom calls. */
static const char program[] =
	"func.func public @main(%n: tensor<i64>, %x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {\n"
	"  %a = call @fill(%n, %x) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>\n"
	"  %b = stablehlo.composite \"my.op\" %n, %a {decomposition = @fill} : (tensor<i64>, tensor<?xf32>) -> "
	"tensor<?xf32>\n"
	"  %c = stablehlo.constant dense<0> : tensor<i64>\n"
	"  %r:2 = stablehlo.while(%i = %c, %v = %b) : tensor<i64>, tensor<?xf32> cond {\n"
	"    %p = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
	"    stablehlo.return %p : tensor<i1>\n"
	"  } do {\n"
	"    %j = stablehlo.add %i, %n : tensor<i64>\n"
	"    %w = func.call @fill(%n, %v) : (tensor<i64>, tensor<?xf32>) -> tensor<?xf32>\n"
	"    stablehlo.return %j, %w : tensor<i64>, tensor<?xf32>\n"
	"  }\n"
	"  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
	"  %three = stablehlo.constant dense<3> : tensor<i32>\n"
	"  %ok = stablehlo.compare EQ, %m, %three, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
	"  stablehlo.custom_call @shape_assertion(%ok, %m) {error_message = \"is {0}\", has_side_effect = true} : "
	"(tensor<i1>, tensor<i32>) -> ()\n"
	"  return %a, %r#1 : tensor<?xf32>, tensor<?xf32>\n"
	"}\n"
	"func.func private @fill(%n: tensor<i64>, %x: tensor<?xf32>) -> tensor<?xf32> {\n"
	"  %s = stablehlo.reshape %n : (tensor<i64>) -> tensor<1xi64>\n"
	"  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
	"  %y = stablehlo.dynamic_broadcast_in_dim %zero, %s, dims = [] : (tensor<f32>, tensor<1xi64>) -> "
	"tensor<?xf32>\n"
	"  %z = stablehlo.add %x, %y : tensor<?xf32>\n"
	"  return %z : tensor<?xf32>\n"
	"}\n";

static struct mlirbc_module *parse(struct mlirbc_context *context)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, program, sizeof program - 1, &options, &module, &diag) == MLIRBC_OK)
		return module;
	check_report(__FILE__, __LINE__, "%u: %s", diag.line, diag.message);
	abort();
}

static char *print(const struct mlirbc_module *module)
{
	struct text out = { 0 };
	if (mlirbc_print(module, NULL, append, &out) != MLIRBC_OK || append(&out, "", 1) != 0)
		abort();
	return out.data;
}

static struct mlirbc_diag last;

/* main(size, tensor<sizexf32>) */
static enum mlirbc_status refine(struct mlirbc_module *module, int64_t size,
	const struct mlirbc_stablehlo_refine_options *options, struct mlirbc_stablehlo_refine_report *report)
{
	static const struct mlirbc_diag none = MLIRBC_DIAG_INIT;
	struct mlirbc_context *context = module->context;
	const struct mlirbc_type *f32 = mlirbc_type_float(context, MLIRBC_F32);
	const struct mlirbc_type shape = { .kind = MLIRBC_TYPE_TENSOR,
		.u.shaped = { .element = f32, .dims = &size, .rank = 1 } };
	const struct mlirbc_stablehlo_argument arguments[] = {
		{ .index = 0,
			.value = mlirbc_attr_integer(
				context, mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS), (uint64_t)size) },
		{ .index = 1, .type = mlirbc_type_get(context, &shape) }
	};
	last = none;
	return mlirbc_stablehlo_refine(module, arguments, 2, options, report, &last);
}

static void reports(void)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context);
	struct mlirbc_stablehlo_refine_report report = { .size = sizeof report }, part = {
		.size = offsetof(struct mlirbc_stablehlo_refine_report, refined)
	};
	CHECK_INT(refine(module, 3, NULL, &report), MLIRBC_OK);
	CHECK_INT(report.dynamic, 0);
	CHECK_INT(report.assertions, 1);
	CHECK_INT(report.functions, 2);
	CHECK(report.replaced >= 1 && report.folded >= 3 && report.refined >= 5 && report.removed >= 1);
	CHECK_INT(mlirbc_stablehlo_verify_module(module, NULL, NULL), MLIRBC_OK);
	/* what is refined stays as it is */
	char *once = print(module);
	CHECK_INT(refine(module, 3, NULL, &part), MLIRBC_OK);
	CHECK_INT(part.refined, 0);
	CHECK_INT(part.size, offsetof(struct mlirbc_stablehlo_refine_report, refined));
	char *twice = print(module);
	CHECK_STR(twice, once);
	free(once);
	free(twice);
	mlirbc_context_destroy(context);
}

static void check_unchanged(enum mlirbc_status expected, int64_t size,
	const struct mlirbc_stablehlo_refine_options *options, const char *message)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = parse(context);
	char *before = print(module);
	CHECK_INT(refine(module, size, options, NULL), expected);
	if (!strstr(last.message, message))
		check_report(__FILE__, __LINE__, "found '%s', expected '%s'", last.message, message);
	char *after = print(module);
	CHECK_STR(after, before);
	free(before);
	free(after);
	mlirbc_context_destroy(context);
}

static void failures_change_nothing(void)
{
	const struct mlirbc_stablehlo_refine_options functions = { .size = sizeof functions, .max_functions = 1 },
						     ops = { .size = sizeof ops, .max_ops = 20 },
						     other = { .size = sizeof other, .function = "other" };
	check_unchanged(MLIRBC_E_ARG, 4, NULL, "shape assertion failed: is 4");
	CHECK_INT(last.line, 16);
	check_unchanged(MLIRBC_E_LIMIT, 3, &functions, "more than 1 functions");
	check_unchanged(MLIRBC_E_LIMIT, 3, &ops, "more than 20 operations");
	check_unchanged(MLIRBC_E_NOT_FOUND, 3, &other, "no function 'other'");
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(reports), CHECK_CASE(failures_change_nothing) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
