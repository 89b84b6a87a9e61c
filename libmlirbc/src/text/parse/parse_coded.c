/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes of the dialects llvm and sdy that have a bytecode encoding: their text is parsed into fields, so that shared
 * parts stay shared; that of llvm by the formats that print them (mlirbc/dialect.h). Text that does not match, perhaps of
 * another release, is kept as text. */
#include "dialects/coding.h"
#include "text/parse/parser.h"

/* MLIR prints these attributes through aliases, so nesting is shallow; deeper ones are kept as text. */
enum { NO_FIELD = MLIRBC__MOST_FIELDS, MOST_LEVELS = 8 };

struct form {
	const struct mlirbc__coding *coding;
	struct mlirbc__coding_field fields[MLIRBC__MOST_FIELDS];
	const struct mlirbc_attr *values[MLIRBC__MOST_FIELDS];
	bool given[MLIRBC__MOST_FIELDS];
	size_t count;
};

static bool parse_form(
	struct mlirbc_parser *parser, const struct mlirbc__coding *coding, const struct mlirbc_attr **out);

static const struct mlirbc__coding *find_coding(const char *mnemonic, size_t size)
{
	const struct mlirbc_string llvm = { "llvm", 4 }, name = { mnemonic, size };
	uint64_t code;
	return mlirbc__coding_find(&llvm, &name, SIZE_MAX, false, &code);
}

/* ---- values. False: the text does not match. */

static bool parse_integer(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc__token token = parser->token;
	const struct mlirbc_type *bits = mlirbc_type_integer(parser->context, 64, MLIRBC_UNSIGNED);
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_SIGNLESS);
	uint64_t number;
	if (token.kind != TOKEN_INTEGER || !bits || !i64 ||
		!mlirbc__number_bits(parser, bits, &token, false, &number, 1))
		return false;
	mlirbc__advance(parser);
	*out = mlirbc_attr_integer(parser->context, i64, number);
	return *out != NULL;
}

/* A named number: gets the spelling that the decoder produces. */
static bool parse_enumerator(
	struct mlirbc_parser *parser, const struct mlirbc__coding_field *field, const struct mlirbc_attr **out)
{
	const struct mlirbc_string *text;
	uint64_t number;
	char name[256];
	if (parser->token.kind == TOKEN_INTEGER)
		return parse_integer(parser, out);
	if ((parser->token.kind != TOKEN_WORD && parser->token.kind != TOKEN_STRING) ||
		!mlirbc__take_text(parser, &text) ||
		!mlirbc__enum_value(field->names, text->data, text->size, &number) ||
		!mlirbc__enum_name(field->names, number, name, sizeof name) ||
		!mlirbc__string_is(text, name, strlen(name)))
		return false;
	*out = mlirbc_attr_string(parser->context, text->data, text->size);
	return *out != NULL;
}

static bool parse_string(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_string *text;
	if (parser->token.kind != TOKEN_STRING || !mlirbc__take_text(parser, &text))
		return false;
	*out = mlirbc_attr_string(parser->context, text->data, text->size);
	return *out != NULL;
}

static bool parse_flag(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	bool value = mlirbc__at_word(parser, "true");
	if (!value && !mlirbc__at_word(parser, "false"))
		return false;
	mlirbc__advance(parser);
	*out = mlirbc_attr_bool(parser->context, value);
	return *out != NULL;
}

/* Without its #dialect.mnemonic if the field determines it. */
static bool parse_part(
	struct mlirbc_parser *parser, const struct mlirbc__coding_field *field, const struct mlirbc_attr **out)
{
	static const struct {
		const char *field, *mnemonic;
	} known[] = { { "file", "di_file" }, { "expr", "di_expression" }, { "dataLocation", "di_expression" },
		{ "rank", "di_expression" }, { "allocated", "di_expression" }, { "associated", "di_expression" },
		{ "compileUnit", "di_compile_unit" }, { "var", "di_global_variable" }, { "decl", "di_global_variable" },
		{ "vectorize", "loop_vectorize" }, { "interleave", "loop_interleave" }, { "unroll", "loop_unroll" },
		{ "unrollAndJam", "loop_unroll_and_jam" }, { "licm", "loop_licm" }, { "distribute", "loop_distribute" },
		{ "pipeline", "loop_pipeline" }, { "peeled", "loop_peeled" }, { "unswitch", "loop_unswitch" } };
	const struct mlirbc_string name = { field->name, field->name_size };
	if (parser->token.kind != '<')
		return mlirbc__parse_attr(parser, NULL, out);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (!mlirbc__string_is(&name, known[i].field, strlen(known[i].field)))
			continue;
		const struct mlirbc__coding *coding = find_coding(known[i].mnemonic, strlen(known[i].mnemonic));
		return coding ? parse_form(parser, coding, out)
			      : mlirbc_parser_attr_body(parser, "llvm", known[i].mnemonic, out);
	}
	return false;
}

static size_t find_field(const struct mlirbc_parser *parser, const struct form *form)
{
	const struct mlirbc_string word = { parser->token.start, mlirbc__token_size(&parser->token) };
	for (size_t i = 0; parser->token.kind == TOKEN_WORD && i < form->count; i++) {
		if (mlirbc__string_is(&word, form->fields[i].name, form->fields[i].name_size))
			return i;
	}
	return NO_FIELD;
}

static bool end_list(struct mlirbc_parser *parser, size_t from, const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_array(parser->context, (const void *)(parser->attrs.data + from),
		MLIRBC__COUNT(parser->attrs, from, struct mlirbc_attr *));
	parser->attrs.count = from;
	return *out != NULL;
}

/* Elements of lists are coded attributes too, which may be kept as text. */
static bool is_node(const struct mlirbc_attr *attr)
{
	const struct mlirbc_string *dialect = attr->kind == MLIRBC_ATTR_CODED     ? attr->u.coded.dialect
					      : attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.dialect
										  : NULL;
	return dialect && mlirbc__string_is(dialect, "llvm", 4);
}

/* a, b, c up to the end or to the name of another field; *comma: the comma before that name has been consumed. */
static bool parse_list(
	struct mlirbc_parser *parser, const struct form *form, bool *comma, const struct mlirbc_attr **out)
{
	size_t from = parser->attrs.count;
	do {
		const struct mlirbc_attr *item;
		*comma = MLIRBC__COUNT(parser->attrs, from, struct mlirbc_attr *) &&
			 find_field(parser, form) != NO_FIELD;
		if (*comma)
			break;
		if (!mlirbc__parse_attr(parser, NULL, &item) || !is_node(item) ||
			!mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	} while (mlirbc__take(parser, ','));
	return end_list(parser, from, out);
}

/* The encoding of a debug type, DW_ATE_signed, as its number. */
static bool parse_encoding(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *i64 = mlirbc_type_integer(parser->context, 64, MLIRBC_SIGNLESS);
	uint64_t number;
	if (!i64 || !mlirbc__enum_value("ate", parser->token.start, mlirbc__token_size(&parser->token), &number))
		return false;
	mlirbc__advance(parser);
	*out = mlirbc_attr_integer(parser->context, i64, number);
	return *out != NULL;
}

/* A number; behind the first one of DW_OP_LLVM_convert also an encoding. */
static bool parse_argument(
	struct mlirbc_parser *parser, const struct mlirbc_attr *opcode, bool first, const struct mlirbc_attr **out)
{
	if (!first && parser->token.kind == TOKEN_WORD && opcode && opcode->kind == MLIRBC_ATTR_STRING &&
		mlirbc__string_is(opcode->u.string, "DW_OP_LLVM_convert", 18))
		return parse_encoding(parser, out);
	return parse_integer(parser, out);
}

/* (1, 2) of an operation, or operations of an expression in brackets; may be absent. */
static bool parse_bracketed(
	struct mlirbc_parser *parser, bool numbers, const struct mlirbc_attr *opcode, const struct mlirbc_attr **out)
{
	size_t from = parser->attrs.count;
	if (!mlirbc__take(parser, numbers ? '(' : '['))
		return end_list(parser, from, out);
	do {
		const struct mlirbc_attr *item;
		const bool first = parser->attrs.count == from;
		if (!(numbers ? parse_argument(parser, opcode, first, &item)
			      : parse_form(parser, find_coding("di_expression_elem", 18), &item)) ||
			!mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__take(parser, numbers ? ')' : ']') && end_list(parser, from, out);
}

static bool parse_value(struct mlirbc_parser *parser, struct form *form, size_t at, char style, bool *comma)
{
	const struct mlirbc__coding_field *field = &form->fields[at];
	const struct mlirbc_attr **out = &form->values[at];
	form->given[at] = true;
	*comma = false;
	switch (field->kind) {
	case 'a':
	case '?': return parse_part(parser, field, out);
	case 'e': return parse_enumerator(parser, field, out);
	case 'v':
	case 'o': return parse_integer(parser, out);
	case 's': return parse_string(parser, out);
	case 'b': return parse_flag(parser, out);
	case 'O': return style == 'i' ? parse_bracketed(parser, false, NULL, out) : parse_list(parser, form, comma, out);
	case 'V': return parse_bracketed(parser, true, form->values[0], out);
	default: return false;
	}
}

/* ---- forms */

/* <name = value, ...> */
static bool parse_named(struct mlirbc_parser *parser, struct form *form)
{
	bool comma;
	if (!mlirbc__take(parser, '<'))
		return false;
	if (mlirbc__take(parser, '>'))
		return true;
	do {
		size_t at = find_field(parser, form);
		if (at == NO_FIELD || form->given[at])
			return false;
		mlirbc__advance(parser);
		if (!mlirbc__take(parser, '=') || !parse_value(parser, form, at, form->coding->format[1 + at], &comma))
			return false;
	} while (comma || mlirbc__take(parser, ','));
	return mlirbc__take(parser, '>');
}

static bool parse_template(struct mlirbc_parser *parser, struct form *form)
{
	bool comma;
	for (const char *at = form->coding->format + 1; *at;) {
		if (*at == ' ') {
			at++;
		} else if (*at == '$') {
			if (!parse_value(parser, form, (size_t)(at[2] - '0'), at[1], &comma))
				return false;
			at += 3;
		} else if (mlirbc__char_is(*at, CHAR_WORD_START)) {
			size_t size = strcspn(at, " $<>");
			if (parser->token.kind != TOKEN_WORD || mlirbc__token_size(&parser->token) != size ||
				memcmp(parser->token.start, at, size) != 0)
				return false;
			mlirbc__advance(parser);
			at += size;
		} else if (!mlirbc__take(parser, *at++)) {
			return false;
		}
	}
	return true;
}

static bool is_default(const struct mlirbc_attr *value)
{
	switch (value->kind) {
	case MLIRBC_ATTR_INTEGER: return value->u.number.words[0] == 0;
	case MLIRBC_ATTR_STRING: return value->u.string->size == 0;
	case MLIRBC_ATTR_ARRAY: return value->u.array.count == 0;
	default: return false;
	}
}

/* Sets absent and default values as the decoder does. */
static bool settle_value(struct mlirbc_parser *parser, struct form *form, size_t at)
{
	const struct mlirbc__coding_field *field = &form->fields[at];
	const struct mlirbc_attr **value = &form->values[at];
	uint64_t zero;
	if (!form->given[at] && field->kind == 'V')
		*value = mlirbc_attr_array(parser->context, NULL, 0);
	else if (!form->given[at])
		return field->leave_out || field->kind == '?' || field->kind == 'o' || field->kind == 'O';
	if (!*value)
		return false;
	bool missing = is_default(*value);
	if (field->kind == 'e' && (*value)->kind == MLIRBC_ATTR_STRING)
		missing = mlirbc__enum_value(field->names, (*value)->u.string->data, (*value)->u.string->size, &zero) &&
			  zero == 0;
	if (missing && (field->kind == 'O' || (field->leave_out && field->kind != 'a' && field->kind != '?')))
		*value = NULL;
	return true;
}

static bool make_coded(struct mlirbc_parser *parser, const struct form *form, const struct mlirbc_attr **out)
{
	struct mlirbc_context *context = parser->context;
	const struct mlirbc__coding *coding = form->coding;
	struct mlirbc_named_attr fields[MLIRBC__MOST_FIELDS];
	for (size_t i = 0; i < form->count; i++) {
		fields[i].name = mlirbc_string_get(context, form->fields[i].name, form->fields[i].name_size);
		fields[i].value = form->values[i];
		if (!fields[i].name)
			return false;
	}
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_CODED };
	attr.u.coded = (struct mlirbc_coded){ mlirbc_string_get(context, "llvm", 4),
		mlirbc_string_get(context, coding->mnemonic, strlen(coding->mnemonic)), fields, form->count,
		coding->format };
	*out = attr.u.coded.dialect && attr.u.coded.mnemonic ? mlirbc_attr_get(context, &attr) : NULL;
	return *out != NULL;
}

static bool parse_form(
	struct mlirbc_parser *parser, const struct mlirbc__coding *coding, const struct mlirbc_attr **out)
{
	struct form form = { .coding = coding };
	if (!coding || !coding->format)
		return false;
	for (const char *text = coding->fields; form.count < MLIRBC__MOST_FIELDS; form.count++) {
		text = mlirbc__coding_next(text, &form.fields[form.count]);
		if (!text)
			break;
	}
	if (!(*coding->format == 'T' ? parse_template(parser, &form) : parse_named(parser, &form)))
		return false;
	for (size_t i = 0; i < form.count; i++) {
		if (!settle_value(parser, &form, i))
			return false;
	}
	return make_coded(parser, &form, out);
}

/* ---- speculative parsing: a failed attempt has no side effects */

struct before {
	struct mlirbc__lexer lexer;
	struct mlirbc__token token;
	const char *last_end, *last_line_start;
	uint32_t last_line, depth, deepest;
	uint64_t weight;
	size_t attrs, types, entries, dims, bytes, lists;
	struct mlirbc__distinct *distinct;
};

static void remember(const struct mlirbc_parser *parser, struct before *out)
{
	*out = (struct before){ .lexer = parser->lexer,
		.token = parser->token,
		.last_end = parser->last_end,
		.last_line_start = parser->last_line_start,
		.last_line = parser->last_line,
		.depth = parser->depth,
		.deepest = parser->deepest,
		.weight = parser->weight,
		.attrs = parser->attrs.count,
		.types = parser->types.count,
		.entries = parser->entries.count,
		.dims = parser->dims.count,
		.bytes = parser->bytes.count,
		.lists = parser->lists.count,
		.distinct = parser->last_distinct };
}

static void go_back(struct mlirbc_parser *parser, const struct before *to)
{
	parser->lexer = to->lexer;
	parser->token = to->token;
	parser->last_end = to->last_end;
	parser->last_line_start = to->last_line_start;
	parser->last_line = to->last_line;
	parser->depth = to->depth;
	parser->deepest = to->deepest;
	parser->weight = to->weight;
	parser->attrs.count = to->attrs;
	parser->types.count = to->types;
	parser->entries.count = to->entries;
	parser->dims.count = to->dims;
	parser->bytes.count = to->bytes;
	parser->lists.count = to->lists;
	for (; parser->last_distinct != to->distinct; parser->last_distinct = parser->last_distinct->before)
		parser->last_distinct->attr = NULL;
	parser->status = MLIRBC_OK; /* it was, or there would have been no attempt */
}

/* An attempt: the text behind #llvm.mnemonic, #sdy.mnemonic, or #sdy. */
struct attempt {
	bool (*parse)(struct mlirbc_parser *parser, const struct attempt *attempt, const struct mlirbc_attr **out);
	const struct mlirbc__coding *coding;
	const char *mnemonic;
	size_t size; /* 0: the mnemonic is in the angle brackets */
};

static bool parse_llvm(struct mlirbc_parser *parser, const struct attempt *attempt, const struct mlirbc_attr **out)
{
	return parse_form(parser, attempt->coding, out);
}

static bool parse_sdy(struct mlirbc_parser *parser, const struct attempt *attempt, const struct mlirbc_attr **out)
{
	if (attempt->size)
		return mlirbc__parse_sdy(parser, attempt->mnemonic, attempt->size, out);
	if (!mlirbc__take(parser, '<') || parser->token.kind != TOKEN_WORD)
		return false;
	const char *mnemonic = parser->token.start;
	const size_t size = mlirbc__token_size(&parser->token);
	mlirbc__advance(parser);
	return mlirbc__parse_sdy(parser, mnemonic, size, out) && mlirbc__take(parser, '>');
}

static bool find_attempt(struct mlirbc_parser *parser, struct attempt *out)
{
	static const struct mlirbc_string sdy = { "sdy", 3 };
	const struct mlirbc_string text = { parser->token.start, mlirbc__token_size(&parser->token) };
	if (mlirbc__string_starts_with(&text, "#llvm.") && text.size > 6) {
		*out = (struct attempt){ parse_llvm, find_coding(text.data + 6, text.size - 6), NULL, 0 };
		return out->coding != NULL;
	}
	if (!mlirbc__string_is(&text, "#sdy", 4) && (!mlirbc__string_starts_with(&text, "#sdy.") || text.size == 5))
		return false;
	const struct mlirbc_assembly *hooks = mlirbc__find_dialect(parser, &sdy, HOOK_ATTR);
	*out = (struct attempt){ parse_sdy, NULL, text.data + 5, text.size > 5 ? text.size - 5 : 0 };
	return !hooks;
}

bool mlirbc__try_coded(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const char *end = parser->token.end;
	struct attempt attempt;
	if (end == parser->lexer.end || *end != '<' || parser->tries == MOST_LEVELS || !find_attempt(parser, &attempt))
		return false;
	struct before before;
	struct mlirbc_diag *diag = parser->diag;
	remember(parser, &before);
	parser->diag = NULL;
	parser->tries++;
	mlirbc__reset(parser, end);
	bool good = attempt.parse(parser, &attempt, out) && parser->status == MLIRBC_OK;
	parser->tries--;
	parser->diag = diag;
	if (!good)
		go_back(parser, &before);
	return good;
}
