/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions, blocks and their arguments. */
#include "parser.h"

bool mlirbc__argument_loc(struct mlirbc_parser *parser, struct mlirbc__argument *argument)
{
	return mlirbc__parse_trailing_loc(parser, &argument->location);
}

bool mlirbc__parse_argument(struct mlirbc_parser *parser, struct mlirbc__argument *out)
{
	return mlirbc__parse_operand(parser, &out->name) &&
	       mlirbc__expect(parser, ':', "':' and type of a block argument") &&
	       mlirbc__parse_type(parser, &out->type);
}

/* The number of the location of an argument without a known one: an alias that is defined later, or the place of its name. */
static bool number_location(struct mlirbc_parser *parser, const struct mlirbc__argument *argument, uintptr_t *slot)
{
	uint32_t ref = argument->location.ref;
	if (argument->location.attr)
		return true;
	if (!ref)
		ref = mlirbc__place_add(parser->context, parser->file, argument->name.line, argument->name.column);
	*slot = (uintptr_t)ref << 1 | 1;
	return ref || mlirbc__no_memory(parser);
}

static const struct mlirbc__argument *argument_at(const struct mlirbc_parser *parser, size_t from, size_t index)
{
	return (const struct mlirbc__argument *)(const void *)(parser->arguments.data + from) + index;
}

/* Gives the block the arguments on parser->arguments from `from` on, and takes them off. */
MLIRBC__APART static bool define_arguments(struct mlirbc_parser *parser, struct mlirbc_block *block, size_t from)
{
	size_t count = MLIRBC__COUNT(parser->arguments, from, struct mlirbc__argument);
	size_t types = parser->types.count, locations = parser->attrs.count;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc__argument *argument = argument_at(parser, from, i);
		if (!mlirbc__push_pointer(parser, &parser->types, argument->type) ||
			!mlirbc__push_pointer(parser, &parser->attrs, argument->location.attr))
			return false;
	}
	if (!mlirbc_block_add_arguments(parser->context, block, (const void *)(parser->types.data + types),
		    (const void *)(parser->attrs.data + locations), count))
		return mlirbc__no_memory(parser);
	parser->types.count = types;
	parser->attrs.count = locations;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc__argument *argument = argument_at(parser, from, i);
		if (!number_location(parser, argument, &mlirbc__block_locations(block)[i]) ||
			!mlirbc__define_values(parser, &argument->name, &block->arguments[i], 1))
			return false;
	}
	parser->arguments.count = from;
	return true;
}

static bool parse_arguments(struct mlirbc_parser *parser, struct mlirbc_block *block)
{
	size_t from = parser->arguments.count;
	mlirbc__advance(parser);
	if (parser->token.kind != ')') {
		do {
			struct mlirbc__argument argument, *slot;
			if (!mlirbc__parse_argument(parser, &argument) || !mlirbc__argument_loc(parser, &argument) ||
				!(slot = mlirbc__push(parser, &parser->arguments, sizeof *slot)))
				return false;
			*slot = argument;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ')', "')' to end argument list") && define_arguments(parser, block, from);
}

/* ^name(arguments): */
MLIRBC__APART static bool parse_label(
	struct mlirbc_parser *parser, struct mlirbc_region *region, struct mlirbc_block **out)
{
	struct mlirbc__token name = parser->token;
	if (!mlirbc__expect(parser, TOKEN_BLOCK, "block name"))
		return false;
	*out = mlirbc__get_block(parser, &name, true);
	if (!*out)
		return false;
	mlirbc__region_append(region, *out);
	if (parser->token.kind == '(' && !parse_arguments(parser, *out))
		return false;
	return mlirbc__expect(parser, ':', "':' after block name");
}

static bool parse_ops(struct mlirbc_parser *parser, struct mlirbc_block *block)
{
	while (parser->token.kind != TOKEN_BLOCK && parser->token.kind != '}') {
		if (!mlirbc__parse_op(parser, block))
			return false;
	}
	return true;
}

static bool parse_blocks(struct mlirbc_parser *parser, struct mlirbc_region *region, size_t arguments)
{
	struct mlirbc_block *block;
	bool given = parser->arguments.count != arguments;
	if (given && parser->token.kind == TOKEN_BLOCK)
		return mlirbc__error_at(parser, &parser->token, "invalid block name in region with named arguments");
	if (given || (parser->token.kind != TOKEN_BLOCK && parser->token.kind != '}')) {
		block = mlirbc_block_create(parser->context, region, NULL, NULL, 0);
		if (!block)
			return mlirbc__no_memory(parser);
		if (!define_arguments(parser, block, arguments) || !parse_ops(parser, block))
			return false;
	}
	while (parser->token.kind != '}') {
		if (!parse_label(parser, region, &block) || !parse_ops(parser, block))
			return false;
	}
	return true;
}

bool mlirbc__parse_region(struct mlirbc_parser *parser, size_t arguments, bool isolated)
{
	struct mlirbc__scope_mark mark;
	struct mlirbc_region *region = MLIRBC__NEW(parser->context, struct mlirbc_region);
	if (!region)
		return mlirbc__no_memory(parser);
	*region = (struct mlirbc_region){ 0 };
	if (!mlirbc__enter(parser) || !mlirbc__expect(parser, '{', "'{' to begin a region") ||
		!mlirbc__scope_enter(parser, isolated, &mark) || !parse_blocks(parser, region, arguments) ||
		!mlirbc__scope_leave(parser, &mark))
		return false;
	mlirbc__leave(parser);
	mlirbc__advance(parser); /* the '}' that parse_blocks stopped at */
	return mlirbc__push_pointer(parser, &parser->regions, region);
}

bool mlirbc__empty_region(struct mlirbc_parser *parser)
{
	struct mlirbc_region *region = MLIRBC__NEW(parser->context, struct mlirbc_region);
	if (!region)
		return mlirbc__no_memory(parser);
	*region = (struct mlirbc_region){ 0 };
	return mlirbc__push_pointer(parser, &parser->regions, region);
}
