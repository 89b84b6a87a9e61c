/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A readable file can be written in every encoding and has the same content when read; writing it again gives the
 * same bytes. */
#include "fuzz.h"

static void same_span(const struct syclbin_span *x, const struct syclbin_span *y)
{
	MUST(x->size == y->size && memcmp(x->data, y->data, x->size) == 0);
}

static void same_module(const struct syclbin_reader *a, const struct syclbin_reader *b, uint32_t index)
{
	struct syclbin_module m, n;
	struct syclbin_image x, y;
	MUST(syclbin_reader_module(a, index, &m, NULL) == SYCLBIN_OK &&
		syclbin_reader_module(b, index, &n, NULL) == SYCLBIN_OK);
	same_span(&m.metadata, &n.metadata);
	for (unsigned kind = 0; kind < 2; kind++) {
		MUST(m.count[kind] == n.count[kind]);
		for (uint32_t i = 0; i < m.count[kind]; i++) {
			MUST(syclbin_module_image(a, &m, (enum syclbin_part_kind)kind, i, &x, NULL) == SYCLBIN_OK);
			MUST(syclbin_module_image(b, &n, (enum syclbin_part_kind)kind, i, &y, NULL) == SYCLBIN_OK);
			same_span(&x.metadata, &y.metadata);
			same_span(&x.bytes, &y.bytes);
		}
	}
}

static void same(const struct syclbin_reader *a, const struct syclbin_reader *b)
{
	MUST(a->module_count == b->module_count);
	same_span(&a->global, &b->global);
	for (uint32_t i = 0; i < a->module_count; i++)
		same_module(a, b, i);
}

static void write_as(struct syclbin_writer *writer, const struct syclbin_reader *reader, enum syclbin_encoding encoding)
{
	struct syclbin_reader again;
	struct syclbin_writer *second = syclbin_writer_create(NULL);
	uint8_t *made, *more;
	size_t size, more_size;
	uint64_t announced;
	enum syclbin_status status = syclbin_writer_finish(writer, encoding, &made, &size, NULL);
	/* the draft repeats values of the texts, so invalid texts cannot be written */
	MUST(status == SYCLBIN_OK || (status == SYCLBIN_E_CORRUPT && encoding >= SYCLBIN_ENCODING_V2));
	if (status == SYCLBIN_OK) {
		MUST(syclbin_writer_size(writer, encoding, &announced, NULL) == SYCLBIN_OK && announced == size);
		MUST(syclbin_reader_open(made, size, &again, NULL) == SYCLBIN_OK);
		same(reader, &again);
		MUST(second && syclbin_writer_file(second, &again, -1, NULL) == SYCLBIN_OK);
		MUST(syclbin_writer_finish(second, encoding, &more, &more_size, NULL) == SYCLBIN_OK);
		MUST(size == more_size && memcmp(made, more, size) == 0);
		syclbin_writer_free_bytes(second, more, more_size);
	}
	syclbin_writer_free_bytes(writer, made, size);
	syclbin_writer_destroy(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t *copy = exact_copy(data, size);
	struct syclbin_reader reader;
	struct syclbin_span input = syclbin_span(copy, size);
	struct syclbin_verify_result result;
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	MUST(writer);
	/* modules that share thousands of headers are readable, but writing would multiply them; the verifier bounds
	 * that */
	bool bounded = syclbin_reader_open(copy, size, &reader, NULL) == SYCLBIN_OK &&
		       syclbin_verify(&input, NULL, NULL, &result, NULL) == SYCLBIN_OK;
	if (bounded && syclbin_writer_file(writer, &reader, -1, NULL) == SYCLBIN_OK) {
		for (unsigned i = 0; i < SYCLBIN_ENCODING_COUNT; i++)
			write_as(writer, &reader, (enum syclbin_encoding)i);
	}
	syclbin_writer_destroy(writer);
	free(copy);
	return 0;
}
