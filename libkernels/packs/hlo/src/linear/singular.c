/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The singular value decomposition of real matrices. More rows than columns are reduced to a square matrix by QR first. */
#include "linear/bidiagonal.h"
#include "linear/matrix.h"
#include "linear/reflectors.h"
#include <math.h>
#include <string.h>

/* The memory of one decomposition. */
struct singular {
	size_t n;
	double *square;       /* n x n */
	double *left, *right; /* reflections, then panels */
	double *beside, *taus[2];
	double *rotations[2], *work; /* work: 2 * REFLECTORS * n */
	size_t *order;
};

static struct singular layout(size_t n, double *scratch)
{
	struct singular s = { .n = n, .square = hlo_take(&scratch, n * n) };
	s.left = hlo_take(&scratch, sweeps_panels(n, n));
	s.right = hlo_take(&scratch, sweeps_panels(n, n));
	s.beside = hlo_take(&scratch, n);
	for (int i = 0; i < 2; i++) {
		s.taus[i] = hlo_take(&scratch, n);
		s.rotations[i] = hlo_take(&scratch, sweeps_rotations(n));
	}
	s.work = hlo_take(&scratch, 2 * REFLECTORS * n);
	s.order = (size_t *)(void *)hlo_take(&scratch, n);
	return s;
}

/* The upper triangle of a. */
static void copy_triangle(const double *a, size_t n, double *to)
{
	for (size_t i = 0; i < n; i++) {
		memset(to + i * n, 0, i * sizeof *to);
		memcpy(to + i * (n + 1), a + i * (n + 1), (n - i) * sizeof *to);
	}
}

/* The product of reflections becomes the lines of a sweep; the lines of its reflections are overwritten by panels. */
static void load(const struct singular *s, struct hlo_sweeps *sweeps, double *lines, size_t count, size_t offset,
	int side, bool wanted)
{
	if (wanted)
		kernels_hlo__q_of_lines(lines, s->n, count, offset, s->taus[side], s->square, s->work);
	kernels_hlo__sweeps_begin(sweeps, lines, s->n, wanted ? s->n : 0, s->rotations[side]);
	if (wanted)
		kernels_hlo__sweeps_load(sweeps, s->square, s->n);
}

/* Values in descending order; signs[j] is that of value j. */
static void sort_values(const struct singular *s, double *values, double *signs)
{
	for (size_t j = 0; j < s->n; j++)
		signs[j] = -fabs(values[j]);
	kernels_hlo__order(signs, s->n, s->order, (size_t *)(void *)s->work);
	for (size_t j = 0; j < s->n; j++)
		signs[j] = values[s->order[j]];
	for (size_t j = 0; j < s->n; j++)
		values[j] = fabs(signs[j]);
}

bool kernels_hlo__singular_real(
	double *a, size_t rows, size_t columns, double *values, double *u, double *v, double *scratch)
{
	const size_t n = columns;
	const struct singular s = layout(n, scratch);
	struct hlo_sweeps left, right;
	double *tau = s.beside;
	if (rows > n) {
		kernels_hlo__matrix_real.qr(a, rows, n, tau);
		copy_triangle(a, n, s.square);
		if (u)
			kernels_hlo__matrix_real.q(a, rows, n, n, tau);
	} else {
		memcpy(s.square, a, n * n * sizeof *a);
	}
	kernels_hlo__bidiagonal(s.square, n, values, s.beside, &(struct hlo_lines){ s.left, s.taus[0] },
		&(struct hlo_lines){ s.right, s.taus[1] }, s.work);
	load(&s, &left, s.left, n, 0, 0, u != NULL);
	load(&s, &right, s.right, n - 1, 1, 1, v != NULL);
	if (!kernels_hlo__bidiagonal_qr(values, s.beside, n, &left, &right))
		return false;
	double *signs = s.beside;
	sort_values(&s, values, signs);
	if (v)
		kernels_hlo__sweeps_store(&right, s.order, signs, v, n);
	if (!u)
		return true;
	kernels_hlo__sweeps_store(&left, s.order, NULL, rows > n ? s.square : u, n);
	if (rows > n)
		hlo_product(1, 0,
			(struct gemm){ .rows = rows,
				.columns = n,
				.depth = n,
				.a = a,
				.a_stride = n,
				.b = s.square,
				.b_stride = n,
				.c = u,
				.c_stride = n });
	return true;
}
