/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes in custom forms: numbers, flags, enumerators, lists of indices. */
#include "text/parse/parse_form.h"

/* Names of attributes are parts of formats, without a NUL at the end. */
struct name {
	char text[40];
};
static struct name name_of(const char *text, size_t size)
{
	struct name name;
	memcpy(name.text, text, size);
	name.text[size] = '\0';
	return name;
}

static bool add_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, size_t size,
	const struct mlirbc_attr *value)
{
	return mlirbc_parser_add_attr(parser, op, name_of(name, size).text, value);
}

static const struct mlirbc_type *integer_type(struct mlirbc_parser *parser, uint32_t width)
{
	return mlirbc_type_integer(parser->context, width, MLIRBC_SIGNLESS);
}

/* ---- lists of integers */

bool mlirbc__read_integer(struct mlirbc_parser *parser, int64_t *out)
{
	uint64_t word = 0;
	const struct mlirbc_type *type = integer_type(parser, 64);
	bool negative = mlirbc__take(parser, '-');
	struct mlirbc__token token = parser->token;
	if (!type)
		return mlirbc__no_memory(parser);
	if (token.kind != TOKEN_INTEGER)
		return mlirbc__error_at(parser, &token, "expected integer value");
	mlirbc__advance(parser);
	if (!mlirbc__number_bits(parser, type, &token, negative, &word, 1))
		return false;
	memcpy(out, &word, sizeof word);
	return true;
}

static bool push_integer(struct mlirbc_parser *parser, int64_t value)
{
	int64_t *slot = mlirbc__push(parser, &parser->dims, sizeof *slot);
	if (slot)
		*slot = value;
	return slot != NULL;
}

/* [1, -2]: integers, pushed on parser->dims as int64_t; `open` and `close` are the brackets. */
static bool read_integers(struct mlirbc_parser *parser, const char *open, const char *close)
{
	int64_t value;
	if (!mlirbc_parser_expect(parser, open))
		return false;
	if (mlirbc_parser_try(parser, close))
		return true;
	do {
		if (!mlirbc__read_integer(parser, &value) || !push_integer(parser, value))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc_parser_expect(parser, close);
}

const struct mlirbc_attr *mlirbc__take_integers(struct mlirbc_parser *parser, size_t from, uint32_t width)
{
	const int64_t *values = (const void *)(parser->dims.data + from);
	size_t count = MLIRBC__COUNT(parser->dims, from, int64_t), bytes = parser->bytes.count;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE_ARRAY, .type = integer_type(parser, width) };
	uint8_t *data = mlirbc__push(parser, &parser->bytes, count * (width / 8));
	if (!attr.type || !data)
		return NULL;
	for (size_t i = 0; i < count * (width / 8); i++)
		data[i] = (uint8_t)((uint64_t)values[i / (width / 8)] >> (8 * (i % (width / 8))));
	attr.u.dense.data = data;
	attr.u.dense.size = count * (width / 8);
	attr.u.dense.count = count;
	parser->dims.count = from;
	parser->bytes.count = bytes;
	return mlirbc_attr_get(parser->context, &attr);
}

/* A constant, or an operand, which is recorded as MLIRBC_DYNAMIC. */
static bool read_index(struct mlirbc_parser *parser)
{
	struct mlirbc_unresolved *name;
	int64_t value = MLIRBC_DYNAMIC;
	if (!mlirbc_parser_at_operand(parser)) {
		if (parser->token.kind != TOKEN_INTEGER && parser->token.kind != '-')
			return mlirbc_parser_error(parser, "expected SSA value or integer");
		return mlirbc__read_integer(parser, &value) && push_integer(parser, value);
	}
	name = mlirbc__push(parser, &parser->unresolved, sizeof *name);
	return name && mlirbc__parse_operand(parser, name) && push_integer(parser, value);
}

bool mlirbc__index_list(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *brackets,
	const char *name, size_t size, struct mlirbc_unresolved **out, size_t *out_count)
{
	const char open[] = { brackets[0], '\0' }, close[] = { brackets[1], '\0' };
	size_t dims = parser->dims.count, names = parser->unresolved.count;
	const void *copy = NULL;
	if (!mlirbc_parser_expect(parser, open))
		return false;
	if (!mlirbc_parser_at(parser, close)) {
		do {
			if (!read_index(parser))
				return false;
		} while (mlirbc__take(parser, ','));
	}
	if (!mlirbc_parser_expect(parser, close) ||
		!mlirbc__take_off(parser, &parser->unresolved, names, sizeof **out, &copy, out_count))
		return false;
	*out = (struct mlirbc_unresolved *)(uintptr_t)copy;
	return add_attr(parser, op, name, size, mlirbc__take_integers(parser, dims, 64));
}

bool mlirbc__read_indices(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, size_t size,
	struct mlirbc_unresolved **out, size_t *out_count)
{
	return mlirbc__index_list(parser, op, "[]", name, size, out, out_count);
}

/* ---- flags and enumerators */

static bool add_flags(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct mlirbc__form_flags *flags,
	unsigned bits)
{
	char text[96];
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	mlirbc__flags_text(flags, bits, text, sizeof text);
	attr.u.dialect.dialect = mlirbc_string_get(parser->context, "arith", 5);
	attr.u.dialect.text = mlirbc_string_get(parser->context, text, strlen(text));
	if (!attr.u.dialect.dialect || !attr.u.dialect.text)
		return mlirbc__no_memory(parser);
	return mlirbc_parser_add_attr(parser, op, flags->attribute, mlirbc_attr_get(parser->context, &attr));
}

static bool read_flag(struct mlirbc_parser *parser, const struct mlirbc__form_flags *flags, unsigned *bits)
{
	struct mlirbc__token token = parser->token;
	size_t size = mlirbc__token_size(&token);
	int bit = mlirbc__name_index(flags->names, token.start, size);
	if (bit >= 0)
		*bits |= 1U << bit;
	else if (flags->all && strlen(flags->all) == size && memcmp(flags->all, token.start, size) == 0)
		*bits |= 0x7F;
	else if (size != 4 || memcmp(token.start, "none", 4) != 0)
		return mlirbc__error_at(parser, &token, "expected %s to be one of: none %.*s", flags->word,
			(int)strlen(flags->names) - 1, flags->names);
	mlirbc__advance(parser);
	return true;
}

/* Optional word<flag, flag>. */
static bool read_flags(struct mlirbc_parser *parser, struct mlirbc_op_state *op, char code)
{
	const struct mlirbc__form_flags *flags = mlirbc__form_flags(code);
	unsigned bits = 0;
	if (!mlirbc_parser_try(parser, flags->word))
		return true;
	if (!mlirbc_parser_expect(parser, "<"))
		return false;
	do {
		if (!read_flag(parser, flags, &bits))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc_parser_expect(parser, ">") && add_flags(parser, op, flags, bits);
}

static bool read_enum(struct mlirbc_parser *parser, struct mlirbc_op_state *op, char code)
{
	const struct mlirbc__form_enum *all = mlirbc__form_enum(code);
	struct mlirbc__token token = parser->token;
	int value = -1;
	/* MLIR accepts a string as well */
	if (token.kind == TOKEN_WORD)
		value = mlirbc__name_index(all->names, token.start, mlirbc__token_size(&token));
	else if (token.kind == TOKEN_STRING)
		value = mlirbc__name_index(all->names, token.start + 1, mlirbc__token_size(&token) - 2);
	if (value < 0 && all->optional)
		return true;
	if (value < 0)
		return mlirbc__error_at(parser, &token,
			"expected string or keyword containing one of the following enum values for attribute '%s' [%.*s]",
			all->attribute, (int)strlen(all->names) - 1, all->names);
	mlirbc__advance(parser);
	return mlirbc_parser_add_attr(parser, op, all->attribute,
		mlirbc_attr_integer(parser->context, integer_type(parser, all->width), (uint64_t)value));
}

/* ---- words of formats */

static bool read_weights(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	size_t from = parser->dims.count;
	if (!mlirbc_parser_try(parser, "weights"))
		return true;
	return mlirbc_parser_expect(parser, "(") && read_integers(parser, "[", "]") &&
	       mlirbc_parser_expect(parser, ")") &&
	       mlirbc_parser_add_attr(parser, op, "branch_weights", mlirbc__take_integers(parser, from, 32));
}

/* [1, 2] as dense<[1, 2]> : tensor<2xindex> */
static bool read_shape(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	size_t from = parser->dims.count;
	if (!read_integers(parser, "[", "]"))
		return false;
	const struct mlirbc_type *index = mlirbc_type_index(parser->context);
	int64_t count = (int64_t)MLIRBC__COUNT(parser->dims, from, int64_t);
	const struct mlirbc_type *type = mlirbc_type_shaped(parser->context, MLIRBC_TYPE_TENSOR, &count, 1, index);
	const struct mlirbc_attr *array = mlirbc__take_integers(parser, from, 64); /* its bytes, little-endian */
	return mlirbc_parser_add_attr(parser, op, "shape",
		array && type ? mlirbc_attr_dense(parser->context, type, array->u.dense.data, array->u.dense.size) : NULL);
}

/* <#value>; the default if absent. */
static bool read_poison(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	const struct mlirbc_attr *value;
	if (!mlirbc_parser_try(parser, "<"))
		return true;
	return mlirbc_parser_attr(parser, NULL, &value) && mlirbc_parser_expect(parser, ">") &&
	       mlirbc_parser_add_attr(parser, op, "value", value);
}

static bool read_plus(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, size_t size)
{
	size_t from = parser->dims.count;
	switch (word[1]) {
	case 'o':
	case 'f':
	case 'F': return read_flags(parser, op, word[1]);
	case 'w': return read_weights(parser, op);
	case 'x': return read_shape(parser, op);
	case 'u': return read_poison(parser, op);
	default:
		return read_integers(parser, "[", "]") &&
		       add_attr(parser, op, word + 2, size - 2, mlirbc__take_integers(parser, from, 64));
	}
}

static bool read_value(struct mlirbc_parser *parser, char kind, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *type = kind == 'i'   ? mlirbc_type_index(parser->context)
					 : kind == 'w' ? integer_type(parser, 32)
					 : kind == 'l' ? integer_type(parser, 64)
						       : NULL;
	struct mlirbc__token place = parser->token;
	if ((kind == '"' && place.kind != TOKEN_STRING) || (kind == '@' && place.kind != TOKEN_SYMBOL))
		return mlirbc__expected(parser, "attribute value");
	switch (kind) {
	case '"': return mlirbc_parser_string(parser, out);
	case '@':
		return mlirbc_parser_symbol(parser, out) &&
		       ((*out)->u.symbol.count == 0 ||
			       mlirbc__error_at(parser, &place, "invalid kind of attribute specified"));
	default: return mlirbc__parse_attr(parser, type, out);
	}
}

bool mlirbc__read_form_attr(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *word, size_t size)
{
	const struct mlirbc_attr *value;
	const char *equals;
	switch (word[0]) {
	case '#': return read_value(parser, word[1], &value) && add_attr(parser, op, word + 2, size - 2, value);
	case '&': return read_enum(parser, op, word[1]);
	case '+': return read_plus(parser, op, word, size);
	default: break;
	}
	equals = memchr(word, '=', size);
	return !mlirbc_parser_try(parser, name_of(equals + 1, (size_t)(word + size - (equals + 1))).text) ||
	       add_attr(parser, op, word + 1, (size_t)(equals - word) - 1, mlirbc_attr_unit(parser->context));
}
