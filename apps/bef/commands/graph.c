/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef graph: writes the dataflow of a program as a page. apps/html/graph_data.js reads the blocks. */
#include "commands/commands.h"
#include "traces/times.h"
#include "../html/page.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct graph {
	FILE *out;
	const struct view *view;
	const struct times *times; /* NULL: none */
	struct html_bytes bytes;
};

/* Names of functions; a function without body has no block. */
static void put_functions(const struct graph *g)
{
	html_json_begin(g->out, "data");
	fprintf(g->out, "{\"version\":1,\"timed\":%s,\"matched\":%zu,\"unmatched\":%zu,\"functions\":[", g->times ? "true" : "false",
		g->times ? g->times->matched : 0, g->times ? g->times->unmatched : 0);
	for (uint32_t i = 0; i < g->view->reader.function_count; i++) {
		const struct view_function *function = &g->view->functions[i];
		fprintf(g->out, "%s\n{\"native\":%s,\"name\":", i ? "," : "", function->function.kind == BEF_FUNCTION_NATIVE ? "true" : "false");
		html_json_string(g->out, function->function.name.data, function->function.name.size);
		fputs("}", g->out);
	}
	fputs("]}", g->out);
	html_json_end(g->out);
}

/* A register as the number of the kernel that defines it, or -1 minus the number of an argument. */
static void put_register(struct graph *g, const uint32_t *makers, uint32_t reg)
{
	html_bytes_signed(&g->bytes, makers[reg] ? (int64_t)makers[reg] : -1 - (int64_t)reg);
}

/* A kernel: name, source, stream, number of results, operands, called functions; with times, nanoseconds and runs. */
static void put_kernel(struct graph *g, const struct view_kernel *kernel, const uint32_t *makers, const struct times_kernel *time)
{
	char place[512];
	const bool placed = bef_location_text(&g->view->reader, kernel->kernel.location, place, sizeof place);
	html_bytes_text(&g->bytes, kernel->name.data, kernel->name.size);
	html_bytes_text(&g->bytes, place, placed ? strlen(place) : 0);
	html_bytes_number(&g->bytes, kernel->stream);
	html_bytes_number(&g->bytes, kernel->kernel.result_count);
	html_bytes_number(&g->bytes, kernel->kernel.argument_count);
	for (uint32_t i = 0; i < kernel->kernel.argument_count; i++)
		put_register(g, makers, bef_word(kernel->kernel.arguments, i));
	html_bytes_number(&g->bytes, kernel->kernel.function_count);
	for (uint32_t i = 0; i < kernel->kernel.function_count; i++)
		html_bytes_number(&g->bytes, bef_word(kernel->kernel.functions, i));
	if (time) {
		const double ns = time->microseconds * 1000;
		html_bytes_number(&g->bytes, ns < 9e15 ? (uint64_t)ns : (uint64_t)9000000000000000);
		html_bytes_number(&g->bytes, time->runs);
	}
}

/* A function: the numbers of arguments and kernels, the kernels, and the registers that it returns. */
static bool put_function(struct graph *g, uint32_t number)
{
	const struct view_function *function = &g->view->functions[number];
	uint32_t *makers = view_makers(function);
	char id[32];
	if (!makers)
		return false;
	snprintf(id, sizeof id, "function-%" PRIu32, number);
	html_bytes_begin(&g->bytes, g->out, id);
	html_bytes_number(&g->bytes, function->function.argument_count);
	html_bytes_number(&g->bytes, function->kernel_count);
	for (uint32_t i = 0; i < function->kernel_count; i++)
		put_kernel(g, &function->kernels[i], makers, g->times ? &g->times->kernels[number][i] : NULL);
	html_bytes_number(&g->bytes, function->function.result_count);
	for (uint32_t i = 0; i < function->function.result_count; i++)
		put_register(g, makers, function->results[i]);
	html_bytes_end(&g->bytes);
	free(makers);
	return true;
}

static bool write_page(struct graph *g)
{
	static const struct html_file *const scripts[] = { &html_core_js, &html_table_js, &html_canvas_js, &html_graph_data_js,
		&html_graph_layout_js, &html_graph_draw_js, &html_graph_js, NULL };
	bool good = true;
	html_begin(g->out, "graph", g->view->program.input.name);
	put_functions(g);
	for (uint32_t i = 0; good && i < g->view->reader.function_count; i++) {
		if (g->view->functions[i].function.kind != BEF_FUNCTION_NATIVE)
			good = put_function(g, i);
	}
	html_end(g->out, scripts);
	return good;
}

static int write_file(void *path, const struct view *view, const struct times *times)
{
	struct cli_output output;
	int code = cli_output_open(*(const char **)path, NULL, &output);
	if (code != CLI_GOOD)
		return code;
	struct graph g = { .out = output.stream, .view = view, .times = times };
	const bool good = write_page(&g);
	code = cli_output_finish(&output, good);
	if (!good)
		code = cli_out_of_memory();
	return code;
}

int bef_graph_command(const struct cli_command *self, int argc, char **argv)
{
	const char *trace = NULL, *output = "-";
	bool html = false;
	const struct cli_option options[] = {
		{ "html", 0, NULL, "write an HTML page; this is the default, and the only form", NULL, &html },
		{ "trace", 0, "TRACE", "show the times in a trace that 'bef run --trace' wrote", &trace, NULL },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &output, NULL },
	};
	return times_command(self, options, sizeof options / sizeof *options, argc, argv, &trace, write_file, &output);
}
