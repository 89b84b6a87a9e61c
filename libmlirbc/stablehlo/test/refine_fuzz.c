/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: functions of programs that parse are refined for small sizes. Properties: a failure has a message and changes nothing; a
 * program that verified before verifies afterwards. Programs behind "// -----" are inputs of their own. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_passes.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 16, MOST_RANK = 8 };

static int hash_text(void *ctx, const char *text, size_t size)
{
	uint64_t *hash = ctx;
	for (size_t i = 0; i < size; i++)
		*hash = (*hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
	return 0;
}

static uint64_t hash_of(const struct mlirbc_module *module)
{
	uint64_t hash = 0;
	(void)!mlirbc_print(module, NULL, hash_text, &hash);
	return hash;
}

/* Sizes from the text: 1 to 4, mostly the same one. */
static size_t choose(struct mlirbc_context *context, const struct mlirbc_types *inputs, uint64_t seed,
	struct mlirbc_stablehlo_argument *out)
{
	int64_t dims[MOST_RANK], usual = 1 + (int64_t)(seed % 4);
	size_t count = 0;
	for (size_t i = 0; i < inputs->count && count < MOST; i++) {
		struct mlirbc_type type = *inputs->data[i];
		out[count] = (struct mlirbc_stablehlo_argument){ .index = i };
		seed = seed * UINT64_C(0x5851F42D4C957F2D) + 1;
		int64_t size = seed >> 60 == 0 ? (int64_t)(seed >> 40 & 7) : usual;
		if (type.kind != MLIRBC_TYPE_TENSOR || type.u.shaped.rank > MOST_RANK || seed >> 61 == 7)
			continue;
		if (type.u.shaped.rank == 0 && type.u.shaped.element->kind == MLIRBC_TYPE_INTEGER) {
			out[count].value = mlirbc_attr_integer(context, type.u.shaped.element, (uint64_t)size);
			count += out[count].value != NULL;
			continue;
		}
		for (size_t k = 0; k < type.u.shaped.rank; k++)
			dims[k] = type.u.shaped.dims[k] < 0 ? size : type.u.shaped.dims[k];
		type.u.shaped.dims = dims;
		type.u.shaped.encoding = NULL;
		out[count].type = mlirbc_type_get(context, &type);
		count += out[count].type != NULL;
	}
	return count;
}

static void refine(struct mlirbc_module *module, struct mlirbc_op *function, uint64_t seed)
{
	struct mlirbc_stablehlo_argument arguments[MOST];
	const struct mlirbc_attr *type = mlirbc_op_attr(function, "function_type");
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_string name;
	char text[64];
	if (!mlirbc_op_symbol(function, &name) || name.size >= sizeof text || memchr(name.data, 0, name.size) ||
		!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return;
	memcpy(text, name.data, name.size);
	text[name.size] = '\0';
	const struct mlirbc_stablehlo_refine_options options = {
		.size = sizeof options, .function = text, .max_ops = 100000
	};
	size_t count = choose(module->context, &type->u.type_value->u.function.inputs, seed, arguments);
	bool valid = mlirbc_stablehlo_verify_module(module, NULL, NULL) == MLIRBC_OK;
	uint64_t before = hash_of(module);
	enum mlirbc_status status = mlirbc_stablehlo_refine(module, arguments, count, &options, NULL, &diag);
	if ((status != MLIRBC_OK) != (diag.message[0] != '\0'))
		abort();
	if (status != MLIRBC_OK && status != MLIRBC_E_NOMEM && hash_of(module) != before)
		abort();
	if (status == MLIRBC_OK && valid && mlirbc_stablehlo_verify_module(module, NULL, &diag) == MLIRBC_E_CORRUPT) {
		fprintf(stderr, "not valid after refinement: %s\n", diag.message);
		abort();
	}
}

static void check_program(const char *text, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = 100 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	uint64_t seed = 0;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)64 << 20);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	hash_text(&seed, text, size);
	if (mlirbc_parse(context, text, size, &options, &module, &diag) == MLIRBC_OK) {
		struct mlirbc_op *op = mlirbc_module_symbols(module)->first;
		while (op && !mlirbc_op_is(op, "func.func"))
			op = op->next;
		if (op)
			refine(module, op, seed);
	}
	mlirbc_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char mark[] = "// -----\n";
	const char *text = (const char *)data, *end = text + size;
	while (text < end) {
		const char *next = memmem(text, (size_t)(end - text), mark, sizeof mark - 1);
		size_t part = (size_t)((next ? next : end) - text);
		const char *expected = memmem(text, part, "// =>\n", 6); /* fixtures have the result behind it */
		check_program(text, expected ? (size_t)(expected - text) : part);
		text = next ? next + sizeof mark - 1 : end;
	}
	return 0;
}
