/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The program of README.md: counts the calls in a module. */
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	static const char text[] = "func.func private @f(i32) -> i32\n"
				   "func.func @g(%a: i32) -> i32 {\n"
				   "  %b = call @f(%a) : (i32) -> i32\n"
				   "  %c = call @f(%b) : (i32) -> i32\n"
				   "  return %c : i32\n"
				   "}\n";
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	int calls = 0;
	if (mlirbc_parse(context, text, strlen(text), NULL, &module, &diag) != MLIRBC_OK) {
		fprintf(stderr, "%u:%u: %s\n", diag.line, diag.column, diag.message);
		return 1;
	}
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(module->body->first, op)) != NULL;)
		calls += mlirbc_op_is(op, "func.call");
	printf("%d calls\n", calls);
	mlirbc_context_destroy(context);
	return calls != 2;
}
