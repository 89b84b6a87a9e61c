/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order in which operations are visited, and the types of their results. */
#include "refine/refine.h"

#include <string.h>

bool shlo__is_dynamic(const struct mlirbc_type *type)
{
	if (type->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return true;
	for (size_t i = 0; type->kind == MLIRBC_TYPE_TUPLE && i < type->u.tuple.count; i++) {
		/* types share parts: nested tuples are not followed */
		if (type->u.tuple.data[i]->kind != MLIRBC_TYPE_TUPLE && shlo__is_dynamic(type->u.tuple.data[i]))
			return true;
	}
	return shlo__is_tensor(type) && !shlo__static(type);
}

/* ---- types */

static bool rule_failed(struct shlo__refining *refining)
{
	if (refining->pass.status == MLIRBC_OK) {
		refining->pass.status = refining->check.status;
		shlo__tell(&refining->check, refining->pass.diag);
	}
	return false;
}

static bool only_unknown(const struct shlo__dims *bounds)
{
	for (size_t i = 0; i < bounds->count; i++) {
		if (bounds->at[i] != SHLO__DYNAMIC)
			return false;
	}
	return true;
}

/* The declared type with the sizes that `known` adds. */
static const struct mlirbc_type *merge(
	struct shlo__check *check, const struct mlirbc_type *declared, const struct mlirbc_type *known)
{
	struct shlo__shape shape;
	struct shlo__dims before;
	if (declared->kind == MLIRBC_TYPE_UNRANKED_TENSOR || declared->kind == MLIRBC_TYPE_TUPLE)
		return shlo__is_tensor(known) || known->kind == MLIRBC_TYPE_TUPLE ? known : declared;
	if (!shlo__ranked(declared) || !shlo__ranked(known) || shlo__static(declared))
		return declared;
	if (!shlo__shape_of(check, declared, &shape) || !shlo__refine(check, &shape, known))
		return NULL;
	struct mlirbc_type type = *declared;
	shlo__bounds(declared, &before);
	type.u.shaped.dims = shape.dims;
	if (only_unknown(&shape.bounds))
		shape.bounds.count = 0;
	if (before.count && !shape.bounds.count)
		type.u.shaped.encoding = NULL;
	else if (shape.bounds.count && !(type.u.shaped.encoding = shlo__bounds_attr(check->context, &shape.bounds)))
		return NULL;
	return mlirbc_type_get(check->context, &type);
}

bool shlo__narrow(struct shlo__refining *refining, struct mlirbc_op *op, struct mlirbc_value *value,
	const struct mlirbc_type *known)
{
	struct shlo__check *check = &refining->check;
	struct shlo__spelled a, b;
	if (value->type == known)
		return true;
	if (!shlo__compatible(check, known, value->type))
		return shlo__pass_fail(&refining->pass, MLIRBC_E_ARG, op,
			"'%.*s' op the refined type '%s' of value %u is not compatible with its type '%s'",
			(int)(op->name->size < 60 ? op->name->size : 60), op->name->data, shlo__spell(known, &a),
			(unsigned)value->index, shlo__spell(value->type, &b));
	const struct mlirbc_type *type = merge(check, value->type, known);
	if (!type)
		return check->status == MLIRBC_OK ? shlo__pass_no_memory(&refining->pass) : rule_failed(refining);
	refining->refined += type != value->type;
	value->type = type;
	return true;
}

bool shlo__narrow_dims(
	struct shlo__refining *refining, struct mlirbc_op *op, size_t index, const struct shlo__dims *dims)
{
	struct mlirbc_value *value = &mlirbc_op_results(op)[index];
	if (!shlo__is_tensor(value->type))
		return true;
	for (size_t i = 0; i < dims->count; i++) {
		if (dims->at[i] < 0)
			return shlo__pass_fail(&refining->pass, MLIRBC_E_ARG, op,
				"dimension %zu of the result would have the size %lld", i, (long long)dims->at[i]);
	}
	const struct mlirbc_type *type = shlo__tensor(
		refining->pass.context, dims->at, dims->count, value->type->u.shaped.element, NULL);
	return type ? shlo__narrow(refining, op, value, type) : shlo__pass_no_memory(&refining->pass);
}

bool shlo__narrow_like(struct shlo__refining *refining, struct mlirbc_op *op, size_t index,
	const struct mlirbc_type *from, size_t skip)
{
	struct mlirbc_value *value = &mlirbc_op_results(op)[index];
	struct shlo__dims dims;
	if (!shlo__ranked(value->type) || !shlo__ranked(from) || shlo__rank(value->type) > SHLO__MOST_DIMS)
		return true;
	dims.count = shlo__rank(value->type);
	for (size_t i = 0; i < dims.count; i++)
		dims.at[i] = i < shlo__rank(from) && i != skip ? shlo__dim(from, i) : SHLO__DYNAMIC;
	const struct mlirbc_type *type = shlo__tensor(
		refining->pass.context, dims.at, dims.count, value->type->u.shaped.element, NULL);
	return type ? shlo__narrow(refining, op, value, type) : shlo__pass_no_memory(&refining->pass);
}

bool shlo__verify_op(struct shlo__refining *refining, struct mlirbc_op *op, bool narrow)
{
	enum { FEW = 16 };
	const struct mlirbc_type *few[FEW];
	struct shlo__check *check = &refining->check;
	size_t count = op->result_count;
	shlo__check_op(check, op, shlo__pass_code(&refining->pass, op));
	check->inferred = few;
	check->room = FEW;
	if (count > FEW) {
		check->room = count;
		check->inferred = mlirbc_context_alloc(
			refining->pass.context, count * sizeof *few, _Alignof(const struct mlirbc_type *));
		if (!check->inferred)
			return shlo__pass_no_memory(&refining->pass);
	}
	if (!shlo__enter(check) || !shlo__leave(check))
		return rule_failed(refining);
	for (size_t i = 0; narrow && i < count && i < check->emitted; i++) {
		if (!shlo__narrow(refining, op, &mlirbc_op_results(op)[i], check->inferred[i]))
			return false;
	}
	return true;
}

/* ---- operations */

static bool visit_regions(struct shlo__refining *refining, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!shlo__refine_region(refining, &mlirbc_op_regions(op)[i]))
			return false;
	}
	return true;
}

/* Shapes are integers; of other elements, scalars may become sizes. */
static bool is_worth_folding(const struct mlirbc_op *op)
{
	uint64_t count;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type, *element = shlo__element(type);
		if (!shlo__is_static(type))
			return false;
		if (!shlo__is_int(element) && !shlo__is_bool(element) && element->kind != MLIRBC_TYPE_INDEX &&
			(!mlirbc_type_elements(type, &count) || count > 1))
			return false;
	}
	return op->result_count == 1;
}

/* Operations of sdy (sharding) that annotate a value return it as it is. */
static bool narrow_foreign(struct shlo__refining *refining, struct mlirbc_op *op)
{
	bool annotates = op->name->size > 4 && memcmp(op->name->data, "sdy.", 4) == 0 && op->region_count == 0;
	if (!annotates || op->operand_count != 1 || op->result_count != 1)
		return true;
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	struct mlirbc_value *result = mlirbc_op_results(op);
	return !shlo__compatible(&refining->check, type, result->type) || shlo__narrow(refining, op, result, type);
}

static bool visit(struct shlo__refining *refining, struct mlirbc_op *op)
{
	struct shlo__pass *pass = &refining->pass;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!mlirbc_op_operands(op)[i].value)
			return shlo__pass_fail(pass, MLIRBC_E_CORRUPT, op, "operand #%u is not set", (unsigned)i);
	}
	if (mlirbc_op_is(op, "func.call"))
		return shlo__refine_call(refining, op, "callee");
	if (shlo__pass_code(pass, op) == MLIRBC_STABLEHLO_NONE)
		return visit_regions(refining, op) && narrow_foreign(refining, op);
	shlo__check_op(&refining->check, op, shlo__pass_code(pass, op));
	refining->check.inferred = NULL;
	if (!shlo__shape_of_op(&refining->check))
		return rule_failed(refining);
	if (!shlo__settle(refining, &op) || !op)
		return pass->status == MLIRBC_OK;
	switch ((int)shlo__pass_code(pass, op)) {
	case MLIRBC_STABLEHLO_while: return shlo__refine_while(refining, op);
	case MLIRBC_CHLO_scan: return shlo__refine_scan(refining, op);
	case MLIRBC_STABLEHLO_if:
	case MLIRBC_STABLEHLO_case: return visit_regions(refining, op) && shlo__refine_branches(refining, op);
	case MLIRBC_STABLEHLO_composite:
		return op->region_count ? visit_regions(refining, op)
					: shlo__refine_call(refining, op, "decomposition");
	default: break;
	}
	return visit_regions(refining, op) && shlo__verify_op(refining, op, true) &&
	       (!is_worth_folding(op) || shlo__pass_fold_op(pass, op));
}

bool shlo__refine_region(struct shlo__refining *refining, struct mlirbc_region *region)
{
	bool ok = refining->region_depth < SHLO__MOST_REGIONS ||
		  shlo__pass_fail(&refining->pass, MLIRBC_E_LIMIT, NULL,
			  "regions are nested more than %d deep, with those of the callers", (int)SHLO__MOST_REGIONS);
	refining->region_depth++;
	for (struct mlirbc_block *block = region->first; ok && block; block = block->next) {
		for (struct mlirbc_op *op = block->first, *next; ok && op; op = next) {
			struct mlirbc_op *before = op->prev;
			bool taken;
			next = op->next;
			ok = shlo__pass_take_branch(&refining->pass, op, &taken);
			if (ok && taken) /* go on with what was inside */
				next = before ? before->next : block->first;
			else
				ok = ok && visit(refining, op);
		}
	}
	refining->region_depth--;
	return ok;
}
