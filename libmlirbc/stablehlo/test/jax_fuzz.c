/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: what opens as an export of JAX prints its trees, and loads with or without a failure. Properties: a failure has a status and a
 * message; what was loaded writes as a file. */
#include <mlirbc/jax_export.h>
#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
	if (!condition)
		abort();
}

static int take(void *ctx, const char *data, size_t size)
{
	size_t *total = ctx;
	(void)data;
	*total += size;
	return *total > (size_t)1 << 24;
}

static void check(const struct mlirbc_jax_export *exported)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	size_t total = 0;
	for (const struct mlirbc_jax_export *one = exported; one; one = one->vjp) {
		(void)!mlirbc_jax_tree_print(one->in_tree, one->in_avals.data, take, &total);
		(void)!mlirbc_jax_tree_print(one->out_tree, one->out_avals.data, take, &total);
		(void)mlirbc_jax_tree_paths(one->context, one->in_tree);
	}
	const enum mlirbc_status status = mlirbc_jax_export_load(exported, NULL, &module, &diag);
	require(status == MLIRBC_OK || (!module && diag.status == status && diag.message[0]));
	total = 0;
	if (status == MLIRBC_OK)
		(void)!mlirbc_write(module, NULL, take, &total, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const struct mlirbc_jax_export *exported;
	uint8_t *copy = malloc(size ? size : 1);
	if (context && copy) {
		memcpy(copy, data, size);
		mlirbc_context_limit(context, (size_t)64 << 20);
		const enum mlirbc_status status = mlirbc_jax_export_open(context, copy, size, &exported, &diag);
		if (status == MLIRBC_OK)
			check(exported);
		else
			require(!exported && diag.status == status && diag.message[0]);
	}
	mlirbc_context_destroy(context);
	free(copy);
	return 0;
}
