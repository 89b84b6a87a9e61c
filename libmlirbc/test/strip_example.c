/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <string.h>

static int to_file(void *file, const char *data, size_t size) { return fwrite(data, 1, size, file) != size; }

/* A file without locations, in another one. */
static enum mlirbc_status strip(const void *data, size_t size, FILE *out, struct mlirbc_diag *diag)
{
	struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	enum mlirbc_status status = MLIRBC_E_NOMEM;
	if (context)
		status = mlirbc_compact(context, data, size, &options, to_file, out, NULL, diag);
	mlirbc_context_destroy(context);
	return status;
}

int main(int argc, char **argv)
{
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_mapping in;
	FILE *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
	if (!out || mlirbc_mapping_open(argv[1], &in) != MLIRBC_OK)
		return 2;
	int failed = strip(in.data, in.size, out, &diag) != MLIRBC_OK;
	mlirbc_mapping_close(&in);
	if (failed)
		fprintf(stderr, "%s: byte %llu: %s\n", argv[1], (unsigned long long)diag.offset, diag.message);
	return fclose(out) != 0 || failed;
}
