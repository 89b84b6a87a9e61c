/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The text of Shardy's attributes behind the mnemonic. Functions return false, without a message, where it does not match. */
#include "dialects/sdy.h"
#include "text/parse/parse_pieces.h"
#include "text/parse/parser.h"

#include <mlirbc/build.h>

/* ---- pieces */

static bool make(struct mlirbc_parser *parser, enum mlirbc__sdy_code code, const struct mlirbc_attr *const *values, size_t count,
	const struct mlirbc_attr **out)
{
	*out = mlirbc_attr_coded(parser->context, "sdy", mlirbc__sdy_attrs[code].mnemonic, values, count);
	return *out || mlirbc__no_memory(parser);
}

static size_t count_of(const struct mlirbc_attr *list) { return list->u.array.count; }

static int64_t number_at(const struct mlirbc_attr *list, size_t at) { return (int64_t)list->u.array.data[at]->u.number.words[0]; }

/* ---- meshes and axes */

static bool parse_mesh_axis(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[2];
	return mlirbc__parse_quoted(parser, &values[0]) && mlirbc__take(parser, '=') && mlirbc__parse_i64(parser, &values[1]) &&
	       make(parser, MLIRBC__SDY_MESH_AXIS, values, 2, out);
}

/* Device numbers in their order are left out, as by MLIR. */
static bool is_in_order(const struct mlirbc_attr *mesh_axes, const struct mlirbc_attr *ids)
{
	for (size_t i = 0; i < count_of(ids); i++) {
		if (number_at(ids, i) != (int64_t)i)
			return false;
	}
	return count_of(mesh_axes) > 0;
}

static bool parse_mesh(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[2], *none = mlirbc_attr_array(parser->context, NULL, 0);
	values[1] = none;
	if (!none)
		return mlirbc__no_memory(parser);
	if (!mlirbc__take(parser, '<') || !mlirbc__parse_items(parser, "[]", parse_mesh_axis, &values[0]))
		return false;
	if (mlirbc__take(parser, ',') &&
		(!mlirbc__take_word(parser, "device_ids") || !mlirbc__take(parser, '=') ||
			!mlirbc__parse_items(parser, "[]", mlirbc__parse_i64, &values[1])))
		return false;
	if (is_in_order(values[0], values[1]))
		values[1] = none;
	return mlirbc__take(parser, '>') && make(parser, MLIRBC__SDY_MESH, values, 2, out);
}

static bool parse_sub_axis(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[2];
	return mlirbc__take(parser, '(') && mlirbc__parse_i64(parser, &values[0]) && mlirbc__take(parser, ')') &&
	       mlirbc__parse_i64(parser, &values[1]) && make(parser, MLIRBC__SDY_SUB_AXIS_INFO, values, 2, out);
}

static bool parse_axis_ref(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[2] = { NULL, NULL };
	return mlirbc__parse_quoted(parser, &values[0]) && (!mlirbc__take(parser, ':') || parse_sub_axis(parser, &values[1])) &&
	       make(parser, MLIRBC__SDY_AXIS_REF, values, 2, out);
}

/* ---- shardings */

/* p2 behind the brackets; may be absent. */
static bool parse_priority(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const char *text = parser->token.start;
	const size_t size = mlirbc__token_size(&parser->token);
	int64_t value;
	if (parser->token.kind != TOKEN_WORD || *text != 'p')
		return true;
	if (!mlirbc__digits(text + 1, size - 1, &value) || (text[1] == '0' && size > 2))
		return false;
	mlirbc__advance(parser);
	return mlirbc__make_i64(parser, value, out);
}

static bool parse_dimension(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const size_t from = parser->attrs.count;
	const struct mlirbc_attr *values[3] = { NULL, NULL, NULL }, *axis;
	bool open = false, more = true;
	if (!mlirbc__take(parser, '{'))
		return false;
	if (parser->token.kind == '}')
		more = false;
	while (more) {
		open = mlirbc__take(parser, '?');
		if (open)
			break;
		if (!parse_axis_ref(parser, &axis) || !mlirbc__push_pointer(parser, &parser->attrs, axis))
			return false;
		more = mlirbc__take(parser, ',');
	}
	if (!mlirbc__take(parser, '}') || !mlirbc__end_attrs(parser, from, &values[0]))
		return false;
	values[1] = mlirbc_attr_bool(parser->context, !open);
	if (!values[1])
		return mlirbc__no_memory(parser);
	return parse_priority(parser, &values[2]) && make(parser, MLIRBC__SDY_DIMENSION_SHARDING, values, 3, out);
}

static bool parse_mesh_or_ref(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	if (mlirbc__take_word(parser, "mesh"))
		return parse_mesh(parser, out);
	return parser->token.kind == TOKEN_SYMBOL && mlirbc__parse_attr(parser, NULL, out) && (*out)->kind == MLIRBC_ATTR_SYMBOL &&
	       (*out)->u.symbol.count == 0;
}

/* replicated={...} or unreduced=max{...}, in either order, each once. */
static bool parse_free_axes(struct mlirbc_parser *parser, const struct mlirbc_attr **values, size_t *count)
{
	const bool replicated = mlirbc__take_word(parser, "replicated");
	const size_t at = replicated ? 2 : 3;
	int64_t reduction = MLIRBC__SDY_SUM;
	if (!replicated && !mlirbc__take_word(parser, "unreduced"))
		return false;
	const bool equals = mlirbc__take(parser, '=');
	if (!replicated && equals) {
		reduction = mlirbc__take_word(parser, "max")   ? MLIRBC__SDY_MAX
			    : mlirbc__take_word(parser, "min") ? MLIRBC__SDY_MIN
							       : MLIRBC__SDY_SUM;
		if (reduction == MLIRBC__SDY_SUM)
			(void)mlirbc__take_word(parser, "sum");
	}
	if (values[at] || (replicated && !equals) || !mlirbc__parse_items(parser, "{}", parse_axis_ref, &values[at]) || count_of(values[at]) == 0)
		return false;
	if (!replicated)
		*count = reduction == MLIRBC__SDY_SUM ? 4 : 5;
	return reduction == MLIRBC__SDY_SUM || mlirbc__make_i64(parser, reduction, &values[4]);
}

static bool parse_sharding(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[5] = { NULL, NULL, NULL, NULL, NULL };
	size_t count = 3;
	if (!mlirbc__take(parser, '<') || !parse_mesh_or_ref(parser, &values[0]) || !mlirbc__take(parser, ',') ||
		!mlirbc__parse_items(parser, "[]", parse_dimension, &values[1]))
		return false;
	while (mlirbc__take(parser, ',')) {
		if (!parse_free_axes(parser, values, &count))
			return false;
	}
	if (!values[2] && !(values[2] = mlirbc_attr_array(parser->context, NULL, 0)))
		return mlirbc__no_memory(parser);
	return mlirbc__take(parser, '>') && make(parser, MLIRBC__SDY_SHARDING, values, count, out);
}

static bool parse_shardings(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *list;
	return mlirbc__take(parser, '<') && mlirbc__parse_items(parser, "[]", parse_sharding, &list) && mlirbc__take(parser, '>') &&
	       make(parser, MLIRBC__SDY_SHARDING_PER_VALUE, &list, 1, out);
}

/* ---- rules */

/* The factor at the start of a text: a letter, or z_ and mlirbc__digits. Returns its size; 0: none. */
static size_t factor_at(const char *text, size_t size, int64_t *out)
{
	static const char letters[] = MLIRBC__SDY_FACTORS;
	const char *found = size ? memchr(letters, text[0], sizeof letters - 1) : NULL;
	size_t end = 2;
	if (!found)
		return 0;
	*out = found - letters;
	if (text[0] != 'z' || size < 3 || text[1] != '_')
		return 1;
	while (end < size && text[end] >= '0' && text[end] <= '9')
		end++;
	if (!mlirbc__digits(text + 2, end - 2, out) || *out == 0 || text[2] == '0' || *out > INT32_MAX)
		return 0;
	*out += (int64_t)sizeof letters - 2;
	return end;
}

/* A whole word. */
static bool take_factor(struct mlirbc_parser *parser, int64_t *out)
{
	const size_t size = mlirbc__token_size(&parser->token);
	if (parser->token.kind != TOKEN_WORD || factor_at(parser->token.start, size, out) != size)
		return false;
	mlirbc__advance(parser);
	return true;
}

static bool parse_factor(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	int64_t factor;
	return take_factor(parser, &factor) && mlirbc__make_i64(parser, factor, out);
}

static bool parse_mapping(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const size_t from = parser->attrs.count;
	const char *text = parser->token.start;
	size_t left = parser->token.kind == TOKEN_WORD ? mlirbc__token_size(&parser->token) : 0, size;
	const struct mlirbc_attr *item, *list;
	int64_t factor;
	for (; left > 0; text += size, left -= size) {
		size = factor_at(text, left, &factor);
		if (size == 0 || !mlirbc__make_i64(parser, factor, &item) || !mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	}
	if (parser->token.kind == TOKEN_WORD)
		mlirbc__advance(parser);
	return mlirbc__end_attrs(parser, from, &list) && make(parser, MLIRBC__SDY_DIM_MAPPING, &list, 1, out);
}

static bool parse_tensor_mapping(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *list;
	return mlirbc__parse_items(parser, "[]", parse_mapping, &list) && make(parser, MLIRBC__SDY_TENSOR_MAPPING, &list, 1, out);
}

/* {i=8, j=2}: the names in their order. May be absent. */
static bool parse_sizes(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const size_t from = parser->attrs.count;
	const struct mlirbc_attr *item;
	int64_t factor, next = 0;
	if (!mlirbc__take(parser, '{'))
		return mlirbc__end_attrs(parser, from, out);
	do {
		if (!take_factor(parser, &factor) || factor != next++ || !mlirbc__take(parser, '=') || !mlirbc__parse_i64(parser, &item) ||
			!mlirbc__push_pointer(parser, &parser->attrs, item))
			return false;
	} while (mlirbc__take(parser, ','));
	return mlirbc__take(parser, '}') && mlirbc__end_attrs(parser, from, out);
}

static bool parse_rule(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	static const char *const labels[] = { "reduction", "need_replication", "permutation", "blocked_propagation" };
	const struct mlirbc_attr *values[8], *none = mlirbc_attr_array(parser->context, NULL, 0);
	if (!none)
		return mlirbc__no_memory(parser);
	if (!mlirbc__take(parser, '<') || !mlirbc__parse_items(parser, "()", parse_tensor_mapping, &values[1]) ||
		!mlirbc__take(parser, TOKEN_ARROW) || !mlirbc__parse_items(parser, "()", parse_tensor_mapping, &values[2]) ||
		!parse_sizes(parser, &values[0]))
		return false;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		values[3 + i] = none;
		if (mlirbc__take_word(parser, labels[i]) &&
			(!mlirbc__take(parser, '=') || !mlirbc__parse_items(parser, "{}", parse_factor, &values[3 + i])))
			return false;
	}
	const bool custom = mlirbc__take(parser, ',');
	values[7] = mlirbc_attr_bool(parser->context, custom);
	if (!values[7])
		return mlirbc__no_memory(parser);
	return (!custom || mlirbc__take_word(parser, "custom")) && mlirbc__take(parser, '>') &&
	       make(parser, MLIRBC__SDY_OP_SHARDING_RULE, values, 8, out);
}

/* ---- parameters of collectives */

static bool parse_axis_list(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *list;
	return mlirbc__parse_items(parser, "{}", parse_axis_ref, &list) && make(parser, MLIRBC__SDY_AXIS_REF_LIST, &list, 1, out);
}

static bool parse_move(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *values[3];
	return mlirbc__parse_items(parser, "{}", parse_axis_ref, &values[0]) && mlirbc__take(parser, ':') && mlirbc__parse_i64(parser, &values[1]) &&
	       mlirbc__take(parser, TOKEN_ARROW) && mlirbc__parse_i64(parser, &values[2]) &&
	       make(parser, MLIRBC__SDY_ALL_TO_ALL_PARAM, values, 3, out);
}

/* A list as the only field. */
static bool parse_only_list(struct mlirbc_parser *parser, const char *ends, mlirbc__parse_fn *parse, enum mlirbc__sdy_code code,
	const struct mlirbc_attr **out)
{
	const struct mlirbc_attr *list;
	return mlirbc__parse_items(parser, ends, parse, &list) && make(parser, code, &list, 1, out);
}

bool mlirbc__parse_sdy(struct mlirbc_parser *parser, const char *mnemonic, size_t size, const struct mlirbc_attr **out)
{
	const struct mlirbc_string sdy = { "sdy", 3 }, name = { mnemonic, size };
	uint64_t code;
	if (!mlirbc__coding_find(&sdy, &name, SIZE_MAX, false, &code))
		return false;
	switch ((enum mlirbc__sdy_code)code) {
	case MLIRBC__SDY_MANUAL_AXES: return parse_only_list(parser, "{}", mlirbc__parse_quoted, MLIRBC__SDY_MANUAL_AXES, out);
	case MLIRBC__SDY_MESH_AXIS: return parse_mesh_axis(parser, out);
	case MLIRBC__SDY_MESH: return parse_mesh(parser, out);
	case MLIRBC__SDY_SUB_AXIS_INFO: return parse_sub_axis(parser, out);
	case MLIRBC__SDY_AXIS_REF: return parse_axis_ref(parser, out);
	case MLIRBC__SDY_DIMENSION_SHARDING: return parse_dimension(parser, out);
	case MLIRBC__SDY_SHARDING:
	case MLIRBC__SDY_UNREDUCED:
	case MLIRBC__SDY_UNREDUCED_BY: return parse_sharding(parser, out);
	case MLIRBC__SDY_SHARDING_PER_VALUE:
	case MLIRBC__SDY_UNREDUCED_PER_VALUE: return parse_shardings(parser, out);
	case MLIRBC__SDY_DIM_MAPPING: return parse_mapping(parser, out);
	case MLIRBC__SDY_TENSOR_MAPPING: return parse_tensor_mapping(parser, out);
	case MLIRBC__SDY_OP_SHARDING_RULE: return parse_rule(parser, out);
	case MLIRBC__SDY_AXIS_REF_LIST: return parse_axis_list(parser, out);
	case MLIRBC__SDY_LIST_OF_AXIS_REF_LISTS:
		return parse_only_list(parser, "[]", parse_axis_list, MLIRBC__SDY_LIST_OF_AXIS_REF_LISTS, out);
	case MLIRBC__SDY_ALL_TO_ALL_PARAM: return parse_move(parser, out);
	case MLIRBC__SDY_ALL_TO_ALL_PARAM_LIST:
		return parse_only_list(parser, "[]", parse_move, MLIRBC__SDY_ALL_TO_ALL_PARAM_LIST, out);
	}
	return false;
}
