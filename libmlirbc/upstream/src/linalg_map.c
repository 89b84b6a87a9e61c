/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linalg.map, linalg.reduce, linalg.broadcast, linalg.transpose, linalg.yield. */
#include "own.h"
#include "own_linalg.h"

/* ---- { arith.addf {...} }: the only operation of a body */

struct short_form {
	struct mlirbc_string name;
	const struct mlirbc_attr *attributes; /* NULL: none */
	bool found;
};

static bool read_short(struct mlirbc_parser *parser, struct short_form *out)
{
	*out = (struct short_form){ .found = mlirbc_parser_try(parser, "{") };
	if (!out->found)
		return true;
	if (!mlirbc_parser_word(parser, &out->name) ||
		(mlirbc_parser_at(parser, "{") && !mlirbc_parser_attr(parser, NULL, &out->attributes)))
		return false;
	return mlirbc_parser_expect(parser, "}");
}

struct operands {
	struct up__typed inputs, inits;
	const struct mlirbc_type **elements; /* of both */
	size_t count;
};

/* ins(...) outs(...), the attribute `name` = [...] (NULL: none) and {...}; results of tensors. */
static bool read_operands(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, struct operands *out)
{
	const struct mlirbc_attr *numbers;
	if (!mlirbc_parser_properties(parser, op) || !mlirbc_parser_attr_dict(parser, op, false) ||
		!up__read_group(parser, "ins", &out->inputs) || !up__read_group(parser, "outs", &out->inits) ||
		!up__add_typed(parser, op, &out->inputs) || !up__add_typed(parser, op, &out->inits))
		return false;
	size_t inputs = out->inputs.names.count;
	out->count = inputs + out->inits.names.count;
	out->elements = mlirbc_parser_scratch(parser, (out->count + 1) * sizeof *out->elements);
	if (!out->elements)
		return false;
	for (size_t i = 0; i < out->count; i++) {
		const struct mlirbc_type *type = i < inputs ? out->inputs.types.data[i] : out->inits.types.data[i - inputs];
		out->elements[i] = up__element(type);
		if (i >= inputs && type->kind == MLIRBC_TYPE_TENSOR && !mlirbc_parser_add_result(parser, op, type))
			return false;
	}
	if (name && (!mlirbc_parser_expect(parser, name) || !mlirbc_parser_expect(parser, "=") ||
			    !up__read_i64s(parser, "[", "]", &numbers) || !mlirbc_parser_add_attr(parser, op, name, numbers)))
		return false;
	return mlirbc_parser_attr_dict(parser, op, false) &&
	       (out->count || mlirbc_parser_error(parser, "expected at least one operand"));
}

static bool add_yield(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, struct mlirbc_block *block, struct mlirbc_value *value)
{
	const struct mlirbc_op_spec yield = {
		.name = "linalg.yield", .name_size = 12, .operands = &value, .operand_count = 1
	};
	return mlirbc_parser_make_op(parser, op, &yield, block) != NULL;
}

/* The body of a short form; `reduce`: the last argument comes first. */
static bool add_short(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct short_form *given,
	const struct operands *operands, bool reduce)
{
	struct mlirbc_block *block = mlirbc_parser_add_block(parser, op, operands->elements, operands->count);
	struct mlirbc_value **values = mlirbc_parser_scratch(parser, operands->count * sizeof *values);
	if (!block || !values)
		return false;
	for (size_t i = 0; i < operands->count; i++)
		values[i] = &block->arguments[reduce ? (i + operands->count - 1) % operands->count : i];
	const struct mlirbc_op_spec spec = { .name = given->name.data,
		.name_size = given->name.size,
		.attributes = given->attributes,
		.operands = values,
		.operand_count = operands->count - !reduce,
		.result_types = &operands->elements[operands->count - 1],
		.result_count = 1 };
	struct mlirbc_op *made = mlirbc_parser_make_op(parser, op, &spec, block);
	return made && add_yield(parser, op, block, mlirbc_op_results(made));
}

/* (%x: T, ...) { ... } */
static bool read_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t count)
{
	struct mlirbc_unresolved_argument *arguments = mlirbc_parser_scratch(parser, (count + 1) * sizeof *arguments);
	size_t found = 0;
	if (!arguments || !mlirbc_parser_expect(parser, "("))
		return false;
	for (; !mlirbc_parser_at(parser, ")"); found++) {
		if ((found && !mlirbc_parser_expect(parser, ",")) ||
			(found == count && !mlirbc_parser_error(parser, "expected %zu arguments", count)) ||
			!mlirbc_parser_argument(parser, &arguments[found]))
			return false;
	}
	return mlirbc_parser_expect(parser, ")") && mlirbc_parser_add_region_of(parser, op, arguments, found, false);
}

static bool parse_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *attribute)
{
	struct short_form given;
	struct operands operands;
	if (!read_short(parser, &given) || !read_operands(parser, op, attribute, &operands))
		return false;
	return given.found ? add_short(parser, op, &given, &operands, attribute != NULL)
			   : read_body(parser, op, operands.count);
}

static bool parse_map(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	(void)name;
	return parse_body(parser, op, NULL);
}

static bool parse_reduce(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	(void)name;
	return parse_body(parser, op, "dimensions");
}

/* ---- printing */

static bool is_reduce(const struct mlirbc_op *op) { return op->name->size == strlen("linalg.reduce"); }
static uint32_t inputs_of(const struct mlirbc_op *op)
{
	return is_reduce(op) ? op->operand_count / 2 : op->operand_count - 1;
}

/* The operation that the short form names; NULL: the body is printed. */
static const struct mlirbc_op *short_op(const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	const struct mlirbc_op *first = block->first, *last = block->last;
	bool reduce = is_reduce(op);
	uint32_t count = block->argument_count;
	if (!first || first->next != last || first == last || (reduce && op->operand_count != 2) || first->operand_count == 0 ||
		first->operand_count + !reduce != count || first->result_count != 1 || first->region_count ||
		last->operand_count != 1 || mlirbc_op_operands(last)[0].value != mlirbc_op_results(first))
		return NULL;
	for (uint32_t i = 0; i < first->operand_count; i++) {
		if (mlirbc_op_operands(first)[i].value != &block->arguments[reduce ? (i + count - 1) % count : i])
			return NULL;
	}
	return first;
}

static void print_short(struct mlirbc_printer *printer, const struct mlirbc_op *inner)
{
	const struct mlirbc_attr *fastmath = up__property(inner, "fastmath");
	bool none = fastmath && fastmath->kind == MLIRBC_ATTR_DIALECT && fastmath->u.dialect.text->size == 14 &&
		    memcmp(fastmath->u.dialect.text->data, "fastmath<none>", 14) == 0;
	mlirbc_printer_text(printer, " { ");
	mlirbc_printer_bytes(printer, inner->name->data, inner->name->size);
	mlirbc_printer_attr_dict(printer, inner, none ? "fastmath " : "", false);
	mlirbc_printer_text(printer, " }");
}

static void print_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t inputs, const char *attribute)
{
	char elided[16];
	if (inputs)
		up__print_typed(printer, op, " ins(", 0, inputs, ")");
	up__print_typed(printer, op, " outs(", inputs, op->operand_count - inputs, ")");
	elided[0] = '\0';
	if (attribute) {
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_text(printer, attribute);
		up__print_i64s(printer, " = [", up__property(op, attribute), "] ");
		strcpy(elided, attribute);
		strcat(elided, " ");
	}
	mlirbc_printer_attr_dict(printer, op, elided, false);
}

static bool body_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block || !op->operand_count || block->argument_count != op->operand_count || block->next)
		return false;
	return !is_reduce(op) || (op->operand_count % 2 == 0 && up__is_array(up__property(op, "dimensions"), 64));
}

static bool print_body(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	const struct mlirbc_op *inner = short_op(op);
	if (inner)
		print_short(printer, inner);
	print_operands(printer, op, inputs_of(op), is_reduce(op) ? "dimensions" : NULL);
	if (inner)
		return false;
	mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, "  (");
	up__print_typed_arguments(printer, up__entry(op, 0), 0, up__entry(op, 0)->argument_count, ": ");
	mlirbc_printer_text(printer, ") ");
	*out = (struct mlirbc_region_form){ .terminator = true, .indent = 2 };
	return true;
}

static const char *body_argument(const struct mlirbc_op *op, uint32_t region, uint32_t argument)
{
	(void)region;
	return argument < inputs_of(op) ? "in" : "init";
}

static const char *map_result(const struct mlirbc_op *op, uint32_t result)
{
	(void)op;
	return result ? NULL : "mapped";
}

static const char *reduce_result(const struct mlirbc_op *op, uint32_t result)
{
	(void)op;
	return result ? NULL : "reduced";
}

/* ---- linalg.broadcast, linalg.transpose: the body yields its first argument */

static const char *attribute_of(const struct mlirbc_string *name)
{
	return name->data[sizeof "linalg." - 1] == 't' ? "permutation" : "dimensions";
}

static bool parse_move(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct operands operands;
	if (!read_operands(parser, op, attribute_of(name), &operands))
		return false;
	struct mlirbc_block *block = mlirbc_parser_add_block(parser, op, operands.elements, operands.count);
	return block && add_yield(parser, op, block, block->arguments);
}

static bool move_fits(const struct mlirbc_op *op)
{
	return op->operand_count == 2 && op->region_count == 1 && up__is_array(up__property(op, attribute_of(op->name)), 64);
}

static bool print_move(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	print_operands(printer, op, 1, attribute_of(op->name));
	return false;
}

static const char *move_result(const struct mlirbc_op *op, uint32_t result)
{
	(void)result;
	return attribute_of(op->name)[0] == 'p' ? "transposed" : "broadcasted";
}

const struct mlirbc_upstream__own mlirbc_upstream__own_linalg[] = {
	{ "linalg.broadcast", parse_move, move_fits, print_move, move_result, NULL },
	{ "linalg.map", parse_map, body_fits, print_body, map_result, body_argument },
	{ "linalg.reduce", parse_reduce, body_fits, print_body, reduce_result, body_argument },
	{ "linalg.transpose", parse_move, move_fits, print_move, move_result, NULL },
	{ "linalg.yield", up__parse_plain, up__plain_fits, up__print_plain, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
