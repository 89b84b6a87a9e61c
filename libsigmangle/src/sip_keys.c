/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whether the keys of a sequence or dict that is not sorted are all different: a block of them at a time is sorted, and
 * all later ones are searched in it. */
#include "sip.h"

#include <string.h>

int sigmangle__compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size)
{
	size_t common = a_size < b_size ? a_size : b_size;
	int order = common ? memcmp(a, b, common) : 0;
	return order ? order : (a_size > b_size) - (a_size < b_size);
}

#define BLOCK 256

/* Where keys begin, ordered by what they are, of equals the first in front. */
struct block {
	const char *key[BLOCK];
	size_t count;
	const char *end;
};

static int compare(const struct block *block, const char *a, const char *b)
{
	const struct sigmangle__token x = sigmangle__lex_again(a, block->end), y = sigmangle__lex_again(b, block->end);
	if (!x.payload)
		return (x.value > y.value) - (x.value < y.value);
	return sigmangle__compare_bytes(x.payload, (size_t)x.value - 1, y.payload, (size_t)y.value - 1);
}

SMALL static bool is_behind(const struct block *block, const char *a, const char *b)
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
		const char *key = block->key[root];
		block->key[root] = block->key[child];
		block->key[child] = key;
	}
}

SMALL static void sort(struct block *block)
{
	for (size_t i = block->count / 2; i-- > 0;)
		sift(block, i, block->count);
	for (size_t left = block->count; left-- > 1;) {
		const char *key = block->key[0];
		block->key[0] = block->key[left];
		block->key[left] = key;
		sift(block, 0, left);
	}
}

SMALL static bool holds(const struct block *block, const char *key)
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

/* Goes to the next key: over this key and its value. */
SMALL static const char *behind_pair(const char *at, const char *end)
{
	const struct sigmangle__token key = sigmangle__lex_again(at, end);
	return sigmangle__lex_again(key.next, end).next;
}

SMALL const char *sigmangle__duplicate_key(const char *at, const char *end)
{
	struct block block = { .end = end };
	const char *found = NULL; /* the earliest so far: nothing from there on is of interest */
	while (at != end && at != found) {
		for (block.count = 0; block.count < BLOCK && at != end && at != found; at = behind_pair(at, end))
			block.key[block.count++] = at;
		sort(&block);
		for (size_t i = 1; i < block.count; i++) {
			if (compare(&block, block.key[i - 1], block.key[i]) == 0 && (!found || block.key[i] < found))
				found = block.key[i];
		}
		if (found && found < at)
			return found;
		for (const char *later = at; later != end && later != found; later = behind_pair(later, end)) {
			if (holds(&block, later)) {
				found = later;
				break;
			}
		}
	}
	return found;
}
