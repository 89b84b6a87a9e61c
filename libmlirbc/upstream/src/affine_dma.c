/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* affine.dma_start, affine.dma_wait: places with subscripts; their maps are discardable attributes. */
#include "own_affine.h"
#include "own_func.h"

/* %m[subscripts] */
struct place {
	struct mlirbc_unresolved memref;
	struct up__subscripts list;
};

static bool read_place(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *map, struct place *out)
{
	memset(out, 0, sizeof *out);
	return mlirbc_parser_operand(parser, &out->memref) && up__read_subscripts(parser, "[", &out->list, "]") &&
	       up__add_named(parser, op, map,
		       mlirbc_attr_affine_map(mlirbc_parser_context(parser), (uint32_t)out->list.dims.count,
			       (uint32_t)out->list.symbols.count, out->list.exprs, out->list.count));
}

static bool add_place(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct place *place,
	const struct mlirbc_type *type)
{
	return mlirbc_parser_add_operand(parser, op, &place->memref, type) && up__add_subscripts(parser, op, &place->list);
}

static bool parse_start(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	struct place from, to, tag;
	struct mlirbc_unresolved count;
	struct up__names one = { &count, 1 }, strides = { NULL, 0 };
	struct up__types types;
	(void)name;
	if (!read_place(parser, op, "src_map", &from) || !mlirbc_parser_expect(parser, ",") ||
		!read_place(parser, op, "dst_map", &to) || !mlirbc_parser_expect(parser, ",") ||
		!read_place(parser, op, "tag_map", &tag) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_operand(parser, &count) ||
		(mlirbc_parser_try(parser, ",") && !mlirbc_parser_operands(parser, &strides.data, &strides.count)) ||
		!mlirbc_parser_expect(parser, ":") || !up__read_types(parser, &types))
		return false;
	if (types.count != 3 || (strides.count != 0 && strides.count != 2))
		return mlirbc_parser_error(parser, "expected three types, and two stride related operands or none");
	return add_place(parser, op, &from, types.data[0]) && add_place(parser, op, &to, types.data[1]) &&
	       add_place(parser, op, &tag, types.data[2]) && up__add_same(parser, op, &one, index) &&
	       up__add_same(parser, op, &strides, index);
}

static bool parse_wait(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct place tag;
	struct mlirbc_unresolved count;
	const struct mlirbc_type *type;
	(void)name;
	return read_place(parser, op, "tag_map", &tag) && mlirbc_parser_expect(parser, ",") &&
	       mlirbc_parser_operand(parser, &count) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &type) && add_place(parser, op, &tag, type) &&
	       mlirbc_parser_add_operand(parser, op, &count, mlirbc_type_index(mlirbc_parser_context(parser)));
}

/* ---- printing */

static const char *const maps[] = { "src_map", "dst_map", "tag_map" };

static bool is_wait(const struct mlirbc_op *op) { return op->name->size == strlen("affine.dma_wait"); }

/* Where the places begin among the operands, and the end of the last one. */
static bool places_of(const struct mlirbc_op *op, uint32_t at[4])
{
	uint64_t next = 0;
	for (int i = is_wait(op) ? 2 : 0; i < 3; i++) {
		struct up__map map;
		if (!up__view_map(mlirbc_op_attr(op, maps[i]), false, &map))
			return false;
		at[i] = (uint32_t)next;
		next += 1 + (uint64_t)map.dims + map.symbols;
		if (next > op->operand_count)
			return false;
	}
	at[3] = (uint32_t)next;
	uint64_t rest = op->operand_count - next;
	return rest == 1 || (rest == 3 && !is_wait(op));
}

static bool dma_fits(const struct mlirbc_op *op)
{
	uint32_t at[4];
	return places_of(op, at) && op->result_count == 0;
}

static bool print_dma(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[4] = { 0 };
	int first = is_wait(op) ? 2 : 0;
	(void)step;
	(void)out;
	(void)places_of(op, at);
	for (int i = first; i < 3; i++) {
		mlirbc_printer_text(printer, i > first ? ", " : " ");
		mlirbc_printer_operands(printer, op, at[i], 1);
		mlirbc_printer_text(printer, "[");
		up__print_subscripts(printer, op, mlirbc_op_attr(op, maps[i]), at[i] + 1);
		mlirbc_printer_text(printer, "]");
	}
	mlirbc_printer_text(printer, ", ");
	mlirbc_printer_operands(printer, op, at[3], op->operand_count - at[3]);
	for (int i = first; i < 3; i++) {
		mlirbc_printer_text(printer, i > first ? ", " : " : ");
		mlirbc_printer_operand_types(printer, op, at[i], 1);
	}
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_affine_dma[] = {
	{ "affine.dma_start", parse_start, dma_fits, print_dma, NULL, NULL },
	{ "affine.dma_wait", parse_wait, dma_fits, print_dma, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
