/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* syclbin convert, compress, decompress: rewrites a file in another form. */
#include "app.h"

#include <string.h>

/* Creates a writer with the contents of a file. Returns NULL after a message; *out_code is then the exit code. */
static struct syclbin_writer *writer_of(const struct source *source, const struct syclbin_reader *reader, int *out_code)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_writer *writer = syclbin_writer_create(NULL);
	if (!writer)
		diag.status = SYCLBIN_E_NOMEM;
	if (writer && syclbin_writer_file(writer, reader, source_fd(source, reader), &diag) == SYCLBIN_OK)
		return writer;
	*out_code = source_error(source->name, &diag);
	syclbin_writer_destroy(writer);
	return NULL;
}

struct convert_options {
	const char *output, *encoding, *item, *limit;
	bool force;
};

static int convert(const char *path, const struct convert_options *o, enum syclbin_encoding encoding)
{
	struct syclbin_reader reader;
	struct source source;
	int code = source_open_reader(path, o->item, o->limit, &source, &reader);
	if (code != CLI_GOOD)
		return code;
	struct syclbin_writer *writer = writer_of(&source, &reader, &code);
	if (writer)
		code = output_writer(o->output, writer, encoding, o->force);
	syclbin_writer_destroy(writer);
	source_close(&source);
	return code;
}

int app_convert_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path;
	struct convert_options o = { cli_stdout, NULL, NULL, NULL, false };
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", APP_OUTPUT, &o.output, NULL },
		{ "encoding", 'e', "ENCODING", APP_ENCODING, &o.encoding, NULL },
		{ "item", 0, "N", APP_ITEM, &o.item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &o.limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &o.force },
	};
	enum syclbin_encoding encoding = SYCLBIN_ENCODING_V1;
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code == CLI_GO_ON)
		code = parse_encoding(self, o.encoding, &encoding);
	if (code != CLI_GO_ON)
		return code;
	cli_progress_begin(self->name, path);
	return convert(path, &o, encoding);
}

int app_decompress_command(const struct cli_command *self, int argc, char **argv)
{
	return app_convert_command(self, argc, argv); /* opening an input decompresses it */
}

/* Creates the uncompressed binary of version 3 in memory, then compresses its body. */
static int compress(const char *path, const struct convert_options *o, enum syclbin_method method, int level)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct syclbin_reader reader;
	struct source source;
	uint8_t *plain = NULL, *packed = NULL;
	size_t plain_size = 0, size, capacity = 0;
	int code = source_open_reader(path, o->item, o->limit, &source, &reader);
	if (code != CLI_GOOD)
		return code;
	const char *limit_text = o->limit;
	uint64_t limit = 0; /* as the output will be read: the source may have used a part of it */
	if (limit_text)
		(void)cli_number(&limit_text, '\0', 1, UINT64_MAX / 4, &limit);
	struct syclbin_writer *writer = writer_of(&source, &reader, &code);
	if (writer) {
		struct syclbin_offload offload;
		enum syclbin_status status = syclbin_writer_finish(writer,
			reader.version == 2 ? SYCLBIN_ENCODING_V2OB3 : SYCLBIN_ENCODING_V1OB3, &plain, &plain_size,
			&diag);
		struct syclbin_span span = syclbin_span(plain, plain_size);
		if (status == SYCLBIN_OK)
			status = syclbin_offload_open(&span, &offload, &diag);
		if (status == SYCLBIN_OK)
			status = syclbin_offload_deflate(
				&offload, method, level, NULL, &packed, &size, &capacity, &diag);
		code = status == SYCLBIN_OK ? output_packed(o->output, packed, size, limit, o->force)
					    : source_error(source.name, &diag);
		syclbin_inflate_free(NULL, packed, capacity);
		syclbin_writer_free_bytes(writer, plain, plain_size);
	}
	syclbin_writer_destroy(writer);
	source_close(&source);
	return code;
}

int app_compress_command(const struct cli_command *self, int argc, char **argv)
{
	const char *path, *method_text = NULL, *level_text = NULL;
	struct convert_options o = { cli_stdout, NULL, NULL, NULL, false };
	enum syclbin_method method = SYCLBIN_ZSTD;
	uint64_t level = 0;
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", APP_OUTPUT, &o.output, NULL },
		{ "method", 'm', "zstd|zlib", "compression method; default: zstd", &method_text, NULL },
		{ "level", 'l', "N", "compression level; default: that of the method", &level_text, NULL },
		{ "item", 0, "N", APP_ITEM, &o.item, NULL },
		{ "limit", 0, "BYTES", APP_LIMIT, &o.limit, NULL },
		{ "force", 'f', NULL, APP_FORCE, NULL, &o.force },
	};
	int code = cli_parse(self, options, sizeof options / sizeof *options, argc, argv, &path);
	if (code == CLI_GO_ON && level_text)
		code = parse_number(self, "level", level_text, 100, &level);
	if (code != CLI_GO_ON)
		return code;
	if (method_text && strcmp(method_text, "zlib") == 0)
		method = SYCLBIN_ZLIB;
	else if (method_text && strcmp(method_text, "zstd") != 0)
		return cli_usage(self, "--method: expected zstd or zlib");
	cli_progress_begin(self->name, path);
	return compress(path, &o, method, (int)level);
}
