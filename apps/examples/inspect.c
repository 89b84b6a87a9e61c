/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* libbef-format: prints names and argument counts of the functions of a BEF file, without running it and without
 * allocation.
 *
 * Usage: inspect [FILE]; without a file it reads the smallest valid program. */
#include <bef/reader.h>
#include <stdio.h>

static int show(const unsigned char *data, size_t size)
{
	struct bef_diag diag = BEF_DIAG_INIT;
	struct bef_reader reader;
	struct bef_function function;
	enum bef_status status = bef_reader_open(data, size, &reader, &diag);
	if (status == BEF_OK) {
		struct bef_functions functions = bef_reader_functions(&reader);
		while ((status = bef_functions_next(&functions, &function, &diag)) == BEF_OK)
			printf("'%.*s' takes %lu\n", (int)function.name.size, function.name.data,
				(unsigned long)function.arguments.left);
	}
	if (status != BEF_E_NOT_FOUND) {
		fprintf(stderr, "byte %llu: %s\n", (unsigned long long)diag.offset, diag.message);
		return 1;
	}
	printf("%lu sections unknown\n", (unsigned long)reader.unknown_sections);
	return 0;
}

int main(int argc, char **argv)
{
	/* header, then the sections Strings, Attributes, Kernels, Types, FunctionIndex and Functions, all without
	 * content */
	static const unsigned char nothing[] = { 0x0B, 0xEF, 0, 0, 0, 1, 0, 2, 2, 0, 3, 2, 0, 4, 2, 0, 5, 0 };
	static unsigned char data[1 << 20];
	if (argc < 2)
		return show(nothing, sizeof nothing);
	FILE *file = fopen(argv[1], "rb");
	if (!file)
		return 3;
	size_t size = fread(data, 1, sizeof data, file);
	fclose(file);
	return show(data, size);
}
