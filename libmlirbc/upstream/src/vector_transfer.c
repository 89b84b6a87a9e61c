/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* vector.transfer_read, vector.transfer_write. */
#include "own_affine.h"
#include "own_vector.h"

static bool is_write(const struct mlirbc_string *name) { return name->data[name->size - 1] == 'e'; }

/* The last dimensions of the shaped type, as many as the vector has without those of its elements. NULL: no memory, or
 * the vector has more. */
static const struct mlirbc_attr *minor_map(
	struct mlirbc_context *context, const struct mlirbc_type *shaped, const struct mlirbc_type *vector)
{
	const struct mlirbc_type *element = shaped->u.shaped.element;
	size_t inner = element->kind == MLIRBC_TYPE_VECTOR ? element->u.shaped.rank : 0, rank = shaped->u.shaped.rank;
	const struct mlirbc_affine *results[16];
	size_t count = vector->u.shaped.rank - (inner < vector->u.shaped.rank ? inner : vector->u.shaped.rank);
	if (rank == 0 && vector->u.shaped.rank == 1 && vector->u.shaped.dims[0] == 1) {
		results[0] = mlirbc_affine_constant(context, 0);
		return mlirbc_attr_affine_map(context, 0, 0, results, 1);
	}
	if (count > rank || count > sizeof results / sizeof *results)
		return NULL;
	for (size_t i = 0; i < count; i++)
		results[i] = mlirbc_affine_dim(context, (uint32_t)(rank - count + i));
	return mlirbc_attr_affine_map(context, (uint32_t)rank, 0, results, count);
}

/* The number of the dimension that is the result; -1: it is another expression. */
static int64_t dimension_of(const struct up__map *map, uint32_t result)
{
	const struct mlirbc_string text = up__map_result(map, result);
	int64_t number = 0;
	if (text.size < 2 || text.size > 6 || text.data[0] != 'd')
		return -1;
	for (size_t i = 1; i < text.size; i++) {
		if (text.data[i] < '0' || text.data[i] > '9')
			return -1;
		number = number * 10 + text.data[i] - '0';
	}
	return number;
}

/* The type of the mask: the vector's dimensions in the order of the dimensions that the map has. NULL after an error. */
static const struct mlirbc_type *mask_type(
	struct mlirbc_parser *parser, const struct up__map *map, const struct mlirbc_type *vector)
{
	enum { MOST = 16 };
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_VECTOR };
	int64_t dims[MOST] = { 1 };
	uint8_t scalable[MOST] = { 0 };
	bool any = false;
	size_t rank = 0;
	for (uint32_t dim = 0; dim < map->dims; dim++) {
		for (uint32_t i = 0; i < map->count && i < vector->u.shaped.rank && rank < MOST; i++) {
			if (dimension_of(map, i) != dim)
				continue;
			scalable[rank] = vector->u.shaped.scalable && vector->u.shaped.scalable[i];
			any |= scalable[rank];
			dims[rank++] = vector->u.shaped.dims[i];
		}
	}
	type.u.shaped.element = up__integer(parser, 1);
	type.u.shaped.dims = dims;
	type.u.shaped.rank = rank ? rank : 1;
	type.u.shaped.scalable = any ? scalable : NULL;
	const struct mlirbc_type *made = type.u.shaped.element ? mlirbc_type_get(mlirbc_parser_context(parser), &type) : NULL;
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

static bool add_bounds(struct mlirbc_parser *parser, struct mlirbc_op_state *op, uint32_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr **all = mlirbc_parser_scratch(parser, (count + 1) * sizeof *all);
	for (uint32_t i = 0; all && i < count; i++) {
		if (!(all[i] = mlirbc_attr_bool(context, false)))
			return mlirbc_parser_no_memory(parser);
	}
	return all && mlirbc_parser_add_attr(parser, op, "in_bounds", mlirbc_attr_array(context, all, count));
}

struct transfer {
	struct mlirbc_unresolved value, source, mask;
	struct up__names indices;
	bool masked;
	const struct mlirbc_attr *attrs; /* NULL: none */
	const struct mlirbc_type *shaped, *vector;
};

static bool read_operands(struct mlirbc_parser *parser, bool write, struct transfer *out)
{
	if ((write && (!mlirbc_parser_operand(parser, &out->value) || !mlirbc_parser_expect(parser, ","))) ||
		!mlirbc_parser_operand(parser, &out->source) || !up__read_names(parser, "[", &out->indices, "]") ||
		(!write && (!mlirbc_parser_expect(parser, ",") || !mlirbc_parser_operand(parser, &out->value))))
		return false;
	out->masked = mlirbc_parser_try(parser, ",");
	return (!out->masked || mlirbc_parser_operand(parser, &out->mask)) &&
	       (!mlirbc_parser_at(parser, "{") || mlirbc_parser_attr(parser, NULL, &out->attrs));
}

static bool read_types(struct mlirbc_parser *parser, bool write, struct transfer *out)
{
	const struct mlirbc_type *first, *second;
	const struct mlirbc_unresolved place = mlirbc_parser_place(parser, NULL);
	if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &first) || !mlirbc_parser_expect(parser, ",") ||
		!mlirbc_parser_type(parser, &second))
		return false;
	out->shaped = write ? second : first;
	out->vector = write ? first : second;
	if (out->shaped->kind != MLIRBC_TYPE_MEMREF && out->shaped->kind != MLIRBC_TYPE_TENSOR)
		return mlirbc_parser_error_at(parser, &place, "requires memref or ranked tensor type");
	return out->vector->kind == MLIRBC_TYPE_VECTOR || mlirbc_parser_error_at(parser, &place, "requires vector type");
}

/* The attributes with defaults for those that are absent; the map in *out. */
static bool add_attrs(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct transfer *transfer, struct up__map *out)
{
	const struct mlirbc_attr *attrs = transfer->attrs, *map = mlirbc_dictionary_find(attrs, "permutation_map");
	for (size_t i = 0; attrs && i < attrs->u.dictionary.count; i++) {
		if (!mlirbc_parser_add_named(
			    parser, op, attrs->u.dictionary.data[i].name, attrs->u.dictionary.data[i].value))
			return false;
	}
	if (!map) {
		map = minor_map(mlirbc_parser_context(parser), transfer->shaped, transfer->vector);
		if (!map)
			return mlirbc_parser_error(parser, "expected a custom permutation_map when rank(source) != rank(destination)");
		if (!mlirbc_parser_add_attr(parser, op, "permutation_map", map))
			return false;
	}
	if (!up__view_map(map, false, out))
		return mlirbc_parser_error(parser, "expected an affine map as permutation_map");
	const struct mlirbc_attr *bounds = mlirbc_dictionary_find(attrs, "in_bounds");
	if (!bounds)
		return add_bounds(parser, op, out->count);
	return (bounds->kind == MLIRBC_ATTR_ARRAY && bounds->u.array.count == out->count) ||
	       mlirbc_parser_error(parser, "expected as many elements of in_bounds as the permutation_map has results: %u",
		       out->count);
}

bool up__parse_transfer(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	bool write = is_write(name);
	struct transfer transfer;
	struct up__map map;
	const struct mlirbc_type *mask = NULL, *index = mlirbc_type_index(mlirbc_parser_context(parser));
	memset(&transfer, 0, sizeof transfer);
	if (!read_operands(parser, write, &transfer) || !read_types(parser, write, &transfer) ||
		!add_attrs(parser, op, &transfer, &map) ||
		(transfer.masked && !(mask = mask_type(parser, &map, transfer.vector))))
		return false;
	const struct mlirbc_type *element = transfer.shaped->u.shaped.element;
	const int32_t count = (int32_t)transfer.indices.count;
	const int32_t sizes[4] = { 1, write ? 1 : count, write ? count : 1, transfer.masked };
	return (!write || mlirbc_parser_add_operand(parser, op, &transfer.value, transfer.vector)) &&
	       mlirbc_parser_add_operand(parser, op, &transfer.source, transfer.shaped) &&
	       up__add_same(parser, op, &transfer.indices, index) &&
	       (write || mlirbc_parser_add_operand(parser, op, &transfer.value, element)) &&
	       (!mask || mlirbc_parser_add_operand(parser, op, &transfer.mask, mask)) &&
	       mlirbc_parser_add_segments(parser, op, "operandSegmentSizes", sizes, 4) &&
	       ((write && transfer.shaped->kind != MLIRBC_TYPE_TENSOR) ||
		       mlirbc_parser_add_result(parser, op, write ? transfer.shaped : transfer.vector));
}

/* ---- printing */

bool up__transfer_fits(const struct mlirbc_op *op)
{
	uint32_t at[5];
	bool write = is_write(op->name);
	struct up__map map;
	if (!up__segments(op, at, 4) || !up__view_map(up__property(op, "permutation_map"), false, &map) ||
		!up__property(op, "in_bounds") || up__property(op, "in_bounds")->kind != MLIRBC_ATTR_ARRAY)
		return false;
	return at[1] == 1 && (write ? at[2] == 2 : at[3] - at[2] == 1) && at[4] - at[3] <= 1 && op->result_count <= 1 &&
	       (write || op->result_count == 1);
}

static bool is_minor(const struct up__map *map)
{
	if (map->symbols || map->count > map->dims)
		return false;
	for (uint32_t i = 0; i < map->count; i++) {
		if (dimension_of(map, i) != (int64_t)(map->dims - map->count + i))
			return false;
	}
	return true;
}

static bool is_in_bounds(const struct mlirbc_attr *bounds)
{
	for (size_t i = 0; i < bounds->u.array.count; i++) {
		const struct mlirbc_attr *one = bounds->u.array.data[i];
		if (one->kind == MLIRBC_ATTR_INTEGER && (one->u.number.words[0] & 1))
			return true;
	}
	return false;
}

static void print_attrs(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	struct up__map map = { .dims = 0 };
	char elided[48] = "";
	(void)up__view_map(up__property(op, "permutation_map"), false, &map);
	if (is_minor(&map))
		strcat(elided, "permutation_map ");
	if (!is_in_bounds(up__property(op, "in_bounds")))
		strcat(elided, "in_bounds ");
	mlirbc_printer_attr_dict(printer, op, elided, false);
}

bool up__print_transfer(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	uint32_t at[5] = { 0 }, source = is_write(op->name);
	(void)step;
	(void)out;
	(void)up__segments(op, at, 4);
	uint32_t indices = source ? at[3] - at[2] : at[2] - at[1];
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_operands(printer, op, 0, source + 1);
	mlirbc_printer_text(printer, "[");
	mlirbc_printer_operands(printer, op, source + 1, indices);
	mlirbc_printer_text(printer, source ? "]" : "], ");
	mlirbc_printer_operands(printer, op, source + 1 + indices, !source);
	if (at[4] > at[3]) {
		mlirbc_printer_text(printer, ", ");
		mlirbc_printer_operands(printer, op, at[3], 1);
	}
	print_attrs(printer, op);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, ", ");
	if (source)
		mlirbc_printer_operand_types(printer, op, 1, 1);
	else
		mlirbc_printer_result_types(printer, op, 0, 1);
	return false;
}
