/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options whose `size` was not set are refused; those of an older, smaller release are read. */
#include "sizes.h"
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

static enum mlirbc_walk_answer visit(void *ctx, const struct mlirbc_walk_item *item)
{
	(void)ctx;
	(void)item;
	return MLIRBC_WALK_GO_ON;
}

static uint8_t bytes[65536];
static size_t byte_count;
static int keep(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	memcpy(bytes + byte_count, data, size);
	byte_count += size;
	return 0;
}

static void sizes_of_reading_and_printing(void)
{
	static const char text[] = "func.func private @f()\n";
	const size_t size = sizeof text - 1;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL, *other = NULL;
	struct mlirbc_parse_options parse = { 0 };
	struct mlirbc_open_options open = { 0 };
	struct mlirbc_load_options load = { 0 };
	struct mlirbc_print_options print = { 0 };
	SIZES_REFUSED(struct mlirbc_parse_options, parse.size,
		mlirbc_parse(context, text, size, &parse, &module, NULL) == MLIRBC_E_ARG && !module);
	CHECK_INT(mlirbc_parse(context, text, size, &parse, &module, NULL), MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_print_options, print.size, mlirbc_print(module, &print, ignore, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_print_options, print.size,
		mlirbc_print_op(module->body->first, &print, ignore, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_load_options, load.size, mlirbc_load(context, text, size, &load, &other, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_open_options, open.size, mlirbc_open(context, text, size, &open, &other, NULL) == MLIRBC_E_ARG);
	/* nested options are checked for any input */
	open.load = &load;
	open.parse = &parse;
	SIZES_REFUSED(struct mlirbc_load_options, load.size, mlirbc_open(context, text, size, &open, &other, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_parse_options, parse.size, mlirbc_open(context, text, size, &open, &other, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_open(context, text, size, &open, &other, NULL), MLIRBC_OK);
	mlirbc_context_destroy(context);
}

static void sizes_of_bytecode(void)
{
	static const char text[] = "func.func private @f()\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL, *other = NULL;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_write_report written = { .size = sizeof written };
	struct mlirbc_write_options write = { 0 };
	struct mlirbc_verify_options verify = { 0 };
	struct mlirbc_walk_options walk = { 0 };
	struct mlirbc_compact_options compact = { 0 };
	struct mlirbc_compact_report removed = { 0 };
	struct mlirbc_merge_options merge = { 0 };
	struct mlirbc_dialect_interface interface = { .name = "t" };
	const struct mlirbc_dialect_interface *interfaces[] = { &interface };
	CHECK_OR_RETURN(mlirbc_parse(context, text, sizeof text - 1, NULL, &module, NULL) == MLIRBC_OK);
	CHECK_OR_RETURN(mlirbc_parse(context, "func.func private @g()\n", 23, NULL, &other, NULL) == MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_write_options, write.size, mlirbc_write(module, &write, ignore, NULL, NULL) == MLIRBC_E_ARG);
	write.report = &written;
	SIZES_REFUSED(struct mlirbc_write_report, written.size, mlirbc_write(module, &write, ignore, NULL, NULL) == MLIRBC_E_ARG);
	write.interfaces = interfaces;
	write.interface_count = 1;
	SIZES_REFUSED(struct mlirbc_dialect_interface, interface.size, mlirbc_write(module, &write, ignore, NULL, NULL) == MLIRBC_E_ARG);
	CHECK_OR_RETURN(mlirbc_write(module, &write, keep, NULL, NULL) == MLIRBC_OK);
	const struct mlirbc_load_options load = { .size = sizeof load, .interfaces = interfaces, .interface_count = 1 };
	SIZES_REFUSED(struct mlirbc_dialect_interface, interface.size,
		mlirbc_load(context, bytes, byte_count, &load, &other, NULL) == MLIRBC_E_ARG && !other);
	CHECK_OR_RETURN(mlirbc_parse(context, "func.func private @g()\n", 23, NULL, &other, NULL) == MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_verify_options, verify.size,
		mlirbc_verify(bytes, byte_count, &verify, NULL, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_walk_options, walk.size,
		mlirbc_walk(bytes, byte_count, &walk, visit, NULL, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_compact_options, compact.size,
		mlirbc_compact(context, bytes, byte_count, &compact, ignore, NULL, NULL, NULL) == MLIRBC_E_ARG);
	SIZES_REFUSED(struct mlirbc_compact_report, removed.size,
		mlirbc_compact(context, bytes, byte_count, &compact, ignore, NULL, &removed, NULL) == MLIRBC_E_ARG);
	CHECK_INT(mlirbc_compact(context, bytes, byte_count, &compact, ignore, NULL, &removed, NULL), MLIRBC_OK);
	SIZES_REFUSED(struct mlirbc_merge_options, merge.size, mlirbc_merge(module, other, &merge, NULL) == MLIRBC_E_ARG);
	merge.size = 3;
	CHECK_INT(mlirbc_merge(module, other, &merge, &diag), MLIRBC_E_ARG);
	CHECK_STR(diag.message, "options: size is 3, expected sizeof(struct mlirbc_merge_options)");
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(size_is_missing), CHECK_CASE(sizes_of_reading_and_printing),
		CHECK_CASE(sizes_of_bytecode) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
