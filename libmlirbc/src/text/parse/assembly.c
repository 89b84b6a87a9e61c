/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of mlirbc/assembly.h, which hooks call; thin wrappers of the parser's own functions. */
#include "text/parse/parser.h"
#include "dialects/forms.h"

struct mlirbc_context *mlirbc_parser_context(struct mlirbc_parser *parser) { return parser->context; }

/* ---- errors */

bool mlirbc_parser_error(struct mlirbc_parser *parser, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	mlirbc__report(parser, MLIRBC_E_SYNTAX, &parser->token, format, arguments);
	va_end(arguments);
	return false;
}

bool mlirbc_parser_error_at(struct mlirbc_parser *parser, const struct mlirbc_unresolved *at, const char *format, ...)
{
	struct mlirbc__token place = { .line = at->line, .column = at->column, .start = parser->text + at->offset };
	va_list arguments;
	va_start(arguments, format);
	mlirbc__report(parser, MLIRBC_E_SYNTAX, &place, format, arguments);
	va_end(arguments);
	return false;
}

struct mlirbc_unresolved mlirbc_parser_place(const struct mlirbc_parser *parser, const struct mlirbc_op_state *op)
{
	const struct mlirbc__token *token = op ? &op->token : &parser->token;
	return (struct mlirbc_unresolved){ .name = { token->start, 0 },
		.line = token->line,
		.column = token->column,
		.offset = (uint64_t)(token->start - parser->text) };
}

bool mlirbc_parser_no_memory(struct mlirbc_parser *parser) { return mlirbc__no_memory(parser); }

bool mlirbc_parser_locate(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	op->location = mlirbc__place_add(parser->context, parser->file, parser->token.line, parser->token.column);
	return op->location || mlirbc__no_memory(parser);
}

/* The byte at a line and column of the source, NULL when there is none. */
static const char *find_place(const struct mlirbc_parser *parser, uint32_t line, uint32_t column)
{
	const char *p = parser->text, *end = parser->lexer.end;
	for (; line > 1 && p; line--) {
		p = memchr(p, '\n', (size_t)(end - p));
		p = p ? p + 1 : NULL;
	}
	return p && line == 1 && column > 0 && (size_t)(end - p) >= column - 1 ? p + (column - 1) : NULL;
}

bool mlirbc_parser_error_op(struct mlirbc_parser *parser, const struct mlirbc_op *op, const char *format, ...)
{
	struct mlirbc__token place = { .start = NULL };
	const struct mlirbc_attr *location = mlirbc_op_location(op);
	if (location->kind == MLIRBC_LOC_FILE) {
		place.line = location->u.file.line;
		place.column = location->u.file.column;
		if (location->u.file.file == parser->file)
			place.start = find_place(parser, place.line, place.column);
	}
	va_list arguments;
	va_start(arguments, format);
	mlirbc__report(parser, MLIRBC_E_SYNTAX, &place, format, arguments);
	va_end(arguments);
	return false;
}

/* ---- tokens */

bool mlirbc_parser_at(struct mlirbc_parser *parser, const char *text)
{
	size_t size = mlirbc__token_size(&parser->token);
	return strlen(text) == size && size && memcmp(parser->token.start, text, size) == 0;
}

bool mlirbc_parser_try(struct mlirbc_parser *parser, const char *text)
{
	if (!mlirbc_parser_at(parser, text))
		return false;
	mlirbc__advance(parser);
	return true;
}

bool mlirbc_parser_expect(struct mlirbc_parser *parser, const char *text)
{
	if (mlirbc_parser_try(parser, text))
		return true;
	struct mlirbc__token last = mlirbc__last(parser);
	return mlirbc__error_at(parser, &last, "expected '%s'", text);
}

bool mlirbc_parser_at_operand(struct mlirbc_parser *parser) { return parser->token.kind == TOKEN_VALUE; }

bool mlirbc_parser_at_symbol(struct mlirbc_parser *parser) { return parser->token.kind == TOKEN_SYMBOL; }

bool mlirbc_parser_at_word(struct mlirbc_parser *parser) { return parser->token.kind == TOKEN_WORD; }

bool mlirbc_parser_word(struct mlirbc_parser *parser, struct mlirbc_string *out)
{
	if (parser->token.kind != TOKEN_WORD)
		return mlirbc_parser_error(parser, "expected a word");
	*out = (struct mlirbc_string){ parser->token.start, mlirbc__token_size(&parser->token) };
	mlirbc__advance(parser);
	return true;
}

bool mlirbc_parser_at_string(struct mlirbc_parser *parser) { return parser->token.kind == TOKEN_STRING; }

bool mlirbc_parser_at_successor(struct mlirbc_parser *parser) { return parser->token.kind == TOKEN_BLOCK; }

/* i32, si8, f64, bf16, f8E4M3FN, tf32 */
static bool is_number_type(const char *word, size_t size)
{
	size_t at = word[0] == 'f' || word[0] == 'i' ? 1 : 2;
	return size > at && mlirbc__char_is(word[at], CHAR_DIGIT) &&
	       (at == 1 || memcmp(word, "si", 2) == 0 || memcmp(word, "ui", 2) == 0 || memcmp(word, "bf", 2) == 0 ||
		       memcmp(word, "tf", 2) == 0);
}

bool mlirbc_parser_at_type(struct mlirbc_parser *parser)
{
	static const char names[] = "index none vector tensor memref complex tuple ";
	const struct mlirbc__token *token = &parser->token;
	size_t size = mlirbc__token_size(token);
	if (token->kind != TOKEN_WORD)
		return token->kind == TOKEN_BANG || token->kind == '(';
	return is_number_type(token->start, size) || mlirbc__name_index(names, token->start, size) >= 0;
}

bool mlirbc_parser_at_attr(struct mlirbc_parser *parser)
{
	static const char names[] = "affine_map affine_set array dense dense_resource distinct false loc sparse "
				    "strided true unit ";
	const struct mlirbc__token *token = &parser->token;
	switch (token->kind) {
	case TOKEN_WORD:
		return mlirbc__name_index(names, token->start, mlirbc__token_size(token)) >= 0 || mlirbc_parser_at_type(parser);
	case TOKEN_INTEGER:
	case TOKEN_FLOAT:
	case TOKEN_STRING:
	case TOKEN_SYMBOL:
	case TOKEN_HASH:
	case TOKEN_BANG:
	case '-':
	case '[':
	case '{':
	case '(': return true;
	default: return false;
	}
}

struct mlirbc_string mlirbc_parser_token(struct mlirbc_parser *parser)
{
	return (struct mlirbc_string){ parser->token.start, mlirbc__token_size(&parser->token) };
}

bool mlirbc_parser_skip(struct mlirbc_parser *parser)
{
	if (parser->token.kind == TOKEN_END || parser->token.kind == TOKEN_ERROR)
		return mlirbc_parser_error(parser, "unexpected end of the operation");
	mlirbc__advance(parser);
	return parser->token.kind != TOKEN_ERROR || mlirbc_parser_error(parser, "unexpected character");
}

bool mlirbc_parser_skip_part(struct mlirbc_parser *parser, size_t bytes)
{
	if (bytes >= mlirbc__token_size(&parser->token))
		return mlirbc_parser_skip(parser);
	mlirbc__reset(parser, parser->token.start + bytes);
	return true;
}

bool mlirbc_parser_at_integer(struct mlirbc_parser *parser)
{
	return parser->token.kind == TOKEN_INTEGER || parser->token.kind == '-';
}

bool mlirbc_parser_int64(struct mlirbc_parser *parser, int64_t *out)
{
	struct mlirbc__token place = parser->token;
	bool negative = mlirbc__take(parser, '-');
	const char *at = parser->token.start, *end = parser->token.end;
	if (parser->token.kind != TOKEN_INTEGER)
		return mlirbc__error_at(parser, &place, "expected integer value");
	uint64_t value = 0, base = end - at > 2 && at[1] == 'x' ? 16 : 10, most = (uint64_t)INT64_MAX + negative;
	for (at += base == 16 ? 2 : 0; at < end; at++) {
		uint64_t digit = (uint64_t)(*at <= '9' ? *at - '0' : (*at | 32) - 'a' + 10);
		if (value > (most - digit) / base)
			return mlirbc__error_at(parser, &place, "integer value too large");
		value = value * base + digit;
	}
	*out = negative && value ? -(int64_t)(value - 1) - 1 : (int64_t)value;
	mlirbc__advance(parser);
	return true;
}

/* ---- operands */

bool mlirbc_parser_operand(struct mlirbc_parser *parser, struct mlirbc_unresolved *out)
{
	return mlirbc__parse_operand(parser, out);
}

const void **mlirbc_parser_kept(struct mlirbc_op_state *op) { return &op->kind->kept; }

/* Requests that do not fit into the scratch memory use the arena. */
void *mlirbc__scratch(struct mlirbc_parser *parser, size_t bytes)
{
	struct mlirbc__arena *arena = &parser->context->arena;
	size_t align = _Alignof(max_align_t), rounded = (bytes + align - 1) & ~(align - 1);
	if (!parser->scratch)
		parser->scratch = mlirbc__arena_take(arena, MLIRBC__SCRATCH, align);
	if (!parser->scratch || bytes > MLIRBC__SCRATCH || rounded > MLIRBC__SCRATCH - parser->scratch_used)
		return mlirbc__arena_alloc(arena, bytes, align);
	void *room = parser->scratch + parser->scratch_used;
	parser->scratch_used += rounded;
	return room;
}

bool mlirbc__take_off(struct mlirbc_parser *parser, struct mlirbc__stack *stack, size_t from, size_t size,
	const void **out, size_t *out_count)
{
	size_t bytes = stack->count - from;
	void *copy = mlirbc__scratch(parser, bytes);
	if (!copy)
		return mlirbc__no_memory(parser);
	if (bytes) /* not memcpy(): when optimizing for size, gcc expands it to "rep movsb", which has a high startup
	              cost */
		memmove(copy, stack->data + from, bytes);
	stack->count = from;
	*out = copy;
	*out_count = bytes / size;
	return true;
}

void *mlirbc_parser_scratch(struct mlirbc_parser *parser, size_t bytes)
{
	void *room = mlirbc__scratch(parser, bytes);
	if (!room)
		mlirbc__no_memory(parser);
	return room;
}

static bool parse_operands(
	struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count, bool *out_comma)
{
	size_t from = parser->unresolved.count;
	const void *copy = NULL;
	bool comma = false;
	if (mlirbc_parser_at_operand(parser)) {
		do {
			struct mlirbc_unresolved *slot = mlirbc__push(parser, &parser->unresolved, sizeof *slot);
			if (!slot || !mlirbc__parse_operand(parser, slot))
				return false;
			comma = mlirbc__take(parser, ',');
		} while (comma && (!out_comma || mlirbc_parser_at_operand(parser)));
	}
	if (out_comma)
		*out_comma = comma;
	if (!mlirbc__take_off(parser, &parser->unresolved, from, sizeof **out, &copy, out_count))
		return false;
	*out = (struct mlirbc_unresolved *)(uintptr_t)copy;
	return true;
}

bool mlirbc_parser_operands(struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count)
{
	return parse_operands(parser, out, out_count, NULL);
}

bool mlirbc_parser_operands_and_comma(
	struct mlirbc_parser *parser, struct mlirbc_unresolved **out, size_t *out_count, bool *out_comma)
{
	return parse_operands(parser, out, out_count, out_comma);
}

bool mlirbc_parser_add_operand(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operand, const struct mlirbc_type *type)
{
	(void)op; /* its operands are the newest on the stack */
	return mlirbc__add_value(parser, operand, type);
}

bool mlirbc_parser_add_operands(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type *const *types,
	size_t type_count)
{
	if (count != type_count)
		return mlirbc_parser_error(parser, "%zu operands present, but expected %zu", count, type_count);
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_add_operand(parser, op, &operands[i], types[i]))
			return false;
	}
	return true;
}

/* ---- types */

bool mlirbc_parser_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	return mlirbc__parse_op_type(parser, out);
}

bool mlirbc_parser_last_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	return mlirbc__parse_op_type(parser, out);
}

bool mlirbc_parser_types(struct mlirbc_parser *parser, const struct mlirbc_type *const **out, size_t *out_count)
{
	size_t from = parser->types.count;
	const struct mlirbc_type *type;
	const void *copy = NULL;
	do {
		if (!mlirbc__parse_op_type(parser, &type) || !mlirbc__push_pointer(parser, &parser->types, type))
			return false;
	} while (mlirbc__take(parser, ','));
	if (!mlirbc__take_off(parser, &parser->types, from, sizeof **out, &copy, out_count))
		return false;
	*out = copy;
	return true;
}

bool mlirbc_parser_function_type(struct mlirbc_parser *parser, const struct mlirbc_type **out)
{
	struct mlirbc__token place = parser->token;
	if (!mlirbc_parser_last_type(parser, out))
		return false;
	return (*out)->kind == MLIRBC_TYPE_FUNCTION || mlirbc__error_at(parser, &place, "expected function type");
}

bool mlirbc_parser_type_body(
	struct mlirbc_parser *parser, const char *dialect, const char *mnemonic, const struct mlirbc_type **out)
{
	struct mlirbc_string text;
	if (!mlirbc__parse_body(parser, mnemonic, &text))
		return false;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT,
		.u.dialect = { mlirbc_string_get(parser->context, dialect, strlen(dialect)),
			mlirbc_string_get(parser->context, text.data, text.size), false } };
	*out = type.u.dialect.dialect && type.u.dialect.text ? mlirbc_type_get(parser->context, &type) : NULL;
	if (!*out)
		return mlirbc__no_memory(parser);
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, type.u.dialect.dialect, HOOK_TYPE);
	*out = hooks ? hooks->check_type(parser, *out, hooks->ctx) : *out;
	return *out || mlirbc_parser_error(parser, "invalid type of dialect '%s'", dialect);
}

bool mlirbc_parser_add_result(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *type)
{
	(void)op;
	return type ? mlirbc__push_pointer(parser, &parser->types, type) : mlirbc__no_memory(parser);
}

bool mlirbc_parser_add_results(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *const *types, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc_parser_add_result(parser, op, types[i]))
			return false;
	}
	return true;
}

/* ---- attributes */

bool mlirbc_parser_attr(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	return mlirbc__parse_attr(parser, type, out);
}

/* An attribute of `llvm` may have fields. */
static bool decode_body(struct mlirbc_parser *parser, const struct mlirbc__token *place,
	const struct mlirbc_string *body, const struct mlirbc_attr **out)
{
	static const char prefix[] = "#llvm.";
	const size_t size = sizeof prefix - 1;
	char *text = mlirbc__scratch(parser, size + body->size);
	if (!text)
		return mlirbc__no_memory(parser);
	memcpy(text, prefix, size);
	memcpy(text + size, body->data, body->size);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_parse_attr(parser->context, text, size + body->size, out, &diag);
	if (status == MLIRBC_E_NOMEM)
		return mlirbc__no_memory(parser);
	return status == MLIRBC_OK || mlirbc__error_at(parser, place, "%s", diag.message);
}

bool mlirbc_parser_attr_body(
	struct mlirbc_parser *parser, const char *dialect, const char *mnemonic, const struct mlirbc_attr **out)
{
	const struct mlirbc__token place = parser->token;
	if (strcmp(dialect, "sdy") == 0 && mlirbc__parse_sdy(parser, mnemonic, strlen(mnemonic), out))
		return true;
	if (strcmp(dialect, "sdy") == 0)
		return parser->status == MLIRBC_OK &&
		       mlirbc__error_at(parser, &place, "expected the body of #%s.%s", dialect, mnemonic);
	struct mlirbc_string text;
	if (!mlirbc__parse_body(parser, mnemonic, &text))
		return false;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT,
		.u.dialect = { mlirbc_string_get(parser->context, dialect, strlen(dialect)),
			mlirbc_string_get(parser->context, text.data, text.size), false } };
	if (strcmp(dialect, "llvm") == 0) {
		if (!decode_body(parser, &place, &text, out))
			return false;
	} else {
		*out = attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(parser->context, &attr) : NULL;
	}
	if (!*out || !attr.u.dialect.dialect)
		return mlirbc__no_memory(parser);
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, attr.u.dialect.dialect, HOOK_ATTR);
	*out = hooks ? hooks->check_attr(parser, *out, hooks->ctx) : *out;
	return *out || mlirbc_parser_error(parser, "invalid attribute of dialect '%s'", dialect);
}

bool mlirbc_parser_symbol(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	if (!mlirbc_parser_at_symbol(parser))
		return mlirbc_parser_error(parser, "expected '@' and a symbol name");
	return mlirbc__parse_attr(parser, NULL, out);
}

bool mlirbc_parser_string(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_string *text;
	if (parser->token.kind != TOKEN_STRING)
		return mlirbc_parser_error(parser, "expected string");
	if (!mlirbc__take_text(parser, &text))
		return false;
	*out = mlirbc_attr_string(parser->context, text->data, text->size);
	return *out || mlirbc__no_memory(parser);
}

bool mlirbc_parser_integer(struct mlirbc_parser *parser, const struct mlirbc_type *type, const struct mlirbc_attr **out)
{
	if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != '-')
		return mlirbc_parser_error(parser, "expected integer value");
	return mlirbc__parse_attr(parser, type, out);
}

bool mlirbc_parser_attr_dict(struct mlirbc_parser *parser, struct mlirbc_op_state *op, bool keyword)
{
	size_t from = parser->entries.count;
	if (keyword) {
		if (!mlirbc_parser_try(parser, "attributes"))
			return true;
	} else if (parser->token.kind != '{') {
		return true;
	}
	return mlirbc__parse_entries(parser) && mlirbc__sort_entries(parser, op, from);
}

bool mlirbc_parser_properties(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return parser->token.kind != '<' || mlirbc__parse_properties(parser, op);
}

bool mlirbc_parser_add_attr(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct mlirbc_attr *value)
{
	struct mlirbc__item entry = { .named = { mlirbc_string_get(parser->context, name, strlen(name)), value },
		.token = parser->token };
	if (!entry.named.name || !value)
		return mlirbc__no_memory(parser);
	const struct mlirbc__item *entries = (const void *)(parser->entries.data + op->entries);
	for (size_t i = 0; i < MLIRBC__COUNT(parser->entries, op->entries, struct mlirbc__item); i++) {
		if (entries[i].named.name == entry.named.name)
			return mlirbc__error_at(parser, &entries[i].token, "attribute '%s' given twice", name);
	}
	struct mlirbc__item *slot = mlirbc__push(parser, &parser->inherent, sizeof *slot);
	if (slot)
		*slot = entry;
	return slot != NULL;
}

bool mlirbc_parser_add_successor(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	(void)op;
	return mlirbc__push_successor(parser);
}

void mlirbc_parser_first_successor(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_block **blocks = (void *)(parser->blocks.data + op->blocks);
	const size_t count = MLIRBC__COUNT(parser->blocks, op->blocks, struct mlirbc_block *);
	if (count < 2)
		return;
	struct mlirbc_block *last = blocks[count - 1];
	memmove(blocks + 1, blocks, (count - 1) * sizeof(struct mlirbc_block *));
	blocks[0] = last;
}

/* ---- regions */

bool mlirbc_parser_terminate(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *terminator)
{
	struct mlirbc_region *region = ((struct mlirbc_region *const *)(void *)(parser->regions.data + parser->regions.count))[-1];
	const struct mlirbc_op_spec spec = { .name = terminator, .name_size = terminator ? strlen(terminator) : 0 };
	struct mlirbc_block *block = region->first;
	if (!block && !(block = mlirbc_block_create(parser->context, region, NULL, NULL, 0)))
		return mlirbc__no_memory(parser);
	if (!terminator || block->next || (block->last && mlirbc__is_terminator(block->last->name)))
		return true;
	op->made_blocks = true;
	return mlirbc_op_create(parser->context, &spec, block) || mlirbc__no_memory(parser);
}

bool mlirbc_parser_add_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *names, const struct mlirbc_type *const *types, size_t count, bool isolated)
{
	size_t from = parser->arguments.count;
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_unresolved_argument argument = { .name = names[i], .type = types[i] };
		if (!mlirbc__push_argument(parser, argument))
			return false;
	}
	return mlirbc__parse_region(parser, op, from, isolated);
}

bool mlirbc_parser_add_empty_region(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	(void)op;
	return mlirbc__empty_region(parser);
}

bool mlirbc_parser_argument(struct mlirbc_parser *parser, struct mlirbc_unresolved_argument *out)
{
	return mlirbc__parse_argument(parser, out) && mlirbc__argument_loc(parser, out);
}

bool mlirbc_parser_add_region_of(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved_argument *arguments, size_t count, bool isolated)
{
	size_t from = parser->arguments.count;
	for (size_t i = 0; i < count; i++) {
		if (!mlirbc__push_argument(parser, arguments[i]))
			return false;
	}
	return mlirbc__parse_region(parser, op, from, isolated);
}

struct mlirbc_block *mlirbc_parser_add_block(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc_type *const *types, size_t count)
{
	struct mlirbc_region *region = MLIRBC__NEW(parser->context, struct mlirbc_region);
	if (region)
		*region = (struct mlirbc_region){ 0 };
	struct mlirbc_block *block = region ? mlirbc_block_create(parser->context, region, types, NULL, count) : NULL;
	if (!block) {
		mlirbc__no_memory(parser);
		return NULL;
	}
	op->made_blocks = true;
	return mlirbc__push_pointer(parser, &parser->regions, region) ? block : NULL;
}
