/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Powers of f32 by 2, -1 and odd multiples of a half are products, quotients and square roots, which take a fifth of the time. They are
 * computed in f64 and rounded once, so errors are not larger than those of the step `power`. -0 and -inf have the results of C's pow(). */
#include "rewrite/rewrite.h"

#include <math.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

/* Whether the exponent is 2, -1, or n + 0.5 or its negative, where n is 0, 1 or 2. */
static bool matches(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, float *out)
{
	if (lower->options.device || !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_power) || op->operand_count != 2)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	if (!bef_hlo__is_static(type) || bef_hlo__is_quantized(type))
		return false;
	const char *name = bef_hlo__dtype_name(bef_hlo__element(type));
	double number;
	if (!name || strcmp(name, "f32") != 0 || mlirbc_op_operands(op)[0].value->type != type ||
		!bef_hlo__float_of(lower, mlirbc_op_operands(op)[1].value, false, &number))
		return false;
	*out = (float)number;
	const float size = fabsf(*out);
	return *out == 2 || *out == -1 || size == 0.5F || size == 1.5F || size == 2.5F;
}

/* |exponent| = times + 0.5 */
static struct mlirbc_value *raise(
	struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_value *x, unsigned times, bool inverse)
{
	const struct mlirbc_type *f64 = mlirbc_type_float(lower->context, MLIRBC_F64), *element = bef_hlo__element(x->type);
	const struct mlirbc_type *wide = f64 ? bef_hlo__with_element(lower, x->type, f64) : NULL;
	struct mlirbc_value *least = mlirbc_stablehlo_splat(builder, x->type, -INFINITY);
	struct mlirbc_value *is_least = mlirbc_stablehlo_compare(builder, "EQ", x, least);
	x = mlirbc_stablehlo_select(builder, is_least, mlirbc_stablehlo_splat(builder, x->type, INFINITY), x);
	x = mlirbc_stablehlo_convert(builder, x, f64);
	struct mlirbc_value *power = mlirbc_stablehlo_unary(builder, "sqrt", x);
	for (unsigned i = 0; i < times; i++)
		power = mlirbc_stablehlo_binary(builder, "multiply", power, x);
	if (inverse && wide)
		power = mlirbc_stablehlo_binary(builder, "divide", mlirbc_stablehlo_splat(builder, wide, 1), power);
	power = mlirbc_stablehlo_convert(builder, power, element);
	return times % 2 ? power : mlirbc_stablehlo_unary(builder, "abs", power); /* of -0 */
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, float exponent)
{
	struct mlirbc_value *x = mlirbc_op_operands(op)[0].value;
	struct mlirbc_value *made = exponent == 2 ? mlirbc_stablehlo_binary(builder, "multiply", x, x) :
		exponent == -1 ? mlirbc_stablehlo_binary(builder, "divide", mlirbc_stablehlo_splat(builder, x->type, 1), x) :
				 raise(lower, builder, x, (unsigned)fabsf(exponent), exponent < 0);
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_power(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	float exponent;
	return matches(lower, op, &exponent) && (!builder || replace(lower, builder, op, exponent));
}

bool bef_hlo__rewrite_powers(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_power); }
