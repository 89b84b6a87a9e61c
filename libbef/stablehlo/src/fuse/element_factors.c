/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fuse/element_factors.h"

static uint32_t factors_put(const struct bef_hlo__factors *f, const char *name, uint32_t a, uint32_t b)
{
	const uint32_t operands[2] = { a, b };
	return bef_hlo__elements_step(f->e, name, operands, 2, f->f64);
}

static uint32_t compare(const struct bef_hlo__factors *f, const char *name, uint32_t a, uint32_t b)
{
	const uint32_t operands[2] = { a, b };
	return bef_hlo__elements_step(f->e, name, operands, 2, f->i1);
}

static uint32_t number(const struct bef_hlo__factors *f, double value) { return bef_hlo__elements_number(f->e, value, f->f64); }

static uint32_t index_of(const struct bef_hlo__factors *f, size_t value) { return bef_hlo__elements_number(f->e, (double)value, f->i32); }

static uint32_t choose(const struct bef_hlo__factors *f, uint32_t condition, uint32_t yes, uint32_t no)
{
	return bef_hlo__elements_choose(f->e, f->f64, condition, yes, no);
}

static uint32_t choose_index(const struct bef_hlo__factors *f, uint32_t condition, uint32_t yes, uint32_t no)
{
	return bef_hlo__elements_choose(f->e, f->i32, condition, yes, no);
}

/* x - a * b */
static uint32_t less_product(const struct bef_hlo__factors *f, uint32_t x, uint32_t a, uint32_t b)
{
	return factors_put(f, "subtract", x, factors_put(f, "multiply", a, b));
}

/* ---- Cholesky */

/* Row i, and whether the rest on its diagonal is positive. */
static uint32_t cholesky_row(const struct bef_hlo__factors *f, uint32_t *a, size_t n, size_t i)
{
	uint32_t *row = a + i * n;
	for (size_t j = 0; j < i; j++) {
		for (size_t k = 0; k < j; k++)
			row[j] = less_product(f, row[j], row[k], a[j * n + k]);
		row[j] = factors_put(f, "divide", row[j], a[j * n + j]);
	}
	for (size_t k = 0; k < i; k++)
		row[i] = less_product(f, row[i], row[k], row[k]);
	const uint32_t positive = compare(f, "compare.GT.FLOAT", row[i], number(f, 0));
	row[i] = bef_hlo__elements_step(f->e, "sqrt", &row[i], 1, f->f64);
	return positive;
}

void bef_hlo__factors_cholesky(const struct bef_hlo__factors *f, uint32_t *a, size_t n, uint32_t *good, uint32_t *info)
{
	uint32_t positive[BEF_HLO__FACTORS_MOST];
	for (size_t i = 0; i < n; i++) {
		positive[i] = cholesky_row(f, a, n, i);
		good[i] = i == 0 ? positive[0] : compare(f, "and", good[i - 1], positive[i]);
	}
	*info = index_of(f, 0);
	for (size_t i = n; i-- > 0;)
		*info = choose_index(f, positive[i], *info, index_of(f, i + 1));
}

/* ---- triangular systems */

void bef_hlo__factors_solve(const struct bef_hlo__factors *f, const uint32_t *a, size_t n, bool lower, bool unit, uint32_t *b, size_t columns)
{
	for (size_t done = 0; done < n; done++) {
		const size_t i = lower ? done : n - 1 - done;
		uint32_t *row = b + i * columns;
		for (size_t j = 0; j < columns; j++) {
			for (size_t k = lower ? 0 : i + 1; k < (lower ? i : n); k++)
				row[j] = less_product(f, row[j], a[i * n + k], b[k * columns + j]);
			if (!unit)
				row[j] = factors_put(f, "divide", row[j], a[i * n + i]);
		}
	}
}

/* ---- LU */

/* The search for a pivot in column i: rows from i on. */
struct pivot {
	uint32_t row;      /* its number, from 0 */
	uint32_t singular; /* whether the largest element is 0: nothing is exchanged and eliminated then */
};

static struct pivot find_pivot(const struct bef_hlo__factors *f, const uint32_t *a, size_t rows, size_t columns, size_t i)
{
	struct pivot pivot = { .row = index_of(f, i) };
	uint32_t largest = number(f, -1); /* a NaN is no pivot, unless all are */
	for (size_t r = i; r < rows; r++) {
		const uint32_t size = bef_hlo__elements_step(f->e, "abs", &a[r * columns + i], 1, f->f64);
		const uint32_t larger = compare(f, "compare.GT.FLOAT", size, largest);
		largest = choose(f, larger, size, largest);
		pivot.row = choose_index(f, larger, index_of(f, r), pivot.row);
	}
	pivot.singular = compare(f, "compare.EQ.FLOAT", largest, number(f, 0));
	return pivot;
}

static void exchange(const struct bef_hlo__factors *f, uint32_t *a, size_t rows, size_t columns, size_t i, const struct pivot *pivot)
{
	const uint32_t regular = bef_hlo__elements_step(f->e, "not", &pivot->singular, 1, f->i1);
	uint32_t *row = a + i * columns;
	uint32_t old[BEF_HLO__MOST_ELEMENTS];
	memcpy(old, row, columns * sizeof *old);
	for (size_t r = i + 1; r < rows; r++) {
		uint32_t *other = a + r * columns;
		const uint32_t here = compare(f, "and", regular, compare(f, "compare.EQ.SIGNED", pivot->row, index_of(f, r)));
		for (size_t j = 0; j < columns; j++) {
			row[j] = choose(f, here, other[j], row[j]);
			other[j] = choose(f, here, old[j], other[j]);
		}
	}
}

/* Without a pivot the products are 0, so that nothing changes. */
static void eliminate(const struct bef_hlo__factors *f, uint32_t *a, size_t rows, size_t columns, size_t i, const struct pivot *pivot)
{
	uint32_t *row = a + i * columns, safe[BEF_HLO__MOST_ELEMENTS];
	const uint32_t zero = number(f, 0);
	for (size_t j = i + 1; j < columns && i + 1 < rows; j++)
		safe[j] = choose(f, pivot->singular, zero, row[j]);
	for (size_t r = i + 1; r < rows; r++) {
		uint32_t *other = a + r * columns;
		const uint32_t factor = factors_put(f, "divide", other[i], row[i]);
		const uint32_t used = choose(f, pivot->singular, zero, factor);
		other[i] = choose(f, pivot->singular, other[i], factor);
		for (size_t j = i + 1; j < columns; j++)
			other[j] = less_product(f, other[j], used, safe[j]);
	}
}

void bef_hlo__factors_lu(
	const struct bef_hlo__factors *f, uint32_t *a, size_t rows, size_t columns, uint32_t *pivots, uint32_t *info)
{
	const size_t least = rows < columns ? rows : columns;
	uint32_t singular[BEF_HLO__FACTORS_MOST];
	for (size_t i = 0; i < least; i++) {
		const struct pivot pivot = find_pivot(f, a, rows, columns, i);
		const uint32_t operands[2] = { pivot.row, index_of(f, 1) };
		pivots[i] = bef_hlo__elements_step(f->e, "add", operands, 2, f->i32);
		singular[i] = pivot.singular;
		exchange(f, a, rows, columns, i, &pivot);
		eliminate(f, a, rows, columns, i, &pivot);
	}
	*info = index_of(f, 0);
	for (size_t i = least; i-- > 0;)
		*info = choose_index(f, singular[i], index_of(f, i + 1), *info);
}

/* ---- the order of rows after exchanges, which are numbered from 0 */

void bef_hlo__factors_permutation(const struct bef_hlo__factors *f, const uint32_t *exchanges, size_t count, size_t rows, uint32_t *order)
{
	for (size_t i = 0; i < rows; i++)
		order[i] = index_of(f, i);
	for (size_t i = 0; i < count; i++) {
		const uint32_t kept = order[i];
		for (size_t r = 0; r < rows; r++) {
			const uint32_t here = r == i ? 0 : compare(f, "compare.EQ.SIGNED", exchanges[i], index_of(f, r));
			if (r == i)
				continue;
			order[i] = choose_index(f, here, order[r], order[i]);
			order[r] = choose_index(f, here, kept, order[r]);
		}
	}
}
