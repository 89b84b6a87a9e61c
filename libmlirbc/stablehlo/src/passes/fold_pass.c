/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Replaces operations on constants by constants, and operations that change nothing by their operand. */
#include "fold/fold.h"
#include "passes/pass.h"

/* The constant that a value is; NULL: it is not one. */
static const struct mlirbc_attr *constant_of(struct shlo__pass *pass, const struct mlirbc_value *value)
{
	const struct mlirbc_op *op = value ? mlirbc_value_op(value) : NULL;
	return op && shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_constant ? mlirbc_op_attr(op, "value") : NULL;
}

/* The side that a select has at each element, as its predicate is a constant; NULL: it is not one. */
static struct mlirbc_value *selected(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	const struct mlirbc_operand *operands = mlirbc_op_operands(op);
	const struct mlirbc_attr *predicate = constant_of(pass, operands[0].value);
	struct shlo__constant constant;
	if (!shlo__constant_of(predicate, SIZE_MAX, &constant) || !shlo__is_bool(constant.element) || !(constant.splat || constant.count == 1))
		return NULL;
	return operands[shlo__int_at(&constant, 0) ? 1 : 2].value;
}

/* Whether the operation gives back its first operand when the types are equal. */
static bool keeps_operand(const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	struct shlo__dims dims;
	switch (code) {
	case MLIRBC_STABLEHLO_reshape:
	case MLIRBC_STABLEHLO_dynamic_reshape:
	case MLIRBC_STABLEHLO_slice: /* of the whole operand: strides of 1, or nothing that a stride could skip */
	case MLIRBC_STABLEHLO_convert: return true;
	case MLIRBC_STABLEHLO_concatenate: return op->operand_count == 1;
	case MLIRBC_STABLEHLO_broadcast_in_dim:
	case MLIRBC_STABLEHLO_transpose:
		if (!shlo__i64s_of(mlirbc_op_attr(op, code == MLIRBC_STABLEHLO_transpose ? "permutation" : "broadcast_dimensions"), &dims))
			return false;
		for (size_t i = 0; i < dims.count; i++) {
			if (dims.at[i] != (int64_t)i)
				return false;
		}
		return true;
	default: return false;
	}
}

struct mlirbc_value *shlo__pass_constant(
	struct shlo__pass *pass, const struct mlirbc_type *type, const struct mlirbc_attr *value, struct mlirbc_op *before)
{
	struct mlirbc_named_attr entry = { mlirbc_string_get(pass->context, "value", 5), value };
	const struct mlirbc_attr *properties = entry.name ? mlirbc_attr_dictionary(pass->context, &entry, 1) : NULL;
	if (!properties) {
		shlo__pass_no_memory(pass);
		return NULL;
	}
	struct mlirbc_op *constant = shlo__pass_make(pass,
		&(const struct mlirbc_op_spec){ .name = "stablehlo.constant", .name_size = 18, .properties = properties,
			.result_types = &type, .result_count = 1 },
		before);
	return constant ? mlirbc_op_results(constant) : NULL;
}

/* Replaces the result, and erases the operation now, or with others at the end of the pass. */
static bool retire(struct shlo__pass *pass, struct mlirbc_op *op, struct mlirbc_value *value)
{
	if (!pass->retired)
		return shlo__pass_replace(pass, op, &value);
	mlirbc_value_replace(mlirbc_op_results(op), value);
	return shlo__pass_push(pass, pass->retired, op);
}

enum { MOST_OPERANDS = 64 };

static size_t element_bytes(const struct mlirbc_value *value)
{
	return shlo__is_tensor(value->type) ? shlo__element_bytes(value->type->u.shaped.element) : 0;
}

/* Elements of operands and results that are folded: any number if the result takes the place of its operand, and a program would
 * have to compute it each time. */
static size_t limit_of(
	const struct shlo__pass *pass, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code, const struct mlirbc_attr *first)
{
	const bool moves = code == MLIRBC_STABLEHLO_transpose || code == MLIRBC_STABLEHLO_reverse || code == MLIRBC_STABLEHLO_convert;
	const struct mlirbc_operand *operand = moves && op->operand_count == 1 ? mlirbc_op_operands(op) : NULL;
	const bool alone = operand && operand->value->first_use == operand && !mlirbc_operand_next(operand);
	const bool whole = first && !(first->kind == MLIRBC_ATTR_DENSE && first->u.dense.splat);
	const bool any = alone && pass->any_size && element_bytes(mlirbc_op_results(op)) <= element_bytes(operand->value);
	return any && whole ? SIZE_MAX : pass->options.max_elements;
}

/* Whether all elements of the result are equal, because those of each operand are: such constants take no place. */
static bool is_equal(const struct shlo__pass *pass, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code,
	const struct mlirbc_attr *const *operands)
{
	const bool moves = code == MLIRBC_STABLEHLO_broadcast_in_dim || code == MLIRBC_STABLEHLO_reshape ||
			   code == MLIRBC_STABLEHLO_transpose || code == MLIRBC_STABLEHLO_reverse || code == MLIRBC_STABLEHLO_slice;
	bool equal = pass->any_size && op->operand_count > 0 && (moves || shlo__ops[code].op_class == MLIRBC_STABLEHLO_CLASS_ELEMENTWISE);
	for (uint32_t i = 0; i < op->operand_count && equal; i++)
		equal = operands[i]->kind == MLIRBC_ATTR_DENSE && operands[i]->u.dense.splat;
	return equal;
}

static bool fold(struct shlo__pass *pass, struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	const struct mlirbc_attr *operands[MOST_OPERANDS];
	if (op->operand_count > MOST_OPERANDS)
		return true;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		operands[i] = constant_of(pass, mlirbc_op_operands(op)[i].value);
		if (!operands[i] && code != MLIRBC_STABLEHLO_get_dimension_size)
			return true;
	}
	struct shlo__folding folding = { .context = pass->context, .code = code, .op = op, .operands = operands,
		.limit = limit_of(pass, op, code, op->operand_count ? operands[0] : NULL),
		.equal = is_equal(pass, op, code, operands) };
	const struct mlirbc_attr *value = shlo__fold(&folding);
	if (folding.no_memory)
		return shlo__pass_no_memory(pass);
	if (!value)
		return true;
	pass->report.folded++;
	struct mlirbc_value *result = shlo__pass_constant(pass, mlirbc_op_results(op)[0].type, value, op);
	return result && retire(pass, op, result);
}

/* Whether a dynamic operation takes its shape from the result. Its rules compare a constant shape with its types, so that a program that
 * fails when it runs would not be valid any more. Refinement, which reports this, folds such operations. */
static bool is_shape(struct shlo__pass *pass, const struct mlirbc_op *op)
{
	const struct mlirbc_value *result = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op);
	for (struct mlirbc_operand *use = result->first_use; use; use = mlirbc_operand_next(use)) {
		switch ((int)shlo__pass_code(pass, mlirbc_operand_owner(use))) {
		case MLIRBC_STABLEHLO_dynamic_broadcast_in_dim:
		case MLIRBC_STABLEHLO_dynamic_conv:
		case MLIRBC_STABLEHLO_dynamic_gather:
		case MLIRBC_STABLEHLO_dynamic_iota:
		case MLIRBC_STABLEHLO_dynamic_pad:
		case MLIRBC_STABLEHLO_dynamic_reshape:
		case MLIRBC_STABLEHLO_real_dynamic_slice: return true;
		default: break;
		}
	}
	return false;
}

bool shlo__pass_fold_op(struct shlo__pass *pass, struct mlirbc_op *op)
{
	enum mlirbc_stablehlo_code code = shlo__pass_code(pass, op);
	if (code == MLIRBC_STABLEHLO_constant || !(shlo__ops[code].traits & MLIRBC_STABLEHLO_PURE) || op->result_count != 1 ||
		(pass->retired && is_shape(pass, op)))
		return true;
	struct mlirbc_value *kept = NULL;
	if (code == MLIRBC_STABLEHLO_select)
		kept = selected(pass, op);
	else if (op->operand_count > 0 && keeps_operand(op, code))
		kept = mlirbc_op_operands(op)[0].value;
	if (!kept || kept->type != mlirbc_op_results(op)[0].type || !shlo__is_static(kept->type))
		return fold(pass, op, code);
	pass->report.folded++;
	return retire(pass, op, kept);
}

bool shlo__pass_fold(struct shlo__pass *pass)
{
	struct shlo__row retired = { 0 };
	bool ok = true;
	pass->retired = &retired;
	for (struct mlirbc_op *op = shlo__pass_next(pass, NULL), *next; op && ok; op = next) {
		struct mlirbc_op *before = op->prev;
		struct mlirbc_block *block = op->parent;
		bool taken;
		next = shlo__pass_next(pass, op);
		ok = shlo__pass_goes_on(pass) && shlo__pass_take_branch(pass, op, &taken);
		if (ok && taken) /* go on with what was inside */
			next = before ? shlo__pass_after(pass, before) : block->first;
		ok = ok && (taken || shlo__pass_fold_op(pass, op));
	}
	pass->retired = NULL;
	ok = shlo__pass_erase(pass, &retired) && ok;
	shlo__pass_free(pass, &retired);
	return ok;
}
