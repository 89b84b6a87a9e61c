/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See bound.h: reads functions of a BEF file beside the operations that the open file has prepared, and adds up. */
#include "bound.h"

#include <kernels/check.h>
#include <string.h>

#define MOST_DEPTH 200u

/* Where a result of a function is, for its caller. */
struct returned {
	uint32_t kind, argument; /* as struct kernels_memory_use; only new, argument, unknown */
	uint64_t size;
};

struct walk {
	const struct async_allocator *allocator;
	const struct bef_file *file;
	struct bef_reader reader;
	struct bef_function *functions; /* by index */
	bool *active;                   /* by index: it is being looked at */
	uint64_t left; /* steps that may be looked at, those of a called function again for each call. A step has more bytes */
	uint32_t depth;
	bool no_memory;
};

static void *room(struct walk *walk, size_t count, size_t size)
{
	void *block = async_alloc(walk->allocator, (count + 1) * size, _Alignof(max_align_t));
	if (block)
		memset(block, 0, (count + 1) * size);
	walk->no_memory = walk->no_memory || !block;
	return block;
}

static void release(struct walk *walk, void *block, size_t count, size_t size)
{
	if (block)
		async_free(walk->allocator, block, (count + 1) * size, _Alignof(max_align_t));
}

/* ---- reading */

static void free_body(struct walk *walk, struct bef_model__body *body)
{
	release(walk, body->steps, body->step_count, sizeof *body->steps);
	release(walk, body->roots, body->register_count, sizeof *body->roots);
	release(walk, body->sizes, body->register_count, sizeof *body->sizes);
	release(walk, body->makers, body->register_count, sizeof *body->makers);
	release(walk, body->returned, body->returned_count, sizeof *body->returned);
}

static bool allocate_body(struct walk *walk, const struct bef_body *from, uint32_t returned, struct bef_model__body *body)
{
	body->step_count = from->kernel_count > 0 ? from->kernel_count - 1 : 0;
	body->register_count = from->register_count;
	body->returned_count = returned;
	body->steps = room(walk, body->step_count, sizeof *body->steps);
	body->roots = room(walk, body->register_count, sizeof *body->roots);
	body->sizes = room(walk, body->register_count, sizeof *body->sizes);
	body->makers = room(walk, body->register_count, sizeof *body->makers);
	body->returned = room(walk, body->returned_count, sizeof *body->returned);
	for (uint32_t r = 0; body->roots && r < body->register_count; r++)
		body->roots[r] = r;
	return !walk->no_memory;
}

/* False: out of memory, or the function has no operations that the file can show. */
static bool read_body(struct walk *walk, size_t index, struct bef_model__body *body)
{
	const struct bef_function *function = &walk->functions[index];
	struct bef_body from;
	struct bef_kernel kernel;
	struct bef_kernel_row row;
	uint64_t number;
	if (function->kind != BEF_FUNCTION_ASYNC || bef_reader_body(&walk->reader, function, &from, NULL) != BEF_OK ||
		!allocate_body(walk, &from, function->result_count, body))
		return false;
	for (uint32_t i = 0; i < body->returned_count && bef_numbers_next(&from.result_registers, &number, NULL) == BEF_OK; i++)
		body->returned[i] = (uint32_t)number;
	struct bef_kernels kernels = bef_body_kernels(&walk->reader, &from);
	for (uint32_t k = 0; bef_kernels_next(&kernels, &kernel, &row, NULL) == BEF_OK; k++) {
		if (k == 0) {
			/* the first result starts kernels without operands */
			body->argument_count = kernel.result_count > 0 ? kernel.result_count - 1 : 0;
			body->arguments = kernel.results + 4 * (size_t)(kernel.result_count > 0);
			continue;
		}
		body->steps[k - 1] = (struct bef_model__step){ .site = bef_file_site(walk->file, index, k),
			.arguments = kernel.arguments, .results = kernel.results, .functions = kernel.functions,
			.argument_count = kernel.argument_count, .result_count = kernel.result_count };
	}
	return true;
}

/* ---- memory of results */

static bool look_at(struct walk *walk, size_t index, const uint64_t *sizes, struct bef_model__body *body,
	struct bef_model__need *out, struct returned *returned);

static void set_result(struct bef_model__body *body, uint32_t step, uint32_t i, const struct kernels_memory_use *use)
{
	struct bef_model__step *at = &body->steps[step];
	const uint32_t r = bef_word(at->results, i);
	body->makers[r] = step + 1;
	if (use->kind == KERNELS_MEMORY_ARGUMENT && use->argument < at->argument_count)
		body->roots[r] = body->roots[bef_word(at->arguments, use->argument)];
	else if (use->kind == KERNELS_MEMORY_NEW || use->kind == KERNELS_MEMORY_MAY_REUSE)
		body->sizes[r] = use->size;
	if (use->kind == KERNELS_MEMORY_NEW)
		at->made = bef_model__sum(at->made, use->size);
}

/* Sizes of the arguments behind `first`; 0 for memory that an argument before has. */
static void argument_sizes(const struct bef_model__body *body, const struct bef_model__step *step, uint32_t first, uint64_t *out)
{
	for (uint32_t i = first; i < step->argument_count; i++) {
		const uint32_t root = body->roots[bef_word(step->arguments, i)];
		out[i - first] = body->sizes[root];
		for (uint32_t k = first; k < i && out[i - first]; k++) {
			if (body->roots[bef_word(step->arguments, k)] == root)
				out[i - first] = 0;
		}
	}
}

/* What both branches do with a result. */
static void join(struct returned *all, const struct returned *one, bool first)
{
	if (first)
		*all = *one;
	else if (all->kind != one->kind || all->argument != one->argument || all->size != one->size)
		*all = (struct returned){ KERNELS_MEMORY_UNKNOWN, 0, 0 };
}

/* A step calls one of some functions, or a loop's body, with its arguments behind `first`: the least of them counts. */
static void call_one_of(struct walk *walk, struct bef_model__body *body, uint32_t number, uint32_t first, uint32_t begin,
	uint32_t end, bool loop)
{
	struct bef_model__step *step = &body->steps[number];
	if (step->argument_count < first || begin >= end || step->site->function_count < end)
		return;
	const uint32_t results = step->result_count;
	uint64_t *sizes = room(walk, step->argument_count, sizeof *sizes);
	struct returned *all = room(walk, results, sizeof *all), *one = room(walk, results, sizeof *one);
	bool known = sizes && all && one;
	if (known && step->argument_count < 1000) /* quadratic; nobody passes more */
		argument_sizes(body, step, first, sizes);
	for (uint32_t f = begin; known && f < end; f++) {
		const uint32_t index = bef_word(step->functions, f);
		struct bef_model__body inner = { .together = loop };
		struct bef_model__need need;
		known = index < walk->reader.function_count && walk->functions[index].result_count == results &&
			walk->functions[index].argument_count == step->argument_count - first &&
			look_at(walk, index, sizes, &inner, &need, one);
		if (known && (f == begin || need.bytes < step->inner.bytes))
			step->inner = need;
		for (uint32_t i = 0; known && i < results; i++)
			join(&all[i], &one[i], f == begin);
	}
	for (uint32_t i = 0; i < results && all; i++) {
		const bool passed = all[i].kind == KERNELS_MEMORY_ARGUMENT && (!loop || all[i].argument == i);
		const struct kernels_memory_use use = { all[i].kind == KERNELS_MEMORY_ARGUMENT && !passed
								? KERNELS_MEMORY_UNKNOWN
							: all[i].kind == KERNELS_MEMORY_NEW ? KERNELS_MEMORY_MAY_REUSE
											    : all[i].kind,
			all[i].argument + first, all[i].size };
		if (known)
			set_result(body, number, i, &use);
	}
	if (!known)
		step->inner = (struct bef_model__need){ 0, NULL };
	release(walk, sizes, step->argument_count, sizeof *sizes);
	release(walk, all, results, sizeof *all);
	release(walk, one, results, sizeof *one);
}

static bool is(const struct kernels_site *site, const char *name) { return strcmp(site->entry->kernel->name, name) == 0; }

static void find_results(struct walk *walk, struct bef_model__body *body, uint32_t number)
{
	struct bef_model__step *step = &body->steps[number];
	const struct kernels_site *site = step->site;
	if (!site || !site->entry)
		return;
	if (site->function_count > 0) {
		if (is(site, "hlo.if") || is(site, "hlo.case"))
			call_one_of(walk, body, number, 1, 0, site->function_count, false);
		else if (is(site, "hlo.while_condition") && bef_model__loops_once(body, step))
			call_one_of(walk, body, number, 0, 0, 1, true);
		else if (is(site, "tfrt.call"))
			call_one_of(walk, body, number, 0, 0, 1, false);
		return;
	}
	struct kernels_memory_use few[8], *uses = few;
	if (site->result_count > 8 && !(uses = room(walk, site->result_count, sizeof *uses)))
		return;
	if (kernels_describe_op(site, uses)) {
		for (uint32_t i = 0; i < site->result_count; i++)
			set_result(body, number, i, &uses[i]);
	}
	if (uses != few)
		release(walk, uses, site->result_count, sizeof *uses);
}

/* ---- a function */

static void find_returned(const struct bef_model__body *body, struct returned *out)
{
	for (uint32_t i = 0; i < body->returned_count; i++) {
		const uint32_t root = body->roots[body->returned[i]];
		bool again = body->sizes[root] == 0;
		out[i] = (struct returned){ KERNELS_MEMORY_UNKNOWN, 0, 0 };
		for (uint32_t k = 0; k < i && k < 1000 && !again; k++)
			again = body->roots[body->returned[k]] == root;
		if (body->makers[root] && !again && i < 1000)
			out[i] = (struct returned){ KERNELS_MEMORY_NEW, 0, body->sizes[root] };
		for (uint32_t a = 0; a < body->argument_count && !body->makers[root]; a++) {
			if (bef_word(body->arguments, a) == root)
				out[i] = (struct returned){ KERNELS_MEMORY_ARGUMENT, a, 0 };
		}
	}
}

/* All results exist at the end. */
static uint64_t size_of_results(const struct bef_model__body *body)
{
	uint64_t sum = 0;
	for (uint32_t i = 0; i < body->returned_count && i < 1000; i++) {
		const uint32_t root = body->roots[body->returned[i]];
		bool again = false;
		for (uint32_t k = 0; k < i && !again; k++)
			again = body->roots[body->returned[k]] == root;
		sum = again ? sum : bef_model__sum(sum, body->sizes[root]);
	}
	return sum;
}

static struct bef_model__need largest(const struct bef_model__body *body)
{
	struct bef_model__need most = { body->together ? size_of_results(body) : 0, NULL };
	for (uint32_t s = 0; s < body->step_count; s++) {
		const struct bef_model__step *step = &body->steps[s];
		const uint64_t own = bef_model__sum(step->live, step->made);
		const uint64_t inner = bef_model__sum(step->across, step->inner.bytes);
		if (own > most.bytes || (own == most.bytes && own && !most.site)) /* better a place than none */
			most = (struct bef_model__need){ own, step->site };
		if (inner > most.bytes)
			most = (struct bef_model__need){ inner, step->inner.site ? step->inner.site : step->site };
	}
	return most;
}

/* `sizes`: of arguments; `body` has the options and is empty otherwise. False: nothing is known, or out of memory. */
static bool look_at(struct walk *walk, size_t index, const uint64_t *sizes, struct bef_model__body *body,
	struct bef_model__need *out, struct returned *returned)
{
	*out = (struct bef_model__need){ 0, NULL };
	if (walk->active[index] || walk->depth >= MOST_DEPTH)
		return false;
	walk->active[index] = true;
	walk->depth++;
	bool good = read_body(walk, index, body) && walk->left > body->step_count;
	if (good) {
		walk->left -= body->step_count + 1;
		for (uint32_t i = 0; sizes && i < body->argument_count; i++)
			body->sizes[bef_word(body->arguments, i)] = sizes[i];
		for (uint32_t s = 0; s < body->step_count && !walk->no_memory; s++)
			find_results(walk, body, s);
		good = !walk->no_memory && bef_model__find_live(body, walk->allocator);
		walk->no_memory = walk->no_memory || !good;
	}
	if (good) {
		*out = largest(body);
		if (returned)
			find_returned(body, returned);
	}
	free_body(walk, body);
	walk->depth--;
	walk->active[index] = false;
	return good;
}

bool bef_model__bound(const struct async_allocator *allocator, const struct bef_file *file, const void *data, size_t size,
	size_t function, struct bef_model__need *out)
{
	struct walk walk = { .allocator = allocator, .file = file, .left = size + 100000 };
	*out = (struct bef_model__need){ 0, NULL };
	if (bef_reader_open(data, size, &walk.reader, NULL) != BEF_OK || function >= walk.reader.function_count)
		return true; /* the file is open, so this does not happen */
	const uint32_t count = walk.reader.function_count;
	walk.functions = room(&walk, count, sizeof *walk.functions);
	walk.active = room(&walk, count, sizeof *walk.active);
	if (!walk.no_memory) {
		struct bef_functions all = bef_reader_functions(&walk.reader);
		struct bef_model__body body = { .held = true, .together = true };
		for (uint32_t i = 0; i < count && bef_functions_next(&all, &walk.functions[i], NULL) == BEF_OK;)
			i++;
		(void)look_at(&walk, function, NULL, &body, out, NULL);
	}
	release(&walk, walk.functions, count, sizeof *walk.functions);
	release(&walk, walk.active, count, sizeof *walk.active);
	return !walk.no_memory;
}
