/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The hash of names: an attacker must not know names that collide for every seed. */
#include "check.h"
#include "support/hash_set.h"

#include <string.h>

enum { SEEDS = 100, MOST = 64 };

static uint64_t seed_of(int i) { return (uint64_t)(i + 1) * UINT64_C(0xD1342543DE82EF95); }

/* The number of seeds for which letters of that size collide with a copy in which these words, from `from` on at
 * distance `step`, are changed. */
static int collisions(size_t size, size_t from, size_t step, const uint64_t *changes, size_t count)
{
	unsigned char one[8 * MOST], other[8 * MOST];
	int found = 0;
	memset(one, 'a', sizeof one);
	memcpy(other, one, sizeof other);
	for (size_t i = 0; i < count; i++) {
		uint64_t word;
		memcpy(&word, other + from + i * step, sizeof word);
		word ^= changes[i];
		memcpy(other + from + i * step, &word, sizeof word);
	}
	for (int i = 0; i < SEEDS; i++)
		found += mlirbc__hash(seed_of(i), one, size) == mlirbc__hash(seed_of(i), other, size);
	return found;
}

/* Changes that cancel out if a word affects only the bits above it, with and without shifts of the result. */
static void words_do_not_undo_each_other(void)
{
	const uint64_t top = UINT64_C(1) << 63;
	const uint64_t plain[] = { top, top }, shifted[] = { top, top | top >> 32 };
	const uint64_t delayed[] = { top, top, top >> 31, top >> 62 };
	for (size_t size = 16; size <= 8 * MOST; size++) {
		for (size_t from = 0; from + 16 <= size && from < 64; from += 8) {
			CHECK_INT(collisions(size, from, 8, plain, 2), 0);
			CHECK_INT(collisions(size, from, 8, shifted, 2), 0);
			if (from + 104 <= size)
				CHECK_INT(collisions(size, from, 32, delayed, 4), 0);
		}
	}
}

/* Every byte counts, and so does the size. */
static void bytes_count(void)
{
	unsigned char data[8 * MOST] = { 0 };
	for (size_t size = 1; size < sizeof data; size++) {
		uint64_t hash = mlirbc__hash(1, data, size);
		CHECK(hash != mlirbc__hash(1, data, size - 1));
		for (size_t i = 0; i < size; i++) {
			data[i] = 1;
			CHECK(hash != mlirbc__hash(1, data, size));
			data[i] = 0;
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(words_do_not_undo_each_other), CHECK_CASE(bytes_count) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
