/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bef tensors: lists the tensors of a file, or writes them in another format. */
#include "commands/commands.h"
#include "tensors/tensor_file.h"

#include <inttypes.h>
#include <string.h>
#include <tensorfile/writer.h>

/* ---- lists */

static void put_row(const struct tensorfile_tensor *tensor)
{
	cli_put_escaped(stdout, tensor->name, strlen(tensor->name));
	printf(": %s [", tensorfile_dtype_name(tensor->dtype));
	for (uint32_t i = 0; i < tensor->rank; i++)
		printf("%s%" PRId64, i ? ", " : "", tensor->dims[i]);
	printf("], %" PRIu64 " byte%s\n", tensor->bytes, tensor->bytes == 1 ? "" : "s");
}

static void json_row(const struct tensorfile_tensor *tensor)
{
	cli_json_open(NULL, '{');
	cli_json_word("name", tensor->name);
	cli_json_word("dtype", tensorfile_dtype_name(tensor->dtype));
	cli_json_open("shape", '[');
	for (uint32_t i = 0; i < tensor->rank; i++)
		cli_json_number(NULL, (uint64_t)tensor->dims[i]);
	cli_json_close();
	cli_json_number("bytes", tensor->bytes);
	cli_json_close();
}

static void json_file(const struct tensorfile *file)
{
	const char *key, *value;
	cli_json_word("format", tensorfile_format_name(tensorfile_format_of(file)));
	cli_json_open("metadata", '[');
	for (size_t i = 0; tensorfile_metadata(file, i, &key, &value); i++) {
		cli_json_open(NULL, '{');
		cli_json_word("key", key);
		cli_json_word("value", value);
		cli_json_close();
	}
	cli_json_close();
	cli_json_open("tensors", '[');
	for (size_t i = 0; i < tensorfile_count(file); i++)
		json_row(tensorfile_at(file, i));
	cli_json_close();
}

static void print_file(const struct tensorfile *file)
{
	const char *key, *value;
	for (size_t i = 0; tensorfile_metadata(file, i, &key, &value); i++) {
		fputs("# ", stdout);
		cli_put_escaped(stdout, key, strlen(key));
		fputs(" = ", stdout);
		cli_put_escaped(stdout, value, strlen(value));
		putchar('\n');
	}
	for (size_t i = 0; i < tensorfile_count(file); i++)
		put_row(tensorfile_at(file, i));
}

/* ---- other formats */

static const enum tensorfile_format formats[] = { TENSORFILE_NPY, TENSORFILE_NPZ, TENSORFILE_SAFETENSORS, TENSORFILE_GGUF, TENSORFILE_BTF };

/* By the end of the name; 0: none. */
static enum tensorfile_format format_of(const char *path)
{
	const char *ending = strrchr(path, '.');
	for (size_t i = 0; ending && i < sizeof formats / sizeof *formats; i++) {
		if (strcmp(ending + 1, tensorfile_format_name(formats[i])) == 0)
			return formats[i];
	}
	return (enum tensorfile_format)0;
}

struct conversion {
	const char *path;
	const struct tensorfile *file;
	struct tensorfile_writer *writer;
	void **blocks; /* elements that are not in place */
	struct tensorfile_diag diag;
};

/* Quantized tensors become f32, unless the format has their type. */
static enum tensorfile_status add(struct conversion *c, size_t index)
{
	const struct tensorfile_tensor *tensor = tensorfile_at(c->file, index);
	const void *data = tensor->data;
	enum tensorfile_dtype dtype = tensor->dtype;
	uint64_t bytes = tensor->bytes;
	if (dtype >= TENSORFILE_Q4_0 && format_of(c->path) != TENSORFILE_GGUF) {
		dtype = TENSORFILE_F32;
		bytes = 4 * tensor->elements; /* a block has at most 8 elements for each byte */
		data = NULL;
	}
	if (!data) {
		data = c->blocks[index] = bytes < SIZE_MAX ? malloc((size_t)bytes + 1) : NULL;
		if (!data)
			return TENSORFILE_E_NOMEM;
		const enum tensorfile_status status = tensorfile_read(c->file, tensor, dtype, c->blocks[index], (size_t)bytes, &c->diag);
		if (status != TENSORFILE_OK)
			return status;
	}
	return tensorfile_writer_add(c->writer, tensor->name, dtype, tensor->rank, tensor->dims, data, &c->diag);
}

static enum tensorfile_status fill(struct conversion *c)
{
	const char *key, *value;
	enum tensorfile_status status = TENSORFILE_OK;
	const enum tensorfile_format format = format_of(c->path);
	for (size_t i = 0; i < tensorfile_count(c->file) && status == TENSORFILE_OK; i++)
		status = add(c, i);
	for (size_t i = 0; (format == TENSORFILE_SAFETENSORS || format == TENSORFILE_GGUF) && status == TENSORFILE_OK &&
			   tensorfile_metadata(c->file, i, &key, &value);
		i++) {
		if (strcmp(key, "general.alignment") != 0) /* the new file has its own */
			status = tensorfile_writer_metadata(c->writer, key, value, &c->diag);
	}
	return status;
}

static int write_to(const struct tensorfile *file, const char *path)
{
	struct conversion c = { path, file, NULL, calloc(tensorfile_count(file) + 1, sizeof *c.blocks), TENSORFILE_DIAG_INIT };
	struct cli_output output;
	enum tensorfile_status status = c.blocks ? tensorfile_writer_create(format_of(path), &c.writer, &c.diag) : TENSORFILE_E_NOMEM;
	if (status == TENSORFILE_OK)
		status = fill(&c);
	int code = status == TENSORFILE_OK ? cli_output_open(path, NULL, &output) : CLI_BAD;
	if (status == TENSORFILE_OK && code == CLI_GOOD) {
		status = tensorfile_writer_write(c.writer, output.stream, &c.diag);
		code = cli_output_finish(&output, status == TENSORFILE_OK);
	}
	if (status == TENSORFILE_E_NOMEM)
		code = cli_out_of_memory();
	else if (status != TENSORFILE_OK && status != TENSORFILE_E_IO)
		cli_error("%s: %s", path, c.diag.message);
	tensorfile_writer_destroy(c.writer);
	for (size_t i = 0; c.blocks && i < tensorfile_count(file); i++)
		free(c.blocks[i]);
	free(c.blocks);
	return status != TENSORFILE_OK && code == CLI_GOOD ? CLI_BAD : code;
}

/* ---- the command */

struct listing {
	const char *output; /* NULL: none */
	bool json;
};

static int each(void *ctx, const char *path)
{
	const struct listing *listing = ctx;
	struct tensorfile *file = NULL;
	if (listing->json)
		cli_json_begin("tensors", path);
	int code = tensor_file_open(path, &file);
	if (code == CLI_GOOD) {
		if (listing->output)
			code = write_to(file, listing->output);
		else
			(listing->json ? json_file : print_file)(file);
		const int finished = tensor_file_finish(path, file);
		code = code == CLI_GOOD ? finished : code;
	}
	return listing->json ? cli_json_end(code) : code;
}

int bef_tensors_command(const struct cli_command *self, int argc, char **argv)
{
	struct listing listing = { .output = NULL };
	struct cli_files files;
	const struct cli_option options[] = {
		{ "output", 'o', "FILE", "write the tensors of one file to FILE, in the format of its ending: .npz .safetensors .gguf .btf .npy",
			&listing.output, NULL },
		CLI_OPTION_JSON(&listing.json),
	};
	int code = cli_parse_operands(self, options, sizeof options / sizeof *options, argc, argv, NULL, &files);
	if (code != CLI_GO_ON)
		return code;
	if (files.count == 0 || (listing.output && files.count != 1))
		code = cli_usage(self, files.count ? "--output is for one file" : "expected a file of tensors");
	else if (listing.output && listing.json)
		code = cli_usage(self, "--json lists tensors, and --output writes them");
	else if (listing.output && !format_of(listing.output))
		code = cli_usage(self, "--output: expected a name that ends with .npz, .safetensors, .gguf, .btf or .npy, found '%s'", listing.output);
	else
		code = cli_each_file(&files, !listing.json, each, &listing);
	free(files.paths);
	return code;
}
