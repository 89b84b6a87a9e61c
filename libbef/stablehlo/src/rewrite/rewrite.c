/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Indices of elements along a dimension. */
#include "rewrite/rewrite.h"

#include <string.h>

/* The dense elements of `size` bytes are 0, 1, ... n - 1, each `inner` times, and again; small iotas have become constants. */
static bool counts(const struct mlirbc_attr *attr, size_t size, int64_t n, uint64_t inner)
{
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || n < 1 || attr->u.dense.size != size * attr->u.dense.count)
		return false;
	for (uint64_t i = 0; i < attr->u.dense.count; i++) {
		const uint8_t *at = (const uint8_t *)attr->u.dense.data + size * i;
		uint64_t value = 0;
		for (size_t k = size; k-- > 0;)
			value = value << 8 | at[k];
		if (value != i / inner % (uint64_t)n)
			return false;
	}
	return n == 1 || !attr->u.dense.splat;
}

bool bef_hlo__is_index(struct bef_hlo__lower *lower, const struct mlirbc_value *value, size_t dimension)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const char *element = bef_hlo__is_static(value->type) ? bef_hlo__dtype_name(bef_hlo__element(value->type)) : NULL;
	if (!op || !element || (strcmp(element, "i32") != 0 && strcmp(element, "i64") != 0) || value->type->u.shaped.rank == 0)
		return false;
	const struct mlirbc_type *type = value->type;
	if (bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant)) {
		uint64_t inner = 1;
		for (size_t i = dimension + 1; i < type->u.shaped.rank; i++)
			inner *= (uint64_t)type->u.shaped.dims[i];
		return counts(mlirbc_op_attr(op, "value"), bef_hlo__element_size(bef_hlo__element(type)), type->u.shaped.dims[dimension], inner);
	}
	const struct mlirbc_stablehlo_attr *counted =
		bef_hlo__is(lower, op, MLIRBC_STABLEHLO_iota) ? bef_hlo__find_attr(lower, op, "iota_dimension") : NULL;
	return counted && counted->number == (int64_t)dimension;
}
