/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: bytecode is compacted, with its locations and without. What comes out loads when the input did, says the same,
 * and is the same when it is compacted again. */
#include "golden.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_MEMORY = 64 << 20 };

static enum mlirbc_status compact(const void *data, size_t size, bool strip, struct text *out)
{
	const struct mlirbc_compact_options options = { .size = sizeof options, .strip_locations = strip };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	*out = (struct text){ 0 };
	if (!context)
		return MLIRBC_E_NOMEM;
	mlirbc_context_limit(context, MOST_MEMORY);
	enum mlirbc_status status = mlirbc_compact(context, data, size, &options, append, out, NULL, NULL);
	mlirbc_context_destroy(context);
	return status;
}

/* Its generic text; MLIRBC_E_CORRUPT and so on when it does not load. */
static enum mlirbc_status print(const void *data, size_t size, struct text *out)
{
	const struct mlirbc_load_options options = { .size = sizeof options, .max_work = 4096 };
	const struct mlirbc_print_options print_options = { .size = sizeof print_options, .debug_info = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module;
	*out = (struct text){ 0 };
	if (!context)
		return MLIRBC_E_NOMEM;
	mlirbc_context_limit(context, MOST_MEMORY);
	enum mlirbc_status status = mlirbc_load(context, data, size, &options, &module, NULL);
	if (status == MLIRBC_OK)
		status = mlirbc_print(module, &print_options, append, out);
	mlirbc_context_destroy(context);
	return status;
}

static bool differ(const struct text *a, const struct text *b)
{
	return a->size != b->size || (a->size && memcmp(a->data, b->data, a->size) != 0);
}

/* Of an input that loads. Bytes that the reader does not decode print with the numbers in them. */
static void check_meaning(const struct text *before, const struct text *out, bool strip)
{
	struct text after;
	enum mlirbc_status status = print(out->data, out->size, &after);
	bool comparable = !strip && before->size && !strstr(before->data, "bytecode 0x");
	if (status == MLIRBC_OK ? comparable && differ(before, &after) : status != MLIRBC_E_LIMIT && status != MLIRBC_E_IO)
		abort();
	free(after.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text before, out, again;
	enum mlirbc_status loads = print(data, size, &before);
	for (int strip = 0; strip < 2; strip++) {
		enum mlirbc_status status = compact(data, size, strip, &out);
		if (status == MLIRBC_OK) {
			if (loads == MLIRBC_OK)
				check_meaning(&before, &out, strip);
			status = compact(out.data, out.size, strip, &again);
			if (status == MLIRBC_OK ? differ(&out, &again) : status != MLIRBC_E_LIMIT)
				abort();
			free(again.data);
		} else if (loads == MLIRBC_OK && status != MLIRBC_E_LIMIT && status != MLIRBC_E_CORRUPT) {
			abort();
		}
		free(out.data);
	}
	free(before.data);
	return 0;
}
