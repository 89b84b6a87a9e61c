/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: the verifier. Properties: accepted files can be walked and loaded, and all their attributes and types
 * materialized; rejected ones have a message and a byte, and break a rule unless a limit was exceeded. */
#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

static void load(const void *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	require(context && mlirbc_load(context, data, size, NULL, &module, NULL) == MLIRBC_OK);
	mlirbc_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size ? size : 1); /* of exactly its size, so that a byte too far is seen */
	const struct mlirbc_verify_options options = { .size = sizeof options, .memory = (64 << 20) + 64 * size };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const char *rule;
	require(copy != NULL);
	if (size)
		memcpy(copy, data, size);
	enum mlirbc_status status = mlirbc_verify(copy, size, &options, &rule, &diag);
	require(status == diag.status && (status == MLIRBC_OK || diag.rule == (rule ? rule : mlirbc_status_name(status))));
	if (status == MLIRBC_OK) {
		require(rule == NULL);
		load(copy, size);
	} else {
		require(diag.message[0] && (rule != NULL) == (status != MLIRBC_E_LIMIT));
		require(diag.offset <= size || status == MLIRBC_E_LIMIT);
	}
	free(copy);
	return 0;
}
