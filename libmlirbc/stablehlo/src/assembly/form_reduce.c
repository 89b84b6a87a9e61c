/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stablehlo.reduce(%x init: %c), (%y init: %d) with a body of one operation (applies stablehlo.add across dimensions = [0]
 * attrs : F), or any other (across dimensions = [0] attrs : F, and on the next line reducer(%a: T, %b: T) (%c: U, %d: U) { ... }). */
#include "assembly/form.h"

/* ---- parsing */

/* Inputs and their initial values, each half of a list. */
struct pairs {
	struct mlirbc_unresolved *inputs, *inits;
	size_t count;
};

static bool parse_pairs(struct mlirbc_parser *parser, struct pairs *out)
{
	struct mlirbc_unresolved *list = NULL;
	size_t room = 0, count = 0;
	do {
		list = shlo__list_room(parser, list, count / 2, &room, 2 * sizeof *list);
		if (!list || !mlirbc_parser_expect(parser, "(") || !mlirbc_parser_operand(parser, &list[count]) ||
			!mlirbc_parser_expect(parser, "init") || !mlirbc_parser_expect(parser, ":") ||
			!mlirbc_parser_operand(parser, &list[count + 1]) || !mlirbc_parser_expect(parser, ")"))
			return false;
		count += 2;
	} while (mlirbc_parser_try(parser, ","));
	struct mlirbc_unresolved *sorted = mlirbc_parser_scratch(parser, count * sizeof *sorted);
	if (!sorted)
		return false;
	for (size_t i = 0; i < count; i++)
		sorted[i / 2 + (i % 2 ? count / 2 : 0)] = list[i];
	*out = (struct pairs){ sorted, sorted + count / 2, count / 2 };
	return true;
}

static bool append(struct mlirbc_parser *parser, struct mlirbc_block *block, const char *name, size_t size,
	struct mlirbc_value *const *operands, size_t operand_count, const struct mlirbc_type *const *results,
	size_t result_count, struct mlirbc_op **out)
{
	const struct mlirbc_op_spec spec = { .name = name,
		.name_size = size,
		.operands = operands,
		.operand_count = operand_count,
		.result_types = results,
		.result_count = result_count };
	*out = mlirbc_op_create(mlirbc_parser_context(parser), &spec, block);
	return *out || mlirbc_parser_no_memory(parser);
}

/* The body of the compact form: `inner` of the two arguments, which are scalars of the first input's element type. */
static bool make_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_string *inner,
	const struct mlirbc_type *input)
{
	const struct mlirbc_type *scalar = shlo__tensor(
		mlirbc_parser_context(parser), NULL, 0, shlo__element(input), NULL);
	if (!scalar)
		return mlirbc_parser_no_memory(parser);
	const struct mlirbc_type *const types[] = { scalar, scalar };
	struct mlirbc_block *block = mlirbc_parser_add_block(parser, op, types, 2);
	struct mlirbc_op *made, *end;
	if (!block)
		return false;
	struct mlirbc_value *const arguments[] = { &block->arguments[0], &block->arguments[1] };
	if (!append(parser, block, inner->data, inner->size, arguments, 2, types, 1, &made))
		return false;
	struct mlirbc_value *const result[] = { mlirbc_op_results(made) };
	return append(parser, block, "stablehlo.return", 16, result, 1, NULL, 0, &end);
}

static bool parse_inner(struct mlirbc_parser *parser, struct mlirbc_string *out)
{
	if (!mlirbc_parser_at_word(parser))
		return mlirbc_parser_error(parser, "expected the name of an operation");
	for (unsigned code = 1; code < SHLO__CODES; code++) {
		const char *name = shlo__op_name((enum mlirbc_stablehlo_code)code), *dot = strchr(name, '.');
		char mhlo[SHLO__WORD] = "mhlo"; /* which becomes its twin at once */
		if (!(shlo__ops[code].traits & MLIRBC_STABLEHLO_COMMUTATIVE) || strlen(dot) + 5 > sizeof mhlo)
			continue;
		strcat(mhlo, dot);
		if (!mlirbc_parser_try(parser, name) && !mlirbc_parser_try(parser, mhlo))
			continue;
		*out = (struct mlirbc_string){ name, strlen(name) };
		return true;
	}
	return mlirbc_parser_error(parser, "expected the inner-op to be a commutative binary-op from the stablehlo "
					   "dialect, with zero region, producing "
					   "single result: stablehlo.add, multiply, and, or, xor, maximum or minimum");
}

/* across dimensions = [0] attrs : F */
static bool parse_end(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct pairs *pairs,
	const struct mlirbc_type **out)
{
	struct shlo__dims dims;
	return mlirbc_parser_expect(parser, "across") && mlirbc_parser_expect(parser, "dimensions") &&
	       mlirbc_parser_expect(parser, "=") && shlo__parse_dims(parser, &dims) &&
	       shlo__add_dims(parser, op, "dimensions", &dims) && mlirbc_parser_attr_dict(parser, op, false) &&
	       shlo__parse_signature(parser, op, pairs->inputs, 2 * pairs->count, out);
}

/* (%a: T, %b: T) (%c: U, %d: U) { ... } */
static bool parse_reducer(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t count)
{
	struct mlirbc_unresolved_argument *arguments = mlirbc_parser_scratch(parser, 2 * count * sizeof *arguments);
	if (!arguments || !mlirbc_parser_expect(parser, "reducer"))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_expect(parser, "(") || !mlirbc_parser_argument(parser, &arguments[i]) ||
			!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_argument(parser, &arguments[count + i]) ||
			!mlirbc_parser_expect(parser, ")"))
			return false;
	}
	return mlirbc_parser_add_region_of(parser, op, arguments, 2 * count, false);
}

bool shlo__parse_reduce(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct pairs pairs;
	struct mlirbc_string inner = { NULL, 0 };
	const struct mlirbc_type *type;
	if (!mlirbc_parser_locate(parser, op) || !parse_pairs(parser, &pairs))
		return false;
	if (!mlirbc_parser_try(parser, "applies"))
		return parse_end(parser, op, &pairs, &type) && parse_reducer(parser, op, pairs.count);
	return parse_inner(parser, &inner) && parse_end(parser, op, &pairs, &type) &&
	       make_body(parser, op, &inner, type->u.function.inputs.data[0]);
}

/* ---- printing */

static const struct mlirbc_block *body_of(const struct mlirbc_op *op) { return mlirbc_op_regions(op)[0].first; }

/* The only operation of a body that the compact form can express. */
static const struct mlirbc_op *inner_of(const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = body_of(op);
	const struct mlirbc_op *inner = block->first, *end = block->last;
	if (block->next || !inner || inner->next != end || block->argument_count != 2 || op->operand_count != 2)
		return NULL;
	enum mlirbc_stablehlo_code code = mlirbc_stablehlo_code(inner->name);
	const struct mlirbc_type *type = block->arguments[0].type;
	if (!(shlo__ops[code].traits & MLIRBC_STABLEHLO_COMMUTATIVE) || inner->operand_count != 2 || inner->result_count != 1 ||
		!mlirbc_op_is(end, "stablehlo.return") || end->operand_count != 1 || mlirbc_op_has_attrs(inner) ||
		mlirbc_op_has_attrs(end) || !shlo__plain(inner, 0) || !shlo__plain(end, 0))
		return NULL;
	bool forwards = mlirbc_op_operands(inner)[0].value == &block->arguments[0] &&
			mlirbc_op_operands(inner)[1].value == &block->arguments[1] &&
			mlirbc_op_operands(end)[0].value == mlirbc_op_results(inner);
	bool scalars = shlo__is_tensor(type) && type->u.shaped.rank == 0 && !type->u.shaped.encoding &&
		       block->arguments[1].type == type && mlirbc_op_results(inner)[0].type == type &&
		       type->u.shaped.element == shlo__element(mlirbc_op_operands(op)[0].value->type);
	const struct mlirbc_attr *location = mlirbc_op_location(op);
	bool together = mlirbc_op_location(inner) == location && mlirbc_op_location(end) == location &&
			mlirbc_value_location(&block->arguments[0]) == location &&
			mlirbc_value_location(&block->arguments[1]) == location;
	return forwards && scalars && together ? inner : NULL;
}

bool shlo__fits_reduce(const struct mlirbc_op *op)
{
	struct shlo__dims dims;
	const struct mlirbc_attr *properties = mlirbc_op_properties(op);
	return op->operand_count && op->operand_count % 2 == 0 && shlo__plain(op, 1) && body_of(op) &&
	       body_of(op)->first && body_of(op)->argument_count == op->operand_count && properties &&
	       properties->u.dictionary.count == 1 && shlo__is_i64s(shlo__property(op, "dimensions"), &dims);
}

static void print_argument(struct mlirbc_printer *printer, const struct mlirbc_value *argument)
{
	mlirbc_printer_value(printer, argument);
	mlirbc_printer_text(printer, ": ");
	mlirbc_printer_type(printer, argument->type);
	mlirbc_printer_argument_location(printer, argument);
}

static void print_reducer(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	const struct mlirbc_value *arguments = body_of(op)->arguments;
	uint32_t count = op->operand_count / 2;
	mlirbc_printer_line(printer);
	mlirbc_printer_text(printer, " reducer");
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, "(");
		print_argument(printer, &arguments[i]);
		mlirbc_printer_text(printer, ", ");
		print_argument(printer, &arguments[count + i]);
		mlirbc_printer_text(printer, ") ");
	}
	mlirbc_printer_text(printer, " ");
}

bool shlo__print_reduce(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	if (step)
		return false;
	uint32_t count = op->operand_count / 2;
	struct shlo__dims dims;
	const struct mlirbc_op *inner = inner_of(op);
	for (uint32_t i = 0; i < count; i++) {
		mlirbc_printer_text(printer, i ? ", (" : "(");
		mlirbc_printer_operands(printer, op, i, 1);
		mlirbc_printer_text(printer, " init: ");
		mlirbc_printer_operands(printer, op, count + i, 1);
		mlirbc_printer_text(printer, ")");
	}
	if (inner) {
		mlirbc_printer_text(printer, " applies ");
		mlirbc_printer_bytes(printer, inner->name->data, inner->name->size);
	}
	mlirbc_printer_text(printer, " across dimensions = ");
	if (shlo__is_i64s(shlo__property(op, "dimensions"), &dims))
		shlo__print_dims(printer, &dims);
	mlirbc_printer_attr_dict(printer, op, "dimensions ", false);
	shlo__print_signature(printer, op);
	if (inner)
		return false;
	print_reducer(printer, op);
	*out = (struct mlirbc_region_form){ .terminator = true };
	return true;
}
