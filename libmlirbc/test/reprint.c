/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reprint [-l|-u|-s] FILE: reads text or bytecode and prints the generic form, -l with locations, -u with the users of
 * values, -s without what is in regions. For against_mlir_opt*.py. */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_out(void *ctx, const char *text, size_t size) { return fwrite(text, 1, size, ctx) != size; }

static char *read_all(const char *path, size_t *out_size)
{
	FILE *f = fopen(path, "rb");
	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	long end = ftell(f);
	rewind(f);
	char *text = end >= 0 ? malloc((size_t)end + 1) : NULL;
	*out_size = text ? fread(text, 1, (size_t)end, f) : 0;
	fclose(f);
	return text;
}

int main(int argc, char **argv)
{
	const char how = argc > 2 && argv[1][0] == '-' ? argv[1][1] : '\0';
	const struct mlirbc_print_options print = {
		.size = sizeof print, .debug_info = how == 'l', .value_users = how == 'u', .skip_regions = how == 's' };
	const char *path = argv[argc - 1], *slash = strrchr(path, '/');
	const struct mlirbc_parse_options parse = { .size = sizeof parse, .file_name = slash ? slash + 1 : path };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	size_t size;
	char *text = argc > 1 ? read_all(path, &size) : NULL;
	enum mlirbc_status status = MLIRBC_E_IO;
	if (text && context)
		status = mlirbc_is_bytecode(text, size) ? mlirbc_load(context, text, size, NULL, &module, &diag)
							: mlirbc_parse(context, text, size, &parse, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_print(module, &print, write_out, stdout);
	else
		fprintf(stderr, "%s:%u:%u: %s\n", path, diag.line, diag.column, diag.message);
	mlirbc_context_destroy(context);
	free(text);
	return status != MLIRBC_OK;
}
