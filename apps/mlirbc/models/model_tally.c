/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts by kind and key: a hash table with open addressing. */
#include "models/model.h"

#include <stdlib.h>

static struct tally_entry *find(const struct tally *tally, unsigned kind, const void *key)
{
	size_t at = ((uintptr_t)key / 8 * 31 + kind) * 0x9E3779B97F4A7C15u >> 20;
	struct tally_entry *slot = &tally->slots[at & (tally->room - 1)];
	while (slot->key && (slot->key != key || slot->kind != kind))
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
			*find(tally, old.slots[i].kind, old.slots[i].key) = old.slots[i];
	}
	free(old.slots);
	return true;
}

void tally_add(struct tally *tally, unsigned kind, const void *key, uint64_t count)
{
	if (2 * tally->count >= tally->room && !grow(tally))
		return;
	struct tally_entry *slot = find(tally, kind, key);
	tally->count += !slot->key;
	*slot = (struct tally_entry){ key, kind, model_add(slot->count, count) };
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
