/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Outputs: copied between descriptors, replaced atomically. */
#include "app.h"

#include <errno.h>
#include <string.h>
#include <syclbin/verify.h>
#include <unistd.h>

static int open_binary(const char *path, const char *format, bool force, struct cli_output *out)
{
	int code = cli_refuse_terminal(path, force);
	if (code == CLI_GOOD)
		code = cli_output_open(path, format, out);
	if (code == CLI_GOOD)
		fflush(out->stream); /* the following writes bypass its buffer */
	return code;
}

static int close_binary(struct cli_output *output, const char *path, enum syclbin_status status,
	const struct syclbin_diag *diag)
{
	int code = cli_output_finish(output, status == SYCLBIN_OK);
	return status == SYCLBIN_OK ? code : source_error(path, diag);
}

/* Mistakes within a line of a text of properties: the commands show the other lines, and verify reports them. */
static bool is_of_a_line(uint32_t code) { return code > (uint32_t)SYCLBIN_C_LINE_NO_SET && code < 400; }

/* Opens bytes as every command opens its input, with this limit (0: the default). */
static enum syclbin_status check_bytes(const void *data, size_t size, uint64_t limit, struct syclbin_diag *diag)
{
	const struct syclbin_input_options options = { sizeof options, limit, 0, 0, NULL, NULL };
	struct syclbin_input *input;
	struct syclbin_verify_result result;
	enum syclbin_status status = syclbin_input_open(data, size, &options, NULL, &input, diag);
	for (uint32_t i = 0; status == SYCLBIN_OK && i < syclbin_input_count(input); i++) {
		const struct syclbin_item *item = syclbin_input_item(input, i);
		struct syclbin_diag found = SYCLBIN_DIAG_INIT;
		if (!item->is_syclbin)
			continue;
		status = syclbin_verify(&item->bytes, NULL, NULL, &result, &found);
		if (status == SYCLBIN_E_CORRUPT && is_of_a_line((uint32_t)found.code))
			status = SYCLBIN_OK;
		else if (status != SYCLBIN_OK)
			*diag = found;
	}
	syclbin_input_close(input);
	return status;
}

/* A file that could not be read is not kept. */
static enum syclbin_status read_back(int fd, struct syclbin_diag *diag)
{
	struct syclbin_mapping mapping;
	if (syclbin_mapping_map(fd, false, &mapping) != SYCLBIN_OK || !mapping.data)
		return SYCLBIN_E_IO;
	const enum syclbin_status status = check_bytes(mapping.data, mapping.size, 0, diag);
	syclbin_mapping_close(&mapping);
	return status;
}

int output_packed(const char *path, const void *data, size_t size, uint64_t limit, bool force)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	if (check_bytes(data, size, limit, &diag) == SYCLBIN_OK)
		return cli_write(path, "syclbin", data, size, force);
	const int code = source_error(path, &diag);
	if (diag.status == SYCLBIN_E_LIMIT)
		cli_note(path, "the compressed file could not be read again; with --limit it is written, and read with the same limit");
	return code;
}

static enum syclbin_status copy_all(int from, FILE *to)
{
	char part[16384];
	ssize_t got;
	if (lseek(from, 0, SEEK_SET) != 0)
		return SYCLBIN_E_IO;
	while ((got = read(from, part, sizeof part)) > 0) {
		if (fwrite(part, 1, (size_t)got, to) != (size_t)got)
			return SYCLBIN_OK; /* the end of the output reports it */
	}
	return got == 0 ? SYCLBIN_OK : SYCLBIN_E_IO;
}

int output_writer(const char *path, struct syclbin_writer *writer, enum syclbin_encoding encoding, bool force)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct cli_output output;
	int code = open_binary(path, "syclbin", force, &output);
	if (code != CLI_GOOD)
		return code;
	/* A pipe cannot be read back, so its bytes are written to another file first. */
	FILE *other = output.temporary ? NULL : tmpfile();
	const int fd = output.temporary ? fileno(output.stream) : other ? fileno(other) : -1;
	enum syclbin_status status = fd >= 0 ? syclbin_writer_write(writer, encoding, fd, &diag) : SYCLBIN_E_IO;
	if (status == SYCLBIN_OK) {
		status = read_back(fd, &diag);
		if (status != SYCLBIN_OK)
			cli_error("%s: not written, because the file would not be valid", path);
	}
	if (status == SYCLBIN_OK && other)
		status = copy_all(fd, output.stream);
	if (other)
		fclose(other);
	if (status == SYCLBIN_E_IO && diag.status == SYCLBIN_OK) {
		diag.status = status;
		snprintf(diag.message, sizeof diag.message, "cannot write: %s", strerror(errno));
	}
	return close_binary(&output, path, status, &diag);
}

int output_source(const char *path, const struct syclbin_source *source, bool force)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct cli_output output;
	int code = open_binary(path, NULL, force, &output);
	if (code != CLI_GOOD)
		return code;
	return close_binary(&output, path, syclbin_copy(source, fileno(output.stream), &diag), &diag);
}

struct syclbin_source source_of(int fd, const struct syclbin_span *bytes)
{
	return (struct syclbin_source){ fd >= 0 ? NULL : bytes->data, fd, bytes->offset, bytes->size };
}

int output_in(const char *folder, const char *name, const struct syclbin_source *source, bool force)
{
	char path[4096];
	int length = snprintf(path, sizeof path, "%s/%s", folder ? folder : ".", name);
	if (length > 0 && (size_t)length < sizeof path)
		return output_source(path, source, force);
	cli_error("%s: the path is too long", name);
	return CLI_BAD;
}

void image_name(const struct syclbin_module *module, const struct syclbin_image *image, const char *suffix, char *out, size_t size)
{
	const char *by_content = syclbin_image_kind_suffix(syclbin_sniff(image->bytes.data, image->bytes.size));
	snprintf(out, size, "m%lu.%s%lu.%s", (unsigned long)module->index, image->kind ? "native" : "ir", (unsigned long)image->index,
		suffix ? suffix : by_content);
}
