/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text from anywhere: parsing ends with a module or an error; a module prints, and what it prints parses and prints the same. */
#include <mlirbc/mlirbc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct text {
	char *data;
	size_t size, room;
};

static int append(void *ctx, const char *text, size_t size)
{
	struct text *out = ctx;
	if (out->size + size > out->room) {
		out->room = 2 * (out->size + size);
		out->data = realloc(out->data, out->room);
		if (!out->data)
			abort();
	}
	memcpy(out->data + out->size, text, size);
	out->size += size;
	return 0;
}

static enum mlirbc_status print_again(const char *text, size_t size, struct text *out)
{
	const struct mlirbc_print_options print = { .size = sizeof print, .debug_info = true };
	const struct mlirbc_parse_options parse = { .size = sizeof parse, .max_depth = 100 };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_diag diag = MLIRBC_DIAG_INIT;
	struct mlirbc_module *module;
	if (!context)
		abort();
	mlirbc_context_limit(context, (size_t)256 << 20);
	enum mlirbc_status status = mlirbc_parse(context, text, size, &parse, &module, &diag);
	*out = (struct text){ 0 };
	if (status == MLIRBC_OK && mlirbc_print(module, &print, append, out) != MLIRBC_OK)
		abort();
	if (status != MLIRBC_OK && (module || diag.status != status || !diag.message[0]))
		abort();
	mlirbc_context_destroy(context);
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *copy = malloc(size ? size : 1);
	struct text once, twice;
	if (!copy)
		abort();
	memcpy(copy, data, size);
	if (print_again(copy, size, &once) == MLIRBC_OK) {
		enum mlirbc_status status = print_again(once.data, once.size, &twice);
		/* what aliases stand for may be much larger than the source */
		bool good = status == MLIRBC_E_LIMIT || (status == MLIRBC_OK && once.size == twice.size &&
								memcmp(once.data, twice.data, once.size) == 0);
		if (!good) {
			fprintf(stderr, "--- printed\n%.*s\n--- and again\n%.*s\n", (int)once.size, once.data,
				(int)twice.size, twice.data ? twice.data : "");
			abort();
		}
		free(twice.data);
	}
	free(once.data);
	free(copy);
	return 0;
}
