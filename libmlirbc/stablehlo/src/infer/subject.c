/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the rules of one operation; mlirbc_stablehlo_infer(). */
#include "infer/subject.h"
#include "dialect/options.h"
#include "dialect/place.h"

#include <bytecursor/diag.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <string.h>

void shlo__check_init(struct shlo__check *check, struct mlirbc_context *context)
{
	memset(check, 0, sizeof *check);
	check->context = context;
}

void shlo__check_op(struct shlo__check *check, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code)
{
	check->code = code;
	check->name = op->name;
	check->op = op;
	check->operand_count = op->operand_count;
	check->operands = op->operand_count ? mlirbc_op_operands(op) : NULL;
	check->result_count = op->result_count;
	check->results = op->result_count ? mlirbc_op_results(op) : NULL;
	check->declared = true;
	check->region_count = op->region_count;
	check->regions = op->region_count ? mlirbc_op_regions(op) : NULL;
	check->attributes = check->properties = NULL;
	if (mlirbc_op_has_attrs(op)) {
		check->attributes = mlirbc_op_attributes(op);
		check->properties = mlirbc_op_properties(op);
	}
	check->emitted = 0;
	check->work = 0;
	check->status = MLIRBC_OK;
}

bool shlo__enter(struct shlo__check *check)
{
	const struct shlo__rules *rules = &shlo__rules[check->code];
	return shlo__shape_of_op(check) && (!rules->enter || rules->enter(check));
}

bool shlo__leave(struct shlo__check *check)
{
	const struct shlo__rules *rules = &shlo__rules[check->code];
	return !rules->leave || rules->leave(check);
}

void shlo__tell(const struct shlo__check *check, struct mlirbc_diag *diag)
{
	if (!BYTECURSOR_DIAG_IS_OPEN(diag))
		return;
	struct bytecursor_diag full = BYTECURSOR_DIAG(check->status, mlirbc_status_name(check->status), MLIRBC_NO_OFFSET);
	size_t name = check->name ? check->name->size : 0;
	bytecursor_diag_add(
		&full, "'%.*s' op %s", (int)(name < 80 ? name : 80), name ? check->name->data : "", check->message);
	shlo__put_place(&full, check->op);
	BYTECURSOR_DIAG_STORE(diag, &full);
}

/* ---- inference */

/* Where both know a type, the inferred one, unless only its '?' differ. */
static void merge(struct shlo__check *check)
{
	for (size_t i = 0; i < check->emitted && i < check->result_count; ++i) {
		if (shlo__compatible(check, check->inferred[i], check->result_types[i]) &&
			shlo__static(check->result_types[i]))
			check->inferred[i] = check->result_types[i];
	}
}

static bool infer(struct shlo__check *check)
{
	check->emitted = 0;
	check->work = 0;
	if (!shlo__enter(check) || !shlo__leave(check))
		return false;
	if (check->emitted == 0 && check->declared &&
		check->result_count <= check->room) { /* only the table knows this op */
		for (size_t i = 0; i < check->result_count; ++i)
			check->inferred[i] = check->result_types[i];
		check->emitted = check->result_count;
	}
	for (size_t i = 0; check->declared && i < check->emitted && i < check->room; ++i) {
		struct shlo__spelled a, b;
		if (i >= check->result_count)
			return shlo__fail(check, "%zu results are inferred, but %zu types were given", check->emitted,
				check->result_count);
		if (!shlo__compatible(check, check->inferred[i], check->result_types[i]))
			return shlo__fail(check,
				"the inferred type '%s' of result %zu is not compatible with the given type '%s'",
				shlo__spell(check->inferred[i], &a), i, shlo__spell(check->result_types[i], &b));
	}
	if (check->declared && check->emitted < check->result_count)
		return shlo__fail(check, "%zu results are inferred, but %zu types were given", check->emitted,
			check->result_count);
	return true;
}

static bool prepare(
	struct shlo__check *check, const struct mlirbc_stablehlo_description *at, const struct mlirbc_type **types)
{
	check->operand_count = at->operand_count;
	check->operand_types = at->operand_types;
	check->operand_values = at->operands;
	if (at->operands) {
		for (size_t i = 0; i < at->operand_count; ++i)
			types[i] = at->operands[i] ? at->operands[i]->type : NULL;
		check->operand_types = types;
	}
	for (size_t i = 0; i < at->operand_count; ++i) {
		if (!check->operand_types[i])
			return shlo__fail(check, "operand #%zu has no type", i);
	}
	check->attributes = at->attributes;
	check->properties = at->properties;
	check->regions = at->regions;
	check->region_count = at->region_count;
	check->result_types = at->result_types;
	check->result_count = at->result_types ? at->result_count : 0;
	check->declared = at->result_types != NULL;
	return true;
}

enum mlirbc_status mlirbc_stablehlo_infer(struct mlirbc_context *context,
	const struct mlirbc_stablehlo_description *description, const struct mlirbc_type *const **out_types,
	size_t *out_count, struct mlirbc_diag *diag)
{
	struct shlo__check check;
	*out_types = NULL;
	*out_count = 0;
	if (description && (BYTECURSOR_SIZE_IS_WRONG(description) || description->size < sizeof *description))
		return shlo__size_is_wrong(diag, description->size, "mlirbc_stablehlo_description");
	if (!context || !description || (!description->name && description->name_size))
		return shlo__bad_argument(diag, "inference got NULL, expected a context and a description with a name");
	const struct mlirbc_string name = { description->name, description->name_size };
	shlo__check_init(&check, context);
	check.name = &name;
	check.code = mlirbc_stablehlo_code(&name);
	if (check.code == MLIRBC_STABLEHLO_NONE) {
		check.status = MLIRBC_E_NOT_FOUND;
		snprintf(check.message, sizeof check.message,
			"is not an operation of stablehlo, chlo, check or interpreter");
		shlo__tell(&check, diag);
		return check.status;
	}
	const size_t align = _Alignof(const struct mlirbc_type *), one = sizeof(const struct mlirbc_type *);
	const struct mlirbc_type **types = NULL;
	if (description->operands && description->operand_count &&
		!(types = mlirbc_context_alloc(context, description->operand_count * one, align)))
		shlo__no_memory(&check);
	bool done = check.status == MLIRBC_OK && prepare(&check, description, types);
	check.room = 8 + check.operand_count + check.result_count;
	while (done) { /* twice if there are more results than expected */
		check.inferred = mlirbc_context_alloc(context, check.room * one, align);
		if (!check.inferred) {
			shlo__no_memory(&check);
			break;
		}
		if (!infer(&check) || check.emitted <= check.room)
			break;
		check.room = check.emitted;
	}
	if (check.status != MLIRBC_OK) {
		shlo__tell(&check, diag);
		return check.status;
	}
	if (check.declared)
		merge(&check);
	*out_types = check.inferred;
	*out_count = check.emitted;
	return MLIRBC_OK;
}
