/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Quantized types: an element is (storage - zero point) * scale. */
#include "ops/ops.h"

static bool read(struct bef_hlo__lower *lower, const struct mlirbc_type *type, struct mlirbc_stablehlo_quantized *out)
{
	return bef_hlo__ok(lower, mlirbc_stablehlo_quantized(lower->context, bef_hlo__element(type), out), NULL);
}

/* The attributes of hlo.uniform_quantize and hlo.uniform_dequantize. */
static bool add_parameters(
	struct bef_hlo__lower *lower, const struct mlirbc_stablehlo_quantized *quantized, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_attr **scales = bef_hlo__room(lower, quantized->count, sizeof *scales);
	if (!scales)
		return false;
	for (size_t i = 0; i < quantized->count; i++) {
		scales[i] = mlirbc_attr_float(lower->context, lower->f64, quantized->scales[i]);
		if (!scales[i])
			return bef_hlo__no_memory(lower);
	}
	bef_hlo__attr_int(lower, attrs, "quantization_dimension", quantized->axis);
	bef_hlo__attr(attrs, "scales", mlirbc_attr_array(lower->context, scales, quantized->count));
	bef_hlo__attr_int(lower, attrs, "storage_max", quantized->storage_max);
	bef_hlo__attr_int(lower, attrs, "storage_min", quantized->storage_min);
	bef_hlo__attr_ints(lower, attrs, "zero_points", quantized->zero_points, quantized->count);
	return true;
}

struct bef_hlo__value bef_hlo__dequantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value storage, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!storage.value || !read(lower, type, &quantized) || !add_parameters(lower, &quantized, &attrs))
		return (struct bef_hlo__value){ NULL, NULL };
	const struct mlirbc_type *expressed = bef_hlo__with_element(lower, type, quantized.expressed);
	return bef_hlo__emit_one(lower, "uniform_dequantize", expressed, &storage, 1, &attrs);
}

struct bef_hlo__value bef_hlo__quantize(
	struct bef_hlo__lower *lower, struct bef_hlo__value value, const struct mlirbc_type *type)
{
	struct mlirbc_stablehlo_quantized quantized;
	struct bef_hlo__attrs attrs = { .count = 0 };
	if (!value.value || !read(lower, type, &quantized) || !add_parameters(lower, &quantized, &attrs))
		return (struct bef_hlo__value){ NULL, NULL };
	value = bef_hlo__convert(lower, value, quantized.expressed);
	const struct mlirbc_type *storage = bef_hlo__with_element(lower, type, quantized.storage);
	return bef_hlo__emit_one(lower, "uniform_quantize", storage, &value, 1, &attrs);
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
