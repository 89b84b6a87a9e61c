/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc diff --summary: the differences of two models as figures. */
#include "models/model.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Figures of both models under one name. */
struct row {
	const struct mlirbc_string *name;
	uint64_t a, b, changed; /* of symbols: differences of each kind */
	bool in_a, in_b;
};
struct rows {
	struct row *rows;
	size_t count, room;
	bool failed; /* out of memory */
};

static void add_row(struct rows *rows, struct row row)
{
	if (CLI_RESERVE(rows->rows, rows->count + 1, rows->room))
		rows->rows[rows->count++] = row;
	else
		rows->failed = true;
}

static int by_name(const void *left, const void *right)
{
	const struct mlirbc_string *a = ((const struct row *)left)->name, *b = ((const struct row *)right)->name;
	const int order = a == b ? 0 : memcmp(a->data, b->data, a->size < b->size ? a->size : b->size);
	return order ? order : (a->size > b->size) - (a->size < b->size);
}

/* Combines rows of one name: names are unique in the context. */
static void merge(struct rows *rows)
{
	size_t kept = 0;
	if (rows->count)
		qsort(rows->rows, rows->count, sizeof *rows->rows, by_name);
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		struct row *last = kept ? &rows->rows[kept - 1] : NULL;
		if (!last || last->name != row->name) {
			rows->rows[kept++] = *row;
			continue;
		}
		last->a = model_add(last->a, row->a);
		last->b = model_add(last->b, row->b);
		last->changed += row->changed;
		last->in_a |= row->in_a;
		last->in_b |= row->in_b;
	}
	rows->count = kept;
}

/* ---- the lines of a diff: "! @model::@main: op 3, ..." */

static void count_lines(struct mlirbc_context *context, const char *text, size_t size, struct rows *out)
{
	for (size_t at = 0; at < size;) {
		const char *line = text + at, *end = memchr(line, '\n', size - at);
		const size_t length = end ? (size_t)(end - line) : size - at;
		const char *path = length > 2 && line[2] == '@' ? memmem(line, length, ": op ", 5) : NULL;
		const struct mlirbc_string *name = path ? mlirbc_string_get(
								  context, line + 2, (size_t)(path - line) - 2)
							: mlirbc_string_get(context, "", 0);
		if (name)
			add_row(out, (struct row){ name, line[0] == '-', line[0] == '+', line[0] == '!', true, true });
		else
			out->failed = true;
		at += length + 1;
	}
	merge(out);
}

/* ---- figures of the models */

struct compared {
	struct rows symbols, functions, ops;
	struct constants parameters[2];
};

static bool add_model(struct mlirbc_module *module, unsigned side, struct compared *out)
{
	struct model model;
	struct figures figures = { .ops = { .slots = NULL } };
	const bool good = model_from(module, &model) == MLIRBC_OK && model_flops(&model) &&
			  model_figures(&model, &figures);
	for (size_t i = 0; good && i < model.function_count; i++) {
		const uint64_t flops = flops_total(&model.functions[i].flops);
		add_row(&out->functions,
			(struct row){ model.functions[i].name, side ? 0 : flops, side ? flops : 0, 0, !side, side });
	}
	for (size_t i = 0; good && i < figures.ops.count; i++) {
		const uint64_t count = figures.ops.slots[i].count;
		add_row(&out->ops,
			(struct row){ figures.ops.slots[i].key, side ? 0 : count, side ? count : 0, 0, !side, side });
	}
	out->parameters[side] = figures.parameters;
	tally_finish(&figures.ops);
	model_finish(&model); /* the context of the module stays: model_from() does not set it */
	return good;
}

static bool differs(const struct row *row) { return row->a != row->b || row->in_a != row->in_b; }

/* ---- output */

static void put_side(bool present, uint64_t number)
{
	if (present)
		printf("%12" PRIu64 " ", number);
	else
		printf("%12s ", "");
}

static void put_rows(const char *title, const struct rows *rows, const char *sign)
{
	bool any = false;
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		if (!differs(row))
			continue;
		if (!any)
			printf("\n%12s %12s  %s\n", "-", "+", title);
		any = true;
		put_side(row->in_a, row->a);
		put_side(row->in_b, row->b);
		printf(" %s", sign);
		put_name(stdout, row->name->data, row->name->size);
		printf("\n");
	}
}

static void put_summary(const struct compared *c)
{
	const struct constants *p = c->parameters;
	if (c->symbols.count)
		printf("%12s %12s %12s  differences in\n", "-", "+", "!");
	for (size_t i = 0; i < c->symbols.count; i++) {
		const struct row *row = &c->symbols.rows[i];
		printf("%12" PRIu64 " %12" PRIu64 " %12" PRIu64 "  ", row->a, row->b, row->changed);
		put_name(stdout, row->name->data, row->name->size);
		printf(row->name->size ? "\n" : "(top level)\n");
	}
	put_rows("flops of", &c->functions, "@");
	put_rows("ops", &c->ops, "");
	if (p[0].elements != p[1].elements || p[0].bytes != p[1].bytes)
		printf("\n%12s %12s  of parameters\n%12" PRIu64 " %12" PRIu64 "  elements\n%12" PRIu64 " %12" PRIu64
		       "  bytes\n",
			"-", "+", p[0].elements, p[1].elements, p[0].bytes, p[1].bytes);
}

static void json_side(const char *key, bool present, uint64_t number)
{
	if (present)
		cli_json_number(key, number);
	else
		cli_json_null(key);
}

static void json_rows(const char *key, const struct rows *rows, bool symbols)
{
	cli_json_open(key, '[');
	for (size_t i = 0; i < rows->count; i++) {
		const struct row *row = &rows->rows[i];
		if (!symbols && !differs(row))
			continue;
		cli_json_open(NULL, '{');
		cli_json_text("name", row->name->data, row->name->size < NAME_MOST ? row->name->size : NAME_MOST);
		json_side("a", row->in_a, row->a);
		json_side("b", row->in_b, row->b);
		if (symbols)
			cli_json_number("changed", row->changed);
		cli_json_close();
	}
	cli_json_close();
}

static void json_summary(const struct compared *c)
{
	cli_json_open("summary", '{');
	json_rows("symbols", &c->symbols, true);
	json_rows("flops", &c->functions, false);
	json_rows("ops", &c->ops, false);
	cli_json_open("parameters", '{');
	cli_json_number("a", c->parameters[0].elements);
	cli_json_number("b", c->parameters[1].elements);
	cli_json_close();
	cli_json_close();
}

int model_summary(struct mlirbc_module *const modules[2], const char *text, size_t size, bool json)
{
	struct compared c = { .symbols = { .count = 0 } };
	count_lines(modules[0]->context, text, size, &c.symbols);
	bool good = add_model(modules[0], 0, &c) && add_model(modules[1], 1, &c);
	merge(&c.functions);
	merge(&c.ops);
	good = good && !c.symbols.failed && !c.functions.failed && !c.ops.failed;
	if (good)
		(json ? json_summary : put_summary)(&c);
	free(c.symbols.rows);
	free(c.functions.rows);
	free(c.ops.rows);
	return good ? CLI_GOOD : cli_out_of_memory();
}
