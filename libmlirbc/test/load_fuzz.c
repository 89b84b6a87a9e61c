/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: loads bytecode and prints the module, within limits on memory and output. Properties: a failure
 * has a status, a message and no module; a good module is whole (uses and definitions agree) and prints. */
#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

static int count_output(void *ctx, const char *text, size_t size)
{
	size_t *left = ctx;
	(void)text;
	if (size > *left)
		return 1;
	*left -= size;
	return 0;
}

static void check_uses(const struct mlirbc_value *value)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use))
		require(use->value == value && use >= mlirbc_op_operands(mlirbc_operand_owner(use)) &&
			use < mlirbc_op_operands(mlirbc_operand_owner(use)) + mlirbc_operand_owner(use)->operand_count);
}

static void check_op(const struct mlirbc_op *op)
{
	require(op->name && mlirbc_op_location(op) && op->parent);
	require(!mlirbc_op_attributes(op) || mlirbc_op_attributes(op)->kind == MLIRBC_ATTR_DICTIONARY);
	for (uint32_t i = 0; i < op->result_count; i++) {
		require(mlirbc_op_results(op)[i].type && mlirbc_value_op(&mlirbc_op_results(op)[i]) == op &&
			mlirbc_op_results(op)[i].index == i);
		check_uses(&mlirbc_op_results(op)[i]);
	}
	for (uint32_t i = 0; i < op->operand_count; i++)
		require(mlirbc_op_operands(op)[i].value && mlirbc_operand_owner(&mlirbc_op_operands(op)[i]) == op);
	for (uint32_t i = 0; i < mlirbc_op_successor_count(op); i++)
		require(mlirbc_op_successors(op)[i]->parent == op->parent->parent);
	for (uint32_t i = 0; i < op->region_count; i++) {
		for (const struct mlirbc_block *block = mlirbc_op_regions(op)[i].first; block; block = block->next) {
			require(block->parent == &mlirbc_op_regions(op)[i]);
			for (uint32_t k = 0; k < block->argument_count; k++)
				check_uses(&block->arguments[k]);
		}
	}
}

static void check_module(const struct mlirbc_module *module)
{
	for (struct mlirbc_op *top = module->body->first; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op));)
			check_op(op);
	}
}

static void print(const struct mlirbc_module *module, bool debug_info)
{
	struct mlirbc_print_options options = { .size = sizeof options, .debug_info = debug_info };
	size_t left = 1 << 20; /* parts used over and over may print without end */
	enum mlirbc_status status = mlirbc_print(module, &options, count_output, &left);
	require(status == MLIRBC_OK || status == MLIRBC_E_IO || status == MLIRBC_E_NOMEM || status == MLIRBC_E_LIMIT);
}

static bool is_reading_error(enum mlirbc_status status)
{
	return status == MLIRBC_E_CORRUPT || status == MLIRBC_E_TRUNCATED || status == MLIRBC_E_LIMIT ||
	       status == MLIRBC_E_NOMEM;
}

/* Reads the same file lazily. `good`: it is known to be valid, so every part of it must be. */
static void read_lazily(const uint8_t *data, size_t size, bool good)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	const struct mlirbc_print_options users = { .size = sizeof users, .value_users = true, .elide = true };
	struct mlirbc_module *module;
	struct mlirbc_string symbol;
	size_t left = 1 << 20;
	require(context);
	mlirbc_context_limit(context, (64 << 20) + 64 * size);
	enum mlirbc_status status = mlirbc_load(context, data, size, &options, &module, NULL);
	require(!good || status == MLIRBC_OK);
	for (struct mlirbc_op *top = module ? module->body->first : NULL; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op));)
			(void)mlirbc_op_symbol(op, &symbol);
	}
	if (module) {
		status = mlirbc_module_load(module, NULL);
		require(status == MLIRBC_OK || (!good && is_reading_error(status)));
		if (status == MLIRBC_OK)
			check_module(module);
		enum mlirbc_status printed = mlirbc_print(module, &users, count_output, &left);
		require(printed == MLIRBC_OK || printed == MLIRBC_E_IO || is_reading_error(printed));
		require(!good || mlirbc_file_failure(module->file, NULL) == MLIRBC_OK);
	}
	mlirbc_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1); /* of exactly its size, so that a byte too far is seen */
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	require(copy && context);
	if (size)
		memcpy(copy, data, size);
	mlirbc_context_limit(context, (64 << 20) + 64 * size);
	enum mlirbc_status status = mlirbc_load(context, copy, size, NULL, &module, &diag);
	require((status == MLIRBC_OK) == (module != NULL));
	if (module) {
		check_module(module);
		print(module, false);
		print(module, true);
	} else {
		require(diag.status == status && diag.rule && diag.message[0]);
		require(diag.offset <= size || (diag.offset == MLIRBC_NO_OFFSET && status == MLIRBC_E_LIMIT));
	}
	mlirbc_context_destroy(context);
	read_lazily(copy, size, status == MLIRBC_OK);
	free(copy);
	return 0;
}
