/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What rewrites share: the walk, constants, and indices of elements along a dimension. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <string.h>

bool bef_hlo__rewrite(struct bef_hlo__lower *lower, bef_hlo__rewriter *rewriter)
{
	struct mlirbc_op *root = lower->module->body->first;
	struct mlirbc_builder builder;
	struct bef_hlo__row found = { NULL, 0, 0 };
	mlirbc_builder_init_module(&builder, lower->module);
	for (struct mlirbc_op *op = root; op; op = mlirbc_op_next_pre(root, op)) {
		if (rewriter(lower, op, NULL) && !bef_hlo__push(lower, &found, op))
			return false;
	}
	for (size_t i = 0; i < found.count; i++) {
		if (!rewriter(lower, found.items[i], NULL)) /* not any more, behind an earlier replacement */
			continue;
		mlirbc_builder_enter_before(&builder, found.items[i]);
		builder.location = mlirbc_op_location(found.items[i]);
		if (!rewriter(lower, found.items[i], &builder))
			return false;
	}
	return true;
}

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

/* The contents of a constant, which may be repeated; NULL: it is none, or has another size. */
static const struct mlirbc_attr *contents_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, size_t size)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_broadcast_in_dim))
		op = mlirbc_value_op(mlirbc_op_operands(op)[0].value);
	const struct mlirbc_attr *attr = op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) ? mlirbc_op_attr(op, "value") : NULL;
	return attr && attr->kind == MLIRBC_ATTR_DENSE && attr->u.dense.size == size ? attr : NULL;
}

bool bef_hlo__float_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, bool is_f64, double *out)
{
	float single;
	const struct mlirbc_attr *attr = contents_of(lower, value, is_f64 ? sizeof *out : sizeof single);
	if (!attr)
		return false;
	if (is_f64) {
		memcpy(out, attr->u.dense.data, sizeof *out);
		return true;
	}
	memcpy(&single, attr->u.dense.data, sizeof single);
	*out = (double)single;
	return true;
}

bool bef_hlo__unsigned_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, uint64_t *out)
{
	const struct mlirbc_attr *attr = contents_of(lower, value, sizeof *out);
	uint32_t single;
	if (attr) {
		memcpy(out, attr->u.dense.data, sizeof *out);
		return true;
	}
	attr = contents_of(lower, value, sizeof single);
	if (!attr)
		return false;
	memcpy(&single, attr->u.dense.data, sizeof single);
	*out = single;
	return true;
}

/* The value is complex(1, 0): JAX's gradients of real parts have it as constants of the two parts. */
static bool is_one_of_parts(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, bool is_f64)
{
	double real, imag;
	const struct mlirbc_op *op = mlirbc_value_op(value);
	if (op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_broadcast_in_dim))
		op = mlirbc_value_op(mlirbc_op_operands(op)[0].value);
	if (!op || !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_complex))
		return false;
	const struct mlirbc_operand *parts = mlirbc_op_operands(op);
	return bef_hlo__float_of(lower, parts[0].value, is_f64, &real) && bef_hlo__float_of(lower, parts[1].value, is_f64, &imag) &&
	       real == 1 && imag == 0;
}

bool bef_hlo__is_complex_one(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	const float single[2] = { 1, 0 };
	const double wide[2] = { 1, 0 };
	const size_t size = bef_hlo__element_size(bef_hlo__element(value->type));
	const struct mlirbc_attr *attr = contents_of(lower, value, size);
	if (!attr)
		return is_one_of_parts(lower, value, size == sizeof wide);
	return (size == sizeof single && memcmp(attr->u.dense.data, single, size) == 0) ||
	       (size == sizeof wide && memcmp(attr->u.dense.data, wide, size) == 0);
}
