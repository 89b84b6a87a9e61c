/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom calls that are operations under another name: functions of XLA (mhlo.erf), and those that select the largest elements. */
#include "chlo/formula.h"
#include "chlo/lower.h"
#include "dialect/enums.h"

#include <mlirbc/build.h>
#include <mlirbc/rewrite.h>
#include <string.h>

/* An entry of a dictionary attribute; NULL: there is none. */
static const struct mlirbc_attr *entry(const struct mlirbc_op *op, const char *dictionary, const char *name)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, dictionary);
	return attr && attr->kind == MLIRBC_ATTR_DICTIONARY ? mlirbc_dictionary_find(attr, name) : NULL;
}

/* Replaces the operation by another one with the same results. */
static bool replace(struct shlo__pass *pass, struct mlirbc_op *op, const char *name, const struct mlirbc_attr *properties,
	bool *out_replaced)
{
	const struct mlirbc_type *types[2];
	struct mlirbc_value *values[2], *operand = mlirbc_op_operands(op)[0].value;
	struct mlirbc_op *before = op->prev;
	for (uint32_t i = 0; i < op->result_count; i++)
		types[i] = mlirbc_op_results(op)[i].type;
	struct mlirbc_op *made = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = name, .name_size = strlen(name), .properties = properties, .result_types = types,
			.result_count = op->result_count, .operands = &operand, .operand_count = 1 },
		op);
	for (uint32_t i = 0; made && i < op->result_count; i++)
		values[i] = &mlirbc_op_results(made)[i];
	*out_replaced = shlo__lower_settle(pass, before, op, made != NULL);
	return *out_replaced ? shlo__pass_replace(pass, op, values) : pass->status == MLIRBC_OK;
}

/* ---- mhlo.topk, TopK */

/* The block is `return %0 > %1` or `%0 < %1` of its arguments: its comparison; else NULL. */
static struct mlirbc_op *only_comparison(struct shlo__pass *pass, const struct mlirbc_block *block)
{
	struct mlirbc_op *compare = block && block->argument_count >= 2 ? block->first : NULL;
	if (!compare || shlo__pass_code(pass, compare) != MLIRBC_STABLEHLO_compare || compare->next != block->last ||
		compare->operand_count != 2 || block->last->operand_count != 1 ||
		mlirbc_op_operands(block->last)->value != mlirbc_op_results(compare) ||
		mlirbc_op_operands(compare)[0].value != &block->arguments[0] || mlirbc_op_operands(compare)[1].value != &block->arguments[1])
		return NULL;
	const int direction = shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(compare, "comparison_direction"));
	return direction == SHLO__GT || direction == SHLO__LT ? compare : NULL;
}

/* The attribute `largest`, or the comparison in the called computation, asks for the largest or the smallest elements; without both, XLA
 * selects the largest. False: they are selected in another way. */
static bool selects_largest(struct shlo__pass *pass, struct mlirbc_op *op, bool *out)
{
	const struct mlirbc_attr *largest = entry(op, "mhlo.attributes", "largest");
	const struct shlo__function *comparator = shlo__pass_called(pass, op, op);
	*out = !largest || (largest->kind == MLIRBC_ATTR_INTEGER && largest->u.number.words[0] != 0);
	if (largest || !mlirbc_op_attr(op, "called_computations"))
		return true;
	const struct mlirbc_op *compare = comparator ? only_comparison(pass, mlirbc_op_regions(comparator->op)->first) : NULL;
	*out = compare && shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(compare, "comparison_direction")) == SHLO__GT;
	return compare != NULL;
}

static bool lower_smallest(struct shlo__pass *pass, struct mlirbc_op *op, int64_t k, bool *out_replaced)
{
	struct shlo__emit emit = { pass, op };
	struct mlirbc_value *values[2] = { NULL, NULL };
	struct mlirbc_op *before = op->prev;
	shlo__lower_selection(&emit, k, false, values);
	bool complete = pass->status == MLIRBC_OK;
	for (uint32_t i = 0; complete && i < 2; i++)
		complete = values[i] && values[i]->type == mlirbc_op_results(op)[i].type;
	*out_replaced = shlo__lower_settle(pass, before, op, complete);
	return *out_replaced ? shlo__pass_replace(pass, op, values) : pass->status == MLIRBC_OK;
}

/* chlo.top_k, whose `k` is the last dimension of the results. */
static bool lower_top_k(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_replaced)
{
	struct shlo__emit emit = { pass, op };
	const struct mlirbc_type *type = op->result_count == 2 ? mlirbc_op_results(op)[0].type : NULL;
	bool largest;
	if (op->operand_count != 1 || !type || !shlo__is_tensor(type) || type->u.shaped.rank == 0 ||
		type->u.shaped.dims[type->u.shaped.rank - 1] == MLIRBC_DYNAMIC || !selects_largest(pass, op, &largest))
		return true;
	const int64_t count = type->u.shaped.dims[type->u.shaped.rank - 1];
	if (!largest)
		return lower_smallest(pass, op, count, out_replaced);
	struct mlirbc_named_attr k = { mlirbc_string_get(pass->context, "k", 1), shlo__emit_i64(&emit, count) };
	const struct mlirbc_attr *properties = k.name && k.value ? mlirbc_attr_dictionary(pass->context, &k, 1) : NULL;
	return properties ? replace(pass, op, "chlo.top_k", properties, out_replaced) : shlo__pass_no_memory(pass);
}

/* ---- ApproxTopK, PartialReduce: the exact first elements of a sort are as good an approximation as any */

enum { MOST_SORTED = 16 };

/* The dimension from which elements are selected: the attribute, or the only one whose size changes. -1: there is none. */
static int64_t selected_dimension(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *known = entry(op, "mhlo.backend_config", "reduction_dim");
	const struct mlirbc_type *from = mlirbc_op_operands(op)[0].value->type, *to = mlirbc_op_results(op)[0].type;
	const int64_t rank = (int64_t)from->u.shaped.rank;
	int64_t at;
	if (shlo__int_of(known ? known : entry(op, "backend_config", "reduction_dim"), &at))
		return at < rank ? at : -1;
	at = -1;
	for (int64_t i = 0; i < rank; i++) {
		if (from->u.shaped.dims[i] == to->u.shaped.dims[i])
			continue;
		if (at >= 0)
			return -1;
		at = i;
	}
	return at;
}

/* Each result has a part of its operand: the same type, and at most as many elements along each dimension. */
static bool selects_parts(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *from = mlirbc_op_operands(op)[i].value->type, *to = mlirbc_op_results(op)[i].type;
		if (!shlo__is_tensor(from) || !shlo__is_tensor(to) || !shlo__is_static(from) || !shlo__is_static(to) ||
			shlo__element(from) != shlo__element(to) || from->u.shaped.rank != to->u.shaped.rank ||
			from->u.shaped.rank == 0 || from->u.shaped.rank > SHLO__MOST_DIMS)
			return false;
		for (size_t d = 0; d < from->u.shaped.rank; d++) {
			if (to->u.shaped.dims[d] > from->u.shaped.dims[d])
				return false;
		}
	}
	return true;
}

/* A comparator that only compares floats puts NaNs in no order. XLA puts them first for > and last for <, whatever their sign, and zeros
 * are equal: the comparison gets canonical numbers, in total order. */
static bool order_floats(struct shlo__pass *pass, struct mlirbc_op *sort)
{
	struct mlirbc_op *compare = only_comparison(pass, mlirbc_op_regions(sort)->first);
	if (!compare || !shlo__is_float(shlo__element(mlirbc_op_operands(compare)->value->type)) ||
		shlo__enum_of(SHLO__COMPARISON_TYPE, mlirbc_op_attr(compare, "compare_type")) == SHLO__TOTALORDER)
		return true;
	struct shlo__emit emit = { pass, compare };
	const struct mlirbc_attr *total = shlo__enum_attr(pass->context, "stablehlo", SHLO__COMPARISON_TYPE, SHLO__TOTALORDER);
	for (uint32_t i = 0; i < 2; i++) {
		struct mlirbc_value *value =
			shlo__formula(&emit, "select(x != x, nan, select(x == 0, 0, x))", mlirbc_op_operands(compare)[i].value, NULL);
		if (!value)
			return pass->status == MLIRBC_OK; /* the type has no NaN */
		mlirbc_operand_set(&mlirbc_op_operands(compare)[i], value);
	}
	return total ? shlo__pass_ok(pass, mlirbc_op_set_attr(compare, "compare_type", total)) : shlo__pass_no_memory(pass);
}

static bool lower_sort(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_replaced)
{
	struct shlo__emit emit = { pass, op };
	const uint32_t count = op->result_count;
	const struct shlo__function *comparator = shlo__pass_called(pass, op, op);
	const struct mlirbc_block *block = comparator ? mlirbc_op_regions(comparator->op)->first : NULL;
	const struct mlirbc_type *types[MOST_SORTED];
	struct mlirbc_value *values[MOST_SORTED];
	struct mlirbc_op *before = op->prev;
	if (count == 0 || count > MOST_SORTED || op->operand_count != 2 * count || !block ||
		block->argument_count != 2 * count || !selects_parts(op))
		return true;
	const int64_t dimension = selected_dimension(op);
	if (dimension < 0)
		return true;
	for (uint32_t i = 0; i < count; i++) {
		values[i] = mlirbc_op_operands(op)[i].value;
		types[i] = values[i]->type;
	}
	struct mlirbc_named_attr entries[2] = { { mlirbc_string_get(pass->context, "dimension", 9), shlo__emit_i64(&emit, dimension) },
		{ mlirbc_string_get(pass->context, "is_stable", 9), mlirbc_attr_bool(pass->context, true) } };
	const struct mlirbc_attr *properties = entries[0].name && entries[1].name && entries[0].value && entries[1].value
						       ? mlirbc_attr_dictionary(pass->context, entries, 2)
						       : NULL;
	if (!properties)
		return shlo__pass_no_memory(pass);
	struct mlirbc_op *sort = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.sort", .name_size = 14, .properties = properties,
			.result_types = types, .result_count = count, .operands = values, .operand_count = count, .region_count = 1 },
		op);
	if (sort && (!shlo__pass_fill_region(pass, sort, comparator) || !order_floats(pass, sort))) {
		(void)!mlirbc_op_erase(sort);
		return false;
	}
	if (!sort)
		return false;
	for (uint32_t i = 0; i < count; i++)
		values[i] = shlo__emit_first(&emit, &mlirbc_op_results(sort)[i], mlirbc_op_results(op)[i].type);
	*out_replaced = shlo__lower_settle(pass, before, op, values[count - 1] != NULL);
	return *out_replaced ? shlo__pass_replace(pass, op, values) : pass->status == MLIRBC_OK;
}

/* ---- results */

/* A selection that returns a tuple, as XLA writes it, becomes one that returns the elements, and a tuple of them. *inout_op: the call. */
static bool split_tuple(struct shlo__pass *pass, struct mlirbc_op **inout_op)
{
	struct mlirbc_op *op = *inout_op;
	const struct mlirbc_type *tuple = op->result_count == 1 ? mlirbc_op_results(op)->type : NULL;
	struct mlirbc_value *values[MOST_SORTED];
	if (!tuple || tuple->kind != MLIRBC_TYPE_TUPLE || tuple->u.tuple.count == 0 || tuple->u.tuple.count > MOST_SORTED ||
		op->operand_count > MOST_SORTED * 2)
		return true;
	struct mlirbc_value *operands[2 * MOST_SORTED];
	for (uint32_t i = 0; i < op->operand_count; i++)
		operands[i] = mlirbc_op_operands(op)[i].value;
	struct mlirbc_op *made = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.custom_call", .name_size = 21, .properties = mlirbc_op_properties(op),
			.attributes = mlirbc_op_attributes(op), .result_types = tuple->u.tuple.data, .result_count = tuple->u.tuple.count,
			.operands = operands, .operand_count = op->operand_count },
		op);
	for (uint32_t i = 0; made && i < made->result_count; i++)
		values[i] = &mlirbc_op_results(made)[i];
	struct mlirbc_op *whole = made ? shlo__pass_make(pass,
						 &(const struct mlirbc_op_spec){ .name = "stablehlo.tuple", .name_size = 15,
							 .result_types = &tuple, .result_count = 1, .operands = values,
							 .operand_count = made->result_count },
						 op)
				       : NULL;
	if (!whole)
		return false;
	struct mlirbc_value *result = mlirbc_op_results(whole);
	*inout_op = made;
	return shlo__pass_replace(pass, op, &result);
}

bool shlo__lower_custom_call(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_replaced)
{
	const struct mlirbc_attr *target = mlirbc_op_attr(op, "call_target_name");
	if (!target || target->kind != MLIRBC_ATTR_STRING)
		return true;
	const struct mlirbc_string *name = target->u.string;
	const struct mlirbc_stablehlo_target known = mlirbc_stablehlo_target(name->data, name->size);
	bool ok = true;
	if (known.kind != MLIRBC_STABLEHLO_TARGET_OPERATION)
		return true;
	const bool sorts = shlo__name_is(name, "ApproxTopK") || shlo__name_is(name, "PartialReduce");
	if (sorts || shlo__name_is(name, "TopK") || shlo__name_is(name, "mhlo.topk"))
		ok = split_tuple(pass, &op) && (sorts ? lower_sort : lower_top_k)(pass, op, out_replaced);
	else if (op->operand_count == 1 && op->result_count == 1 &&
		 mlirbc_op_operands(op)[0].value->type == mlirbc_op_results(op)[0].type)
		ok = replace(pass, op, known.operation, NULL, out_replaced);
	pass->report.custom_calls += ok && *out_replaced;
	return ok;
}
