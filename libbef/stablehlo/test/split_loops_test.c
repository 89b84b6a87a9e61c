/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops that carry arrays with a short dimension carry one array for each index of it, with the same bits. */
#include "check.h"
#include "put.h"
#include "run_model.h"

#include <mlirbc/parse.h>
#include <mlirbc/stablehlo.h>
#include <string.h>

/* From %x (3x40xf32 or 40x3xf32) and %s (4x3x40xf32) to %y and %t. `carried`: by the loop, with its counter; 3 if nothing is split. */
static const struct {
	const char *name, *type, *body;
	uint32_t carried;
} cases[] = {
#define ROW(name, from, first, end) \
	"%" name "s = stablehlo.slice %" from " [" first ":" end ", 0:40] : (tensor<3x40xf32>) -> tensor<1x40xf32>\n" \
	"%" name " = stablehlo.reshape %" name "s : (tensor<1x40xf32>) -> tensor<40xf32>\n"
#define COLUMN(name, from, first, end) \
	"%" name "s = stablehlo.slice %" from " [0:40, " first ":" end "] : (tensor<40x3xf32>) -> tensor<40x1xf32>\n" \
	"%" name " = stablehlo.reshape %" name "s : (tensor<40x1xf32>) -> tensor<40xf32>\n"
#define LORENZ \
	"%d = stablehlo.subtract %b, %a : tensor<40xf32>\n%e = stablehlo.multiply %a, %c : tensor<40xf32>\n" \
	"%f = stablehlo.subtract %b, %e : tensor<40xf32>\n%g = stablehlo.multiply %a, %b : tensor<40xf32>\n" \
	"%h = stablehlo.sine %c : tensor<40xf32>\n%i0 = stablehlo.subtract %g, %h : tensor<40xf32>\n"
#define STACK(type, dim) \
	"%j = stablehlo.broadcast_in_dim %d, dims = [" dim "] : (tensor<40xf32>) -> tensor<" type "xf32>\n" \
	"%k = stablehlo.reshape %f : (tensor<40xf32>) -> tensor<" type "xf32>\n" \
	"%l = stablehlo.broadcast_in_dim %i0, dims = [" dim "] : (tensor<40xf32>) -> tensor<" type "xf32>\n"
#define ROWS \
	"%m = stablehlo.concatenate %j, %k, %l, dim = 0 : (tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<3x40xf32>\n"
#define COLUMNS \
	"%m = stablehlo.concatenate %j, %k, %l, dim = 1 : (tensor<40x1xf32>, tensor<40x1xf32>, tensor<40x1xf32>) -> tensor<40x3xf32>\n"
#define STEP(type) \
	"%w = stablehlo.constant dense<0.01> : tensor<" type "xf32>\n%n = stablehlo.multiply %w, %m : tensor<" type "xf32>\n" \
	"%y = stablehlo.add %x, %n : tensor<" type "xf32>\n"
#define KEEP "%t = stablehlo.negate %s : tensor<4x3x40xf32>\n"
#define READ_ROWS ROW("a", "x", "0", "1") ROW("b", "x", "1", "2") ROW("c", "x", "2", "3")
	{ "rows", "3x40", READ_ROWS LORENZ STACK("1x40", "1") ROWS STEP("3x40") KEEP, 5 },
	{ "columns", "40x3", COLUMN("a", "x", "0", "1") COLUMN("b", "x", "1", "2") COLUMN("c", "x", "2", "3") LORENZ STACK("40x1", "0") COLUMNS
		STEP("40x3") KEEP, 5 },
	/* as under vmap: rows are put together, then transposed */
	{ "transposed", "40x3", COLUMN("a", "x", "0", "1") COLUMN("b", "x", "1", "2") COLUMN("c", "x", "2", "3") LORENZ STACK("1x40", "1")
		"%m0 = stablehlo.concatenate %j, %k, %l, dim = 0 : (tensor<1x40xf32>, tensor<1x40xf32>, tensor<1x40xf32>) -> tensor<3x40xf32>\n"
		"%m = stablehlo.transpose %m0, dims = [1, 0] : (tensor<3x40xf32>) -> tensor<40x3xf32>\n" STEP("40x3") KEEP, 5 },
	/* other uses of the array: a scan stores it, and elements that differ; several parts at once; sums of them */
	{ "stored", "3x40", READ_ROWS LORENZ STACK("1x40", "1") ROWS STEP("3x40")
		"%u = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<3x40xf32>) -> tensor<1x3x40xf32>\n"
		"%z = stablehlo.constant dense<0> : tensor<i32>\n"
		"%t = stablehlo.dynamic_update_slice %s, %u, %i, %z, %z : (tensor<4x3x40xf32>, tensor<1x3x40xf32>, tensor<i32>, tensor<i32>, "
		"tensor<i32>) -> tensor<4x3x40xf32>\n", 5 },
	{ "several", "3x40", READ_ROWS LORENZ
		"%j = stablehlo.slice %x [0:3:2, 0:40] : (tensor<3x40xf32>) -> tensor<2x40xf32>\n"
		"%k = stablehlo.abs %j : tensor<2x40xf32>\n%l = stablehlo.reshape %d : (tensor<40xf32>) -> tensor<1x40xf32>\n"
		"%m = stablehlo.concatenate %k, %l, dim = 0 : (tensor<2x40xf32>, tensor<1x40xf32>) -> tensor<3x40xf32>\n" STEP("3x40") KEEP, 5 },
	{ "sums", "3x40", READ_ROWS LORENZ STACK("1x40", "1") ROWS
		"%w = stablehlo.constant dense<0.5> : tensor<f32>\n"
		"%n = stablehlo.reduce(%m init: %w) applies stablehlo.add across dimensions = [0] : (tensor<3x40xf32>, tensor<f32>) -> tensor<40xf32>\n"
		"%o = stablehlo.reduce(%m init: %w) applies stablehlo.maximum across dimensions = [1] : (tensor<3x40xf32>, tensor<f32>) -> tensor<3xf32>\n"
		"%p = stablehlo.broadcast_in_dim %n, dims = [1] : (tensor<40xf32>) -> tensor<3x40xf32>\n"
		"%q = stablehlo.broadcast_in_dim %o, dims = [0] : (tensor<3xf32>) -> tensor<3x40xf32>\n"
		"%v = stablehlo.compare GT, %m, %p : (tensor<3x40xf32>, tensor<3x40xf32>) -> tensor<3x40xi1>\n"
		"%v0 = stablehlo.select %v, %q, %m : tensor<3x40xi1>, tensor<3x40xf32>\n"
		"%y = stablehlo.clamp %w, %v0, %w : (tensor<f32>, tensor<3x40xf32>, tensor<f32>) -> tensor<3x40xf32>\n" KEEP, 5 },
	{ "constants", "3x40", READ_ROWS LORENZ STACK("1x40", "1") ROWS
		"%w = stablehlo.iota dim = 0 : tensor<3x40xf32>\n%n = stablehlo.multiply %w, %m : tensor<3x40xf32>\n"
		"%y = stablehlo.add %start, %n : tensor<3x40xf32>\n" KEEP, 5 },
	/* the loop inside is split too */
	{ "nested", "3x40",
		"%zero = stablehlo.constant dense<0> : tensor<i32>\n%inner:2 = stablehlo.while(%n0 = %zero, %v = %x) : tensor<i32>, tensor<3x40xf32>\n"
		"cond {\n%p = stablehlo.compare LT, %n0, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p : tensor<i1>\n} do {\n"
		ROW("a", "v", "0", "1") ROW("b", "v", "1", "2") ROW("c", "v", "2", "3") LORENZ STACK("1x40", "1") ROWS
		"%o = stablehlo.add %n0, %one : tensor<i32>\nstablehlo.return %o, %m : tensor<i32>, tensor<3x40xf32>\n}\n"
		ROW("a", "inner#1", "0", "1") ROW("b", "inner#1", "1", "2") ROW("c", "inner#1", "2", "3") LORENZ STACK("1x40", "1") ROWS STEP("3x40")
		KEEP, 5 },
	/* nothing takes it apart; too much needs it whole */
	{ "whole", "3x40", "%y = stablehlo.sine %x : tensor<3x40xf32>\n" KEEP, 3 },
	{ "more whole", "3x40", ROW("a", "x", "0", "1") "%b = stablehlo.reverse %x, dims = [0] : tensor<3x40xf32>\n"
		"%c = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<40xf32>) -> tensor<3x40xf32>\n"
		"%y = stablehlo.add %b, %c : tensor<3x40xf32>\n" KEEP, 3 },
};

/* With `all`, the function also returns %y. */
static void write_loop(size_t i, bool all)
{
	const char *type = cases[i].type;
	written.size = 0;
	put("func.func @main() -> (");
	if (all)
		put("tensor<%sxf32>, ", type);
	put("tensor<4x3x40xf32>) {\n  %%c0 = stablehlo.constant dense<0> : tensor<i32>\n");
	put("  %%one = stablehlo.constant dense<1> : tensor<i32>\n  %%index = stablehlo.iota dim = 0 : tensor<120xf32>\n");
	put("  %%waves = stablehlo.sine %%index : tensor<120xf32>\n  %%start = stablehlo.reshape %%waves : (tensor<120xf32>) -> tensor<%sxf32>\n", type);
	put("  %%none = stablehlo.constant dense<0.25> : tensor<4x3x40xf32>\n");
	put("  %%r:3 = stablehlo.while(%%i = %%c0, %%x = %%start, %%s = %%none) : tensor<i32>, tensor<%sxf32>, tensor<4x3x40xf32>\n", type);
	put("  cond {\n    %%four = stablehlo.constant dense<6> : tensor<i32>\n");
	put("    %%p = stablehlo.compare LT, %%i, %%four : (tensor<i32>, tensor<i32>) -> tensor<i1>\n    stablehlo.return %%p : tensor<i1>\n  } do {\n");
	put("%s    %%next = stablehlo.add %%i, %%one : tensor<i32>\n", cases[i].body);
	put("    stablehlo.return %%next, %%y, %%t : tensor<i32>, tensor<%sxf32>, tensor<4x3x40xf32>\n  }\n", type);
	if (all)
		put("  return %%r#1, %%r#2 : tensor<%sxf32>, tensor<4x3x40xf32>\n}\n", type);
	else
		put("  return %%r#2 : tensor<4x3x40xf32>\n}\n");
}

/* ---- bits */

static void compare(struct runner *runner, struct model *models, const char *name)
{
	struct async_value *results[2][2] = { { NULL } };
	for (int k = 0; k < 2; k++) {
		const struct kernels_function *function = bef_file_find(models[k].file, "main", 4);
		if (!CHECK(function != NULL) || !CHECK(model_call(runner, &models[k], function, NULL, results[k])))
			check_report(__FILE__, __LINE__, "%s: %s", name, models[k].why);
	}
	for (int i = 0; i < 2 && results[0][i] && results[1][i]; i++) {
		const struct kernels_tensor *a = async_value_payload(results[0][i]), *b = async_value_payload(results[1][i]);
		if (memcmp(kernels_tensor_bytes(a), kernels_tensor_bytes(b), (size_t)(i ? 480 : 120) * sizeof(float)) != 0)
			check_report(__FILE__, __LINE__, "result %d of %s differs", i, name);
	}
	for (int k = 0; k < 2; k++)
		for (int i = 0; i < 2; i++)
			async_value_release(results[k][i]);
}

static void same_bits(void)
{
	struct runner runner;
	runner_init(&runner, 0);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct model models[2];
		write_loop(i, true);
		for (int k = 0; k < 2; k++) {
			runner.no_fusing = k == 0;
			if (!model_open(&runner, written.text, strlen(written.text), "split_loops_test.mlir", false, &models[k]))
				check_report(__FILE__, __LINE__, "%s: %s\n%s", cases[i].name, models[k].why, models[k].missing);
		}
		if (models[0].file && models[1].file)
			compare(&runner, models, cases[i].name);
		model_close(&models[0]);
		model_close(&models[1]);
	}
	runner_finish(&runner);
}

/* ---- what is carried */

/* By the last loop of the function, which is the outer one. */
static uint32_t count_carried(struct mlirbc_module *program)
{
	struct mlirbc_op *root = program->body->first;
	uint32_t carried = 0;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		const struct mlirbc_op *function = mlirbc_op_parent(op);
		const struct mlirbc_attr *symbol = function ? mlirbc_op_attr(function, "sym_name") : NULL;
		if (symbol && symbol->u.string->size == 4 && (mlirbc_op_is(op, "hlo.while_condition") || mlirbc_op_is(op, "hlo.while_scalars")))
			carried = op->result_count;
	}
	return carried;
}

static uint32_t count_joins(struct mlirbc_module *program)
{
	struct mlirbc_op *root = program->body->first;
	uint32_t count = 0;
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op))
		count += mlirbc_op_is(op, "hlo.concatenate");
	return count;
}

static struct mlirbc_module *lower(struct mlirbc_context *context, const char *name)
{
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	struct mlirbc_module *module = NULL, *program = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bef_diag why = BEF_DIAG_INIT;
	parse.dialects = mlirbc_stablehlo_assembly(&parse.dialect_count);
	if (mlirbc_parse(context, written.text, strlen(written.text), &parse, &module, &diag) != MLIRBC_OK)
		check_report(__FILE__, __LINE__, "%s: %s", name, diag.message);
	else if (bef_stablehlo_lower(module, NULL, &program, &why) != BEF_OK)
		check_report(__FILE__, __LINE__, "%s: %s", name, why.message);
	return program;
}

static void carries_parts(void)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		write_loop(i, true);
		struct mlirbc_module *program = lower(context, cases[i].name);
		if (program && !CHECK_INT(count_carried(program), cases[i].carried))
			printf("# %s\n", cases[i].name);
		mlirbc_context_destroy(context);
	}
}

/* Parts are not joined if no operation uses the array. */
static void joins_what_is_used(void)
{
	for (int all = 0; all < 2; all++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		write_loop(0, all);
		struct mlirbc_module *program = lower(context, cases[0].name);
		if (program)
			CHECK_INT(count_joins(program), all);
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	static const struct check_case list[] = { CHECK_CASE(same_bits), CHECK_CASE(carries_parts),
		CHECK_CASE(joins_what_is_used) };
	return check_main(argc, argv, list, sizeof list / sizeof *list);
}
