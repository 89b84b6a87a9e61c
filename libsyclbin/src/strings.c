/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sorts strings by their reversed text, largest first, so that a string directly follows the one it is a suffix of. */
#include "strings.h"

#include <stdlib.h>
#include <string.h>

struct item {
	uint64_t offset; /* in the finished table */
	size_t at, size; /* in bytes */
};

static struct item *items(const struct syclbin__strings *strings) { return (struct item *)(void *)strings->items.data; }

bool syclbin__strings_add(struct syclbin__strings *strings, struct syclbin_string text)
{
	struct item item = { 0, strings->bytes.size, text.size };
	if (strings->count == UINT32_MAX || !syclbin__append(&strings->bytes, strings->allocator, text.data, text.size))
		return false;
	if (!syclbin__append(&strings->items, strings->allocator, &item, sizeof item)) {
		strings->bytes.size = item.at;
		return false;
	}
	strings->count++;
	return true;
}

struct sorted {
	const uint8_t *end;
	size_t size;
	uint32_t index;
};

/* Compares reversed texts, larger first; a suffix sorts after the strings that end with it. Equal strings may have
 * any order, because they share an offset. */
static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;
	size_t most = x->size < y->size ? x->size : y->size;
	for (size_t i = 1; i <= most; i++) {
		if (x->end[-(ptrdiff_t)i] != y->end[-(ptrdiff_t)i])
			return x->end[-(ptrdiff_t)i] > y->end[-(ptrdiff_t)i] ? -1 : 1;
	}
	return x->size == y->size ? 0 : x->size > y->size ? -1 : 1;
}

bool syclbin__strings_layout(struct syclbin__strings *strings)
{
	struct sorted *sorted = syclbin__alloc(strings->allocator, strings->count, sizeof *sorted);
	struct syclbin_string before = { "", 0 };
	if (!sorted)
		return false;
	for (uint32_t i = 0; i < strings->count; i++) {
		const struct item *item = &items(strings)[i];
		sorted[i] = (struct sorted){ strings->bytes.data + item->at + item->size, item->size, i };
	}
	if (strings->count)
		qsort(sorted, strings->count, sizeof *sorted, compare);
	strings->size = 1; /* the table begins with a NUL */
	for (uint32_t i = 0; i < strings->count; i++) {
		struct item *item = &items(strings)[sorted[i].index];
		const char *text = (const char *)sorted[i].end - item->size;
		if (item->size == 0)
			continue; /* the first NUL, at offset 0 */
		if (before.size >= item->size &&
			memcmp(before.data + before.size - item->size, text, item->size) == 0) {
			item->offset = strings->size - item->size - 1;
			continue;
		}
		item->offset = strings->size;
		strings->size += item->size + 1;
		before = (struct syclbin_string){ text, item->size };
	}
	syclbin__free(strings->allocator, sorted, strings->count, sizeof *sorted);
	return true;
}

uint64_t syclbin__strings_offset(const struct syclbin__strings *strings, uint32_t index)
{
	return items(strings)[index].offset;
}

size_t syclbin__strings_length(const struct syclbin__strings *strings, uint32_t index)
{
	return items(strings)[index].size;
}

void syclbin__strings_write(const struct syclbin__strings *strings, uint8_t *out)
{
	memset(out, 0, (size_t)strings->size);
	for (uint32_t i = 0; i < strings->count; i++) {
		const struct item *item = &items(strings)[i];
		if (item->size)
			memcpy(out + item->offset, strings->bytes.data + item->at, item->size);
	}
}

void syclbin__strings_finish(struct syclbin__strings *strings)
{
	syclbin__buffer_free(&strings->items, strings->allocator);
	syclbin__buffer_free(&strings->bytes, strings->allocator);
}
