/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The part of a convolution's form behind its operands:
 * dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 1]], lhs_dilate = [1], rhs_dilate = [1],
 * reverse = [false]} */
#include "assembly/form.h"

#include <stdio.h>

/* A static list of members of `window`, in the order of printing. */
static const struct member {
	const char *word, *attribute;
	char kind; /* A integers, P pairs, Z booleans */
} members[] = { { "stride", "window_strides", 'A' }, { "pad", "padding", 'P' }, { "lhs_dilate", "lhs_dilation", 'A' },
	{ "rhs_dilate", "rhs_dilation", 'A' }, { "reverse", "window_reversal", 'Z' } };
enum { MEMBERS = sizeof members / sizeof *members };

/* ---- parsing */

struct text {
	char data[1024];
	size_t size;
};

static bool append(struct mlirbc_parser *parser, struct text *text, const char *data, size_t size)
{
	if (size >= sizeof text->data - text->size)
		return mlirbc_parser_error(parser, "dimension numbers are too long");
	memcpy(text->data + text->size, data, size);
	text->size += size;
	return true;
}

static bool take(struct mlirbc_parser *parser, struct text *text, const char *token)
{
	return mlirbc_parser_expect(parser, token) && append(parser, text, token, strlen(token));
}

/* [b, 0, 1, f]: the tokens are only copied; the attribute's reader checks them. */
static bool parse_list(struct mlirbc_parser *parser, struct text *text)
{
	struct mlirbc_string word;
	char digits[24];
	int64_t number;
	if (!take(parser, text, "["))
		return false;
	for (bool first = true; !mlirbc_parser_at(parser, "]"); first = false) {
		if (!first && !take(parser, text, ","))
			return false;
		if (mlirbc_parser_at(parser, "?")) {
			if (!take(parser, text, "?"))
				return false;
		} else if (mlirbc_parser_at_integer(parser)) {
			if (!mlirbc_parser_int64(parser, &number))
				return false;
			int size = snprintf(digits, sizeof digits, "%lld", (long long)number);
			if (!append(parser, text, digits, (size_t)size))
				return false;
		} else if (!mlirbc_parser_at_word(parser)) {
			return mlirbc_parser_error(parser, "expected a dimension: a number, b, f, i, o or ?");
		} else if (!mlirbc_parser_word(parser, &word) || !append(parser, text, word.data, word.size)) {
			return false;
		}
	}
	return take(parser, text, "]");
}

static bool parse_dim_numbers(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct text text = { .size = 0 };
	const char *why = NULL;
	if (!append(parser, &text, "conv<", 5) || !parse_list(parser, &text) || !take(parser, &text, "x") ||
		!parse_list(parser, &text) || !take(parser, &text, "->") || !parse_list(parser, &text) ||
		!append(parser, &text, ">", 1))
		return false;
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(context, "stablehlo", 9);
	attr.u.dialect.text = mlirbc_string_get(context, text.data, text.size);
	if (!attr.u.dialect.dialect || !attr.u.dialect.text)
		return mlirbc_parser_no_memory(parser);
	const struct mlirbc_attr *made = shlo__canonical_attr(context, &attr, &why);
	if (!made && why)
		return mlirbc_parser_error(parser, "%s in the dimension numbers before this", why);
	return mlirbc_parser_add_attr(parser, op, "dimension_numbers", made);
}

/* [true, false], or as 1 and 0. */
static bool parse_flags(struct mlirbc_parser *parser, struct shlo__dims *out)
{
	out->count = 0;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if (out->count == SHLO__MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d flags", SHLO__MOST_DIMS);
		if (out->count && !mlirbc_parser_expect(parser, ","))
			return false;
		bool set = mlirbc_parser_try(parser, "true") || mlirbc_parser_try(parser, "1");
		if (!set && !mlirbc_parser_try(parser, "false") && !mlirbc_parser_try(parser, "0"))
			return mlirbc_parser_error(parser, "expected true or false");
		out->at[out->count++] = set;
	}
	return mlirbc_parser_expect(parser, "]");
}

static const struct mlirbc_attr *make_pairs(struct mlirbc_context *context, const struct shlo__dims *values)
{
	uint8_t data[SHLO__MOST_DIMS * 8];
	bool splat = values->count != 0;
	for (size_t i = 0; i < values->count; i++) {
		splat = splat && values->at[i] == values->at[0];
		for (size_t byte = 0; byte < 8; byte++)
			data[i * 8 + byte] = (uint8_t)((uint64_t)values->at[i] >> (8 * byte));
	}
	const struct mlirbc_type *element = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	const int64_t dims[] = { (int64_t)(values->count / 2), 2 };
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DENSE };
	attr.type = element ? shlo__tensor(context, dims, 2, element, NULL) : NULL;
	attr.u.dense.data = data;
	attr.u.dense.count = splat ? 1 : values->count;
	attr.u.dense.size = (splat ? 1 : values->count) * 8;
	attr.u.dense.splat = splat;
	return attr.type ? mlirbc_attr_get(context, &attr) : NULL;
}

/* [[0, 1], [2, 0]] */
static bool parse_pairs(struct mlirbc_parser *parser, struct shlo__dims *out)
{
	struct shlo__dims pair;
	out->count = 0;
	if (!mlirbc_parser_expect(parser, "["))
		return false;
	while (!mlirbc_parser_at(parser, "]")) {
		if ((out->count && !mlirbc_parser_expect(parser, ",")) || !shlo__parse_dims(parser, &pair))
			return false;
		if (pair.count != 2)
			return mlirbc_parser_error(
				parser, "expected a pair of paddings before this, found %zu numbers", pair.count);
		if (out->count + 2 > SHLO__MOST_DIMS)
			return mlirbc_parser_error(parser, "more than %d paddings", SHLO__MOST_DIMS);
		out->at[out->count++] = pair.at[0];
		out->at[out->count++] = pair.at[1];
	}
	return mlirbc_parser_expect(parser, "]");
}

static bool parse_member(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct member *member)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct shlo__dims values;
	if (!mlirbc_parser_expect(parser, "="))
		return false;
	switch (member->kind) {
	case 'A': return shlo__parse_dims(parser, &values) && shlo__add_dims(parser, op, member->attribute, &values);
	case 'P':
		return parse_pairs(parser, &values) &&
		       mlirbc_parser_add_attr(parser, op, member->attribute, make_pairs(context, &values));
	default:
		return parse_flags(parser, &values) && mlirbc_parser_add_attr(parser, op, member->attribute,
							       shlo__bools_attr(context, values.at, values.count));
	}
}

static bool parse_window(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	unsigned seen = 0;
	if (!mlirbc_parser_expect(parser, "{"))
		return false;
	while (!mlirbc_parser_at(parser, "}")) {
		size_t i = 0;
		if (seen && !mlirbc_parser_expect(parser, ","))
			return false;
		if (seen && mlirbc_parser_at(parser, "}"))
			break; /* MLIR's parser allows a comma there */
		while (i < MEMBERS && !mlirbc_parser_at(parser, members[i].word))
			i++;
		if (i == MEMBERS)
			return mlirbc_parser_error(parser, "expected stride, pad, lhs_dilate, rhs_dilate or reverse");
		if (seen & 1U << i)
			return mlirbc_parser_error(parser, "'%s' given twice", members[i].word);
		seen |= 1U << i;
		if (!mlirbc_parser_expect(parser, members[i].word) || !parse_member(parser, op, &members[i]))
			return false;
	}
	return mlirbc_parser_expect(parser, "}");
}

bool shlo__parse_conv(struct mlirbc_parser *parser, struct mlirbc_op_state *op)
{
	return mlirbc_parser_expect(parser, "dim_numbers") && mlirbc_parser_expect(parser, "=") &&
	       parse_dim_numbers(parser, op) && mlirbc_parser_expect(parser, ",") &&
	       mlirbc_parser_expect(parser, "window") && mlirbc_parser_expect(parser, "=") && parse_window(parser, op);
}

/* ---- printing */

/* The text between < and > of the dimension numbers, unless it is in raw form. */
static const char *dim_numbers(const struct mlirbc_op *op, size_t *out_size)
{
	const struct mlirbc_attr *attr = shlo__property(op, "dimension_numbers");
	struct shlo__conv conv;
	if (!shlo__conv_of(attr, &conv, NULL))
		return NULL;
	const struct mlirbc_string *text = attr->u.dialect.text;
	if (text->size < 7 || memcmp(text->data, "conv<[", 6) != 0 || text->data[text->size - 1] != '>')
		return NULL;
	*out_size = text->size - 6;
	return text->data + 5;
}

static bool get_member(const struct mlirbc_attr *attr, char kind, struct shlo__dims *out)
{
	int64_t dims[2];
	switch (kind) {
	case 'A': return shlo__is_i64s(attr, out);
	case 'P':
		return attr->kind == MLIRBC_ATTR_DENSE && shlo__i64_matrix_of(attr, out, dims) && dims[1] == 2 &&
		       shlo__element(attr->type)->u.integer.width == 64;
	default: return attr->kind == MLIRBC_ATTR_DENSE_ARRAY && shlo__bools_of(attr, out);
	}
}

bool shlo__conv_fits(const struct mlirbc_op *op)
{
	struct shlo__dims values;
	size_t size;
	if (!dim_numbers(op, &size))
		return false;
	for (size_t i = 0; i < MEMBERS; i++) {
		const struct mlirbc_attr *attr = shlo__property(op, members[i].attribute);
		if (attr && !get_member(attr, members[i].kind, &values))
			return false;
	}
	return true;
}

static void print_member(struct mlirbc_printer *printer, char kind, const struct shlo__dims *values)
{
	if (kind == 'A') {
		shlo__print_dims(printer, values);
		return;
	}
	mlirbc_printer_text(printer, "[");
	for (size_t i = 0; i < values->count; i++) {
		const char *flag = values->at[i] ? "true" : "false";
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_text(printer, kind == 'Z' ? flag : i % 2 ? "" : "[");
		if (kind == 'Z')
			continue;
		mlirbc_printer_integer(printer, values->at[i]);
		mlirbc_printer_text(printer, i % 2 ? "]" : "");
	}
	mlirbc_printer_text(printer, "]");
}

void shlo__print_conv(struct mlirbc_printer *printer, const struct mlirbc_op *op)
{
	size_t size = 0;
	bool any = false;
	const char *text = dim_numbers(op, &size);
	mlirbc_printer_text(printer, " dim_numbers = ");
	mlirbc_printer_bytes(printer, text, size);
	mlirbc_printer_text(printer, ", window = {");
	for (size_t i = 0; i < MEMBERS; i++) {
		const struct mlirbc_attr *attr = shlo__property(op, members[i].attribute);
		struct shlo__dims values;
		if (!attr || !get_member(attr, members[i].kind, &values))
			continue;
		mlirbc_printer_text(printer, any ? ", " : "");
		mlirbc_printer_text(printer, members[i].word);
		mlirbc_printer_text(printer, " = ");
		print_member(printer, members[i].kind, &values);
		any = true;
	}
	mlirbc_printer_text(printer, "}");
}
