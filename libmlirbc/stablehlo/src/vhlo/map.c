/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "vhlo/map.h"

#include <string.h>

static size_t slot_of(const struct shlo__map_entry *entries, size_t capacity, const void *key, const void *more)
{
	uint64_t mixed = ((uint64_t)(uintptr_t)key ^ (uint64_t)(uintptr_t)more << 23) * UINT64_C(0x9E3779B97F4A7C15);
	size_t at = (size_t)(mixed >> 24) & (capacity - 1);
	while ((entries[at].key || entries[at].more) && (entries[at].key != key || entries[at].more != more))
		at = (at + 1) & (capacity - 1);
	return at;
}

const struct shlo__map_entry *shlo__map_find(const struct shlo__map *map, const void *key, const void *more)
{
	if (map->capacity == 0)
		return NULL;
	const struct shlo__map_entry *entry = &map->entries[slot_of(map->entries, map->capacity, key, more)];
	return entry->key || entry->more ? entry : NULL;
}

static bool grow(struct shlo__map *map, struct mlirbc_context *context)
{
	size_t capacity = map->capacity ? 2 * map->capacity : 64;
	struct shlo__map_entry *entries = capacity <= SIZE_MAX / 2 / sizeof *entries
						  ? mlirbc_context_alloc(context, capacity * sizeof *entries,
							    _Alignof(struct shlo__map_entry))
						  : NULL;
	if (!entries)
		return false;
	memset(entries, 0, capacity * sizeof *entries);
	for (size_t i = 0; i < map->capacity; i++) {
		const struct shlo__map_entry *old = &map->entries[i];
		if (old->key || old->more)
			entries[slot_of(entries, capacity, old->key, old->more)] = *old;
	}
	map->entries = entries;
	map->capacity = capacity;
	return true;
}

bool shlo__map_add(
	struct shlo__map *map, struct mlirbc_context *context, const void *key, const void *more, const void *value)
{
	if (4 * (map->count + 1) > 3 * map->capacity && !grow(map, context))
		return false;
	map->entries[slot_of(map->entries, map->capacity, key, more)] = (struct shlo__map_entry){ key, more, value };
	map->count++;
	return true;
}
