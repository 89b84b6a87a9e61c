/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The QR algorithm on bidiagonal matrices, as LAPACK's bdsqr: with shifts, or without where they would cost small singular values their
 * accuracy (Demmel and Kahan). Sweeps go from the end with the larger elements to the other one. */
#include "linear/bidiagonal.h"
#include "linear/scale.h"
#include <float.h>
#include <kernels/stop.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF /* as gcc has it under -std=c11 */
#endif

enum { MOST_SWEEPS = 60 }; /* for a singular value; about two are needed */

#define TOLERANCE (4 * DBL_EPSILON)

/* A part of the matrix without zeros beside the diagonal, in the direction of the sweep: upwards, rows are columns. */
struct part {
	double *d, *e;
	ptrdiff_t step;
	size_t last; /* d[0] to d[last * step] */
};

/* The rotation [c, s; -s, c] that maps [f, g] to [r, 0]. Returns r. */
static double rotation(double f, double g, double *c, double *s)
{
	const double r = hlo_length(f, g);
	*c = r == 0 ? 1 : f / r;
	*s = r == 0 ? 0 : g / r;
	return r;
}

/* The smaller singular value of [f, g; 0, h], for f, g, h >= 0, as LAPACK's las2. */
static double smaller_value(double f, double g, double h)
{
	const double least = fmin(f, h), most = fmax(f, h);
	if (least == 0)
		return 0;
	const double ratio = 1 + least / most, gap = (most - least) / most;
	if (g < most) {
		const double square = g / most * (g / most);
		return least * (2 / (sqrt(ratio * ratio + square) + sqrt(gap * gap + square)));
	}
	const double inverse = most / g;
	if (inverse == 0)
		return least * most / g;
	const double first = ratio * inverse, second = gap * inverse;
	return 2 * (least * (1 / (sqrt(1 + first * first) + sqrt(1 + second * second)))) * inverse;
}

static void sweep_shifted(const struct part *p, double shift, struct hlo_sweeps *rows, struct hlo_sweeps *columns)
{
	const ptrdiff_t step = p->step;
	double c, s, f = (fabs(*p->d) - shift) * (copysign(1, *p->d) + shift / *p->d), g = *p->e;
	for (size_t i = 0; i < p->last; i++) {
		double *d = p->d + (ptrdiff_t)i * step, *e = p->e + (ptrdiff_t)i * step;
		const double r = rotation(f, g, &c, &s);
		if (i > 0)
			e[-step] = r;
		f = c * *d + s * *e;
		*e = c * *e - s * *d;
		g = s * d[step];
		d[step] *= c;
		kernels_hlo__sweep_rotate(columns, i, c, s);
		*d = rotation(f, g, &c, &s);
		f = c * *e + s * d[step];
		d[step] = c * d[step] - s * *e;
		if (i + 1 < p->last) {
			g = s * e[step];
			e[step] *= c;
		}
		kernels_hlo__sweep_rotate(rows, i, c, s);
	}
	p->e[(ptrdiff_t)(p->last - 1) * step] = f;
}

static void sweep_unshifted(const struct part *p, struct hlo_sweeps *rows, struct hlo_sweeps *columns)
{
	const ptrdiff_t step = p->step;
	double c = 1, s = 0, other_c = 1, other_s = 0;
	for (size_t i = 0; i < p->last; i++) {
		double *d = p->d + (ptrdiff_t)i * step, *e = p->e + (ptrdiff_t)i * step;
		const double r = rotation(*d * c, *e, &c, &s);
		if (i > 0)
			e[-step] = other_s * r;
		kernels_hlo__sweep_rotate(columns, i, c, s);
		*d = rotation(other_c * r, d[step] * s, &other_c, &other_s);
		kernels_hlo__sweep_rotate(rows, i, other_c, other_s);
	}
	double *end = p->d + (ptrdiff_t)p->last * step;
	const double h = *end * c;
	*end = h * other_c;
	p->e[(ptrdiff_t)(p->last - 1) * step] = h * other_s;
}

/* Sets an element beside the diagonal to 0 if that changes no singular value by more than its rounding error. Returns whether it did;
 * *least is a bound for the smallest singular value otherwise. */
static bool split(const struct part *p, double *least)
{
	const ptrdiff_t step = p->step;
	double *end = p->e + (ptrdiff_t)(p->last - 1) * step;
	if (fabs(*end) <= TOLERANCE * fabs(p->d[(ptrdiff_t)p->last * step])) {
		*end = 0;
		return true;
	}
	double mu = fabs(*p->d);
	*least = mu;
	for (size_t i = 0; i < p->last; i++) {
		double *e = p->e + (ptrdiff_t)i * step;
		if (fabs(*e) <= TOLERANCE * mu) {
			*e = 0;
			return true;
		}
		mu = fabs(p->d[(ptrdiff_t)(i + 1) * step]) * (mu / (mu + fabs(*e)));
		*least = mu < *least ? mu : *least;
	}
	return false;
}

/* 0 if one would not be worthwhile. */
static double shift_of(const struct part *p, size_t n, double least)
{
	const ptrdiff_t step = p->step;
	double most = 0;
	for (size_t i = 0; i <= p->last; i++) {
		const double d = fabs(p->d[(ptrdiff_t)i * step]), e = i < p->last ? fabs(p->e[(ptrdiff_t)i * step]) : 0;
		most = d > most ? d : most;
		most = e > most ? e : most;
	}
	if ((double)n * TOLERANCE * (least / most) <= DBL_EPSILON)
		return 0;
	const double *d = p->d + (ptrdiff_t)p->last * step;
	const double shift = smaller_value(fabs(d[-step]), fabs(p->e[(ptrdiff_t)(p->last - 1) * step]), fabs(*d));
	const double ratio = shift / fabs(*p->d);
	return ratio * ratio < DBL_EPSILON ? 0 : shift;
}

static void make_sweep(
	const struct part *p, size_t first, double shift, struct hlo_sweeps *rows, struct hlo_sweeps *columns)
{
	const bool down = p->step < 0;
	kernels_hlo__sweep(rows, first, first + p->last, down);
	kernels_hlo__sweep(columns, first, first + p->last, down);
	if (shift > 0)
		sweep_shifted(p, shift, rows, columns);
	else
		sweep_unshifted(p, rows, columns);
}

/* The first row of the part that ends with row `last`. Elements up to `negligible` become 0. */
static size_t first_of(double *e, size_t last, double negligible)
{
	for (size_t i = last; i > 0; i--)
		if (!(fabs(e[i - 1]) > negligible)) {
			e[i - 1] = 0;
			return i;
		}
	return 0;
}

bool kernels_hlo__bidiagonal_qr(
	double *diagonal, double *beside, size_t n, struct hlo_sweeps *left, struct hlo_sweeps *right)
{
	uint32_t did = 0;
	size_t sweeps = 0, first_before = n, last_before = 0;
	bool down = false;
	const double negligible = fmax(kernels_hlo__largest(diagonal, n), kernels_hlo__largest(beside, n - 1)) *
				  0x1p-300;
	for (size_t last = n - 1; last > 0;) {
		const size_t first = first_of(beside, last, negligible);
		if (first == last) {
			last--;
			continue;
		}
		if (first > last_before || last < first_before) /* a new part */
			down = fabs(diagonal[first]) < fabs(diagonal[last]);
		first_before = first;
		last_before = last;
		const struct part p = { down ? &diagonal[last] : &diagonal[first],
			down ? &beside[last - 1] : &beside[first], down ? -1 : 1, last - first };
		double least;
		if (split(&p, &least))
			continue;
		if (sweeps++ == MOST_SWEEPS * n || kernels_stops(&did, 64 * (last - first)))
			return false;
		make_sweep(&p, first, shift_of(&p, n, least), down ? right : left, down ? left : right);
	}
	kernels_hlo__sweeps_end(left);
	kernels_hlo__sweeps_end(right);
	return true;
}
