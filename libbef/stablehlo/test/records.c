/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "records.h"

#include <kernels/pack_hlo.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct records collected;
static pthread_mutex_t collected_lock = PTHREAD_MUTEX_INITIALIZER;

static struct record *next_record(void)
{
	if (collected.count == collected.room) {
		collected.room = 2 * collected.room + 64;
		collected.items = realloc(collected.items, collected.room * sizeof *collected.items);
		if (!collected.items)
			abort();
	}
	return &collected.items[collected.count++];
}

void records_add(struct async_value *value, const char *format, ...)
{
	struct record record;
	char shape[KERNELS_SHAPE_TEXT];
	va_list arguments;
	if (async_value_is_error(value) || async_value_type(value) != kernels_tensor_types()->tensor)
		return;
	const struct kernels_tensor *tensor = async_value_payload(value);
	va_start(arguments, format);
	int length = vsnprintf(record.name, sizeof record.name, format, arguments);
	va_end(arguments);
	if (length < 0 || (size_t)length >= sizeof record.name)
		abort();
	kernels_shape_text(&tensor->shape, shape, sizeof shape);
	snprintf(record.name + length, sizeof record.name - (size_t)length, ": %s%s", kernels_dtype_name(tensor->dtype), shape);
	record.size = (size_t)kernels_tensor_elements(tensor) * kernels_dtype_size(tensor->dtype);
	record.bytes = malloc(record.size + 1);
	if (!record.bytes)
		abort();
	memcpy(record.bytes, kernels_tensor_bytes(tensor), record.size);
	pthread_mutex_lock(&collected_lock);
	*next_record() = record;
	pthread_mutex_unlock(&collected_lock);
}

/* ---- checks that record */

static struct kernels_kernel originals[3];
static const char *const check_names[] = { "hlo.check_almost_eq", "hlo.check_close", "hlo.check_eq" };

static void check_and_record(struct kernels_frame *frame)
{
	const char *name = frame->site->entry->kernel->name;
	for (uint32_t i = 0; i < frame->site->argument_count; i++)
		records_add(frame->arguments[i], "%s operand %u", name, (unsigned)i);
	for (size_t i = 0; i < sizeof originals / sizeof *originals; i++) {
		if (strcmp(name, originals[i].name) == 0) {
			originals[i].frame(frame);
			return;
		}
	}
}

void *records_add_pack(struct kernels_registry *registry)
{
	struct { struct kernels_pack pack; struct kernels_prepared_kernel kernels[]; } *copy;
	const struct kernels_pack *pack = kernels_pack_hlo();
	if (pack->kernel_size != sizeof *copy->kernels)
		abort();
	copy = malloc(sizeof *copy + pack->kernel_count * pack->kernel_size);
	if (!copy)
		return NULL;
	copy->pack = *pack;
	copy->pack.kernels = &copy->kernels[0].kernel;
	memcpy(copy->kernels, pack->kernels, pack->kernel_count * pack->kernel_size);
	for (size_t i = 0; i < pack->kernel_count; i++) {
		for (size_t n = 0; n < sizeof originals / sizeof *originals; n++) {
			if (strcmp(copy->kernels[i].kernel.name, check_names[n]) != 0)
				continue;
			originals[n] = copy->kernels[i].kernel;
			copy->kernels[i].kernel.frame = check_and_record;
		}
	}
	if (kernels_registry_add(registry, &copy->pack, NULL) != KERNELS_OK) {
		free(copy);
		return NULL;
	}
	return copy;
}

/* ---- comparison */

static int compare_records(const void *left, const void *right)
{
	const struct record *a = left, *b = right;
	int order = strcmp(a->name, b->name); /* 0: the types, and therefore the sizes, are equal */
	return order ? order : memcmp(a->bytes, b->bytes, a->size);
}

void records_take(struct records *out)
{
	*out = collected;
	collected = (struct records){ .items = NULL };
	if (out->count)
		qsort(out->items, out->count, sizeof *out->items, compare_records);
}

static size_t first_difference(const struct record *a, const struct record *b)
{
	const unsigned char *x = a->bytes, *y = b->bytes;
	size_t i = 0;
	while (i < a->size && x[i] == y[i])
		i++;
	return i;
}

bool records_equal(const struct records *actual, const struct records *expected, char *why, size_t why_size)
{
	for (size_t i = 0; i < actual->count && i < expected->count; i++) {
		const struct record *a = &actual->items[i], *b = &expected->items[i];
		if (strcmp(a->name, b->name) != 0) {
			snprintf(why, why_size, "%s, expected %s", a->name, b->name);
			return false;
		}
		if (memcmp(a->bytes, b->bytes, a->size) != 0) {
			snprintf(why, why_size, "other bits in %s from byte %zu", a->name, first_difference(a, b));
			return false;
		}
	}
	if (actual->count != expected->count)
		snprintf(why, why_size, "%zu tensors, expected %zu", actual->count, expected->count);
	return actual->count == expected->count;
}

void records_free(struct records *records)
{
	for (size_t i = 0; i < records->count; i++)
		free(records->items[i].bytes);
	free(records->items);
	*records = (struct records){ .items = NULL };
}
