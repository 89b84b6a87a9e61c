/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Single operations of `pdl_interp`, `rocdl`, `shape`, `smt` and `transform`. */
#include "own_func.h"

#include <mlirbc/print.h>
#include <stdio.h>

static const struct mlirbc_type *dialect_type(struct mlirbc_parser *parser, const char *dialect, const char *text)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	type.u.dialect.dialect = mlirbc_string_get(context, dialect, strlen(dialect));
	type.u.dialect.text = mlirbc_string_get(context, text, strlen(text));
	return type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
}

/* The text behind `open` of a type !dialect.open...>, size 0: another type. */
static struct mlirbc_string type_inside(const struct mlirbc_type *type, const char *open)
{
	size_t size = strlen(open);
	const struct mlirbc_string *text = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (!text || text->size <= size + 1 || memcmp(text->data, open, size) != 0)
		return (struct mlirbc_string){ "", 0 };
	return (struct mlirbc_string){ text->data + size, text->size - size - 1 };
}

/* ---- smt.eq %a, %b : T, smt.distinct */

static bool parse_same(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct up__names operands;
	const struct mlirbc_type *type;
	(void)name;
	return mlirbc_parser_operands(parser, &operands.data, &operands.count) && mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_expect(parser, ":") && mlirbc_parser_type(parser, &type) &&
	       up__add_same(parser, op, &operands, type) &&
	       mlirbc_parser_add_result(parser, op, dialect_type(parser, "smt", "bool"));
}

static bool same_fits(const struct mlirbc_op *op)
{
	for (uint32_t i = 1; i < op->operand_count; i++) {
		if (mlirbc_op_operands(op)[i].value->type != mlirbc_op_operands(op)[0].value->type)
			return false;
	}
	return op->operand_count && op->result_count == 1;
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
	mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

/* ---- smt.int.constant: the width of the value is four bits for each digit */

static const struct mlirbc_attr *wide_integer(struct mlirbc_parser *parser, int64_t value)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value, words[2];
	uint32_t width = 0;
	for (uint64_t rest = size; rest; rest /= 10)
		width += 4;
	if (width == 0)
		width = 64;
	else if (width <= 64 && (size >> (width - 1) & 1))
		width++;
	words[0] = width < 64 ? (uint64_t)value & ((UINT64_C(1) << width) - 1) : (uint64_t)value;
	words[1] = value < 0 && width > 64 ? (UINT64_C(1) << (width - 64)) - 1 : 0;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_INTEGER };
	attr.type = mlirbc_type_integer(context, width, MLIRBC_UNSIGNED);
	attr.u.number.words = words;
	attr.u.number.count = width > 64 ? 2 : 1;
	return attr.type ? mlirbc_attr_get(context, &attr) : NULL;
}

static bool parse_constant(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	int64_t value;
	(void)name;
	return mlirbc_parser_int64(parser, &value) &&
	       mlirbc_parser_add_attr(parser, op, "value", wide_integer(parser, value)) &&
	       mlirbc_parser_attr_dict(parser, op, false) &&
	       mlirbc_parser_add_result(parser, op, dialect_type(parser, "smt", "int"));
}

static bool constant_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *value = up__property(op, "value");
	return value && value->kind == MLIRBC_ATTR_INTEGER && op->result_count == 1;
}

static bool print_constant(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_integer(printer, up__integer_of(up__property(op, "value")));
	mlirbc_printer_attr_dict(printer, op, "value ", false);
	return false;
}

static const char *constant_name(const struct mlirbc_op *op, uint32_t result)
{
	static _Thread_local char name[32];
	const struct mlirbc_attr *value = up__property(op, "value");
	(void)result;
	if (!value || value->kind != MLIRBC_ATTR_INTEGER)
		return NULL;
	snprintf(name, sizeof name, "c%lld", (long long)up__integer_of(value));
	return name;
}

/* ---- smt.bv.repeat 3 times %x : !smt.bv<8> */

static int64_t bits_of(const struct mlirbc_type *type)
{
	const struct mlirbc_string text = type_inside(type, "bv<");
	int64_t bits = 0;
	for (size_t i = 0; i < text.size && bits < INT32_MAX; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return 0;
		bits = bits * 10 + (text.data[i] - '0');
	}
	return bits;
}

static bool parse_repeat(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved operand;
	const struct mlirbc_type *type;
	int64_t count;
	char text[40];
	(void)name;
	if (!mlirbc_parser_int64(parser, &count) || !mlirbc_parser_expect(parser, "times") ||
		!mlirbc_parser_operand(parser, &operand) || !mlirbc_parser_attr_dict(parser, op, false) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type))
		return false;
	if (bits_of(type) < 1 || count < 1 || count > INT32_MAX)
		return mlirbc_parser_error(parser, "expected a positive number and a bit-vector type");
	snprintf(text, sizeof text, "bv<%lld>", (long long)(bits_of(type) * count));
	return mlirbc_parser_add_operand(parser, op, &operand, type) &&
	       mlirbc_parser_add_result(parser, op, dialect_type(parser, "smt", text));
}

static bool repeat_fits(const struct mlirbc_op *op)
{
	if (op->operand_count != 1 || op->result_count != 1)
		return false;
	int64_t from = bits_of(mlirbc_op_operands(op)[0].value->type), to = bits_of(mlirbc_op_results(op)[0].type);
	return from > 0 && to > 0 && to % from == 0;
}

static bool print_repeat(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_integer(printer,
		bits_of(mlirbc_op_results(op)[0].type) / bits_of(mlirbc_op_operands(op)[0].value->type));
	mlirbc_printer_text(printer, " times ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_smt[] = {
	{ "smt.bv.repeat", parse_repeat, repeat_fits, print_repeat, NULL, NULL },
	{ "smt.distinct", parse_same, same_fits, print_same, NULL, NULL },
	{ "smt.eq", parse_same, same_fits, print_same, NULL, NULL },
	{ "smt.int.constant", parse_constant, constant_fits, print_constant, constant_name, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

/* ---- rocdl.raw.buffer.store %x, %rsrc, %o, %s, %a : T; the type is that of the data */

static bool is_load(const struct mlirbc_string *name) { return name->size == strlen("rocdl.raw.buffer.load"); }

static bool parse_buffer(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *i32 = up__integer(parser, 32), *type;
	const int64_t four = 4;
	struct up__names operands;
	bool load = is_load(name);
	if (!mlirbc_parser_operands(parser, &operands.data, &operands.count) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	if (operands.count != (load ? 4 : 5))
		return mlirbc_parser_error(parser, "expected %d operands", load ? 4 : 5);
	const struct mlirbc_type *resource = i32 ? mlirbc_type_shaped(mlirbc_parser_context(parser), MLIRBC_TYPE_VECTOR, &four,
								 1, i32)
						 : NULL;
	if (!resource)
		return mlirbc_parser_no_memory(parser);
	const struct mlirbc_type *const types[5] = { type, resource, i32, i32, i32 };
	return mlirbc_parser_add_operands(
		       parser, op, operands.data, operands.count, load ? types + 1 : types, operands.count) &&
	       (!load || mlirbc_parser_add_result(parser, op, type));
}

static bool buffer_fits(const struct mlirbc_op *op)
{
	bool load = is_load(op->name);
	return op->operand_count == (load ? 4 : 5) && op->result_count == load;
}

static bool print_buffer(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, " : ");
	if (op->result_count)
		mlirbc_printer_result_types(printer, op, 0, 1);
	else
		mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_rocdl[] = {
	{ "rocdl.raw.buffer.atomic.fadd", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ "rocdl.raw.buffer.atomic.fmax", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ "rocdl.raw.buffer.atomic.smax", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ "rocdl.raw.buffer.atomic.umin", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ "rocdl.raw.buffer.load", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ "rocdl.raw.buffer.store", parse_buffer, buffer_fits, print_buffer, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

/* ---- transform.structured.split %t after 4 {...} : T; after %n, U */

static bool parse_split(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved target, size;
	const struct mlirbc_attr *fixed;
	const struct mlirbc_type *i64 = up__integer(parser, 64), *type, *size_type = NULL;
	(void)name;
	if (!mlirbc_parser_operand(parser, &target) || !mlirbc_parser_expect(parser, "after"))
		return false;
	bool dynamic = mlirbc_parser_at_operand(parser);
	if (dynamic) {
		fixed = i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, (uint64_t)1 << 63) : NULL;
		if (!mlirbc_parser_operand(parser, &size))
			return false;
	} else if (!mlirbc_parser_integer(parser, i64, &fixed)) {
		return false;
	}
	if (!mlirbc_parser_add_attr(parser, op, "static_chunk_sizes", fixed) || !mlirbc_parser_attr_dict(parser, op, false) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type) ||
		(dynamic && (!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_type(parser, &size_type))))
		return false;
	return mlirbc_parser_add_operand(parser, op, &target, type) &&
	       (!dynamic || mlirbc_parser_add_operand(parser, op, &size, size_type)) &&
	       mlirbc_parser_add_result(parser, op, type);
}

static bool split_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *fixed = up__property(op, "static_chunk_sizes");
	if (!fixed || fixed->kind != MLIRBC_ATTR_INTEGER || op->result_count != 1 || op->operand_count < 1)
		return false;
	return op->operand_count == (up__integer_of(fixed) == INT64_MIN ? 2 : 1);
}

static bool print_split(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_text(printer, " after ");
	if (op->operand_count == 2)
		mlirbc_printer_operands(printer, op, 1, 1);
	else
		mlirbc_printer_integer(printer, up__integer_of(up__property(op, "static_chunk_sizes")));
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr_dict(printer, op, "static_chunk_sizes ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_transform_split[] = {
	{ "transform.structured.split", parse_split, split_fits, print_split, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};

/* ---- pdl_interp.foreach %x : !pdl.value in %range { ... } -> ^next */

static bool parse_foreach(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved_argument variable;
	struct mlirbc_unresolved operand;
	char text[64];
	(void)name;
	if (!mlirbc_parser_argument(parser, &variable) || !mlirbc_parser_expect(parser, "in") ||
		!mlirbc_parser_operand(parser, &operand))
		return false;
	const struct mlirbc_type *type = variable.type;
	const struct mlirbc_string *word = type->kind == MLIRBC_TYPE_DIALECT ? type->u.dialect.text : NULL;
	if (!word || word->size > 32)
		return mlirbc_parser_error(parser, "expected a type of pdl");
	snprintf(text, sizeof text, "range<%.*s>", (int)word->size, word->data);
	return mlirbc_parser_add_operand(parser, op, &operand, dialect_type(parser, "pdl", text)) &&
	       mlirbc_parser_attr_dict(parser, op, true) &&
	       mlirbc_parser_add_region_of(parser, op, &variable, 1, false) && mlirbc_parser_expect(parser, "->") &&
	       mlirbc_parser_add_successor(parser, op);
}

static bool foreach_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	return body && body->argument_count == 1 && op->operand_count == 1 && mlirbc_op_successor_count(op) == 1;
}

static bool print_foreach(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step) {
		mlirbc_printer_text(printer, " -> ");
		mlirbc_printer_successor_operands(printer, op, 0, 0, 0);
		return false;
	}
	mlirbc_printer_text(printer, " ");
	up__print_arguments(printer, up__entry(op, 0), 0, 1);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_type(printer, up__entry(op, 0)->arguments[0].type);
	mlirbc_printer_text(printer, " in ");
	mlirbc_printer_operands(printer, op, 0, 1);
	mlirbc_printer_attr_dict(printer, op, "", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_pdl_interp_foreach[] = {
	{ "pdl_interp.foreach", parse_foreach, foreach_fits, print_foreach, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
