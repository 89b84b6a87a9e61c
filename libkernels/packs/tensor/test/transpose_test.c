/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transpositions of elements of 4 bytes, by each instruction set: every element arrives, and nothing else changes. */
#include "check.h"
#include <shared/transpose.h>
#include <string.h>

enum { MOST = 150 * 150, FILL = 0x2BABABAB };

static _Alignas(64) uint32_t from[MOST], to[MOST];

static void one(size_t rows, size_t columns, size_t from_step, size_t to_step, bool streams, int isa)
{
	for (size_t i = 0; i < MOST; i++) {
		from[i] = (uint32_t)(i * 2654435761u);
		to[i] = FILL;
	}
	kernels_shared__transpose(&(struct transpose){ from, from_step, to, to_step, rows, columns, streams, (enum transpose_isa)isa });
	kernels_shared__transpose_end();
	size_t wrong = 0;
	for (size_t i = 0; i < columns * to_step; i++) {
		const size_t column = i / to_step, row = i % to_step;
		wrong += to[i] != (row < rows ? from[row * from_step + column] : FILL);
	}
	wrong += to[columns * to_step] != FILL;
	if (wrong > 0)
		check_report(__FILE__, __LINE__, "%zu elements of %zu x %zu, steps %zu and %zu, %d are wrong", wrong, rows, columns, from_step,
			to_step, isa);
}

static void sizes(void)
{
	static const size_t all[] = { 1, 3, 4, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 65, 100, 128 };
	enum { COUNT = sizeof all / sizeof *all };
	for (int isa = 0; isa < 3; isa++) {
		for (size_t i = 0; i < COUNT * COUNT; i++) {
			const size_t rows = all[i / COUNT], columns = all[i % COUNT], whole = (rows + 15) / 16 * 16;
			one(rows, columns, columns, rows, false, isa);
			one(rows, columns, columns + 3, rows + 5, false, isa);
			one(rows, columns, columns, whole, true, isa);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(sizes) };
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
