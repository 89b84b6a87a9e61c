/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads the tables of a program into arrays. The file is verified, so iteration cannot fail. */
#include "program/view.h"

#include <stdio.h>
#include <stdlib.h>

uint64_t view_next(struct bef_numbers *numbers)
{
	uint64_t number;
	return bef_numbers_next(numbers, &number, NULL) == BEF_OK ? number : UINT64_MAX;
}

static bool names(struct bef_names names, uint32_t count, struct bef_string **out_names)
{
	*out_names = calloc(count + (size_t)1, sizeof **out_names);
	for (uint32_t i = 0; i < count && *out_names; i++)
		(void)!bef_names_next(&names, &(*out_names)[i], NULL);
	return *out_names != NULL;
}

static bool read_attribute_types(struct view *view)
{
	struct bef_numbers numbers = bef_reader_attribute_types(&view->reader);
	size_t count = (size_t)(numbers.left / 2);
	view->attr_offsets = calloc(count + 1, sizeof *view->attr_offsets);
	view->attr_types = calloc(count + 1, sizeof *view->attr_types);
	if (!view->attr_offsets || !view->attr_types)
		return false;
	for (; view->attr_count < count; view->attr_count++) {
		view->attr_offsets[view->attr_count] = (uint32_t)view_next(&numbers);
		view->attr_types[view->attr_count] = (uint32_t)view_next(&numbers);
	}
	return true;
}

uint32_t view_attr_type(const struct view *view, uint32_t offset)
{
	size_t low = 0, high = view->attr_count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (view->attr_offsets[middle] < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low < view->attr_count && view->attr_offsets[low] == offset ? view->attr_types[low] : 0;
}

static bool read_kernels(struct view *view, struct view_function *function, const struct bef_body *body)
{
	struct bef_numbers table = body->kernel_table;
	function->kernel_count = body->kernel_count - 1;
	function->kernels = calloc(body->kernel_count, sizeof *function->kernels);
	for (uint32_t i = 0; i < body->kernel_count && function->kernels; i++) {
		uint64_t offset = view_next(&table);
		(void)view_next(&table);
		uint32_t stream = (uint32_t)view_next(&table);
		if (i == 0) {
			function->root_stream = stream;
			continue;
		}
		struct view_kernel *kernel = &function->kernels[i - 1];
		(void)!bef_body_kernel(&view->reader, body, offset, &kernel->kernel, NULL);
		kernel->stream = stream;
		kernel->name = view->kernels[kernel->kernel.code];
	}
	return function->kernels != NULL;
}

static bool read_function(struct view *view, struct view_function *function, uint64_t *names_at, uint64_t *registers_at)
{
	struct bef_body body;
	function->location = UINT64_MAX;
	if (function->function.kind == BEF_FUNCTION_NATIVE)
		return true;
	(void)!bef_reader_body(&view->reader, &function->function, &body, NULL);
	(void)!bef_reader_attribute_names(&view->reader, &body, names_at, &function->names, NULL);
	(void)!bef_reader_register_types(&view->reader, &body, registers_at, &function->registers, NULL);
	function->location = body.location;
	function->register_count = body.register_count;
	function->results = calloc(function->function.result_count + (size_t)1, sizeof *function->results);
	for (uint32_t i = 0; i < function->function.result_count && function->results; i++)
		function->results[i] = (uint32_t)view_next(&body.result_registers);
	return function->results && read_kernels(view, function, &body);
}

static bool read_all(struct view *view)
{
	uint64_t names_at = 0, registers_at = 0;
	struct bef_functions functions = bef_reader_functions(&view->reader);
	view->functions = calloc(view->reader.function_count + (size_t)1, sizeof *view->functions);
	if (!view->functions || !names(bef_reader_kernels(&view->reader), view->reader.kernel_count, &view->kernels) ||
		!names(bef_reader_types(&view->reader), view->reader.type_count, &view->types) ||
		!read_attribute_types(view))
		return false;
	for (uint32_t i = 0; i < view->reader.function_count; i++) {
		(void)!bef_functions_next(&functions, &view->functions[i].function, NULL);
		if (!read_function(view, &view->functions[i], &names_at, &registers_at))
			return false;
	}
	return true;
}

static int read_program(struct view *view)
{
	const struct program *program = &view->program;
	struct bef_diag diag = BEF_DIAG_INIT;
	int code = CLI_GOOD;
	if (bef_reader_open(program->bef, program->bef_size, &view->reader, &diag) != BEF_OK ||
		bef_reader_verify(&view->reader, NULL, &diag) != BEF_OK) {
		code = program_error(program->input.name, &diag);
	} else if (!read_all(view)) {
		cli_error("%s: out of memory", program->input.name);
		code = CLI_SYSTEM;
	}
	if (code != CLI_GOOD)
		view_finish(view);
	return code;
}

int view_open(const char *path, struct view *out_view)
{
	static const struct program_options defaults;
	static const struct view empty;
	*out_view = empty;
	cli_progress_begin("open", path);
	int code = program_load(path, &defaults, &out_view->program);
	cli_progress_end();
	return code == CLI_GOOD ? read_program(out_view) : code;
}

int view_program(const struct program *program, struct view *out_view)
{
	*out_view = (struct view){ .program = *program, .borrowed = true };
	return read_program(out_view);
}

void view_finish(struct view *view)
{
	for (uint32_t i = 0; view->functions && i < view->reader.function_count; i++) {
		free(view->functions[i].kernels);
		free(view->functions[i].results);
	}
	free(view->functions);
	free(view->kernels);
	free(view->types);
	free(view->attr_offsets);
	free(view->attr_types);
	if (!view->borrowed)
		program_finish(&view->program);
}

uint32_t *view_makers(const struct view_function *function)
{
	uint32_t *makers = calloc(function->register_count + (size_t)1, sizeof *makers);
	for (uint32_t i = 0; makers && i < function->kernel_count; i++) {
		const struct bef_kernel *kernel = &function->kernels[i].kernel;
		for (uint32_t j = 0; j < kernel->result_count; j++)
			makers[bef_word(kernel->results, j)] = i + 1;
	}
	return makers;
}

/* Kernels follow those whose results they use, so one pass is sufficient. */
bool view_critical_path(const struct view_function *function, uint32_t *out_length)
{
	uint32_t *depths = calloc(function->register_count + (size_t)1, sizeof *depths);
	*out_length = 0;
	for (uint32_t i = 0; i < function->kernel_count && depths; i++) {
		const struct bef_kernel *kernel = &function->kernels[i].kernel;
		uint32_t depth = 0;
		for (uint32_t j = 0; j < kernel->argument_count; j++) {
			uint32_t before = depths[bef_word(kernel->arguments, j)];
			depth = before > depth ? before : depth;
		}
		for (uint32_t j = 0; j < kernel->result_count; j++)
			depths[bef_word(kernel->results, j)] = depth + 1;
		*out_length = depth + 1 > *out_length ? depth + 1 : *out_length;
	}
	free(depths);
	return depths != NULL;
}

static int compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

bool view_stream_count(const struct view_function *function, uint32_t *out_count)
{
	uint32_t *streams = calloc(function->kernel_count + (size_t)1, sizeof *streams);
	*out_count = 0;
	if (!streams)
		return false;
	for (uint32_t i = 0; i < function->kernel_count; i++)
		streams[i] = function->kernels[i].stream;
	qsort(streams, function->kernel_count, sizeof *streams, compare_numbers);
	for (uint32_t i = 0; i < function->kernel_count; i++)
		*out_count += i == 0 || streams[i] != streams[i - 1];
	free(streams);
	return true;
}

void view_print_name(const struct view_function *function)
{
	const struct bef_string *name = &function->function.name;
	if (name->size) {
		putchar('@');
		cli_put_escaped(stdout, name->data, name->size);
		return;
	}
	printf("region %u", (unsigned)function->function.index);
}
