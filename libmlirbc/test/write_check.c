/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* write_check IN OUT [VERSION]: reads text or bytecode (its regions only when there is a VERSION), writes bytecode. For
 * against_mlir_opt_write.py. */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <stdlib.h>

static int write_bytes(void *ctx, const char *data, size_t size) { return fwrite(data, 1, size, ctx) != size; }

static char *read_all(const char *path, size_t *out_size)
{
	FILE *in = fopen(path, "rb");
	if (!in)
		return NULL;
	fseek(in, 0, SEEK_END);
	long size = ftell(in);
	rewind(in);
	char *data = size >= 0 ? malloc((size_t)size + 1) : NULL;
	*out_size = data ? fread(data, 1, (size_t)size, in) : 0;
	fclose(in);
	return data;
}

static enum mlirbc_status convert(
	struct mlirbc_context *context, const char *name, const char *data, size_t size, const char *version, FILE *out)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_parse_options names = { .size = sizeof names, .file_name = name };
	struct mlirbc_write_options options = { .size = sizeof options, .has_version = version != NULL };
	struct mlirbc_load_options load = { .size = sizeof load, .lazy = !version };
	if (version)
		options.version = (uint32_t)strtoul(version, NULL, 10);
	enum mlirbc_status status = mlirbc_is_bytecode(data, size)
					    ? mlirbc_load(context, data, size, &load, &module, &diag)
					    : mlirbc_parse(context, data, size, &names, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_write(module, &options, write_bytes, out, &diag);
	if (status != MLIRBC_OK)
		fprintf(stderr, "%s: %s\n", mlirbc_status_name(status), diag.message);
	return status;
}

int main(int argc, char **argv)
{
	size_t size = 0;
	char *data = argc >= 3 ? read_all(argv[1], &size) : NULL;
	FILE *out = data ? fopen(argv[2], "wb") : NULL;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	bool ok = out && context && convert(context, argv[1], data, size, argc > 3 ? argv[3] : NULL, out) == MLIRBC_OK;
	if (out && fclose(out) != 0)
		ok = false;
	mlirbc_context_destroy(context);
	free(data);
	return ok ? 0 : 1;
}
