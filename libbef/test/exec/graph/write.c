/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random programs as BEF files. */
#include "graph.h"

#include <bef/writer.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct writing {
	struct bef_writer *writer;
	const struct graph_program *program;
	bool good;
	uint32_t types[2];
	/* of the current function */
	struct bef_writer_kernel *kernels;
	uint32_t *registers, *register_types, *use_counts, *attributes, **users;
	size_t *user_counts;
};

static void note(struct writing *w, enum bef_status status) { w->good = w->good && status == BEF_OK; }

static void *room(size_t count, size_t size)
{
	void *p = calloc(count + 1, size);
	if (!p)
		abort();
	return p;
}

/* Per register: the kernels (from 1) that use it, the last use first, and the number of uses including the return. */
static void find_users(struct writing *w, const struct graph_fn *f)
{
	for (uint32_t r = 0; r < f->register_count; r++)
		w->use_counts[r] = 0;
	for (uint32_t k = 0; k < f->op_count; k++) {
		for (uint32_t i = 0; i < f->ops[k].operand_count; i++)
			w->use_counts[f->ops[k].operands[i]]++;
	}
	for (uint32_t r = 0; r < f->register_count; r++)
		w->users[r] = room(w->use_counts[r], sizeof(uint32_t));
	for (uint32_t k = f->op_count; k-- > 0;) {
		for (uint32_t i = f->ops[k].operand_count; i-- > 0;) {
			uint32_t r = f->ops[k].operands[i];
			w->users[r][w->user_counts[r]++] = k + 1;
		}
	}
	for (uint32_t i = 0; i < f->returned_count; i++)
		w->use_counts[f->returned[i]]++;
}

static void write_kernel(struct writing *w, const struct graph_fn *f, uint32_t number)
{
	static const char *const names[] = { "value" };
	const struct graph_op *op = &f->ops[number];
	const struct graph_kind *kind = &graph_kinds[op->kind];
	struct bef_writer_kernel *k = &w->kernels[number];
	bool calls = kind->compute == GRAPH_CALL || kind->compute == GRAPH_CALL_SYNC;
	note(w, bef_writer_kernel_name(w->writer, kind->name, strlen(kind->name), &k->code));
	note(w, bef_writer_location_file(w->writer, "graph.mlir", 10, number + 1, 3, &k->location));
	if (!calls) {
		uint32_t v = op->attribute;
		uint8_t bytes[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };
		note(w, bef_writer_scalar(w->writer, BEF_DTYPE_I32, bytes, &w->attributes[number]));
		note(w, bef_writer_attribute_type(w->writer, w->attributes[number], BEF_DTYPE_I32));
		k->attributes = &w->attributes[number];
		k->attribute_count = 1;
		k->attribute_names = names;
	} else {
		k->functions = &op->callee;
		k->function_count = 1;
	}
	k->stream = op->stream;
	k->arguments = op->operands;
	k->argument_count = op->operand_count;
	k->results = w->registers + op->first_result;
	k->result_count = op->result_count;
	if (op->result_count) {
		k->users = (const uint32_t *const *)&w->users[op->first_result];
		k->user_counts = &w->user_counts[op->first_result];
	}
}

static void write_body(struct writing *w, uint32_t index)
{
	const struct graph_fn *f = &w->program->functions[index];
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_writer_body body = { .function = index, .root_stream = f->root_stream };
	w->kernels = room(f->op_count, sizeof *w->kernels);
	w->attributes = room(f->op_count, sizeof *w->attributes);
	w->registers = room(f->register_count, sizeof *w->registers);
	w->register_types = room(f->register_count, sizeof *w->register_types);
	w->use_counts = room(f->register_count, sizeof *w->use_counts);
	w->users = room(f->register_count, sizeof *w->users);
	w->user_counts = room(f->register_count, sizeof *w->user_counts);
	find_users(w, f);
	for (uint32_t r = 0; r < f->register_count; r++) {
		w->registers[r] = r;
		w->register_types[r] = w->types[f->types[r]];
	}
	note(w, bef_writer_location_file(w->writer, "graph.mlir", 10, 1, 1, &body.location));
	for (uint32_t k = 0; k < f->op_count; k++)
		write_kernel(w, f, k);
	body.register_types = w->register_types;
	body.use_counts = w->use_counts;
	body.register_count = f->register_count;
	body.kernels = w->kernels;
	body.kernel_count = f->op_count;
	body.argument_users = (const uint32_t *const *)w->users;
	body.argument_user_counts = w->user_counts;
	body.results = f->returned;
	body.result_count = f->returned_count;
	note(w, bef_writer_body(w->writer, &body, &diag));
	for (uint32_t r = 0; r < f->register_count; r++)
		free(w->users[r]);
	free(w->kernels);
	free(w->attributes);
	free(w->registers);
	free(w->register_types);
	free(w->use_counts);
	free(w->users);
	free(w->user_counts);
}

static void write_functions(struct writing *w)
{
	for (uint32_t i = 0; i < w->program->function_count; i++) {
		const struct graph_fn *f = &w->program->functions[i];
		uint32_t arguments[GRAPH_ARGUMENTS], results[GRAPH_RETURNED], index;
		char name[16];
		struct bef_function_type type = { arguments, results, f->argument_count, f->returned_count };
		for (uint32_t a = 0; a < f->argument_count; a++)
			arguments[a] = w->types[f->types[a]];
		for (uint32_t r = 0; r < f->returned_count; r++)
			results[r] = w->types[f->types[f->returned[r]]];
		snprintf(name, sizeof name, "f%u", i);
		note(w, bef_writer_function(w->writer, f->kind, name, strlen(name), &type, &index));
	}
	for (uint32_t i = 0; i < w->program->function_count; i++)
		write_body(w, i);
}

static void write_nonstrict(struct writing *w)
{
	uint32_t count = 0;
	uint8_t *bytes = NULL;
	for (uint32_t i = 0; i < w->program->function_count; i++) {
		const struct graph_fn *f = &w->program->functions[i];
		for (uint32_t k = 0; k < f->op_count; k++) {
			if (!f->ops[k].nonstrict)
				continue;
			bytes = realloc(bytes, (count + 1) * (size_t)8);
			if (!bytes)
				abort();
			uint8_t pair[8] = { (uint8_t)i, 0, 0, 0, (uint8_t)(k + 1), (uint8_t)((k + 1) >> 8), 0, 0 };
			memcpy(bytes + 8 * (size_t)count++, pair, sizeof pair);
		}
	}
	if (count)
		note(w, bef_writer_section(w->writer, BEF_SECTION_NONSTRICT, bytes, 8 * (size_t)count, 1));
	free(bytes);
}

uint8_t *graph_write(const struct graph_program *program, bool optional_sections, size_t *out_size)
{
	const struct bef_writer_options options = { .size = sizeof options,
		.no_optional_sections = !optional_sections };
	struct writing w = { .writer = bef_writer_create(NULL, &options), .program = program, .good = true };
	uint8_t *data = NULL, *copy = NULL;
	if (!w.writer)
		abort();
	note(&w, bef_writer_type(w.writer, "i32", 3, &w.types[GRAPH_I32]));
	note(&w, bef_writer_type(w.writer, "!g.box", 6, &w.types[GRAPH_BOX]));
	write_functions(&w);
	write_nonstrict(&w);
	note(&w, bef_writer_finish(w.writer, &data, out_size, NULL));
	if (!w.good || !(copy = malloc(*out_size)))
		abort();
	memcpy(copy, data, *out_size);
	bef_writer_free_bytes(w.writer, data, *out_size);
	bef_writer_destroy(w.writer);
	return copy;
}
