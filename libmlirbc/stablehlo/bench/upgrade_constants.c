/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens an artifact with 100 MB of constants: time for loading the bytes and for the conversion to StableHLO, and the memory
 * that the conversion takes. Arguments: megabytes, number of constants, rounds. */
#include <mlirbc/build.h>
#include <mlirbc/mlirbc.h>
#include <mlirbc/stablehlo_vhlo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

static double now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
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

int main(int argc, char **argv)
{
	const size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	const size_t constants = argc > 2 ? strtoul(argv[2], NULL, 10) : 100;
	const int rounds = argc > 3 ? atoi(argv[3]) : 5;
	struct bytes artifact = { NULL, 0, 0 };
	if (!megabytes || !constants || !make_artifact(megabytes << 20, constants, &artifact))
		return 1;
	for (int i = 0; i < rounds; i++) {
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		struct mlirbc_module *module;
		struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
		double start = now_ms();
		if (!context || mlirbc_load(context, artifact.data, artifact.size, NULL, &module, &diag) != MLIRBC_OK)
			return 1;
		double loaded = now_ms();
		size_t before = mlirbc_context_bytes(context);
		if (mlirbc_stablehlo_from_vhlo(module, NULL, &diag) != MLIRBC_OK)
			return 1;
		double converted = now_ms();
		printf("%zu bytes, %zu constants: load %.3f ms, to StableHLO %.3f ms and %zu bytes of memory\n",
			artifact.size, constants, loaded - start, converted - loaded,
			mlirbc_context_bytes(context) - before);
		mlirbc_context_destroy(context);
	}
	free(artifact.data);
	return 0;
}
