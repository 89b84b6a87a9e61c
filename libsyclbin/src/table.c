/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All properties of a text, merged as readers do: a repeated set continues the first one; a repeated key keeps its
 * first position and gets the last value. A hash table finds earlier names, so the time is linear in the length of
 * the text. */
#include <syclbin/text.h>
#include "internal.h"
#include <bytecursor/digest.h>

#include <string.h>

#define NONE UINT32_MAX
#define SET_BIT 0x80000000u /* marks a slot that holds the number of a set, not of a property */

static uint64_t mix(uint64_t h, struct syclbin_string s)
{
	h = bytecursor_fnv(h, s.data, s.size);
	return (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
}

static bool equal(struct syclbin_string a, struct syclbin_string b)
{
	return a.size == b.size && (a.data == b.data || memcmp(a.data, b.data, a.size) == 0);
}

/* Returns the slot of a set (key NULL) or of a property: the slot that holds it, or the free one for it. The hash is
 * seeded with an address, which the author of the text cannot know; no order depends on it. */
static uint32_t *find_slot(const struct syclbin_table *t, struct syclbin_string set, const struct syclbin_string *key)
{
	uint64_t h = mix((uint64_t)(uintptr_t)t->slots * 0x9e3779b97f4a7c15u, set);
	uint32_t mask = t->slot_count - 1;
	for (uint32_t at = (uint32_t)((key ? mix(h + 1, *key) : h) >> 32) & mask;; at = (at + 1) & mask) {
		uint32_t *slot = &t->slots[at], number = *slot & ~SET_BIT;
		if (*slot == NONE)
			return slot;
		if (key && !(*slot & SET_BIT) && equal(t->properties[number].key, *key) &&
			equal(t->properties[number].set, set))
			return slot;
		if (!key && (*slot & SET_BIT) && equal(t->sets[number].name, set))
			return slot;
	}
}

static void add_set(struct syclbin_table *t, const struct syclbin_property *line)
{
	uint32_t *slot = find_slot(t, line->set, NULL);
	if (*slot != NONE) {
		t->duplicate_sets++;
		return;
	}
	*slot = t->set_count | SET_BIT;
	t->sets[t->set_count++] = (struct syclbin_table_set){ line->set, line->offset, 0, 0 };
}

static void add_property(struct syclbin_table *t, const struct syclbin_property *property)
{
	uint32_t *slot = find_slot(t, property->set, &property->key);
	if (*slot != NONE) {
		t->duplicate_keys++;
		t->properties[*slot] = *property;
		return;
	}
	*slot = t->property_count;
	t->properties[t->property_count++] = *property;
	t->sets[*find_slot(t, property->set, NULL) & ~SET_BIT].count++;
}

/* Groups the properties by set and keeps their order; `moved` maps old numbers to new ones, for the slots. */
static void group(struct syclbin_table *t, struct syclbin_property *sorted, uint32_t *moved)
{
	uint32_t first = 0;
	for (uint32_t i = 0; i < t->set_count; i++) {
		t->sets[i].first = first;
		first += t->sets[i].count;
		t->sets[i].count = 0;
	}
	for (uint32_t i = 0; i < t->property_count; i++) {
		struct syclbin_table_set *set = &t->sets[*find_slot(t, t->properties[i].set, NULL) & ~SET_BIT];
		moved[i] = set->first + set->count++;
		sorted[moved[i]] = t->properties[i];
	}
	for (uint32_t i = 0; i < t->slot_count; i++) {
		if (!(t->slots[i] & SET_BIT))
			t->slots[i] = moved[t->slots[i]];
	}
}

static enum syclbin_status fill(struct syclbin_table *t, const struct syclbin_span *text,
	const struct syclbin_allocator *allocator, struct syclbin_diag *diag)
{
	struct syclbin_properties walk = syclbin_properties(text);
	struct syclbin_property line;
	enum syclbin_status status;
	while ((status = syclbin_properties_next(&walk, &line, diag)) == SYCLBIN_OK) {
		if (line.type == SYCLBIN_PROPERTY_SET)
			add_set(t, &line);
		else
			add_property(t, &line);
	}
	if (status != SYCLBIN_E_NOT_FOUND)
		return status;
	struct syclbin_property *sorted = syclbin__alloc(allocator, t->lines, sizeof *sorted);
	uint32_t *moved = syclbin__alloc(allocator, t->lines, sizeof *moved);
	if (sorted && moved) {
		group(t, sorted, moved);
		struct syclbin_property *before = t->properties;
		t->properties = sorted;
		sorted = before;
	}
	status = sorted && moved ? SYCLBIN_OK : syclbin__no_memory(diag);
	syclbin__free(allocator, sorted, t->lines, sizeof *sorted);
	syclbin__free(allocator, moved, t->lines, sizeof *moved);
	return status;
}

/* Counts the lines of a text, plus one; 0: too many. */
static uint32_t count_lines(const struct syclbin_span *text)
{
	const char *at = (const char *)text->data, *end = at + text->size;
	uint64_t lines = 1;
	while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
		lines++;
		at++;
	}
	return lines < UINT32_MAX / 8 ? (uint32_t)lines : 0;
}

enum syclbin_status syclbin_table_init(struct syclbin_table *out, const struct syclbin_span *text,
	const struct syclbin_allocator *allocator, struct syclbin_diag *diag)
{
	enum syclbin_status status;
	memset(out, 0, sizeof *out);
	uint32_t lines = count_lines(text);
	if (lines == 0)
		return syclbin__fail(
			diag, SYCLBIN_E_LIMIT, SYCLBIN_C_SIZE, text->offset, "a text of more than 2^29 lines");
	out->lines = lines;
	out->slot_count = 4;
	while (out->slot_count <= lines * 2)
		out->slot_count *= 2;
	out->sets = syclbin__alloc(allocator, lines, sizeof *out->sets);
	out->properties = syclbin__alloc(allocator, lines, sizeof *out->properties);
	out->slots = syclbin__alloc(allocator, out->slot_count, sizeof *out->slots);
	if (out->sets && out->properties && out->slots) {
		memset(out->slots, 0xFF, out->slot_count * sizeof *out->slots);
		status = fill(out, text, allocator, diag);
	} else {
		status = syclbin__no_memory(diag);
	}
	if (status != SYCLBIN_OK)
		syclbin_table_finish(out, allocator);
	return status;
}

void syclbin_table_finish(struct syclbin_table *table, const struct syclbin_allocator *allocator)
{
	syclbin__free(allocator, table->sets, table->lines, sizeof *table->sets);
	syclbin__free(allocator, table->properties, table->lines, sizeof *table->properties);
	syclbin__free(allocator, table->slots, table->slot_count, sizeof *table->slots);
	memset(table, 0, sizeof *table);
}

const struct syclbin_property *syclbin_table_find(const struct syclbin_table *table, struct syclbin_string set,
	struct syclbin_string key)
{
	const uint32_t *slot = table->slots ? find_slot(table, set, &key) : NULL;
	return slot && *slot != NONE ? &table->properties[*slot] : NULL;
}

const struct syclbin_table_set *syclbin_table_find_set(const struct syclbin_table *table, struct syclbin_string name)
{
	const uint32_t *slot = table->slots ? find_slot(table, name, NULL) : NULL;
	return slot && *slot != NONE ? &table->sets[*slot & ~SET_BIT] : NULL;
}
