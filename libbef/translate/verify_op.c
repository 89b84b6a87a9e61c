/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An op against its row of the tables: how many operands, results and regions, of which types, with which attributes. */
#include "convert.h"
#include <mlirbc/print.h>
#include <string.h>

/* A string of type letters, taken apart. */
struct signature {
	const char *letters;
	size_t fixed;  /* letters that stand for one value each */
	bool variadic; /* the letter behind them stands for the rest */
};

static struct signature signature(const char *letters)
{
	size_t size = strlen(letters);
	bool variadic = size && letters[size - 1] == '*';
	return (struct signature){ letters, variadic ? size - 2 : size, variadic };
}

static const struct mlirbc_type *cached_type(struct bef_mlir__convert *convert, char letter, const struct bef_mlir__op *op)
{
	if (letter == 'X')
		letter = op->dtype;
	if (letter == 'R') /* depends on the op */
		return bef_mlir__letter_type(convert->module->context, letter, op);
	const struct mlirbc_type **cached = &convert->letter_types[(unsigned char)letter % 128];
	if (!*cached)
		*cached = bef_mlir__letter_type(convert->module->context, letter, op);
	return *cached;
}

static enum bef_status check_type(struct bef_mlir__convert *convert, const struct mlirbc_op *at,
	const struct bef_mlir__op *op, char letter, const struct mlirbc_type *type, const char *what, uint32_t index)
{
	if (letter == '.')
		return BEF_OK;
	const struct mlirbc_type *wanted = cached_type(convert, letter, op);
	if (!wanted)
		return bef_mlir__nomem(convert);
	if (type == wanted)
		return BEF_OK;
	char text[64];
	(void)mlirbc_type_text(type, text, sizeof text);
	return bef_mlir__fail_op(convert, at, "%s #%u must be %s, but got '%s'", what, index,
		bef_mlir__letter_text(letter, op), text);
}

static enum bef_status check_operands(struct bef_mlir__convert *convert, const struct mlirbc_op *at,
	const struct bef_mlir__op *op)
{
	struct signature s = signature(op->def->operands);
	if (s.variadic ? at->operand_count < s.fixed : at->operand_count != s.fixed)
		return bef_mlir__fail_op(convert, at, "expected %zu%s operands, but found %u", s.fixed,
			s.variadic ? " or more" : "", at->operand_count);
	for (uint32_t i = 0; i < at->operand_count; i++)
		BEF_MLIR__TRY(check_type(convert, at, op, s.letters[i < s.fixed ? i : s.fixed], at->operands[i].value->type,
			"operand", i));
	return BEF_OK;
}

static enum bef_status check_results(struct bef_mlir__convert *convert, const struct mlirbc_op *at,
	const struct bef_mlir__op *op)
{
	struct signature s = signature(op->def->results);
	if (s.variadic ? at->result_count < s.fixed : at->result_count != s.fixed)
		return bef_mlir__fail_op(convert, at, "expected %zu%s results, but found %u", s.fixed,
			s.variadic ? " or more" : "", at->result_count);
	for (uint32_t i = 0; i < at->result_count; i++)
		BEF_MLIR__TRY(
			check_type(convert, at, op, s.letters[i < s.fixed ? i : s.fixed], at->results[i].type, "result", i));
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

static enum bef_status check_attr(struct bef_mlir__convert *convert, const struct mlirbc_op *at,
	const struct bef_mlir__op *op, const struct bef_mlir__attr_def *def)
{
	const struct mlirbc_attr *attr = mlirbc_op_attr(at, def->name);
	const struct mlirbc_type *type = NULL;
	const char *wanted = NULL;
	if (!attr)
		return bef_mlir__fail_op(convert, at, "requires attribute '%s'", def->name);
	switch (def->kind) {
	case '?':
		return BEF_OK;
	case '"':
		wanted = attr->kind == MLIRBC_ATTR_STRING ? NULL : "string";
		break;
	case '[':
		wanted = attr->kind == MLIRBC_ATTR_ARRAY ? NULL : "array";
		break;
	case '@':
		wanted = bef_mlir__is_flat_symbol(attr) ? NULL : "flat symbol reference";
		break;
	case 'e':
		wanted = attr->kind == MLIRBC_ATTR_DENSE ? NULL : "constant vector/tensor";
		break;
	case '#':
		type = cached_type(convert, 'l', op);
		wanted = type && is_i64_array(attr, type) ? NULL : "64-bit integer array";
		break;
	default:
		type = cached_type(convert, def->kind, op);
		if (!type)
			return bef_mlir__nomem(convert);
		if ((attr->kind != MLIRBC_ATTR_INTEGER && attr->kind != MLIRBC_ATTR_FLOAT) || attr->type != type)
			wanted = bef_mlir__letter_text(def->kind, op);
	}
	if (!wanted)
		return BEF_OK;
	return bef_mlir__fail_op(convert, at, "attribute '%s' failed to satisfy constraint: %s attribute", def->name, wanted);
}

enum bef_status bef_mlir__verify_op(struct bef_mlir__convert *convert, const struct mlirbc_op *op,
	const struct bef_mlir__name *name)
{
	const struct bef_mlir__op_def *def = name->op.def;
	for (size_t i = 0; i < BEF_MLIR__MAX_ATTRS && def->attrs[i].name; i++)
		BEF_MLIR__TRY(check_attr(convert, op, &name->op, &def->attrs[i]));
	BEF_MLIR__TRY(check_operands(convert, op, &name->op));
	BEF_MLIR__TRY(check_results(convert, op, &name->op));
	if (op->region_count != def->regions)
		return bef_mlir__fail_op(convert, op, "requires %u regions", def->regions);
	if (op->successor_count)
		return bef_mlir__fail_op(convert, op, "requires 0 successors");
	return BEF_OK;
}
