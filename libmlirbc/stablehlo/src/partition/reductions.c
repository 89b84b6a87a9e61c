/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The rule of reduce, and what is known of reductions: initial values that may be counted often. */
#include "partition/factors.h"

#include <string.h>

bool shlo__splat_of(const struct mlirbc_value *value, uint64_t *out)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	while (op && (mlirbc_op_is(op, "stablehlo.broadcast_in_dim") || mlirbc_op_is(op, "stablehlo.reshape")))
		op = mlirbc_value_op(mlirbc_op_operands(op)[0].value);
	const struct mlirbc_attr *attr = op && mlirbc_op_is(op, "stablehlo.constant") ? mlirbc_op_attr(op, "value") : NULL;
	*out = 0;
	if (!attr || attr->kind != MLIRBC_ATTR_DENSE || (!attr->u.dense.splat && attr->u.dense.count != 1) || attr->u.dense.size > sizeof *out)
		return false;
	memcpy(out, attr->u.dense.data, attr->u.dense.size); /* little-endian hosts only: others find no neutral element but 0 */
	return true;
}

/* The bits of 1; 0: of another type. */
static uint64_t one_of(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_INTEGER)
		return 1;
	if (type->kind != MLIRBC_TYPE_FLOAT)
		return 0;
	switch (type->u.float_kind) {
	case MLIRBC_F32: return 0x3F800000;
	case MLIRBC_F64: return UINT64_C(0x3FF0000000000000);
	case MLIRBC_BF16: return 0x3F80;
	case MLIRBC_F16: return 0x3C00;
	default: return 0;
	}
}

bool shlo__is_neutral(const struct mlirbc_op *op, const struct mlirbc_value *init)
{
	const struct mlirbc_block *body = mlirbc_op_regions(op)[0].first;
	const struct mlirbc_op *first = body ? body->first : NULL;
	uint64_t bits;
	if (!first || first->next != body->last || first->operand_count != 2 || body->argument_count != 2 || body->last->operand_count != 1 ||
		mlirbc_op_operands(body->last)[0].value != mlirbc_op_results(first))
		return false;
	for (size_t i = 0; i < 2; i++) { /* arguments in any order, each once */
		const struct mlirbc_value *value = mlirbc_op_operands(first)[i].value;
		if (value != &body->arguments[0] && value != &body->arguments[1])
			return false;
	}
	if (mlirbc_op_operands(first)[0].value == mlirbc_op_operands(first)[1].value)
		return false;
	/* counted often is as good as once */
	if (mlirbc_op_is(first, "stablehlo.maximum") || mlirbc_op_is(first, "stablehlo.minimum") || mlirbc_op_is(first, "stablehlo.and") ||
		mlirbc_op_is(first, "stablehlo.or"))
		return true;
	return (mlirbc_op_is(first, "stablehlo.add") && shlo__splat_of(init, &bits) && bits == 0) ||
	       (mlirbc_op_is(first, "stablehlo.multiply") && shlo__splat_of(init, &bits) && bits == one_of(init->type->u.shaped.element));
}

void shlo__factors_reduce(struct shlo__factors *f, const struct mlirbc_op *op)
{
	struct shlo__dims dims;
	const size_t inputs = op->operand_count / 2;
	if (!shlo__i64s_of(mlirbc_op_attr(op, "dimensions"), &dims) || op->result_count != inputs)
		return;
	const bool united = inputs == 1 && shlo__is_neutral(op, mlirbc_op_operands(op)[1].value);
	uint64_t gone = 0;
	for (size_t i = 0; i < dims.count; i++)
		gone |= UINT64_C(1) << dims.at[i];
	for (size_t dim = 0, at = 0; dim < mlirbc_op_operands(op)[0].value->type->u.shaped.rank; dim++) {
		const int64_t size = mlirbc_op_operands(op)[0].value->type->u.shaped.dims[dim];
		int16_t factor = SHLO__NO_FACTOR;
		if (!(gone >> dim & 1)) {
			factor = shlo__factor_new(f, size);
			for (size_t i = 0; i < inputs; i++)
				shlo__factor_share(f, &f->results[i][at], factor, size);
			at++;
		} else if (united) {
			factor = shlo__factor_new(f, size);
			if (factor != SHLO__NO_FACTOR)
				f->reduced[factor] = true;
		}
		for (size_t i = 0; i < inputs; i++)
			shlo__factor_share(f, &f->operands[i][dim], factor, size);
	}
}
