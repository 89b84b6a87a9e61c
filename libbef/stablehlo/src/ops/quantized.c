/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quantized types: an element is (storage - zero point) * scale. */
#include "ops/ops.h"

static bool read(struct bef_hlo__lower *lower, const struct mlirbc_type *type, struct mlirbc_stablehlo_quantized *out)
{
	return bef_hlo__ok(lower, mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), out), NULL);
}

/* The scales (or the zero points) as a tensor of that type. */
static struct bef_hlo__value parameter(struct bef_hlo__lower *lower, const struct mlirbc_stablehlo_quantized *quantized,
	bool scales, const struct mlirbc_type *type)
{
	double *numbers = bef_hlo__room(lower, quantized->count, sizeof *numbers);
	if (!numbers)
		return (struct bef_hlo__value){ NULL, type };
	for (size_t i = 0; i < quantized->count; i++)
		numbers[i] = scales ? quantized->scales[i] : (double)quantized->zero_points[i];
	if (quantized->axis < 0)
		return bef_hlo__splat(lower, numbers[0], type);
	return bef_hlo__along(lower, numbers, quantized->count, quantized->axis, type);
}

static bool has_zero_points(const struct mlirbc_stablehlo_quantized *quantized)
{
	for (size_t i = 0; i < quantized->count; i++) {
		if (quantized->zero_points[i] != 0)
			return true;
	}
	return false;
}

struct bef_hlo__value bef_hlo__dequantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value storage, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	if (!read(lower, type, &quantized))
		return (struct bef_hlo__value){ NULL, NULL };
	const struct mlirbc_type *expressed = bef_hlo__with_element(lower, type, quantized.expressed);
	if (!expressed)
		return (struct bef_hlo__value){ NULL, NULL };
	/* The difference is exact: in 64 bits, as the storage has at most 32. */
	if (has_zero_points(&quantized)) {
		storage = bef_hlo__convert(lower, storage, lower->i64);
		storage = bef_hlo__binary(lower, "subtract", storage, parameter(lower, &quantized, false, storage.type));
	}
	struct bef_hlo__value value = bef_hlo__convert(lower, storage, quantized.expressed);
	return bef_hlo__binary(lower, "multiply", value, parameter(lower, &quantized, true, expressed));
}

struct bef_hlo__value bef_hlo__quantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value value, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	if (!value.value || !read(lower, type, &quantized))
		return (struct bef_hlo__value){ NULL, NULL };
	value = bef_hlo__convert(lower, value, quantized.expressed);
	value = bef_hlo__binary(lower, "divide", value, parameter(lower, &quantized, true, value.type));
	if (has_zero_points(&quantized))
		value = bef_hlo__binary(lower, "add", value, parameter(lower, &quantized, false, value.type));
	const struct mlirbc_type *scalar = bef_hlo__shaped(lower, NULL, 0, quantized.expressed);
	const struct bef_hlo__value operands[] = { bef_hlo__splat(lower, (double)quantized.storage_min, scalar), value,
		bef_hlo__splat(lower, (double)quantized.storage_max, scalar) };
	value = bef_hlo__emit_one(lower, "clamp", value.type, operands, 3, NULL);
	value = bef_hlo__emit_one(lower, "round_nearest_even", value.type, &value, 1, NULL);
	return bef_hlo__convert(lower, value, quantized.storage);
}

bool bef_hlo__lower_uniform_quantize(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	const struct mlirbc_type *from = mlirbc_op_operands(lower->op)[0].value->type;
	struct bef_hlo__value value;
	(void)rule;
	if (!bef_hlo__operands(lower, &value))
		return false;
	if (bef_hlo__is_quantized(from))
		value = bef_hlo__dequantize(lower, value, from);
	return bef_hlo__set_result(lower, bef_hlo__quantize(lower, value, mlirbc_op_results(lower->op)[0].type));
}

bool bef_hlo__lower_uniform_dequantize(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__value value;
	(void)rule;
	if (!bef_hlo__operands(lower, &value))
		return false;
	value = bef_hlo__dequantize(lower, value, mlirbc_op_operands(lower->op)[0].value->type);
	return bef_hlo__set_result(
		lower, value.value ? bef_hlo__convert(lower, value, bef_hlo__element(mlirbc_op_results(lower->op)[0].type)) : value);
}
