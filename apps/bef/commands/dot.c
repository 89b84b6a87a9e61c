/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef dot: prints a program as a Graphviz graph, with a cluster for each function. */
#include "commands/commands.h"
#include "traces/times.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_quoted(const struct bef_string *text)
{
	char *plain = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&plain, &size);
	if (!stream)
		return; /* out of memory: no label */
	cli_put_escaped(stream, text->data, text->size);
	if (fclose(stream) == 0) {
		for (size_t i = 0; i < size; i++) {
			if (plain[i] == '"' || plain[i] == '\\')
				putchar('\\');
			putchar(plain[i]);
		}
	}
	free(plain);
}

/* Node names: f2k5 is kernel 5 of function 2 (from 1), f2a0 argument 0, f2r the return. */
static void print_kernel(
	const struct view *view, uint32_t number, uint32_t index, const char *color, const struct times_kernel *time)
{
	const struct view_kernel *kernel = &view->functions[number].kernels[index];
	char place[512];
	printf("    f%uk%u [label=\"", (unsigned)number, (unsigned)index + 1);
	print_quoted(&kernel->name);
	for (uint32_t i = 0; i < kernel->kernel.function_count; i++) {
		const struct view_function *callee = &view->functions[bef_word(kernel->kernel.functions, i)];
		printf("\\n");
		if (callee->function.name.size) {
			printf("@");
			print_quoted(&callee->function.name);
		} else {
			printf("region %u", (unsigned)callee->function.index);
		}
	}
	if (time && time->runs)
		printf("\\n%.3f us, %llu run%s", time->microseconds, (unsigned long long)time->runs,
			time->runs == 1 ? "" : "s");
	printf("\"");
	if (bef_location_text(&view->reader, kernel->kernel.location, place, sizeof place)) {
		struct bef_string text = { place, strlen(place) };
		printf(", tooltip=\"");
		print_quoted(&text);
		printf("\"");
	}
	printf(", fillcolor=\"%s\"];\n", color);
}

/* Kernels of one stream have one color. */
static const char *stream_color(uint32_t stream)
{
	static const char *const colors[] = { "#dce9f7", "#fde7d0", "#dff2dc", "#f7dcdf", "#ebe2f4", "#efe6df",
		"#f9e1f1", "#e8e8e8", "#f3f3cf", "#d5f1f4" };
	return colors[stream % (sizeof colors / sizeof *colors)];
}

/* Color from white (not run) to red (slowest kernel): hue, saturation, value. */
static void time_color(const struct times_kernel *time, double most, char out[32])
{
	double share = most > 0 ? time->microseconds / most : 0;
	snprintf(out, 32, "0.000 %.3f 1.000", time->runs ? 0.05 + 0.85 * share : 0.0);
}

static void print_edges(const struct view_function *function, uint32_t number, const uint32_t *makers)
{
	for (uint32_t i = 0; i < function->kernel_count; i++) {
		const struct bef_kernel *kernel = &function->kernels[i].kernel;
		for (uint32_t j = 0; j < kernel->argument_count; j++) {
			uint32_t reg = bef_word(kernel->arguments, j);
			if (makers[reg])
				printf("    f%uk%u -> f%uk%u;\n", (unsigned)number, (unsigned)makers[reg],
					(unsigned)number, (unsigned)i + 1);
			else
				printf("    f%ua%u -> f%uk%u;\n", (unsigned)number, (unsigned)reg, (unsigned)number,
					(unsigned)i + 1);
		}
	}
	for (uint32_t i = 0; i < function->function.result_count; i++) {
		uint32_t reg = function->results[i];
		printf("    f%u%c%u -> f%ur;\n", (unsigned)number, makers[reg] ? 'k' : 'a',
			(unsigned)(makers[reg] ? makers[reg] : reg), (unsigned)number);
	}
}

/* `times` NULL: colors are streams. */
static bool print_function(const struct view *view, uint32_t number, const struct times *times)
{
	const struct view_function *function = &view->functions[number];
	uint32_t *makers = view_makers(function);
	if (!makers)
		return false;
	printf("  subgraph cluster_%u {\n    label=\"", (unsigned)number);
	if (function->function.name.size)
		print_quoted(&function->function.name);
	else
		printf("region %u", (unsigned)number);
	printf("\";\n");
	for (uint32_t i = 0; i < function->function.argument_count; i++)
		printf("    f%ua%u [label=\"argument %u\", shape=ellipse];\n", (unsigned)number, (unsigned)i,
			(unsigned)i);
	for (uint32_t i = 0; i < function->kernel_count; i++) {
		const struct times_kernel *time = times ? &times->kernels[number][i] : NULL;
		char color[32];
		if (time)
			time_color(time, times->most, color);
		print_kernel(view, number, i, time ? color : stream_color(function->kernels[i].stream), time);
	}
	if (function->kernels)
		printf("    f%ur [label=\"return\", shape=ellipse];\n", (unsigned)number);
	print_edges(function, number, makers);
	printf("  }\n");
	free(makers);
	return true;
}

static int print_program(void *ctx, const struct view *view, const struct times *times)
{
	(void)ctx;
	printf("digraph bef {\n  node [shape=box, style=filled, fillcolor=white];\n");
	if (times)
		printf("  label=\"The slowest kernel took %.3f us. %zu events of the trace are kernels of this "
		       "program, %zu are "
		       "not.\";\n",
			times->most, times->matched, times->unmatched);
	for (uint32_t i = 0; i < view->reader.function_count; i++) {
		if (view->functions[i].function.kind != BEF_FUNCTION_NATIVE && !print_function(view, i, times))
			return cli_out_of_memory();
	}
	printf("}\n");
	return CLI_GOOD;
}

int bef_dot_command(const struct cli_command *self, int argc, char **argv)
{
	const char *trace = NULL;
	const struct cli_option options[] = {
		{ "trace", 0, "TRACE", "color kernels by the times in a trace that 'bef run --trace' wrote", &trace,
			NULL },
	};
	return times_command(self, options, sizeof options / sizeof *options, argc, argv, &trace, print_program, NULL);
}
