/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of `affine`, without loops. */
#include "own.h"
#include "own_affine.h"

/* ---- (dimensions)[symbols] behind a map or set */

bool up__read_map_operands(struct mlirbc_parser *parser, struct up__names *dims, struct up__names *symbols)
{
	*symbols = (struct up__names){ NULL, 0 };
	if (!up__read_names(parser, "(", dims, ")") ||
		(mlirbc_parser_at(parser, "[") && !up__read_names(parser, "[", symbols, "]")))
		return false;
	return true;
}

bool up__check_map_operands(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct up__map *map,
	const struct up__names *dims, const struct up__names *symbols)
{
	if (dims->count != map->dims)
		return UP__FAIL_AT_NAME(parser, op,
			"dim operand count and affine map dim count must match: %zu and %u", dims->count, map->dims);
	return symbols->count == map->symbols ||
	       UP__FAIL_AT_NAME(parser, op,
		       "symbol operand count and affine map symbol count must match: %zu and %u", symbols->count, map->symbols);
}

bool up__add_map_operands(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *dims, const struct up__names *symbols)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	return up__add_same(parser, op, dims, index) && up__add_same(parser, op, symbols, index);
}

void up__print_map_operands(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct up__map *map, uint32_t from)
{
	mlirbc_printer_text(printer, "(");
	mlirbc_printer_operands(printer, op, from, map->dims);
	mlirbc_printer_text(printer, ")");
	if (map->symbols == 0)
		return;
	mlirbc_printer_text(printer, "[");
	mlirbc_printer_operands(printer, op, from + map->dims, map->symbols);
	mlirbc_printer_text(printer, "]");
}

/* ---- affine.apply, affine.max, affine.min */

static bool ends_with(const struct mlirbc_string *name, const char *end)
{
	size_t size = strlen(end);
	return name->size >= size && memcmp(name->data + name->size - size, end, size) == 0;
}

static bool parse_map(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	const struct mlirbc_attr *map;
	struct up__map view;
	struct up__names dims, symbols;
	if (!mlirbc_parser_attr(parser, index, &map))
		return false;
	if (!up__view_map(map, false, &view))
		return mlirbc_parser_error(parser, "expected an affine map");
	if (!mlirbc_parser_add_attr(parser, op, "map", map) || !up__read_map_operands(parser, &dims, &symbols) ||
		!mlirbc_parser_attr_dict(parser, op, false) || !up__add_map_operands(parser, op, &dims, &symbols))
		return false;
	const bool applies = ends_with(name, ".apply");
	if (applies && (dims.count != view.dims || symbols.count != view.symbols))
		return UP__FAIL_AT_NAME(parser, op, "dimension or symbol index mismatch");
	const uint32_t results = applies ? view.count : 1; /* more than one is an error */
	for (uint32_t i = 0; i < results; i++) {
		if (!mlirbc_parser_add_result(parser, op, index))
			return false;
	}
	return true;
}

static bool map_fits(const struct mlirbc_op *op)
{
	struct up__map map;
	return up__view_map(up__property(op, "map"), false, &map) && map.dims + map.symbols == op->operand_count;
}

static bool print_map(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	struct up__map map = { .dims = 0 };
	(void)step;
	(void)out;
	(void)up__view_map(up__property(op, "map"), false, &map);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_attr(printer, up__property(op, "map"));
	up__print_map_operands(printer, op, &map, 0);
	mlirbc_printer_attr_dict(printer, op, "map ", false);
	return false;
}

/* ---- loads and stores */

static bool expect_memref(struct mlirbc_parser *parser, const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_MEMREF || mlirbc_parser_error(parser, "expected a memref type");
}

static bool parse_access(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	bool store = ends_with(name, "store"), vector = ends_with(name, "vector_load") || ends_with(name, "vector_store");
	struct mlirbc_unresolved value, memref;
	struct up__subscripts list = { .count = 0 };
	const struct mlirbc_type *type, *element;
	if ((store && (!mlirbc_parser_operand(parser, &value) || !mlirbc_parser_expect(parser, ","))) ||
		!mlirbc_parser_operand(parser, &memref) || !up__read_subscripts(parser, "[", &list, "]") ||
		!up__add_map(parser, op, "map", &list) || !mlirbc_parser_attr_dict(parser, op, false) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type) || !expect_memref(parser, type))
		return false;
	element = type->u.shaped.element;
	if (vector && (!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_type(parser, &element)))
		return false;
	if (store && !mlirbc_parser_add_operand(parser, op, &value, element))
		return false;
	return mlirbc_parser_add_operand(parser, op, &memref, type) && up__add_subscripts(parser, op, &list) &&
	       (store || mlirbc_parser_add_result(parser, op, element));
}

/* The position of the memref among the operands. */
static uint32_t memref_at(const struct mlirbc_op *op) { return ends_with(op->name, "store"); }

static bool access_fits(const struct mlirbc_op *op)
{
	struct up__map map;
	uint32_t at = memref_at(op);
	if (!up__view_map(up__property(op, "map"), false, &map) || op->operand_count != at + 1 + map.dims + map.symbols)
		return false;
	return mlirbc_op_operands(op)[at].value->type->kind == MLIRBC_TYPE_MEMREF && op->result_count == 1 - at;
}

static void print_place(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t at)
{
	mlirbc_printer_operands(printer, op, at, 1);
	mlirbc_printer_text(printer, "[");
	up__print_subscripts(printer, op, up__property(op, "map"), at + 1);
	mlirbc_printer_text(printer, "]");
}

static bool print_access(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at = memref_at(op);
	bool vector = ends_with(op->name, "vector_load") || ends_with(op->name, "vector_store");
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, at);
	mlirbc_printer_text(printer, at ? ", " : "");
	print_place(printer, op, at);
	mlirbc_printer_attr_dict(printer, op, "map ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, at, 1);
	if (!vector)
		return false;
	mlirbc_printer_text(printer, ", ");
	mlirbc_printer_type(printer, at ? mlirbc_op_operands(op)[0].value->type : mlirbc_op_results(op)[0].type);
	return false;
}

/* ---- affine.prefetch */

static bool add_choice(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const char *yes, const char *no)
{
	bool chosen = mlirbc_parser_try(parser, yes);
	if (!chosen && !mlirbc_parser_try(parser, no))
		return mlirbc_parser_error(parser, "expected '%s' or '%s'", yes, no);
	return mlirbc_parser_add_attr(parser, op, name, mlirbc_attr_bool(mlirbc_parser_context(parser), chosen));
}

bool up__read_prefetch(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *locality;
	const struct mlirbc_type *i32 = up__integer(parser, 32);
	if (!mlirbc_parser_expect(parser, ",") || !add_choice(parser, op, "isWrite", "write", "read") ||
		!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_expect(parser, "locality") ||
		!mlirbc_parser_expect(parser, "<") || !mlirbc_parser_integer(parser, i32, &locality))
		return false;
	return mlirbc_parser_add_attr(parser, op, "localityHint", locality) && mlirbc_parser_expect(parser, ">") &&
	       mlirbc_parser_expect(parser, ",") && add_choice(parser, op, "isDataCache", "data", "instr");
}

bool up__prefetch_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_attr *write = up__property(op, "isWrite"), *locality = up__property(op, "localityHint"),
				 *data = up__property(op, "isDataCache");
	return write && write->kind == MLIRBC_ATTR_INTEGER && data && data->kind == MLIRBC_ATTR_INTEGER && locality &&
	       locality->kind == MLIRBC_ATTR_INTEGER && op->operand_count && !op->result_count;
}

void up__print_prefetch(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	mlirbc_printer_text(printer, up__integer_of(up__property(op, "isWrite")) ? ", write, locality<" : ", read, locality<");
	mlirbc_printer_integer(printer, up__integer_of(up__property(op, "localityHint")));
	mlirbc_printer_text(printer, up__integer_of(up__property(op, "isDataCache")) ? ">, data" : ">, instr");
}

static bool parse_prefetch(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved memref;
	struct up__subscripts list = { .count = 0 };
	const struct mlirbc_type *type;
	(void)name;
	return mlirbc_parser_operand(parser, &memref) && up__read_subscripts(parser, "[", &list, "]") &&
	       up__add_map(parser, op, "map", &list) && up__read_prefetch(parser, op) &&
	       mlirbc_parser_attr_dict(parser, op, false) && mlirbc_parser_expect(parser, ":") &&
	       mlirbc_parser_type(parser, &type) && expect_memref(parser, type) &&
	       mlirbc_parser_add_operand(parser, op, &memref, type) && up__add_subscripts(parser, op, &list);
}

static bool prefetch_fits(const struct mlirbc_op *op)
{
	struct up__map map;
	return up__prefetch_fits(op) && up__view_map(up__property(op, "map"), false, &map) &&
	       op->operand_count == 1 + map.dims + map.symbols;
}

static bool print_prefetch(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	(void)step;
	(void)out;
	mlirbc_printer_text(printer, " ");
	print_place(printer, op, 0);
	up__print_prefetch(printer, op);
	mlirbc_printer_attr_dict(printer, op, "map isWrite localityHint isDataCache ", false);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	return false;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_affine[] = {
	{ "affine.apply", parse_map, map_fits, print_map, NULL, NULL },
	{ "affine.for", up__parse_affine_for, up__affine_for_fits, up__print_affine_for, NULL, NULL },
	{ "affine.if", up__parse_affine_if, up__affine_if_fits, up__print_affine_if, NULL, NULL },
	{ "affine.load", parse_access, access_fits, print_access, NULL, NULL },
	{ "affine.max", parse_map, map_fits, print_map, NULL, NULL },
	{ "affine.min", parse_map, map_fits, print_map, NULL, NULL },
	{ "affine.parallel", up__parse_affine_parallel, up__affine_parallel_fits, up__print_affine_parallel, NULL, NULL },
	{ "affine.prefetch", parse_prefetch, prefetch_fits, print_prefetch, NULL, NULL },
	{ "affine.store", parse_access, access_fits, print_access, NULL, NULL },
	{ "affine.vector_load", parse_access, access_fits, print_access, NULL, NULL },
	{ "affine.vector_store", parse_access, access_fits, print_access, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
