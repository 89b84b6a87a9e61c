/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any text: what assembles is a file that verifies, the same one a second time, and one that is no larger without the
 * optional sections. */
#include <bef/reader.h>
#include <bef/translate.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum bef_status assemble(const char *text, size_t size, bool no_optional_sections, uint8_t **out_data, size_t *out_size)
{
	/* Small, so that a splat costs no time. */
	struct bef_assemble_options options = { sizeof options, no_optional_sections, 1 << 22 };
	struct bef_diag diag = BEF_DIAG_INIT;
	enum bef_status status = bef_assemble_text(text, size, "fuzz.mlir", NULL, &options, out_data, out_size, &diag);
	if ((status == BEF_OK) != (*out_data != NULL) || diag.status != status || (status != BEF_OK && !diag.message[0]))
		abort();
	return status;
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
	uint8_t *made[3];
	size_t sizes[3];
	if (!text)
		return 0;
	if (size)
		memcpy(text, data, size);
	enum bef_status status = assemble(text, size, false, &made[0], &sizes[0]);
	if (assemble(text, size, false, &made[1], &sizes[1]) != status)
		abort();
	if (status == BEF_OK) {
		check_file(made[0], sizes[0]);
		if (sizes[0] != sizes[1] || memcmp(made[0], made[1], sizes[0]) != 0)
			abort();
		if (assemble(text, size, true, &made[2], &sizes[2]) != BEF_OK || sizes[2] > sizes[0])
			abort();
		check_file(made[2], sizes[2]);
		bef_assemble_free(NULL, made[2], sizes[2]);
	}
	bef_assemble_free(NULL, made[0], sizes[0]);
	bef_assemble_free(NULL, made[1], sizes[1]);
	free(text);
	return 0;
}
