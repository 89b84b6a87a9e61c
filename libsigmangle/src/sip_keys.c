/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds duplicate keys in an unsorted sequence or dict: sorts one block of keys at a time, and searches it for all
 * later keys. */
#include "sip.h"

#include <string.h>

int sigmangle__compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size)
{
	size_t common = a_size < b_size ? a_size : b_size;
	int order = common ? memcmp(a, b, common) : 0;
	return order ? order : (a_size > b_size) - (a_size < b_size);
}

#define BLOCK 1024
#define FILTER 32768 /* bits */

/* The positions of keys, ordered by key; equal keys in the order of their positions. */
struct block {
	uint32_t key[BLOCK]; /* relative to base */
	size_t count;
	const char *base, *end;
	uint32_t filter[FILTER / 32]; /* Bloom filter of the keys, which avoids most unsuccessful searches */
};

SMALL static int compare(const struct block *block, uint32_t a, uint32_t b)
{
	const struct sigmangle__token x = sigmangle__lex_again(block->base + a, block->end);
	const struct sigmangle__token y = sigmangle__lex_again(block->base + b, block->end);
	if (!x.payload)
		return (x.value > y.value) - (x.value < y.value);
	return sigmangle__compare_bytes(x.payload, (size_t)x.value - 1, y.payload, (size_t)y.value - 1);
}

SMALL static uint32_t hash(const struct sigmangle__token *key)
{
	uint32_t number = (uint32_t)key->value;
	for (int32_t i = 0; key->payload && i < key->value - 1; i++)
		number = (number ^ (unsigned char)key->payload[i]) * 16777619u;
	return number * 2654435761u >> 17; /* 15 bits */
}

SMALL static bool is_behind(const struct block *block, uint32_t a, uint32_t b)
{
	int order = compare(block, a, b);
	return order > 0 || (order == 0 && a > b);
}

SMALL static void sift(struct block *block, size_t root, size_t count)
{
	for (size_t child; (child = 2 * root + 1) < count; root = child) {
		if (child + 1 < count && is_behind(block, block->key[child + 1], block->key[child]))
			child++;
		if (!is_behind(block, block->key[child], block->key[root]))
			return;
		const uint32_t key = block->key[root];
		block->key[root] = block->key[child];
		block->key[child] = key;
	}
}

SMALL static void sort(struct block *block)
{
	for (size_t i = block->count / 2; i-- > 0;)
		sift(block, i, block->count);
	for (size_t left = block->count; left-- > 1;) {
		const uint32_t key = block->key[0];
		block->key[0] = block->key[left];
		block->key[left] = key;
		sift(block, 0, left);
	}
}

SMALL static bool holds(const struct block *block, uint32_t key)
{
	size_t low = 0, high = block->count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		int order = compare(block, block->key[middle], key);
		if (order == 0)
			return true;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return false;
}

/* Stores this key in *out_key and skips it and its value. */
SMALL static const char *take_pair(const char *at, const char *end, struct sigmangle__token *out_key)
{
	*out_key = sigmangle__lex_again(at, end);
	return sigmangle__lex_again(out_key->next, end).next;
}

SMALL const char *sigmangle__duplicate_key(const char *at, const char *end)
{
	struct block block;
	struct sigmangle__token key;
	const char *found = NULL; /* the earliest duplicate so far; later ones are not needed */
	block.base = at;
	block.end = end;
	while (at != end && at != found) {
		memset(block.filter, 0, sizeof block.filter);
		for (block.count = 0; block.count < BLOCK && at != end && at != found;) {
			block.key[block.count++] = (uint32_t)(at - block.base);
			at = take_pair(at, end, &key);
			block.filter[hash(&key) / 32] |= (uint32_t)1 << hash(&key) % 32;
		}
		sort(&block);
		for (size_t i = 1; i < block.count; i++) {
			const char *second = block.base + block.key[i];
			if (compare(&block, block.key[i - 1], block.key[i]) == 0 && (!found || second < found))
				found = second;
		}
		if (found && found < at)
			return found;
		for (const char *later = at; later != end && later != found;) {
			const char *behind = take_pair(later, end, &key);
			const uint32_t bits = hash(&key);
			if (block.filter[bits / 32] >> bits % 32 & 1 && holds(&block, (uint32_t)(later - block.base))) {
				found = later;
				break;
			}
			later = behind;
		}
	}
	return found;
}
