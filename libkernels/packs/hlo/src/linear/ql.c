/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The QL method with implicit shifts, or the QR method, which begins with the first row: the one that begins where the elements are larger. */
#include "linear/ql.h"
#include "linear/scale.h"
#include <float.h>
#include <kernels/stop.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#endif

enum { MOST_ROUNDS = 60 }; /* for an eigenvalue; about two are needed */

/* A part of the matrix without zeros beside the diagonal, from the end where a round begins. */
struct part {
	double *d, *e;
	ptrdiff_t step;
	size_t last; /* d[0] to d[last * step] */
};

/* One round: a shift near the eigenvalue at the end, and rotations from the beginning on. */
static void go_round(const struct part *p, struct hlo_sweeps *rows)
{
	const ptrdiff_t step = p->step;
	double *end = p->d + (ptrdiff_t)p->last * step, *e_end = p->e + (ptrdiff_t)(p->last - 1) * step;
	double g = (end[-step] - *end) / (2 * *e_end), s = 1, c = 1, shift = 0;
	g = *p->d - *end + *e_end / (g + copysign(hlo_length(g, 1), g));
	for (size_t i = 0; i < p->last; i++) {
		double *d = p->d + (ptrdiff_t)i * step, *e = p->e + (ptrdiff_t)i * step;
		const double f = s * *e, b = c * *e, r = hlo_length(f, g);
		if (i > 0)
			e[-step] = r;
		if (r == 0) {
			*d -= shift;
			return;
		}
		s = f / r;
		c = g / r;
		const double rest = *d - shift, x = (d[step] - rest) * s + 2 * c * b;
		shift = s * x;
		*d = rest + shift;
		g = c * x - b;
		kernels_hlo__sweep_rotate(rows, i, c, s);
	}
	*end -= shift;
	*e_end = g;
}

/* The first row of the part that ends with row `last`: the element beside it is negligible. */
static size_t first_of(const double *d, double *e, size_t last, double negligible)
{
	for (size_t i = last; i > 0; i--)
		if (!(fabs(e[i - 1]) > fmax(negligible, DBL_EPSILON / 2 * (fabs(d[i - 1]) + fabs(d[i]))))) {
			e[i - 1] = 0;
			return i;
		}
	return 0;
}

bool kernels_hlo__ql(double *diagonal, double *beside, size_t n, struct hlo_sweeps *rows)
{
	uint32_t did = 0;
	size_t rounds = 0, first_before = n, last_before = 0;
	bool down = false;
	/* parts of a matrix of low rank become so small that they would not converge */
	const double negligible = fmax(kernels_hlo__largest(diagonal, n), kernels_hlo__largest(beside, n - 1)) *
				  0x1p-300;
	for (size_t last = n - 1; last > 0;) {
		const size_t first = first_of(diagonal, beside, last, negligible);
		if (first == last) {
			last--;
			continue;
		}
		if (first > last_before || last < first_before) /* a new part */
			down = fabs(diagonal[last]) > fabs(diagonal[first]);
		first_before = first;
		last_before = last;
		if (rounds++ == MOST_ROUNDS * n || kernels_stops(&did, 16 * (last - first)))
			return false;
		const struct part p = { down ? &diagonal[last] : &diagonal[first],
			down ? &beside[last - 1] : &beside[first], down ? -1 : 1, last - first };
		kernels_hlo__sweep(rows, first, last, down);
		go_round(&p, rows);
	}
	kernels_hlo__sweeps_end(rows);
	return true;
}
