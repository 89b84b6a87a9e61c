/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses custom forms (ops.h). Forms with parts that no code describes have functions of their own. */
#include "tables/ops.h"
#include <string.h>

bool bef_mlir__made(struct mlirbc_parser *parser, const void *pointer)
{
	return pointer || mlirbc_parser_no_memory(parser);
}

/* Returns the type for a letter. The last type that was requested for an op of this name is cached. */
static const struct mlirbc_type *type_of(struct mlirbc_parser *parser, const struct bef_mlir__op *op, char letter)
{
	struct bef_mlir__kept *kept = op->kept;
	if (kept->letter != letter || !kept->type) {
		kept->type = bef_mlir__letter_type(mlirbc_parser_context(parser), letter, op);
		kept->letter = letter;
	}
	return bef_mlir__made(parser, kept->type) ? kept->type : NULL;
}

bool bef_mlir__add_fixed_results(
	struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	for (const char *letter = op->def->results; *letter; letter++) {
		const struct mlirbc_type *type = type_of(parser, op, *letter);
		if (!type || !mlirbc_parser_add_result(parser, state, type))
			return false;
	}
	return true;
}

/* An op of which a part has been parsed. */
struct forming {
	struct mlirbc_parser *parser;
	const struct bef_mlir__op *op;
	struct mlirbc_op_state *state;
	bool typed, signature; /* operands have been added; results too */
	struct mlirbc_unresolved first[BEF_MLIR__MAX_LETTERS]; /* the leading operands of a variadic op */
	struct mlirbc_unresolved *rest;
	size_t first_count, rest_count;
	const struct mlirbc_type *const *types; /* of `rest` */
};

/* ---- operands */

/* Operands with commas. If the op has leading ones that are not parsed yet, they come first. */
static bool parse_operands(struct forming *f)
{
	if (!*f->op->def->operands) /* an attribute may follow */
		return true;
	if (!mlirbc_parser_operands(f->parser, &f->rest, &f->rest_count))
		return false;
	for (; f->op->kept->variadic && f->first_count < f->op->kept->leading; f->rest_count--) {
		if (f->rest_count == 0)
			return mlirbc_parser_error(f->parser, "expected SSA operand");
		f->first[f->first_count++] = *f->rest++;
	}
	return true;
}

static bool parse_more_operands(struct forming *f)
{
	if (!mlirbc_parser_try(f->parser, ","))
		return true;
	return parse_operands(f) && (f->rest_count || mlirbc_parser_error(f->parser, "expected SSA operand"));
}

static bool add_declared(struct forming *f, const struct mlirbc_unresolved *operands, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_type *type = type_of(f->parser, f->op, f->op->def->operands[i]);
		if (!type || !mlirbc_parser_add_operand(f->parser, f->state, &operands[i], type))
			return false;
	}
	return true;
}

/* Types of the operands behind the leading ones; these and the declared results are added. */
static bool parse_types(struct forming *f)
{
	size_t count = 0;
	f->typed = true;
	if (!add_declared(f, f->first, f->first_count) || !mlirbc_parser_types(f->parser, &f->types, &count))
		return false;
	return mlirbc_parser_add_operands(f->parser, f->state, f->rest, f->rest_count, f->types, count);
}

/* ": i32, i32", or nothing without operands */
static bool parse_optional_types(struct forming *f)
{
	if (f->rest_count || mlirbc_parser_at(f->parser, ":"))
		return mlirbc_parser_expect(f->parser, ":") && parse_types(f);
	f->typed = true;
	return add_declared(f, f->first, f->first_count);
}

static bool parse_signature(struct forming *f)
{
	const struct mlirbc_type *type;
	f->typed = f->signature = true;
	if (!add_declared(f, f->first, f->first_count) || !mlirbc_parser_function_type(f->parser, &type))
		return false;
	const struct mlirbc_types *inputs = &type->u.function.inputs, *results = &type->u.function.results;
	f->types = inputs->data;
	return mlirbc_parser_add_operands(f->parser, f->state, f->rest, f->rest_count, inputs->data, inputs->count) &&
	       mlirbc_parser_add_results(f->parser, f->state, results->data, results->count);
}

/* ---- attributes */

static bool parse_inherent(struct forming *f, const struct bef_mlir__attr_def *def, bool integer)
{
	const struct mlirbc_attr *value;
	const bool number = !strchr("\"[#@e?", def->kind);
	const struct mlirbc_type *type = NULL;
	if (number) {
		type = bef_mlir__letter_type(mlirbc_parser_context(f->parser), def->kind, f->op);
		if (!bef_mlir__made(f->parser, type))
			return false;
	}
	bool parsed = def->kind == '"'   ? mlirbc_parser_string(f->parser, &value)
		      : def->kind == '@' ? mlirbc_parser_symbol(f->parser, &value)
		      : integer          ? mlirbc_parser_integer(f->parser, type, &value)
					 : mlirbc_parser_attr(f->parser, type, &value);
	return parsed && mlirbc_parser_add_attr(f->parser, f->state, def->name, value);
}

/* ---- regions */

/* The arguments of the body: start and end of its range, then the other operands. */
static bool parse_range_body(struct forming *f)
{
	const size_t count = 2 + f->rest_count;
	struct mlirbc_context *context = mlirbc_parser_context(f->parser);
	struct mlirbc_unresolved *names =
		mlirbc_context_alloc(context, count * sizeof *names, _Alignof(struct mlirbc_unresolved));
	const struct mlirbc_type **types = mlirbc_context_alloc(context, count * sizeof *types, sizeof *types);
	const struct mlirbc_type *number = type_of(f->parser, f->op, f->op->def->operands[0]);
	if (!bef_mlir__made(f->parser, names) || !bef_mlir__made(f->parser, types) || !number)
		return false;
	for (size_t i = 0; i < count; i++) {
		names[i] = i < 2 ? f->first[i] : f->rest[i - 2];
		types[i] = i < 2 ? number : f->types[i - 2];
	}
	return mlirbc_parser_add_region(f->parser, f->state, names, types, count, true);
}

/* {...}, or {...} else {...}. Arguments have the names of the operands. */
static bool parse_regions(struct forming *f)
{
	const struct bef_mlir__op_def *def = f->op->def;
	if (def->check == BEF_MLIR__CHECK_PARALLEL_FOR)
		return parse_range_body(f);
	for (unsigned i = 0; i < def->regions; i++) {
		if (i > 0 && !mlirbc_parser_try(f->parser, "else"))
			return mlirbc_parser_add_empty_region(f->parser, f->state);
		if (!mlirbc_parser_add_region(f->parser, f->state, f->rest, f->types, f->rest_count, true))
			return false;
	}
	return true;
}

/* ---- the form */

static bool is_variadic(const char *letters, size_t size) { return size && letters[size - 1] == '*'; }

void bef_mlir__keep(const struct bef_mlir__op_def *def, struct bef_mlir__kept *out)
{
	const size_t size = strlen(def->operands);
	out->variadic = is_variadic(def->operands, size);
	out->leading = (unsigned char)(out->variadic ? size - 2 : size);
	out->carries = is_variadic(def->results, strlen(def->results));
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

/* Parses the words and punctuation of a form up to a code. */
static bool parse_text(struct forming *f, const char **form)
{
	const char *p = *form;
	while (*p && *p != '%') {
		char token[32];
		size_t size = 0;
		do
			token[size++] = *p++;
		while (is_letter(token[0]) && is_letter(*p));
		token[size] = '\0';
		if (token[0] != ' ' && !mlirbc_parser_expect(f->parser, token))
			return false;
	}
	*form = p;
	return true;
}

static bool parse_code(struct forming *f, char code)
{
	switch (code) {
	case 'o': return mlirbc_parser_operand(f->parser, &f->first[f->first_count++]);
	case 'a':
	case 'A': return parse_operands(f);
	case 'C': return parse_more_operands(f);
	case 'd':
	case 'k': return mlirbc_parser_attr_dict(f->parser, f->state, code == 'k');
	case 't': return parse_types(f);
	case 'T': return parse_optional_types(f);
	case 'f':
	case 'p': return parse_signature(f);
	case 'i': return parse_inherent(f, &f->op->def->attrs[1], true);
	default: return parse_inherent(f, &f->op->def->attrs[code - '0'], false);
	}
}

/* Any number of operands of the type behind the leading ones. */
static bool add_repeated(struct forming *f)
{
	const struct mlirbc_type *type = type_of(f->parser, f->op, f->op->def->operands[f->op->kept->leading]);
	if (!type || !add_declared(f, f->first, f->first_count))
		return false;
	for (size_t i = 0; i < f->rest_count; i++) {
		if (!mlirbc_parser_add_operand(f->parser, f->state, &f->rest[i], type))
			return false;
	}
	return true;
}

/* Operands whose types are all declared. */
static bool add_operands(struct forming *f)
{
	if (f->typed)
		return true;
	if (f->op->kept->variadic)
		return add_repeated(f);
	if (f->rest_count != f->op->kept->leading)
		return mlirbc_parser_error(
			f->parser, "%zu operands present, but expected %u", f->rest_count, f->op->kept->leading);
	return add_declared(f, f->rest, f->rest_count);
}

/* Results that no signature has given. */
static bool add_results(struct forming *f)
{
	if (f->signature)
		return true;
	return f->op->kept->carries ? mlirbc_parser_add_results(f->parser, f->state, f->types, f->rest_count)
				    : bef_mlir__add_fixed_results(f->parser, f->op, f->state);
}

bool bef_mlir__parse_form(struct mlirbc_parser *parser, const struct bef_mlir__op *op, struct mlirbc_op_state *state)
{
	struct forming f; /* its arrays are not cleared: this runs for each op of a text */
	f.parser = parser;
	f.op = op;
	f.state = state;
	f.typed = f.signature = false;
	f.rest = NULL;
	f.first_count = f.rest_count = 0;
	f.types = NULL;
	for (const char *form = op->def->form; *form; form += 2) {
		if (*form != '%' && !parse_text(&f, &form))
			return false;
		if (!*form)
			break;
		if (!parse_code(&f, form[1]))
			return false;
	}
	return add_operands(&f) && add_results(&f) && (op->def->regions == 0 || parse_regions(&f));
}
