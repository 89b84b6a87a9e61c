/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the producers of operands by their registers, which are assigned once. */
#include "record/edges.h"
#include "program/view.h"

#include <stdlib.h>
#include <string.h>

/* Appends the producers of a kernel's operands to the list from `first` to *at. A kernel with many operands of few
 * producers is not worth a set: `last` has the last kernel that each producer was added for. */
static void add_producers(const struct bef_kernel *kernel, uint32_t number, const uint32_t *makers, uint32_t *last,
	uint32_t *list, uint32_t *at)
{
	for (uint32_t i = 0; i < kernel->argument_count; i++) {
		uint32_t maker = makers[bef_word(kernel->arguments, i)];
		if (maker && last[maker] != number) {
			last[maker] = number;
			list[(*at)++] = maker;
		}
	}
}

static bool read_function(const struct view_function *function, struct edges_function *out)
{
	size_t operands = 0;
	for (uint32_t i = 0; i < function->kernel_count; i++)
		operands += function->kernels[i].kernel.argument_count;
	out->starts = calloc(function->kernel_count + (size_t)1, sizeof *out->starts);
	out->producers = calloc(operands + 1, sizeof *out->producers);
	uint32_t *makers = view_makers(function); /* operands of non-strict kernels may come from later kernels */
	uint32_t *last = calloc(function->kernel_count + (size_t)1, sizeof *last);
	bool good = out->starts && out->producers && makers && last;
	for (uint32_t i = 0, at = 0; good && i < function->kernel_count; i++) {
		add_producers(&function->kernels[i].kernel, i + 1, makers, last, out->producers, &at);
		out->starts[i + 1] = at;
	}
	free(makers);
	free(last);
	return good;
}

static int by_address(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct edges_function *)a)->function;
	uintptr_t y = (uintptr_t)((const struct edges_function *)b)->function;
	return (x > y) - (x < y);
}

int edges_read(const struct program *program, const struct bef_file *file, struct edges *out_edges)
{
	struct view view;
	int code = view_program(program, &view);
	if (code != CLI_GOOD)
		return code;
	size_t count = view.reader.function_count;
	*out_edges = (struct edges){ calloc(count + 1, sizeof *out_edges->functions), 0 };
	bool good = out_edges->functions;
	for (size_t i = 0; good && i < count; i++) {
		struct edges_function *function = &out_edges->functions[out_edges->count++];
		function->function = bef_file_function(file, i);
		good = view.functions[i].function.kind == BEF_FUNCTION_NATIVE ||
		       read_function(&view.functions[i], function);
	}
	view_finish(&view);
	if (!good) {
		edges_finish(out_edges);
		return cli_out_of_memory();
	}
	if (out_edges->count)
		qsort(out_edges->functions, out_edges->count, sizeof *out_edges->functions, by_address);
	return CLI_GOOD;
}

void edges_finish(struct edges *edges)
{
	for (size_t i = 0; i < edges->count; i++) {
		free(edges->functions[i].starts);
		free(edges->functions[i].producers);
	}
	free(edges->functions);
	*edges = (struct edges){ NULL, 0 };
}

int edges_merge(struct edges *edges, struct edges *added)
{
	const size_t count = edges->count + added->count;
	struct edges_function *all = realloc(edges->functions, (count + 1) * sizeof *all);
	if (!all) {
		edges_finish(added);
		return cli_out_of_memory();
	}
	if (added->count)
		memcpy(all + edges->count, added->functions, added->count * sizeof *all);
	free(added->functions);
	*added = (struct edges){ NULL, 0 };
	*edges = (struct edges){ all, count };
	if (count)
		qsort(all, count, sizeof *all, by_address);
	return CLI_GOOD;
}

const uint32_t *edges_producers(
	const struct edges *edges, const struct kernels_function *function, uint32_t kernel, uint32_t *out_count)
{
	const struct edges_function key = { .function = function };
	const struct edges_function *found = edges->count ? bsearch(&key, edges->functions, edges->count, sizeof key,
								    by_address)
							  : NULL;
	*out_count = 0;
	if (!found || !found->starts)
		return NULL;
	*out_count = found->starts[kernel] - found->starts[kernel - 1];
	return found->producers + found->starts[kernel - 1];
}
