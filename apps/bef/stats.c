/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef stats */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>

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

static bool print_function(const struct view_function *function)
{
	static const char *const kinds[] = { "async", "native", "sync" };
	uint32_t path, streams;
	if (!view_critical_path(function, &path) || !view_stream_count(function, &streams))
		return false;
	printf("%8u %9u %8u %9u %-7s ", (unsigned)function->kernel_count, (unsigned)function->register_count,
		(unsigned)path, (unsigned)streams, kinds[function->function.kind]);
	view_print_name(function);
	printf("\n");
	return true;
}

int bef_stats_command(const struct cli_command *self, int argc, char **argv)
{
	struct view view;
	int code = view_command(self, NULL, 0, argc, argv, &view);
	if (code != CLI_GO_ON)
		return code;
	code = CLI_GOOD;
	print_sections(&view);
	printf("%8s %9s %8s %9s %-7s %s\n", "kernels", "registers", "longest", "streams", "kind", "function");
	for (uint32_t i = 0; i < view.reader.function_count && code == CLI_GOOD; i++) {
		if (!print_function(&view.functions[i])) {
			cli_error("out of memory");
			code = CLI_SYSTEM;
		}
	}
	view_finish(&view);
	return code;
}
