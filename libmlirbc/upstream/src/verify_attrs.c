/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an operation: those that must be there, and their constraints. */
#include "constraint.h"
#include "verify.h"

#include <string.h>

/* A unit, or a number that is a property, is never absent. */
static bool may_be_absent(const struct mlirbc_upstream__attr *attr)
{
	return attr->flags || attr->mode == MODE_UNIT || attr->mode == MODE_PROPERTY || attr->mode == MODE_PROPERTY_ENUM;
}

static bool is_visibility(const struct mlirbc_string *text)
{
	static const char *const words[] = { "public", "private", "nested" };
	for (size_t i = 0; i < 3; i++) {
		if (text->size == strlen(words[i]) && memcmp(text->data, words[i], text->size) == 0)
			return true;
	}
	return false;
}

bool mlirbc_upstream__verify_attrs(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	if (properties && properties->kind != MLIRBC_ATTR_DICTIONARY)
		return true;
	if (properties && properties->u.dictionary.count && !row->attr_count && !(row->flags & (ROW_SIZED | ROW_SIZED_RESULTS)))
		return mlirbc_parser_error_op(
			parser, op, "'%.*s' op does not support properties", (int)op->name->size, op->name->data);
	for (uint8_t i = 0; i < row->attr_count; i++) {
		const struct mlirbc_upstream__attr *attr = mlirbc_upstream__attr_of(row, i);
		const char *name = mlirbc_upstream__string(attr->name);
		const struct mlirbc_attr *value = properties ? mlirbc_dictionary_find(properties, name) : NULL;
		if (!value && !may_be_absent(attr))
			return mlirbc_parser_error_op(
				parser, op, "'%.*s' op requires attribute '%s'", (int)op->name->size, op->name->data, name);
		if (value && strcmp(name, "sym_visibility") == 0 && mlirbc_dictionary_find(properties, "sym_name") && value->kind == MLIRBC_ATTR_STRING && !is_visibility(value->u.string))
			return VERIFY_FAIL(parser, op, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"%.*s\"",
				(int)(value->u.string->size < 80 ? value->u.string->size : 80), value->u.string->data);
		if (value && !mlirbc_upstream__attr_satisfies(value, attr->constraint))
			return mlirbc_parser_error_op(parser, op, "'%.*s' op attribute '%s' failed to satisfy constraint: %s",
				(int)op->name->size, op->name->data, name, mlirbc_upstream__constraint_text(attr->constraint));
	}
	return true;
}
