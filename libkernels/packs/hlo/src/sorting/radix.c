/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See radix.h. Few items are sorted by insertion, others by radix: a byte at a time, from the lowest. Each pass counts
 * the digits of every block of items, then moves the blocks. A block has its own places for each digit, behind those of
 * the blocks before; so the result does not depend on their number. */
#include "sorting/radix.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <string.h>

#define FEW 40
#define DIGITS 256
#define MOST_BLOCKS 16
#define SHARED_ITEMS 65536 /* fewer are sorted by one thread */
#define PIECE 65536 /* items; then the sort asks whether the request has ended. From then on no stage does anything: counts are missing */

struct sort {
	enum hlo_items kind;
	size_t n, blocks;
	void *arrays[2];   /* pass i moves items from arrays[i % 2] */
	unsigned shifts[8], passes;
	uint32_t (*counts)[DIGITS]; /* of each block */
};

size_t kernels_hlo__item_size(enum hlo_items kind)
{
	return kind == HLO_KEYS_32 ? sizeof(uint32_t) : kind == HLO_ENTRIES ? sizeof(struct hlo_entry) : sizeof(uint64_t);
}

/* The first places of a block for each digit. */
static void places_of(const struct sort *s, size_t block, uint32_t *places)
{
	uint32_t at = 0;
	for (size_t digit = 0; digit < DIGITS; digit++) {
		for (size_t b = 0; b < s->blocks; b++) {
			if (b == block)
				places[digit] = at;
			at += s->counts[b][digit];
		}
	}
}

static size_t begin_of(const struct sort *s, size_t block) { return s->n / s->blocks * block; }
static size_t end_of(const struct sort *s, size_t block) { return block + 1 == s->blocks ? s->n : begin_of(s, block + 1); }

/* `key` is an expression of the item x. */
#define ITEMS(name, type, key) \
	static void insert_##name(type *items, size_t n) \
	{ \
		for (size_t i = 1; i < n; i++) { \
			const type moved = items[i]; \
			type x = moved; \
			const uint64_t moved_key = (key); \
			size_t at = i; \
			for (; at > 0; at--) { \
				x = items[at - 1]; \
				if ((key) <= moved_key) \
					break; \
				items[at] = x; \
			} \
			items[at] = moved; \
		} \
	} \
	static void count_##name(const type *from, size_t begin, size_t end, unsigned shift, uint32_t *counts) \
	{ \
		for (size_t i = begin; i < end; i++) { \
			const type x = from[i]; \
			counts[(key) >> shift & (DIGITS - 1)]++; \
		} \
	} \
	static void move_##name( \
		const type *from, type *restrict to, size_t begin, size_t end, unsigned shift, uint32_t *places) \
	{ \
		for (size_t i = begin; i < end; i++) { \
			const type x = from[i]; \
			to[places[(key) >> shift & (DIGITS - 1)]++] = x; \
		} \
	}
ITEMS(keys_32, uint32_t, x)
ITEMS(keys_64, uint64_t, x)
ITEMS(pairs, uint64_t, x >> 32)
ITEMS(entries, struct hlo_entry, x.key)

static void insert(enum hlo_items kind, void *items, size_t n)
{
	switch (kind) {
	case HLO_KEYS_32: insert_keys_32(items, n); break;
	case HLO_KEYS_64: insert_keys_64(items, n); break;
	case HLO_PAIRS: insert_pairs(items, n); break;
	case HLO_ENTRIES: insert_entries(items, n); break;
	}
}

static void count_block(struct sort *s, size_t pass, size_t block)
{
	const void *from = s->arrays[pass % 2];
	const size_t begin = begin_of(s, block), end = end_of(s, block);
	uint32_t *counts = s->counts[block];
	memset(counts, 0, sizeof *s->counts);
	for (size_t i = begin, to; i < end; i = to) {
		to = end - i < PIECE ? end : i + PIECE;
		switch (s->kind) {
		case HLO_KEYS_32: count_keys_32(from, i, to, s->shifts[pass], counts); break;
		case HLO_KEYS_64: count_keys_64(from, i, to, s->shifts[pass], counts); break;
		case HLO_PAIRS: count_pairs(from, i, to, s->shifts[pass], counts); break;
		case HLO_ENTRIES: count_entries(from, i, to, s->shifts[pass], counts); break;
		}
		if (to < end && kernels_stopped())
			return;
	}
}

static void move_block(const struct sort *s, size_t pass, size_t block)
{
	const void *from = s->arrays[pass % 2];
	void *to = s->arrays[1 - pass % 2];
	const size_t begin = begin_of(s, block), end = end_of(s, block);
	uint32_t places[DIGITS];
	places_of(s, block, places);
	for (size_t i = begin, piece; i < end; i = piece) {
		piece = end - i < PIECE ? end : i + PIECE;
		switch (s->kind) {
		case HLO_KEYS_32: move_keys_32(from, to, i, piece, s->shifts[pass], places); break;
		case HLO_KEYS_64: move_keys_64(from, to, i, piece, s->shifts[pass], places); break;
		case HLO_PAIRS: move_pairs(from, to, i, piece, s->shifts[pass], places); break;
		case HLO_ENTRIES: move_entries(from, to, i, piece, s->shifts[pass], places); break;
		}
		if (piece < end && kernels_stopped())
			return;
	}
}

/* Stages 2 * pass: counts, 2 * pass + 1: moves. */
static void run_stage(const void *data, size_t stage, size_t block)
{
	struct sort *s = (struct sort *)(uintptr_t)data;
	if (stage % 2 == 0)
		count_block(s, stage / 2, block);
	else
		move_block(s, stage / 2, block);
}

static size_t blocks_of(const void *data, size_t stage)
{
	(void)stage;
	return ((const struct sort *)data)->blocks;
}

void *kernels_hlo__radix_sort(enum hlo_items kind, void *items, void *spare, size_t n, uint64_t different,
	struct async_queue *queue)
{
	if (different == 0)
		return items;
	if (n <= FEW) {
		insert(kind, items, n);
		return items;
	}
	uint32_t counts[MOST_BLOCKS][DIGITS];
	struct sort s = { .kind = kind, .n = n, .blocks = 1, .arrays = { items, spare }, .counts = counts };
	for (unsigned shift = 0; shift < 64; shift += 8)
		if (different >> shift & (DIGITS - 1))
			s.shifts[s.passes++] = shift;
	if (queue && n >= SHARED_ITEMS)
		s.blocks = kernels_shared__sharers(queue); /* at most 16 */
	const struct kernels_shared__stages stages = { run_stage, blocks_of, &s, 2 * s.passes };
	if (s.blocks > 1 && kernels_shared__share_stages(queue, &stages))
		return s.arrays[s.passes % 2];
	s.blocks = 1;
	for (size_t stage = 0; stage < stages.count && (n <= PIECE || !kernels_stopped()); stage++)
		run_stage(&s, stage, 0);
	return s.arrays[s.passes % 2];
}
