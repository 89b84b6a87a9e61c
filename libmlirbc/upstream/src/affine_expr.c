/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads and prints affine expressions over SSA values. */
#include "own_affine.h"

/* ---- the values */

static bool same_value(const struct mlirbc_unresolved *a, const struct mlirbc_unresolved *b)
{
	return a->result == b->result && a->name.size == b->name.size && memcmp(a->name.data, b->name.data, a->name.size) == 0;
}

static size_t find_value(const struct up__names *names, const struct mlirbc_unresolved *value)
{
	size_t i = 0;
	while (i < names->count && !same_value(&names->data[i], value))
		i++;
	return i;
}

/* Each value is compared with all before. */
enum { MOST_VALUES = 4096 };

static bool add_value(
	struct mlirbc_parser *parser, struct up__names *names, size_t *capacity, const struct mlirbc_unresolved *value)
{
	if (names->count == MOST_VALUES)
		return mlirbc_parser_error(parser, "more than %d values in affine expressions", MOST_VALUES);
	if (names->count == *capacity) {
		size_t more = *capacity ? 2 * *capacity : 4;
		struct mlirbc_unresolved *data = mlirbc_parser_scratch(parser, more * sizeof *data);
		if (!data)
			return false;
		if (names->count)
			memcpy(data, names->data, names->count * sizeof *data);
		names->data = data;
		*capacity = more;
	}
	names->data[names->count++] = *value;
	return true;
}

static const struct mlirbc_affine *read_value(struct mlirbc_parser *parser, struct up__subscripts *list, bool symbol)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_unresolved value;
	if (!mlirbc_parser_operand(parser, &value))
		return NULL;
	size_t dim = find_value(&list->dims, &value), other = find_value(&list->symbols, &value);
	if (dim < list->dims.count)
		return mlirbc_affine_dim(context, (uint32_t)dim);
	if (other == list->symbols.count && !symbol)
		return add_value(parser, &list->dims, &list->dim_capacity, &value) ? mlirbc_affine_dim(context, (uint32_t)dim)
										   : NULL;
	if (other == list->symbols.count && !add_value(parser, &list->symbols, &list->symbol_capacity, &value))
		return NULL;
	return mlirbc_affine_symbol(context, (uint32_t)other);
}

/* ---- expressions; NULL after an error, perhaps not yet reported */

enum { MOST_NESTED = 200 };

static const struct mlirbc_affine *read_sum(struct mlirbc_parser *parser, struct up__subscripts *list, int depth);

static const struct mlirbc_affine *fail(struct mlirbc_parser *parser, const char *message)
{
	mlirbc_parser_error(parser, "%s", message);
	return NULL;
}

static const struct mlirbc_affine *in_parentheses(struct mlirbc_parser *parser, const struct mlirbc_affine *made)
{
	return made && mlirbc_parser_expect(parser, ")") ? made : NULL;
}

static const struct mlirbc_affine *negate(struct mlirbc_parser *parser, const struct mlirbc_affine *of)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	return mlirbc_affine_binary(context, MLIRBC_AFFINE_MUL, of, mlirbc_affine_constant(context, -1));
}

static const struct mlirbc_affine *read_primary(struct mlirbc_parser *parser, struct up__subscripts *list, int depth)
{
	int64_t value;
	if (depth > MOST_NESTED)
		return fail(parser, "affine expression nested deeper than 200 levels");
	if (mlirbc_parser_try(parser, "-"))
		return negate(parser, read_primary(parser, list, depth + 1));
	if (mlirbc_parser_at_operand(parser))
		return read_value(parser, list, false);
	if (mlirbc_parser_try(parser, "symbol"))
		return mlirbc_parser_expect(parser, "(") ? in_parentheses(parser, read_value(parser, list, true)) : NULL;
	if (mlirbc_parser_try(parser, "("))
		return in_parentheses(parser, read_sum(parser, list, depth + 1));
	if (!mlirbc_parser_at_integer(parser))
		return fail(parser, "expected affine expression");
	return mlirbc_parser_int64(parser, &value) ? mlirbc_affine_constant(mlirbc_parser_context(parser), value) : NULL;
}

static const struct mlirbc_affine *combine(struct mlirbc_parser *parser, enum mlirbc_affine_kind kind,
	const struct mlirbc_affine *left, const struct mlirbc_affine *right)
{
	if (!left || !right)
		return NULL;
	if (kind == MLIRBC_AFFINE_MUL && !left->symbolic && !right->symbolic)
		return fail(parser, "non-affine expression: at least one of the multiply operands has to be either a constant "
				    "or symbolic");
	if (kind >= MLIRBC_AFFINE_MOD && !right->symbolic)
		return fail(parser, "non-affine expression: right operand has to be either a constant or symbolic");
	if (left->depth >= MLIRBC_AFFINE_MOST_DEPTH || right->depth >= MLIRBC_AFFINE_MOST_DEPTH)
		return fail(parser, "affine expression nested deeper than 500 levels");
	const struct mlirbc_affine *made = mlirbc_affine_binary(mlirbc_parser_context(parser), kind, left, right);
	if (!made)
		mlirbc_parser_no_memory(parser);
	return made;
}

static bool try_factor(struct mlirbc_parser *parser, enum mlirbc_affine_kind *out)
{
	static const char *const words[] = { "*", "mod", "floordiv", "ceildiv" };
	for (int i = 0; i < 4; i++) {
		if (mlirbc_parser_try(parser, words[i])) {
			*out = (enum mlirbc_affine_kind)(MLIRBC_AFFINE_MUL + i);
			return true;
		}
	}
	return false;
}

static const struct mlirbc_affine *read_product(struct mlirbc_parser *parser, struct up__subscripts *list, int depth)
{
	const struct mlirbc_affine *left = read_primary(parser, list, depth);
	enum mlirbc_affine_kind kind;
	while (left && try_factor(parser, &kind))
		left = combine(parser, kind, left, read_primary(parser, list, depth + 1));
	return left;
}

static const struct mlirbc_affine *read_sum(struct mlirbc_parser *parser, struct up__subscripts *list, int depth)
{
	const struct mlirbc_affine *left = read_product(parser, list, depth);
	while (left) {
		bool minus = mlirbc_parser_try(parser, "-");
		if (!minus && !mlirbc_parser_try(parser, "+"))
			return left;
		const struct mlirbc_affine *right = read_product(parser, list, depth);
		left = combine(parser, MLIRBC_AFFINE_ADD, left, minus && right ? negate(parser, right) : right);
	}
	return NULL;
}

bool up__read_subscript(struct mlirbc_parser *parser, struct up__subscripts *list)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity ? 2 * list->capacity : 8;
		const struct mlirbc_affine **exprs = mlirbc_parser_scratch(parser, capacity * sizeof *exprs);
		if (!exprs)
			return false;
		if (list->count)
			memcpy(exprs, list->exprs, list->count * sizeof *exprs);
		list->exprs = exprs;
		list->capacity = capacity;
	}
	list->exprs[list->count] = read_sum(parser, list, 0);
	return list->exprs[list->count++] || mlirbc_parser_error(parser, "expected affine expression");
}

bool up__read_subscripts(struct mlirbc_parser *parser, const char *open, struct up__subscripts *list, const char *close)
{
	if (!mlirbc_parser_expect(parser, open))
		return false;
	for (bool first = true; !mlirbc_parser_at(parser, close); first = false) {
		if ((!first && !mlirbc_parser_expect(parser, ",")) || !up__read_subscript(parser, list))
			return false;
	}
	return mlirbc_parser_expect(parser, close);
}

bool up__add_map(
	struct mlirbc_parser *parser, struct mlirbc_op_state *op, const char *name, const struct up__subscripts *list)
{
	return mlirbc_parser_add_attr(parser, op, name,
		mlirbc_attr_affine_map(mlirbc_parser_context(parser), (uint32_t)list->dims.count,
			(uint32_t)list->symbols.count, list->exprs, list->count));
}

bool up__add_subscripts(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__subscripts *list)
{
	const struct mlirbc_type *index = mlirbc_type_index(mlirbc_parser_context(parser));
	return up__add_same(parser, op, &list->dims, index) && up__add_same(parser, op, &list->symbols, index);
}

/* ---- printing */

/* The names in brackets at *at, which is moved behind them. */
static uint32_t count_names(const char **at, const char *end, char open, char close)
{
	uint32_t count = 0;
	if (*at == end || **at != open)
		return 0;
	for (++*at; *at < end && **at != close; ++*at)
		count += **at == 'd' || **at == 's';
	*at += *at < end;
	return count;
}

bool up__view_map(const struct mlirbc_attr *attr, bool set, struct up__map *out)
{
	static const char map_word[] = "affine_map<", set_word[] = "affine_set<";
	const char *word = set ? set_word : map_word;
	size_t size = sizeof map_word - 1;
	if (!attr || attr->kind != MLIRBC_ATTR_AFFINE || attr->u.dialect.text->size < size + 2 ||
		memcmp(attr->u.dialect.text->data, word, size) != 0)
		return false;
	const char *at = attr->u.dialect.text->data + size, *end = attr->u.dialect.text->data + attr->u.dialect.text->size;
	*out = (struct up__map){ .dims = count_names(&at, end, '(', ')') };
	out->symbols = count_names(&at, end, '[', ']');
	while (at < end && *at != '(')
		at++;
	if (end - at < 3)
		return false;
	out->results = at + 1;
	out->size = (size_t)(end - out->results) - 2;
	out->count = out->size ? 1 : 0;
	int depth = 0;
	for (size_t i = 0; i < out->size; i++) {
		depth += out->results[i] == '(';
		depth -= out->results[i] == ')';
		out->count += depth == 0 && out->results[i] == ',';
	}
	return true;
}

struct mlirbc_string up__map_result(const struct up__map *map, uint32_t index)
{
	size_t from = 0, at = 0;
	for (int depth = 0; at < map->size; at++) {
		depth += map->results[at] == '(';
		depth -= map->results[at] == ')';
		if (depth || map->results[at] != ',')
			continue;
		if (index-- == 0)
			break;
		from = at + 2;
	}
	return (struct mlirbc_string){ map->results + from, at - from };
}

/* d or s with a number, not part of a word like "mod". */
static size_t name_size(const struct mlirbc_string *text, size_t at)
{
	bool name = (text->data[at] == 'd' || text->data[at] == 's') && at + 1 < text->size &&
		    (at == 0 || text->data[at - 1] < 'a' || text->data[at - 1] > 'z');
	size_t size = 1;
	while (name && at + size < text->size && text->data[at + size] >= '0' && text->data[at + size] <= '9')
		size++;
	return name && size > 1 ? size : 0;
}

static void print_name(struct mlirbc_printer *printer, const struct mlirbc_op *op, const char *name, size_t size,
	const struct up__map *map, uint32_t from)
{
	uint32_t number = 0;
	for (size_t i = 1; i < size && number < op->operand_count; i++)
		number = number * 10 + (uint32_t)(name[i] - '0');
	bool symbol = name[0] == 's';
	uint32_t operand = from + number + (symbol ? map->dims : 0);
	mlirbc_printer_text(printer, symbol ? "symbol(" : "");
	if (operand < op->operand_count)
		mlirbc_printer_value(printer, mlirbc_op_operands(op)[operand].value);
	mlirbc_printer_text(printer, symbol ? ")" : "");
}

void up__print_subscript(struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_string *result,
	const struct up__map *map, uint32_t from)
{
	for (size_t at = 0, size; at < result->size; at += size) {
		size = name_size(result, at);
		if (size) {
			print_name(printer, op, result->data + at, size, map, from);
			continue;
		}
		size = 1;
		while (at + size < result->size && !name_size(result, at + size))
			size++;
		mlirbc_printer_bytes(printer, result->data + at, size);
	}
}

void up__print_subscripts(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, const struct mlirbc_attr *map, uint32_t from)
{
	struct up__map view;
	if (!up__view_map(map, false, &view))
		return;
	const struct mlirbc_string all = { view.results, view.size };
	up__print_subscript(printer, op, &all, &view, from);
}
