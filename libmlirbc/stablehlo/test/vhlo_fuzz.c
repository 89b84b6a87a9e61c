/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: bytecode that loads is converted from VHLO, and to several versions of VHLO. Properties: a failure has a status
 * and a message, and changes nothing; what was converted prints, and writes as a file that loads. */
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

struct bytes {
	char *data;
	size_t size, room;
};

static int take(void *ctx, const char *data, size_t size)
{
	struct bytes *out = ctx;
	if (out->size + size > (1 << 22))
		return 1;
	if (size > out->room - out->size) {
		size_t room = 2 * (out->size + size) + 256;
		char *more = realloc(out->data, room);
		if (!more)
			return 1;
		out->data = more;
		out->room = room;
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

static void check_failure(enum mlirbc_status status, const struct mlirbc_diag *diag)
{
	require(status == diag->status && diag->message[0]);
	require(status == MLIRBC_E_UNSUPPORTED || status == MLIRBC_E_CORRUPT || status == MLIRBC_E_LIMIT ||
		status == MLIRBC_E_NOMEM || status == MLIRBC_E_TRUNCATED);
}

static void check_uses(const struct mlirbc_module *module)
{
	for (struct mlirbc_op *top = module->body->first; top; top = top->next) {
		for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(top, op));) {
			require(op->parent && op->name);
			for (uint32_t i = 0; i < op->operand_count; i++)
				require(mlirbc_op_operands(op)[i].value != NULL);
			for (uint32_t i = 0; i < op->result_count; i++)
				require(mlirbc_op_results(op)[i].type != NULL);
		}
	}
}

/* The text before and after a conversion that failed. */
static void check_unchanged(const struct mlirbc_module *module, const struct bytes *before, bool printed)
{
	struct bytes after = { NULL, 0, 0 };
	if (printed && mlirbc_print(module, NULL, take, &after) == MLIRBC_OK)
		require(after.size == before->size &&
			(!after.size || memcmp(after.data, before->data, after.size) == 0));
	free(after.data);
}

static void check_write(const struct mlirbc_module *module, struct mlirbc_stablehlo_version version)
{
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = true, .drop_use_orders = true };
	struct bytes written = { NULL, 0, 0 };
	require(mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK);
	options.version = form.bytecode_version;
	options.producer = form.producer;
	enum mlirbc_status status = mlirbc_write(module, &options, take, &written, NULL);
	struct mlirbc_context *context = status == MLIRBC_OK ? mlirbc_context_create(NULL) : NULL;
	struct mlirbc_load_options load = { .size = sizeof load, .max_work = 4096 };
	struct mlirbc_module *again;
	if (context) {
		mlirbc_context_limit(context, (size_t)64 << 20);
		status = mlirbc_load(context, written.data, written.size, &load, &again, NULL);
		require(status == MLIRBC_OK || status == MLIRBC_E_LIMIT);
		mlirbc_context_destroy(context);
	}
	free(written.data);
}

static void convert(struct mlirbc_module *module)
{
	static const struct mlirbc_stablehlo_version versions[] = { { 0, 9, 0 }, { 0, 20, 0 }, { 1, 5, 0 },
		{ 1, 20, 0 } };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct bytes before = { NULL, 0, 0 }, text = { NULL, 0, 0 };
	bool printed = mlirbc_print(module, NULL, take, &before) == MLIRBC_OK;
	enum mlirbc_status status = mlirbc_stablehlo_from_vhlo(module, NULL, &diag);
	if (status != MLIRBC_OK) {
		check_failure(status, &diag);
		check_unchanged(module, &before, printed);
	} else {
		struct mlirbc_print_options pretty = { .size = sizeof pretty, .pretty = true };
		pretty.dialects = mlirbc_stablehlo_printing(&pretty.dialect_count);
		check_uses(module);
		(void)!mlirbc_print(module, &pretty, take, &text);
	}
	for (size_t i = 0; status == MLIRBC_OK && i < sizeof versions / sizeof *versions; i++) {
		struct mlirbc_stablehlo_vhlo_options options = { .size = sizeof options,
			.allow_other_dialects = i & 1 };
		struct mlirbc_diag why = MLIRBC_DIAG_INIT;
		status = mlirbc_stablehlo_to_vhlo(module, versions[i], &options, &why);
		if (status == MLIRBC_OK) {
			check_uses(module);
			check_write(module, versions[i]);
			status = mlirbc_stablehlo_from_vhlo(module, NULL, &why);
			if (status != MLIRBC_OK)
				check_failure(status, &why);
		} else {
			check_failure(status, &why);
			status = MLIRBC_OK; /* a later version may do */
		}
	}
	free(before.data);
	free(text.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	uint8_t *copy = malloc(size ? size : 1);
	if (context && copy) {
		memcpy(copy, data, size);
		mlirbc_context_limit(context, (size_t)64 << 20);
		if (mlirbc_load(context, copy, size, NULL, &module, NULL) == MLIRBC_OK)
			convert(module);
	}
	mlirbc_context_destroy(context);
	free(copy);
	return 0;
}
