/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums and products of many floats of less than 32 bits are computed in f32 and rounded once. One after the other, 1000 ones of bf16 have
 * the sum 256, because 256 + 1 rounds to 256. XLA's CPU back end combines partial results in a tree, with 1000. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>

/* XLA adds as many one after the other, and rounds each sum. */
enum { IN_ORDER = 32 };

/* Whether the body adds or multiplies: the operation; 0: another body. */
static int combiner(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_op *step = bef_hlo__combining_step(op);
	const int code = step ? (int)bef_hlo__code(lower, step) : 0;
	return code == MLIRBC_STABLEHLO_add || code == MLIRBC_STABLEHLO_multiply ? code : 0;
}

/* How many elements become one result. */
static uint64_t combined(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_attr *window = bef_hlo__find_attr(lower, op, "window_dimensions");
	uint64_t elements, results, count = 1;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce_window))
		return mlirbc_type_elements(mlirbc_op_operands(op)[0].value->type, &elements) &&
				       mlirbc_type_elements(mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type, &results) && results > 0
			       ? elements / results
			       : 0;
	for (size_t i = 0; window && i < window->count && count <= IN_ORDER; i++)
		count *= window->ints[i] > 0 ? (uint64_t)window->ints[i] : 1;
	return count;
}

static int matches(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (lower->options.semantics != BEF_SEMANTICS_XLA || op->operand_count != 2 || op->result_count != 1 ||
		(!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) && !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce_window)))
		return 0;
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type, *element = bef_hlo__element(type);
	const struct mlirbc_type *result = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	const int code = combiner(lower, op);
	if (!code || !bef_hlo__is_static(type) || !bef_hlo__is_static(result) || element->kind != MLIRBC_TYPE_FLOAT ||
		mlirbc_type_width(element) >= 32 || !bef_hlo__combines_one_type(op))
		return 0;
	return combined(lower, op) > IN_ORDER ? code : 0;
}

/* The body in f32, in a holder. */
static struct mlirbc_op *make_body(struct mlirbc_builder *builder, const char *name, const struct mlirbc_type *scalar)
{
	struct mlirbc_op *holder = mlirbc_stablehlo_regions(builder, 1);
	struct mlirbc_block *body =
		holder ? mlirbc_builder_block(builder, holder, 0, (const struct mlirbc_type *[]){ scalar, scalar }, 2) : NULL;
	if (!body)
		return NULL;
	struct mlirbc_block *block = builder->block;
	struct mlirbc_op *before = builder->before;
	mlirbc_builder_enter(builder, body);
	struct mlirbc_value *value = mlirbc_stablehlo_binary(builder, name, &body->arguments[0], &body->arguments[1]);
	mlirbc_stablehlo_return(builder, &value, 1);
	builder->block = block;
	builder->before = before;
	return holder;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, int code)
{
	static const char *const names[] = { "dimensions", "window_dimensions", "window_strides", "base_dilations", "window_dilations",
		"padding" };
	const struct mlirbc_type *f32 = mlirbc_type_float(builder->context, MLIRBC_F32);
	struct mlirbc_value *operands[2], *made = NULL;
	struct mlirbc_build_attr attrs[sizeof names / sizeof *names];
	size_t count = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const struct mlirbc_attr *attr = mlirbc_op_attr(op, names[i]);
		if (attr)
			attrs[count++] = (struct mlirbc_build_attr){ names[i], attr };
	}
	for (size_t i = 0; i < 2; i++)
		operands[i] = f32 ? mlirbc_stablehlo_convert(builder, mlirbc_op_operands(op)[i].value, f32) : NULL;
	struct mlirbc_op *holder = operands[1] ? make_body(builder, code == MLIRBC_STABLEHLO_add ? "add" : "multiply", operands[1]->type) : NULL;
	if (holder) {
		const struct mlirbc_build_op spec = { .name = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) ? "stablehlo.reduce"
													       : "stablehlo.reduce_window",
			.operands = operands, .operand_count = 2, .attrs = attrs, .attr_count = count };
		made = mlirbc_stablehlo_value(builder, &spec, holder);
	}
	made = mlirbc_stablehlo_convert(builder, made, bef_hlo__element(mlirbc_op_results(op)[0].type));
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_sum(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	const int code = matches(lower, op);
	return code && (!builder || replace(lower, builder, op, code));
}

bool bef_hlo__rewrite_sums(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_sum); }
