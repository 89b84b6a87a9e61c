/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Outputs: copied between descriptors, replaced atomically. */
#include "app.h"

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

int output_writer(const char *path, struct syclbin_writer *writer, enum syclbin_encoding encoding, bool force)
{
	struct syclbin_diag diag = SYCLBIN_DIAG_INIT;
	struct cli_output output;
	int code = open_binary(path, "syclbin", force, &output);
	if (code != CLI_GOOD)
		return code;
	return close_binary(&output, path, syclbin_writer_write(writer, encoding, fileno(output.stream), &diag), &diag);
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
