/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Custom forms that a format cannot describe: cf.switch, memref.global. */
#include "text/parse/parse_form.h"

/* ---- cf.switch */

struct cases {
	size_t values, sizes, names, types; /* their start on the stacks dims, lists, unresolved, types */
};

/* "label: ^block(operands)"; pushes the operands and types on their stacks, and their number on parser->lists. */
static bool read_target(struct mlirbc_parser *parser)
{
	struct mlirbc_unresolved *names = NULL;
	const struct mlirbc_type *const *types = NULL;
	size_t count, type_count;
	if (!mlirbc_parser_expect(parser, ":") ||
		!mlirbc__read_successor(parser, &names, &count, &types, &type_count))
		return false;
	if (count != type_count)
		return mlirbc_parser_error(parser, "%zu operands present, but expected %zu", count, type_count);
	for (size_t i = 0; i < count; i++) {
		struct mlirbc_unresolved *slot = mlirbc__push(parser, &parser->unresolved, sizeof *slot);
		if (!slot || !mlirbc__push_pointer(parser, &parser->attrs, types[i]))
			return false;
		*slot = names[i];
	}
	int64_t *size = mlirbc__push(parser, &parser->lists, sizeof *size);
	if (size)
		*size = (int64_t)count;
	return size != NULL;
}

static bool read_targets(struct mlirbc_parser *parser)
{
	int64_t value, *slot;
	if (!mlirbc__expect_keyword(parser, "default") || !read_target(parser))
		return false;
	while (mlirbc__take(parser, ',')) {
		if (!mlirbc__read_integer(parser, &value) ||
			!(slot = mlirbc__push(parser, &parser->dims, sizeof *slot)))
			return false;
		*slot = value;
		if (!read_target(parser))
			return false;
	}
	return true;
}

/* The case values as dense<...> : vector<Nxtype>. */
static bool add_values(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t from, const struct mlirbc_type *type)
{
	const int64_t *values = (const void *)(parser->dims.data + from);
	int64_t count = (int64_t)MLIRBC__COUNT(parser->dims, from, int64_t);
	uint32_t width = mlirbc_type_width(type), size = (width + 7) / 8;
	size_t bytes = parser->bytes.count;
	const struct mlirbc_type *vector = mlirbc_type_shaped(parser->context, MLIRBC_TYPE_VECTOR, &count, 1, type);
	if (count == 0)
		return true;
	for (int64_t i = 0; i < count; i++) {
		uint8_t *data = mlirbc__push(parser, &parser->bytes, size);
		uint64_t bits = width < 64 ? (uint64_t)values[i] & ((UINT64_C(1) << width) - 1) : (uint64_t)values[i];
		if (!data)
			return false;
		for (uint32_t j = 0; j < size; j++)
			data[j] = (uint8_t)(j < 8 ? bits >> (8 * j) : values[i] < 0 ? 0xFF : 0);
	}
	parser->bytes.count = bytes;
	return mlirbc_parser_add_attr(parser, op, "case_values",
		vector ? mlirbc_attr_dense(parser->context, vector, parser->bytes.data + bytes, (size_t)count * size)
		       : NULL);
}

/* The operands of the targets, and their segment sizes. */
static bool add_targets(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct cases *from)
{
	const struct mlirbc_unresolved *names = (const void *)(parser->unresolved.data + from->names);
	const struct mlirbc_type *const *types = (const void *)(parser->attrs.data + from->types);
	const int64_t *sizes = (const void *)(parser->lists.data + from->sizes);
	size_t count = MLIRBC__COUNT(parser->unresolved, from->names, struct mlirbc_unresolved), dims = parser->dims.count;
	const int32_t segments[] = { 1, (int32_t)sizes[0], (int32_t)((int64_t)count - sizes[0]) };
	if (!mlirbc_parser_add_operands(parser, op, names, count, types, count))
		return false;
	for (size_t i = 1; i < MLIRBC__COUNT(parser->lists, from->sizes, int64_t); i++) {
		int64_t *slot = mlirbc__push(parser, &parser->dims, sizeof *slot);
		if (!slot)
			return false;
		*slot = sizes[i];
	}
	return mlirbc_parser_add_attr(
		       parser, op, "case_operand_segments", mlirbc__take_integers(parser, dims, 32)) &&
	       mlirbc__add_segments(parser, op, segments, 3);
}

enum mlirbc__read mlirbc__read_switch(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct cases from = { parser->dims.count, parser->lists.count, parser->unresolved.count,
		parser->attrs.count };
	struct mlirbc_unresolved flag;
	const struct mlirbc_type *type;
	if (!mlirbc_parser_operand(parser, &flag) || !mlirbc_parser_expect(parser, ":"))
		return READ_FAILED;
	struct mlirbc__token place = parser->token;
	if (!mlirbc_parser_type(parser, &type))
		return READ_FAILED;
	if (type->kind != MLIRBC_TYPE_INTEGER) {
		mlirbc__error_at(parser, &place, "expected an integer type");
		return READ_FAILED;
	}
	bool good = mlirbc_parser_add_operand(parser, op, &flag, type) && mlirbc_parser_expect(parser, ",") &&
		    mlirbc_parser_expect(parser, "[") && read_targets(parser) && mlirbc_parser_expect(parser, "]") &&
		    mlirbc_parser_attr_dict(parser, op, false) && add_targets(parser, op, &from) &&
		    add_values(parser, op, from.values, type);
	parser->dims.count = from.values;
	parser->lists.count = from.sizes;
	parser->unresolved.count = from.names;
	parser->attrs.count = from.types;
	return good ? READ_WHOLE : READ_FAILED;
}

/* ---- memref.global */

static bool read_initial(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *type)
{
	const struct mlirbc_attr *value;
	if (!mlirbc__take(parser, '='))
		return true;
	if (mlirbc_parser_try(parser, "uninitialized"))
		return mlirbc_parser_add_attr(parser, op, "initial_value", mlirbc_attr_unit(parser->context));
	const struct mlirbc_type *tensor = mlirbc_type_shaped(parser->context, MLIRBC_TYPE_TENSOR, type->u.shaped.dims,
		type->u.shaped.rank, type->u.shaped.element);
	if (!tensor)
		return mlirbc__no_memory(parser);
	if (!mlirbc_parser_attr(parser, tensor, &value))
		return false;
	switch (value->kind) {
	case MLIRBC_ATTR_ARRAY:
	case MLIRBC_ATTR_DICTIONARY:
	case MLIRBC_ATTR_STRING:
	case MLIRBC_ATTR_SYMBOL:
	case MLIRBC_ATTR_TYPE:
	case MLIRBC_ATTR_INTEGER:
	case MLIRBC_ATTR_FLOAT:
		return mlirbc__error_at(parser, &op->token, "initial value should be a unit or elements attribute");
	default: return mlirbc_parser_add_attr(parser, op, "initial_value", value);
	}
}

enum mlirbc__read mlirbc__read_global(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *visibility;
	const struct mlirbc_type *type;
	if (parser->token.kind == TOKEN_STRING &&
		(!mlirbc_parser_string(parser, &visibility) ||
			!mlirbc_parser_add_attr(parser, op, "sym_visibility", visibility)))
		return READ_FAILED;
	if ((mlirbc_parser_try(parser, "constant") &&
		    !mlirbc_parser_add_attr(parser, op, "constant", mlirbc_attr_unit(parser->context))) ||
		!mlirbc__read_symbol_name(parser, op) || !mlirbc_parser_expect(parser, ":"))
		return READ_FAILED;
	uint64_t elements;
	if (!mlirbc_parser_type(parser, &type))
		return READ_FAILED;
	if (type->kind != MLIRBC_TYPE_MEMREF || !mlirbc_type_elements(type, &elements)) {
		mlirbc__error_at(parser, &op->token, "type should be static shaped memref");
		return READ_FAILED;
	}
	bool good = mlirbc_parser_add_attr(parser, op, "type", mlirbc_attr_type(parser->context, type)) &&
		    read_initial(parser, op, type) && mlirbc_parser_attr_dict(parser, op, false);
	return good ? READ_WHOLE : READ_FAILED;
}
