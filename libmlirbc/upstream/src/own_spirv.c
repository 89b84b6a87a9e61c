/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants, composites, control flow and arithmetic of `spirv`. */
#include "engine.h"
#include "own_spirv.h"

#include <mlirbc/print.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- spirv.Constant */

static bool parse_constant(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *value;
	(void)name;
	if (!mlirbc_parser_attr(parser, NULL, &value) || !mlirbc_parser_add_attr(parser, op, "value", value))
		return false;
	const struct mlirbc_type *type = value->kind == MLIRBC_ATTR_ARRAY ? NULL : value->type;
	if (!type || type->kind == MLIRBC_TYPE_NONE || type->kind == MLIRBC_TYPE_TENSOR) {
		if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type))
			return false;
	}
	return mlirbc_parser_add_result(parser, op, type);
}

/* The type is that of the value, unless it is one of the dialect, which is printed. */
static bool constant_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = up__property(op, "value");
	if (!value || op->result_count != 1)
		return false;
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	return type->kind == MLIRBC_TYPE_DIALECT || value->type == type;
}

static bool print_constant(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, up__property(op, "value"));
	if (mlirbc_op_results(op)[0].type->kind != MLIRBC_TYPE_DIALECT)
		return false;
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

/* cst1_i32, true, cst_vec_2xf32 */
static const char *constant_name(const struct mlirbc_op *op, uint32_t result)
{
	static _Thread_local char name[96];
	const struct mlirbc_attr *value = up__property(op, "value");
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	char number[40] = "", text[32];
	(void)result;
	if (value && value->kind == MLIRBC_ATTR_INTEGER && up__is_integer(type, 1))
		return value->u.number.words[0] & 1 ? "true" : "false";
	if (value && value->kind == MLIRBC_ATTR_INTEGER) {
		if (mlirbc_attr_text(value, number, sizeof number) >= sizeof number)
			return "cst";
		number[strcspn(number, " ")] = '\0';
	}
	if (type->kind == MLIRBC_TYPE_VECTOR && type->u.shaped.rank &&
		mlirbc_type_text(type->u.shaped.element, text, sizeof text) < sizeof text) {
		snprintf(name, sizeof name, "cst%s_vec_%lldx%s", number, (long long)type->u.shaped.dims[0], text);
		return name;
	}
	bool simple = type->kind == MLIRBC_TYPE_INTEGER || type->kind == MLIRBC_TYPE_FLOAT;
	if (!simple || mlirbc_type_text(type, text, sizeof text) >= sizeof text)
		return "cst";
	snprintf(name, sizeof name, "cst%s_%s", number, text);
	return name;
}

/* ---- spirv.CompositeExtract %s[1 : i32] : T, spirv.CompositeInsert %x, %s[0 : i32] : U into T */

static bool read_indices(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_attr **out)
{
	if (!mlirbc_parser_attr(parser, NULL, out))
		return false;
	if ((*out)->kind != MLIRBC_ATTR_ARRAY || (*out)->u.array.count == 0)
		return mlirbc_parser_error(parser, "expected an 32-bit integer array attribute for 'indices'");
	for (size_t i = 0; i < (*out)->u.array.count; i++) {
		if ((*out)->u.array.data[i]->kind != MLIRBC_ATTR_INTEGER)
			return mlirbc_parser_error(parser, "expected an 32-bit integer for index, but found '%zu'", i);
	}
	return mlirbc_parser_add_attr(parser, op, "indices", *out);
}

/* The elements of a vector, array or matrix; of other types, a number that no index reaches. */
static uint64_t part_count(const struct mlirbc_type *type)
{
	uint64_t count;
	if (type->kind == MLIRBC_TYPE_VECTOR)
		return mlirbc_type_elements(type, &count) ? count : UINT64_MAX;
	if (!mlirbc_upstream__is_dialect(type, "spirv", "array<") && !mlirbc_upstream__is_dialect(type, "spirv", "matrix<"))
		return UINT64_MAX;
	return strtoull(strchr(type->u.dialect.text->data, '<') + 1, NULL, 10);
}

static bool parse_extract(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved composite;
	const struct mlirbc_attr *indices;
	const struct mlirbc_type *type, *member;
	(void)name;
	if (!mlirbc_parser_operand(parser, &composite))
		return false;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!read_indices(parser, op, &indices) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	member = type;
	for (size_t i = 0; i < indices->u.array.count; i++) {
		const uint64_t index = indices->u.array.data[i]->u.number.words[0], count = part_count(member);
		if (index >= count)
			return mlirbc_parser_error_at(parser, &place, "index %lld out of bounds for %llu elements", (long long)index,
				(unsigned long long)count);
		if (!(member = up__spirv_member(mlirbc_parser_context(parser), member, index)))
			return mlirbc_parser_error_at(parser, &place, "the type has no member %lld", (long long)index);
	}
	return mlirbc_parser_add_operand(parser, op, &composite, type) && mlirbc_parser_add_result(parser, op, member);
}

static bool parse_insert(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved object, composite;
	const struct mlirbc_attr *indices;
	const struct mlirbc_type *type, *whole;
	(void)name;
	return mlirbc_parser_operand(parser, &object) && mlirbc_parser_expect(parser, ",") &&
	       mlirbc_parser_operand(parser, &composite) && read_indices(parser, op, &indices) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) && mlirbc_parser_expect(parser, "into") &&
	       mlirbc_parser_type(parser, &whole) && mlirbc_parser_add_operand(parser, op, &object, type) &&
	       mlirbc_parser_add_operand(parser, op, &composite, whole) && mlirbc_parser_add_result(parser, op, whole);
}

static bool composite_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *indices = up__property(op, "indices");
	return indices && indices->kind == MLIRBC_ATTR_ARRAY && op->operand_count && op->result_count == 1;
}

static bool print_composite(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_attr(printer, up__property(op, "indices"));
	mlirbc_printer_attr_dict(printer, op, "indices ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	if (op->operand_count == 1)
		return false;
	mlirbc_printer_text(printer, " into ");
	mlirbc_printer_operand_types(printer, op, 1, 1);
	return false;
}

/* ---- operations with one type */

static bool parse_same(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type;
	(void)name;
	return mlirbc_parser_operands(parser, &operands.data, &operands.count) && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) &&
	       up__add_same(parser, op, &operands, type) && mlirbc_parser_add_result(parser, op, type);
}

static bool same_fits(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (op->result_count != 1 || mlirbc_op_operands(op)[i].value->type != mlirbc_op_results(op)[0].type)
			return false;
	}
	return op->result_count == 1;
}

static bool print_same(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

/* A structure of two equal types is the result; its members are those of the operands. */
static bool parse_extended(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type;
	(void)name;
	if (!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_operands(parser, &operands.data, &operands.count) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type))
		return false;
	const struct mlirbc_type *member = up__spirv_member(mlirbc_parser_context(parser), type, 0);
	if (!member || operands.count != 2)
		return mlirbc_parser_error(parser, "expected spirv.struct type with two members, and two operands");
	return up__add_same(parser, op, &operands, member) && mlirbc_parser_add_result(parser, op, type);
}

static bool extended_fits(const struct mlirbc_op *op) { return op->operand_count == 2 && op->result_count == 1; }

static bool print_extended(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_operands(printer, op, 0, 2);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

/* ---- control flow */

static bool parse_branch(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *i32 = up__integer(parser, 32), *const *types[2];
	const struct mlirbc_attr *weights[2];
	struct mlirbc_unresolved condition;
	struct up__names names[2] = { { NULL, 0 } };
	size_t counts[2] = { 0 };
	(void)name;
	if (!mlirbc_parser_operand(parser, &condition) ||
		!mlirbc_parser_add_operand(parser, op, &condition, up__integer(parser, 1)))
		return false;
	if (mlirbc_parser_try(parser, "[") &&
		(!mlirbc_parser_integer(parser, i32, &weights[0]) || !mlirbc_parser_expect(parser, ",") ||
			!mlirbc_parser_integer(parser, i32, &weights[1]) || !mlirbc_parser_expect(parser, "]") ||
			!mlirbc_parser_add_attr(parser, op, "branch_weights",
				mlirbc_attr_array(mlirbc_parser_context(parser), weights, 2))))
		return false;
	for (int i = 0; i < 2; i++) {
		if (!mlirbc_parser_expect(parser, ",") ||
			!mlirbc_parser_successor_operands(
				parser, op, &names[i].data, &names[i].count, &types[i], &counts[i]))
			return false;
	}
	const int32_t sizes[3] = { 1, (int32_t)names[0].count, (int32_t)names[1].count };
	for (int i = 0; i < 2; i++) {
		if (!mlirbc_parser_add_operands(parser, op, names[i].data, names[i].count, types[i], counts[i]))
			return false;
	}
	return mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 3);
}

static bool branch_fits(const struct mlirbc_op *op)
{
	uint32_t at[4];
	const struct mlirbc_attr *weights = up__property(op, "branch_weights");
	return up__segments(op, at, 3) && at[1] == 1 && mlirbc_op_successor_count(op) == 2 &&
	       (!weights || (weights->kind == MLIRBC_ATTR_ARRAY && weights->u.array.count == 2 &&
				    weights->u.array.data[0]->kind == MLIRBC_ATTR_INTEGER &&
				    weights->u.array.data[1]->kind == MLIRBC_ATTR_INTEGER));
}

static bool print_branch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[4] = { 0 };
	const struct mlirbc_attr *weights = up__property(op, "branch_weights");
	(void)step;
	(void)out;
	(void)up__segments(op, at, 3);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, 1);
	for (int i = 0; weights && i < 2; i++) {
		mlirbc_printer_text(printer, i ? ", " : " [");
		mlirbc_printer_integer(printer, up__integer_of(weights->u.array.data[i]));
	}
	mlirbc_printer_text(printer, weights ? "]" : "");
	for (uint32_t i = 0; i < 2; i++) {
		mlirbc_printer_text(printer, ", ");
		mlirbc_printer_successor_operands(printer, op, i, at[i + 1], at[i + 2] - at[i + 1]);
	}
	return false;
}

static bool is_loop(const struct mlirbc_string *name) { return name->data[name->size - 1] == 'p'; }

static bool parse_structured(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_string word = { "None", 4 };
	const struct mlirbc_type *const *types;
	size_t count = 0;
	bool loop = is_loop(name);
	if (mlirbc_parser_try(parser, "control") &&
		(!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_word(parser, &word) || !mlirbc_parser_expect(parser, ")")))
		return false;
	const struct mlirbc_attr *control = up__attr_of(
		parser, loop ? "#spirv.loop_control<%>" : "#spirv.selection_control<%>", &word);
	if (!control)
		return mlirbc_parser_error(parser, "invalid control attribute specification");
	if (mlirbc_parser_try(parser, "->") && !mlirbc_parser_types(parser, &types, &count))
		return false;
	return mlirbc_parser_add_attr(parser, op, loop ? "loop_control" : "selection_control", control) &&
	       mlirbc_parser_add_results(parser, op, types, count) &&
	       mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) && mlirbc_parser_attr_dict(parser, op, true);
}

static struct mlirbc_string control_of(const struct mlirbc_op *op)
{
	const char *name = is_loop(op->name) ? "loop_control" : "selection_control";
	return up__inside(up__property(op, name), name);
}

/* The form has no place for arguments of the first block, which are not valid, but may be there. */
static bool structured_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *first = op->region_count == 1 ? up__entry(op, 0) : NULL;
	return op->region_count == 1 && op->operand_count == 0 && (!first || !first->argument_count) && control_of(op).size;
}

static bool print_structured(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_string control = control_of(op);
	if (step) {
		mlirbc_printer_attr_dict(printer, op, "loop_control selection_control ", true);
		return false;
	}
	if (control.size != 4 || memcmp(control.data, "None", 4) != 0) {
		mlirbc_printer_text(printer, " control(");
		mlirbc_printer_bytes(printer, control.data, control.size);
		mlirbc_printer_text(printer, ")");
	}
	mlirbc_printer_text(printer, op->result_count ? " -> " : "");
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_spirv[] = {
	{ "spirv.BranchConditional", parse_branch, branch_fits, print_branch, NULL, NULL },
	{ "spirv.CompositeExtract", parse_extract, composite_fits, print_composite, NULL, NULL },
	{ "spirv.CompositeInsert", parse_insert, composite_fits, print_composite, NULL, NULL },
	{ "spirv.Constant", parse_constant, constant_fits, print_constant, constant_name, NULL },
	{ "spirv.GL.FClamp", parse_same, same_fits, print_same, NULL, NULL },
	{ "spirv.GL.Fma", parse_same, same_fits, print_same, NULL, NULL },
	{ "spirv.GL.SClamp", parse_same, same_fits, print_same, NULL, NULL },
	{ "spirv.GL.UClamp", parse_same, same_fits, print_same, NULL, NULL },
	{ "spirv.IAddCarry", parse_extended, extended_fits, print_extended, NULL, NULL },
	{ "spirv.ISubBorrow", parse_extended, extended_fits, print_extended, NULL, NULL },
	{ "spirv.SMulExtended", parse_extended, extended_fits, print_extended, NULL, NULL },
	{ "spirv.UMulExtended", parse_extended, extended_fits, print_extended, NULL, NULL },
	{ "spirv.mlir.loop", parse_structured, structured_fits, print_structured, NULL, NULL },
	{ "spirv.mlir.selection", parse_structured, structured_fits, print_structured, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
