/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Static functions whose operations take shapes as operands: refined as the functions of dynamic models are for a call, so that whether a
 * program runs does not depend on the form of its shapes. */
#include "rewrite/rewrite.h"

#include <mlirbc/edit.h>
#include <mlirbc/stablehlo_passes.h>
#include <string.h>

/* True for an operation that refinement may replace: its shape is open, or its target only exists for dynamic shapes. */
static bool is_dynamic(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const bool calls = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_custom_call);
	const struct mlirbc_attr *target = calls ? mlirbc_op_attr(op, "call_target_name") : NULL;
	if (target && target->kind == MLIRBC_ATTR_STRING &&
		mlirbc_stablehlo_target(target->u.string->data, target->u.string->size).kind == MLIRBC_STABLEHLO_TARGET_SHAPE)
		return true;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!mlirbc_tensor_is_static(mlirbc_op_results(op)[i].type))
			return true;
	}
	return false;
}

static bool has_dynamic(const struct bef_hlo__lower *lower, const struct mlirbc_module *module)
{
	struct mlirbc_op *root = module->body->first;
	struct mlirbc_op *op = root;
	while (op && !is_dynamic(lower, op))
		op = mlirbc_op_next_pre(root, op);
	return op != NULL;
}

/* The name of a public function of static arguments; NULL: another operation. */
static const struct mlirbc_string *entry_name(const struct mlirbc_op *op)
{
	static const char hidden[] = "private";
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name"), *visibility = mlirbc_op_attr(op, "sym_visibility");
	const struct mlirbc_attr *type = mlirbc_op_is(op, "func.func") ? mlirbc_op_attr(op, "function_type") : NULL;
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION || !name ||
		name->kind != MLIRBC_ATTR_STRING)
		return NULL;
	if (visibility && visibility->kind == MLIRBC_ATTR_STRING && visibility->u.string->size == sizeof hidden - 1 &&
		memcmp(visibility->u.string->data, hidden, sizeof hidden - 1) == 0)
		return NULL;
	const struct mlirbc_types *inputs = &type->u.type_value->u.function.inputs;
	for (size_t i = 0; i < inputs->count; i++) {
		if (!mlirbc_tensor_is_static(inputs->data[i]))
			return NULL;
	}
	return name->u.string;
}

/* A function that cannot be refined stays as it is: the lowering reports the operations that cannot run. */
static bool refine(struct bef_hlo__lower *lower, const struct mlirbc_string *name)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	char *text = mlirbc_context_alloc(lower->context, name->size + 1, 1);
	if (!text)
		return bef_hlo__no_memory(lower);
	memcpy(text, name->data, name->size);
	text[name->size] = '\0';
	const struct mlirbc_stablehlo_refine_options options = { .size = sizeof options, .function = text };
	enum mlirbc_status status = mlirbc_stablehlo_refine(lower->module, NULL, 0, &options, NULL, &diag);
	if (status == MLIRBC_E_UNSUPPORTED || status == MLIRBC_E_NOT_FOUND)
		return true;
	if (status == MLIRBC_E_ARG) /* a contradiction, or an assertion of the program that fails */
		status = MLIRBC_E_CORRUPT;
	return bef_hlo__ok(lower, status, &diag);
}

bool bef_hlo__refine_static(struct bef_hlo__lower *lower)
{
	size_t count = 0;
	if (lower->options.signatures_only || !has_dynamic(lower, lower->module))
		return true;
	for (struct mlirbc_op *op = mlirbc_module_symbols(lower->module)->first; op; op = op->next)
		count += entry_name(op) != NULL;
	const struct mlirbc_string **names = mlirbc_context_alloc(lower->context, (count + 1) * sizeof *names, _Alignof(void *));
	if (!names)
		return bef_hlo__no_memory(lower);
	count = 0;
	for (struct mlirbc_op *op = mlirbc_module_symbols(lower->module)->first; op; op = op->next) {
		const struct mlirbc_string *name = entry_name(op);
		if (name)
			names[count++] = name;
	}
	for (size_t i = 0; i < count; i++) {
		if (!refine(lower, names[i]))
			return false;
	}
	return true;
}
