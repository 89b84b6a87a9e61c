/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options that begin with their size: one that no release has is refused. */
#include "sizes.h"

#include <bef/translate.h>
#include <mlirbc/mlirbc.h>

static bool drop(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return true;
}

static void both_ways(void)
{
	static const char text[] = "func.func @f() {\n  tfrt.return\n}\n";
	const size_t text_size = sizeof text - 1;
	struct bef_assemble_options options = { 0 };
	struct bef_disassemble_options back = { 0 };
	struct bef_diag diag = BEF_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL;
	struct mlirbc_parse_options parse = { .size = sizeof parse };
	uint8_t *data = NULL;
	size_t size;
	SIZES_REFUSED(struct bef_assemble_options, options.size,
		bef_assemble_text(text, text_size, NULL, NULL, &options, &data, &size, NULL) == BEF_E_ARG && !data);
	parse.dialects = bef_mlir_dialects(&parse.dialect_count);
	CHECK_OR_RETURN(mlirbc_parse(context, text, text_size, &parse, &module, NULL) == MLIRBC_OK);
	SIZES_REFUSED(struct bef_assemble_options, options.size,
		bef_assemble(module, NULL, &options, &data, &size, NULL) == BEF_E_ARG && !data);
	CHECK_OR_RETURN(bef_assemble(module, NULL, &options, &data, &size, NULL) == BEF_OK);
	SIZES_REFUSED(struct bef_disassemble_options, back.size,
		bef_disassemble_text(data, size, NULL, &back, drop, NULL, NULL) == BEF_E_ARG);
	CHECK_INT(bef_disassemble_text(data, size, NULL, &back, drop, NULL, NULL), BEF_OK);
	/* a member that the struct of the caller lacks is absent */
	back.limit = 1;
	CHECK_INT(bef_disassemble_text(data, size, NULL, &back, drop, NULL, NULL), BEF_E_LIMIT);
	back.size = offsetof(struct bef_disassemble_options, limit);
	CHECK_INT(bef_disassemble_text(data, size, NULL, &back, drop, NULL, NULL), BEF_OK);
	back.size = 0;
	CHECK_INT(bef_disassemble_text(data, size, NULL, &back, drop, NULL, &diag), BEF_E_ARG);
	CHECK(strstr(diag.message, "size is not set, expected sizeof(struct bef_disassemble_options)") != NULL);
	bef_assemble_free(NULL, data, size);
	mlirbc_context_destroy(context);
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(both_ways) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
