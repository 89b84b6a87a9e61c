/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sparse_tensor.iterate %it in %space at(%crd, _) iter_args(%a = %x) : T -> U { ... } */
#include "own.h"
#include "own_parts.h"

static const char ITERATE_SPACE[] = "iter_space<";

/* The iterator of an iteration space: the same in other words. */
static const struct mlirbc_type *iterator_type(struct mlirbc_parser *parser, const struct mlirbc_type *space)
{
	struct mlirbc_context *context = mlirbc_parser_context(parser);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_DIALECT };
	size_t open = sizeof ITERATE_SPACE - 1, word = strlen("iterator<");
	if (space->kind != MLIRBC_TYPE_DIALECT || space->u.dialect.text->size <= open ||
		memcmp(space->u.dialect.text->data, ITERATE_SPACE, open) != 0) {
		mlirbc_parser_error(parser, "expected sparse_tensor.iter_space type for iteration space operands");
		return NULL;
	}
	const struct mlirbc_string *text = space->u.dialect.text;
	char *made = mlirbc_parser_scratch(parser, text->size + word);
	if (!made)
		return NULL;
	memcpy(made, "iterator<", word);
	memcpy(made + word, text->data + open, text->size - open);
	type.u.dialect.dialect = space->u.dialect.dialect;
	type.u.dialect.text = mlirbc_string_get(context, made, word + text->size - open);
	const struct mlirbc_type *result = type.u.dialect.text ? mlirbc_type_get(context, &type) : NULL;
	if (!result)
		mlirbc_parser_no_memory(parser);
	return result;
}

enum { MOST_LEVELS = 64 };

/* at(%a, _, %b): the coordinates, and a bit for each level that has one. */
struct coordinates {
	struct mlirbc_unresolved names[MOST_LEVELS];
	size_t count;
	uint64_t used;
};

static bool read_coordinates(struct mlirbc_parser *parser, struct coordinates *out)
{
	out->count = 0;
	out->used = 0;
	if (!mlirbc_parser_try(parser, "at"))
		return true;
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	int level = 0;
	do {
		if (level == MOST_LEVELS)
			return mlirbc_parser_error(parser, "more than %d levels", MOST_LEVELS);
		if (mlirbc_parser_at_operand(parser)) {
			out->used |= UINT64_C(1) << level;
			if (!mlirbc_parser_operand(parser, &out->names[out->count++]))
				return false;
		} else if (!mlirbc_parser_expect(parser, "_")) {
			return false;
		}
		level++;
	} while (mlirbc_parser_try(parser, ","));
	return mlirbc_parser_expect(parser, ")");
}

/* The block has the carried values, the coordinates and the iterator. */
static bool read_body(struct mlirbc_parser *parser, struct mlirbc_op_state *op, const struct up__names *carried,
	const struct mlirbc_type *const *types, const struct coordinates *coordinates, const struct mlirbc_unresolved *iterator,
	const struct mlirbc_type *iterator_is)
{
	size_t count = carried->count + coordinates->count + 1;
	struct mlirbc_unresolved *names = mlirbc_parser_scratch(parser, count * sizeof *names);
	const struct mlirbc_type **all = mlirbc_parser_scratch(parser, count * sizeof *all);
	if (!names || !all)
		return false;
	for (size_t i = 0; i < count; i++) {
		size_t coordinate = i - carried->count;
		if (i < carried->count) {
			names[i] = carried->data[i];
			all[i] = types[i];
		} else {
			names[i] = i + 1 < count ? coordinates->names[coordinate] : *iterator;
			all[i] = i + 1 < count ? mlirbc_type_index(mlirbc_parser_context(parser)) : iterator_is;
		}
	}
	return mlirbc_parser_add_region(parser, op, names, all, count, false) &&
	       mlirbc_parser_terminate(parser, op, "sparse_tensor.yield");
}

static bool parse_iterate(struct mlirbc_parser *parser, const struct mlirbc_string *name, struct mlirbc_op_state *op)
{
	struct mlirbc_unresolved iterator, space;
	struct coordinates *coordinates = mlirbc_parser_scratch(parser, sizeof *coordinates);
	struct up__assigned carried = { .arguments = { NULL, 0 } };
	const struct mlirbc_type *type, *iterator_is, *i64 = up__integer(parser, 64), *const *types = NULL;
	size_t count = 0;
	(void)name;
	if (!coordinates || !mlirbc_parser_operand(parser, &iterator) || !mlirbc_parser_expect(parser, "in") ||
		!mlirbc_parser_operand(parser, &space) || !read_coordinates(parser, coordinates) ||
		!mlirbc_parser_add_attr(parser, op, "crdUsedLvls",
			i64 ? mlirbc_attr_integer(mlirbc_parser_context(parser), i64, coordinates->used) : NULL) ||
		(mlirbc_parser_try(parser, "iter_args") && !up__read_assigned(parser, &carried)) ||
		!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &type) ||
		!(iterator_is = iterator_type(parser, type)) || !mlirbc_parser_arrow_types(parser, &types, &count) ||
		!up__same_count(parser, "values", carried.operands.count, "types", count))
		return false;
	return mlirbc_parser_add_operand(parser, op, &space, type) &&
	       mlirbc_parser_add_operands(parser, op, carried.operands.data, count, types, count) &&
	       mlirbc_parser_add_results(parser, op, types, count) &&
	       read_body(parser, op, &carried.arguments, types, coordinates, &iterator, iterator_is) &&
	       mlirbc_parser_attr_dict(parser, op, false);
}

static uint32_t bits_in(uint64_t word)
{
	uint32_t bits = 0;
	for (; word; word &= word - 1)
		bits++;
	return bits;
}

static bool iterate_fits(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	const struct mlirbc_attr *used = up__property(op, "crdUsedLvls");
	return body && used && used->kind == MLIRBC_ATTR_INTEGER && op->operand_count == op->result_count + 1 &&
	       body->argument_count == op->result_count + bits_in(used->u.number.words[0]) + 1;
}

/* mlir-opt prints unused levels up to the last one of the space; the type tells how many there are. */
static int levels_of(const struct mlirbc_type *space)
{
	const struct mlirbc_string *text = space->kind == MLIRBC_TYPE_DIALECT ? space->u.dialect.text : NULL;
	int from = 0, to = -1, *number = &from;
	for (size_t i = 0; text && i + 7 < text->size; i++) {
		if (memcmp(text->data + i, "lvls = ", 7) != 0)
			continue;
		for (i += 7; i < text->size; i++) {
			char c = text->data[i];
			if (c >= '0' && c <= '9' && *number < 1000)
				*number = (*number < 0 ? 0 : *number) * 10 + (c - '0');
			else if (c == ' ')
				number = &to;
		}
	}
	return to < 0 ? 1 : to - from;
}

static void print_coordinates(struct mlirbc_printer *printer, const struct mlirbc_op *op, uint64_t used)
{
	uint32_t next = op->result_count;
	int levels = levels_of(mlirbc_op_operands(op)[0].value->type);
	for (int level = 0; used && level < MOST_LEVELS && (used >> level || level < levels); level++) {
		bool here = used >> level & 1;
		mlirbc_printer_text(printer, level ? ", " : " at(");
		if (here)
			up__print_arguments(printer, up__entry(op, 0), next++, 1);
		else
			mlirbc_printer_text(printer, "_");
	}
	mlirbc_printer_text(printer, used ? ")" : "");
}

static bool print_iterate(
	struct mlirbc_printer *printer, const struct mlirbc_op *op, uint32_t step, struct mlirbc_region_form *out)
{
	const struct mlirbc_block *body = up__entry(op, 0);
	uint64_t used = up__property(op, "crdUsedLvls")->u.number.words[0];
	if (step)
		return false;
	mlirbc_printer_text(printer, " ");
	up__print_arguments(printer, body, body->argument_count - 1, 1);
	mlirbc_printer_text(printer, " in ");
	mlirbc_printer_operands(printer, op, 0, 1);
	print_coordinates(printer, op, used);
	if (op->result_count) {
		mlirbc_printer_text(printer, " iter_args");
		up__print_assigned(printer, op, body, 0, 1, op->result_count);
	}
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, op, 0, 1);
	mlirbc_printer_text(printer, " ");
	mlirbc_printer_arrow_types(printer, op, false);
	mlirbc_printer_text(printer, " ");
	*out = (struct mlirbc_region_form){ .terminator = op->result_count != 0 };
	return true;
}

const struct mlirbc_upstream__own mlirbc_upstream__own_sparse_tensor[] = {
	{ "sparse_tensor.iterate", parse_iterate, iterate_fits, print_iterate, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL, NULL },
};
