/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/types.h"

#include <mlirbc/stablehlo_attrs.h>

enum mlirbc_status mlirbc_stablehlo_quantized(
	struct mlirbc_context *context, const struct mlirbc_type *element, struct mlirbc_stablehlo_quantized *out)
{
	struct shlo__quant quant;
	if (!shlo__quant_of(context, element, &quant))
		return MLIRBC_E_NOT_FOUND;
	double *scales = mlirbc_context_alloc(context, quant.count * sizeof *scales, _Alignof(double));
	int64_t *zero_points = mlirbc_context_alloc(context, quant.count * sizeof *zero_points, _Alignof(int64_t));
	if (!scales || !zero_points)
		return MLIRBC_E_NOMEM;
	for (size_t i = 0; i < quant.count; i++) {
		zero_points[i] = 0;
		if (!shlo__quant_next(&quant, &scales[i], &zero_points[i]))
			return MLIRBC_E_NOT_FOUND;
	}
	*out = (struct mlirbc_stablehlo_quantized){ .storage = quant.storage, .expressed = quant.expressed,
		.storage_min = quant.storage_min, .storage_max = quant.storage_max, .axis = quant.axis, .scales = scales,
		.zero_points = zero_points, .count = quant.count };
	return MLIRBC_OK;
}
