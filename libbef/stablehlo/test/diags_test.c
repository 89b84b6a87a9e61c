/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of all functions of libbef-stablehlo, with diagnostics of all sizes. */
#include <bef/source.h>
#include <bef/stablehlo.h>
#include <bef/translate.h>

#define DIAGS_STRUCT struct bef_diag
#include "diags.h"

static const char wrong[] = "func.func @f() { first }";
static const char unclosed[] = "func.func @g( second";
static const char corrupt[] = "func.func @f(%x: tensor<2xf32>) -> tensor<3xf32> {\n"
			      "  %0 = \"stablehlo.abs\"(%x) : (tensor<2xf32>) -> tensor<3xf32>\n"
			      "  return %0 : tensor<3xf32>\n}\n";
static const char unknown[] = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			      "  %0 = stablehlo.custom_call @nobody(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
			      "  return %0 : tensor<2xf32>\n}\n";
static const char control[] = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			      "  %0 = stablehlo.custom_call @\"\\1B[31m\\C2\\9B\\FF\"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n"
			      "  return %0 : tensor<2xf32>\n}\n";
static const char valid[] = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
			    "  return %x : tensor<2xf32>\n}\n";
static uint8_t *good;
static size_t good_size;
static size_t damaged_at; /* a byte of `good` whose change makes the description of its functions invalid */

static unsigned open_bytes(const void *data, size_t size, const struct bef_source_options *options, void *diag)
{
	struct bef_source *source;
	const unsigned status = bef_source_open(data, size, options, &source, diag);
	bef_source_close(source);
	return status;
}
static unsigned lower(const char *text, const struct bef_stablehlo_options *options, void *diag)
{
	struct bef_source *source;
	struct mlirbc_module *program;
	if (bef_source_open(text, strlen(text), NULL, &source, NULL) != BEF_OK)
		return 0;
	const unsigned status = bef_stablehlo_lower(bef_source_module(source), options, &program, diag);
	bef_source_close(source);
	return status;
}
static unsigned assemble(const void *data, size_t size, const struct bef_stablehlo_options *options, void *diag)
{
	uint8_t *out;
	size_t out_size;
	return bef_stablehlo_assemble(data, size, "one", NULL, options, &out, &out_size, diag);
}
static unsigned read_damaged(size_t at, void *diag)
{
	struct bef_stablehlo_signatures *signatures;
	good[at] ^= 0x40;
	const unsigned status = bef_stablehlo_signatures_read(good, good_size, NULL, &signatures, diag);
	good[at] ^= 0x40;
	bef_stablehlo_signatures_free(signatures);
	return status;
}

DIAGS_FAILS(bef_source_open) { return open_bytes("", 0, NULL, diag); }
DIAGS_FAILS_TOO(bef_source_open, wrong) { return open_bytes(wrong, strlen(wrong), NULL, diag); }
DIAGS_FAILS_TOO(bef_source_open, unclosed) { return open_bytes(unclosed, strlen(unclosed), NULL, diag); }
DIAGS_FAILS_TOO(bef_source_open, kind) { return open_bytes("\1\2\3", 3, NULL, diag); }
DIAGS_FAILS_TOO(bef_source_open, bytecode) { return open_bytes("ML\xefR\x0d", 5, NULL, diag); }
DIAGS_FAILS_TOO(bef_source_open, memory)
{
	return open_bytes(valid, strlen(valid), &(struct bef_source_options){ .size = sizeof(struct bef_source_options), .max_memory = 1 },
		diag);
}
DIAGS_FAILS_TOO(bef_source_open, size) { return open_bytes(valid, strlen(valid), &(struct bef_source_options){ .size = 0 }, diag); }
DIAGS_FAILS(bef_stablehlo_lower) { return lower(corrupt, NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_lower, unknown) { return lower(unknown, NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_lower, option)
{
	return lower(valid,
		&(struct bef_stablehlo_options){ .size = sizeof(struct bef_stablehlo_options), .semantics = (enum bef_semantics)9 }, diag);
}
DIAGS_FAILS_TOO(bef_stablehlo_lower, size) { return lower(valid, &(struct bef_stablehlo_options){ .size = 0 }, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_lower, control) { return lower(control, NULL, diag); }
DIAGS_FAILS(bef_stablehlo_assemble) { return assemble(wrong, strlen(wrong), NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, unclosed) { return assemble(unclosed, strlen(unclosed), NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, corrupt) { return assemble(corrupt, strlen(corrupt), NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, unknown) { return assemble(unknown, strlen(unknown), NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, empty) { return assemble("", 0, NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, bef) { return assemble(good, good_size, NULL, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_assemble, memory)
{
	return assemble(valid, strlen(valid),
		&(struct bef_stablehlo_options){ .size = sizeof(struct bef_stablehlo_options), .max_memory = 1 }, diag);
}
DIAGS_FAILS_TOO(bef_stablehlo_assemble, size)
{
	return assemble(valid, strlen(valid), &(struct bef_stablehlo_options){ .size = 0 }, diag);
}
DIAGS_FAILS_TOO(bef_stablehlo_assemble, control) { return assemble(control, strlen(control), NULL, diag); }
DIAGS_FAILS(bef_stablehlo_signatures_read) { return read_damaged(damaged_at, diag); }
DIAGS_FAILS_TOO(bef_stablehlo_signatures_read, other) { return read_damaged(0, diag); }

/* x['w'] and y['w'] */
static unsigned find_argument(const char *name, void *diag)
{
	const struct bef_stablehlo_value arguments[] = { { .name = { "x['w']", 6 } }, { .name = { "y['\x1B[31m']\xFF", 12 } },
		{ .name = { "y['w']", 6 } } };
	const struct bef_stablehlo_function function = { .name = { "f", 1 }, .arguments = arguments, .argument_count = 3 };
	uint32_t index;
	return bef_stablehlo_find_argument(&function, name, strlen(name), &index, diag);
}
DIAGS_FAILS(bef_stablehlo_find_argument) { return find_argument("\x1B[31m", diag); }
DIAGS_FAILS_TOO(bef_stablehlo_find_argument, several) { return find_argument("w", diag); }

/* Damages bytes until the list of functions is refused: no reader of BEF finds this fault, only the one under test. */
static bool find_damage(void)
{
	struct bef_diag diag;
	for (damaged_at = 8; damaged_at < good_size; damaged_at++) {
		diag = (struct bef_diag)BEF_DIAG_INIT;
		if (read_damaged(damaged_at, &diag) == BEF_E_CORRUPT && strstr(diag.message, "signatures of the model"))
			return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(bef_stablehlo_find_argument),
		DIAGS_CASE_TOO(bef_stablehlo_find_argument, several), DIAGS_CASE(bef_source_open), DIAGS_CASE_TOO(bef_source_open, wrong),
		DIAGS_CASE_TOO(bef_source_open, unclosed), DIAGS_CASE_TOO(bef_source_open, kind),
		DIAGS_CASE_TOO(bef_source_open, bytecode), DIAGS_CASE_TOO(bef_source_open, memory),
		DIAGS_CASE_TOO(bef_source_open, size), DIAGS_CASE(bef_stablehlo_lower),
		DIAGS_CASE_TOO(bef_stablehlo_lower, unknown), DIAGS_CASE_TOO(bef_stablehlo_lower, option),
		DIAGS_CASE_TOO(bef_stablehlo_lower, size), DIAGS_CASE_TOO(bef_stablehlo_lower, control),
		DIAGS_CASE(bef_stablehlo_assemble), DIAGS_CASE_TOO(bef_stablehlo_assemble, unclosed),
		DIAGS_CASE_TOO(bef_stablehlo_assemble, corrupt), DIAGS_CASE_TOO(bef_stablehlo_assemble, unknown),
		DIAGS_CASE_TOO(bef_stablehlo_assemble, empty), DIAGS_CASE_TOO(bef_stablehlo_assemble, bef),
		DIAGS_CASE_TOO(bef_stablehlo_assemble, memory), DIAGS_CASE_TOO(bef_stablehlo_assemble, size),
		DIAGS_CASE_TOO(bef_stablehlo_assemble, control), DIAGS_CASE(bef_stablehlo_signatures_read),
		DIAGS_CASE_TOO(bef_stablehlo_signatures_read, other) };
	if (bef_stablehlo_assemble(valid, strlen(valid), NULL, NULL, NULL, &good, &good_size, NULL) != BEF_OK || !find_damage())
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	bef_assemble_free(NULL, good, good_size);
	return code;
}
