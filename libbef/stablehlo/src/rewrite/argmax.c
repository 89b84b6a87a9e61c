/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The index of the largest or smallest element of a row or column, as JAX writes it: a reduction of the pairs of element and index, of which only
 * the index is used. A NaN counts as the largest and smallest, and the first of equal elements is chosen. The same index is that of the
 * first element that equals the maximum of the row, or is a NaN:
 *	minimum(select(x == maximum(x) or x != x, index, no index))
 * These operations are parts of groups, while the kernel of the pairs calls the body for each element. */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <mlirbc/stablehlo_build.h>
#include <string.h>

/* ---- the body: arguments value, index, value, index; the first pair is the result so far */

static const struct mlirbc_op *op_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, enum mlirbc_stablehlo_code code)
{
	const struct mlirbc_op *op = mlirbc_value_op(value);
	return op && bef_hlo__is(lower, op, code) ? op : NULL;
}

static const struct mlirbc_value *operand_of(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

/* The value is the comparison of a and b, in this order, or of b and a by the reversed one. */
static bool is_compare(struct bef_hlo__lower *lower, const struct mlirbc_value *value, const char *direction, const struct mlirbc_value *a,
	const struct mlirbc_value *b)
{
	const struct mlirbc_op *op = op_of(lower, value, MLIRBC_STABLEHLO_compare);
	const char *reversed = strcmp(direction, "GT") == 0 ? "LT" : strcmp(direction, "LT") == 0 ? "GT" : direction;
	if (!op || bef_hlo__keyword_is(lower, op, "compare_type", "TOTALORDER"))
		return false;
	return (operand_of(op, 0) == a && operand_of(op, 1) == b && bef_hlo__keyword_is(lower, op, "comparison_direction", direction)) ||
	       (operand_of(op, 0) == b && operand_of(op, 1) == a && bef_hlo__keyword_is(lower, op, "comparison_direction", reversed));
}

static bool is_float(const struct mlirbc_value *value) { return strcmp(bef_hlo__compare_type(value->type, NULL), "FLOAT") == 0; }

/* The first pair is chosen: its value is larger or smaller, or a NaN. */
static bool picks_first(
	struct bef_hlo__lower *lower, const struct mlirbc_value *value, const char *direction, const struct mlirbc_value *arguments)
{
	const struct mlirbc_value *a = &arguments[0], *b = &arguments[2];
	const struct mlirbc_op *either = op_of(lower, value, MLIRBC_STABLEHLO_or);
	if (!either)
		return !is_float(a) && is_compare(lower, value, direction, a, b);
	for (uint32_t i = 0; i < 2; i++) {
		if (is_compare(lower, operand_of(either, i), direction, a, b) && is_compare(lower, operand_of(either, 1 - i), "NE", a, a))
			return true;
	}
	return false;
}

/* Values are equal, and the first index is smaller. */
static bool breaks_tie(struct bef_hlo__lower *lower, const struct mlirbc_value *value, const struct mlirbc_value *arguments)
{
	const struct mlirbc_op *both = op_of(lower, value, MLIRBC_STABLEHLO_and);
	for (uint32_t i = 0; both && i < 2; i++) {
		if (is_compare(lower, operand_of(both, i), "EQ", &arguments[0], &arguments[2]) &&
			is_compare(lower, operand_of(both, 1 - i), "LT", &arguments[1], &arguments[3]))
			return true;
	}
	return false;
}

static bool has_body(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *direction)
{
	const struct mlirbc_region *region = mlirbc_op_regions(op);
	const struct mlirbc_block *block = op->region_count == 1 && region->block_count == 1 ? region->first : NULL;
	if (!block || block->argument_count != 4 || !block->last || block->last->operand_count != 2)
		return false;
	const struct mlirbc_value *arguments = block->arguments;
	const struct mlirbc_op *value = op_of(lower, operand_of(block->last, 0), MLIRBC_STABLEHLO_select);
	const struct mlirbc_op *index = op_of(lower, operand_of(block->last, 1), MLIRBC_STABLEHLO_select);
	if (!value || !index || operand_of(value, 1) != &arguments[0] || operand_of(value, 2) != &arguments[2] ||
		operand_of(index, 1) != &arguments[1] || operand_of(index, 2) != &arguments[3] ||
		!picks_first(lower, operand_of(value, 0), direction, arguments))
		return false;
	const struct mlirbc_op *either = op_of(lower, operand_of(index, 0), MLIRBC_STABLEHLO_or);
	for (uint32_t i = 0; either && i < 2; i++) {
		if (operand_of(either, i) == operand_of(value, 0) && breaks_tie(lower, operand_of(either, 1 - i), arguments))
			return true;
	}
	return false;
}

/* ---- operands */

enum { MOST_BYTES = 8, FEW_COLUMNS = 16 };

/* The largest or smallest value of a type, in memory order; false: another type. */
static bool limit_of(const struct mlirbc_type *element, bool largest, uint8_t *out)
{
	static const struct { const char *name; uint64_t largest, smallest; } limits[] = {
		{ "f32", 0x7F800000, 0xFF800000 }, { "f64", UINT64_C(0x7FF0000000000000), UINT64_C(0xFFF0000000000000) },
		{ "f16", 0x7C00, 0xFC00 }, { "bf16", 0x7F80, 0xFF80 }, { "i8", 0x7F, 0x80 }, { "i16", 0x7FFF, 0x8000 },
		{ "i32", 0x7FFFFFFF, 0x80000000 }, { "i64", INT64_MAX, UINT64_C(1) << 63 }, { "ui8", UINT8_MAX, 0 },
		{ "ui16", UINT16_MAX, 0 }, { "ui32", UINT32_MAX, 0 }, { "ui64", UINT64_MAX, 0 } };
	const char *name = bef_hlo__dtype_name(element);
	for (size_t i = 0; name && i < sizeof limits / sizeof *limits; i++) {
		if (strcmp(name, limits[i].name) != 0)
			continue;
		for (size_t k = 0; k < MOST_BYTES; k++)
			out[k] = (uint8_t)((largest ? limits[i].largest : limits[i].smallest) >> 8 * k);
		return true;
	}
	return false;
}

static bool is_scalar_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value, const uint8_t *bytes)
{
	const struct mlirbc_op *op = op_of(lower, value, MLIRBC_STABLEHLO_constant);
	const struct mlirbc_attr *attr = op ? mlirbc_op_attr(op, "value") : NULL;
	const size_t size = bef_hlo__element_size(bef_hlo__element(value->type));
	return attr && attr->kind == MLIRBC_ATTR_DENSE && attr->u.dense.size == size && size <= MOST_BYTES &&
	       memcmp(attr->u.dense.data, bytes, size) == 0;
}

/* The elements that follow each other at one index of the dimension are as many as vectors have, unless the dimension is the last. Between
 * fewer the kernel `reduce` is faster. */
static bool has_wide_rows(const struct mlirbc_type *type, int64_t dimension)
{
	uint64_t wide = 1;
	for (int64_t i = dimension + 1; i < (int64_t)type->u.shaped.rank; i++)
		wide *= (uint64_t)type->u.shaped.dims[i];
	return dimension + 1 == (int64_t)type->u.shaped.rank || wide >= FEW_COLUMNS;
}

/* One dimension is reduced, and nothing is empty. `largest`: the index is that of the maximum. */
static bool matches(struct bef_hlo__lower *lower, const struct mlirbc_op *op, bool *out_largest)
{
	static const uint8_t zero[MOST_BYTES];
	uint8_t limit[MOST_BYTES];
	uint64_t count;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_reduce) || op->operand_count != 4 || op->result_count != 2 ||
		mlirbc_op_results(op)[0].first_use)
		return false;
	const struct mlirbc_type *type = operand_of(op, 0)->type, *index = operand_of(op, 1)->type;
	if (!bef_hlo__is_static(type) || bef_hlo__is_quantized(type) || type->u.shaped.rank == 0 ||
		type->u.shaped.rank > HLO_MOST_RANK || !mlirbc_type_elements(type, &count) || count == 0 ||
		bef_hlo__element(operand_of(op, 2)->type) != bef_hlo__element(type) ||
		bef_hlo__element(mlirbc_op_results(op)[1].type) != bef_hlo__element(index))
		return false;
	const struct mlirbc_stablehlo_attr *dimensions = bef_hlo__find_attr(lower, op, "dimensions");
	if (!dimensions || dimensions->count != 1 || !bef_hlo__is_index(lower, operand_of(op, 1), (size_t)dimensions->ints[0]) ||
		!has_wide_rows(type, dimensions->ints[0]) ||
		(bef_hlo__element_size(bef_hlo__element(index)) == 4 && type->u.shaped.dims[dimensions->ints[0]] > INT32_MAX))
		return false;
	*out_largest = has_body(lower, op, "GT");
	return (*out_largest || has_body(lower, op, "LT")) && limit_of(bef_hlo__element(type), !*out_largest, limit) &&
	       is_scalar_of(lower, operand_of(op, 2), limit) && is_scalar_of(lower, operand_of(op, 3), zero);
}

/* ---- replacing */

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *op, bool largest)
{
	struct mlirbc_value *x = mlirbc_op_operands(op)[0].value, *index = mlirbc_op_operands(op)[1].value;
	struct mlirbc_value *initial = mlirbc_op_operands(op)[2].value, *old = &mlirbc_op_results(op)[1];
	const struct mlirbc_type *element = bef_hlo__element(index->type);
	const size_t rank = x->type->u.shaped.rank;
	const int64_t reduced = bef_hlo__find_attr(lower, op, "dimensions")->ints[0];
	int64_t kept[HLO_MOST_RANK];
	uint8_t none[MOST_BYTES];
	if (!limit_of(element, true, none))
		return true;
	for (size_t i = 0; i + 1 < rank; i++)
		kept[i] = (int64_t)i + ((int64_t)i >= reduced);
	struct mlirbc_value *extreme = mlirbc_stablehlo_reduce(builder, largest ? "maximum" : "minimum", x, initial, &reduced, 1);
	struct mlirbc_value *repeated = mlirbc_stablehlo_broadcast(builder, extreme, x->type, kept);
	struct mlirbc_value *found = mlirbc_stablehlo_compare(builder, "EQ", x, repeated);
	if (is_float(x)) {
		struct mlirbc_value *nan = mlirbc_stablehlo_compare(builder, "NE", x, x);
		found = mlirbc_stablehlo_binary(builder, "or", found, nan);
	}
	struct mlirbc_value *no_index = mlirbc_stablehlo_constant(
		builder, mlirbc_stablehlo_tensor(lower->context, element, NULL, 0), none, bef_hlo__element_size(element));
	struct mlirbc_value *no_indices = mlirbc_stablehlo_broadcast(builder, no_index, index->type, kept);
	struct mlirbc_value *indices = mlirbc_stablehlo_select(builder, found, index, no_indices);
	struct mlirbc_value *made = mlirbc_stablehlo_reduce(builder, "minimum", indices, no_index, &reduced, 1);
	if (!made)
		return bef_hlo__fail_built(lower, builder, op);
	mlirbc_value_replace(old, made);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

static bool try_argmax(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	bool largest;
	return matches(lower, op, &largest) && (!builder || replace(lower, builder, op, largest));
}

bool bef_hlo__rewrite_argmax(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_argmax); }
