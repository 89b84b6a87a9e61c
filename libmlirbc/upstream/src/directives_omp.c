/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `omp`. */
#include "engine.h"

#include <mlirbc/build.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_ITEMS = 256 };

static const char *slot_name(const struct mlirbc_upstream__row *row, uint8_t index)
{
	return mlirbc_upstream__string(mlirbc_upstream__slot_of(row, index)->name);
}

static const char *attr_name(const struct mlirbc_upstream__row *row, uint8_t index)
{
	return mlirbc_upstream__string(mlirbc_upstream__attr_of(row, index)->name);
}

static bool ends_with(const char *text, const char *end)
{
	const size_t size = strlen(text), tail = strlen(end);
	return size >= tail && strcmp(text + size - tail, end) == 0;
}

/* ---- clauses before a region that name its arguments: private(@s %a -> %b : T) */

/* A clause: its operands, and the attributes with one element for each. NONE: it has no such attribute. */
enum { NONE = 255 };
struct clause {
	const char *word;
	uint8_t slot, symbols, by_reference, modifier, barrier, maps;
};

static const char *word_of(const char *slot)
{
	static const char *const words[][2] = { { "has_device_addr_vars", "has_device_addr" }, { "host_eval_vars", "host_eval" },
		{ "in_reduction_vars", "in_reduction" }, { "map_vars", "map_entries" }, { "private_vars", "private" },
		{ "reduction_vars", "reduction" }, { "task_reduction_vars", "task_reduction" },
		{ "use_device_addr_vars", "use_device_addr" }, { "use_device_ptr_vars", "use_device_ptr" } };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (strcmp(words[i][0], slot) == 0)
			return words[i][1];
	}
	return slot;
}

/* The clause that begins at arguments[*at], which is then behind it; false at the end. */
static bool next_clause(const struct mlirbc_upstream__row *row, arguments_t arguments, size_t count, size_t *at, struct clause *out)
{
	uint8_t modifier = NONE;
	while (*at < count && arguments[*at].kind != MLIRBC_UPSTREAM__NAMES) {
		if (arguments[*at].kind == MLIRBC_UPSTREAM__ATTR && ends_with(attr_name(row, arguments[*at].index), "_mod"))
			modifier = arguments[*at].index;
		++*at;
	}
	if (*at == count)
		return false;
	*out = (struct clause){ word_of(slot_name(row, arguments[*at].index)), arguments[*at].index, NONE, NONE, modifier, NONE, NONE };
	for (++*at; *at < count && arguments[*at].kind != MLIRBC_UPSTREAM__NAMES; ++*at) {
		if (arguments[*at].kind != MLIRBC_UPSTREAM__ATTR)
			continue;
		const char *name = attr_name(row, arguments[*at].index);
		if (ends_with(name, "_mod"))
			break; /* of the next clause */
		*(ends_with(name, "_syms")            ? &out->symbols
			: ends_with(name, "_byref")   ? &out->by_reference
			: ends_with(name, "_barrier") ? &out->barrier
						      : &out->maps) = arguments[*at].index;
	}
	return true;
}

struct items {
	struct mlirbc_unresolved *names;
	struct mlirbc_unresolved_argument *arguments;
	const struct mlirbc_attr **symbols;
	int64_t *by_reference, *maps;
	size_t count;
};

static bool make_items(struct mlirbc_parser *parser, struct items *out)
{
	out->names = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *out->names);
	out->arguments = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *out->arguments);
	out->symbols = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *out->symbols);
	out->by_reference = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *out->by_reference);
	out->maps = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *out->maps);
	return out->names && out->arguments && out->symbols && out->by_reference && out->maps;
}

/* byref @s %a -> %b [map_idx=1] */
static bool parse_item(struct mlirbc_parser *parser, const struct clause *clause, struct items *items)
{
	const size_t i = items->count;
	if (i == MOST_ITEMS)
		return mlirbc_parser_error(parser, "more than %d variables in a clause", MOST_ITEMS);
	items->by_reference[i] = clause->by_reference != NONE && mlirbc_parser_try(parser, "byref");
	items->maps[i] = -1;
	memset(&items->arguments[i], 0, sizeof *items->arguments);
	if ((clause->symbols != NONE && !mlirbc_parser_symbol(parser, &items->symbols[i])) ||
		!mlirbc_parser_operand(parser, &items->names[i]) || !mlirbc_parser_expect(parser, "->") ||
		!mlirbc_parser_operand(parser, &items->arguments[i].name))
		return false;
	if (clause->maps != NONE && mlirbc_parser_try(parser, "[") &&
		(!mlirbc_parser_expect(parser, "map_idx") || !mlirbc_parser_expect(parser, "=") ||
			!mlirbc_parser_int64(parser, &items->maps[i]) || !mlirbc_parser_expect(parser, "]")))
		return false;
	items->count++;
	return true;
}

static bool set_integers(reading_t *reading, uint8_t index, uint32_t bits, const int64_t *values, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, bits, MLIRBC_SIGNLESS);
	return mlirbc_upstream__set_attr(
		reading, index, type ? mlirbc_upstream__integers(context, type, values, count) : NULL);
}

static bool keep_items(reading_t *reading, const struct clause *clause, const struct items *items)
{
	struct mlirbc_upstream__read *slot = &reading->slots[clause->slot];
	bool mapped = false;
	slot->names = items->names;
	slot->count = items->count;
	if (slot->type_count != items->count)
		return mlirbc_parser_error(
			reading->parser, "expected as many types as variables: %zu and %zu", slot->type_count, items->count);
	for (size_t i = 0; i < items->count; i++) {
		items->arguments[i].type = slot->types[i];
		mapped |= items->maps[i] >= 0;
	}
	return (clause->symbols == NONE ||
		       mlirbc_upstream__set_attr(reading, clause->symbols,
			       mlirbc_attr_array(mlirbc_parser_context(reading->parser), items->symbols, items->count))) &&
	       (clause->by_reference == NONE ||
		       set_integers(reading, clause->by_reference, 1, items->by_reference, items->count)) &&
	       (!mapped || set_integers(reading, clause->maps, 64, items->maps, items->count));
}

static bool parse_clause(reading_t *reading, const struct clause *clause, struct items *items)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[clause->slot];
	if (!mlirbc_parser_expect(parser, "("))
		return false;
	if (clause->modifier != NONE && mlirbc_parser_try(parser, "mod") &&
		(!mlirbc_parser_expect(parser, ":") || !mlirbc_upstream__parse_words(reading, clause->modifier) ||
			!mlirbc_parser_expect(parser, ",")))
		return false;
	do {
		if (!parse_item(parser, clause, items))
			return false;
	} while (mlirbc_parser_try(parser, ","));
	if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_types(parser, &slot->types, &slot->type_count) ||
		!mlirbc_parser_expect(parser, ")") || !keep_items(reading, clause, items))
		return false;
	return clause->barrier == NONE || !mlirbc_parser_try(parser, "private_barrier") ||
	       mlirbc_upstream__set_attr(reading, clause->barrier, mlirbc_attr_unit(mlirbc_parser_context(parser)));
}

static bool parse_region_clauses(reading_t *reading, arguments_t arguments, size_t count)
{
	struct clause clause;
	struct mlirbc_unresolved_argument *all = mlirbc_parser_scratch(reading->parser, 9 * MOST_ITEMS * sizeof *all);
	size_t at = 0, total = 0;
	if (!all)
		return false;
	while (next_clause(reading->row, arguments, count, &at, &clause)) {
		struct items items = { 0 };
		if (!mlirbc_parser_try(reading->parser, clause.word))
			continue;
		if (!make_items(reading->parser, &items) || !parse_clause(reading, &clause, &items))
			return false;
		if (total + items.count <= (size_t)9 * MOST_ITEMS)
			memcpy(all + total, items.arguments, items.count * sizeof *all);
		total += items.count;
	}
	reading->arguments = all;
	reading->argument_count = total;
	return mlirbc_upstream__read_region(reading);
}

/* The elements that belong to a group of values. */
static bool clause_fits(const printing_t *printing, const struct clause *clause, uint32_t count)
{
	const struct mlirbc_attr *symbols = clause->symbols == NONE ? NULL : mlirbc_upstream__attr_in(printing, clause->symbols);
	const struct mlirbc_attr *flags =
		clause->by_reference == NONE ? NULL : mlirbc_upstream__attr_in(printing, clause->by_reference);
	if (clause->symbols != NONE && count && (!symbols || symbols->kind != MLIRBC_ATTR_ARRAY || symbols->u.array.count != count))
		return false;
	return !flags || (flags->kind == MLIRBC_ATTR_DENSE_ARRAY && (flags->u.dense.count == count || count == 0));
}

static bool region_clauses_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region *region = mlirbc_op_regions(printing->op);
	struct clause clause;
	struct mlirbc_upstream__group group;
	uint32_t total = 0;
	size_t at = 0;
	if (printing->op->region_count == 0)
		return false;
	while (next_clause(printing->row, arguments, count, &at, &clause)) {
		if (!mlirbc_upstream__group(printing, clause.slot, &group) || !clause_fits(printing, &clause, group.count))
			return false;
		for (uint32_t i = 0; i < group.count; i++, total++) {
			if (!region->first || total >= region->first->argument_count ||
				region->first->arguments[total].type != mlirbc_upstream__group_type(printing, &group, i))
				return false;
		}
	}
	return total == (region->first ? region->first->argument_count : 0);
}

static void print_item(const printing_t *printing, const struct clause *clause, uint32_t i, uint32_t operand,
	const struct mlirbc_value *argument)
{
	const struct mlirbc_attr *symbols = clause->symbols == NONE ? NULL : mlirbc_upstream__attr_in(printing, clause->symbols);
	const struct mlirbc_attr *flags =
		clause->by_reference == NONE ? NULL : mlirbc_upstream__attr_in(printing, clause->by_reference);
	const struct mlirbc_attr *maps = clause->maps == NONE ? NULL : mlirbc_upstream__attr_in(printing, clause->maps);
	struct mlirbc_printer *printer = printing->printer;
	mlirbc_printer_text(printer, i ? ", " : "");
	if (flags && i < flags->u.dense.count && mlirbc_upstream__element(flags, i))
		mlirbc_printer_text(printer, "byref ");
	if (symbols) {
		mlirbc_printer_attr(printer, symbols->u.array.data[i]);
		mlirbc_printer_text(printer, " ");
	}
	mlirbc_printer_operands(printer, printing->op, operand, 1);
	mlirbc_printer_text(printer, " -> ");
	mlirbc_printer_value(printer, argument);
	if (maps && maps->kind == MLIRBC_ATTR_DENSE_ARRAY && i < maps->u.dense.count && mlirbc_upstream__element(maps, i) >= 0) {
		mlirbc_printer_text(printer, " [map_idx=");
		mlirbc_printer_integer(printer, mlirbc_upstream__element(maps, i));
		mlirbc_printer_text(printer, "]");
	}
}

static void print_clause(const printing_t *printing, const struct clause *clause, const struct mlirbc_upstream__group *group,
	const struct mlirbc_value *arguments)
{
	struct mlirbc_printer *printer = printing->printer;
	mlirbc_printer_text(printer, clause->word);
	mlirbc_printer_text(printer, "(");
	if (clause->modifier != NONE && mlirbc_upstream__attr_in(printing, clause->modifier)) {
		mlirbc_printer_text(printer, "mod: ");
		mlirbc_upstream__print_words(printing, clause->modifier);
		mlirbc_printer_text(printer, ", ");
	}
	for (uint32_t i = 0; i < group->count; i++)
		print_item(printing, clause, i, group->from + i, &arguments[i]);
	mlirbc_printer_text(printer, " : ");
	mlirbc_printer_operand_types(printer, printing->op, group->from, group->count);
	mlirbc_printer_text(printer, ") ");
	if (clause->barrier != NONE && mlirbc_upstream__attr_in(printing, clause->barrier))
		mlirbc_printer_text(printer, "private_barrier ");
}

static void print_region_clauses(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_region *region = mlirbc_op_regions(printing->op);
	const struct mlirbc_region_form form = { .index = 0, .arguments = false, .terminator = true };
	struct clause clause;
	struct mlirbc_upstream__group group;
	uint32_t total = 0;
	size_t at = 0;
	while (mlirbc_upstream__is_now(printing) && next_clause(printing->row, arguments, count, &at, &clause)) {
		if (!mlirbc_upstream__group(printing, clause.slot, &group) || group.count == 0)
			continue;
		print_clause(printing, &clause, &group, &region->first->arguments[total]);
		total += group.count;
	}
	mlirbc_upstream__end_step(printing, &form);
}

/* ---- words: ClauseAttr, CaptureType, MapClause */

static bool parse_word(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return mlirbc_upstream__parse_words(reading, arguments[0].index);
}

static void print_word(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	if (mlirbc_upstream__is_now(printing))
		mlirbc_upstream__print_words(printing, arguments[0].index);
}

static bool word_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	return mlirbc_upstream__attr_fits(printing, arguments[0].index, false);
}

/* ---- SynchronizationHint: none, or words of bits */

static const char *const hints[] = { "uncontended", "contended", "nonspeculative", "speculative" };

static bool parse_hint(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_context *context = mlirbc_parser_context(reading->parser);
	const struct mlirbc_type *type = mlirbc_type_integer(context, 64, MLIRBC_SIGNLESS);
	uint64_t bits = 0;
	(void)count;
	if (!mlirbc_parser_try(reading->parser, "none")) {
		do {
			struct mlirbc_string word;
			size_t i = 0;
			if (!mlirbc_parser_word(reading->parser, &word))
				return false;
			while (i < 4 && (strlen(hints[i]) != word.size || memcmp(hints[i], word.data, word.size) != 0))
				i++;
			if (i == 4)
				return mlirbc_parser_error(
					reading->parser, "%.*s is not a valid hint", (int)word.size, word.data);
			bits |= UINT64_C(1) << i;
		} while (mlirbc_parser_try(reading->parser, ","));
	}
	return mlirbc_upstream__set_attr(
		reading, arguments[0].index, type ? mlirbc_attr_integer(context, type, bits) : NULL);
}

static bool hint_fits(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	(void)count;
	return !value || (value->kind == MLIRBC_ATTR_INTEGER && value->u.number.words[0] < 16);
}

static void print_hint(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *value = mlirbc_upstream__attr_in(printing, arguments[0].index);
	const char *before = "";
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !value)
		return;
	const uint64_t bits = value->u.number.words[0];
	mlirbc_printer_text(printing->printer, bits ? "" : "none");
	for (size_t i = 0; i < 4; i++) {
		if (!(bits >> i & 1))
			continue;
		mlirbc_printer_text(printing->printer, before);
		mlirbc_printer_text(printing->printer, hints[i]);
		before = ", ";
	}
}

/* ---- OrderClause: reproducible:concurrent */

static bool parse_order(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	if (mlirbc_upstream__attr_begins(reading, arguments[1].index) &&
		(!mlirbc_upstream__parse_words(reading, arguments[1].index) || !mlirbc_parser_expect(reading->parser, ":")))
		return false;
	return mlirbc_upstream__parse_words(reading, arguments[0].index);
}

static void print_order(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	if (mlirbc_upstream__attr_in(printing, arguments[1].index)) {
		mlirbc_upstream__print_words(printing, arguments[1].index);
		mlirbc_printer_text(printing->printer, ":");
	}
	mlirbc_upstream__print_words(printing, arguments[0].index);
}

#define REGION(name) { name, parse_region_clauses, print_region_clauses, region_clauses_fit, NULL }
const struct mlirbc_upstream__directive mlirbc_upstream__omp_directives[] = {
	REGION("PrivateReductionRegion"),
	REGION("PrivateRegion"),
	REGION("TaskReductionRegion"),
	REGION("TargetOpRegion"),
	REGION("InReductionPrivateRegion"),
	REGION("InReductionPrivateReductionRegion"),
	REGION("UseDeviceAddrUseDevicePtrRegion"),
	{ "ClauseAttr", parse_word, print_word, word_fits, NULL },
	{ "CaptureType", parse_word, print_word, word_fits, NULL },
	{ "SynchronizationHint", parse_hint, print_hint, hint_fits, NULL },
	{ "OrderClause", parse_order, print_order, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
