/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As LAPACK's labrd: the reflections of a block change the rest of the matrix once, in two products; before that, only the row and the
 * column that are needed next. Half of the work is products of the matrix and a vector. */
#include "linear/bidiagonal.h"
#include "linear/reflectors.h"
#include <kernels/stop.h>
#include <string.h>

/* A block begins with row and column `first`; lines x and y are the vectors of the products that are still to be subtracted:
 * v_j * y_j^T + x_j * u_j^T for each reflection j of the block. */
struct reduction {
	double *b;
	size_t n, first;
	double *v, *u, *x, *y; /* lines of the block */
};

/* to -= the sum of factors[j] * line j, from element `from` on. */
static void subtract_lines(
	const struct reduction *s, const double *lines, size_t count, const double *factors, size_t from, double *to)
{
	hlo_subtract_lines(lines + from, s->n, count, factors, s->n - from, to + from);
}

/* factors[j] = the product of line j and a vector, from element `from` on. */
static void multiply_lines(const struct reduction *s, const double *lines, size_t count, size_t from,
	const double *vector, double *factors)
{
	hlo_multiply_lines(lines + from, s->n, count, vector + from, s->n - from, factors);
}

/* factors[j] = element i of line j. */
static void take_elements(const struct reduction *s, const double *lines, size_t count, size_t i, double *factors)
{
	for (size_t j = 0; j < count; j++)
		factors[j] = lines[j * s->n + i];
}

static void scale(double *x, size_t from, size_t to, double factor)
{
	for (size_t i = from; i < to; i++)
		x[i] *= factor;
}

/* Column first + k becomes reflection k from the left. Returns its tau. */
static double reduce_column(const struct reduction *s, size_t k, double *diagonal)
{
	const size_t n = s->n, i = s->first + k;
	double *v = s->v + k * n, *y = s->y + k * n, factors[REFLECTORS];
	for (size_t r = i; r < n; r++)
		v[r] = s->b[r * n + i];
	take_elements(s, s->y, k, i, factors);
	subtract_lines(s, s->v, k, factors, i, v);
	take_elements(s, s->u, k, i, factors);
	subtract_lines(s, s->x, k, factors, i, v);
	const double tau = kernels_hlo__reflector(v + i, n - i, diagonal);
	if (i + 1 == n)
		return tau;
	hlo_product(1, 0,
		(struct gemm){ .rows = 1,
			.columns = n - i - 1,
			.depth = n - i,
			.a = v + i,
			.a_stride = n,
			.b = s->b + i * n + i + 1,
			.b_stride = n,
			.c = y + i + 1,
			.c_stride = n });
	multiply_lines(s, s->v, k, i, v, factors);
	subtract_lines(s, s->y, k, factors, i + 1, y);
	multiply_lines(s, s->x, k, i, v, factors);
	subtract_lines(s, s->u, k, factors, i + 1, y);
	scale(y, i + 1, n, tau);
	return tau;
}

/* Row first + k becomes reflection k from the right. Returns its tau. */
static double reduce_row(const struct reduction *s, size_t k, double *beside)
{
	const size_t n = s->n, i = s->first + k;
	double *u = s->u + k * n, *x = s->x + k * n, factors[REFLECTORS];
	memcpy(u + i + 1, s->b + i * n + i + 1, (n - i - 1) * sizeof *u);
	take_elements(s, s->v, k + 1, i, factors);
	subtract_lines(s, s->y, k + 1, factors, i + 1, u);
	take_elements(s, s->x, k, i, factors);
	subtract_lines(s, s->u, k, factors, i + 1, u);
	const double tau = kernels_hlo__reflector(u + i + 1, n - i - 1, beside);
	hlo_product(1, 0,
		(struct gemm){ .rows = n - i - 1,
			.columns = 1,
			.depth = n - i - 1,
			.a = s->b + (i + 1) * (n + 1),
			.a_stride = n,
			.b = u + i + 1,
			.b_stride = 1,
			.c = x + i + 1,
			.c_stride = 1 });
	multiply_lines(s, s->y, k + 1, i + 1, u, factors);
	subtract_lines(s, s->v, k + 1, factors, i + 1, x);
	multiply_lines(s, s->u, k, i + 1, u, factors);
	subtract_lines(s, s->x, k, factors, i + 1, x);
	scale(x, i + 1, n, tau);
	return tau;
}

/* rest -= lines a^T * lines b */
static void subtract_block(const struct reduction *s, const double *a, const double *b, size_t count)
{
	const size_t from = s->first + count;
	hlo_product(-1, 1,
		(struct gemm){ .rows = s->n - from,
			.columns = s->n - from,
			.depth = count,
			.a = a + from,
			.a_stride = s->n,
			.a_transposed = true,
			.b = b + from,
			.b_stride = s->n,
			.c = s->b + from * (s->n + 1),
			.c_stride = s->n });
}

void kernels_hlo__bidiagonal(double *b, size_t n, double *diagonal, double *beside, const struct hlo_lines *left,
	const struct hlo_lines *right, double *work)
{
	struct reduction s = { .b = b, .n = n, .x = work, .y = work + REFLECTORS * n };
	uint32_t did = 0;
	memset(left->v, 0, n * n * sizeof *left->v);
	memset(right->v, 0, n * n * sizeof *right->v);
	for (size_t count; s.first < n; s.first += count) {
		const size_t first = s.first;
		count = n - first < REFLECTORS ? n - first : REFLECTORS;
		s.v = left->v + first * n;
		s.u = right->v + first * n;
		for (size_t i = first; i < first + count; i++) {
			if (kernels_stops(&did, n * (n - i) / 2))
				return;
			left->tau[i] = reduce_column(&s, i - first, &diagonal[i]);
			if (i + 1 < n)
				right->tau[i] = reduce_row(&s, i - first, &beside[i]);
		}
		if (first + count == n)
			return;
		subtract_block(&s, s.v, s.y, count);
		subtract_block(&s, s.x, s.u, count);
	}
}
