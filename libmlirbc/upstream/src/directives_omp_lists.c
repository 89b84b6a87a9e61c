/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Directives of `omp`: lists of operands with types, symbols or kinds; loops. */
#include "engine.h"
#include "own_parts.h"

#include <mlirbc/build.h>
#include <mlirbc/parse.h>
#include <stdio.h>
#include <string.h>

typedef struct mlirbc_upstream__reading reading_t;
typedef struct mlirbc_upstream__printing printing_t;
typedef const struct mlirbc_upstream__argument *arguments_t;

enum { MOST_ITEMS = 256 };

/* ---- one operand of a slot with its type */

static bool parse_one(reading_t *reading, uint8_t index)
{
	struct mlirbc_upstream__read *slot = &reading->slots[index];
	const struct mlirbc_type *type;
	slot->names = mlirbc_parser_scratch(reading->parser, sizeof *slot->names);
	slot->count = 1;
	return slot->names && mlirbc_parser_operand(reading->parser, slot->names) && mlirbc_parser_expect(reading->parser, ":") &&
	       mlirbc_parser_type(reading->parser, &type) && mlirbc_upstream__set_type(reading, index, type);
}

static void print_one(const printing_t *printing, uint8_t index, const char *colon)
{
	struct mlirbc_upstream__group group;
	if (!mlirbc_upstream__group(printing, index, &group) || group.count == 0)
		return;
	mlirbc_printer_operands(printing->printer, printing->op, group.from, 1);
	mlirbc_printer_text(printing->printer, colon);
	mlirbc_printer_operand_types(printing->printer, printing->op, group.from, 1);
}

/* GrainsizeClause, NumTasksClause: strict, %a : T */
static bool parse_modified(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	if (mlirbc_upstream__attr_begins(reading, arguments[0].index) &&
		(!mlirbc_upstream__parse_words(reading, arguments[0].index) || !mlirbc_parser_expect(reading->parser, ",")))
		return false;
	return parse_one(reading, arguments[1].index);
}

static void print_modified(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	if (!mlirbc_upstream__is_now(printing))
		return;
	if (mlirbc_upstream__attr_in(printing, arguments[0].index)) {
		mlirbc_upstream__print_words(printing, arguments[0].index);
		mlirbc_printer_text(printing->printer, ", ");
	}
	print_one(printing, arguments[1].index, ": ");
}

static bool set_no_modifier(reading_t *reading, uint8_t index)
{
	static const char text[] = "#omp<sched_mod none>";
	const struct mlirbc_attr *none;
	if (mlirbc_parse_attr(mlirbc_parser_context(reading->parser), text, sizeof text - 1, &none, NULL) != MLIRBC_OK)
		return mlirbc_parser_no_memory(reading->parser);
	return mlirbc_upstream__set_attr(reading, index, none);
}

/* The words of an attribute; MLIR reports another one at the name of the operation. */
static bool parse_schedule_word(reading_t *reading, uint8_t index, const char *what)
{
	return mlirbc_upstream__words_begin(reading, index)
		       ? mlirbc_upstream__parse_words(reading, index)
		       : UP__FAIL_AT_NAME(reading->parser, reading->op, "%s", what);
}

/* ScheduleClause: static = %chunk : T, monotonic, simd. MLIR sets the modifier none if there is simd only. */
static bool parse_schedule(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	(void)count;
	if (!parse_schedule_word(reading, arguments[0].index, "expected schedule kind") ||
		(mlirbc_parser_try(parser, "=") && !parse_one(reading, arguments[3].index)))
		return false;
	for (bool first = true; mlirbc_parser_try(parser, ","); first = false) {
		const bool simd = mlirbc_parser_try(parser, "simd");
		if (simd && first && !set_no_modifier(reading, arguments[1].index))
			return false;
		if (simd ? !mlirbc_upstream__set_attr(reading, arguments[2].index, mlirbc_attr_unit(mlirbc_parser_context(parser)))
			 : !parse_schedule_word(reading, arguments[1].index, "unknown modifier type"))
			return false;
	}
	return true;
}

static void print_schedule(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group chunk;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[3].index, &chunk))
		return;
	mlirbc_upstream__print_words(printing, arguments[0].index);
	mlirbc_printer_text(printing->printer, chunk.count ? " = " : "");
	print_one(printing, arguments[3].index, " : ");
	if (mlirbc_upstream__attr_in(printing, arguments[1].index)) {
		mlirbc_printer_text(printing->printer, ", ");
		mlirbc_upstream__print_words(printing, arguments[1].index);
	}
	mlirbc_printer_text(printing->printer, mlirbc_upstream__attr_in(printing, arguments[2].index) ? ", simd" : "");
}

/* ---- lists of pairs: AllocateAndAllocator %a : T -> %b : U; LinearClause %a = %b : T */

struct pair_form {
	uint8_t first, second; /* arguments: slots */
	const char *between;
	bool both; /* types */
};

static bool parse_pairs(reading_t *reading, arguments_t arguments, const struct pair_form *form)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slots[2] = { &reading->slots[arguments[form->first].index],
		&reading->slots[arguments[form->second].index] };
	const struct mlirbc_type **types[2];
	size_t count = 0;
	for (int i = 0; i < 2; i++) {
		slots[i]->names = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *slots[i]->names);
		types[i] = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *types[i]);
		if (!slots[i]->names || !types[i])
			return false;
	}
	do {
		if (count == MOST_ITEMS)
			return mlirbc_parser_error(parser, "more than %d variables in a clause", MOST_ITEMS);
		if (!mlirbc_parser_operand(parser, &slots[0]->names[count]) ||
			(form->both && (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &types[0][count]))) ||
			!mlirbc_parser_expect(parser, form->between) || !mlirbc_parser_operand(parser, &slots[1]->names[count]) ||
			!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &types[1][count]))
			return false;
		count++;
	} while (mlirbc_parser_try(parser, ","));
	for (int i = 0; i < 2; i++) {
		slots[i]->count = slots[i]->type_count = count;
		slots[i]->types = types[i];
	}
	if (!form->both) { /* the type is that of the first; a rule says that of the second */
		slots[0]->types = types[1];
		slots[1]->types = NULL;
		slots[1]->type_count = 0;
	}
	return true;
}

static bool pairs_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group a, b;
	(void)count;
	return mlirbc_upstream__group(printing, arguments[0].index, &a) && mlirbc_upstream__group(printing, arguments[2].index, &b) &&
	       a.count == b.count;
}

static void print_pairs(const printing_t *printing, arguments_t arguments, const struct pair_form *form)
{
	struct mlirbc_upstream__group a, b;
	struct mlirbc_printer *printer = printing->printer;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[form->first].index, &a) ||
		!mlirbc_upstream__group(printing, arguments[form->second].index, &b))
		return;
	for (uint32_t i = 0; i < a.count; i++) {
		mlirbc_printer_text(printer, i ? ", " : "");
		mlirbc_printer_operands(printer, printing->op, a.from + i, 1);
		if (form->both) {
			mlirbc_printer_text(printer, " : ");
			mlirbc_printer_operand_types(printer, printing->op, a.from + i, 1);
		}
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_text(printer, form->between);
		mlirbc_printer_text(printer, " ");
		mlirbc_printer_operands(printer, printing->op, b.from + i, 1);
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, printing->op, (form->both ? b.from : a.from) + i, 1);
	}
}

static const struct pair_form allocate = { 2, 0, "->", true };

static bool parse_allocate(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return parse_pairs(reading, arguments, &allocate);
}

static void print_allocate(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	print_pairs(printing, arguments, &allocate);
}

static const struct pair_form linear = { 0, 2, "=", false };

static bool parse_linear(reading_t *reading, arguments_t arguments, size_t count)
{
	(void)count;
	return parse_pairs(reading, arguments, &linear);
}

static void print_linear(printing_t *printing, arguments_t arguments, size_t count)
{
	(void)count;
	print_pairs(printing, arguments, &linear);
}

/* ---- lists with an attribute: DependVarList kind -> %a : T; Copyprivate %a -> @f : T; AlignedClause %a : T -> 32 : i64 */

static bool parse_depend(struct mlirbc_parser *parser, const struct mlirbc_attr **out)
{
	struct mlirbc_string word;
	char text[80];
	if (!mlirbc_parser_word(parser, &word))
		return false;
	snprintf(text, sizeof text, "#omp<clause_task_depend(%.*s)>", (int)(word.size < 40 ? word.size : 40), word.data);
	return mlirbc_parse_attr(mlirbc_parser_context(parser), text, strlen(text), out, NULL) == MLIRBC_OK ||
	       mlirbc_parser_no_memory(parser);
}

static bool parse_listed(reading_t *reading, arguments_t arguments, char kind)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *slot = &reading->slots[arguments[0].index];
	const struct mlirbc_attr *attrs[MOST_ITEMS];
	const struct mlirbc_type **types = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *types);
	size_t count = 0;
	slot->names = mlirbc_parser_scratch(parser, MOST_ITEMS * sizeof *slot->names);
	if (!types || !slot->names)
		return false;
	do {
		if (count == MOST_ITEMS)
			return mlirbc_parser_error(parser, "more than %d variables in a clause", MOST_ITEMS);
		if (kind == 'd' && (!parse_depend(parser, &attrs[count]) || !mlirbc_parser_expect(parser, "->")))
			return false;
		if (!mlirbc_parser_operand(parser, &slot->names[count]))
			return false;
		if (kind == 'c' && (!mlirbc_parser_expect(parser, "->") || !mlirbc_parser_symbol(parser, &attrs[count])))
			return false;
		if (!mlirbc_parser_expect(parser, ":") || !mlirbc_parser_type(parser, &types[count]))
			return false;
		if (kind == 'a' && (!mlirbc_parser_expect(parser, "->") || !mlirbc_parser_attr(parser, NULL, &attrs[count])))
			return false;
		count++;
	} while (mlirbc_parser_try(parser, ","));
	slot->count = slot->type_count = count;
	slot->types = types;
	return mlirbc_upstream__set_attr(
		reading, arguments[2].index, mlirbc_attr_array(mlirbc_parser_context(parser), attrs, count));
}

static bool listed_fit(printing_t *printing, arguments_t arguments, size_t count)
{
	const struct mlirbc_attr *list = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_upstream__group group;
	(void)count;
	return mlirbc_upstream__group(printing, arguments[0].index, &group) &&
	       (list ? list->kind == MLIRBC_ATTR_ARRAY && list->u.array.count == group.count : group.count == 0);
}

/* taskdependin of #omp<clause_task_depend(taskdependin)> */
static void print_depend(const printing_t *printing, const struct mlirbc_attr *attr)
{
	const struct mlirbc_string *text = attr->kind == MLIRBC_ATTR_DIALECT ? attr->u.dialect.text : NULL;
	const char *open = text ? memchr(text->data, '(', text->size) : NULL;
	if (open)
		mlirbc_printer_bytes(printing->printer, open + 1, text->size - (size_t)(open + 1 - text->data) - 1);
}

static void print_listed(const printing_t *printing, arguments_t arguments, char kind)
{
	const struct mlirbc_attr *list = mlirbc_upstream__attr_in(printing, arguments[2].index);
	struct mlirbc_upstream__group group;
	struct mlirbc_printer *printer = printing->printer;
	if (!mlirbc_upstream__is_now(printing) || !list || !mlirbc_upstream__group(printing, arguments[0].index, &group))
		return;
	for (uint32_t i = 0; i < group.count; i++) {
		const struct mlirbc_attr *attr = list->u.array.data[i];
		mlirbc_printer_text(printer, i ? ", " : "");
		if (kind == 'd') {
			print_depend(printing, attr);
			mlirbc_printer_text(printer, " -> ");
		}
		mlirbc_printer_operands(printer, printing->op, group.from + i, 1);
		if (kind == 'c') {
			mlirbc_printer_text(printer, " -> ");
			mlirbc_printer_attr(printer, attr);
		}
		mlirbc_printer_text(printer, " : ");
		mlirbc_printer_operand_types(printer, printing->op, group.from + i, 1);
		if (kind == 'a') {
			mlirbc_printer_text(printer, " -> ");
			mlirbc_printer_attr(printer, attr);
		}
	}
}

#define LISTED(name, kind)                                                                                             \
	static bool parse_##name(reading_t *reading, arguments_t arguments, size_t count)                              \
	{                                                                                                              \
		(void)count;                                                                                           \
		return parse_listed(reading, arguments, kind);                                                         \
	}                                                                                                              \
	static void print_##name(printing_t *printing, arguments_t arguments, size_t count)                            \
	{                                                                                                              \
		(void)count;                                                                                           \
		print_listed(printing, arguments, kind);                                                               \
	}
LISTED(depends, 'd')
LISTED(copies, 'c')
LISTED(aligned, 'a')

/* ---- LoopTransformClis: (%new) <- (%loop), or <- (%loop) */

static bool parse_loops(reading_t *reading, arguments_t arguments, size_t count)
{
	struct mlirbc_parser *parser = reading->parser;
	struct mlirbc_upstream__read *made = &reading->slots[arguments[0].index], *from = &reading->slots[arguments[1].index];
	(void)count;
	if (mlirbc_parser_try(parser, "(") &&
		(!mlirbc_parser_operands(parser, &made->names, &made->count) || !mlirbc_parser_expect(parser, ")")))
		return false;
	return mlirbc_parser_expect(parser, "<") && mlirbc_parser_expect(parser, "-") && mlirbc_parser_expect(parser, "(") &&
	       mlirbc_parser_operands(parser, &from->names, &from->count) && mlirbc_parser_expect(parser, ")");
}

static void print_loops(printing_t *printing, arguments_t arguments, size_t count)
{
	struct mlirbc_upstream__group made, from;
	(void)count;
	if (!mlirbc_upstream__is_now(printing) || !mlirbc_upstream__group(printing, arguments[0].index, &made) ||
		!mlirbc_upstream__group(printing, arguments[1].index, &from))
		return;
	mlirbc_printer_text(printing->printer, made.count ? "(" : "");
	mlirbc_printer_operands(printing->printer, printing->op, made.from, made.count);
	mlirbc_printer_text(printing->printer, made.count ? ") <- (" : " <- (");
	mlirbc_printer_operands(printing->printer, printing->op, from.from, from.count);
	mlirbc_printer_text(printing->printer, ")");
}

const struct mlirbc_upstream__directive mlirbc_upstream__omp_list_directives[] = {
	{ "GrainsizeClause", parse_modified, print_modified, NULL, NULL },
	{ "NumTasksClause", parse_modified, print_modified, NULL, NULL },
	{ "ScheduleClause", parse_schedule, print_schedule, NULL, NULL },
	{ "AllocateAndAllocator", parse_allocate, print_allocate, pairs_fit, NULL },
	{ "LinearClause", parse_linear, print_linear, pairs_fit, NULL },
	{ "DependVarList", parse_depends, print_depends, listed_fit, NULL },
	{ "Copyprivate", parse_copies, print_copies, listed_fit, NULL },
	{ "AlignedClause", parse_aligned, print_aligned, listed_fit, NULL },
	{ "LoopTransformClis", parse_loops, print_loops, NULL, NULL },
	{ NULL, NULL, NULL, NULL, NULL },
};
