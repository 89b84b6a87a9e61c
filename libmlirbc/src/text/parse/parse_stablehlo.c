/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of attributes and types of StableHLO and CHLO, which they have in memory, as the fields of their encoding
 * (dialects/stablehlo_codes.h). */
#include "dialects/stablehlo_codes.h"
#include "text/parse/parse_pieces.h"

#include <stdio.h>

enum { MOST_DIMS = 64 };

struct kept {
	const struct mlirbc__coding *coding;
	struct mlirbc__coding_field fields[MLIRBC__MOST_FIELDS];
	const struct mlirbc_attr **values;
	size_t count;
};

static void begin(struct kept *kept, const struct mlirbc__coding *coding, const struct mlirbc_attr **values)
{
	*kept = (struct kept){ .coding = coding, .values = values };
	for (const char *text = coding->fields; (text = mlirbc__coding_next(text, &kept->fields[kept->count])) != NULL; kept->count++)
		values[kept->count] = NULL;
}

static bool parse_struct(struct mlirbc_parser *parser, struct kept *kept);

/* ---- fields */

static bool parse_any(struct mlirbc_parser *parser, const struct mlirbc_attr **out) { return mlirbc__parse_attr(parser, NULL, out); }

static bool parse_double(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *f64 = mlirbc_type_float(parser->context, MLIRBC_F64);
	return f64 && mlirbc__parse_attr(parser, f64, out) && (*out)->kind == MLIRBC_ATTR_FLOAT && (*out)->type == f64;
}

static bool parse_bool(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const bool value = mlirbc__take_word(parser, "true");
	if (!value && !mlirbc__take_word(parser, "false"))
		return false;
	*out = mlirbc_attr_bool(parser->context, value);
	return *out != NULL;
}

static bool parse_name(struct mlirbc_parser *parser, const char *names, const struct mlirbc_attr **out)
{
	const size_t size = mlirbc__token_size(&parser->token);
	uint64_t number;
	if (parser->token.kind != TOKEN_WORD || !mlirbc__enum_value(names, parser->token.start, size, &number))
		return false;
	*out = mlirbc_attr_string(parser->context, parser->token.start, size);
	mlirbc__advance(parser);
	return *out != NULL;
}

static bool parse_type(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_type *type;
	*out = mlirbc__parse_type(parser, &type) ? mlirbc_attr_type(parser->context, type) : NULL;
	return *out != NULL;
}

static bool make_kept(struct mlirbc_parser *parser, const char *text, size_t size, const struct mlirbc_attr **out)
{
	struct mlirbc_attr attr = { .kind = MLIRBC_ATTR_DIALECT };
	attr.u.dialect.dialect = mlirbc_string_get(parser->context, "stablehlo", 9);
	attr.u.dialect.text = mlirbc_string_get(parser->context, text, size);
	*out = attr.u.dialect.dialect && attr.u.dialect.text ? mlirbc_attr_get(parser->context, &attr) : NULL;
	return *out != NULL;
}

/* (1)2 */
static bool parse_part_of_axis(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	char text[96];
	int64_t before, size;
	if (!mlirbc__take(parser, '(') || !mlirbc__take_i64(parser, &before) || !mlirbc__take(parser, ')') ||
		!mlirbc__take_i64(parser, &size))
		return false;
	const int length = snprintf(text, sizeof text, "sub_axis_info(%lld)%lld", (long long)before, (long long)size);
	return make_kept(parser, text, (size_t)length, out);
}

static bool parse_field(struct mlirbc_parser *parser, const struct mlirbc__coding_field *field, const struct mlirbc_attr **out)
{
	switch (field->kind) {
	case 'z': return mlirbc__parse_i64(parser, out);
	case 'd': return parse_double(parser, out);
	case 'b': return parse_bool(parser, out);
	case 'e': return parse_name(parser, field->names, out);
	case 's': return mlirbc__parse_quoted(parser, out);
	case 'T': return parse_type(parser, out);
	case 'Z': return mlirbc__parse_items(parser, "[]", mlirbc__parse_i64, out);
	case 'A': return mlirbc__parse_items(parser, "[]", parse_any, out);
	case 'Q': return parse_part_of_axis(parser, out);
	default: return parse_any(parser, out);
	}
}

/* ---- bodies, behind the mnemonic and '<' */

static bool has_all(const struct kept *kept)
{
	for (size_t i = 0; i < kept->count; i++) {
		if (!kept->values[i] && !kept->fields[i].leave_out && kept->fields[i].kind != 'Q')
			return false;
	}
	return true;
}

/* name = value, ...; StableHLO accepts a comma behind the last one. */
static bool parse_struct(struct mlirbc_parser *parser, struct kept *kept)
{
	while (parser->token.kind == TOKEN_WORD) {
		const struct mlirbc_string name = { parser->token.start, mlirbc__token_size(&parser->token) };
		size_t i = 0;
		while (i < kept->count && !mlirbc__string_is(&name, kept->fields[i].name, kept->fields[i].name_size))
			i++;
		if (i == kept->count || kept->values[i])
			return false;
		mlirbc__advance(parser);
		if (!mlirbc__take(parser, '=') || !parse_field(parser, &kept->fields[i], &kept->values[i]))
			return false;
		if (!mlirbc__take(parser, ','))
			break;
	}
	return has_all(kept);
}

static bool parse_bound(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	return mlirbc__take(parser, '?') ? mlirbc__make_i64(parser, MLIRBC_DYNAMIC, out) : mlirbc__parse_i64(parser, out);
}

/* A list without brackets, up to '>'. */
static bool parse_bare_list(struct mlirbc_parser *parser, mlirbc__parse_fn *parse, const struct mlirbc_attr **out)
{
	const size_t from = parser->attrs.count;
	const struct mlirbc_attr *item;
	if (parser->token.kind == '>')
		return mlirbc__end_attrs(parser, from, out);
	do {
		if (!parse(parser, &item) || !mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__end_attrs(parser, from, out);
}

static bool parse_only(struct mlirbc_parser *parser, struct kept *kept)
{
	switch (kept->fields[0].kind) {
	case 'Z': return parse_bare_list(parser, parse_bound, &kept->values[0]);
	case 'L': return parse_bare_list(parser, parse_type, &kept->values[0]);
	default: return parse_field(parser, &kept->fields[0], &kept->values[0]);
	}
}

/* <name = "x", size = 2> as an attribute of its own, or that attribute. */
static bool parse_mesh_axis(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	static const struct mlirbc_string stablehlo = { "stablehlo", 9 }, mnemonic = { "mesh_axis", 9 };
	const struct mlirbc_attr *values[MLIRBC__MOST_FIELDS];
	const char *start = parser->token.start;
	struct kept axis;
	uint64_t code;
	if (parser->token.kind == TOKEN_HASH)
		return parse_any(parser, out);
	begin(&axis, mlirbc__coding_kept(&stablehlo, &mnemonic, false, &code), values);
	if (!mlirbc__take(parser, '<') || !parse_struct(parser, &axis) || !mlirbc__take(parser, '>'))
		return false;
	const size_t from = parser->bytes.count;
	if (!mlirbc__push_text(parser, mnemonic.data, mnemonic.size) ||
		!mlirbc__push_text(parser, start, (size_t)(parser->last_end - start)))
		return false;
	parser->bytes.count = from;
	return make_kept(parser, (const char *)parser->bytes.data + from, mnemonic.size + (size_t)(parser->last_end - start), out);
}

static bool parse_mesh(struct mlirbc_parser *parser, struct kept *kept)
{
	if (!mlirbc__take_word(parser, "axes") || !mlirbc__take(parser, '=') ||
		!mlirbc__parse_items(parser, "[]", parse_mesh_axis, &kept->values[0]))
		return false;
	return !mlirbc__take(parser, ',') || (mlirbc__take_word(parser, "device_ids") && mlirbc__take(parser, '=') &&
						     parse_any(parser, &kept->values[1]));
}

/* ---- convolutions */

struct side {
	int64_t named[2], spatial[MOST_DIMS];
	size_t count; /* of spatial dimensions */
};

static bool parse_dim(struct mlirbc_parser *parser, const char *letters, int64_t dim, struct side *side)
{
	int64_t number;
	for (size_t i = 0; i < 2 && parser->token.kind == TOKEN_WORD; i++) {
		if (*parser->token.start != letters[i] || mlirbc__token_size(&parser->token) != 1 || side->named[i] >= 0)
			continue;
		side->named[i] = dim;
		mlirbc__advance(parser);
		return true;
	}
	if (!mlirbc__take_i64(parser, &number) || number < 0 || number >= MOST_DIMS || side->spatial[number] >= 0)
		return false;
	side->spatial[number] = dim;
	side->count += 1;
	return true;
}

static bool parse_side(struct mlirbc_parser *parser, const struct mlirbc__conv_side *form, const struct mlirbc_attr **values)
{
	struct side side;
	const size_t from = parser->attrs.count;
	memset(&side, -1, sizeof side);
	side.count = 0;
	if (!mlirbc__take(parser, '['))
		return false;
	for (int64_t dim = 0; dim == 0 || mlirbc__take(parser, ','); dim++) {
		if (!parse_dim(parser, form->letters, dim, &side))
			return false;
	}
	for (size_t i = 0; i < side.count; i++) {
		const struct mlirbc_attr *item;
		if (side.spatial[i] < 0 || !mlirbc__make_i64(parser, side.spatial[i], &item) ||
			!mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	}
	return mlirbc__take(parser, ']') && side.named[0] >= 0 && side.named[1] >= 0 &&
	       mlirbc__end_attrs(parser, from, &values[form->spatial]) &&
	       mlirbc__make_i64(parser, side.named[0], &values[form->named[0]]) &&
	       mlirbc__make_i64(parser, side.named[1], &values[form->named[1]]);
}

static bool parse_conv(struct mlirbc_parser *parser, struct kept *kept)
{
	if (mlirbc__take_word(parser, "raw"))
		return parse_struct(parser, kept);
	return parse_side(parser, &mlirbc__conv_sides[0], kept->values) && mlirbc__take_word(parser, "x") &&
	       parse_side(parser, &mlirbc__conv_sides[1], kept->values) && mlirbc__take(parser, TOKEN_ARROW) &&
	       parse_side(parser, &mlirbc__conv_sides[2], kept->values);
}

/* ---- all */

static bool parse_body(struct mlirbc_parser *parser, struct kept *kept)
{
	const char form = kept->coding->format[1];
	bool good;
	if (form == 'E')
		return parse_only(parser, kept);
	if (form == 'X')
		return mlirbc__take(parser, '(') && mlirbc__parse_i64(parser, &kept->values[0]) && mlirbc__take(parser, ')') &&
		       mlirbc__parse_i64(parser, &kept->values[1]);
	if (form == 0)
		return true;
	if (!mlirbc__take(parser, '<'))
		return false;
	switch (form) {
	case 'S': good = parse_struct(parser, kept); break;
	case 'C': good = parse_conv(parser, kept); break;
	case 'M': good = parse_mesh(parser, kept); break;
	default: good = parse_only(parser, kept); break;
	}
	return good && mlirbc__take(parser, '>');
}

static bool parse_text(struct mlirbc_parser *parser, const struct mlirbc_string *dialect, bool type, struct kept *kept,
	const struct mlirbc_attr **values, uint64_t *out_code)
{
	const struct mlirbc_string mnemonic = { parser->token.start, mlirbc__token_size(&parser->token) };
	const struct mlirbc__coding *coding =
		parser->token.kind == TOKEN_WORD ? mlirbc__coding_kept(dialect, &mnemonic, type, out_code) : NULL;
	if (!coding)
		return false;
	begin(kept, coding, values);
	mlirbc__advance(parser);
	return parse_body(parser, kept) && parser->token.kind == TOKEN_END;
}

const struct mlirbc__coding *mlirbc__parse_kept_fields(struct mlirbc_context *context, const struct mlirbc_string *dialect,
	const struct mlirbc_string *text, bool type, const struct mlirbc_attr **values, uint64_t *out_code)
{
	struct mlirbc_parser parser;
	struct kept kept;
	bool good = mlirbc__parser_start(&parser, context, text->data, text->size, 0, NULL) == MLIRBC_OK;
	parser.kept = true;
	good = good && parse_text(&parser, dialect, type, &kept, values, out_code);
	return mlirbc__parser_finish(&parser) == MLIRBC_OK && good ? kept.coding : NULL;
}
