/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quotients of f32 and f64 by a constant power of two are products, with the same bits in a fifth of the time; by 1 they are the dividend.
 * Those of unsigned integers are shifts, and remainders are the low bits. Complex quotients by 1 and products with 1 are the other operand. */
#include "rewrite/rewrite.h"

#include <math.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POWER = 63 };

/* Whether the divisor is a power of two of which the reciprocal is a normal number too. */
static bool matches(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, double *out_divisor)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_divide) || op->operand_count != 2)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	const char *name = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	const bool is_f32 = name && strcmp(name, "f32") == 0, is_f64 = name && strcmp(name, "f64") == 0;
	int exponent;
	if ((!is_f32 && !is_f64) || mlirbc_op_operands(op)[0].value->type != type ||
		!bef_hlo__float_of(lower, mlirbc_op_operands(op)[1].value, is_f64, out_divisor))
		return false;
	return fabs(frexp(*out_divisor, &exponent)) == 0.5 && abs(exponent - 1) <= (is_f32 ? 126 : 1022);
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, double divisor)
{
	struct mlirbc_value *x = mlirbc_op_operands(op)[0].value;
	struct mlirbc_value *made =
		divisor == 1 ? x : mlirbc_stablehlo_binary(builder, "multiply", x, mlirbc_stablehlo_splat(builder, x->type, 1 / divisor));
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

/* Whether the divisor of unsigned integers is 2^*out_power. */
static bool matches_unsigned(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, unsigned *out_power)
{
	if ((!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_divide) && !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_remainder)) || op->operand_count != 2)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	const char *name = bef_hlo__is_static(type) && !bef_hlo__is_quantized(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	uint64_t divisor;
	if (!name || (strcmp(name, "ui32") != 0 && strcmp(name, "ui64") != 0) || mlirbc_op_operands(op)[0].value->type != type ||
		!bef_hlo__unsigned_of(lower, mlirbc_op_operands(op)[1].value, &divisor))
		return false;
	*out_power = 0;
	while (*out_power < MOST_POWER && UINT64_C(1) << *out_power != divisor)
		++*out_power;
	return UINT64_C(1) << *out_power == divisor;
}

static bool replace_unsigned(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, unsigned power)
{
	struct mlirbc_value *x = mlirbc_op_operands(op)[0].value;
	const bool divides = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_divide);
	const uint64_t number = divides ? power : (UINT64_C(1) << power) - 1;
	const uint32_t low = (uint32_t)number;
	const size_t size = bef_hlo__element_size(bef_hlo__element(x->type));
	const void *bytes = size == sizeof low ? (const void *)&low : &number;
	struct mlirbc_value *made = mlirbc_stablehlo_binary(
		builder, divides ? "shift_right_logical" : "and", x, mlirbc_stablehlo_constant(builder, x->type, bytes, size));
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

/* XLA removes complex products with 1 and quotients by 1. Their formulas have NaNs for infinities: (inf + 0i) * (1 + 0i) is inf + NaN i. */
static struct mlirbc_value *complex_kept(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const bool divides = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_divide);
	if (lower->options.semantics != BEF_SEMANTICS_XLA || op->operand_count != 2 ||
		(!divides && !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_multiply)))
		return NULL;
	const struct mlirbc_type *type = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	if (!bef_hlo__is_static(type) || bef_hlo__element(type)->kind != MLIRBC_TYPE_COMPLEX)
		return NULL;
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	for (size_t i = divides; i < 2; i++)
		if (operands[!i].value->type == type && bef_hlo__is_complex_one(lower, operands[i].value))
			return operands[!i].value;
	return NULL;
}

static bool replace_complex(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_value *kept)
{
	mlirbc_value_replace(mlirbc_op_results(op), kept);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_quotient(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	double divisor;
	unsigned power;
	struct mlirbc_value *kept = complex_kept(lower, op);
	if (kept)
		return !builder || replace_complex(lower, op, kept);
	if (matches_unsigned(lower, op, &power))
		return !builder || replace_unsigned(lower, builder, op, power);
	return matches(lower, op, &divisor) && (!builder || replace(lower, builder, op, divisor));
}

bool bef_hlo__rewrite_quotients(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_quotient); }
