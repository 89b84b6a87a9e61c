/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: functions of programs that parse are refined for small sizes. Properties: a failure has a message and changes nothing; a
 * program that was valid is valid afterwards, and after the passes and conversions to VHLO that follow. Programs behind "// -----" are
 * inputs of their own. */
#include "mutate.h"
#include "valid.h"

#include <mlirbc/stablehlo_passes.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 16, MOST_RANK = 8, MOST_FUNCTIONS = 4 };

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

/* False: it cannot be refined. */
static bool refine(struct mlirbc_module *module, struct mlirbc_op *function, uint64_t seed, bool valid)
{
	struct mlirbc_stablehlo_argument arguments[MOST];
	const struct mlirbc_attr *type = mlirbc_op_attr(function, "function_type");
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_string name;
	char text[64];
	if (!mlirbc_op_symbol(function, &name) || name.size >= sizeof text || memchr(name.data, 0, name.size) ||
		!type || type->kind != MLIRBC_ATTR_TYPE || type->u.type_value->kind != MLIRBC_TYPE_FUNCTION)
		return false;
	memcpy(text, name.data, name.size);
	text[name.size] = '\0';
	const struct mlirbc_stablehlo_refine_options options = {
		.size = sizeof options, .function = text, .max_ops = 100000
	};
	size_t count = choose(module->context, &type->u.type_value->u.function.inputs, seed, arguments);
	uint64_t before = hash_of(module);
	enum mlirbc_status status = mlirbc_stablehlo_refine(module, arguments, count, &options, NULL, &diag);
	if ((status != MLIRBC_OK) != (diag.message[0] != '\0'))
		abort();
	if (status != MLIRBC_OK && status != MLIRBC_E_NOMEM && hash_of(module) != before)
		abort();
	if (valid)
		valid_require(module, "refinement", &diag);
	return status == MLIRBC_OK;
}

static void run_passes(struct mlirbc_module *module, uint64_t seed)
{
	const struct mlirbc_stablehlo_pass_options options = { .size = sizeof options, .max_ops = 20000 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	(void)!mlirbc_stablehlo_run(module, seed & 1 ? MLIRBC_STABLEHLO_ALL : 1U << (seed >> 8) % 9, &options, NULL, &diag);
	valid_require(module, "refinement and passes", &diag);
}

static void convert(struct mlirbc_module *module, uint64_t seed)
{
	static const struct mlirbc_stablehlo_version versions[] = { { 0, 9, 0 }, { 1, 13, 0 }, { 1, 20, 0 } };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	if (mlirbc_stablehlo_to_vhlo(module, versions[seed % 3], NULL, &diag) == MLIRBC_OK &&
		mlirbc_stablehlo_from_vhlo(module, NULL, &diag) == MLIRBC_OK)
		valid_require(module, "refinement and conversions", &diag);
}

static uint64_t next(uint64_t seed) { return seed * UINT64_C(0x5851F42D4C957F2D) + 1; }

/* Each function in a copy of its own. False: the program has no more functions. */
static bool check_function(const char *text, size_t size, unsigned number, uint64_t seed)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = 100 };
	struct mlirbc_module *module;
	struct mlirbc_op *op = NULL;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)64 << 20);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text, size, &options, &module, NULL) == MLIRBC_OK) {
		for (op = mlirbc_module_symbols(module)->first; op; op = op->next) {
			if (mlirbc_op_is(op, "func.func") && number-- == 0)
				break;
		}
	}
	if (op) {
		bool valid = valid_status(module, NULL) == MLIRBC_OK;
		bool refined = refine(module, op, seed, valid);
		if (refined && valid) {
			run_passes(module, next(seed) >> 32);
			convert(module, seed >> 16);
		}
	}
	mlirbc_context_destroy(context);
	return op != NULL;
}

static void check_program(const char *text, size_t size)
{
	uint64_t seed = 0;
	hash_text(&seed, text, size);
	for (unsigned i = 0; i < MOST_FUNCTIONS && check_function(text, size, i, seed); i++)
		seed = next(seed);
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
