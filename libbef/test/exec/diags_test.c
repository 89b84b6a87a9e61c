/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of the functions that open programs, with diagnostics of all sizes. */
#include "host.h"

#include <stdlib.h>

#define DIAGS_STRUCT struct bef_diag
#include "diags.h"

static struct test_host h;

static unsigned open_bytes(const void *data, size_t size, void *diag)
{
	struct bef_file *file;
	const unsigned status = bef_file_open(data, size, h.registry, NULL, &file, diag);
	bef_file_close(file);
	return status;
}
/* A program of one kernel. */
static unsigned open_kernel(const char *kernel, uint32_t results, void *diag)
{
	const struct op ops[] = { { .kernel = kernel, .results = { results, { 0 } }, .attributes = LIST(1) } };
	const struct fn functions[] = { { .name = "f", .register_count = results, .ops = ops, .op_count = 1 } };
	size_t size;
	uint8_t *data = build(functions, 1, &size);
	const unsigned status = data ? open_bytes(data, size, diag) : 0;
	free(data);
	return status;
}
static unsigned open_path(const char *path, void *diag)
{
	struct bef_file *file;
	const unsigned status = bef_file_open_path(path, h.registry, NULL, &file, diag);
	bef_file_close(file);
	return status;
}

DIAGS_FAILS(bef_file_open) { return open_bytes("no", 2, diag); }
DIAGS_FAILS_TOO(bef_file_open, cut) { return open_bytes("\x0b\xef\x00\x00", 4, diag); }
DIAGS_FAILS_TOO(bef_file_open, kernel) { return open_kernel("t.nothing_of_this_name", 1, diag); }
DIAGS_FAILS_TOO(bef_file_open, signature) { return open_kernel("t.const", 0, diag); }
DIAGS_FAILS_TOO(bef_file_open, control) { return open_kernel("t.\x1b[31m\xc2\x9b\xff", 1, diag); }
DIAGS_FAILS_TOO(bef_file_open, size)
{
	struct bef_file *file;
	return bef_file_open("no", 2, h.registry, &(struct bef_open_options){ .size = 0 }, &file, diag);
}
DIAGS_FAILS_TOO(bef_file_open_path, control) { return open_path("/nowhere/\x1b[31m\x7f.bef", diag); }
DIAGS_FAILS(bef_file_open_path) { return open_path("/nowhere/program.bef", diag); }
DIAGS_FAILS_TOO(bef_file_open_path, folder) { return open_path("/", diag); }
DIAGS_FAILS_TOO(bef_file_open_path, empty) { return open_path("/dev/null", diag); }

int main(int argc, char **argv)
{
	static const struct diags_case cases[] = { DIAGS_CASE(bef_file_open), DIAGS_CASE_TOO(bef_file_open, cut),
		DIAGS_CASE_TOO(bef_file_open, kernel), DIAGS_CASE_TOO(bef_file_open, signature),
		DIAGS_CASE_TOO(bef_file_open, control), DIAGS_CASE_TOO(bef_file_open, size),
		DIAGS_CASE_TOO(bef_file_open_path, control), DIAGS_CASE(bef_file_open_path),
		DIAGS_CASE_TOO(bef_file_open_path, folder), DIAGS_CASE_TOO(bef_file_open_path, empty) };
	host_init(&h, HOST_SINGLE);
	const int code = diags_main(argc, argv, cases, sizeof cases / sizeof *cases);
	return host_finish(&h) ? code : 1;
}
