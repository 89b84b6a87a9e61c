/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that become others, or constants. */
#include "ops/ops.h"

#include <string.h>

bool bef_hlo__lower_refused(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	return bef_hlo__refuse(lower, lower->op, "%s", rule->skip);
}

bool bef_hlo__lower_constant(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	(void)rule;
	const struct mlirbc_type *type = bef_hlo__result_type(lower, 0);
	return type && bef_hlo__set_result(lower, bef_hlo__constant(lower, mlirbc_op_attr(lower->op, "value"), type));
}

bool bef_hlo__lower_compare(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_op *op = lower->op;
	if (!bef_hlo__attrs_of_op(lower, rule->skip, &attrs))
		return false;
	for (size_t i = 0; i < attrs.count; i++) {
		const struct mlirbc_attr *value = attrs.list[i].value;
		if (value && value->kind == MLIRBC_ATTR_STRING && strcmp(attrs.list[i].name, "compare_type") == 0) {
			const char *kind = bef_hlo__compare_type(mlirbc_op_operands(op)[0].value->type, value->u.string);
			attrs.list[i].value = mlirbc_attr_string(lower->context, kind, strlen(kind));
		}
	}
	return bef_hlo__lower_with(lower, "compare", rule, NULL, &attrs);
}

/* after_all, create_token */
bool bef_hlo__lower_top_k(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	return bef_hlo__attrs_of_op(lower, "is_stable", &attrs) && bef_hlo__lower_with(lower, "top_k", rule, NULL, &attrs);
}

bool bef_hlo__lower_token(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__row chains = { NULL, 0, 0 };
	(void)rule;
	for (uint32_t i = 0; i < lower->op->operand_count; i++) {
		struct mlirbc_value *chain = bef_hlo__get(lower, mlirbc_op_operands(lower->op)[i].value).value;
		if (!chain || !bef_hlo__push(lower, &chains, chain))
			return false;
	}
	return bef_hlo__set_result(lower,
		(struct bef_hlo__value){ bef_hlo__merge(lower, &chains), mlirbc_op_results(lower->op)[0].type });
}

/* optimization_barrier */
bool bef_hlo__lower_identity(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	(void)rule;
	for (uint32_t i = 0; i < lower->op->result_count; i++) {
		struct mlirbc_value *value = bef_hlo__get(lower, mlirbc_op_operands(lower->op)[i].value).value;
		if (!value)
			return false;
		bef_hlo__set(lower, &mlirbc_op_results(lower->op)[i], value);
	}
	return true;
}

/* The attribute `dimension`; -1 after a failure. */
static int64_t dimension(struct bef_hlo__lower *lower)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(lower->op, "dimension");
	const struct mlirbc_type *type = mlirbc_op_operands(lower->op)[0].value->type;
	if (attr && attr->kind == MLIRBC_ATTR_INTEGER && bef_hlo__is_tensor(type) &&
		attr->u.number.words[0] < type->u.shaped.rank)
		return (int64_t)attr->u.number.words[0];
	(void)bef_hlo__refuse(lower, lower->op, "it has no such dimension");
	return -1;
}

bool bef_hlo__lower_dimension_size(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	const int64_t at = dimension(lower);
	if (at < 0)
		return false;
	const int64_t size = mlirbc_op_operands(lower->op)[0].value->type->u.shaped.dims[at];
	if (size == MLIRBC_DYNAMIC)
		return bef_hlo__lower_generic(lower, rule);
	return bef_hlo__set_result(lower, bef_hlo__splat(lower, (double)size, bef_hlo__result_type(lower, 0)));
}

/* A static type that stays the same says that the dimension keeps its size. */
bool bef_hlo__lower_set_dimension_size(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	const struct mlirbc_type *from = mlirbc_op_operands(lower->op)[0].value->type, *to = mlirbc_op_results(lower->op)[0].type;
	struct bef_hlo__value operands[2];
	if (!bef_hlo__is_static(to) || from != to)
		return bef_hlo__lower_generic(lower, rule);
	return bef_hlo__operands(lower, operands) && bef_hlo__set_result(lower, operands[0]);
}

/* broadcast adds leading dimensions. */
bool bef_hlo__lower_broadcast(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *from = mlirbc_op_operands(lower->op)[0].value->type, *to = mlirbc_op_results(lower->op)[0].type;
	int64_t dims[HLO_MOST_RANK];
	if (to->u.shaped.rank > HLO_MOST_RANK || from->u.shaped.rank > to->u.shaped.rank)
		return bef_hlo__refuse(lower, lower->op, "rank %zu is above %d", to->u.shaped.rank, HLO_MOST_RANK);
	for (size_t i = 0; i < from->u.shaped.rank; i++)
		dims[i] = (int64_t)(to->u.shaped.rank - from->u.shaped.rank + i);
	bef_hlo__attr_ints(lower, &attrs, "broadcast_dimensions", dims, from->u.shaped.rank);
	return bef_hlo__lower_with(lower, "broadcast_in_dim", rule, NULL, &attrs);
}

/* ---- products */

static void add_no_algorithm(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	bef_hlo__attr_text(lower, attrs, "accumulation_type", "", 0);
	bef_hlo__attr_bool(lower, attrs, "allow_imprecise_accumulation", false);
	bef_hlo__attr_int(lower, attrs, "lhs_component_count", 1);
	bef_hlo__attr_text(lower, attrs, "lhs_precision_type", "", 0);
	bef_hlo__attr_int(lower, attrs, "num_primitive_operations", 1);
	bef_hlo__attr_int(lower, attrs, "rhs_component_count", 1);
	bef_hlo__attr_text(lower, attrs, "rhs_precision_type", "", 0);
}

void bef_hlo__no_algorithm(struct bef_hlo__lower *lower, struct bef_hlo__attrs *attrs)
{
	const size_t first = attrs->count;
	struct bef_hlo__key key;
	bool made = true;
	bef_hlo__key_begin(&key, BEF_HLO__MEMO_NO_ALGORITHM);
	if (bef_hlo__attrs_recall(lower, &key, attrs))
		return;
	add_no_algorithm(lower, attrs);
	for (size_t i = first; i < attrs->count; i++)
		made = made && attrs->list[i].value;
	if (made)
		bef_hlo__attrs_remember(lower, &key, attrs, first);
}

static bool is_float(const struct mlirbc_type *type, enum mlirbc_float kind)
{
	return type && type->kind == MLIRBC_TYPE_FLOAT && type->u.float_kind == kind;
}

/* XLA on a CPU does not round operands to bf16 where an algorithm asks for it and for sums of f32: it multiplies as with the algorithm
 * of three products. */
static bool keeps_operands(struct bef_hlo__lower *lower)
{
	const struct mlirbc_stablehlo_attr *list;
	size_t count, found = 0;
	if (lower->options.semantics == BEF_SEMANTICS_SPEC ||
		mlirbc_stablehlo_attrs(lower->context, lower->op, &list, &count, NULL) != MLIRBC_OK)
		return false;
	for (size_t i = 0; i < count; i++) {
		const char *name = list[i].name;
		if (strcmp(name, "lhs_precision_type") == 0 || strcmp(name, "rhs_precision_type") == 0)
			found += is_float(list[i].type, MLIRBC_BF16);
		else if (strcmp(name, "accumulation_type") == 0)
			found += is_float(list[i].type, MLIRBC_F32);
		else if (strcmp(name, "num_primitive_operations") == 0)
			found += list[i].number == 1;
	}
	return found == 4;
}

bool bef_hlo__lower_dot_general(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const bool algorithm = mlirbc_op_attr(lower->op, "algorithm"), kept = algorithm && keeps_operands(lower);
	if (!bef_hlo__attrs_of_op(lower, kept ? "num_primitive_operations" : rule->skip, &attrs))
		return false;
	if (kept)
		bef_hlo__attr_int(lower, &attrs, "num_primitive_operations", 3);
	if (!algorithm)
		bef_hlo__no_algorithm(lower, &attrs);
	return bef_hlo__lower_with(lower, "dot_general", rule, NULL, &attrs);
}

/* dot contracts the last dimension of lhs with the first of rhs. */
bool bef_hlo__lower_dot(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *lhs = mlirbc_op_operands(lower->op)[0].value->type;
	const int64_t last = (int64_t)lhs->u.shaped.rank - 1, first = 0;
	bef_hlo__attr_ints(lower, &attrs, "lhs_batching_dimensions", NULL, 0);
	bef_hlo__attr_ints(lower, &attrs, "lhs_contracting_dimensions", &last, 1);
	bef_hlo__attr_ints(lower, &attrs, "rhs_batching_dimensions", NULL, 0);
	bef_hlo__attr_ints(lower, &attrs, "rhs_contracting_dimensions", &first, 1);
	bef_hlo__no_algorithm(lower, &attrs);
	return bef_hlo__lower_with(lower, "dot_general", rule, NULL, &attrs);
}

/* ---- torch_index_select(operand, index; dim, batch_dims) as a gather: result dimensions are those of the operand before dim, of the
 * index without batch dimensions, of the operand behind dim. */

static void index_select_dims(
	struct bef_hlo__lower *lower, int64_t dim, int64_t batch, int64_t rank, int64_t index_rank, struct bef_hlo__attrs *attrs)
{
	const struct mlirbc_type *type = mlirbc_op_operands(lower->op)[0].value->type;
	int64_t offset[HLO_MOST_RANK], batches[HLO_MOST_RANK], sizes[HLO_MOST_RANK];
	size_t offsets = 0;
	for (int64_t d = 0; d < rank; d++) {
		sizes[d] = d < batch || d == dim ? 1 : type->u.shaped.dims[d];
		if (d >= batch && d != dim)
			offset[offsets++] = d < dim ? d : d - 1 + index_rank - batch;
	}
	for (int64_t d = 0; d < batch; d++)
		batches[d] = d;
	bef_hlo__attr_ints(lower, attrs, "collapsed_slice_dims", &dim, 1);
	bef_hlo__attr_int(lower, attrs, "index_vector_dim", index_rank);
	bef_hlo__attr_ints(lower, attrs, "offset_dims", offset, offsets);
	bef_hlo__attr_ints(lower, attrs, "operand_batching_dims", batches, (size_t)batch);
	bef_hlo__attr_ints(lower, attrs, "slice_sizes", sizes, (size_t)rank);
	bef_hlo__attr_ints(lower, attrs, "start_index_map", &dim, 1);
	bef_hlo__attr_ints(lower, attrs, "start_indices_batching_dims", batches, (size_t)batch);
}

bool bef_hlo__lower_torch_index_select(struct bef_hlo__lower *lower, const struct bef_hlo__rule *rule)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_type *type = mlirbc_op_operands(lower->op)[0].value->type,
				 *index = mlirbc_op_operands(lower->op)[1].value->type;
	const struct mlirbc_attr *dim = mlirbc_op_attr(lower->op, "dim"), *batch = mlirbc_op_attr(lower->op, "batch_dims");
	if (!dim || !batch || dim->kind != MLIRBC_ATTR_INTEGER || batch->kind != MLIRBC_ATTR_INTEGER ||
		type->u.shaped.rank > HLO_MOST_RANK || index->u.shaped.rank > HLO_MOST_RANK)
		return bef_hlo__refuse(lower, lower->op, "its attributes or ranks are not supported");
	const uint64_t d = dim->u.number.words[0], b = batch->u.number.words[0];
	if (d >= type->u.shaped.rank || b > d || b > index->u.shaped.rank || !bef_hlo__is_static(type))
		return bef_hlo__refuse(lower, lower->op, "its dimensions are not supported");
	index_select_dims(lower, (int64_t)d, (int64_t)b, (int64_t)type->u.shaped.rank, (int64_t)index->u.shaped.rank, &attrs);
	return bef_hlo__lower_with(lower, "gather", rule, NULL, &attrs);
}
