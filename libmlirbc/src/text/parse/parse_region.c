/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions, blocks and their arguments. */
#include "text/parse/parser.h"
#include "ir/links.h"

bool mlirbc__argument_loc(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *argument)
{
	struct mlirbc__trailing_loc location;
	if (!mlirbc__parse_trailing_loc(parser, &location))
		return false;
	argument->location = location.attr;
	argument->deferred_location = location.ref;
	return true;
}

bool mlirbc__push_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument argument)
{
	struct mlirbc_unresolved_argument *slot = mlirbc__push(parser, &parser->arguments, sizeof *slot);
	if (slot)
		*slot = argument;
	return slot != NULL;
}

bool mlirbc__parse_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *out)
{
	return mlirbc__parse_operand(parser, &out->name) &&
	       mlirbc__expect(parser, ':', "':' and type of a block argument") &&
	       mlirbc__parse_type(parser, &out->type);
}

/* The number of the location of an argument without a known one: an alias that is defined later, or the position of
   its name. */
static bool number_location(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved_argument *argument, uintptr_t *slot)
{
	uint32_t ref = argument->deferred_location;
	if (argument->location)
		return true;
	if (!ref)
		ref = mlirbc__place_add(parser->context, parser->file, argument->name.line, argument->name.column);
	*slot = (uintptr_t)ref << 1 | 1;
	return ref || mlirbc__no_memory(parser);
}

static const struct mlirbc_unresolved_argument *argument_at(const struct mlirbc_parser *parser, size_t from, size_t index)
{
	return (const struct mlirbc_unresolved_argument *)(const void *)(parser->arguments.data + from) + index;
}

/* Adds the arguments on parser->arguments from `from` on to the block and pops them. `fresh`: an earlier use of one of
 * their names is an error. */
static bool define_arguments(struct mlirbc_parser *parser, struct mlirbc_block *block, size_t from, bool fresh)
{
	size_t count = MLIRBC__COUNT(parser->arguments, from, struct mlirbc_unresolved_argument);
	size_t types = parser->types.count, locations = parser->attrs.count;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_unresolved_argument *argument = argument_at(parser, from, i);
		if (!mlirbc__push_pointer(parser, &parser->types, argument->type) ||
			!mlirbc__push_pointer(parser, &parser->attrs, argument->location))
			return false;
	}
	if (!mlirbc_block_add_arguments(parser->context, block, (const void *)(parser->types.data + types),
		    (const void *)(parser->attrs.data + locations), count))
		return mlirbc__no_memory(parser);
	parser->types.count = types;
	parser->attrs.count = locations;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_unresolved_argument *argument = argument_at(parser, from, i);
		if (!number_location(parser, argument, &mlirbc__block_locations(block)[i]) ||
			!(fresh ? mlirbc__define_fresh : mlirbc__define_values)(
				parser, &argument->name, &block->arguments[i], 1))
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
			struct mlirbc_unresolved_argument argument;
			if (!mlirbc_parser_argument(parser, &argument) || !mlirbc__push_argument(parser, argument))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	return mlirbc__expect(parser, ')', "')' to end argument list") && define_arguments(parser, block, from, false);
}

/* ^name(arguments): */
static bool parse_label(struct mlirbc_parser *parser, struct mlirbc_region *region, struct mlirbc_block **out)
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

static struct mlirbc__open *innermost(const struct mlirbc_parser *parser)
{
	return (struct mlirbc__open *)(void *)(parser->open.data + parser->open.count) - 1;
}

/* The entry block, unless it has a label. */
static bool begin_blocks(struct mlirbc_parser *parser, struct mlirbc__open *open)
{
	size_t arguments = open->op.arguments;
	bool given = parser->arguments.count != arguments;
	open->block = NULL;
	if (given && parser->token.kind == TOKEN_BLOCK)
		return mlirbc__error_at(parser, &parser->token, "invalid block name in region with named arguments");
	if (!given && (parser->token.kind == TOKEN_BLOCK || parser->token.kind == '}'))
		return true;
	open->block = mlirbc_block_create(parser->context, open->region, NULL, NULL, 0);
	return open->block ? define_arguments(parser, open->block, arguments, true) : mlirbc__no_memory(parser);
}

static bool begin_region(struct mlirbc_parser *parser, struct mlirbc__open *open)
{
	open->region = MLIRBC__NEW(parser->context, struct mlirbc_region);
	if (!open->region)
		return mlirbc__no_memory(parser);
	*open->region = (struct mlirbc_region){ 0 };
	return mlirbc__enter(parser) && mlirbc__expect(parser, '{', "'{' to begin a region") &&
	       mlirbc__scope_enter(parser, open->op.isolated, &open->mark) && begin_blocks(parser, open);
}

bool mlirbc__open_region(struct mlirbc_parser *parser, const struct mlirbc_op_state *op)
{
	struct mlirbc__open *open = mlirbc__push(parser, &parser->open, sizeof *open);
	if (!open)
		return false;
	open->op = *op;
	return begin_region(parser, open);
}

/* At the '}' of the innermost region: continues with another region, or with the rest of its op. */
static bool close_region(struct mlirbc_parser *parser)
{
	struct mlirbc__open *open = innermost(parser);
	if (!mlirbc__scope_leave(parser, &open->mark))
		return false;
	mlirbc__leave(parser);
	mlirbc__advance(parser);
	if (!mlirbc__push_pointer(parser, &parser->regions, open->region))
		return false;
	switch (open->op.resume(parser, &open->op)) {
	case READ_FAILED: return false;
	case READ_REGION: return begin_region(parser, open);
	case READ_WHOLE: break;
	}
	const struct mlirbc_op_state op = open->op;
	parser->open.count -= sizeof *open;
	return !op.kind || mlirbc__end_op(parser, &op); /* no kind: the op belongs to a hook */
}

bool mlirbc__read_regions(struct mlirbc_parser *parser, size_t base)
{
	while (parser->open.count > base) {
		struct mlirbc__open *open = innermost(parser);
		bool good;
		switch (parser->token.kind) {
		case '}': good = close_region(parser); break;
		case TOKEN_BLOCK: good = parse_label(parser, open->region, &open->block); break;
		default: good = mlirbc__begin_op(parser, open->block); break;
		}
		if (!good)
			return false;
	}
	return true;
}

static enum mlirbc__read back_to_hook(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	(void)parser;
	(void)op;
	return READ_WHOLE;
}

bool mlirbc__parse_region(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *state, size_t arguments, bool isolated)
{
	enum { MOST_HOOKS = 512 }; /* each uses stack */
	const struct mlirbc_op_state op = { .name = state->name, .resume = back_to_hook, .arguments = arguments, .isolated = isolated };
	size_t base = parser->open.count;
	if (parser->hooks == MOST_HOOKS)
		return mlirbc__limit_at(
			parser, &parser->token, "regions of custom forms nested deeper than %d levels", MOST_HOOKS);
	parser->hooks++;
	bool good = mlirbc__open_region(parser, &op) && mlirbc__read_regions(parser, base);
	parser->hooks--;
	return good;
}

bool mlirbc__empty_region(struct mlirbc_parser *parser)
{
	struct mlirbc_region *region = MLIRBC__NEW(parser->context, struct mlirbc_region);
	if (!region)
		return mlirbc__no_memory(parser);
	*region = (struct mlirbc_region){ 0 };
	return mlirbc__push_pointer(parser, &parser->regions, region);
}
