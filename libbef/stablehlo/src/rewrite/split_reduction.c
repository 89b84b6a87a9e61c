/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A reduction of trailing dimensions and of others in front of those that are kept, such as the statistics of batch norm, channels
 * first: first the rows are reduced, which are parts of groups, then their results. The kernel `reduce` takes three times as
 * long. This happens without fusing too, so that both have the same bits. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

enum { SHORT_ROW = 64, FEW_ELEMENTS = 16384 };

/* The operation of the body, if a second use of the initial value changes nothing. */
static const char *reducer_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_op *step = bef_hlo__combining_step(op);
	if (!step || mlirbc_op_operands(step)[0].value != &mlirbc_op_regions(op)->first->arguments[0])
		return NULL;
	switch ((int)bef_hlo__code(lower, step)) {
	case MLIRBC_STABLEHLO_add: return "add";
	case MLIRBC_STABLEHLO_maximum: return "maximum";
	case MLIRBC_STABLEHLO_minimum: return "minimum";
	default: return NULL;
	}
}

/* A scalar whose bits are 0 */
static bool is_zero(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	static const uint8_t zero[16];
	const struct mlirbc_op *op = mlirbc_value_op(value);
	const struct mlirbc_attr *attr = op && bef_hlo__is(lower, op, MLIRBC_STABLEHLO_constant) ? mlirbc_op_attr(op, "value") : NULL;
	return attr && attr->kind == MLIRBC_ATTR_DENSE && attr->u.dense.size <= sizeof zero &&
	       memcmp(attr->u.dense.data, zero, attr->u.dense.size) == 0;
}

/* The number of trailing dimensions that are reduced, if others are too and splitting is worth while; else 0. */
static size_t count_trailing(const struct mlirbc_type *type, const struct mlirbc_stablehlo_attr *dimensions)
{
	uint64_t elements, row = 1;
	uint32_t reduced = 0;
	size_t trailing = 0;
	if (!mlirbc_type_elements(type, &elements) || elements < FEW_ELEMENTS)
		return 0;
	for (size_t i = 0; i < dimensions->count; i++)
		reduced |= 1u << dimensions->ints[i];
	while (trailing < type->u.shaped.rank && reduced >> (type->u.shaped.rank - 1 - trailing) & 1)
		row *= (uint64_t)type->u.shaped.dims[type->u.shaped.rank - 1 - trailing++];
	return row >= SHORT_ROW && trailing < dimensions->count ? trailing : 0;
}

static const char *matches(struct bef_hlo__lower *lower, const struct mlirbc_op *op, size_t *out_trailing)
{
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) || op->operand_count != 2 || op->result_count != 1)
		return NULL;
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	const struct mlirbc_stablehlo_attr *dimensions = bef_hlo__find_attr(lower, op, "dimensions");
	const char *name = reducer_of(lower, op);
	if (!name || !dimensions || !bef_hlo__is_static(type) || bef_hlo__is_quantized(type) || type->u.shaped.rank > HLO_MOST_RANK ||
		!bef_hlo__combines_one_type(op) ||
		(strcmp(name, "add") == 0 && !is_zero(lower, mlirbc_op_operands(op)[1].value)))
		return NULL;
	*out_trailing = count_trailing(type, dimensions);
	return *out_trailing ? name : NULL;
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, const char *name, size_t trailing)
{
	struct mlirbc_value *x = mlirbc_op_operands(op)[0].value, *initial = mlirbc_op_operands(op)[1].value;
	const struct mlirbc_stablehlo_attr *dimensions = bef_hlo__find_attr(lower, op, "dimensions");
	const size_t kept = x->type->u.shaped.rank - trailing;
	int64_t last[HLO_MOST_RANK], first[HLO_MOST_RANK];
	size_t count = 0;
	for (size_t i = 0; i < trailing; i++)
		last[i] = (int64_t)(kept + i);
	for (size_t i = 0; i < dimensions->count; i++)
		if (dimensions->ints[i] < (int64_t)kept)
			first[count++] = dimensions->ints[i];
	struct mlirbc_value *rows = mlirbc_stablehlo_reduce(builder, name, x, initial, last, trailing);
	struct mlirbc_value *made = rows ? mlirbc_stablehlo_reduce(builder, name, rows, initial, first, count) : NULL;
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(mlirbc_op_results(op), made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_split(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	size_t trailing;
	const char *name = matches(lower, op, &trailing);
	return name && (!builder || replace(lower, builder, op, name, trailing));
}

bool bef_hlo__rewrite_split_reductions(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_split); }
