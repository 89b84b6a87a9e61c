/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "collective_pairs.h"

/* [a][b][value of a]: a bit for each value of b. */
static uint32_t seen[MOST_CHOICES][MOST_CHOICES][MOST_VALUES];

bool pairs_add(const uint32_t *values, uint32_t count)
{
	bool is_new = false;
	for (uint32_t a = 0; a < count; a++)
		for (uint32_t b = a + 1; b < count; b++) {
			const uint32_t bit = UINT32_C(1) << values[b];
			is_new = is_new || !(seen[a][b][values[a]] & bit);
			seen[a][b][values[a]] |= bit;
		}
	return is_new;
}
