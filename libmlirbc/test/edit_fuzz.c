/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: compacts bytecode, with its locations and without. The output loads if the input did, has the same
 * hash, and compacting it again changes nothing. */
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
	if (status == MLIRBC_OK ? comparable && differ(before, &after)
				: status != MLIRBC_E_LIMIT && status != MLIRBC_E_IO)
		abort();
	free(after.data);
}

static int drop(void *ctx, const char *data, size_t size)
{
	(void)ctx;
	(void)data;
	(void)size;
	return 0;
}

/* Whatever an edit makes of a module can be written, or is refused for a reason. */
static void check_edited(const struct mlirbc_module *module, enum mlirbc_status status)
{
	if (status == MLIRBC_OK)
		status = mlirbc_write(module, NULL, drop, NULL, NULL);
	if (status == MLIRBC_E_IO)
		abort();
}

/* A module is the same as itself; then it is taken apart. */
static void edit(const uint8_t *data, size_t size)
{
	static const struct mlirbc_merge_options rename_options = { .size = sizeof rename_options,
		.rename_private = true };
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *modules[3];
	uint8_t hashes[2][MLIRBC_HASH_SIZE];
	uint64_t count = 0;
	bool ok = context != NULL;
	if (ok)
		mlirbc_context_limit(context, MOST_MEMORY);
	for (int i = 0; i < 3 && ok; i++)
		ok = mlirbc_load(context, data, size, NULL, &modules[i], NULL) == MLIRBC_OK;
	if (ok && mlirbc_hash(modules[0], hashes[0], NULL) == MLIRBC_OK &&
		mlirbc_hash(modules[1], hashes[1], NULL) == MLIRBC_OK &&
		memcmp(hashes[0], hashes[1], MLIRBC_HASH_SIZE) != 0)
		abort();
	if (ok && mlirbc_diff(modules[0], modules[1], drop, NULL, &count, NULL) == MLIRBC_OK && count)
		abort();
	if (ok) {
		struct mlirbc_op *first = mlirbc_module_symbols(modules[2])->first;
		struct mlirbc_string name = { "f", 1 };
		while (first && !mlirbc_op_symbol(first, &name))
			first = first->next;
		check_edited(modules[2], mlirbc_extract(modules[2], &name, 1, NULL));
		check_edited(modules[0], mlirbc_strip_debug_info(modules[0], NULL, NULL));
		check_edited(modules[0], mlirbc_merge(modules[0], modules[1], &rename_options, NULL));
		(void)!mlirbc_diff(modules[0], modules[2], drop, NULL, &count, NULL);
	}
	mlirbc_context_destroy(context);
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
			if (status == MLIRBC_OK ? loads == MLIRBC_OK && differ(&out, &again) : status != MLIRBC_E_LIMIT)
				abort();
			free(again.data);
		} else if (loads == MLIRBC_OK && status != MLIRBC_E_LIMIT && status != MLIRBC_E_CORRUPT) {
			abort();
		}
		free(out.data);
	}
	free(before.data);
	if (loads == MLIRBC_OK)
		edit(data, size);
	return 0;
}
