/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of spirv: modules, functions, structured control flow, scopes and storage classes. */
#include "own_parts.h"
#include "own_spirv.h"
#include "verify_own.h"

static bool has_word(const struct mlirbc_op *op, const char *attr, const char *name, const char *word)
{
	const struct mlirbc_string found = up__inside(mlirbc_op_attr(op, attr), name);
	return found.size == strlen(word) && memcmp(found.data, word, found.size) == 0;
}

bool up__check_spirv_variable(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (!has_word(op, "storage_class", "storage_class", "Function"))
		return VERIFY_FAIL(parser, op, "can only be used to model function-level variables. Use spirv.GlobalVariable for module-level "
					       "variables.%s", "");
	const struct mlirbc_value *initial = op->operand_count ? mlirbc_op_operands(op)[0].value : NULL;
	return !initial || !initial->is_argument ||
	       VERIFY_FAIL(parser, op, "initializer must be the result of a constant or spirv.GlobalVariable op%s", "");
}

bool up__check_spirv_global(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char end[] = ", Function>";
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "type");
	const struct mlirbc_type *type = attr && attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : NULL;
	if (!type || !mlirbc_upstream__is_dialect(type, "spirv", "ptr<"))
		return true;
	const struct mlirbc_string *text = type->u.dialect.text;
	return text->size < sizeof end - 1 || memcmp(text->data + text->size - (sizeof end - 1), end, sizeof end - 1) != 0 ||
	       VERIFY_FAIL(parser, op, "storage class cannot be 'Function'%s", "");
}

bool up__check_spirv_scope(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !mlirbc_op_attr(op, "execution_scope") || has_word(op, "execution_scope", "scope", "Workgroup") ||
	       has_word(op, "execution_scope", "scope", "Subgroup") ||
	       VERIFY_FAIL(parser, op, "execution scope must be 'Workgroup' or 'Subgroup'%s", "");
}

bool up__check_spirv_return(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *function = mlirbc_op_parent(op);
	while (function && !mlirbc_op_is(function, "spirv.func"))
		function = mlirbc_op_parent(function);
	const struct mlirbc_attr *type = function ? mlirbc_op_attr(function, "function_type") : NULL;
	return !type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION ||
	       type->u.type_value->u.function.results.count == 0 ||
	       VERIFY_FAIL(parser, op, "cannot be used in functions returning value%s", "");
}

bool up__check_spirv_unreachable(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return !op->parent || !op->parent->parent || op->parent->parent->first != op->parent ||
	       VERIFY_FAIL(parser, op, "cannot be used in reachable block%s", "");
}

bool up__check_spirv_module(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	for (const struct mlirbc_op *inner = block ? block->first : NULL; inner; inner = inner->next) {
		if (inner->name->size < 6 || memcmp(inner->name->data, "spirv.", 6) != 0)
			return mlirbc_parser_error_op(parser, inner, "'spirv.module' can only contain spirv.* ops");
	}
	return true;
}

bool up__check_spirv_composite(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *type = mlirbc_op_attr(op, "type"), *parts = mlirbc_op_attr(op, "constituents");
	if (!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_VECTOR || !parts ||
		parts->kind != MLIRBC_ATTR_ARRAY || up__rank(type->u.type_value) != 1)
		return true;
	const int64_t count = up__dim(type->u.type_value, 0);
	return (uint64_t)count == parts->u.array.count ||
	       mlirbc_parser_error_op(parser, op, "has incorrect number of operands: expected %lld, but provided %zu", (long long)count,
		       parts->u.array.count);
}

/* The last block has only spirv.mlir.merge. */
bool up__check_spirv_merge(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_region *region = op->region_count ? &mlirbc_op_regions(op)[0] : NULL;
	if (!region || !region->first)
		return true;
	const struct mlirbc_op *merge = region->last->first;
	if (!merge || merge->next || !mlirbc_op_is(merge, "spirv.mlir.merge"))
		return VERIFY_FAIL(parser, op, "last block must be the merge block with only one 'spirv.mlir.merge' op%s", "");
	return region->first != region->last ||
	       VERIFY_FAIL(parser, op, "must have %s",
		       mlirbc_op_is(op, "spirv.mlir.loop") ? "an entry block branching to the loop header block" : "a selection header block");
}

/* The object has the type of the part that the indices reach. */
bool up__check_spirv_insert(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *member = up__operand_type(op, 1);
	struct up__ints indices;
	if (!up__ints_of(op, "indices", &indices))
		return true;
	for (size_t i = 0; member && i < indices.count; i++)
		member = up__spirv_member(mlirbc_parser_context(parser), member, (uint64_t)up__int_at(&indices, i));
	return !member || member == up__operand_type(op, 0) ||
	       VERIFY_FAIL(parser, op, "object operand type should be '%s', but found '%s'", UP__TEXT(member),
		       UP__TEXT(up__operand_type(op, 0)));
}

/* Functions of a module have operations of spirv only. */
bool up__check_spirv_func(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	const struct mlirbc_block *block = parent && mlirbc_op_is(parent, "spirv.module") ? up__entry(op, 0) : NULL;
	for (; block; block = block->next) {
		for (const struct mlirbc_op *part = block->first; part; part = part->next) {
			if (part->name->size < 6 || memcmp(part->name->data, "spirv.", 6) != 0)
				return mlirbc_parser_error_op(parser, part, "functions in 'spirv.module' can only contain spirv.* ops");
		}
	}
	return true;
}
