/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nested containers, including compressed ones, with a small limit that must hold. */
#include "fuzz.h"

enum { LIMIT = 1 << 20 };

static size_t allocated, most, calls, left = SIZE_MAX; /* bytes; allocations, and how many succeed */

static void *counted_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align;
	calls++;
	if (left == 0)
		return NULL;
	left -= left < SIZE_MAX;
	allocated += size;
	most = allocated > most ? allocated : most;
	return malloc(size);
}

static void counted_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)align;
	allocated -= size;
	free(p);
}

/* One of the allocations fails, then all that follow. */
static void without_memory(const uint8_t *data, size_t size, const struct syclbin_allocator *counting, const struct syclbin_input_options *options)
{
	struct syclbin_input *input;
	const size_t count = calls, kept = most;
	left = count ? (data[size / 2] + size) % count : 0;
	enum syclbin_status status = count ? syclbin_input_open(data, size, options, counting, &input, NULL) : SYCLBIN_E_NOMEM;
	left = SIZE_MAX;
	most = kept;
	/* zlib's memory is its own, so the failure may come as damage */
	MUST(count == 0 || (status != SYCLBIN_OK && input == NULL));
	MUST(allocated == 0);
}

/* Whatever is packaged is valid, unless an input with a damaged SYCLBIN is. */
static uint64_t packaged(const struct syclbin_input *input)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	struct syclbin_verify_result result;
	uint8_t *file;
	size_t size = 0;
	bool files = false;
	for (uint32_t i = 0; i < syclbin_input_count(input); i++)
		files = files || syclbin_input_item(input, i)->is_syclbin;
	if (syclbin_writer_inputs(writer, &input, 1, NULL, NULL) == SYCLBIN_OK &&
		syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &file, &size, NULL) == SYCLBIN_OK) {
		const struct syclbin_span span = syclbin_span(file, size);
		MUST(files || syclbin_verify(&span, NULL, NULL, &result, NULL) == SYCLBIN_OK);
		syclbin_writer_free_bytes(writer, file, size);
	}
	syclbin_writer_destroy(writer);
	return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct syclbin_allocator counting = { counted_alloc, NULL, counted_free, NULL };
	static const struct syclbin_input_options options = { sizeof options, LIMIT, 0, 1000, NULL, NULL };
	uint8_t *copy = exact_copy(data, size);
	struct syclbin_input *input;
	uint64_t seen = 0;
	allocated = most = calls = 0;
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	enum syclbin_status status = syclbin_input_open(copy, size, &options, &counting, &input, &diag);
	MUST((status == SYCLBIN_OK) == (input != NULL) && diag.status == status);
	for (uint32_t i = 0; input && i < syclbin_input_count(input); i++) {
		const struct syclbin_item *item = syclbin_input_item(input, i);
		struct syclbin_reader reader;
		for (size_t j = 0; j < item->bytes.size; j++)
			seen += item->bytes.data[j];
		seen += strlen(item->path) + item->triple.size;
		for (size_t j = 0; j < item->triple.size; j++)
			seen += (unsigned char)item->triple.data[j];
		(void)!syclbin_reader_open_span(&item->bytes, &reader, NULL);
		struct syclbin_entries entries = syclbin_entries(&item->bytes);
		struct syclbin_string name;
		while (syclbin_entries_next(&entries, &name))
			seen += strnlen(name.data, name.size);
		const struct syclbin_string compiler = syclbin_image_compiler(&item->bytes);
		seen += strnlen(compiler.data, compiler.size);
	}
	for (uint32_t i = 0; input && i < syclbin_input_skipped_count(input); i++)
		seen += strlen(syclbin_input_skipped(input, i)->path) + strlen(syclbin_input_skipped(input, i)->text);
	seen += input ? packaged(input) : 0;
	syclbin_input_close(input);
	MUST(allocated == 0);
	without_memory(copy, size, &counting, &options);
	/* the output twice (while growing), items, and the memory of zlib */
	MUST(most < 4 * (size_t)LIMIT + 20 * size + (1 << 20));
	free(copy);
	return seen == UINT64_MAX;
}
