/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vector.contract, vector.mask, vector.outerproduct. */
#include "own_linalg.h"
#include "own_vector.h"

/* ---- vector.contract */

static const struct mlirbc_attr *iterators_of(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *place, const struct mlirbc_attr *strings)
{
	return up__iterators_of(parser, "vector", place, strings);
}

static bool add_kind(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return mlirbc_parser_add_attr(
		parser, op, "kind", up__dialect_attr(mlirbc_parser_context(parser), "vector", "kind<add>"));
}

static bool parse_contract(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *trait;
	const struct mlirbc_type *types[3];
	struct up__names operands;
	(void)name;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_attr(parser, NULL, &trait) || !up__add_trait(parser, op, trait, &place, iterators_of) ||
		(!mlirbc_dictionary_find(trait, "kind") && !add_kind(parser, op)) ||
		!mlirbc_parser_operands(parser, &operands.data, &operands.count) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &types[0]) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_type(parser, &types[1]) || !mlirbc_parser_expect(parser, "into") ||
		!mlirbc_parser_type(parser, &types[2]))
		return false;
	return mlirbc_parser_add_operands(parser, op, operands.data, operands.count, types, 3) &&
	       mlirbc_parser_add_result(parser, op, types[2]);
}

static bool contract_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *maps = up__property(op, "indexing_maps");
	return op->operand_count == 3 && op->result_count == 1 && maps && maps->kind == MLIRBC_ATTR_ARRAY &&
	       up__property(op, "kind") && up__is_iterators(up__property(op, "iterator_types"), "iterator_type<") &&
	       mlirbc_op_operands(op)[2].value->type == mlirbc_op_results(op)[0].type;
}

static bool print_contract(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " {indexing_maps = ");
	mlirbc_printer_attr(printer, up__property(op, "indexing_maps"));
	mlirbc_printer_text(printer, ", ");
	up__print_iterators(printer, up__property(op, "iterator_types"), "iterator_type<");
	mlirbc_printer_text(printer, ", kind = ");
	mlirbc_printer_attr(printer, up__property(op, "kind"));
	mlirbc_printer_text(printer, "} ");
	mlirbc_printer_operands(printer, op, 0, 3);
	mlirbc_printer_attr_dict(printer, op, "indexing_maps iterator_types kind ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 2);
	mlirbc_printer_text(printer, " into ");
	mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}

/* ---- vector.outerproduct */

/* Of two vectors with one dimension, the matrix; of a vector and a number, the vector. NULL after an error. */
static const struct mlirbc_type *product_type(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc_type *left, const struct mlirbc_type *right)
{
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	int64_t dims[2];
	uint8_t scalable[2];
	if (left->kind != MLIRBC_TYPE_VECTOR || left->u.shaped.rank == 0) {
		UP__FAIL_AT_NAME(parser, op, "expected vector type for operand #1");
		return NULL;
	}
	if (right->kind != MLIRBC_TYPE_VECTOR || right->u.shaped.rank == 0)
		return left; /* of more dimensions each, they are invalid */
	const struct mlirbc_type *both[2] = { left, right };
	for (int i = 0; i < 2; i++) {
		dims[i] = both[i]->u.shaped.dims[0];
		scalable[i] = both[i]->u.shaped.scalable && both[i]->u.shaped.scalable[0];
	}
	type.u.shaped.element = left->u.shaped.element;
	type.u.shaped.dims = dims;
	type.u.shaped.rank = 2;
	type.u.shaped.scalable = scalable[0] || scalable[1] ? scalable : NULL;
	const struct mlirbc_type *made = mlirbc_type_get(mlirbc_parser_context(parser), &type);
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

static bool parse_product(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *types[3];
	const struct mlirbc_attr *attrs = NULL;
	struct up__names operands;
	(void)name;
	if (!mlirbc_parser_operands(parser, &operands.data, &operands.count) ||
		(mlirbc_parser_at(parser, "{") && !mlirbc_parser_attr(parser, NULL, &attrs)))
		return false;
	for (size_t i = 0; attrs && i < attrs->u.dictionary.count; i++) {
		if (!mlirbc_parser_add_named(
			    parser, op, attrs->u.dictionary.data[i].name, attrs->u.dictionary.data[i].value))
			return false;
	}
	if ((!mlirbc_dictionary_find(attrs, "kind") && !add_kind(parser, op)) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &types[0]) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_type(parser, &types[1]) || !(types[2] = product_type(parser, op, types[0], types[1])))
		return false;
	if (operands.count < 2)
		return mlirbc_parser_error(parser, "expected at least 2 operands");
	return mlirbc_parser_add_operands(parser, op, operands.data, operands.count, types, operands.count > 2 ? 3 : 2) &&
	       mlirbc_parser_add_result(parser, op, types[2]);
}

static bool is_add(const struct mlirbc_attr *kind)
{
	const struct mlirbc_string word = up__inside(kind, "kind");
	return word.size == 3 && memcmp(word.data, "add", 3) == 0;
}

static bool product_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *kind = up__property(op, "kind");
	return kind && op->result_count == 1 && (op->operand_count == 3 || (op->operand_count == 2 && is_add(kind)));
}

static bool print_product(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	if (op->operand_count == 3)
		mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 2);
	return false;
}

/* ---- vector.mask */

/* Results of the only operation become those of the mask. */
static bool end_mask(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_region *region = mlirbc_parser_last_region(parser, op);
	struct mlirbc_block *block = region->first;
	struct mlirbc_value *few[8], **values = few;
	if (!block && !(block = mlirbc_block_create(mlirbc_parser_context(parser), region, NULL, NULL, 0)))
		return mlirbc_parser_no_memory(parser);
	const struct mlirbc_op *last = block->last;
	if (last && mlirbc_op_is(last, "vector.yield"))
		return true;
	uint32_t count = last ? last->result_count : 0;
	if (count > 8 && !(values = mlirbc_parser_scratch(parser, count * sizeof *values)))
		return false;
	for (uint32_t i = 0; i < count; i++)
		values[i] = &mlirbc_op_results(last)[i];
	const struct mlirbc_op_spec yield = {
		.name = "vector.yield", .name_size = 12, .operands = values, .operand_count = count
	};
	return mlirbc_parser_make_op(parser, op, &yield, block) != NULL;
}

static bool parse_mask(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved mask, other;
	const struct mlirbc_type *type, *const *types;
	size_t count = 0;
	(void)name;
	if (!mlirbc_parser_operand(parser, &mask))
		return false;
	bool passthru = mlirbc_parser_try(parser, ",");
	if ((passthru && !mlirbc_parser_operand(parser, &other)) ||
		!mlirbc_parser_add_region(parser, op, NULL, NULL, 0, false) || !end_mask(parser, op) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &type))
		return false;
	if (mlirbc_parser_try(parser, "->") && !mlirbc_parser_types(parser, &types, &count))
		return false;
	if (passthru && count == 0)
		return mlirbc_parser_error(parser, "expects a result if passthru operand is provided");
	return mlirbc_parser_add_operand(parser, op, &mask, type) &&
	       (!passthru || mlirbc_parser_add_operand(parser, op, &other, types[0])) &&
	       mlirbc_parser_add_results(parser, op, types, count);
}

/* One operation without regions, and the yield of its results; or the yield alone. */
static bool mask_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *block = up__entry(op, 0);
	if (!block || block->next || block->argument_count || !block->first || block->first->region_count ||
		op->operand_count < 1 || op->operand_count > 2)
		return false;
	return block->first == block->last || block->first->next == block->last;
}

static bool print_mask(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, op->operand_count);
	mlirbc_printer_text(printer, " { ");
	mlirbc_printer_op(printer, up__entry(op, 0)->first);
	mlirbc_printer_text(printer, " }");
	mlirbc_printer_attr_dict(printer, op, "", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, op->result_count ? " -> " : "");
	mlirbc_printer_result_types(printer, op, 0, op->result_count);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_vector[] = {
	{ "vector.contract", parse_contract, contract_fits, print_contract, NULL, NULL },
	{ "vector.mask", parse_mask, mask_fits, print_mask, NULL, NULL },
	{ "vector.outerproduct", parse_product, product_fits, print_product, NULL, NULL },
	{ "vector.transfer_read", up__parse_transfer, up__transfer_fits, up__print_transfer, NULL, NULL },
	{ "vector.transfer_write", up__parse_transfer, up__transfer_fits, up__print_transfer, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
