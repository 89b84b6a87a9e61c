/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef stats */
#include "commands/commands.h"
#include "program/view.h"

#include <inttypes.h>
#include <stdio.h>
#if BEF_APP_STABLEHLO
#include <bef/stablehlo.h>
#endif

static void print_sections(const struct view *view)
{
	size_t left = view->reader.size; /* identifiers, lengths, padding */
	printf("%-16s %10s\n", "section", "bytes");
	for (unsigned known = 0; known < BEF_SECTION_COUNT; known++) {
		if (!view->reader.sections[known].data)
			continue;
		printf("%-16s %10zu\n", bef_section_name(known), view->reader.sections[known].size);
		left -= view->reader.sections[known].size;
	}
	struct bef_unknown_sections others = bef_reader_unknown_sections(&view->reader);
	struct bef_section other;
	unsigned id;
	while (bef_unknown_sections_next(&others, &id, &other, NULL) == BEF_OK) {
		printf("unknown %-8u %10zu\n", id, other.size);
		left -= other.size;
	}
	printf("%-16s %10zu\n", "between them", left);
	printf("%-16s %10zu\n\n", "file", view->reader.size);
	printf("%u kernel names, %u types, %u functions, %zu attributes\n\n", (unsigned)view->reader.kernel_count,
		(unsigned)view->reader.type_count, (unsigned)view->reader.function_count, view->attr_count);
}

/* For which processes a model was exported, if its file tells it. */
static void show_processes(const struct view *view, bool json)
{
#if BEF_APP_STABLEHLO
	struct bef_stablehlo_signatures *all;
	if (bef_stablehlo_signatures_read(view->program.bef, view->program.bef_size, NULL, &all, NULL) != BEF_OK)
		return;
	const uint32_t replicas = all->replicas ? all->replicas : 1, partitions = all->partitions ? all->partitions : 1;
	if ((all->replicas || all->partitions) && json) {
		cli_json_number("replicas", replicas);
		cli_json_number("partitions", partitions);
	} else if (all->replicas || all->partitions) {
		printf("model for %u replicas of %u partitions\n\n", (unsigned)replicas, (unsigned)partitions);
	}
	bef_stablehlo_signatures_free(all);
#else
	(void)view;
	(void)json;
#endif
}

static const char *const kinds[] = { "async", "native", "sync" };

static bool print_function(const struct view_function *function)
{
	uint32_t path, streams;
	if (!view_critical_path(function, &path) || !view_stream_count(function, &streams))
		return false;
	printf("%8u %9u %8u %9u %-7s ", (unsigned)function->kernel_count, (unsigned)function->register_count,
		(unsigned)path, (unsigned)streams, kinds[function->function.kind]);
	view_print_name(function);
	printf("\n");
	return true;
}

/* ---- JSON */

static void json_section(const char *name, uint64_t id, size_t size)
{
	cli_json_open(NULL, '{');
	cli_json_number("id", id);
	cli_json_word("name", name);
	cli_json_number("size", size);
	cli_json_close();
}

static void json_sections(const struct view *view)
{
	struct bef_unknown_sections others = bef_reader_unknown_sections(&view->reader);
	struct bef_section other;
	unsigned id;
	cli_json_number("size", view->reader.size);
	cli_json_open("sections", '[');
	for (unsigned known = 0; known < BEF_SECTION_COUNT; known++) {
		if (view->reader.sections[known].data)
			json_section(bef_section_name(known), known, view->reader.sections[known].size);
	}
	while (bef_unknown_sections_next(&others, &id, &other, NULL) == BEF_OK)
		json_section(NULL, id, other.size);
	cli_json_close();
	cli_json_number("kernel_names", view->reader.kernel_count);
	cli_json_number("types", view->reader.type_count);
	cli_json_number("attributes", view->attr_count);
}

static bool json_function(const struct view_function *function)
{
	const struct bef_string *name = &function->function.name;
	uint32_t path, streams;
	if (!view_critical_path(function, &path) || !view_stream_count(function, &streams))
		return false;
	cli_json_open(NULL, '{');
	cli_json_text("name", name->data, name->size);
	cli_json_word("kind", kinds[function->function.kind]);
	cli_json_number("kernels", function->kernel_count);
	cli_json_number("registers", function->register_count);
	cli_json_number("longest", path);
	cli_json_number("streams", streams);
	cli_json_close();
	return true;
}

/* ---- */

struct stats {
	const struct cli_command *self;
	bool json;
};

static int stats_file(void *ctx, const char *path)
{
	const struct stats *how = ctx;
	struct view view;
	int code = view_open(path, &view);
	if (code != CLI_GOOD)
		return code;
	if (how->json) {
		cli_json_begin(how->self->name, view.program.input.name);
		json_sections(&view);
		show_processes(&view, true);
		cli_json_open("functions", '[');
	} else {
		print_sections(&view);
		show_processes(&view, false);
		printf("%8s %9s %8s %9s %-7s %s\n", "kernels", "registers", "longest", "streams", "kind", "function");
	}
	for (uint32_t i = 0; i < view.reader.function_count && code == CLI_GOOD; i++) {
		if (!(how->json ? json_function : print_function)(&view.functions[i]))
			code = cli_out_of_memory();
	}
	if (how->json)
		(void)cli_json_end(code);
	view_finish(&view);
	return code;
}

int bef_stats_command(const struct cli_command *self, int argc, char **argv)
{
	struct stats how = { self, false };
	const struct cli_option options[] = { CLI_OPTION_JSON(&how.json) };
	return cli_command_each(self, options, sizeof options / sizeof *options, argc, argv, &how.json, stats_file, &how);
}
