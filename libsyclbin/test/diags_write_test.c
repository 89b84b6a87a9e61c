/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of the functions of libsyclbin that write, with diagnostics of all sizes. diags_test.c has the others. */
#include "sample.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define DIAGS_STRUCT struct syclbin_diag
#include "diags.h"

#define TEXT(text) ((struct syclbin_string){ text, sizeof text - 1 })

static uint8_t *raw; /* "v1raw" of the samples */
static size_t raw_size;
static struct syclbin_reader reader; /* of `raw` */

/* ---- texts */

static unsigned written(unsigned status, struct syclbin_text *text)
{
	syclbin_text_destroy(text);
	return status;
}
DIAGS_FAILS(syclbin_text_set)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	return written(syclbin_text_set(text, TEXT("a\x1b[31m\nb"), diag), text);
}
DIAGS_FAILS(syclbin_text_u32)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	return written(syclbin_text_u32(text, TEXT("a=\xff"), 1, diag), text);
}
DIAGS_FAILS_TOO(syclbin_text_u32, state)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	return written(syclbin_text_u32(text, TEXT("a"), 1, diag), text);
}
DIAGS_FAILS(syclbin_text_bytes)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	unsigned status = syclbin_text_set(text, TEXT("s"), NULL);
	if (status == SYCLBIN_OK)
		status = syclbin_text_bytes(text, TEXT("a"), "", UINT32_MAX, diag);
	return written(status, text);
}
DIAGS_FAILS(syclbin_text_copy)
{
	const struct syclbin_property property = { .type = SYCLBIN_PROPERTY_U32, .number = 1 };
	struct syclbin_text *text = syclbin_text_create(NULL);
	return written(syclbin_text_copy(text, TEXT("[a"), &property, diag), text);
}

/* ---- files */

static bool no_emit(void *ctx, const struct syclbin_source *piece)
{
	(void)ctx, (void)piece;
	return false;
}
static unsigned destroyed(unsigned status, struct syclbin_writer *writer)
{
	syclbin_writer_destroy(writer);
	return status;
}
/* A file without modules and with a text that the draft cannot have. */
static struct syclbin_writer *with_bad_image(void)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	const struct syclbin_writer_image image = { .size = sizeof image, .text = TEXT("[" SYCLBIN_SET_IR "]\ntype=1|x\n"),
		.source = { "", -1, 0, 0 } };
	uint32_t to;
	if (syclbin_writer_module(writer, TEXT(""), &to, NULL) != SYCLBIN_OK ||
		syclbin_writer_image(writer, to, &image, NULL) != SYCLBIN_OK)
		check_report(__FILE__, __LINE__, "no image");
	return writer;
}
/* Memory that ends. */
static void *alloc_some(void *ctx, size_t size, size_t align)
{
	size_t *left = ctx;
	(void)align;
	return *left > 0 ? --*left, malloc(size) : NULL;
}
static void free_it(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx, (void)size, (void)align;
	free(p);
}
DIAGS_FAILS(syclbin_writer_module)
{
	size_t left = SIZE_MAX;
	const struct syclbin_allocator allocator = { alloc_some, NULL, free_it, &left };
	struct syclbin_writer *writer = syclbin_writer_create(&allocator);
	uint32_t to;
	left = 0;
	return destroyed(syclbin_writer_module(writer, sample_text(), &to, diag), writer);
}
DIAGS_FAILS(syclbin_writer_image)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	const struct syclbin_writer_image image = { .size = sizeof image };
	return destroyed(syclbin_writer_image(writer, 1, &image, diag), writer);
}
DIAGS_FAILS(syclbin_writer_file)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	const uint8_t kept = raw[63];
	raw[63] = 0xFF;
	const unsigned status = syclbin_writer_file(writer, &reader, -1, diag);
	raw[63] = kept;
	return destroyed(status, writer);
}
DIAGS_FAILS_TOO(syclbin_writer_file, memory)
{
	size_t left = SIZE_MAX;
	const struct syclbin_allocator allocator = { alloc_some, NULL, free_it, &left };
	struct syclbin_reader large = reader;
	struct syclbin_writer *writer = syclbin_writer_create(&allocator);
	large.global = syclbin_span(raw, raw_size); /* any text */
	left = 0;
	return destroyed(syclbin_writer_file(writer, &large, -1, diag), writer);
}
DIAGS_FAILS(syclbin_writer_size)
{
	struct syclbin_writer *writer = with_bad_image();
	uint64_t size;
	return destroyed(syclbin_writer_size(writer, SYCLBIN_ENCODING_V2, &size, diag), writer);
}
DIAGS_FAILS_TOO(syclbin_writer_size, encoding)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	uint64_t size;
	return destroyed(syclbin_writer_size(writer, (enum syclbin_encoding)99, &size, diag), writer);
}
DIAGS_FAILS(syclbin_writer_emit)
{
	struct syclbin_writer *writer = sample_writer(NULL);
	return destroyed(syclbin_writer_emit(writer, SYCLBIN_ENCODING_V1, no_emit, NULL, diag), writer);
}
DIAGS_FAILS_TOO(syclbin_writer_emit, draft)
{
	struct syclbin_writer *writer = sample_writer(NULL);
	return destroyed(syclbin_writer_emit(writer, SYCLBIN_ENCODING_V2, no_emit, NULL, diag), writer);
}
DIAGS_FAILS(syclbin_writer_write)
{
	struct syclbin_writer *writer = sample_writer(NULL);
	return destroyed(syclbin_writer_write(writer, SYCLBIN_ENCODING_V1, -1, diag), writer);
}
DIAGS_FAILS(syclbin_writer_finish)
{
	struct syclbin_writer *writer = with_bad_image();
	uint8_t *data;
	size_t size;
	return destroyed(syclbin_writer_finish(writer, SYCLBIN_ENCODING_V2, &data, &size, diag), writer);
}
/* An image in a file that cannot be read. */
DIAGS_FAILS_TOO(syclbin_writer_finish, source)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	const struct syclbin_writer_image image = { .size = sizeof image, .source = { NULL, -1, 0, 8 } };
	uint32_t to;
	uint8_t *data;
	size_t size;
	unsigned status = syclbin_writer_module(writer, TEXT(""), &to, NULL);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_image(writer, to, &image, NULL);
	if (status == SYCLBIN_OK)
		status = syclbin_writer_finish(writer, SYCLBIN_ENCODING_V1, &data, &size, diag);
	return destroyed(status, writer);
}
/* ---- packages */

DIAGS_FAILS(syclbin_package_text)
{
	struct syclbin_text *text = syclbin_text_create(NULL);
	const unsigned status = syclbin_package_text(NULL, 0, TEXT("[" SYCLBIN_SET_GLOBAL "]\nstate=1|1\n"), text, diag);
	syclbin_text_destroy(text);
	return status;
}
DIAGS_FAILS(syclbin_writer_inputs)
{
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	return destroyed(syclbin_writer_inputs(writer, NULL, 0, NULL, diag), writer);
}
DIAGS_FAILS(syclbin_package)
{
	uint8_t *data;
	size_t size;
	return syclbin_package("text", 4, UINT32_MAX, NULL, SYCLBIN_ENCODING_V1, NULL, &data, &size, diag);
}

DIAGS_FAILS(syclbin_copy)
{
	const struct syclbin_source source = { "text", -1, 0, 4 };
	return syclbin_copy(&source, -1, diag);
}
DIAGS_FAILS_TOO(syclbin_copy, shorter)
{
	const int empty = open("/dev/null", O_RDWR);
	const struct syclbin_source source = { NULL, empty, 0, 4 };
	const unsigned status = syclbin_copy(&source, empty, diag);
	close(empty);
	return status;
}

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(syclbin_text_set), DIAGS_CASE(syclbin_text_u32),
		DIAGS_CASE_TOO(syclbin_text_u32, state), DIAGS_CASE(syclbin_text_bytes), DIAGS_CASE(syclbin_text_copy),
		DIAGS_CASE(syclbin_writer_module), DIAGS_CASE(syclbin_writer_image), DIAGS_CASE(syclbin_writer_file),
		DIAGS_CASE_TOO(syclbin_writer_file, memory), DIAGS_CASE(syclbin_writer_size),
		DIAGS_CASE_TOO(syclbin_writer_size, encoding), DIAGS_CASE(syclbin_writer_emit),
		DIAGS_CASE_TOO(syclbin_writer_emit, draft), DIAGS_CASE(syclbin_writer_write),
		DIAGS_CASE(syclbin_writer_finish), DIAGS_CASE_TOO(syclbin_writer_finish, source),
		DIAGS_CASE(syclbin_package_text), DIAGS_CASE(syclbin_writer_inputs), DIAGS_CASE(syclbin_package),
		DIAGS_CASE(syclbin_copy), DIAGS_CASE_TOO(syclbin_copy, shorter) };
	if (!sample_file("v1raw", &raw, &raw_size) || syclbin_reader_open(raw, raw_size, &reader, NULL) != SYCLBIN_OK)
		return 3;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	free(raw);
	return code;
}
