/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parser: interprets formats. */
#include "assembly/form.h"

struct reading {
	struct mlirbc_parser *parser;
	struct mlirbc_op_state *op;
	enum mlirbc_stablehlo_code code;
	struct mlirbc_unresolved *operands;
	size_t count;
	bool comma; /* the one behind the operands is consumed and not used yet */
};

/* ---- parts */

bool shlo__parse_dims(struct mlirbc_parser *parser, struct shlo__dims *out)
{
	out->count = 0;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if (out->count == SHLO__MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d numbers in a list", SHLO__MOST_DIMS);
		if ((out->count && !mlirbc_parser_expect(parser, ",")) ||
			!mlirbc_parser_int64(parser, &out->at[out->count++]))
			return false;
	}
	return mlirbc_parser_expect(parser, "]");
}

void *shlo__list_room(struct mlirbc_parser *parser, void *list, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return list;
	const size_t more = *room ? 2 * *room : 8;
	void *made = mlirbc_parser_scratch(parser, more * size);
	if (!made)
		return NULL;
	if (count)
		memcpy(made, list, count * size);
	*room = more;
	return made;
}

bool shlo__add_dims(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct shlo__dims *dims)
{
	return mlirbc_parser_add_attr(
		parser, op, name, shlo__i64s_attr(mlirbc_parser_context(parser), dims->at, dims->count));
}

bool shlo__parse_enum(
	struct mlirbc_parser *parser, enum shlo__enum which, const char *dialect, const struct mlirbc_attr **out)
{
	struct mlirbc_string word;
	if (!mlirbc_parser_at_word(parser))
		return mlirbc_parser_error(parser, "%s", shlo__enum_expected(which));
	/* the word is looked at before it is consumed, so that an error is at its place */
	for (int value = 0; value < 8; value++) {
		char name[SHLO__WORD];
		if (!shlo__enum_name(which, value, &word) || word.size >= sizeof name)
			continue;
		memcpy(name, word.data, word.size);
		name[word.size] = '\0';
		if (mlirbc_parser_try(parser, name)) {
			*out = shlo__enum_attr(mlirbc_parser_context(parser), dialect, which, value);
			return *out || mlirbc_parser_no_memory(parser);
		}
	}
	return mlirbc_parser_error(parser, "%s", shlo__enum_expected(which));
}

static bool parse_integer(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, char kind)
{
	const struct mlirbc_type *type = mlirbc_type_integer(
		mlirbc_parser_context(parser), kind == 'm' ? 32 : 64, kind == 'U' ? MLIRBC_UNSIGNED : MLIRBC_SIGNLESS);
	const struct mlirbc_attr *attr;
	return (type || mlirbc_parser_no_memory(parser)) && mlirbc_parser_integer(parser, type, &attr) &&
	       mlirbc_parser_add_attr(parser, op, name, attr);
}

static bool parse_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, char kind, const char *name)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	const struct mlirbc_attr *attr = NULL;
	const struct mlirbc_type *type;
	struct shlo__dims dims;
	switch (kind) {
	case 'A': return shlo__parse_dims(parser, &dims) && shlo__add_dims(parser, op, name, &dims);
	case 'n':
	case 'U':
	case 'm': return parse_integer(parser, op, name, kind);
	case 'f':
		type = mlirbc_type_float(context, MLIRBC_F64);
		if (!type)
			return mlirbc_parser_no_memory(parser);
		if (!mlirbc_parser_attr(parser, type, &attr))
			return false;
		break;
	case 'b':
		if (!mlirbc_parser_at(parser, "true") && !mlirbc_parser_at(parser, "false"))
			return mlirbc_parser_error(parser, "expected true or false");
		attr = mlirbc_attr_bool(context, mlirbc_parser_at(parser, "true"));
		if (!mlirbc_parser_try(parser, "true"))
			mlirbc_parser_try(parser, "false");
		break;
	default:
		if (!mlirbc_parser_string(parser, &attr))
			return false;
	}
	return mlirbc_parser_add_attr(parser, op, name, attr);
}

/* ---- types */

/* Adds the operands and results of the type. */
static bool add_function_type(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type *type)
{
	return mlirbc_parser_add_operands(
		       parser, op, operands, count, type->u.function.inputs.data, type->u.function.inputs.count) &&
	       mlirbc_parser_add_results(parser, op, type->u.function.results.data, type->u.function.results.count);
}

bool shlo__parse_signature(struct mlirbc_parser *parser, struct mlirbc_op_state *op,
	const struct mlirbc_unresolved *operands, size_t count, const struct mlirbc_type **out)
{
	return mlirbc_parser_expect(parser, ":") && mlirbc_parser_function_type(parser, out) &&
	       add_function_type(parser, op, operands, count, *out);
}

static bool add_equal(struct reading *r, const struct mlirbc_type *type)
{
	for (size_t i = 0; i < r->count; i++) {
		if (!mlirbc_parser_add_operand(r->parser, r->op, &r->operands[i], type))
			return false;
	}
	return true;
}

static bool expected_tensor(struct reading *r, const char *what)
{
	return mlirbc_parser_error(r->parser, "expected %s before this", what);
}

/* Result type of stablehlo.complex: a tensor of complex numbers; the operands are tensors of their parts. */
static bool add_complex(struct reading *r, const struct mlirbc_type *type)
{
	const struct mlirbc_type *element = shlo__element(type);
	if (!shlo__is_tensor(type) || element->kind != MLIRBC_TYPE_COMPLEX)
		return expected_tensor(r, "a function type or a tensor of complex numbers");
	const struct mlirbc_type *part = shlo__with_element(
		mlirbc_parser_context(r->parser), type, element->u.shaped.element);
	return (part || mlirbc_parser_no_memory(r->parser)) && add_equal(r, part) &&
	       mlirbc_parser_add_result(r->parser, r->op, type);
}

static bool add_select(struct reading *r, const struct mlirbc_type *predicate)
{
	const struct mlirbc_type *type;
	if (!mlirbc_parser_expect(r->parser, ",") || !mlirbc_parser_type(r->parser, &type))
		return false;
	for (size_t i = 0; i < r->count; i++) {
		if (!mlirbc_parser_add_operand(r->parser, r->op, &r->operands[i], i ? type : predicate))
			return false;
	}
	return mlirbc_parser_add_result(r->parser, r->op, type);
}

static bool add_tuple(struct reading *r, const struct mlirbc_type *type)
{
	if (type->kind != MLIRBC_TYPE_TUPLE)
		return expected_tensor(r, "a tuple type");
	return mlirbc_parser_add_operands(
		       r->parser, r->op, r->operands, r->count, type->u.tuple.data, type->u.tuple.count) &&
	       mlirbc_parser_add_result(r->parser, r->op, type);
}

/* One type, which may be a function type. */
static bool parse_one_type(struct reading *r, char code)
{
	const struct mlirbc_type *type;
	if (!(code == 'p' ? mlirbc_parser_type : mlirbc_parser_last_type)(r->parser, &type))
		return false;
	if (type->kind == MLIRBC_TYPE_FUNCTION && strchr("Fscp", code))
		return add_function_type(r->parser, r->op, r->operands, r->count, type);
	switch (code) {
	case 'F': return expected_tensor(r, "a function type");
	case 'c': return add_complex(r, type);
	case 'p': return add_select(r, type);
	case 't': return add_tuple(r, type);
	case '1': return add_equal(r, type);
	default: return add_equal(r, type) && mlirbc_parser_add_result(r->parser, r->op, type);
	}
}

/* Types of operands "->" types of results. */
static bool parse_arrow(struct reading *r)
{
	const struct mlirbc_type *const *types;
	const struct mlirbc_type *type;
	size_t count;
	if (!mlirbc_parser_types(r->parser, &types, &count) ||
		!mlirbc_parser_add_operands(r->parser, r->op, r->operands, r->count, types, count) ||
		!mlirbc_parser_expect(r->parser, "->"))
		return false;
	if (!mlirbc_parser_try(r->parser, "("))
		return mlirbc_parser_type(r->parser, &type) && mlirbc_parser_add_result(r->parser, r->op, type);
	return mlirbc_parser_types(r->parser, &types, &count) && mlirbc_parser_expect(r->parser, ")") &&
	       mlirbc_parser_add_results(r->parser, r->op, types, count);
}

static bool parse_types(struct reading *r, char code)
{
	const struct mlirbc_type *const *types;
	size_t count;
	if (code == 'o' && r->count == 0)
		return true;
	if (!mlirbc_parser_expect(r->parser, ":"))
		return false;
	switch (code) {
	case 'a': return parse_arrow(r);
	case 'r':
		return mlirbc_parser_types(r->parser, &types, &count) &&
		       mlirbc_parser_add_results(r->parser, r->op, types, count);
	case 'o':
		return mlirbc_parser_types(r->parser, &types, &count) &&
		       mlirbc_parser_add_operands(r->parser, r->op, r->operands, r->count, types, count);
	default: return parse_one_type(r, code);
	}
}

/* `dense<...> : type`, which is the operand's type too. */
static bool parse_expected(struct reading *r)
{
	const struct mlirbc_attr *value;
	if (!mlirbc_parser_attr(r->parser, NULL, &value))
		return false;
	if (!value->type)
		return expected_tensor(r, "a value with a type");
	return mlirbc_parser_add_attr(r->parser, r->op, "value", value) && add_equal(r, value->type);
}

/* ---- words */

static bool check_count(struct reading *r)
{
	bool more;
	uint32_t least = mlirbc_stablehlo_least(shlo__ops[r->code].operands, &more);
	if (r->count < least || (r->count > least && !more))
		return mlirbc_parser_error(r->parser, "expected %u operand%s%s, found %zu", least,
			least == 1 ? "" : "s", more ? " or more" : "", r->count);
	return true;
}

/* Whether the words of an optional group, which begin with a comma, are here. Skips them if not. */
static bool enters_group(struct reading *r, const char **at)
{
	const char *behind = *at;
	struct shlo__word comma, word;
	char text[SHLO__WORD];
	shlo__next_word(&behind, &comma);
	shlo__next_word(&behind, &word);
	r->comma = r->comma || mlirbc_parser_try(r->parser, ",");
	if (r->comma && (word.text[0] == '&' ? mlirbc_parser_at_word(r->parser)
					     : mlirbc_parser_at(r->parser, shlo__word_text(&word, 0, text))))
		return true;
	*at = strchr(*at, ';');
	return false;
}

static bool parse_word(struct reading *r, const struct shlo__word *word)
{
	const struct mlirbc_attr *attr;
	char text[SHLO__WORD];
	if (word->size == 1 && word->text[0] == ',') {
		bool have = r->comma;
		r->comma = false;
		return have || mlirbc_parser_expect(r->parser, ",");
	}
	if (word->size == 5 && memcmp(word->text, "sizes", 5) == 0)
		mlirbc_parser_try(r->parser, ","); /* dynamic_slice %a, , sizes = []: so StableHLO prints no indices */
	if (r->comma && word->text[0] != ';') {
		struct mlirbc_unresolved none;
		return mlirbc_parser_operand(r->parser, &none) && mlirbc_parser_error(r->parser, "unexpected ','");
	}
	switch (word->text[0]) {
	case ';': return true;
	case '%':
		return mlirbc_parser_operands_and_comma(r->parser, &r->operands, &r->count, &r->comma) &&
		       check_count(r);
	case '@': return mlirbc_parser_attr_dict(r->parser, r->op, false);
	case '#': return parse_attr(r->parser, r->op, word->text[1], shlo__word_text(word, 2, text));
	case '&':
		return shlo__parse_enum(r->parser, (enum shlo__enum)(word->text[1] - '1'), "stablehlo", &attr) &&
		       mlirbc_parser_add_attr(r->parser, r->op, shlo__word_text(word, 2, text), attr);
	case '+': return word->text[1] == 'w' ? parse_expected(r) : shlo__parse_part(r->parser, r->op, word->text[1]);
	case ':': return parse_types(r, word->text[1]);
	default: return mlirbc_parser_expect(r->parser, shlo__word_text(word, 0, text));
	}
}

bool shlo__parse_form(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct shlo__form *form)
{
	struct reading r = { .parser = parser, .op = op, .code = shlo__form_code(form) };
	const char *at = shlo__form_format(form);
	struct shlo__word word;
	while (shlo__next_word(&at, &word)) {
		if (word.text[0] == '?') {
			enters_group(&r, &at);
			continue;
		}
		if (!parse_word(&r, &word))
			return false;
	}
	return true;
}
