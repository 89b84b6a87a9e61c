/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef stats */
#include "view.h"

#include <inttypes.h>
#include <stdio.h>

static void print_sections(const struct view *view)
{
	printf("%-16s %10s\n", "section", "bytes");
	for (unsigned id = 0; id < BEF_SECTION_COUNT; id++) {
		if (view->reader.sections[id].data)
			printf("%-16s %10zu\n", bef_section_name(id), view->reader.sections[id].size);
	}
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
	const char *path;
	struct view view;
	int code = cli_parse(self, NULL, 0, argc, argv, &path);
	if (code != CLI_GO_ON)
		return code;
	code = view_open(path, &view);
	if (code != CLI_GOOD)
		return code;
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
