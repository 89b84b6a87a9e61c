/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text from anywhere: what parses is verified, and the types of its operations are inferred. Programs behind "// -----" are inputs of their
 * own. An operation that is accepted with its result types is also accepted by the inference that is given them. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo.h>
#include <mlirbc/stablehlo_verify.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 64 };

static void infer(struct mlirbc_context *context, struct mlirbc_op *op)
{
	struct mlirbc_value *operands[MOST];
	const struct mlirbc_type *declared[MOST], *const *types;
	size_t count;
	if (!mlirbc_stablehlo_is_op(op->name) || op->operand_count > MOST || op->result_count > MOST)
		return;
	for (uint32_t i = 0; i < op->operand_count; ++i)
		operands[i] = mlirbc_op_operands(op)[i].value;
	for (uint32_t i = 0; i < op->result_count; ++i)
		declared[i] = mlirbc_op_results(op)[i].type;
	struct mlirbc_stablehlo_description description = { .size = sizeof description, .name = op->name->data,
		.name_size = op->name->size, .operands = operands, .operand_count = op->operand_count,
		.attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op), .regions = mlirbc_op_regions(op),
		.region_count = op->region_count };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT, verified = MLIRBC_DIAG_INIT;
	if (mlirbc_stablehlo_infer(context, &description, &types, &count, &diag) == MLIRBC_OK && !types)
		abort();
	description.result_types = declared;
	description.result_count = op->result_count;
	struct mlirbc_diag second = MLIRBC_DIAG_INIT;
	enum mlirbc_status status = mlirbc_stablehlo_infer(context, &description, &types, &count, &second);
	if (status == MLIRBC_E_CORRUPT && mlirbc_stablehlo_verify_op(context, op, &verified) == MLIRBC_OK) {
		fprintf(stderr, "verified, but inference says: %s\n", second.message);
		abort();
	}
}

static void check_program(const char *text, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options, .max_depth = 100 };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)64 << 20);
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (mlirbc_parse(context, text, size, &options, &module, &diag) == MLIRBC_OK) {
		const struct mlirbc_stablehlo_verify_options all = { .size = sizeof all, .max_failures = SIZE_MAX };
		struct mlirbc_diag first = MLIRBC_DIAG_INIT, any = MLIRBC_DIAG_INIT;
		enum mlirbc_status one = mlirbc_stablehlo_verify_module(module, NULL, &first);
		if (one != mlirbc_stablehlo_verify_module(module, &all, &any) || strcmp(first.message, any.message) != 0)
			abort();
		if ((one != MLIRBC_OK) != (first.message[0] != '\0'))
			abort();
		struct mlirbc_op *root = module->body->first;
		for (struct mlirbc_op *op = mlirbc_op_next_pre(root, NULL); op; op = mlirbc_op_next_pre(root, op))
			infer(context, op);
	}
	mlirbc_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char mark[] = "// -----\n";
	const char *text = (const char *)data, *end = text + size;
	while (text < end) {
		const char *next = memmem(text, (size_t)(end - text), mark, sizeof mark - 1);
		check_program(text, (size_t)((next ? next : end) - text));
		text = next ? next + sizeof mark - 1 : end;
	}
	return 0;
}
