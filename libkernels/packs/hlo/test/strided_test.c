/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Columns of narrow rows by vectors of each instruction set that the processor has, and runs of equal elements: each element,
 * and no other byte. Arrays end with their last element, so that AddressSanitizer sees accesses behind it. */
#include "check.h"
#include "layout/pick.h"
#include "layout/strided.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 150, MOST_STEP = 9 };
static unsigned char pattern[MOST * MOST_STEP * 8];

static unsigned char *copy_of(const void *from, size_t bytes)
{
	unsigned char *copy = malloc(bytes);
	if (copy)
		memcpy(copy, from, bytes);
	return copy;
}

static bool is_column(const unsigned char *out, const unsigned char *from, size_t step, size_t size, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (memcmp(out + i * size, from + i * step * size, size) != 0)
			return false;
	return true;
}

static void read_column(enum hlo_steps_isa isa, size_t step, size_t size, size_t n)
{
	unsigned char *from = copy_of(pattern, ((n - 1) * step + 1) * size), *to = copy_of(pattern + 5, n * size);
	if (CHECK(from && to)) {
		const size_t done = kernels_hlo__read_steps(isa, to, from, (int64_t)step, size, n);
		const bool wanted = isa != HLO_STEPS_NONE && n > 64 && size >= 4 && step > 1 && step <= HLO_STEPS_MOST_READ;
		if (done > n || !is_column(to, from, step, size, done) ||
			memcmp(to + done * size, pattern + 5 + done * size, (n - done) * size) != 0 ||
			(wanted ? n - done > 16 : size == 2 && done > 0))
			check_report(__FILE__, __LINE__, "isa %d: %zu of %zu elements of %zu bytes, step %zu", (int)isa, done, n, size, step);
		kernels_hlo__copy_elements(to, 1, from, (int64_t)step, size, n);
		CHECK(is_column(to, from, step, size, n));
	}
	free(from);
	free(to);
}

/* The bytes between the elements stay. */
static void write_column(enum hlo_steps_isa isa, size_t step, size_t size, size_t n)
{
	const size_t bytes = ((n - 1) * step + 1) * size;
	unsigned char *from = copy_of(pattern, n * size), *to = copy_of(pattern + 5, bytes), *expected = copy_of(pattern + 5, bytes);
	if (CHECK(from && to && expected)) {
		const size_t done = kernels_hlo__write_steps(isa, to, (int64_t)step, from, size, n);
		for (size_t i = 0; i < done; i++)
			memcpy(expected + i * step * size, from + i * size, size);
		CHECK(done <= n);
		CHECK_BYTES(to, bytes, expected, bytes);
		if (isa == HLO_STEPS_AVX512 && n > 64 && size >= 4 && step > 1 && step <= HLO_STEPS_MOST_WRITTEN)
			CHECK(n - done < 16);
		for (size_t i = 0; i < n; i++)
			memcpy(expected + i * step * size, from + i * size, size);
		kernels_hlo__copy_elements(to, (int64_t)step, from, 1, size, n);
		CHECK_BYTES(to, bytes, expected, bytes);
	}
	free(from);
	free(to);
	free(expected);
}

static void columns(void)
{
	for (int isa = HLO_STEPS_NONE; isa <= (int)kernels_hlo__steps_isa(); isa++)
		for (size_t size = 2; size <= 8; size *= 2)
			for (size_t step = 1; step <= MOST_STEP; step++)
				for (size_t n = 1; n <= MOST && check_failures < 20; n += n < 70 ? 1 : 13) {
					read_column((enum hlo_steps_isa)isa, step, size, n);
					write_column((enum hlo_steps_isa)isa, step, size, n);
				}
}

static void runs(void)
{
	for (size_t size = 1; size <= 8; size *= 2)
		for (size_t run = 1; run <= 40; run += run < 12 ? 1 : 9)
			for (size_t count = 0; count <= 20 && check_failures < 20; count++) {
				unsigned char *to = copy_of(pattern, run * count * size + !count);
				if (!CHECK(to))
					return;
				kernels_hlo__fill_runs(to, pattern + 3, 24, size, run, count);
				for (size_t i = 0; i < run * count; i++)
					CHECK(memcmp(to + i * size, pattern + 3 + i / run * 24, size) == 0);
				free(to);
			}
}

int main(int argc, char **argv)
{
	static const struct check_case cases[] = { CHECK_CASE(columns), CHECK_CASE(runs) };
	uint32_t number = 1;
	for (size_t i = 0; i < sizeof pattern; i++, number = number * 1664525 + 1013904223)
		pattern[i] = (unsigned char)(number >> 24);
	return check_main(argc, argv, cases, sizeof cases / sizeof *cases);
}
