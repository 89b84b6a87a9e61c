/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The generic form of operations: "name"(operands)[successors] <properties> (regions) {attributes} : signature */
#include "text/parse/parser.h"

static bool parse_operand_names(struct mlirbc_parser *parser)
{
	if (!mlirbc__expect(parser, '(', "'(' to start operand list"))
		return false;
	if (parser->token.kind != ')') {
		do {
			struct mlirbc_unresolved name, *slot;
			if (!mlirbc__parse_operand(parser, &name) ||
				!(slot = mlirbc__push(parser, &parser->unresolved, sizeof *slot)))
				return false;
			*slot = name;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ')', "')' to end operand list");
}

bool mlirbc__push_successor(struct mlirbc_parser *parser)
{
	if (parser->token.kind != TOKEN_BLOCK)
		return mlirbc__expected(parser, "block name");
	struct mlirbc_block *block = mlirbc__get_block(parser, &parser->token, false);
	if (!block || !mlirbc__push_pointer(parser, &parser->blocks, block))
		return false;
	mlirbc__advance(parser);
	return true;
}

static bool parse_successors(struct mlirbc_parser *parser)
{
	if (!mlirbc__take(parser, '['))
		return true;
	do {
		if (!mlirbc__push_successor(parser))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__expect(parser, ']', "']'");
}

/* Adds the types of the operands on parser->unresolved from `names` on; pops those. */
static bool add_operands(struct mlirbc_parser *parser, size_t names, const struct mlirbc_type *const *types,
	size_t type_count, const struct mlirbc__token *place)
{
	size_t count = MLIRBC__COUNT(parser->unresolved, names, struct mlirbc_unresolved);
	if (type_count != count)
		return mlirbc__error_at(parser, place, "expected %zu operand type%s but had %zu", count,
			count == 1 ? "" : "s", type_count);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_unresolved
			*name = (const struct mlirbc_unresolved *)(const void *)(parser->unresolved.data + names) + i;
		if (!mlirbc__add_value(parser, name, types[i]))
			return false;
	}
	parser->unresolved.count = names;
	return true;
}

/* A signature that is one type: an alias, or a cached one. */
static bool apply_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t names,
	const struct mlirbc_type *type, const struct mlirbc__token *place)
{
	const struct mlirbc_types *results = &type->u.function.results;
	if (!add_operands(parser, names, type->u.function.inputs.data, type->u.function.inputs.count, place))
		return false;
	op->types = parser->types.count;
	const struct mlirbc_type **to = mlirbc__push(parser, &parser->types, results->count * sizeof *to);
	if (to && results->count)
		memcpy(to, results->data, results->count * sizeof *to);
	return to != NULL;
}

/* (types) -> types; pops the types of the operands; those of the results stay for the op. */
static bool parse_types(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t names, const struct mlirbc__token *place)
{
	size_t inputs = parser->types.count;
	if (!mlirbc__parse_type_list(parser) || !mlirbc__expect(parser, TOKEN_ARROW, "'->' in function type"))
		return false;
	op->types = parser->types.count;
	return add_operands(parser, names, (const void *)(parser->types.data + inputs),
		       MLIRBC__COUNT(parser->types, inputs, struct mlirbc_type *), place) &&
	       mlirbc__parse_result_types(parser);
}

/* A signature that occurs twice is cached as a function type. */
static bool keep_signature(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, size_t inputs,
	struct mlirbc__span *known, const struct mlirbc__span *now)
{
	const struct mlirbc_type *type = NULL;
	if (known->size == now->size && memcmp(known->text, now->text, now->size) == 0) {
		size_t count = parser->types.count;
		if (!mlirbc__function_type(parser, inputs, op->types, &type))
			return false;
		parser->types.count = count;
	}
	mlirbc__span_keep(parser, known, now, type);
	return true;
}

static bool parse_signature(struct mlirbc_parser *parser, struct mlirbc_op_state *op, size_t names)
{
	struct mlirbc__token place = parser->token;
	size_t inputs = parser->types.count;
	const struct mlirbc_type *type;
	if (place.kind == TOKEN_BANG) {
		if (!mlirbc__parse_type(parser, &type))
			return false;
		return type->kind == MLIRBC_TYPE_FUNCTION ? apply_type(parser, op, names, type, &place)
							  : mlirbc__error_at(parser, &place, "expected function type");
	}
	if (place.kind != '(')
		return mlirbc__parse_type(parser, &type) &&
		       mlirbc__error_at(parser, &place, "expected function type");
	struct mlirbc__span now, *known = mlirbc__span_at(parser, SPAN_SIGNATURE, &now);
	if (known && (type = mlirbc__span_use(parser, known, &now)) != NULL)
		return apply_type(parser, op, names, type, &place);
	return parse_types(parser, op, names, &place) && (!known || keep_signature(parser, op, inputs, known, &now));
}

/* Dictionaries are cached unless those of this kind of op are all different. */
static struct mlirbc__span *dictionary_at(struct mlirbc_parser *parser, struct mlirbc__op_kind *kind,
	enum mlirbc__span_kind what, struct mlirbc__span *out_now)
{
	enum { VAIN = 64 };
	return kind->lost < VAIN ? mlirbc__span_at(parser, what, out_now) : NULL;
}

static const void *use_dictionary(struct mlirbc_parser *parser, struct mlirbc__op_kind *kind,
	const struct mlirbc__span *known, const struct mlirbc__span *now)
{
	const void *found = known ? mlirbc__span_use(parser, known, now) : NULL;
	kind->lost = found ? 0 : (uint8_t)(kind->lost + (known != NULL));
	return found;
}

bool mlirbc__parse_properties(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc__span now, *known = dictionary_at(parser, op->kind, SPAN_PROPERTIES, &now);
	op->properties = use_dictionary(parser, op->kind, known, &now);
	if (op->properties)
		return true;
	mlirbc__advance(parser);
	if (!mlirbc__parse_attr(parser, NULL, &op->properties) ||
		!mlirbc__expect(parser, '>', "'>' to close properties"))
		return false;
	if (known)
		mlirbc__span_keep(parser, known, &now, op->properties);
	return true;
}

/* {...}: as a whole if none of it can be inherent. */
static bool parse_attributes(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (op->kind->hooks || op->kind->layout)
		return mlirbc__parse_entries(parser) && mlirbc__sort_entries(parser, op, op->entries);
	struct mlirbc__span now, *known = dictionary_at(parser, op->kind, SPAN_DICTIONARY, &now);
	op->attributes = use_dictionary(parser, op->kind, known, &now);
	if (op->attributes)
		return true;
	if (!mlirbc__parse_entries(parser) || !mlirbc__make_dictionary(parser, op->entries, &op->attributes))
		return false;
	if (known)
		mlirbc__span_keep(parser, known, &now, op->attributes);
	return true;
}

/* Reads the part after the regions. */
static enum mlirbc__read read_rest(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (parser->token.kind == '{' && !parse_attributes(parser, op))
		return READ_FAILED;
	return mlirbc__expect(parser, ':', "':' followed by operation type") && parse_signature(parser, op, op->names)
		       ? READ_WHOLE
		       : READ_FAILED;
}

static enum mlirbc__read behind_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (mlirbc__take(parser, ','))
		return READ_REGION;
	return mlirbc__expect(parser, ')', "')' to end region list") ? read_rest(parser, op) : READ_FAILED;
}

enum mlirbc__read mlirbc__read_generic(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	op->names = parser->unresolved.count;
	mlirbc__advance(parser);
	if (!parse_operand_names(parser) || !parse_successors(parser))
		return READ_FAILED;
	if (parser->token.kind == '<' && !mlirbc__parse_properties(parser, op))
		return READ_FAILED;
	if (!mlirbc__take(parser, '('))
		return read_rest(parser, op);
	op->resume = behind_region;
	op->arguments = parser->arguments.count;
	op->isolated = op->kind->isolated;
	return READ_REGION;
}
