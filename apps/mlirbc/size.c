/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc size */
#include "sizes.h"

#include <inttypes.h>
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
	printf(",\n\"%s\":[", key);
	for (size_t i = 0; i < list->count; i++) {
		printf("%s\n{\"name\":", i ? "," : "");
		const char *name = size_name(s, list, i);
		cli_json_string(stdout, name, strlen(name));
		printf(",\"count\":%" PRIu64 ",\"bytes\":%" PRIu64 "}", list->lines[i].count, list->lines[i].bytes);
	}
	printf("]");
}

static void print_json(const struct table *t, struct sizes *s)
{
	printf("{\"file\":%zu,\"padding\":%" PRIu64 ",\"duplicates\":%" PRIu64, t->input->size, s->padding,
		s->duplicates);
	json_list(s, "sections", &s->sections);
	json_list(s, "dialects", &s->dialects);
	json_list(s, "ops", &s->ops);
	json_list(s, "attributes", &s->attributes);
	json_list(s, "types", &s->types);
	json_list(s, "resources", &s->resources);
	json_list(s, "duplicate_kinds", &s->duplicate_kinds);
	printf("}\n");
}

/* ---- */

static int write_html(const struct table *t, struct sizes *s, const char *path)
{
	struct cli_output output;
	int code = cli_output_open(path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	code = treemap_write(output.stream, t, s);
	int finished = cli_output_finish(&output, code == CLI_GOOD);
	return code == CLI_GOOD ? finished : code;
}

int mlirbc_size_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *output = "-";
	bool json = false, html = false;
	const struct cli_option options[] = {
		{ "json", 0, NULL, "print one JSON object", NULL, &json },
		{ "html", 0, NULL, "write a self-contained page with a treemap", NULL, &html },
		{ "output", 'o', "FILE", "write the page to FILE instead of stdout", &output, NULL },
	};
	struct input input;
	struct table table;
	struct sizes sizes;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	if (json && html)
		return cli_usage(self, "--json and --html exclude each other");
	if (!html && strcmp(output, "-") != 0)
		return cli_usage(self, "--output requires --html");
	if ((code = input_open_bytecode(path, &input)) != CLI_GOOD)
		return code;
	code = table_open(&input, &table);
	if (code == CLI_GOOD) {
		code = sizes_measure(&table, &sizes);
		if (code == CLI_GOOD) {
			if (html)
				code = write_html(&table, &sizes, output);
			else if (json)
				print_json(&table, &sizes);
			else
				print_text(&table, &sizes);
			if (sizes.failed && code == CLI_GOOD)
				code = memory_error();
			sizes_finish(&sizes);
		}
		code = table_close(&table, code);
	}
	input_finish(&input);
	return code;
}
