/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens an artifact with 100 MB of constants: time for loading the bytes, and for loading and converting to StableHLO. Arguments:
 * megabytes, number of constants. */
#include "bench.h"

#include <mlirbc/build.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo_vhlo.h>

struct bytes {
	char *data;
	size_t size, room;
};

static int take(void *ctx, const char *data, size_t size)
{
	struct bytes *out = ctx;
	if (size > out->room - out->size) {
		out->room = 2 * (out->size + size);
		char *more = realloc(out->data, out->room);
		if (!more)
			return 1;
		out->data = more;
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

/* A function that makes the constants and returns nothing. */
static bool make_artifact(size_t bytes, size_t constants, struct bytes *out)
{
	const struct mlirbc_stablehlo_version version = MLIRBC_STABLEHLO_CURRENT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_builder builder;
	struct mlirbc_stablehlo_artifact form;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	const size_t count = bytes / constants / sizeof(float);
	float *values = malloc(count * sizeof *values);
	bool ok = context && values && mlirbc_builder_init(&builder, context) == MLIRBC_OK;
	if (ok)
		mlirbc_builder_function(&builder, "main", mlirbc_type_function(context, NULL, 0, NULL, 0));
	for (size_t i = 0; ok && i < constants; i++) {
		const int64_t dims[] = { (int64_t)count };
		const struct mlirbc_type *type = mlirbc_type_shaped(
			context, MLIRBC_TYPE_TENSOR, dims, 1, mlirbc_type_float(context, MLIRBC_F32));
		for (size_t k = 0; k < count; k++)
			values[k] = (float)(i * 31 + k);
		const struct mlirbc_attr *dense = mlirbc_attr_dense(context, type, values, count * sizeof *values);
		ok = MLIRBC_OP(&builder, "stablehlo.constant", MLIRBC_RESULTS(type),
			     MLIRBC_ATTRS({ "value", dense })) != NULL;
	}
	ok = ok && MLIRBC_OP(&builder, "func.return") && mlirbc_stablehlo_artifact_form(version, &form) == MLIRBC_OK &&
	     mlirbc_stablehlo_to_vhlo(builder.module, version, NULL, &diag) == MLIRBC_OK;
	if (ok) {
		struct mlirbc_write_options options = { .size = sizeof options,
			.has_version = true,
			.version = form.bytecode_version,
			.producer = form.producer };
		ok = mlirbc_write(builder.module, &options, take, out, &diag) == MLIRBC_OK;
	}
	if (!ok)
		fprintf(stderr, "%s\n", diag.message);
	free(values);
	mlirbc_context_destroy(context);
	return ok;
}

struct round {
	const struct bytes *artifact;
	bool convert;
};

/* Loading alone, or with the conversion. */
static void upgrade_loop(void *ctx, uint64_t n)
{
	const struct round *round = ctx;
	while (n--) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		if (!context || mlirbc_load(context, round->artifact->data, round->artifact->size, NULL, &module, NULL) != MLIRBC_OK ||
			(round->convert && mlirbc_stablehlo_from_vhlo(module, NULL, NULL) != MLIRBC_OK))
			abort();
		mlirbc_context_destroy(context);
	}
}

int main(int argc, char **argv)
{
	const size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	const size_t constants = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
	struct bytes artifact = { NULL, 0, 0 };
	if (!megabytes || !constants || !make_artifact(megabytes << 20, constants, &artifact))
		return 1;
	bench_run("mlirbc-stablehlo", "load_artifact", 1, upgrade_loop, &(struct round){ &artifact, false });
	bench_run("mlirbc-stablehlo", "load_and_upgrade_artifact", 1, upgrade_loop, &(struct round){ &artifact, true });
	free(artifact.data);
	return 0;
}
