/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text of a file to bytecode, timed step by step: assemble_file NAME FILE [RUNS] [OUTPUT]. Prints one JSON line: best
 * of the runs in nanoseconds for parsing, writing and both, and the memory that is not the mapping of the text, in
 * KiB. */
#include "measure.h"

#include <fcntl.h>
#include <mlirbc/mlirbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct output {
	FILE *file; /* NULL: nowhere */
	size_t size, kib;
};

static void die(const char *what, const struct mlirbc_diag *diag)
{
	if (diag)
		fprintf(stderr, "%s: %u:%u: %s\n", what, diag->line, diag->column, diag->message);
	else
		perror(what);
	exit(1);
}

static int take(void *ctx, const char *data, size_t size)
{
	struct output *output = ctx;
	if (output->kib == 0) /* the first bytes: everything is encoded and in memory */
		output->kib = anonymous_kib();
	output->size += size;
	return output->file && fwrite(data, 1, size, output->file) != size;
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	struct stat status;
	struct output output = { .file = NULL };
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	double parsing = 0, writing = 0, both = 0;
	size_t parsed_kib = 0;
	int fd = open(argv[2], O_RDONLY), runs = argc > 3 ? atoi(argv[3]) : 3;
	if (fd < 0 || fstat(fd, &status) != 0)
		die(argv[2], NULL);
	size_t size = (size_t)status.st_size;
	char *text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (text == MAP_FAILED)
		die(argv[2], NULL);
	for (int i = 0; i < runs; i++) {
		struct mlirbc_module *module;
		struct mlirbc_context *context = mlirbc_context_create(NULL);
		output = (struct output){ .file = argc > 4 ? fopen(argv[4], "wb") : NULL };
		double start = now();
		if (!context || mlirbc_parse(context, text, size, NULL, &module, &diag) != MLIRBC_OK)
			die(argv[2], &diag);
		double middle = now();
		parsed_kib = anonymous_kib();
		if (mlirbc_write(module, NULL, take, &output, &diag) != MLIRBC_OK)
			die("writing", &diag);
		double end = now();
		if (output.file && fclose(output.file) != 0)
			die(argv[4], NULL);
		mlirbc_context_destroy(context);
		parsing = i == 0 || middle - start < parsing ? middle - start : parsing;
		writing = i == 0 || end - middle < writing ? end - middle : writing;
		both = i == 0 || end - start < both ? end - start : both;
	}
	printf("{\"lib\": \"mlirbc\", \"name\": \"%s\", \"n\": %d, \"ns\": %.0f, \"parse_ns\": %.0f, \"write_ns\": "
	       "%.0f, "
	       "\"bytes\": %zu, \"written\": %zu, \"mb_per_s\": %.1f, \"parse_mb_per_s\": %.1f, \"parsed_kib\": %zu, "
	       "\"peak_kib\": %zu}\n",
		argv[1], runs, both, parsing, writing, size, output.size, 1e3 * (double)size / both,
		1e3 * (double)size / parsing, parsed_kib, output.kib);
	munmap(text, size);
	close(fd);
	return 0;
}
