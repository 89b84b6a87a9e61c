/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options whose `size` was not set are refused; those of an older, smaller release are read. */
#include "check.h"
#include <mlirbc/mlirbc.h>
#include <string.h>

static int ignore(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return 0;
}

static void size_is_missing(void)
{
	static const char text[] = "func.func private @f()\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL, *other = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_parse_options parse = { 0 };
	struct mlirbc_open_options open = { 0 };
	struct mlirbc_load_options load = { 0 };
	struct mlirbc_print_options print = { 0 };
	struct mlirbc_verify_options verify = { 0 };
	CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &parse, &module, &diag), MLIRBC_E_ARG);
	CHECK(strstr(diag.message, "mlirbc_parse_options") != NULL);
	CHECK_INT(mlirbc_open(context, text, sizeof text - 1, &open, &module, NULL), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_load(context, text, sizeof text - 1, &load, &module, NULL), MLIRBC_E_ARG);
	CHECK_INT(mlirbc_verify(text, sizeof text - 1, &verify, NULL, NULL), MLIRBC_E_ARG);
	parse.size = offsetof(struct mlirbc_parse_options, take_op); /* the first release */
	CHECK_INT(mlirbc_parse(context, text, sizeof text - 1, &parse, &other, NULL), MLIRBC_OK);
	CHECK_INT(mlirbc_print(other, &print, ignore, NULL), MLIRBC_E_ARG);
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(size_is_missing) };
	return check_main(argc, argv, cases, 1);
}
