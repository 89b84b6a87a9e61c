/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations: the generic form, and dispatch to the functions that read custom forms. */
#include "ir/links.h"
#include "text/parse/parser.h"

/* %name:count before the '='. */
struct result {
	struct mlirbc_unresolved name;
	uint32_t count;
};

static bool parse_count(struct mlirbc_parser *parser, uint32_t *out)
{
	struct mlirbc__token token = parser->token;
	uint64_t count = 0;
	if (!mlirbc__expect(parser, TOKEN_INTEGER, "integer number of results"))
		return false;
	for (const char *p = token.start; p < token.end && count <= UINT32_MAX; p++)
		count = mlirbc__char_is(*p, CHAR_DIGIT) ? count * 10 + (uint64_t)(*p - '0') : UINT64_MAX;
	*out = (uint32_t)count;
	return (count > 0 && count <= UINT32_MAX) ||
	       mlirbc__error_at(parser, &token, "expected named operation to have at least 1 result");
}

bool mlirbc__parse_operand(struct mlirbc_parser *parser, struct mlirbc_unresolved *out)
{
	struct mlirbc__token token = parser->token;
	uint64_t number = 0;
	if (!mlirbc__expect(parser, TOKEN_VALUE, "SSA operand"))
		return false;
	if (parser->token.kind == TOKEN_HASH) {
		for (const char *p = parser->token.start + 1; p < parser->token.end && number <= UINT32_MAX; p++)
			number = mlirbc__char_is(*p, CHAR_DIGIT) ? number * 10 + (uint64_t)(*p - '0') : UINT64_MAX;
		if (number > UINT32_MAX)
			return mlirbc__error_at(parser, &parser->token, "invalid SSA value result number");
		mlirbc__advance(parser);
	}
	*out = (struct mlirbc_unresolved){ .name = { token.start + 1, mlirbc__token_size(&token) - 1 },
		.result = (uint32_t)number,
		.line = token.line,
		.column = token.column,
		.offset = (uint64_t)(token.start - parser->text) };
	return true;
}

/* The optional list of results and '='; pushed on parser->results. */
static bool parse_results(struct mlirbc_parser *parser)
{
	if (parser->token.kind != TOKEN_VALUE)
		return true;
	do {
		struct result *result = mlirbc__push(parser, &parser->results, sizeof *result);
		if (!result)
			return false;
		result->count = 1;
		if (!mlirbc__parse_operand(parser, &result->name))
			return false;
		mlirbc__will_define(parser, &result->name);
		if (mlirbc__take(parser, ':') && !parse_count(parser, &result->count))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__expect(parser, '=', "'=' after SSA name");
}

static bool define_results(struct mlirbc_parser *parser, struct mlirbc_value *values, uint32_t value_count, size_t from)
{
	size_t count = MLIRBC__COUNT(parser->results, from, struct result);
	uint64_t total = 0;
	for (size_t i = 0; i < count; i++)
		total += ((const struct result *)(const void *)(parser->results.data + from))[i].count;
	if (count && total != value_count) {
		const struct mlirbc_unresolved
			*first = &((const struct result *)(const void *)(parser->results.data + from))->name;
		if (value_count == 0)
			return mlirbc_parser_error_at(parser, first, "cannot name an operation with no results");
		return mlirbc_parser_error_at(parser, first,
			"operation defines %u result%s but was provided %llu to bind", value_count,
			value_count == 1 ? "" : "s", (unsigned long long)total);
	}
	for (size_t i = 0; i < count; i++) {
		const struct result *result = (const struct result *)(const void *)(parser->results.data + from) + i;
		if (!mlirbc__define_values(parser, &result->name, values, result->count))
			return false;
		values += result->count;
	}
	parser->results.count = from;
	return true;
}

/* ---- making the op from the collected parts */

/* Whether the properties in <{...}> set that attribute. */
static bool is_set(const struct mlirbc_attr *properties, const struct mlirbc_string *name)
{
	for (size_t i = 0; properties && i < properties->u.dictionary.count; i++) {
		if (properties->u.dictionary.data[i].name == name)
			return true;
	}
	return false;
}

/* <{...}> takes precedence over equal names in {...}, as in MLIR, whose printer writes both for some files. */
static bool make_properties(
	struct mlirbc_parser *parser, const struct mlirbc_op_state *op, const struct mlirbc_attr **out)
{
	*out = op->properties;
	size_t count = MLIRBC__COUNT(parser->inherent, op->inherent, struct mlirbc__item), from = parser->entries.count;
	if (count == 0)
		return true;
	if (op->properties && op->properties->kind != MLIRBC_ATTR_DICTIONARY)
		return mlirbc__error_at(parser, &op->token, "expected a dictionary as properties of '%.*s'",
			(int)op->name->size, op->name->data);
	size_t more = op->properties ? op->properties->u.dictionary.count : 0;
	const struct mlirbc__item *inherent = (const void *)(parser->inherent.data + op->inherent);
	for (size_t i = 0; i < count + more; i++) {
		if (i >= more && is_set(op->properties, inherent[i - more].named.name))
			continue;
		struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
		if (!slot)
			return false;
		*slot = i < more ? (struct mlirbc__item){ op->properties->u.dictionary.data[i], op->token }
				 : inherent[i - more];
	}
	return mlirbc__make_dictionary(parser, from, out);
}

static void move_regions(struct mlirbc_parser *parser, size_t from, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_region *region = ((
			struct mlirbc_region *const *)(void *)(parser->regions.data + from))[i];
		struct mlirbc_region *own = &mlirbc_op_regions(op)[i];
		*own = *region;
		own->parent = op;
		for (struct mlirbc_block *block = region->first; block; block = block->next)
			block->parent = own;
	}
}

/* Collects everything except the location. */
static bool gather(struct mlirbc_parser *parser, const struct mlirbc_op_state *state, struct mlirbc_op_spec *spec)
{
	*spec = (struct mlirbc_op_spec){ .attributes = state->attributes };
	if (!make_properties(parser, state, &spec->properties) ||
		!mlirbc__add_defaults(parser, state, &spec->properties) ||
		(parser->entries.count != state->entries &&
			!mlirbc__make_dictionary(parser, state->entries, &spec->attributes)))
		return false;
	struct mlirbc_value **values = (void *)(parser->values.data + state->values);
	spec->operand_count = MLIRBC__COUNT(parser->values, state->values, struct mlirbc_value *);
	for (size_t i = 0; i < spec->operand_count; i++) {
		/* Since the operand was read, only regions of this op can have defined names. */
		const struct mlirbc__placeholder *inside = mlirbc__resolved(values[i]);
		if (inside)
			return mlirbc__error_at(
				parser, &inside->token, "operand is defined in a region of its own operation");
	}
	spec->operands = values;
	spec->result_types = (const void *)(parser->types.data + state->types);
	spec->result_count = MLIRBC__COUNT(parser->types, state->types, struct mlirbc_type *);
	spec->successors = (const void *)(parser->blocks.data + state->blocks);
	spec->successor_count = MLIRBC__COUNT(parser->blocks, state->blocks, struct mlirbc_block *);
	spec->region_count = MLIRBC__COUNT(parser->regions, state->regions, struct mlirbc_region *);
	return true;
}

static struct mlirbc_op *make_op(struct mlirbc_parser *parser, const struct mlirbc_op_state *state,
	struct mlirbc_op_spec *spec, struct mlirbc_block *block)
{
	struct mlirbc_context *context = parser->context;
	struct mlirbc_op *op = mlirbc__op_create(context, spec, state->kind->op_name, block);
	if (op && !mlirbc__at_word(parser, "loc")) {
		op->location = state->location ? state->location
					       : mlirbc__place_add(context, parser->file, state->token.line,
							 state->token.column);
		if (!op->location)
			op = NULL;
	}
	if (!op) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	op->isolated = op->region_count && state->kind->isolated;
	move_regions(parser, state->regions, op);
	return op;
}

bool mlirbc__add_value(
	struct mlirbc_parser *parser, const struct mlirbc_unresolved *name, const struct mlirbc_type *type)
{
	struct mlirbc_value *value = mlirbc__use_value(parser, name, type);
	return value && mlirbc__push_pointer(parser, &parser->values, value);
}

/* ---- any form */

/* Reports an op without custom form. Hooks may suggest a name, and the caller may explain it. */
static void report_unknown(struct mlirbc_parser *parser, const struct mlirbc_op_state *op, int shown)
{
	const struct mlirbc_assembly *hooks = op->kind->hooks;
	const char *name = op->token.start;
	char near[80], text[200];
	bool is_near = hooks && hooks->suggest && hooks->suggest(op->name, near, sizeof near, hooks->ctx);
	if (parser->explain_op &&
		parser->explain_op(parser->explain_ctx, op->name, is_near ? near : NULL, text, sizeof text))
		mlirbc__error_at(parser, &op->token, "custom op '%.*s' is unknown; %s", shown, name, text);
	else if (!hooks)
		mlirbc__error_at(parser, &op->token,
			"custom op '%.*s' is unknown; print its generic form with mlir-opt --mlir-print-op-generic or "
			"JAX's "
			"print_generic_op_form=True",
			shown, name);
	else if (is_near)
		mlirbc__error_at(parser, &op->token,
			"custom op '%.*s' is unknown; did you mean '%s'? An op without a custom form is written "
			"\"%.*s\"(operands) {attributes} : (types) -> types",
			shown, name, near, shown, name);
	else
		mlirbc__error_at(parser, &op->token,
			"custom op '%.*s' is unknown; an op without a custom form is written "
			"\"%.*s\"(operands) {attributes} : (types) -> types",
			shown, name, shown, name);
}

static enum mlirbc__read read_custom(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc__op_kind *kind = op->kind;
	int shown = (int)(mlirbc__token_size(&op->token) < 80 ? mlirbc__token_size(&op->token) : 80), found = 0;
	mlirbc__advance(parser);
	if (kind->hooks && kind->hooks->parse_op)
		found = kind->hooks->parse_op(parser, op->name, op, kind->hooks->ctx);
	if (found == 0 && kind->parse)
		return kind->parse(parser, op);
	if (found == 0)
		report_unknown(parser, op, shown);
	else if (found < 0 && parser->status == MLIRBC_OK)
		mlirbc__error_at(parser, &op->token, "custom op '%.*s' cannot be read", shown, op->token.start);
	return found > 0 && parser->status == MLIRBC_OK ? READ_WHOLE : READ_FAILED; /* hooks may ignore errors */
}

static enum mlirbc__read read_form(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	if (parser->token.kind != TOKEN_STRING && parser->token.kind != TOKEN_WORD) {
		mlirbc__expected(parser, "operation name in quotes");
		return READ_FAILED;
	}
	op->kind = mlirbc__find_kind(parser);
	if (!op->kind)
		return READ_FAILED;
	op->name = op->kind->name;
	return parser->token.kind == TOKEN_STRING ? mlirbc__read_generic(parser, op) : read_custom(parser, op);
}

/* Offers the op to the take_op callback. */
static bool offer(struct mlirbc_parser *parser, const struct mlirbc_op_state *state, const struct mlirbc_op_spec *spec,
	struct mlirbc_block *block, struct mlirbc_value **out_results)
{
	if (!parser->take_op || !block->parent || spec->region_count || spec->successor_count ||
		spec->operand_count > UINT32_MAX || spec->result_count > UINT32_MAX || mlirbc__at_word(parser, "loc"))
		return false;
	for (size_t i = 0; i < spec->operand_count; i++) {
		if (!spec->operands[i]->owner)
			return false; /* a placeholder */
	}
	const struct mlirbc_offer made = { .name = state->kind->op_name,
		.block = block,
		.attributes = spec->attributes && spec->attributes->u.dictionary.count ? spec->attributes : NULL,
		.properties = spec->properties,
		.operands = spec->operands,
		.result_types = spec->result_types,
		.operand_count = (uint32_t)spec->operand_count,
		.result_count = (uint32_t)spec->result_count,
		.line = state->token.line,
		.column = state->token.column };
	return parser->take_op(parser->take_ctx, &made, out_results);
}

static bool verify(struct mlirbc_parser *parser, const struct mlirbc_op_state *state, struct mlirbc_op *op)
{
	const struct mlirbc_assembly *hooks = state->kind->hooks;
	if (!hooks || !hooks->verify_op || hooks->verify_op(parser, op, hooks->ctx))
		return true;
	return parser->status != MLIRBC_OK ? false : mlirbc_parser_error_op(parser, op, "invalid op");
}

/* Optional loc(...) after the op. */
static bool parse_location(struct mlirbc_parser *parser, struct mlirbc_op *op)
{
	struct mlirbc__trailing_loc location;
	if (!mlirbc__parse_trailing_loc(parser, &location))
		return false;
	if (location.ref)
		op->location = location.ref;
	return !location.attr || mlirbc_op_set_location(op, location.attr) || mlirbc__no_memory(parser);
}

/* Gives the op's location to what a hook made in its regions. */
static void locate_made(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			for (uint32_t j = 0; j < block->argument_count; j++) {
				const struct mlirbc_attr *location = mlirbc_value_location(&block->arguments[j]);
				if (location->kind == MLIRBC_LOC_UNKNOWN)
					mlirbc__block_locations(block)[j] = (uintptr_t)op->location << 1 | 1;
			}
			for (struct mlirbc_op *made = block->first; made; made = made->next)
				made->location = made->location ? made->location : op->location;
		}
	}
}

/* Makes the op from the collected parts, unless a callback takes it, and names its results. */
static bool complete(struct mlirbc_parser *parser, const struct mlirbc_op_state *state)
{
	struct mlirbc_op_spec spec;
	struct mlirbc_value *values;
	if (!gather(parser, state, &spec))
		return false;
	if (offer(parser, state, &spec, state->block, &values))
		return define_results(parser, values, (uint32_t)spec.result_count, state->results);
	struct mlirbc_op *op = make_op(parser, state, &spec, state->block);
	if (!op || !parse_location(parser, op))
		return false;
	if (state->made_blocks)
		locate_made(op);
	return define_results(parser, mlirbc_op_results(op), op->result_count, state->results) &&
	       verify(parser, state, op);
}

/* A state whose parts begin at the tops of the stacks. */
static struct mlirbc_op_state begin_state(const struct mlirbc_parser *parser, struct mlirbc_block *block)
{
	return (struct mlirbc_op_state){ .block = block,
		.results = parser->results.count,
		.before = parser->types.count,
		.types = parser->types.count,
		.scratch = parser->scratch_used,
		.entries = parser->entries.count,
		.inherent = parser->inherent.count,
		.values = parser->values.count,
		.regions = parser->regions.count,
		.blocks = parser->blocks.count };
}

static bool push_parts(struct mlirbc_parser *parser, struct mlirbc_op_state *state, const struct mlirbc_op_spec *spec)
{
	const struct mlirbc_attr *all = spec->attributes;
	for (size_t i = 0; i < spec->operand_count; i++) {
		if (!mlirbc__push_pointer(parser, &parser->values, spec->operands[i]))
			return false;
	}
	for (size_t i = 0; i < spec->result_count; i++) {
		if (!mlirbc__push_pointer(parser, &parser->types, spec->result_types[i]))
			return false;
	}
	for (size_t i = 0; all && i < all->u.dictionary.count; i++) {
		struct mlirbc__item *slot = mlirbc__push(parser, &parser->entries, sizeof *slot);
		if (!slot)
			return false;
		*slot = (struct mlirbc__item){ all->u.dictionary.data[i], state->token };
	}
	return mlirbc__sort_entries(parser, state, state->entries);
}

struct mlirbc_op *mlirbc_parser_make_op(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_op_spec *spec, struct mlirbc_block *block)
{
	struct mlirbc_op_state state = begin_state(parser, block);
	struct mlirbc_op_spec gathered;
	const struct mlirbc_string *name = spec->unique_name ? spec->unique_name
							     : mlirbc_string_get(parser->context, spec->name, spec->name_size);
	if (!name) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	op->made_blocks = true;
	state.token = op->token;
	state.kind = mlirbc__kind_of(parser, *name, true);
	if (!state.kind)
		return NULL;
	state.name = state.kind->name;
	struct mlirbc_op *made = NULL;
	if (push_parts(parser, &state, spec) && gather(parser, &state, &gathered))
		made = make_op(parser, &state, &gathered, block);
	parser->types.count = state.before;
	parser->inherent.count = state.inherent;
	parser->values.count = state.values;
	return made && verify(parser, &state, made) ? made : NULL;
}

bool mlirbc__end_op(struct mlirbc_parser *parser, const struct mlirbc_op_state *op)
{
	if (!complete(parser, op))
		return false;
	parser->types.count = op->before;
	parser->inherent.count = op->inherent;
	parser->values.count = op->values;
	parser->regions.count = op->regions;
	parser->blocks.count = op->blocks;
	parser->scratch_used = op->scratch;
	return true;
}

bool mlirbc__begin_op(struct mlirbc_parser *parser, struct mlirbc_block *block)
{
	struct mlirbc_op_state op = begin_state(parser, block);
	if (!parse_results(parser))
		return false;
	op.token = parser->token;
	switch (read_form(parser, &op)) {
	case READ_WHOLE: return mlirbc__end_op(parser, &op);
	case READ_REGION: return mlirbc__open_region(parser, &op);
	default: return false;
	}
}

bool mlirbc__parse_op(struct mlirbc_parser *parser, struct mlirbc_block *block)
{
	size_t base = parser->open.count;
	return mlirbc__begin_op(parser, block) && mlirbc__read_regions(parser, base);
}
