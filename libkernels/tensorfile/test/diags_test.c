/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of the functions of libtensorfile, with diagnostics of all sizes. */
#include <tensorfile/tensorfile.h>

#include <stdlib.h>

#define DIAGS_STRUCT struct tensorfile_diag
#include "diags.h"

DIAGS_FAILS(tensorfile_open)
{
	struct tensorfile *file;
	return tensorfile_open("/none\x1b[31m", NULL, &file, diag);
}
DIAGS_FAILS_TOO(tensorfile_open, options)
{
	struct tensorfile *file;
	return tensorfile_open("/", &(struct tensorfile_options){ .size = 0 }, &file, diag);
}
DIAGS_FAILS(tensorfile_open_memory)
{
	static const char text[] = "\x22\0\0\0\0\0\0\0{\"\\u001b[31m\":{\"dtype\":\"\xC2\x9B\"        ";
	struct tensorfile *file;
	return tensorfile_open_memory(text, sizeof text - 1, &file, diag);
}
DIAGS_FAILS_TOO(tensorfile_open_memory, format)
{
	struct tensorfile *file;
	return tensorfile_open_memory("", 0, &file, diag);
}

static const int64_t dims[] = { 2 };
static struct tensorfile_writer *writer;

DIAGS_FAILS(tensorfile_read)
{
	static const uint8_t bytes[] = { 1, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5 };
	struct tensorfile *file;
	char out;
	if (tensorfile_open_memory(bytes, sizeof bytes, &file, NULL) != TENSORFILE_OK)
		return 0;
	const unsigned status = tensorfile_read(file, tensorfile_at(file, 0), TENSORFILE_I16, &out, 1, diag);
	tensorfile_close(file);
	return status;
}
DIAGS_FAILS(tensorfile_writer_create)
{
	struct tensorfile_writer *none;
	return tensorfile_writer_create((enum tensorfile_format)99, &none, diag);
}
DIAGS_FAILS(tensorfile_writer_add) { return tensorfile_writer_add(writer, "\x1b", TENSORFILE_Q4_0, 1, dims, "", diag); }
DIAGS_FAILS(tensorfile_writer_metadata) { return tensorfile_writer_metadata(writer, "k", "v", diag); }
DIAGS_FAILS(tensorfile_writer_compress) { return tensorfile_writer_compress(writer, diag); }
DIAGS_FAILS(tensorfile_writer_write) { return tensorfile_writer_write(writer, stdout, diag); }
DIAGS_FAILS(tensorfile_writer_save) { return tensorfile_writer_save(writer, "/none/\x1b", diag); }

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(tensorfile_open), DIAGS_CASE_TOO(tensorfile_open, options),
		DIAGS_CASE(tensorfile_open_memory), DIAGS_CASE_TOO(tensorfile_open_memory, format), DIAGS_CASE(tensorfile_read),
		DIAGS_CASE(tensorfile_writer_create), DIAGS_CASE(tensorfile_writer_add), DIAGS_CASE(tensorfile_writer_metadata),
		DIAGS_CASE(tensorfile_writer_compress), DIAGS_CASE(tensorfile_writer_write), DIAGS_CASE(tensorfile_writer_save) };
	if (tensorfile_writer_create(TENSORFILE_NPY, &writer, NULL) != TENSORFILE_OK)
		return 1;
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	tensorfile_writer_destroy(writer);
	return code;
}
