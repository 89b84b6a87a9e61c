/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As LAPACK's latrd: the reflections of a block change the rest of the matrix once, in one product; before that, only the column that is
 * needed next. Half of the work is products of the symmetric matrix and a vector, which read its lower triangle once. */
#include "linear/tridiagonal.h"
#include "linear/reflectors.h"
#include "linear/widths.h"
#include <kernels/stop.h>
#include <stdint.h>
#include <string.h>

enum {
	LEAST = 48, /* rows; fewer are faster one reflection after the other */
	MOST = (GEMM_SCRATCH_B + GEMM_SCRATCH_A) / (3 * REFLECTORS * (int)sizeof(double)),
	AT_ONCE = 4 /* rows */
};

/* Rows [i, i + AT_ONCE) of w += a * v, and what their elements before the diagonal add to the rows above. i is a multiple of AT_ONCE. */
#define ADD_ROWS(suffix, target, vector)                                                                               \
	target static void add_rows_##suffix(const double *a, size_t stride, size_t i, const double *v, double *w)     \
	{                                                                                                              \
		enum { LANES = sizeof(vector) / sizeof(double) };                                                      \
		const double *rows[AT_ONCE];                                                                           \
		vector sums[AT_ONCE];                                                                                  \
		for (size_t r = 0; r < AT_ONCE; r++) {                                                                 \
			rows[r] = a + (i + r) * stride;                                                                \
			sums[r] = (vector){ 0 };                                                                       \
		}                                                                                                      \
		size_t j = 0;                                                                                          \
		for (; j + LANES <= i; j += LANES) {                                                                   \
			const vector x = *(const vector *)(v + j);                                                     \
			vector y = *(const vector *)(w + j);                                                           \
			for (size_t r = 0; r < AT_ONCE; r++) {                                                         \
				const vector element = *(const vector *)(rows[r] + j);                                 \
				sums[r] += element * x;                                                                \
				y += element * v[i + r];                                                               \
			}                                                                                              \
			*(vector *)(w + j) = y;                                                                        \
		}                                                                                                      \
		for (size_t r = 0; r < AT_ONCE; r++) {                                                                 \
			double parts[LANES], sum = 0;                                                                  \
			memcpy(parts, &sums[r], sizeof parts);                                                         \
			for (size_t k = 0; k < LANES; k++)                                                             \
				sum += parts[k];                                                                       \
			for (size_t k = j; k < i + r; k++) {                                                           \
				sum += rows[r][k] * v[k];                                                              \
				w[k] += rows[r][k] * v[i + r];                                                         \
			}                                                                                              \
			w[i + r] += sum + rows[r][i + r] * v[i + r];                                                   \
		}                                                                                                      \
	}

VECTORS(ADD_ROWS)

/* w = a * v for the lower triangle of a symmetric matrix. */
static void multiply_symmetric(const double *a, size_t stride, size_t n, const double *v, double *w)
{
	size_t i = 0;
	memset(w, 0, n * sizeof *w);
	for (; i + AT_ONCE <= n; i += AT_ONCE)
		WITH_VECTORS(add_rows, (a, stride, i, v, w));
	for (; i < n; i++) {
		const double *row = a + i * stride;
		for (size_t j = 0; j < i; j++) {
			w[i] += row[j] * v[j];
			w[j] += row[j] * v[i];
		}
		w[i] += row[i] * v[i];
	}
}

/* A block begins with column `first`. The rest of the matrix lacks, for each of its reflections, v * w^T + w * v^T. */
struct block {
	double *a;
	size_t n, first;
	double *v, *w; /* lines: REFLECTORS each, w behind v; then as many copies of v */
};

/* to -= the sum of factors[j] * line j, from element `from` on. */
static void subtract_lines(
	const struct block *b, const double *lines, size_t count, const double *factors, size_t from, double *to)
{
	hlo_subtract_lines(lines + from, b->n, count, factors, b->n - from, to + from);
}

/* factors[j] = the product of line j and a vector, from element `from` on. */
static void multiply_lines(
	const struct block *b, const double *lines, size_t count, size_t from, const double *vector, double *factors)
{
	hlo_multiply_lines(lines + from, b->n, count, vector + from, b->n - from, factors);
}

/* Sets line v to column i as the reflections before leave it. */
static void load_column(const struct block *b, size_t i, double *v)
{
	const size_t n = b->n, count = i - b->first;
	double factors[REFLECTORS];
	for (size_t r = i; r < n; r++)
		v[r] = b->a[r * n + i];
	for (size_t j = 0; j < count; j++)
		factors[j] = b->w[j * n + i];
	subtract_lines(b, b->v, count, factors, i, v);
	for (size_t j = 0; j < count; j++)
		factors[j] = b->v[j * n + i];
	subtract_lines(b, b->w, count, factors, i, v);
}

/* Sets line w for reflection v of column i: tau * (a * v - tau / 2 * (v^T * a * v) * v). */
static void set_w(const struct block *b, size_t i, const double *v, double tau, double *w)
{
	const size_t n = b->n, from = i + 1, count = i - b->first;
	double factors[REFLECTORS], dot;
	multiply_symmetric(b->a + from * (n + 1), n, n - from, v + from, w + from);
	multiply_lines(b, b->w, count, from, v, factors);
	subtract_lines(b, b->v, count, factors, from, w);
	multiply_lines(b, b->v, count, from, v, factors);
	subtract_lines(b, b->w, count, factors, from, w);
	multiply_lines(b, w, 1, from, v, &dot);
	dot *= tau / 2;
	for (size_t r = from; r < n; r++)
		w[r] = tau * (w[r] - dot * v[r]);
}

static void reduce_column(const struct block *b, size_t i, double *diagonal, double *beside, double *tau)
{
	const size_t n = b->n;
	double *v = b->v + (i - b->first) * n, *w = b->w + (i - b->first) * n;
	memset(v + b->first, 0, (i - b->first) * sizeof *v);
	load_column(b, i, v);
	b->a[i * n + i] = *diagonal = v[i];
	v[i] = 0;
	if (i + 1 == n)
		return;
	*tau = kernels_hlo__reflector(v + i + 1, n - i - 1, beside);
	set_w(b, i, v, *tau, w);
	b->a[(i + 1) * n + i] = *beside;
	for (size_t r = i + 2; r < n; r++)
		b->a[r * n + i] = v[r];
}

/* Subtracts from the lower triangle, behind the block, what it lacks. */
static void subtract_block(const struct block *b)
{
	enum { ROWS = 64 };
	const size_t n = b->n, begin = b->first + REFLECTORS;
	double square[ROWS * ROWS];
	memcpy(b->w + REFLECTORS * n, b->v, REFLECTORS * n * sizeof *b->v);
	for (size_t i = begin; i < n && !kernels_stopped(); i += ROWS) {
		const size_t rows = n - i < ROWS ? n - i : ROWS;
		struct gemm p = { .rows = rows,
			.columns = i - begin,
			.depth = 2 * REFLECTORS,
			.a = b->v + i,
			.a_stride = n,
			.a_transposed = true,
			.b = b->w + begin,
			.b_stride = n,
			.c = b->a + i * n + begin,
			.c_stride = n };
		hlo_product(-1, 1, p);
		p.columns = rows;
		p.b = b->w + i;
		p.c = square;
		p.c_stride = ROWS;
		hlo_product(1, 0, p);
		for (size_t r = 0; r < rows; r++)
			for (size_t j = 0; j <= r; j++)
				b->a[(i + r) * n + i + j] -= square[r * ROWS + j];
	}
}

bool kernels_hlo__tridiagonal_in_blocks(double *a, size_t n, double *diagonal, double *beside, double *tau)
{
	double *scratch = n >= LEAST && n <= MOST ? kernels_shared__gemm_take_scratch() : NULL;
	uint32_t did = 0;
	if (!scratch)
		return false;
	struct block b = { .a = a, .n = n, .v = scratch, .w = scratch + REFLECTORS * n };
	for (; b.first < n; b.first += REFLECTORS) {
		const size_t end = n - b.first < REFLECTORS ? n : b.first + REFLECTORS;
		for (size_t i = b.first; i < end && !kernels_stops(&did, (n - i) * (n - i) / 4); i++)
			reduce_column(&b, i, diagonal + i, beside + i, tau + i);
		if (end < n)
			subtract_block(&b);
	}
	kernels_shared__gemm_give_scratch(scratch);
	return true;
}
