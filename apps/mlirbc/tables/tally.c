/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A hash table with open addressing. */
#include "tables/tally.h"

#include <stdlib.h>

static struct tally_entry *find(const struct tally *tally, const struct tally_entry *like)
{
	size_t at = (((uintptr_t)like->key / 8 * 31 + (uintptr_t)like->value / 8) * 31 + like->kind) * 0x9E3779B97F4A7C15u >> 20;
	struct tally_entry *slot = &tally->slots[at & (tally->room - 1)];
	while (slot->key && (slot->key != like->key || slot->value != like->value || slot->kind != like->kind))
		slot = &tally->slots[++at & (tally->room - 1)];
	return slot;
}

static bool grow(struct tally *tally)
{
	const struct tally old = *tally;
	tally->room = old.room ? 2 * old.room : 64;
	tally->slots = calloc(tally->room, sizeof *tally->slots);
	if (!tally->slots) {
		*tally = old;
		tally->failed = true;
		return false;
	}
	for (size_t i = 0; i < old.room; i++) {
		if (old.slots[i].key)
			*find(tally, &old.slots[i]) = old.slots[i];
	}
	free(old.slots);
	return true;
}

static void add(struct tally *tally, struct tally_entry added)
{
	if (2 * tally->count >= tally->room && !grow(tally))
		return;
	struct tally_entry *slot = find(tally, &added);
	if (slot->key) {
		slot->count += added.count;
		return;
	}
	added.number = tally->count++;
	*slot = added;
}

void tally_add(struct tally *tally, unsigned kind, const void *key, uint64_t count)
{
	add(tally, (struct tally_entry){ .key = key, .kind = kind, .count = count });
}

void tally_add_pair(struct tally *tally, const void *key, const void *value)
{
	add(tally, (struct tally_entry){ .key = key, .value = value, .count = 1 });
}

void tally_sort(struct tally *tally, int (*compare)(const void *a, const void *b))
{
	size_t kept = 0;
	for (size_t i = 0; i < tally->room; i++) {
		if (tally->slots[i].key)
			tally->slots[kept++] = tally->slots[i];
	}
	if (kept)
		qsort(tally->slots, kept, sizeof *tally->slots, compare);
}

void tally_finish(struct tally *tally)
{
	free(tally->slots);
	*tally = (struct tally){ .slots = NULL };
}
