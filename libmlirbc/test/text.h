/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For tests of the text side: parse a literal, print into memory, an allocator that fails when told to. */
#ifndef TEXT_H
#define TEXT_H

#include "check.h"

#include <mlirbc/mlirbc.h>
#include <stdint.h>
#include <stdlib.h>

/* Follows "custom op '...' is unknown" for an unknown dialect. */
#define GENERIC "; print its generic form with mlir-opt --mlir-print-op-generic or JAX's print_generic_op_form=True"

/* As above, of a dialect that has hooks. */
#define WRITTEN(name) "; an op without a custom form is written \"" name "\"(operands) {attributes} : (types) -> types"

struct printed {
	char *text; /* NUL-terminated */
	size_t size, room;
};

static int printed_append(void *ctx, const char *text, size_t size)
{
	struct printed *out = ctx;
	if (out->size + size >= out->room) {
		out->room = 2 * (out->size + size) + 256;
		out->text = realloc(out->text, out->room);
		if (!out->text)
			abort();
	}
	memcpy(out->text + out->size, text, size);
	out->size += size;
	out->text[out->size] = '\0';
	return 0;
}

__attribute__((unused)) static struct printed print_module(const struct mlirbc_module *module, bool debug_info)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = debug_info };
	struct printed out = { 0 };
	CHECK_INT(mlirbc_print(module, &options, printed_append, &out), MLIRBC_OK);
	printed_append(&out, "", 0);
	return out;
}

__attribute__((unused)) static struct printed write_module(
	const struct mlirbc_module *module, const struct mlirbc_write_options *options)
{
	struct printed out = { 0 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!CHECK_INT(mlirbc_write(module, options, printed_append, &out, &diag), MLIRBC_OK))
		printf("# %s\n", diag.message);
	return out;
}

__attribute__((unused)) static struct mlirbc_module *load_written(struct mlirbc_context *c, const struct printed *bytes)
{
	struct mlirbc_module *module = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (!CHECK_INT(mlirbc_load(c, bytes->text, bytes->size, NULL, &module, &diag), MLIRBC_OK))
		printf("# byte %llu: %s\n", (unsigned long long)diag.offset, diag.message);
	return module;
}

__attribute__((unused)) static bool printed_equal(const struct printed *a, const struct printed *b)
{
	return a->size == b->size && memcmp(a->text, b->text, a->size) == 0;
}

/* The text in a block of exactly its size: a sanitizer detects reads beyond it. */
__attribute__((unused)) static enum mlirbc_status parse_exact(struct mlirbc_context *context, const char *text,
	size_t size, const struct mlirbc_parse_options *options, struct mlirbc_module **out_module,
	struct mlirbc_diag *diag)
{
	char *copy = malloc(size ? size : 1);
	if (!copy)
		abort();
	memcpy(copy, text, size);
	enum mlirbc_status status = mlirbc_parse(context, copy, size, options, out_module, diag);
	free(copy);
	return status;
}

/* What parsing and printing makes of a text; an error as "line:column: message". */
__attribute__((unused)) static struct printed reprint(
	const char *text, const struct mlirbc_parse_options *options, bool debug_info)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct printed out = { 0 };
	char error[300];
	if (parse_exact(context, text, strlen(text), options, &module, &diag) == MLIRBC_OK) {
		out = print_module(module, debug_info);
	} else {
		snprintf(error, sizeof error, "%u:%u: %s", diag.line, diag.column, diag.message);
		printed_append(&out, error, strlen(error));
	}
	mlirbc_context_destroy(context);
	return out;
}

/* ---- an allocator that counts, and fails from some request on */

struct counting {
	size_t requests, live, fail_at; /* requests from number fail_at on fail; SIZE_MAX: none */
};

__attribute__((unused)) static void *counting_alloc(void *ctx, size_t size, size_t align)
{
	struct counting *c = ctx;
	if (c->requests++ >= c->fail_at)
		return NULL;
	c->live += size;
	void *p = NULL;
	return posix_memalign(&p, align < sizeof p ? sizeof p : align, size ? size : 1) == 0 ? p : NULL;
}

__attribute__((unused)) static void counting_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)align;
	((struct counting *)ctx)->live -= size;
	free(p);
}

#define COUNTING_ALLOCATOR(state)                                                                                      \
	{                                                                                                              \
		counting_alloc, NULL, counting_free, (state)                                                           \
	}

/* Texts and what they give. */
struct pair {
	const char *text, *expected; /* an error: "line:column: message"; else what is printed */
};

static inline void check_pairs(const struct pair *table, size_t count, const struct mlirbc_parse_options *options)
{
	for (size_t i = 0; i < count; i++) {
		struct printed out = reprint(table[i].text, options, false);
		if (strcmp(out.text, table[i].expected) != 0)
			check_report(__FILE__, __LINE__, "%s\n#   gives    %s\n#   expected %s", table[i].text,
				out.text, table[i].expected);
		free(out.text);
	}
}
#define CHECK_PAIRS(table, options) check_pairs((table), sizeof(table) / sizeof *(table), (options))

#endif
