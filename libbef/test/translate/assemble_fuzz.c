/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any text. If it assembles, the file verifies; assembling by way of IR (where no ops are taken from the parser)
 * gives the same file; and without the optional sections it is not larger. If it does not assemble, both ways have
 * the same message. */
#include <bef/reader.h>
#include <bef/translate.h>
#include <mlirbc/parse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum bef_status assemble(
	const char *text, size_t size, bool no_optional_sections, uint8_t **out_data, size_t *out_size)
{
	/* Small, so that splats are cheap. */
	struct bef_assemble_options options = {
		.size = sizeof options, .no_optional_sections = no_optional_sections, .limit = 1 << 22
	};
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_assemble_text(text, size, "fuzz.mlir", NULL, &options, out_data, out_size, &diag);
	if ((status == BEF_OK) != (*out_data != NULL) || diag.status != status ||
		(status != BEF_OK && (!diag.rule || !diag.message[0])))
		abort();
	return status;
}

/* By way of IR: must succeed or fail like the direct way. */
static void compare(const char *text, size_t size, const uint8_t *made, size_t made_size)
{
	struct bef_assemble_options options = { .size = sizeof options, .limit = 1 << 22 };
	struct mlirbc_parse_options parse = { .size = sizeof parse, .file_name = "fuzz.mlir" };
	struct bef_diag diag = BEF_DIAG_INIT, known = BEF_DIAG_INIT;
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	uint8_t *data = NULL;
	size_t data_size = 0;
	if (!context)
		abort();
	parse.dialects = bef_mlir_dialects(&parse.dialect_count);
	if (mlirbc_parse(context, text, size, &parse, &module, NULL) == MLIRBC_OK) {
		enum bef_status status = bef_assemble(module, NULL, &options, &data, &data_size, &diag);
		bool same = (status == BEF_OK) == (made != NULL);
		if (status == BEF_OK) {
			same = same && data_size == made_size && memcmp(data, made, made_size) == 0;
		} else if (same) {
			uint8_t *none;
			(void)!bef_assemble_text(text, size, "fuzz.mlir", NULL, &options, &none, &data_size, &known);
			same = known.status == diag.status && known.line == diag.line && known.column == diag.column &&
			       strcmp(known.message, diag.message) == 0;
		}
		if (!same) {
			fprintf(stderr, "by way of IR: %d %u:%u %s\nfrom text: %d %u:%u %s\n", (int)diag.status,
				diag.line, diag.column, diag.message, (int)known.status, known.line, known.column,
				known.message);
			abort();
		}
	} else if (made) {
		abort();
	}
	bef_assemble_free(NULL, data, data_size);
	mlirbc_context_destroy(context);
}

static void check_file(const uint8_t *data, size_t size)
{
	struct bef_reader reader;
	if (bef_reader_open(data, size, &reader, NULL) != BEF_OK || bef_reader_verify(&reader, NULL, NULL) != BEF_OK)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size ? size : 1);
	uint8_t *made[2];
	size_t sizes[2];
	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	enum bef_status status = assemble(text, size, false, &made[0], &sizes[0]);
	compare(text, size, made[0], sizes[0]);
	if (status == BEF_OK) {
		check_file(made[0], sizes[0]);
		if (assemble(text, size, true, &made[1], &sizes[1]) != BEF_OK || sizes[1] > sizes[0])
			abort();
		check_file(made[1], sizes[1]);
		bef_assemble_free(NULL, made[1], sizes[1]);
	}
	bef_assemble_free(NULL, made[0], sizes[0]);
	free(text);
	return 0;
}
