/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A bytecode file to another one: write_file JOB NAME FILE OUTPUT [RUNS]. JOB is rewrite (read lazily, written again)
 * or strip (without locations). Prints one JSON line: best of the runs in nanoseconds, bytes written, and the memory
 * that is not the mapping of the file when the first of them are, in KiB. */
#include "measure.h"

#include <fcntl.h>
#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

struct output {
	FILE *file;
	size_t size, kib;
};

static int take(void *ctx, const char *data, size_t size)
{
	struct output *output = ctx;
	if (output->kib == 0)
		output->kib = anonymous_kib();
	output->size += size;
	return fwrite(data, 1, size, output->file) != size;
}

static enum mlirbc_status rewrite(
	struct mlirbc_context *context, const struct mlirbc_mapping *in, struct output *out, struct mlirbc_diag *diag)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	struct mlirbc_module *module;
	enum mlirbc_status status = mlirbc_load(context, in->data, in->size, &options, &module, diag);
	return status == MLIRBC_OK ? mlirbc_write(module, NULL, take, out, diag) : status;
}

static enum mlirbc_status strip(
	struct mlirbc_context *context, const struct mlirbc_mapping *in, struct output *out, struct mlirbc_diag *diag)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
	return mlirbc_compact(context, in->data, in->size, &options, take, out, NULL, diag);
}

int main(int argc, char **argv)
{
	if (argc < 5 || (strcmp(argv[1], "rewrite") != 0 && strcmp(argv[1], "strip") != 0))
		return 2;
	struct mlirbc_mapping in;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct output out = { NULL, 0, 0 };
	int runs = argc > 5 ? atoi(argv[5]) : 5;
	double best = 0;
	bool ok = mlirbc_mapping_open(argv[3], &in) == MLIRBC_OK;
	for (int i = 0; ok && i < runs; i++) {
		double start = now();
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		out = (struct output){ .file = fopen(argv[4], "wb") };
		if (out.file)
			(void)setvbuf(out.file, NULL, _IONBF, 0); /* output arrives in large pieces */
		ok = context && out.file &&
		     (strcmp(argv[1], "strip") == 0 ? strip : rewrite)(context, &in, &out, &diag) == MLIRBC_OK;
		ok = out.file && fclose(out.file) == 0 && ok;
		mlirbc_context_destroy(context);
		double took = now() - start;
		best = i == 0 || took < best ? took : best;
	}
	if (!ok) {
		fprintf(stderr, "%s: %s\n", argv[3], diag.message);
		return 1;
	}
	printf("{\"lib\": \"mlirbc\", \"name\": \"%s\", \"n\": %d, \"ns\": %.0f, \"bytes\": %zu, \"written\": %zu, "
	       "\"peak_kib\": "
	       "%zu}\n",
		argv[2], runs, best, in.size, out.size, out.kib);
	mlirbc_mapping_close(&in);
	return 0;
}
