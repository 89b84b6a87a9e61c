/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The name that was probably meant. */
#include "cli.h"

#include <string.h>

enum { LONGEST = 64 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Edit distance: insertions, deletions, replacements, and swaps of adjacent characters; the sizes are at most
 * LONGEST. */
static unsigned distance(const char *a, size_t a_size, const char *b, size_t b_size)
{
	unsigned rows[3][LONGEST + 1];
	for (unsigned j = 0; j <= b_size; j++)
		rows[0][j] = j;
	for (unsigned i = 1; i <= a_size; i++) {
		unsigned *row = rows[i % 3];
		const unsigned *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
		row[0] = i;
		for (unsigned j = 1; j <= b_size; j++) {
			row[j] = least(last[j], row[j - 1]) + 1;
			row[j] = least(row[j], last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				row[j] = least(row[j], before[j - 2] + 1);
		}
	}
	return rows[a_size % 3][b_size];
}

void cli_nearest_init(struct cli_nearest *nearest, const char *wanted, size_t size)
{
	*nearest = (struct cli_nearest){ wanted, size, NULL, 0, (unsigned)(size < 3 ? 1 : size / 3 + 1) };
}

void cli_nearest_offer(struct cli_nearest *nearest, const char *name, size_t size)
{
	if (size == 0 || size > LONGEST || nearest->wanted_size > LONGEST)
		return;
	unsigned far = distance(nearest->wanted, nearest->wanted_size, name, size);
	if (far >= nearest->distance || far >= size)
		return;
	nearest->name = name;
	nearest->size = size;
	nearest->distance = far;
}
