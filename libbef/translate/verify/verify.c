/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies that the IR is a valid host program: first scopes and symbols, then each op against its row of the
 * tables. Checks and messages are those of MLIR's and TFRT's verifiers. */
#include "verify/verify.h"
#include <mlirbc/print.h>
#include <string.h>

/* ---- scopes */

static enum bef_status add_symbol(struct bef_mlir__convert *convert, uint32_t scope, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name");
	if (!name || name->kind != MLIRBC_ATTR_STRING)
		return BEF_OK;
	if (bef_mlir__map_get(&convert->symbols_map, name->u.string, scope) != BEF_MLIR__NONE)
		return bef_mlir__fail(convert, BEF_E_CORRUPT, op, "redefinition of symbol named '%.*s'",
			BEF_MLIR__TEXT(name->u.string));
	if (!BEF_MLIR__GROW(convert->allocator, convert->symbols, convert->symbol_count, convert->symbol_capacity) ||
		!bef_mlir__map_put(&convert->symbols_map, convert->allocator, name->u.string, scope, (uint32_t)convert->symbol_count))
		return bef_mlir__nomem(convert);
	convert->symbols[convert->symbol_count++] = op;
	return BEF_OK;
}

/* Returns an integer option of a module, 0 by default. */
static int64_t option(const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_attr *attr = op ? mlirbc_op_attr(op, name) : NULL;
	return attr && attr->kind == MLIRBC_ATTR_INTEGER ? bef_mlir__integer(attr) : 0;
}

/* Adds a scope for the ops of `block` (the body of `module`, or the top-level block). */
static enum bef_status add_scope(struct bef_mlir__convert *convert, const struct mlirbc_op *module,
	const struct mlirbc_block *block)
{
	uint32_t scope = (uint32_t)convert->scope_count;
	if (!BEF_MLIR__GROW(convert->allocator, convert->scopes, scope, convert->scope_capacity))
		return bef_mlir__nomem(convert);
	convert->scopes[convert->scope_count++] = (struct bef_mlir__scope){
		option(module, "tfrt.cost_threshold"), option(module, "tfrt.merge_inter_dependent_streams") != 0 };
	for (; block; block = block->next) {
		for (const struct mlirbc_op *op = block->first; op; op = op->next)
			BEF_MLIR__TRY(add_symbol(convert, scope, op));
	}
	return BEF_OK;
}

/* ---- checks of all ops */

/* Returns false if `op` is known not to be a terminator; an undeclared op may be one. */
static enum bef_status may_terminate(struct bef_mlir__convert *convert, const struct mlirbc_op *op, bool *out_may)
{
	const struct bef_mlir__name *name = bef_mlir__name(convert, op->name);
	if (!name)
		return bef_mlir__nomem(convert);
	*out_may = name->role == BEF_MLIR__RETURN || (name->role == BEF_MLIR__KERNEL && !name->op.def);
	return BEF_OK;
}

static enum bef_status check_terminators(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct mlirbc_region *region)
{
	bool may = true;
	for (const struct mlirbc_block *block = region->first; block; block = block->next) {
		if (!block->last)
			return bef_mlir__fail(convert, BEF_E_CORRUPT, op, "empty block: expect at least a terminator");
		BEF_MLIR__TRY(may_terminate(convert, block->last, &may));
		if (!may)
			return bef_mlir__fail(convert, BEF_E_CORRUPT, block->last,
				"block with no terminator, has '%.*s'", BEF_MLIR__TEXT(block->last->name));
	}
	return BEF_OK;
}

static enum bef_status check_values(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!mlirbc_op_operands(op)[i].value)
			return bef_mlir__fail_op(convert, op, "operand #%u is missing", i);
	}
	return BEF_OK;
}

/* ---- func.func */

static enum bef_status type_mismatch(struct bef_mlir__convert *convert, const struct mlirbc_op *op, uint32_t argument,
	const struct mlirbc_type *is, const struct mlirbc_type *wanted)
{
	char texts[2][64];
	(void)mlirbc_type_text(is, texts[0], sizeof texts[0]);
	(void)mlirbc_type_text(wanted, texts[1], sizeof texts[1]);
	return bef_mlir__fail_op(convert, op,
		"type of entry block argument #%u('%s') must match the type of the corresponding argument in function "
		"signature('%s')",
		argument, texts[0], texts[1]);
}

static enum bef_status verify_func(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "sym_name"), *type = mlirbc_op_attr(op, "function_type");
	if (!name || name->kind != MLIRBC_ATTR_STRING)
		return bef_mlir__fail_op(convert, op, "requires attribute 'sym_name'");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return bef_mlir__fail_op(convert, op, "requires attribute 'function_type'");
	if (op->region_count != 1)
		return bef_mlir__fail_op(convert, op, "requires one region");
	const struct mlirbc_block *entry = mlirbc_op_regions(op)[0].first;
	const struct mlirbc_types *inputs = &type->u.type_value->u.function.inputs;
	if (!entry)
		return BEF_OK;
	if (entry->argument_count != inputs->count)
		return bef_mlir__fail_op(
			convert, op, "entry block must have %zu arguments to match function signature", inputs->count);
	for (uint32_t i = 0; i < entry->argument_count; i++) {
		if (entry->arguments[i].type != inputs->data[i])
			return type_mismatch(convert, op, i, entry->arguments[i].type, inputs->data[i]);
	}
	return check_terminators(convert, op, &mlirbc_op_regions(op)[0]);
}

/* ---- builtin.module */

static bool has_dot(const struct mlirbc_string *name) { return memchr(name->data, '.', name->size) != NULL; }

static enum bef_status verify_module(struct bef_mlir__convert *convert, const struct mlirbc_op *op)
{
	struct bef_mlir__attrs attrs = bef_mlir__op_attrs(op);
	const struct mlirbc_named_attr *attr;
	if (op->region_count != 1 || mlirbc_op_regions(op)[0].block_count != 1)
		return bef_mlir__fail_op(convert, op, "expects region #0 to have 1 block");
	while ((attr = bef_mlir__next_attr(&attrs))) {
		if (!has_dot(attr->name) && !bef_mlir__is_text(attr->name, "sym_name") &&
			!bef_mlir__is_text(attr->name, "sym_visibility"))
			return bef_mlir__fail_op(convert, op,
				"can only contain attributes with dialect-prefixed names, found: '%.*s'",
				BEF_MLIR__TEXT(attr->name));
	}
	return BEF_OK;
}

/* ---- the walk */

static enum bef_status verify_declared(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	enum bef_mlir__check check = (enum bef_mlir__check)name->op.def->check;
	BEF_MLIR__TRY(bef_mlir__verify_op(convert, op, name));
	/* The following code may add names and so move this one. */
	for (uint32_t i = 0; i < op->region_count; i++)
		BEF_MLIR__TRY(check_terminators(convert, op, &mlirbc_op_regions(op)[i]));
	return check == BEF_MLIR__CHECK_NONE ? BEF_OK : bef_mlir__check(convert, op, check);
}

/* op->number becomes the scope of the op; for a module, the scope of its body. */
static enum bef_status verify_one(struct bef_mlir__convert *convert, struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = bef_mlir__parent(op);
	const struct bef_mlir__name *name = bef_mlir__name(convert, op->name);
	if (!name)
		return bef_mlir__nomem(convert);
	op->number = parent ? parent->number : 0;
	if (!bef_mlir__keep_operands(convert, op))
		return bef_mlir__nomem(convert);
	BEF_MLIR__TRY(check_values(convert, op));
	switch (name->role) {
	case BEF_MLIR__MODULE:
		/* The ops in it will be printed. */
		if (convert->taken.any && mlirbc_op_attr(op, "tfrt.compiled"))
			return BEF_E_STATE;
		BEF_MLIR__TRY(verify_module(convert, op));
		BEF_MLIR__TRY(add_scope(convert, op, mlirbc_op_regions(op)[0].first));
		op->number = (uint32_t)convert->scope_count - 1;
		return BEF_OK;
	case BEF_MLIR__FUNC: return verify_func(convert, op);
	case BEF_MLIR__RETURN:
		if (op->next)
			return bef_mlir__fail_op(convert, op, "must be the last operation in the parent block");
		return verify_declared(convert, op, name);
	case BEF_MLIR__KERNEL: break;
	}
	return name->op.def ? verify_declared(convert, op, name) : BEF_OK;
}

enum bef_status bef_mlir__verify(struct bef_mlir__convert *convert)
{
	struct mlirbc_block *body = convert->module->body;
	BEF_MLIR__TRY(add_scope(convert, NULL, body));
	for (struct mlirbc_op *root = body->first; root; root = root->next) {
		for (struct mlirbc_op *op = mlirbc_op_next_pre(root, NULL); op; op = mlirbc_op_next_pre(root, op)) {
			convert->at = op;
			BEF_MLIR__TRY(verify_one(convert, op));
		}
	}
	return BEF_OK;
}
