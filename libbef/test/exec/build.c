/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_REGISTERS = 4096, MOST_OPS = 4096 };

static size_t type_numbers(struct bef_writer *w, const char *const *names, uint32_t *out)
{
	size_t count = 0;
	for (; names[count]; count++)
		(void)!bef_writer_type(w, names[count], strlen(names[count]), &out[count]);
	return count;
}

/* The kernels (from 1) that use a register, the last use first. */
static size_t find_users(const struct fn *f, uint32_t reg, uint32_t *out)
{
	size_t count = 0;
	for (size_t k = f->op_count; k-- > 0;) {
		for (size_t a = f->ops[k].arguments.count; a-- > 0;) {
			if (f->ops[k].arguments.data[a] == reg)
				out[count++] = (uint32_t)k + 1;
		}
	}
	return count;
}

static uint32_t use_count(const struct fn *f, uint32_t reg)
{
	uint32_t count = 0;
	for (size_t k = 0; k < f->op_count; k++) {
		for (size_t a = 0; a < f->ops[k].arguments.count; a++)
			count += f->ops[k].arguments.data[a] == reg;
	}
	for (size_t i = 0; i < f->returned.count; i++)
		count += f->returned.data[i] == reg;
	return count;
}

struct scratch {
	struct bef_writer_kernel kernels[MOST_OPS];
	uint32_t offsets[MOST_OPS][MOST], uses[MOST_REGISTERS], types[MOST_REGISTERS];
	uint32_t *users[MOST_REGISTERS];
	size_t user_counts[MOST_REGISTERS];
	const char *names[MOST];
};

static bool build_kernel(struct bef_writer *w, struct scratch *s, const struct fn *f, size_t number)
{
	const struct op *op = &f->ops[number];
	struct bef_writer_kernel *k = &s->kernels[number];
	memset(k, 0, sizeof *k);
	if (bef_writer_kernel_name(w, op->kernel, strlen(op->kernel), &k->code) != BEF_OK ||
		bef_writer_location_file(w, "test.mlir", 9, number + 1, 3, &k->location) != BEF_OK)
		return false;
	for (size_t i = 0; i < op->attributes.count; i++) {
		uint32_t v = op->attributes.data[i];
		uint8_t bytes[4] = { (uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24) };
		if (op->repeats)
			s->offsets[number][i] = s->offsets[number - 1][i];
		else if (bef_writer_scalar(w, BEF_DTYPE_I32, bytes, &s->offsets[number][i]) != BEF_OK ||
			bef_writer_attribute_type(w, s->offsets[number][i], BEF_DTYPE_I32) != BEF_OK)
			return false;
	}
	k->stream = op->stream;
	k->arguments = op->arguments.data;
	k->argument_count = op->arguments.count;
	k->results = op->results.data;
	k->result_count = op->results.count;
	k->attributes = s->offsets[number];
	k->attribute_count = op->attributes.count;
	k->functions = op->functions.data;
	k->function_count = op->functions.count;
	k->attribute_names = op->attribute_name ? &op->attribute_name : s->names;
	if (op->results.count) {
		k->users = (const uint32_t *const *)&s->users[op->results.data[0]];
		k->user_counts = &s->user_counts[op->results.data[0]];
	}
	return true;
}

static bool build_body(
	struct bef_writer *w, struct scratch *s, const struct fn *f, uint32_t index, struct bef_diag *diag)
{
	struct bef_writer_body body;
	uint32_t any = 0;
	bool good = bef_writer_type(w, "i32", 3, &any) == BEF_OK;
	memset(&body, 0, sizeof body);
	for (uint32_t r = 0; r < f->register_count; r++) {
		s->users[r] = malloc((f->op_count * MOST + 1) * sizeof(uint32_t));
		s->user_counts[r] = find_users(f, r, s->users[r]);
		s->uses[r] = use_count(f, r);
		s->types[r] = any;
	}
	good = good && bef_writer_location_file(w, "test.mlir", 9, 1, 1, &body.location) == BEF_OK;
	for (size_t k = 0; good && k < f->op_count; k++)
		good = build_kernel(w, s, f, k);
	body.function = index;
	body.root_stream = 0;
	body.register_types = s->types;
	body.use_counts = s->uses;
	body.register_count = f->register_count;
	body.kernels = s->kernels;
	body.kernel_count = f->op_count;
	body.argument_users = (const uint32_t *const *)s->users;
	body.argument_user_counts = s->user_counts;
	body.results = f->returned.data;
	body.result_count = f->returned.count;
	good = good && bef_writer_body(w, &body, diag) == BEF_OK;
	for (uint32_t r = 0; r < f->register_count; r++)
		free(s->users[r]);
	return good;
}

static bool build_all(struct bef_writer *w, const struct fn *functions, size_t count, struct bef_diag *diag)
{
	struct scratch *s = calloc(1, sizeof *s);
	uint32_t types[2][MOST], indexes[64];
	bool good = s && count <= 64;
	for (size_t i = 0; good && i < MOST; i++)
		s->names[i] = "value";
	for (size_t i = 0; good && i < count; i++) {
		struct bef_function_type type = { types[0], types[1], 0, 0 };
		type.argument_count = type_numbers(w, functions[i].argument_types, types[0]);
		type.result_count = type_numbers(w, functions[i].result_types, types[1]);
		good = bef_writer_function(w, functions[i].kind, functions[i].name, strlen(functions[i].name), &type,
			       &indexes[i]) == BEF_OK;
	}
	for (size_t i = 0; good && i < count; i++) {
		if (functions[i].kind != BEF_FUNCTION_NATIVE)
			good = build_body(w, s, &functions[i], indexes[i], diag);
	}
	free(s);
	return good;
}

const uint8_t *build_nonstrict;
size_t build_nonstrict_size;
bool build_optional;

static bool write_nonstrict(struct bef_writer *w, const struct fn *functions, size_t count)
{
	uint8_t bytes[8 * 64];
	size_t size = 0;
	if (build_nonstrict)
		return bef_writer_section(w, BEF_SECTION_NONSTRICT, build_nonstrict, build_nonstrict_size, 1) == BEF_OK;
	for (size_t f = 0; f < count; f++) {
		for (size_t k = 0; k < functions[f].op_count; k++) {
			if (!functions[f].ops[k].nonstrict || size == sizeof bytes)
				continue;
			memset(bytes + size, 0, 8);
			bytes[size] = (uint8_t)f;
			bytes[size + 4] = (uint8_t)(k + 1);
			size += 8;
		}
	}
	return size == 0 || bef_writer_section(w, BEF_SECTION_NONSTRICT, bytes, size, 1) == BEF_OK;
}

uint8_t *build(const struct fn *functions, size_t count, size_t *out_size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	const struct bef_writer_options options = { .size = sizeof options, .no_optional_sections = !build_optional };
	struct bef_writer *w = bef_writer_create(NULL, &options);
	uint8_t *data = NULL, *copy = NULL;
	if (w && build_all(w, functions, count, &diag) && write_nonstrict(w, functions, count) &&
		bef_writer_finish(w, &data, out_size, &diag) == BEF_OK) {
		copy = malloc(*out_size ? *out_size : 1);
		memcpy(copy, data, *out_size);
		bef_writer_free_bytes(w, data, *out_size);
	} else {
		printf("# cannot build the program: %s\n", diag.message);
	}
	bef_writer_destroy(w);
	return copy;
}
