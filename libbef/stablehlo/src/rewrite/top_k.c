/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The largest elements, as frontends and the lowering of CHLO write them:
 *	%0 = iota; %1:2 = sort(%x, %0) by %a > %b, floats in total order; %2 = slice %1#0 [0:k]; %3 = slice %1#1 [0:k] */
#include "rewrite/rewrite.h"

#include <mlirbc/rewrite.h>
#include <string.h>

/* The comparator is `a > b` of the first operand. */
static bool is_descending(struct bef_hlo__lower *lower, const struct mlirbc_op *sort)
{
	const struct mlirbc_region *region = mlirbc_op_regions(sort);
	const struct mlirbc_block *block = sort->region_count == 1 && region->block_count == 1 ? region->first : NULL;
	if (!block || block->argument_count != 4 || !block->first || block->first->next != block->last ||
		!bef_hlo__is(lower, block->first, MLIRBC_STABLEHLO_compare))
		return false;
	const struct mlirbc_op *compare = block->first;
	const struct mlirbc_operand *operands = mlirbc_op_operands(compare), *returned = mlirbc_op_operands(block->last);
	if (operands[0].value != &block->arguments[0] || operands[1].value != &block->arguments[1] ||
		block->last->operand_count != 1 || returned[0].value != mlirbc_op_results(compare) ||
		!bef_hlo__keyword_is(lower, compare, "comparison_direction", "GT"))
		return false;
	const bool is_float = strcmp(bef_hlo__compare_type(operands[0].value->type, NULL), "FLOAT") == 0;
	return !is_float || bef_hlo__keyword_is(lower, compare, "compare_type", "TOTALORDER");
}

/* The slice has the first elements of the last dimension, and all of the others. */
static bool is_first_part(struct bef_hlo__lower *lower, const struct mlirbc_op *slice)
{
	const struct mlirbc_type *from = mlirbc_op_operands(slice)[0].value->type, *to = mlirbc_op_results(slice)[0].type;
	if (!bef_hlo__is(lower, slice, MLIRBC_STABLEHLO_slice) || !bef_hlo__is_static(to))
		return false;
	const struct mlirbc_stablehlo_attr *starts = bef_hlo__find_attr(lower, slice, "start_indices");
	const struct mlirbc_stablehlo_attr *steps = bef_hlo__find_attr(lower, slice, "strides");
	for (size_t i = 0; starts && steps && i < from->u.shaped.rank; i++) {
		if (starts->ints[i] != 0 || steps->ints[i] != 1 ||
			(i + 1 < from->u.shaped.rank && to->u.shaped.dims[i] != from->u.shaped.dims[i]))
			return false;
	}
	return starts && steps;
}

/* All uses of both results are such slices of one length. */
static bool find_length(struct bef_hlo__lower *lower, struct mlirbc_op *sort, int64_t *out_k)
{
	*out_k = -1;
	for (uint32_t i = 0; i < 2; i++) {
		for (struct mlirbc_operand *use = mlirbc_op_results(sort)[i].first_use; use; use = mlirbc_operand_next(use)) {
			const struct mlirbc_op *slice = mlirbc_operand_owner(use);
			if (!is_first_part(lower, slice))
				return false;
			const struct mlirbc_type *type = mlirbc_op_results(slice)[0].type;
			const int64_t k = type->u.shaped.dims[type->u.shaped.rank - 1];
			if (*out_k >= 0 && *out_k != k)
				return false;
			*out_k = k;
		}
	}
	return *out_k >= 0;
}

/* The kernel takes integers, i1 and floats. */
static bool matches(struct bef_hlo__lower *lower, struct mlirbc_op *sort, int64_t *out_k)
{
	if (!bef_hlo__is(lower, sort, MLIRBC_STABLEHLO_sort) || sort->operand_count != 2 || sort->result_count != 2)
		return false;
	const struct mlirbc_type *type = mlirbc_op_operands(sort)[0].value->type;
	const char *name = bef_hlo__is_static(type) ? bef_hlo__dtype_name(bef_hlo__element(type)) : NULL;
	if (!name || strncmp(name, "complex", 7) == 0 || bef_hlo__is_quantized(type) || type->u.shaped.rank == 0)
		return false;
	const int64_t last = (int64_t)type->u.shaped.rank - 1;
	const struct mlirbc_stablehlo_attr *dimension = bef_hlo__find_attr(lower, sort, "dimension");
	const struct mlirbc_stablehlo_attr *stable = bef_hlo__find_attr(lower, sort, "is_stable");
	const char *index = bef_hlo__dtype_name(bef_hlo__element(mlirbc_op_operands(sort)[1].value->type));
	return dimension && (dimension->number == last || dimension->number == -1) && stable && stable->number &&
	       type->u.shaped.dims[last] <= INT32_MAX && index && strcmp(index, "i32") == 0 && bef_hlo__is_index(lower, mlirbc_op_operands(sort)[1].value, (size_t)last) &&
	       is_descending(lower, sort) && find_length(lower, sort, out_k);
}

static bool replace(struct bef_hlo__lower *lower, struct mlirbc_builder *builder, struct mlirbc_op *sort, int64_t k)
{
	struct mlirbc_value *value = mlirbc_op_operands(sort)[0].value, *index = mlirbc_op_operands(sort)[1].value;
	const struct mlirbc_type *i64 = mlirbc_type_integer(lower->context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *number = i64 ? mlirbc_attr_integer(lower->context, i64, (uint64_t)k) : NULL;
	const struct mlirbc_type *types[2];
	int64_t dims[HLO_MOST_RANK];
	const size_t rank = value->type->u.shaped.rank;
	if (rank > HLO_MOST_RANK)
		return true;
	memcpy(dims, value->type->u.shaped.dims, rank * sizeof *dims);
	dims[rank - 1] = k;
	for (uint32_t i = 0; i < 2; i++) {
		if (!(types[i] = bef_hlo__shaped(lower, dims, rank, bef_hlo__element(mlirbc_op_results(sort)[i].type))))
			return false;
	}
	const struct mlirbc_build_attr attr = { "k", number };
	const struct mlirbc_build_op spec = { .name = mlirbc_stablehlo_name(MLIRBC_CHLO_top_k), .operands = &value, .operand_count = 1,
		.results = types, .result_count = 2, .attrs = &attr, .attr_count = 1 };
	struct mlirbc_op *op = number ? mlirbc_builder_op(builder, &spec) : NULL;
	if (!op)
		return number ? bef_hlo__fail_built(lower, builder, sort)
			      : bef_hlo__no_memory(lower);
	for (uint32_t i = 0; i < 2; i++) {
		for (struct mlirbc_operand *use; (use = mlirbc_op_results(sort)[i].first_use) != NULL;) {
			struct mlirbc_op *slice = mlirbc_operand_owner(use);
			mlirbc_value_replace(mlirbc_op_results(slice), &mlirbc_op_results(op)[i]);
			if (!bef_hlo__ok(lower, mlirbc_op_erase(slice), NULL))
				return false;
		}
	}
	if (!bef_hlo__ok(lower, mlirbc_op_erase(sort), NULL))
		return false;
	return index->first_use || bef_hlo__ok(lower, mlirbc_op_erase(mlirbc_value_op(index)), NULL);
}

static bool try_top_k(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct mlirbc_builder *builder)
{
	int64_t k;
	return matches(lower, op, &k) && (!builder || replace(lower, builder, op, k));
}

bool bef_hlo__rewrite_top_k(struct bef_hlo__lower *lower) { return bef_hlo__rewrite(lower, try_top_k); }
