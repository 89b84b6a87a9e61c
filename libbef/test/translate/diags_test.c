/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libbef-mlir, with diagnostics of all sizes. */
#include <bef/translate.h>
#include <mlirbc/parse.h>

#define DIAGS_STRUCT struct bef_diag
#include "diags.h"

static const char syntax[] = "func.func @f() { first }";
static const char unclosed[] = "func.func @g( second";
static const char unreturned[] = "func.func @f() { %0 = tfrt.constant.i32 1 }";
static const char invalid[] = "func.func @f(%i: i32) { \"tfrt.add.i32\"(%i) : (i32) -> i32\n tfrt.return }";
static const char control[] = "func.func @f() { \"t.a\"() {\"\\1B[31m\\C2\\9B\\FF\" = 1 : i7} : () -> ()\n tfrt.return }";
static const char valid[] = "func.func @f() -> i32 { %0 = tfrt.constant.i32 1\n tfrt.return %0 : i32 }";

static unsigned assemble_text(const char *text, void *diag)
{
	uint8_t *data;
	size_t size;
	return bef_assemble_text(text, strlen(text), "t.mlir", NULL, NULL, &data, &size, diag);
}
static unsigned assemble_source(const char *text, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module;
	uint8_t *data;
	size_t size;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	const unsigned status = bef_assemble_source(context, text, strlen(text), &options, NULL, NULL, &module, &data, &size, diag);
	mlirbc_context_destroy(context);
	return status;
}
static unsigned assemble(const char *text, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_parse_options options = { .size = sizeof options };
	struct mlirbc_module *module;
	uint8_t *data;
	size_t size;
	options.dialects = bef_mlir_dialects(&options.dialect_count);
	unsigned status = mlirbc_parse(context, text, strlen(text), &options, &module, NULL) == MLIRBC_OK;
	if (status)
		status = bef_assemble(module, NULL, NULL, &data, &size, diag);
	mlirbc_context_destroy(context);
	return status;
}
static unsigned disassemble(const void *data, size_t size, void *diag)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	const unsigned status = bef_disassemble(data, size, context, NULL, &module, diag);
	mlirbc_context_destroy(context);
	return status;
}
static bool no_write(void *ctx, const char *text, size_t size)
{
	(void)ctx, (void)text, (void)size;
	return false;
}
/* Of a valid file. */
static unsigned print(uint64_t limit, void *diag)
{
	const struct bef_disassemble_options options = { .size = sizeof options, .limit = limit };
	uint8_t *data;
	size_t size;
	if (bef_assemble_text(valid, strlen(valid), "t.mlir", NULL, NULL, &data, &size, NULL) != BEF_OK)
		return 0;
	const unsigned status = bef_disassemble_text(data, size, NULL, &options, no_write, NULL, diag);
	bef_assemble_free(NULL, data, size);
	return status;
}

DIAGS_FAILS(bef_assemble) { return assemble(invalid, diag); }
DIAGS_FAILS(bef_assemble_text) { return assemble_text(syntax, diag); }
DIAGS_FAILS_TOO(bef_assemble_text, unclosed) { return assemble_text(unclosed, diag); }
DIAGS_FAILS_TOO(bef_assemble_text, unreturned) { return assemble_text(unreturned, diag); }
DIAGS_FAILS_TOO(bef_assemble_text, invalid) { return assemble_text(invalid, diag); }
DIAGS_FAILS_TOO(bef_assemble_text, control) { return assemble_text(control, diag); }
DIAGS_FAILS_TOO(bef_assemble_text, size)
{
	uint8_t *data;
	size_t size;
	return bef_assemble_text(
		valid, strlen(valid), "t.mlir", NULL, &(struct bef_assemble_options){ .size = 0 }, &data, &size, diag);
}
DIAGS_FAILS(bef_assemble_source) { return assemble_source(syntax, diag); }
DIAGS_FAILS_TOO(bef_assemble_source, unreturned) { return assemble_source(unreturned, diag); }
DIAGS_FAILS(bef_disassemble) { return disassemble("no", 2, diag); }
DIAGS_FAILS_TOO(bef_disassemble, cut) { return disassemble("\x0b\xef\x00\x00", 4, diag); }
DIAGS_FAILS(bef_disassemble_text) { return bef_disassemble_text("no", 2, NULL, NULL, no_write, NULL, diag); }
DIAGS_FAILS_TOO(bef_disassemble_text, write) { return print(0, diag); }
DIAGS_FAILS_TOO(bef_disassemble_text, size)
{
	return bef_disassemble_text("no", 2, NULL, &(struct bef_disassemble_options){ .size = 0 }, no_write, NULL, diag);
}
DIAGS_FAILS_TOO(bef_disassemble_text, limit) { return print(1, diag); }

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(bef_assemble), DIAGS_CASE(bef_assemble_text),
		DIAGS_CASE_TOO(bef_assemble_text, unclosed), DIAGS_CASE_TOO(bef_assemble_text, unreturned),
		DIAGS_CASE_TOO(bef_assemble_text, invalid), DIAGS_CASE_TOO(bef_assemble_text, control),
		DIAGS_CASE_TOO(bef_assemble_text, size), DIAGS_CASE(bef_assemble_source),
		DIAGS_CASE_TOO(bef_assemble_source, unreturned), DIAGS_CASE(bef_disassemble),
		DIAGS_CASE_TOO(bef_disassemble, cut), DIAGS_CASE(bef_disassemble_text),
		DIAGS_CASE_TOO(bef_disassemble_text, write), DIAGS_CASE_TOO(bef_disassemble_text, size),
		DIAGS_CASE_TOO(bef_disassemble_text, limit) };
	return diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
