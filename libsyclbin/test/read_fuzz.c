/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens, verifies, walks. No walker may fail on a file that the verifier accepts. */
#include "fuzz.h"

static uint64_t seen; /* keeps reads from being optimized away */

static void read_text(const struct syclbin_span *text, bool verified)
{
	struct syclbin_properties walk = syclbin_properties(text);
	struct syclbin_property p;
	enum syclbin_status status;
	while ((status = syclbin_properties_next(&walk, &p, NULL)) != SYCLBIN_E_NOT_FOUND) {
		MUST(status == SYCLBIN_OK || !verified);
		if (status == SYCLBIN_OK && p.type == SYCLBIN_PROPERTY_BYTES) {
			uint64_t number;
			char item[32];
			size_t length;
			MUST(!verified || syclbin_value_check(&p.value, NULL) == SYCLBIN_OK);
			for (uint64_t i = 0; i < 4; i++) {
				seen += syclbin_property_number(&p, i, &number);
				seen += syclbin_property_item(&p, i, item, sizeof item, &length);
			}
		}
	}
}

static void walk(const struct syclbin_reader *reader, bool verified)
{
	struct syclbin_device device = SYCLBIN_DEVICE_INIT;
	uint32_t budget = 100000;
	read_text(&reader->global, verified);
	for (uint32_t i = 0; i < reader->module_count && i < 2000; i++) {
		struct syclbin_module module;
		struct syclbin_image image;
		enum syclbin_status status = syclbin_reader_module(reader, i, &module, NULL);
		MUST(status == SYCLBIN_OK || !verified);
		if (status != SYCLBIN_OK)
			continue;
		read_text(&module.metadata, verified);
		for (unsigned kind = 0; kind < 2; kind++) {
			for (uint32_t j = 0; j < module.count[kind] && budget; j++, budget--) {
				status = syclbin_module_image(
					reader, &module, (enum syclbin_part_kind)kind, j, &image, NULL);
				MUST(status == SYCLBIN_OK || !verified);
				if (status != SYCLBIN_OK)
					continue;
				read_text(&image.metadata, verified);
				for (size_t k = 0; k < image.bytes.size; k++)
					seen += image.bytes.data[k];
				MUST(image.bytes.offset + image.bytes.size <=
					reader->input.offset + reader->input.size);
			}
		}
		for (int state = 0; state < 3; state++) {
			status = syclbin_select(
				reader, &module, &device, (enum syclbin_state)state, &image, NULL, NULL, NULL, NULL);
			MUST(status == SYCLBIN_OK || status == SYCLBIN_E_NOT_FOUND || !verified);
		}
	}
}

static bool count(void *ctx, const struct syclbin_finding *finding)
{
	uint64_t *counts = ctx;
	counts[finding->severity]++;
	MUST(*finding->message && strcmp(syclbin_code_name(finding->code), "?") != 0);
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = exact_copy(data, size);
	struct syclbin_span input = syclbin_span(copy, size);
	struct syclbin_verify_result lenient, strict;
	uint64_t counts[3] = { 0, 0, 0 };
	struct syclbin_verify_options options = { sizeof options, true, count, counts, UINT32_MAX };
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_reader reader;
	enum syclbin_status status = syclbin_verify(&input, NULL, NULL, &lenient, &diag);
	MUST((status != SYCLBIN_OK) == (lenient.findings[SYCLBIN_ERROR] != 0));
	MUST(diag.status == status);
	MUST(diag.offset == SYCLBIN_NO_OFFSET || diag.offset <= size);
	(void)!syclbin_verify(&input, &options, NULL, &strict, NULL);
	MUST(strict.findings[SYCLBIN_ERROR] >= lenient.findings[SYCLBIN_ERROR]);
	MUST(counts[0] == strict.findings[0] && counts[1] == strict.findings[1] && counts[2] == strict.findings[2]);
	struct syclbin_diag open_diag = SYCLBIN_DIAG_INIT;
	enum syclbin_status opened = syclbin_reader_open_span(&input, &reader, &open_diag);
	MUST(open_diag.status == opened && (opened == SYCLBIN_OK || open_diag.rule));
	MUST(opened == SYCLBIN_OK || status != SYCLBIN_OK);
	if (opened == SYCLBIN_OK)
		walk(&reader, status == SYCLBIN_OK);
	free(copy);
	return 0;
}
