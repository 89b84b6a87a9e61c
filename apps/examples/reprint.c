/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libmlirbc: reads MLIR text and prints it in the generic form. */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <string.h>

static int write_out(void *ctx, const char *text, size_t size) { return fwrite(text, 1, size, ctx) != size; }

int main(void)
{
	static const char source[] = "func.func @twice(%x: i32) -> i32 {\n"
				     "  %y = \"example.add\"(%x, %x) : (i32, i32) -> i32\n"
				     "  func.return %y : i32\n"
				     "}\n";
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	if (!context)
		return 3;
	enum mlirbc_status status = mlirbc_parse(context, source, strlen(source), NULL, &module, &diag);
	if (status == MLIRBC_OK)
		status = mlirbc_print(module, NULL, write_out, stdout);
	else
		fprintf(stderr, "%u:%u: %s\n", (unsigned)diag.line, (unsigned)diag.column, diag.message);
	mlirbc_context_destroy(context);
	return status != MLIRBC_OK;
}
