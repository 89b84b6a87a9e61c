/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc ops, mlirbc strings */
#include "table.h"

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

static int print_ops(const struct table *t)
{
	struct histogram_line *lines = calloc(t->op_name_count + 1, sizeof *lines);
	if (!lines)
		return memory_error();
	for (size_t i = 0; i < t->op_name_count; i++)
		lines[i] = (struct histogram_line){ table_dialect_name(t, t->op_names[i].dialect),
			table_string(t, t->op_names[i].string), t->op_names[i].ops, i };
	size_t count = merge(lines, t->op_name_count);
	for (size_t i = 0; i < count && lines[i].ops; i++) {
		printf("%10" PRIu64 " ", lines[i].ops);
		table_put_op_name(stdout, t, lines[i].index);
		printf("\n");
	}
	free(lines);
	return CLI_GOOD;
}

/* ---- strings */

static int print_strings(const struct table *t)
{
	for (size_t i = 0; i < t->string_count; i++) {
		struct table_text text = table_string(t, i);
		printf("%6zu \"", i);
		put_escaped(stdout, text.data, text.size);
		printf("\"\n");
	}
	return CLI_GOOD;
}

/* ---- */

static int run(const struct cli_command *self, int argc, char **argv, int (*print)(const struct table *table))
{
	const char *path;
	struct input input;
	struct table table;
	int code = cli_parse(self, NULL, 0, argc, argv, &path);
	if (code != CLI_GO_ON || (code = input_open_bytecode(path, &input)) != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		code = print(&table);
		code = table_close(&table, code);
	}
	input_finish(&input);
	return code;
}

int mlirbc_ops_command(const struct cli_command *self, int argc, char **argv)
{
	return run(self, argc, argv, print_ops);
}

int mlirbc_strings_command(const struct cli_command *self, int argc, char **argv)
{
	return run(self, argc, argv, print_strings);
}
