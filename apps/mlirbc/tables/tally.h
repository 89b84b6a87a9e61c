/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Counts things that are equal if their addresses are: strings, types and attributes of a context. */
#ifndef MLIRBC_APP_TALLY_H
#define MLIRBC_APP_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tally_entry {
	const void *key; /* NULL: an empty slot */
	const void *value;
	unsigned kind;
	uint64_t count;
	size_t number; /* in the order of first occurrences, which does not depend on addresses */
};
struct tally {
	struct tally_entry *slots;
	size_t count, room;
	bool failed; /* out of memory */
};
/* Counts a key of a kind, and a pair of a key and a value. */
void tally_add(struct tally *tally, unsigned kind, const void *key, uint64_t count);
void tally_add_pair(struct tally *tally, const void *key, const void *value);
/* Moves the entries to the front and sorts them. Nothing can be added afterwards. */
void tally_sort(struct tally *tally, int (*compare)(const void *a, const void *b));
void tally_finish(struct tally *tally);

#endif
