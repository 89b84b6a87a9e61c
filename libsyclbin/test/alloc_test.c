/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each allocation fails once: the call must return an error and describe it, leak nothing, and succeed when repeated with memory. */
#include "check.h"
#include "sample.h"

#include <stdlib.h>

struct supply {
	unsigned long left; /* allocations that still succeed */
	long open;          /* bytes */
};

static void *limited_alloc(void *ctx, size_t size, size_t align)
{
	struct supply *s = ctx;
	(void)align;
	if (s->left == 0)
		return NULL;
	s->left--;
	s->open += (long)size;
	return malloc(size);
}

static void *limited_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	struct supply *s = ctx;
	(void)align;
	if (s->left == 0)
		return NULL;
	s->left--;
	s->open += (long)size - (long)old_size;
	return realloc(p, size);
}

static void limited_free(void *ctx, void *p, size_t size, size_t align)
{
	struct supply *s = ctx;
	(void)align;
	s->open -= (long)size;
	free(p);
}

static struct syclbin_diag diag; /* of the step */
static bool no_creation;          /* it could not create what it calls functions for */

/* Runs a step with 0, 1, 2 ... allocations until it succeeds. */
static void until_enough(bool (*step)(const struct syclbin_allocator *a, bool *out_nomem), bool resize)
{
	unsigned long n = 0;
	for (;; n++) {
		struct supply supply = { n, 0 };
		struct syclbin_allocator a = { limited_alloc, resize ? limited_resize : NULL, limited_free, &supply };
		bool no_memory = false;
		diag = (struct syclbin_diag)SYCLBIN_DIAG_INIT;
		no_creation = false;
		const bool good = step(&a, &no_memory);
		/* creating a writer or a text has no diagnostic */
		CHECK(good ? diag.status == SYCLBIN_OK || diag.status == SYCLBIN_E_UNSUPPORTED
			   : diag.status == SYCLBIN_E_NOMEM || no_creation);
		if (!CHECK_INT(supply.open, 0) || !CHECK(good || no_memory) || !CHECK(n < 5000))
			return;
		if (good)
			break;
	}
	CHECK(n > 0);
}

static bool write_all(const struct syclbin_allocator *a, bool *out_nomem)
{
	struct syclbin_writer *w = sample_writer(a);
	bool good = w != NULL;
	*out_nomem = no_creation = !w;
	for (unsigned i = 0; good && i < SYCLBIN_ENCODING_COUNT; i++) {
		uint8_t *data;
		size_t size;
		enum syclbin_status status = syclbin_writer_finish(w, (enum syclbin_encoding)i, &data, &size, &diag);
		good = status == SYCLBIN_OK;
		*out_nomem = status == SYCLBIN_E_NOMEM;
		syclbin_writer_free_bytes(w, data, size);
	}
	syclbin_writer_destroy(w);
	return good;
}

/* A file is added after an attempt that failed: that attempt must leave no trace. */
static bool add_file(const struct syclbin_allocator *a, bool *out_nomem)
{
	uint8_t *file, *made;
	size_t size, made_size;
	struct syclbin_reader reader;
	bool good = sample_file("v1", &file, &size) && syclbin_reader_open(file, size, &reader, NULL) == SYCLBIN_OK;
	struct syclbin_writer *w = syclbin_writer_create(a);
	*out_nomem = no_creation = !w;
	if (good && w) {
		enum syclbin_status status = syclbin_writer_file(w, &reader, -1, &diag);
		*out_nomem = status == SYCLBIN_E_NOMEM;
		good = status == SYCLBIN_OK;
		if (!good) {
			((struct supply *)a->ctx)->left = 1000000;
			CHECK_INT(syclbin_writer_file(w, &reader, -1, NULL), SYCLBIN_OK);
			CHECK_INT(syclbin_writer_finish(w, SYCLBIN_ENCODING_V1, &made, &made_size, NULL), SYCLBIN_OK);
			CHECK_BYTES(made, made_size, file, size);
			syclbin_writer_free_bytes(w, made, made_size);
		}
	}
	good = good && w;
	syclbin_writer_destroy(w);
	free(file);
	return good;
}

static const char *unpacked;

static bool unpack(const struct syclbin_allocator *a, bool *out_nomem)
{
	uint8_t *file;
	size_t size;
	struct syclbin_input *input;
	if (!sample_file(unpacked, &file, &size))
		return true;
	enum syclbin_status status = syclbin_input_open(file, size, NULL, a, &input, &diag);
	*out_nomem = status == SYCLBIN_E_NOMEM;
	syclbin_input_close(input);
	free(file);
	return status == SYCLBIN_OK;
}

static bool verify(const struct syclbin_allocator *a, bool *out_nomem)
{
	uint8_t *file = NULL;
	size_t size;
	struct syclbin_verify_result result;
	if (!sample_file("v1", &file, &size))
		return false;
	struct syclbin_span input = syclbin_span(file, size);
	enum syclbin_status status = syclbin_verify(&input, NULL, a, &result, &diag);
	*out_nomem = status == SYCLBIN_E_NOMEM;
	free(file);
	return status == SYCLBIN_OK;
}

static enum syclbin_method method;

static bool deflate(const struct syclbin_allocator *a, bool *out_nomem)
{
	uint8_t *file = NULL, *made;
	size_t size, made_size, capacity;
	struct syclbin_offload offload;
	if (!sample_file("v1ob3", &file, &size))
		return false;
	struct syclbin_span input = syclbin_span(file, size);
	enum syclbin_status status = syclbin_offload_open(&input, &offload, NULL);
	if (status == SYCLBIN_OK)
		status = syclbin_offload_deflate(&offload, method, 0, a, &made, &made_size, &capacity, &diag);
	*out_nomem = status == SYCLBIN_E_NOMEM;
	if (status == SYCLBIN_OK)
		syclbin_inflate_free(a, made, capacity);
	free(file);
	return status == SYCLBIN_OK || status == SYCLBIN_E_UNSUPPORTED;
}

static bool texts(const struct syclbin_allocator *a, bool *out_nomem)
{
	struct syclbin_text *text = syclbin_text_create(a);
	struct syclbin_string sample = sample_text();
	struct syclbin_span span = syclbin_span(sample.data, sample.size);
	struct syclbin_table table;
	no_creation = !text;
	enum syclbin_status status = text ? syclbin_table_init(&table, &span, a, &diag) : SYCLBIN_E_NOMEM;
	for (uint32_t i = 0; status == SYCLBIN_OK && i < table.set_count; i++) {
		status = syclbin_text_set(text, table.sets[i].name, &diag);
		for (uint32_t j = 0; status == SYCLBIN_OK && j < table.sets[i].count; j++) {
			const struct syclbin_property *p = &table.properties[table.sets[i].first + j];
			status = syclbin_text_copy(text, p->key, p, &diag);
		}
	}
	if (status == SYCLBIN_OK)
		CHECK_BYTES(syclbin_text_string(text).data, syclbin_text_string(text).size, sample.data, sample.size);
	if (text)
		syclbin_table_finish(&table, a);
	*out_nomem = status == SYCLBIN_E_NOMEM;
	syclbin_text_destroy(text);
	return status == SYCLBIN_OK;
}

static void writer(void)
{
	until_enough(write_all, true);
	until_enough(write_all, false);
	until_enough(add_file, true);
}

static void input(void)
{
	for (size_t i = 0; i < sample_count; i++) {
		uint8_t *file = NULL;
		size_t size;
		unpacked = sample_names[i];
		if (sample_file(unpacked, &file, &size)) /* the library was built without a required compressor */
			until_enough(unpack, i % 2);
		free(file);
	}
}

static void verifier(void) { until_enough(verify, true); }

static void compression(void)
{
	for (unsigned i = 0; i < 2; i++) {
		method = (enum syclbin_method)i;
		if (syclbin_method_built(method))
			until_enough(deflate, true);
	}
}

static void properties(void) { until_enough(texts, true); }

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(writer), CHECK_CASE(input), CHECK_CASE(verifier),
		CHECK_CASE(compression), CHECK_CASE(properties) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
