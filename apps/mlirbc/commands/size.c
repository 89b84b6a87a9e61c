/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc size */
#include "commands/commands.h"
#include "tables/sizes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- text */

static void print_list(struct sizes *s, const char *title, const struct size_list *list, uint64_t whole, bool counts)
{
	if (!list->count)
		return;
	printf("\n%-28s %10s %12s %7s\n", title, counts ? "count" : "", "bytes", "share");
	for (size_t i = 0; i < list->count; i++) {
		const struct size_line *line = &list->lines[i];
		printf("%-28s ", size_name(s, list, i));
		if (counts)
			printf("%10" PRIu64, line->count);
		else
			printf("%10s", "");
		printf(" %12" PRIu64 " %6.1f%%\n", line->bytes, 100.0 * (double)line->bytes / (double)whole);
	}
}

static void print_text(const struct table *t, struct sizes *s)
{
	uint64_t whole = t->input->size;
	printf("%-28s %10s %12" PRIu64 " %6.1f%%\n", "file", "", whole, 100.0);
	printf("%-28s %10s %12" PRIu64 " %6.1f%%\n", "padding", "", s->padding,
		100.0 * (double)s->padding / (double)whole);
	printf("%-28s %10s %12" PRIu64 " %6.1f%%\n", "duplicates", "", s->duplicates,
		100.0 * (double)s->duplicates / (double)whole);
	print_list(s, "section", &s->sections, whole, false);
	print_list(s, "dialect (count: ops)", &s->dialects, whole, true);
	print_list(s, "op (with properties)", &s->ops, whole, true);
	print_list(s, "kind of attribute", &s->attributes, whole, true);
	print_list(s, "kind of type", &s->types, whole, true);
	print_list(s, "resource", &s->resources, whole, false);
	print_list(s, "duplicates of", &s->duplicate_kinds, whole, true);
}

/* ---- JSON */

static void json_list(struct sizes *s, const char *key, const struct size_list *list)
{
	cli_json_open(key, '[');
	for (size_t i = 0; i < list->count; i++) {
		cli_json_open(NULL, '{');
		cli_json_word("name", size_name(s, list, i));
		cli_json_number("count", list->lines[i].count);
		cli_json_number("bytes", list->lines[i].bytes);
		cli_json_close();
	}
	cli_json_close();
}

static void print_json(const struct table *t, struct sizes *s)
{
	cli_json_number("size", t->input->size);
	cli_json_number("padding", s->padding);
	cli_json_number("duplicates", s->duplicates);
	json_list(s, "sections", &s->sections);
	json_list(s, "dialects", &s->dialects);
	json_list(s, "ops", &s->ops);
	json_list(s, "attributes", &s->attributes);
	json_list(s, "types", &s->types);
	json_list(s, "resources", &s->resources);
	json_list(s, "duplicate_kinds", &s->duplicate_kinds);
}

/* ---- */

static int write_html(const struct table *t, struct sizes *s, const char *path)
{
	struct cli_output output;
	int code = cli_output_open(path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	size_page_write(output.stream, t, s);
	return cli_output_finish(&output, !s->failed);
}

struct size {
	const struct cli_command *self;
	bool json, html;
	const char *output;
};

static int print_sizes(const void *ctx, const struct table *table)
{
	const struct size *how = ctx;
	struct sizes sizes;
	int code = sizes_measure(table, &sizes);
	if (code != CLI_GOOD)
		return code;
	if (how->html)
		code = write_html(table, &sizes, how->output);
	else if (how->json)
		print_json(table, &sizes);
	else
		print_text(table, &sizes);
	if (sizes.failed && code == CLI_GOOD)
		code = cli_out_of_memory();
	sizes_finish(&sizes);
	return code;
}

static int size_file(void *ctx, const char *path)
{
	const struct size *how = ctx;
	return table_report(how->self, path, how->json, print_sizes, how);
}

int mlirbc_size_command(const struct cli_command *self, int argc, char **argv)
{
	struct size how = { self, false, false, "-" };
	const struct cli_option options[] = {
		CLI_OPTION_JSON(&how.json),
		{ "html", 0, NULL, "write a self-contained page with a treemap and tables", NULL, &how.html },
		{ "output", 'o', "FILE", "write the page to FILE instead of stdout", &how.output, NULL },
	};
	struct cli_files files;
	int code = cli_parse_files(self, options, sizeof options / sizeof *options, argc, argv, &files);
	if (code != CLI_GO_ON)
		return code;
	if (how.json && how.html)
		code = cli_usage(self, "--json and --html exclude each other");
	else if (!how.html && strcmp(how.output, "-") != 0)
		code = cli_usage(self, "--output requires --html");
	else if (how.html && files.count > 1)
		code = cli_usage(self, "--html requires a single file");
	else
		code = cli_each_file(&files, !how.json, size_file, &how);
	free(files.paths);
	return code;
}
