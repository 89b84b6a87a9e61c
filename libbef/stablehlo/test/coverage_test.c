/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every operation that can run occurs in a program of data/run; programs_test runs these in all forms. */
#include "../../../libmlirbc/test/golden.h"

#include <mlirbc/stablehlo.h>

static struct {
	const char *name;
	size_t uses;
} operations[] = {
#define MLIRBC_STABLEHLO_OP(dialect, suffix, number, name, ...) { name, 0 },
#include <mlirbc/stablehlo_ops.def>
};
#define OPERATIONS (sizeof operations / sizeof *operations)

static const char *const exceptions[] = {
	"chlo._asin_acos_kernel",     /* a step of the original's lowering of complex arcsines, which programs do not have */
};

static bool is_exception(const char *name)
{
	for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
		if (strcmp(exceptions[i], name) == 0)
			return true;
	return false;
}

static void count_op(const struct mlirbc_op *op)
{
	for (size_t i = 0; i < OPERATIONS; i++)
		operations[i].uses += mlirbc_op_is(op, operations[i].name);
}

static void count(const char *folder, const char *name)
{
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	struct text text;
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!context || !read_file(path, &text))
		abort();
	options.dialects = mlirbc_stablehlo_assembly(&options.dialect_count);
	if (CHECK_INT(mlirbc_parse(context, text.data, text.size, &options, &module, &diag), MLIRBC_OK)) {
		for (struct mlirbc_op *root = module->body->first; root; root = root->next)
			for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;)
				count_op(op);
	}
	mlirbc_context_destroy(context);
	free(text.data);
}

static void all_occur(void)
{
	snprintf(golden, sizeof golden, "%s", PROGRAMS);
	each_file("run", ".mlir", count);
	for (size_t i = 0; i < OPERATIONS; i++)
		if ((operations[i].uses == 0) != is_exception(operations[i].name))
			check_report(__FILE__, __LINE__, "%s occurs %zu times in the programs", operations[i].name, operations[i].uses);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(all_occur) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
