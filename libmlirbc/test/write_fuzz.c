/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fuzz target: writes bytecode that loads in its own and another version; the output loads, and is identical when it
 * is written again. */
#include <mlirbc/mlirbc.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bytes {
	char *data;
	size_t size, room;
};

static int take(void *ctx, const char *data, size_t size)
{
	struct bytes *out = ctx;
	if (size > out->room - out->size) {
		size_t room = 2 * (out->size + size) + 256;
		char *more = realloc(out->data, room);
		if (!more)
			return 1;
		out->data = more;
		out->room = room;
	}
	memcpy(out->data + out->size, data, size);
	out->size += size;
	return 0;
}

/* The output must load, and be identical when it is written again, unless parts of it were copied. */
static void check_written(const struct bytes *written, bool copied)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_load_options options = { .size = sizeof options, .max_work = 4096 };
	struct mlirbc_module *module = NULL;
	struct bytes again = { NULL, 0, 0 };
	if (!context)
		return;
	mlirbc_context_limit(context, (size_t)64 << 20);
	enum mlirbc_status status = mlirbc_load(context, written->data, written->size, &options, &module, NULL);
	if (status == MLIRBC_OK && !copied)
		status = mlirbc_write(module, NULL, take, &again, NULL);
	if (status == MLIRBC_OK && !copied &&
		(again.size != written->size || memcmp(again.data, written->data, again.size) != 0))
		abort();
	if (status != MLIRBC_OK && status != MLIRBC_E_LIMIT)
		abort();
	free(again.data);
	mlirbc_context_destroy(context);
}

/* Without reading the regions of isolated ops. */
static void check_unread(const uint8_t *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_load_options options = { .size = sizeof options, .lazy = true };
	struct mlirbc_module *module = NULL;
	struct bytes written = { NULL, 0, 0 };
	if (!context)
		return;
	mlirbc_context_limit(context, (size_t)64 << 20);
	if (mlirbc_load(context, data, size, &options, &module, NULL) == MLIRBC_OK &&
		mlirbc_write(module, NULL, take, &written, NULL) == MLIRBC_OK)
		check_written(&written, true);
	free(written.data);
	mlirbc_context_destroy(context);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct mlirbc_context *context = mlirbc_context_create(NULL);
	struct mlirbc_module *module = NULL;
	struct mlirbc_write_options other = { .size = sizeof other, .has_version = true, .drop_use_orders = true };
	if (!context)
		return 0;
	mlirbc_context_limit(context, (size_t)64 << 20);
	if (mlirbc_load(context, data, size, NULL, &module, NULL) == MLIRBC_OK) {
		other.version = (uint32_t)(size % 7);
		for (int i = 0; i < 2; i++) {
			struct bytes written = { NULL, 0, 0 };
			if (mlirbc_write(module, i ? &other : NULL, take, &written, NULL) == MLIRBC_OK)
				check_written(&written, false);
			free(written.data);
		}
		check_unread(data, size);
	}
	mlirbc_context_destroy(context);
	return 0;
}
