/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies an op against its row of the tables: numbers and types of operands and results, regions, and attributes. */
#include "verify/verify.h"
#include <mlirbc/print.h>

static enum bef_status wrong_count(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	const struct bef_mlir__signature *s, const char *what, uint32_t found)
{
	return bef_mlir__fail_op(
		convert, op, "expected %u%s %ss, but found %u", s->fixed, s->variadic ? " or more" : "", what, found);
}

static enum bef_status wrong_type(struct bef_mlir__convert *convert, const struct mlirbc_op *op, const char *what,
	uint32_t index, const char *wanted, const struct mlirbc_type *type)
{
	char text[64];
	(void)mlirbc_type_text(type, text, sizeof text);
	return bef_mlir__fail_op(convert, op, "%s #%u must be %s, but got '%s'", what, index, wanted, text);
}

static enum bef_status check_operands(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__signature *s = &name->operands;
	if (!bef_mlir__count_fits(s, op->operand_count))
		return wrong_count(convert, op, s, "operand", op->operand_count);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
		if (!bef_mlir__type_fits(s, i, type))
			return wrong_type(convert, op, "operand", i,
				bef_mlir__letter_text(name->op.def->operands[bef_mlir__letter(s, i)], &name->op), type);
	}
	return BEF_OK;
}

static enum bef_status check_results(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__signature *s = &name->results;
	if (!bef_mlir__count_fits(s, op->result_count))
		return wrong_count(convert, op, s, "result", op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		if (!bef_mlir__type_fits(s, i, type))
			return wrong_type(convert, op, "result", i,
				bef_mlir__letter_text(name->op.def->results[bef_mlir__letter(s, i)], &name->op), type);
	}
	return BEF_OK;
}

static bool is_i64_array(const struct mlirbc_attr *attr, const struct mlirbc_type *i64)
{
	if (attr->kind != MLIRBC_ATTR_ARRAY)
		return false;
	for (size_t i = 0; i < attr->u.array.count; i++) {
		const struct mlirbc_attr *element = attr->u.array.data[i];
		if (element->kind != MLIRBC_ATTR_INTEGER || element->type != i64)
			return false;
	}
	return true;
}

/* Returns a description of the expected attribute, or NULL if `attr` has the expected form. `type` is the type of a
 * number. */
static const char *wrong_kind(
	const struct mlirbc_attr *attr, const struct bef_mlir__op *op, char kind, const struct mlirbc_type *type)
{
	switch (kind) {
	case '?': return NULL;
	case '"': return attr->kind == MLIRBC_ATTR_STRING ? NULL : "string";
	case '[': return attr->kind == MLIRBC_ATTR_ARRAY ? NULL : "array";
	case '@': return bef_mlir__is_flat_symbol(attr) ? NULL : "flat symbol reference";
	case 'e': return attr->kind == MLIRBC_ATTR_DENSE ? NULL : "constant vector/tensor";
	case '#': return is_i64_array(attr, type) ? NULL : "64-bit integer array";
	default: break;
	}
	bool is_number = attr->kind == MLIRBC_ATTR_INTEGER || attr->kind == MLIRBC_ATTR_FLOAT;
	return is_number && attr->type == type ? NULL : bef_mlir__letter_text(kind, op);
}

static enum bef_status check_attrs(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__attr_def *defs = name->op.def->attrs;
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && defs[i].name; i++) {
		const struct mlirbc_attr *attr = mlirbc_op_attr(op, defs[i].name);
		if (!attr)
			return bef_mlir__fail_op(convert, op, "requires attribute '%s'", defs[i].name);
		const char *wanted = wrong_kind(attr, &name->op, defs[i].kind, name->attr_types[i]);
		if (wanted)
			return bef_mlir__fail_op(convert, op,
				"attribute '%s' failed to satisfy constraint: %s attribute", defs[i].name, wanted);
	}
	return BEF_OK;
}

enum bef_status bef_mlir__verify_op(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	BEF_MLIR__TRY(check_attrs(convert, op, name));
	BEF_MLIR__TRY(check_operands(convert, op, name));
	BEF_MLIR__TRY(check_results(convert, op, name));
	if (op->region_count != def->regions)
		return bef_mlir__fail_op(convert, op, "requires %u regions", def->regions);
	if (mlirbc_op_successor_count(op))
		return bef_mlir__fail_op(convert, op, "requires 0 successors");
	return BEF_OK;
}
