/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stablehlo.while and chlo.scan. */
#include "assembly/form.h"

#include <mlirbc/build.h>

/* ---- while(%iterArg = %a, %iterArg_0 = %b) : T, U attributes {...} cond { ... } do { ... } */

struct loop {
	struct mlirbc_unresolved *names, *operands;
	size_t count;
};

static bool parse_assignments(struct mlirbc_parser *parser, struct loop *out)
{
	size_t room = 0;
	*out = (struct loop){ NULL, NULL, 0 };
	while (!mlirbc_parser_at(parser, ")")) {
		size_t same = room;
		out->names = shlo__list_room(parser, out->names, out->count, &same, sizeof *out->names);
		out->operands = shlo__list_room(parser, out->operands, out->count, &room, sizeof *out->operands);
		if (!out->names || !out->operands || (out->count && !mlirbc_parser_expect(parser, ",")) ||
			!mlirbc_parser_operand(parser, &out->names[out->count]) || !mlirbc_parser_expect(parser, "=") ||
			!mlirbc_parser_operand(parser, &out->operands[out->count]))
			return false;
		out->count++;
	}
	return true;
}

bool shlo__parse_while(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct loop loop;
	const struct mlirbc_type *const *types = NULL;
	size_t count = 0;
	if (!mlirbc_parser_expect(parser, "(") || !parse_assignments(parser, &loop) ||
		!mlirbc_parser_expect(parser, ")"))
		return false;
	if (loop.count && (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_types(parser, &types, &count)))
		return false;
	return mlirbc_parser_add_operands(parser, op, loop.operands, loop.count, types, count) &&
	       mlirbc_parser_add_results(parser, op, types, count) && mlirbc_parser_attr_dict(parser, op, true) &&
	       mlirbc_parser_expect(parser, "cond") &&
	       mlirbc_parser_add_region(parser, op, loop.names, types, count, false) &&
	       mlirbc_parser_expect(parser, "do") &&
	       mlirbc_parser_add_region(parser, op, loop.names, types, count, false);
}

bool shlo__fits_while(const struct mlirbc_op *op)
{
	if (!shlo__plain(op, 2) || op->result_count != op->operand_count || mlirbc_op_properties(op))
		return false;
	for (uint32_t region = 0; region < 2; region++) {
		const struct mlirbc_block *block = mlirbc_op_regions(op)[region].first;
		if (!block || !block->first || block->argument_count != op->operand_count)
			return false;
		for (uint32_t i = 0; i < op->operand_count; i++) {
			const struct mlirbc_type *type = mlirbc_op_operands(op)[i].value->type;
			if (block->arguments[i].type != type || mlirbc_op_results(op)[i].type != type)
				return false;
		}
	}
	return true;
}

bool shlo__print_while(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_value *arguments = mlirbc_op_regions(op)[0].first->arguments;
	if (step == 2)
		return false;
	if (step == 0) {
		mlirbc_printer_text(printer, "(");
		for (uint32_t i = 0; i < op->operand_count; i++) {
			mlirbc_printer_text(printer, i ? ", " : "");
			mlirbc_printer_value(printer, &arguments[i]);
			mlirbc_printer_text(printer, " = ");
			mlirbc_printer_operands(printer, op, i, 1);
		}
		mlirbc_printer_text(printer, op->operand_count ? ") : " : ")");
		mlirbc_printer_operand_types(printer, op, 0, op->operand_count);
		mlirbc_printer_attr_dict(printer, op, "", true);
		mlirbc_printer_line(printer);
	}
	mlirbc_printer_text(printer, step ? " do " : "cond ");
	*out = (struct mlirbc_region_form){ .index = step, .terminator = true };
	return true;
}

/* ---- scan(%x, %y) inits(%i) dimension=0 attributes {...} { ^bb0(...): ... } : F */

static bool parse_list(struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count)
{
	return mlirbc_parser_expect(parser, "(") && mlirbc_parser_operands(parser, out, out_count) &&
	       mlirbc_parser_expect(parser, ")");
}

static const struct mlirbc_attr *make_sizes(struct mlirbc_context *context, size_t first, size_t second)
{
	return mlirbc_attr_i32_array(context, (const int32_t[]){ (int32_t)first, (int32_t)second }, 2);
}

bool shlo__parse_scan(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_unresolved *inputs, *inits, *all;
	const struct mlirbc_type *type, *i64 = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_attr *dimension;
	size_t input_count, init_count;
	if (!i64)
		return mlirbc_parser_no_memory(parser);
	if (!parse_list(parser, &inputs, &input_count) || !mlirbc_parser_expect(parser, "inits") ||
		!parse_list(parser, &inits, &init_count) || !mlirbc_parser_expect(parser, "dimension") ||
		!mlirbc_parser_expect(parser, "=") || !mlirbc_parser_integer(parser, i64, &dimension) ||
		!mlirbc_parser_add_attr(parser, op, "dimension", dimension) ||
		!mlirbc_parser_attr_dict(parser, op, true) ||
		!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, true))
		return false;
	all = mlirbc_parser_scratch(parser, (input_count + init_count) * sizeof *all);
	if (!all)
		return false;
	memcpy(all, inputs, input_count * sizeof *all);
	memcpy(all + input_count, inits, init_count * sizeof *all);
	if (!shlo__parse_signature(parser, op, all, input_count + init_count, &type))
		return false;
	size_t results = type->u.function.results.count;
	if (results < init_count)
		return mlirbc_parser_error(
			parser, "expected %zu results or more before this, found %zu", init_count, results);
	return mlirbc_parser_add_attr(
		       parser, op, "operandSegmentSizes", make_sizes(context, input_count, init_count)) &&
	       mlirbc_parser_add_attr(
		       parser, op, "resultSegmentSizes", make_sizes(context, results - init_count, init_count));
}

uint32_t shlo__scan_outputs(const struct mlirbc_op *op)
{
	uint32_t sizes[2];
	return shlo__segments_of(shlo__property(op, "resultSegmentSizes"), op->result_count, sizes) ? sizes[0] : op->result_count;
}

bool shlo__fits_scan(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *dimension = shlo__property(op, "dimension");
	uint32_t operands[2], results[2];
	int64_t number;
	return shlo__plain(op, 1) && shlo__int_of(dimension, &number) && dimension->type->kind == MLIRBC_TYPE_INTEGER &&
	       dimension->type->u.integer.width == 64 &&
	       shlo__segments_of(shlo__property(op, "operandSegmentSizes"), op->operand_count, operands) &&
	       shlo__segments_of(shlo__property(op, "resultSegmentSizes"), op->result_count, results) && results[1] == operands[1];
}

bool shlo__print_scan(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t sizes[2];
	if (step) {
		shlo__print_signature(printer, op);
		return false;
	}
	(void)shlo__segments_of(shlo__property(op, "operandSegmentSizes"), op->operand_count, sizes);
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, 0, sizes[0]);
	mlirbc_printer_text(printer, ") inits(");
	mlirbc_printer_operands(printer, op, sizes[0], sizes[1]);
	mlirbc_printer_text(printer, ") dimension=");
	mlirbc_printer_attr_untyped(printer, shlo__property(op, "dimension"));
	mlirbc_printer_attr_dict(printer, op, "dimension operandSegmentSizes resultSegmentSizes ", true);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .arguments = true, .terminator = true, .empty = true };
	return true;
}
