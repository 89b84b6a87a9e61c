/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of an operation: those that must be there, and their constraints. */
#include "constraint.h"
#include "verify.h"

/* A unit, or a number that is a property, is never absent. */
static bool may_be_absent(const struct mlirbc_upstream__attr *attr)
{
	return attr->flags || attr->mode == MODE_UNIT || attr->mode == MODE_PROPERTY || attr->mode == MODE_PROPERTY_ENUM;
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
		if (value && !mlirbc_upstream__attr_satisfies(value, attr->constraint))
			return mlirbc_parser_error_op(parser, op, "'%.*s' op attribute '%s' failed to satisfy constraint: %s",
				(int)op->name->size, op->name->data, name, mlirbc_upstream__constraint_text(attr->constraint));
	}
	return true;
}
