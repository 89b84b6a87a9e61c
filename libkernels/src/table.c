/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "table.h"
#include <bytecursor/digest.h>
#include <string.h>

static size_t hash(const char *name, size_t size)
{
	const uint64_t h = bytecursor_fnv(BYTECURSOR_FNV, name, size);
	return (size_t)(h ^ h >> 32);
}

const void *kernels__table_find(const struct kernels__table *table, const char *name, size_t size)
{
	for (size_t i = hash(name, size); table->capacity > 0; i++) {
		const struct kernels__slot *slot = &table->slots[i & (table->capacity - 1)];
		if (!slot->name)
			return NULL;
		if (strncmp(slot->name, name, size) == 0 && slot->name[size] == '\0')
			return slot->item;
	}
	return NULL;
}

void kernels__table_put(struct kernels__table *table, const char *name, const void *item)
{
	size_t i = hash(name, strlen(name));
	while (table->slots[i & (table->capacity - 1)].name)
		i++;
	table->slots[i & (table->capacity - 1)] = (struct kernels__slot){ name, item };
	table->count++;
}

void kernels__table_finish(const struct async_allocator *allocator, struct kernels__table *table)
{
	if (table->slots)
		async_free(allocator, table->slots, table->capacity * sizeof *table->slots,
			_Alignof(struct kernels__slot));
	*table = (struct kernels__table){ 0 };
}

bool kernels__table_copy(const struct async_allocator *allocator, const struct kernels__table *from, size_t more,
	struct kernels__table *out)
{
	size_t capacity = 16;
	*out = (struct kernels__table){ 0 };
	while (capacity / 2 < from->count + more) {
		if (capacity > SIZE_MAX / 2 / sizeof(struct kernels__slot))
			return false;
		capacity *= 2;
	}
	out->slots = async_alloc(allocator, capacity * sizeof *out->slots, _Alignof(struct kernels__slot));
	if (!out->slots)
		return false;
	memset(out->slots, 0, capacity * sizeof *out->slots);
	out->capacity = capacity;
	for (size_t i = 0; i < from->capacity; i++) {
		if (from->slots[i].name)
			kernels__table_put(out, from->slots[i].name, from->slots[i].item);
	}
	return true;
}
