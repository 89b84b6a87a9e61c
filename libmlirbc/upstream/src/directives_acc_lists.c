/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Clauses of `acc` whose operands are for device types: async(%a : i64 [#acc.device_type<nvidia>]). */
#include "directives_acc.h"

#include <mlirbc/build.h>
#include <string.h>

enum { MOST_ITEMS = 256 };

/* Arguments of a directive by their meaning: places in its list, 0: it has none. The operands are argument 0, their
 * types 1. */
struct clause {
	const char *name;
	uint8_t devices;  /* device types, one for each operand or group */
	uint8_t segments; /* sizes of groups: {...} */
	uint8_t only;     /* device types for which the clause has no operands; the directive reads its parentheses */
	uint8_t devnum;   /* of groups: whether it begins with "devnum: " */
	uint8_t kinds;    /* of operands: #acc.gang_arg_type */
	bool empty;       /* `only` is [] if there are parentheses without one */
};

static const struct clause clauses[] = {
	{ .name = "DeviceTypeOperandsWithKeywordOnly", .devices = 2, .only = 3 },
	{ .name = "DeviceTypeOperands", .devices = 2 },
	{ .name = "DeviceTypeOperandsWithSegment", .devices = 2, .segments = 3 },
	{ .name = "NumGangs", .devices = 2, .segments = 3 },
	{ .name = "WaitClause", .devices = 2, .segments = 3, .devnum = 4, .only = 5, .empty = true },
	{ .name = "GangClause", .kinds = 2, .devices = 3, .segments = 4, .only = 5, .empty = true },
};

/* What has been read. */
struct items {
	const struct mlirbc_attr **devices, **kinds, **devnum;
	const struct mlirbc_type **types;
	int32_t *sizes;
	size_t count, groups;
};

/* ---- device types */

const struct mlirbc_attr *up__acc_no_device(struct mlirbc_context *context)
{
	static const char text[] = "#acc.device_type<none>";
	const struct mlirbc_attr *attr;
	return mlirbc_parse_attr(context, text, sizeof text - 1, &attr, NULL) == MLIRBC_OK ? attr : NULL;
}

static bool is_no_device(const struct mlirbc_attr *attr)
{
	static const char text[] = "device_type<none>";
	return attr->kind == MLIRBC_ATTR_DIALECT && attr->u.dialect.text->size == sizeof text - 1 &&
	       memcmp(attr->u.dialect.text->data, text, sizeof text - 1) == 0;
}

bool up__acc_only_no_device(const struct mlirbc_attr *devices)
{
	return devices && devices->kind == MLIRBC_ATTR_ARRAY && devices->u.array.count == 1 && is_no_device(devices->u.array.data[0]);
}

bool up__acc_read_device(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	if (mlirbc_parser_try(parser, "["))
		return mlirbc_parser_attr(parser, NULL, out) && mlirbc_parser_expect(parser, "]");
	*out = up__acc_no_device(mlirbc_parser_context(parser));
	return *out || mlirbc_parser_no_memory(parser);
}

void up__acc_print_device(struct mlirbc_printer *printer, const struct mlirbc_attr *device)
{
	if (is_no_device(device))
		return;
	mlirbc_printer_text(printer, " [");
	mlirbc_printer_attr(printer, device);
	mlirbc_printer_text(printer, "]");
}

bool up__acc_set_array(
	struct mlirbc_upstream__reading *reading, uint8_t index, const struct mlirbc_attr *const *values, size_t count)
{
	return mlirbc_upstream__set_attr(
		reading, index, mlirbc_attr_array(mlirbc_parser_context(reading->parser), values, count));
}

/* "[a, b]" as it is in the text. */
bool up__acc_read_only(struct mlirbc_upstream__reading *reading, uint8_t index, bool *out_found)
{
	const struct mlirbc_attr *value;
	*out_found = mlirbc_parser_at(reading->parser, "[");
	return !*out_found || (mlirbc_parser_attr(reading->parser, NULL, &value) && mlirbc_upstream__set_attr(reading, index, value));
}

/* ---- reading */

static const struct clause *clause_of(const char *name)
{
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) {
		if (strcmp(clauses[i].name, name) == 0)
			return &clauses[i];
	}
	return NULL;
}

static bool read_kind(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	static const char *const words[] = { "num", "Num", "dim", "Dim", "static", "Static" };
	char text[40] = "#acc.gang_arg_type<";
	size_t i = 0;
	while (i < 6 && !mlirbc_parser_try(parser, words[i]))
		i += 2;
	if (i == 6)
		return mlirbc_parser_error(parser, "expected num, dim or static");
	strcat(strcat(text, words[i + 1]), ">");
	return (mlirbc_parse_attr(mlirbc_parser_context(parser), text, strlen(text), out, NULL) == MLIRBC_OK ||
		       mlirbc_parser_no_memory(parser)) &&
	       mlirbc_parser_expect(parser, "=");
}

static bool read_operand(
	struct mlirbc_parser *parser, const struct clause *clause, struct mlirbc_upstream__read *slot, struct items *items)
{
	if (items->count == MOST_ITEMS)
		return mlirbc_parser_error(parser, "more than %d operands in a clause", MOST_ITEMS);
	if ((clause->kinds && !read_kind(parser, &items->kinds[items->count])) ||
		!mlirbc_parser_operand(parser, &slot->names[items->count]) || !mlirbc_parser_expect(parser, ":") ||
		!mlirbc_parser_type(parser, &items->types[items->count]))
		return false;
	items->count++;
	return true;
}

/* An operand, or a group of them, and its device type. */
static bool read_group(
	struct mlirbc_parser *parser, const struct clause *clause, struct mlirbc_upstream__read *slot, struct items *items)
{
	const size_t before = items->count;
	if (items->groups == MOST_ITEMS)
		return mlirbc_parser_error(parser, "more than %d groups in a clause", MOST_ITEMS);
	if (clause->segments && !mlirbc_parser_expect(parser, "{"))
		return false;
	if (clause->devnum) {
		const bool devnum = mlirbc_parser_try(parser, "devnum");
		items->devnum[items->groups] = mlirbc_attr_bool(mlirbc_parser_context(parser), devnum);
		if (!items->devnum[items->groups])
			return mlirbc_parser_no_memory(parser);
		if (devnum && !mlirbc_parser_expect(parser, ":"))
			return false;
	}
	do {
		if (!read_operand(parser, clause, slot, items))
			return false;
	} while (clause->segments && mlirbc_parser_try(parser, ","));
	if (clause->segments && !mlirbc_parser_expect(parser, "}"))
		return false;
	items->sizes[items->groups] = (int32_t)(items->count - before);
	return up__acc_read_device(parser, &items->devices[items->groups++]);
}

static bool make_items(struct mlirbc_parser *parser, struct mlirbc_upstream__read *slot, struct items *items)
{
	memset(items, 0, sizeof *items);
	slot->names = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *slot->names);
	items->devices = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *items->devices);
	items->kinds = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *items->kinds);
	items->devnum = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *items->devnum);
	items->types = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *items->types);
	items->sizes = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *items->sizes);
	return slot->names && items->devices && items->kinds && items->devnum && items->types && items->sizes;
}

static bool set_items(struct mlirbc_upstream__reading *reading, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments, struct mlirbc_upstream__read *slot, const struct items *items)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *i32 = mlirbc_type_integer(context, 32, MLIRBC_SIGNLESS);
	int64_t *sizes = mlirbc_parser_scratch(reading->parser, MOST_ITEMS * sizeof *sizes);
	if (!i32 || !sizes)
		return mlirbc_parser_no_memory(reading->parser);
	for (size_t i = 0; i < items->groups; i++)
		sizes[i] = items->sizes[i];
	slot->count = slot->type_count = items->count;
	slot->types = items->types;
	return up__acc_set_array(reading, arguments[clause->devices].index, items->devices, items->groups) &&
	       (!clause->kinds || up__acc_set_array(reading, arguments[clause->kinds].index, items->kinds, items->count)) &&
	       (!clause->devnum || up__acc_set_array(reading, arguments[clause->devnum].index, items->devnum, items->groups)) &&
	       (!clause->segments || mlirbc_upstream__set_attr(reading, arguments[clause->segments].index,
					     mlirbc_upstream__integers(context, i32, sizes, items->groups)));
}

static bool parse_clause(struct mlirbc_upstream__reading *reading, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	struct items items;
	bool only = false, more = true;
	if (clause->only && !mlirbc_parser_try(parser, "(")) {
		const struct mlirbc_attr *none = up__acc_no_device(mlirbc_parser_context(parser));
		return none ? up__acc_set_array(reading, arguments[clause->only].index, &none, 1) : mlirbc_parser_no_memory(parser);
	}
	if (clause->only && !up__acc_read_only(reading, arguments[clause->only].index, &only))
		return false;
	if (clause->empty && !only && !up__acc_set_array(reading, arguments[clause->only].index, NULL, 0))
		return false;
	if (only)
		more = mlirbc_parser_try(parser, ",");
	else if (clause->only)
		more = !mlirbc_parser_at(parser, ")");
	if (more) {
		if (!make_items(parser, slot, &items))
			return false;
		do {
			if (!read_group(parser, clause, slot, &items))
				return false;
		} while (mlirbc_parser_try(parser, ","));
		if (!set_items(reading, clause, arguments, slot, &items))
			return false;
	}
	return !clause->only || mlirbc_parser_expect(parser, ")");
}

/* ---- printing */

/* The array that an argument names; NULL: none, or it is empty. */
static const struct mlirbc_attr *array_of(
	const struct mlirbc_upstream__printing *printing, const struct mlirbc_upstream__argument *arguments, uint8_t place)
{
	const struct mlirbc_attr *attr = place ? mlirbc_upstream__attr_in(printing, arguments[place].index) : NULL;
	return attr && attr->kind == MLIRBC_ATTR_ARRAY && attr->u.array.count ? attr : NULL;
}

static uint32_t group_size(const struct mlirbc_attr *segments, size_t group)
{
	return segments ? (uint32_t)mlirbc_upstream__element(segments, group) : 1;
}

static const struct mlirbc_attr *segments_of(const struct mlirbc_upstream__printing *printing, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments)
{
	return clause->segments ? mlirbc_upstream__attr_in(printing, arguments[clause->segments].index) : NULL;
}

/* As many device types as operands or groups, and groups of all operands. */
static bool clause_fits(const struct mlirbc_upstream__printing *printing, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments)
{
	const struct mlirbc_attr *devices = array_of(printing, arguments, clause->devices);
	const struct mlirbc_attr *kinds = array_of(printing, arguments, clause->kinds);
	const struct mlirbc_attr *devnum = array_of(printing, arguments, clause->devnum);
	const struct mlirbc_attr *segments = segments_of(printing, clause, arguments);
	const size_t groups = devices ? devices->u.array.count : 0;
	struct mlirbc_upstream__group operands;
	uint64_t total = 0;
	if (!mlirbc_upstream__group(printing, arguments[0].index, &operands))
		return false;
	if (groups && clause->segments &&
		(!segments || segments->kind != MLIRBC_ATTR_DENSE_ARRAY || segments->u.dense.count != groups))
		return false;
	for (size_t i = 0; i < groups; i++)
		total += group_size(segments, i);
	return total == operands.count && (!groups || !clause->kinds || (kinds && kinds->u.array.count == operands.count)) &&
	       (!groups || !clause->devnum || (devnum && devnum->u.array.count == groups));
}

static void print_kind(struct mlirbc_printer *printer, const struct mlirbc_attr *kind)
{
	const struct mlirbc_string *text = kind->kind == MLIRBC_ATTR_DIALECT ? kind->u.dialect.text : NULL;
	const char letter = text && text->size > 14 ? text->data[14] : 'N'; /* gang_arg_type<Num> */
	mlirbc_printer_text(printer, letter == 'D' ? "dim=" : letter == 'S' ? "static=" : "num=");
}

static void print_group(const struct mlirbc_upstream__printing *printing, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments, uint32_t from, uint32_t first, uint32_t count)
{
	struct mlirbc_printer *printer = printing->printer;
	const struct mlirbc_attr *kinds = array_of(printing, arguments, clause->kinds);
	for (uint32_t i = first; i < first + count; i++) {
		mlirbc_printer_text(printer, i > first ? ", " : "");
		if (kinds)
			print_kind(printer, kinds->u.array.data[i]);
		mlirbc_printer_operands(printer, printing->op, from + i, 1);
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, printing->op, from + i, 1);
	}
}

static void print_groups(const struct mlirbc_upstream__printing *printing, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments, const struct mlirbc_attr *devices)
{
	struct mlirbc_printer *printer = printing->printer;
	const struct mlirbc_attr *segments = segments_of(printing, clause, arguments);
	const struct mlirbc_attr *devnum = array_of(printing, arguments, clause->devnum);
	struct mlirbc_upstream__group operands;
	uint32_t first = 0;
	mlirbc_upstream__group(printing, arguments[0].index, &operands);
	for (size_t i = 0; i < devices->u.array.count; i++) {
		const uint32_t count = group_size(segments, i);
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_text(printer, clause->segments ? "{" : "");
		if (devnum && devnum->u.array.data[i]->kind == MLIRBC_ATTR_INTEGER && devnum->u.array.data[i]->u.number.words[0])
			mlirbc_printer_text(printer, "devnum: ");
		print_group(printing, clause, arguments, operands.from, first, count);
		mlirbc_printer_text(printer, clause->segments ? "}" : "");
		up__acc_print_device(printer, devices->u.array.data[i]);
		first += count;
	}
}

static void print_clause(const struct mlirbc_upstream__printing *printing, const struct clause *clause,
	const struct mlirbc_upstream__argument *arguments)
{
	struct mlirbc_printer *printer = printing->printer;
	const struct mlirbc_attr *devices = array_of(printing, arguments, clause->devices);
	const struct mlirbc_attr *only = array_of(printing, arguments, clause->only);
	if (!mlirbc_upstream__is_now(printing) || (clause->only && !devices && up__acc_only_no_device(only)))
		return;
	mlirbc_printer_text(printer, clause->only ? "(" : "");
	if (only)
		mlirbc_printer_attr(printer, only);
	mlirbc_printer_text(printer, only && devices ? ", " : "");
	if (devices)
		print_groups(printing, clause, arguments, devices);
	mlirbc_printer_text(printer, clause->only ? ")" : "");
}

#define CLAUSE(name)                                                                                                   \
	static bool parse_##name(struct mlirbc_upstream__reading *reading,                                             \
		const struct mlirbc_upstream__argument *arguments, size_t count)                                       \
	{                                                                                                              \
		(void)count;                                                                                           \
		return parse_clause(reading, clause_of(#name), arguments);                                             \
	}                                                                                                              \
	static void print_##name(struct mlirbc_upstream__printing *printing,                                           \
		const struct mlirbc_upstream__argument *arguments, size_t count)                                       \
	{                                                                                                              \
		(void)count;                                                                                           \
		print_clause(printing, clause_of(#name), arguments);                                                   \
	}                                                                                                              \
	static bool fits_##name(struct mlirbc_upstream__printing *printing,                                            \
		const struct mlirbc_upstream__argument *arguments, size_t count)                                       \
	{                                                                                                              \
		(void)count;                                                                                           \
		return clause_fits(printing, clause_of(#name), arguments);                                             \
	}
#define ENTRY(name) { #name, parse_##name, print_##name, fits_##name, NULL },
#define ALL(X)                                                                                                         \
	X(DeviceTypeOperandsWithKeywordOnly) X(DeviceTypeOperands) X(DeviceTypeOperandsWithSegment) X(NumGangs)        \
	X(WaitClause) X(GangClause)
ALL(CLAUSE)

const struct mlirbc_upstream__directive mlirbc_upstream__acc_list_directives[] = {
	ALL(ENTRY){ NULL, NULL, NULL, NULL, NULL },
};
