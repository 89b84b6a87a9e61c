/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef graph: writes the dataflow of a program as a page. apps/html/graph_data.js reads the blocks. */
#include "commands/commands.h"
#include "tensors/npy_array.h"
#include "traces/times.h"
#include "../html/page.h"

#if BEF_APP_STABLEHLO
#include <bef/lowering.h>
#endif
#include <inttypes.h>
#include <kernels/dtype.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_TEXT = 4096 };

struct graph {
	FILE *out;
	const struct view *view;
	const struct times *times, *before; /* NULL: none */
	struct html_bytes bytes;
	struct html_texts texts;
};

/* ---- names of the functions of a model, and of their arguments and results */

#if BEF_APP_STABLEHLO
static void put_values(FILE *out, const char *what, const struct bef_stablehlo_value *values, uint32_t count)
{
	char type[TYPE_TEXT];
	fprintf(out, ",\"%s\":[", what);
	for (uint32_t i = 0; i < count; i++) {
		fputs(i ? ",[" : "[", out);
		html_json_string(out, values[i].name.data, values[i].name.size);
		putc(',', out);
		html_json_word(out, values[i].dtype
					    ? array_type_text((enum kernels_dtype)values[i].dtype, values[i].rank, values[i].dims, type)
					    : "token");
		putc(']', out);
	}
	putc(']', out);
}

static void put_signature(FILE *out, const struct bef_stablehlo_signatures *all, struct bef_string name)
{
	for (size_t i = 0; all && i < all->count; i++) {
		const struct bef_stablehlo_function *function = &all->functions[i];
		if (function->name.size != name.size || memcmp(function->name.data, name.data, name.size) != 0)
			continue;
		put_values(out, "arguments", function->arguments, function->argument_count);
		put_values(out, "results", function->results, function->result_count);
		return;
	}
}
#endif

/* Functions; one without body has no block. */
static void put_functions(const struct graph *g)
{
#if BEF_APP_STABLEHLO
	struct bef_stablehlo_signatures *signatures = NULL; /* host programs have none, and damaged ones are shown without */
	(void)!bef_stablehlo_signatures_read(g->view->program.bef, g->view->program.bef_size, NULL, &signatures, NULL);
#endif
	html_json_begin(g->out, "data");
	fprintf(g->out, "{\"version\":2,\"timed\":%s,\"compared\":%s,\"matched\":%zu,\"unmatched\":%zu,\"functions\":[",
		g->times ? "true" : "false", g->before ? "true" : "false", g->times ? g->times->matched : 0,
		g->times ? g->times->unmatched : 0);
	for (uint32_t i = 0; i < g->view->reader.function_count; i++) {
		const struct view_function *function = &g->view->functions[i];
		fprintf(g->out, "%s\n{\"native\":%s,\"name\":", i ? "," : "", function->function.kind == BEF_FUNCTION_NATIVE ? "true" : "false");
		html_json_string(g->out, function->function.name.data, function->function.name.size);
#if BEF_APP_STABLEHLO
		put_signature(g->out, signatures, function->function.name);
#endif
		fputs("}", g->out);
	}
	fputs("]}", g->out);
	html_json_end(g->out);
#if BEF_APP_STABLEHLO
	bef_stablehlo_signatures_free(signatures);
#endif
}

/* ---- what kernels of models have as attributes */

/* Takes the next number of an array of 64-bit integers. */
static bool take(const struct bef_attr *array, uint32_t *at, int64_t *out)
{
	if (*at >= array->u.array.count)
		return false;
	const uint8_t *p = array->u.array.elements + 8 * (size_t)(*at)++;
	uint64_t bits = 0;
	for (int i = 7; i >= 0; i--)
		bits = bits << 8 | p[i];
	*out = (int64_t)bits;
	return true;
}

/* Prints the next value of an attribute `types`: element type, rank, dimensions. False: it is none. */
static bool put_type(FILE *out, const struct bef_attr *array, uint32_t *at)
{
	enum { TOKEN = 0, PANELS = 256 };
	int64_t dtype, rank, dim;
	if (!take(array, at, &dtype) || !take(array, at, &rank) || dtype < 0 || rank < 0 || rank > array->u.array.count)
		return false;
	if (dtype == TOKEN) {
		fputs("token", out);
		return true;
	}
	const char *name = kernels_dtype_name((enum kernels_dtype)(dtype & (PANELS - 1)));
	fprintf(out, "%s[", name ? name : "?");
	for (int64_t i = 0; i < rank; i++) {
		if (!take(array, at, &dim))
			return false;
		if (dim < 0)
			fputs(i ? ",?" : "?", out);
		else
			fprintf(out, "%s%" PRId64, i ? "," : "", dim);
	}
	putc(']', out);
	return true;
}

/* "f32[2,16] f32[16] -> f32[2,16]"; 0 for an attribute with another content. */
static size_t types_number(struct graph *g, const struct bef_kernel *kernel, const struct bef_attr *array)
{
	const uint32_t values = kernel->argument_count + kernel->result_count;
	char *text = NULL;
	size_t size = 0, number = 0;
	uint32_t at = 0;
	FILE *stream = open_memstream(&text, &size);
	bool good = stream != NULL;
	for (uint32_t i = 0; good && i < values; i++) {
		fputs(i == kernel->argument_count ? " -> " : i ? " " : "", stream);
		good = put_type(stream, array, &at);
	}
	if (stream && fclose(stream) == 0 && good && at == array->u.array.count && kernel->result_count > 0)
		number = html_texts_number(&g->texts, text, size);
	free(text);
	return number;
}

static bool is(struct bef_string name, const char *word)
{
	return name.size == strlen(word) && memcmp(name.data, word, name.size) == 0;
}

/* The numbers of two texts: the types of operands and results, and the expression that a fused kernel computes. */
static void put_attributes(struct graph *g, const struct bef_kernel *kernel, struct bef_numbers *names)
{
	size_t types = 0, expression = 0;
	for (uint32_t i = 0; i < kernel->attribute_count; i++) {
		const uint32_t offset = bef_word(kernel->attributes, i), type = view_attr_type(g->view, offset);
		struct bef_string name;
		struct bef_attr attr;
		uint64_t at;
		if (bef_numbers_next(names, &at, NULL) != BEF_OK || bef_reader_string(&g->view->reader, at, &name, NULL) != BEF_OK ||
			bef_reader_attr(&g->view->reader, offset, type, &attr, NULL) != BEF_OK)
			continue;
		if (is(name, "types") && type == (BEF_DTYPE_I64 | BEF_ATTR_ARRAY))
			types = types_number(g, kernel, &attr);
		else if ((is(name, "body") || is(name, "epilogue")) && type == BEF_DTYPE_STRING)
			expression = html_texts_number(&g->texts, attr.u.string.data, attr.u.string.size);
	}
	html_bytes_number(&g->bytes, types);
	html_bytes_number(&g->bytes, expression);
}

/* ---- kernels */

/* A register as the number of the kernel that defines it, or -1 minus the number of an argument. */
static void put_register(struct graph *g, const uint32_t *makers, uint32_t reg)
{
	html_bytes_signed(&g->bytes, makers[reg] ? (int64_t)makers[reg] : -1 - (int64_t)reg);
}

static size_t text_number(struct graph *g, const char *text, size_t size)
{
	return html_texts_number(&g->texts, text, size < PLACE_TEXT ? size : PLACE_TEXT - 1);
}

static void put_time(struct graph *g, const struct times *times, uint32_t function, uint32_t kernel)
{
	if (!times)
		return;
	const struct times_kernel *time = &times->kernels[function][kernel];
	const double ns = time->microseconds * 1000;
	html_bytes_number(&g->bytes, ns < 9e15 ? (uint64_t)ns : (uint64_t)9000000000000000);
	html_bytes_number(&g->bytes, time->runs);
}

/* A kernel: texts of its name, its source and its name in the source; stream, number of results, operands, called functions; texts of
 * types and expression; for each trace nanoseconds and runs. */
static void put_kernel(struct graph *g, uint32_t function, uint32_t number, const uint32_t *makers, struct bef_numbers *names)
{
	const struct view_kernel *kernel = &g->view->functions[function].kernels[number];
	char place[PLACE_TEXT];
	bool named;
	html_bytes_number(&g->bytes, html_texts_number(&g->texts, kernel->name.data, kernel->name.size));
	const size_t size = bef_location_text(&g->view->reader, kernel->kernel.location, place, sizeof place);
	html_bytes_number(&g->bytes, text_number(g, place, size));
	const size_t name = bef_location_debug_text(&g->view->reader, kernel->kernel.location, place, sizeof place, &named);
	html_bytes_number(&g->bytes, named ? text_number(g, place, name) : 0);
	html_bytes_number(&g->bytes, kernel->stream);
	html_bytes_number(&g->bytes, kernel->kernel.result_count);
	html_bytes_number(&g->bytes, kernel->kernel.argument_count);
	for (uint32_t i = 0; i < kernel->kernel.argument_count; i++)
		put_register(g, makers, bef_word(kernel->kernel.arguments, i));
	html_bytes_number(&g->bytes, kernel->kernel.function_count);
	for (uint32_t i = 0; i < kernel->kernel.function_count; i++)
		html_bytes_number(&g->bytes, bef_word(kernel->kernel.functions, i));
	put_attributes(g, &kernel->kernel, names);
	put_time(g, g->times, function, number);
	put_time(g, g->before, function, number);
}

/* A function: the numbers of arguments and kernels, the kernels, and the registers that it returns. */
static bool put_function(struct graph *g, uint32_t number)
{
	const struct view_function *function = &g->view->functions[number];
	struct bef_numbers names = function->names;
	uint32_t *makers = view_makers(function);
	char id[32];
	if (!makers)
		return false;
	snprintf(id, sizeof id, "function-%" PRIu32, number);
	html_bytes_begin(&g->bytes, g->out, id);
	html_bytes_number(&g->bytes, function->function.argument_count);
	html_bytes_number(&g->bytes, function->kernel_count);
	for (uint32_t i = 0; i < function->kernel_count; i++)
		put_kernel(g, number, i, makers, &names);
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
		&html_graph_nodes_js, &html_graph_layout_js, &html_graph_draw_js, &html_graph_js, NULL };
	bool good = true;
	html_begin(g->out, "graph", g->view->program.input.name);
	put_functions(g);
	for (uint32_t i = 0; good && i < g->view->reader.function_count; i++) {
		if (g->view->functions[i].function.kind != BEF_FUNCTION_NATIVE)
			good = put_function(g, i);
	}
	good = html_texts_end(&g->texts, g->out, "texts") && good;
	html_end(g->out, scripts);
	return good;
}

struct graph_options {
	const struct cli_command *command;
	const char *output, *before; /* NULL: no second trace */
};

static int write_file(void *ctx, const struct view *view, const struct times *times)
{
	const struct graph_options *options = ctx;
	struct cli_output output;
	struct times before;
	if (options->before && !times)
		return cli_usage(options->command, "--before needs --trace, the trace to compare with it");
	int code = options->before ? times_read(options->before, view, &before) : CLI_GOOD;
	if (code != CLI_GOOD)
		return code;
	code = cli_output_open(options->output, NULL, &output);
	if (code == CLI_GOOD) {
		struct graph g = { .out = output.stream, .view = view, .times = times, .before = options->before ? &before : NULL };
		const bool good = write_page(&g);
		code = cli_output_finish(&output, good);
		if (!good)
			code = cli_out_of_memory();
	}
	if (options->before)
		times_finish(&before);
	return code;
}

int bef_graph_command(const struct cli_command *self, int argc, char **argv)
{
	struct graph_options how = { .command = self, .output = "-" };
	const char *trace = NULL;
	bool html = false;
	const struct cli_option options[] = {
		{ "html", 0, NULL, "write an HTML page; this is the default, and the only form", NULL, &html },
		{ "trace", 0, "TRACE", "show the times in a trace that 'bef run --trace' wrote", &trace, NULL },
		{ "before", 0, "TRACE", "compare with the times in the trace of an earlier run", &how.before, NULL },
		{ "output", 'o', "FILE", "write to FILE instead of stdout", &how.output, NULL },
	};
	return times_command(self, options, sizeof options / sizeof *options, argc, argv, &trace, write_file, &how);
}
