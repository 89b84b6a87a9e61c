/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc ops, mlirbc strings */
#include "commands/commands.h"
#include "tables/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- ops */

struct histogram_line {
	struct table_text dialect, name;
	uint64_t ops, index;
};

/* Long names are truncated when printed. Names at the same address are equal; without this check, a few long names
 * would be compared with many others. */
static int compare_text(struct table_text a, struct table_text b)
{
	size_t both = a.size < b.size ? a.size : b.size;
	int order = a.data == b.data ? 0 : memcmp(a.data, b.data, both < NAME_MOST ? both : NAME_MOST);
	if (order == 0 && both > NAME_MOST)
		return (a.data > b.data) - (a.data < b.data);
	return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare_name(const struct histogram_line *a, const struct histogram_line *b)
{
	int order = compare_text(a->dialect, b->dialect);
	return order ? order : compare_text(a->name, b->name);
}

static int by_name(const void *a, const void *b) { return compare_name(a, b); }

static int by_count(const void *left, const void *right)
{
	const struct histogram_line *a = left, *b = right;
	return a->ops != b->ops ? (a->ops < b->ops) - (a->ops > b->ops) : compare_name(a, b);
}

/* Merges lines of one name: a file may list an op twice. */
static size_t merge(struct histogram_line *lines, size_t count)
{
	size_t kept = 0;
	qsort(lines, count, sizeof *lines, by_name);
	for (size_t i = 0; i < count; i++) {
		if (kept && compare_name(&lines[kept - 1], &lines[i]) == 0)
			lines[kept - 1].ops += lines[i].ops;
		else
			lines[kept++] = lines[i];
	}
	qsort(lines, kept, sizeof *lines, by_count);
	return kept;
}

/* The member "name"; long names are cut. */
static void json_op_name(const struct table *t, uint64_t index)
{
	struct table_text parts[] = { table_dialect_name(t, t->op_names[index].dialect),
		table_string(t, t->op_names[index].string) };
	char name[2 * NAME_MOST + 1];
	size_t size = 0;
	for (unsigned i = 0; i < 2; i++) {
		const size_t part = parts[i].size < NAME_MOST ? parts[i].size : NAME_MOST;
		if (i)
			name[size++] = '.';
		memcpy(name + size, parts[i].data, part);
		size += part;
	}
	cli_json_text("name", name, size);
}

static void print_line(const struct table *t, const struct histogram_line *line, bool json)
{
	if (json) {
		cli_json_open(NULL, '{');
		json_op_name(t, line->index);
		cli_json_number("count", line->ops);
		cli_json_close();
		return;
	}
	printf("%10" PRIu64 " ", line->ops);
	table_put_op_name(stdout, t, line->index);
	printf("\n");
}

static int print_ops(const struct table *t, bool json)
{
	struct histogram_line *lines = calloc(t->op_name_count + 1, sizeof *lines);
	if (!lines)
		return cli_out_of_memory();
	for (size_t i = 0; i < t->op_name_count; i++)
		lines[i] = (struct histogram_line){ table_dialect_name(t, t->op_names[i].dialect),
			table_string(t, t->op_names[i].string), t->op_names[i].ops, i };
	size_t count = merge(lines, t->op_name_count);
	if (json)
		cli_json_open("ops", '[');
	for (size_t i = 0; i < count && lines[i].ops; i++)
		print_line(t, &lines[i], json);
	free(lines);
	return CLI_GOOD;
}

/* ---- strings */

static int print_strings(const struct table *t, bool json)
{
	if (json)
		cli_json_open("strings", '[');
	for (size_t i = 0; i < t->string_count; i++) {
		struct table_text text = table_string(t, i);
		if (json) {
			cli_json_text(NULL, text.data, text.size);
			continue;
		}
		printf("%6zu \"", i);
		put_escaped(stdout, text.data, text.size);
		printf("\"\n");
	}
	return CLI_GOOD;
}

/* ---- */

int mlirbc_ops_command(const struct cli_command *self, int argc, char **argv)
{
	return tables_command(self, argc, argv, print_ops);
}

int mlirbc_strings_command(const struct cli_command *self, int argc, char **argv)
{
	return tables_command(self, argc, argv, print_strings);
}
