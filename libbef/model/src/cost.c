/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The work of a function: the costs of its prepared operations, and of those of the functions that they call. */
#include "internal.h"

#include <bef/reader.h>
#include <kernels/check.h>

enum { MOST_DEPTH = 200 };

struct walk {
	const struct bef_file *file;
	struct bef_reader reader;
	const struct bef_function *functions; /* by index */
	uint64_t left; /* operations that may be looked at: those of a called function count for each call */
	struct bef_model_cost *out;
};

static void add(struct bef_model_cost *to, const struct kernels_cost *cost)
{
	to->operations = bef_model__sum(to->operations, cost->operations);
	to->bytes_read = bef_model__sum(to->bytes_read, cost->bytes_read);
	to->bytes_written = bef_model__sum(to->bytes_written, cost->bytes_written);
}

static void add_function(struct walk *walk, size_t index, unsigned depth)
{
	struct bef_body body;
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	if (index >= walk->reader.function_count || depth > MOST_DEPTH || walk->functions[index].kind != BEF_FUNCTION_ASYNC ||
		bef_reader_body(&walk->reader, &walk->functions[index], &body, NULL) != BEF_OK) {
		walk->out->exact = false;
		return;
	}
	struct bef_kernels kernels = bef_body_kernels(&walk->reader, &body);
	for (uint32_t k = 0; bef_kernels_next(&kernels, &kernel, &row, NULL) == BEF_OK; k++) {
		const struct kernels_site *site = k ? bef_file_site(walk->file, index, k) : NULL;
		struct kernels_cost cost = { 0 };
		if (!site)
			continue; /* the first row has the arguments */
		if (walk->left-- == 0) {
			walk->left = 0;
			walk->out->exact = false;
			return;
		}
		if (kernels_cost_of_op(site, &cost))
			add(walk->out, &cost);
		else if (site->argument_count > 0) /* constants do no work */
			walk->out->exact = false;
		/* which branch runs, and how often a loop runs, is known when it does */
		walk->out->exact = walk->out->exact && kernel.function_count == 0;
		for (uint32_t i = 0; i < kernel.function_count; i++)
			add_function(walk, bef_word(kernel.functions, i), depth + 1);
	}
}

static bool read_functions(struct walk *walk, struct bef_function *functions)
{
	struct bef_functions all = bef_reader_functions(&walk->reader);
	uint32_t count = 0;
	while (count < walk->reader.function_count && bef_functions_next(&all, &functions[count], NULL) == BEF_OK)
		count++;
	walk->functions = functions;
	return count == walk->reader.function_count;
}

enum bef_status bef_model_cost(struct bef_model *model, const struct bef_stablehlo_function *function,
	struct bef_model_cost *out_cost, struct bef_diag *diag)
{
	const struct bef_stablehlo_signatures *all = model->program->signatures;
	const struct bef_model__program *program = model->program;
	struct walk walk = { .file = program->file, .left = program->data_size + 100000, .out = out_cost };
	if (BYTECURSOR_SIZE_IS_WRONG(out_cost) || out_cost->size < sizeof *out_cost)
		return bef_model__size_is_wrong(diag, out_cost->size, "bef_model_cost");
	*out_cost = (struct bef_model_cost){ .size = sizeof *out_cost };
	if (!function || function < all->functions || function >= all->functions + all->count)
		return bef_model__fail(diag, BEF_E_ARG, "the function is not one of the model");
	if (model->dynamic || bef_reader_open(program->data, program->data_size, &walk.reader, NULL) != BEF_OK)
		return BEF_OK;
	const size_t size = (walk.reader.function_count + (size_t)1) * sizeof(struct bef_function);
	struct bef_function *functions = async_alloc(model->allocator, size, _Alignof(struct bef_function));
	if (!functions)
		return bef_model__no_memory(diag);
	out_cost->exact = read_functions(&walk, functions);
	if (out_cost->exact)
		add_function(&walk, bef_model__index_in_file(program, function->name), 0);
	async_free(model->allocator, functions, size, _Alignof(struct bef_function));
	return BEF_OK;
}
