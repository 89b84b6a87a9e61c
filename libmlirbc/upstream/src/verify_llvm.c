/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of llvm: functions and what they return, globals, handlers of exceptions. Types of llvm are text, so only those are
 * compared of which the text is certain. */
#include "constraint_words.h"
#include "own_parts.h"
#include "verify_own.h"

#include <stdio.h>

static bool is_llvm(const struct mlirbc_type *type, const char *start)
{
	return mlirbc_upstream__is_dialect(type, "llvm", start);
}

static const struct mlirbc_op *function_around(const struct mlirbc_op *op)
{
	const struct mlirbc_op *outer = mlirbc_op_parent(op);
	while (outer && !mlirbc_op_is(outer, "llvm.func"))
		outer = mlirbc_op_parent(outer);
	return outer;
}

/* The result in "func<i32 (ptr)>"; size 0: not understood. */
static struct mlirbc_string result_text(const struct mlirbc_op *function)
{
	static const char start[] = "func<";
	const struct mlirbc_attr *attr = mlirbc_op_attr(function, "function_type");
	const struct mlirbc_type *type = attr && attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : NULL;
	if (!type || !is_llvm(type, start))
		return (struct mlirbc_string){ "", 0 };
	const struct mlirbc_string *text = type->u.dialect.text;
	size_t at = sizeof start - 1, depth = 0;
	for (; at < text->size && (depth || text->data[at] != ' '); at++) {
		depth += text->data[at] == '<';
		depth -= text->data[at] == '>' && depth;
	}
	return (struct mlirbc_string){ text->data + sizeof start - 1, at - (sizeof start - 1) };
}

/* Letters and digits only, as i32, f64, ptr: one text for each type. */
static bool is_word(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (!((text[i] >= 'a' && text[i] <= 'z') || (text[i] >= '0' && text[i] <= '9')))
			return false;
	}
	return size > 0;
}

bool up__check_llvm_return(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char prefix[] = "!llvm.";
	const struct mlirbc_op *function = mlirbc_op_parent(op);
	if (!function || !mlirbc_op_is(function, "llvm.func"))
		return true;
	const struct mlirbc_string result = result_text(function);
	const bool none = result.size == 4 && memcmp(result.data, "void", 4) == 0;
	if (result.size == 0)
		return true;
	if (op->operand_count != !none)
		return VERIFY_FAIL(parser, op, "expected %s", none ? "no operands" : "1 operand");
	if (none)
		return true;
	const struct up__text found = up__text_of(up__operand_type(op, 0));
	const char *text = found.data + (strncmp(found.data, prefix, sizeof prefix - 1) == 0 ? sizeof prefix - 1 : 0);
	if (!is_word(text, strlen(text)) || !is_word(result.data, result.size) ||
		(strlen(text) == result.size && memcmp(text, result.data, result.size) == 0))
		return true;
	return VERIFY_FAIL(parser, op, "mismatching result types%s", "");
}

static bool has_linkage(const struct mlirbc_op *op, const char *word)
{
	const struct mlirbc_string linkage = up__inside(mlirbc_op_attr(op, "linkage"), "linkage");
	return linkage.size == strlen(word) && memcmp(linkage.data, word, linkage.size) == 0;
}

/* Attributes of arguments that only pointers, or only integers, have. */
static bool check_argument(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_attr *attrs,
	const struct mlirbc_type *type)
{
	static const char *const pointers[] = { "llvm.byref", "llvm.byval", "llvm.dereferenceable", "llvm.inalloca", "llvm.noalias",
		"llvm.nonnull", "llvm.sret" };
	const bool number = type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT;
	for (size_t i = 0; number && i < sizeof pointers / sizeof *pointers; i++) {
		if (mlirbc_dictionary_find(attrs, pointers[i]))
			return mlirbc_parser_error_op(parser, op, "\"%s\" attribute attached to non-pointer LLVM type", pointers[i]);
	}
	static const char *const integers[] = { "llvm.signext", "llvm.zeroext" };
	for (size_t i = 0; (is_llvm(type, "ptr") || type->kind == MLIRBC_TYPE_FLOAT) && i < 2; i++) {
		if (mlirbc_dictionary_find(attrs, integers[i]))
			return mlirbc_parser_error_op(parser, op, "\"%s\" attribute attached to non-integer LLVM type", integers[i]);
	}
	return true;
}

bool up__check_llvm_func(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attrs = mlirbc_op_attr(op, "arg_attrs");
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block)
		return !mlirbc_op_attr(op, "linkage") || has_linkage(op, "external") || has_linkage(op, "extern_weak") ||
		       VERIFY_FAIL(parser, op, "external functions must have 'external' or 'extern_weak' linkage%s", "");
	if (!attrs || attrs->kind != MLIRBC_ATTR_ARRAY || attrs->u.array.count != block->argument_count)
		return true;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		const struct mlirbc_attr *own = attrs->u.array.data[i];
		if (own->kind == MLIRBC_ATTR_DICTIONARY && !check_argument(parser, op, own, block->arguments[i].type))
			return false;
	}
	return true;
}

/* Without a callee, the first operand is the function. */
bool up__check_llvm_call(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	if (mlirbc_op_attr(op, "callee") || op->operand_count == 0)
		return true;
	const struct mlirbc_type *type = up__operand_type(op, 0);
	return type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_CODED ||
	       VERIFY_FAIL(parser, op, "indirect call expects a pointer as callee: '%s'", UP__TEXT(type));
}

bool up__check_llvm_global(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "global_type"), *value = mlirbc_op_attr(op, "value");
	const struct mlirbc_type *type = attr && attr->kind == MLIRBC_ATTR_TYPE ? attr->u.type_value : NULL;
	const struct mlirbc_block *block = up__entry(op, 0);
	char array[48];
	if (!type)
		return true;
	const bool other_dialect = type->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_CODED;
	if (is_llvm(type, "void") || (!other_dialect && !mlirbc_upstream__is_word(WORD_LLVM, type)))
		return VERIFY_FAIL(parser, op, "expects type to be a valid element type for an LLVM global%s", "");
	if (value && value->kind == MLIRBC_ATTR_STRING) {
		snprintf(array, sizeof array, "array<%zu x i8>", value->u.string->size);
		if (!is_llvm(type, array))
			return VERIFY_FAIL(parser, op, "requires an i8 array type of the length equal to that of the string attribute%s", "");
	}
	if (has_linkage(op, "common") && value && value->kind == MLIRBC_ATTR_INTEGER && value->u.number.count == 1 &&
		value->u.number.words[0])
		return VERIFY_FAIL(parser, op, "expected zero value for 'common' linkage%s", "");
	if (has_linkage(op, "appending") && !is_llvm(type, "array<"))
		return VERIFY_FAIL(parser, op, "expected array type for 'appending' linkage%s", "");
	const struct mlirbc_op *end = block ? block->last : NULL;
	const struct mlirbc_type *found = end && end->operand_count == 1 ? up__operand_type(end, 0) : type;
	if (found == type || found->kind == MLIRBC_TYPE_DIALECT || type->kind == MLIRBC_TYPE_DIALECT)
		return true;
	return VERIFY_FAIL(parser, op, "initializer region type '%s' does not match global type '%s'", UP__TEXT(found), UP__TEXT(type));
}

bool up__check_landingpad(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *function = function_around(op);
	return !function || mlirbc_op_attr(function, "personality") ||
	       mlirbc_parser_error_op(parser, op, "llvm.landingpad needs to be in a function with a personality");
}

bool up__check_invoke(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *unwind = mlirbc_op_successor_count(op) == 2 ? mlirbc_op_successors(op)[1] : NULL;
	return !unwind || (unwind->first && mlirbc_op_is(unwind->first, "llvm.landingpad")) ||
	       mlirbc_parser_error_op(parser, op, "first operation in unwind destination should be a llvm.landingpad operation");
}

bool up__check_llvm_bitcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *types[2] = { up__operand_type(op, 0), up__result_type(op, 0) };
	for (int i = 0; i < 2; i++) {
		const struct mlirbc_type *other = types[!i];
		if (is_llvm(types[i], "ptr") && (other->kind == MLIRBC_TYPE_INTEGER || other->kind == MLIRBC_TYPE_FLOAT))
			return VERIFY_FAIL(parser, op, "can only cast pointers from and to pointers%s", "");
	}
	return true;
}

bool up__check_llvm_weights(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__ints weights;
	return !up__ints_of(op, "branch_weights", &weights) || weights.count == mlirbc_op_successor_count(op) ||
	       mlirbc_parser_error_op(parser, op, "expects number of branch weights to match number of successors: %zu vs %u",
		       weights.count, (unsigned)mlirbc_op_successor_count(op));
}

bool up__check_llvm_structors(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *functions = mlirbc_op_attr(op, mlirbc_op_is(op, "llvm.mlir.global_ctors") ? "ctors" : "dtors");
	const struct mlirbc_attr *priorities = mlirbc_op_attr(op, "priorities"), *data = mlirbc_op_attr(op, "data");
	if (!functions || !priorities || !data || functions->kind != MLIRBC_ATTR_ARRAY || priorities->kind != MLIRBC_ATTR_ARRAY ||
		data->kind != MLIRBC_ATTR_ARRAY)
		return true;
	const size_t count = functions->u.array.count;
	return (priorities->u.array.count == count && data->u.array.count == count) ||
	       mlirbc_parser_error_op(parser, op, "%s, priorities, and data must have the same number of elements",
		       mlirbc_op_is(op, "llvm.mlir.global_ctors") ? "ctors" : "dtors");
}

bool up__check_comdat(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	for (const struct mlirbc_op *inner = block ? block->first : NULL; inner; inner = inner->next) {
		if (!mlirbc_op_is(inner, "llvm.comdat_selector"))
			return mlirbc_parser_error_op(parser, inner, "only comdat selector symbols can appear in a comdat region");
	}
	return true;
}

bool up__check_llvm_alias(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	static const char *const refused[] = { "appending", "common", "extern_weak" };
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		if (has_linkage(op, refused[i]))
			return VERIFY_FAIL(parser, op, "'%s' linkage not supported in aliases, available options: private, internal, linkonce, weak, "
						       "linkonce_odr, weak_odr, external or available_externally", refused[i]);
	}
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *end = block ? block->last : NULL;
	return !end || end->operand_count != 1 || up__operand_type(end, 0)->kind == MLIRBC_TYPE_DIALECT ||
	       VERIFY_FAIL(parser, op, "initializer region must always return a pointer%s", "");
}

/* ---- llvm.getelementptr */

/* The part of "struct<(i32, ptr)>" or "array<4 x i32>" that an index selects; size 0: the text is not understood. */
static struct mlirbc_string part_of(const struct mlirbc_string *type, int32_t index, bool *out_missing)
{
	static const char literal[] = "struct<(", array[] = "array<";
	const char *at = type->data, *end = at + type->size;
	*out_missing = false;
	if (type->size > sizeof array && memcmp(at, array, sizeof array - 1) == 0) {
		while (at < end && *at != ' ')
			at++;
		return end - at > 4 ? (struct mlirbc_string){ at + 3, (size_t)(end - at) - 4 } : (struct mlirbc_string){ at, 0 };
	}
	if (type->size <= sizeof literal || memcmp(at, literal, sizeof literal - 1) != 0)
		return (struct mlirbc_string){ at, 0 };
	at += sizeof literal - 1;
	for (end -= 2; at < end; index--) {
		const size_t size = mlirbc_upstream__type_end(at, (size_t)(end - at));
		if (index == 0)
			return (struct mlirbc_string){ at, size };
		for (at += size; at < end && (*at == ',' || *at == ' ');)
			at++;
	}
	*out_missing = true;
	return (struct mlirbc_string){ at, 0 };
}

bool up__check_gep(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(op, "elem_type"), *indices = mlirbc_op_attr(op, "rawConstantIndices");
	if (!attr || attr->kind != MLIRBC_ATTR_TYPE || !indices || indices->kind != MLIRBC_ATTR_DENSE_ARRAY)
		return true;
	const struct mlirbc_type *type = attr->u.type_value;
	const bool scalar = type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT;
	if (scalar && indices->u.dense.count > 1)
		return VERIFY_FAIL(parser, op, "type '%s' cannot be indexed (index #1)", UP__TEXT(type));
	struct mlirbc_string text = { "", 0 };
	if (type->kind == MLIRBC_TYPE_DIALECT && is_llvm(type, ""))
		text = *type->u.dialect.text;
	for (size_t i = 1; i < indices->u.dense.count && text.size; i++) {
		const int32_t index = (int32_t)mlirbc_upstream__element(indices, i);
		const bool structure = text.size > 8 && memcmp(text.data, "struct<(", 8) == 0;
		bool missing;
		if (structure && index == INT32_MIN)
			return VERIFY_FAIL(parser, op, "expected index %u indexing a struct to be constant", (unsigned)i);
		text = part_of(&text, index, &missing);
		if (missing)
			return VERIFY_FAIL(parser, op, "index %u indexing a struct is out of bounds", (unsigned)i);
	}
	return true;
}

bool up__check_intrinsic(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *name = mlirbc_op_attr(op, "intrin");
	return !name || name->kind != MLIRBC_ATTR_STRING || (name->u.string->size > 5 && memcmp(name->u.string->data, "llvm.", 5) == 0) ||
	       VERIFY_FAIL(parser, op, "intrinsic name must start with 'llvm.'%s", "");
}
