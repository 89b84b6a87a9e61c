/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/eigen.h"
#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* ---- the Schur form */

/* Divides the elements by a power of 2, so that the largest is near 1. Returns it; 0 if an element is not finite. */
static double bring_near_one(double *parts, size_t count)
{
	double largest = 0;
	int exponent;
	for (size_t i = 0; i < count; i++) {
		if (!isfinite(parts[i]))
			return 0;
		largest = fmax(largest, fabs(parts[i]));
	}
	if (largest == 0)
		return 1;
	(void)frexp(largest, &exponent);
	exponent = exponent < -1000 ? -1000 : exponent > 1000 ? 1000 : exponent; /* the power and its inverse are normal */
	for (size_t i = 0; i < count; i++)
		parts[i] = ldexp(parts[i], -exponent);
	return ldexp(1, exponent);
}

/* Writes the product of the reflections in `a` to `z`, and clears `a` below its subdiagonal. */
static void take_reflections(const struct hlo_schur *s)
{
	const size_t n = s->n, size = s->f->size, rest = n - 1;
	char *a = s->a, *z = s->z, *reflections = s->reflections;
	for (size_t i = 0; i < rest; i++)
		memcpy(reflections + i * rest * size, a + (i + 1) * n * size, rest * size);
	for (size_t i = 2; i < n; i++)
		memset(a + i * n * size, 0, (i - 1) * size);
	if (!z)
		return;
	s->f->q(reflections, rest, rest, rest, s->tau);
	memset(z, 0, n * n * size);
	for (size_t i = 0; i < rest; i++)
		memcpy(z + ((i + 1) * n + 1) * size, reflections + i * rest * size, rest * size);
	*(double *)(void *)z = 1;
}

size_t kernels_hlo__schur(struct hlo_schur *s)
{
	const size_t n = s->n, parts = n * n * (s->is_complex ? 2 : 1);
	s->unit = bring_near_one(s->a, parts);
	if (n == 0 || s->unit == 0)
		return n;
	if (s->balance)
		s->f->balance(s->a, n, s->balance);
	s->f->hessenberg(s->a, n, 0, n, s->tau);
	take_reflections(s);
	const size_t missing = s->f->schur(s->a, n, s->z, s->values);
	for (size_t i = 0; i < n; i++) {
		s->values[i][0] *= s->unit;
		s->values[i][1] *= s->unit;
	}
	return missing;
}

/* ---- eigenvectors of the Schur form */

static double complex get(const void *matrix, size_t i, bool is_complex)
{
	return is_complex ? ((const double complex *)matrix)[i] : ((const double *)matrix)[i];
}

/* An upper triangle whose diagonal may have blocks of two rows. */
struct triangle {
	const double complex *t;
	size_t n;
	double least; /* differences of eigenvalues are made at least as large */
};

static bool is_block(const struct triangle *t, size_t lower) { return t->t[lower * t->n + lower - 1] != 0; }

static double complex at_least(double complex x, double least) { return cabs(x) < least ? least : x; }

/* Solves [p, q; r, s] * x = x for two unknowns. */
static void solve_two(double complex p, double complex q, double complex r, double complex s, double complex x[2], double least)
{
	const bool exchange = cabs(p) < cabs(r);
	const double complex p1 = exchange ? r : p, q1 = exchange ? s : q, r1 = exchange ? p : r, s1 = exchange ? q : s;
	const double complex first = x[exchange], second = x[!exchange], factor = r1 / p1;
	x[1] = (second - factor * first) / at_least(s1 - factor * q1, least);
	x[0] = (first - q1 * x[1]) / p1;
}

/* Makes the elements smaller if the largest is near the limits. */
static void limit(double complex *x, size_t from, size_t to)
{
	double largest = 0;
	for (size_t i = from; i < to; i++)
		largest = fmax(largest, fmax(fabs(creal(x[i])), fabs(cimag(x[i]))));
	for (size_t i = from; i < to && largest > 0x1p300; i++)
		x[i] *= 0x1p-300;
}

/* The eigenvector for the eigenvalue at index k of the diagonal. */
static void solve_vector(const struct triangle *t, size_t k, double complex value, double complex *x)
{
	const size_t n = t->n;
	const double complex *a = t->t;
	const size_t top = k > 0 && is_block(t, k) ? k - 1 : k, bottom = top == k && k + 1 < n && is_block(t, k + 1) ? k + 1 : k;
	memset(x, 0, n * sizeof *x);
	x[top] = 1;
	if (top < bottom) { /* both rows of the block are multiples of each other: the one of the larger element */
		const double complex *row = a + top * n + top, *next = row + n;
		if (cabs(row[1]) >= cabs(next[0])) {
			x[bottom] = (value - row[0]) / row[1];
		} else {
			x[bottom] = 1;
			x[top] = (value - next[1]) / next[0];
		}
	}
	for (size_t i = top; i-- > 0;) {
		const size_t first = i > 0 && is_block(t, i) ? i - 1 : i;
		double complex sums[2] = { 0, 0 };
		for (size_t j = i + 1; j <= bottom; j++) {
			sums[0] -= a[first * n + j] * x[j];
			sums[1] -= a[i * n + j] * x[j];
		}
		if (first == i) {
			x[i] = sums[1] / at_least(a[i * n + i] - value, t->least);
		} else {
			solve_two(a[first * n + first] - value, a[first * n + i], a[i * n + first], a[i * n + i] - value, sums,
				t->least);
			x[first] = sums[0];
			x[i] = sums[1];
			i = first;
		}
		limit(x, first, bottom + 1);
	}
}

/* Norm 1, and a real largest element unless all are real. */
static void normalize(double complex *x, size_t n, bool is_real)
{
	double norm = 0, largest = -1;
	size_t best = 0;
	limit(x, 0, n);
	for (size_t i = 0; i < n; i++) {
		const double size = cabs(x[i]);
		norm = hypot(norm, size);
		if (size > largest) {
			largest = size;
			best = i;
		}
	}
	const double complex factor = is_real ? 1 / norm : conj(x[best]) / largest / norm;
	for (size_t i = 0; i < n; i++)
		x[i] = is_real ? creal(x[i]) * creal(factor) : x[i] * factor;
	x[best] = creal(x[best]);
}

/* Column k of z * x, in the basis before balancing. */
static void transform(const struct hlo_schur *s, bool left, const double complex *x, double complex *out)
{
	const size_t n = s->n;
	for (size_t r = 0; r < n; r++) {
		double complex sum = 0;
		for (size_t j = 0; j < n; j++)
			sum += get(s->z, r * n + j, s->is_complex) * x[j];
		out[r] = !s->balance ? sum : left ? sum / s->balance[r] : sum * s->balance[r];
	}
}

void kernels_hlo__eigenvectors(const struct hlo_schur *s, bool left, void *scratch, void *vectors)
{
	const size_t n = s->n;
	double complex *t = scratch, *x = t + n * n, *y = x + n, *out = vectors;
	double norm = 0;
	/* left eigenvectors are those of the adjoint; the transpose in reverse order is an upper triangle again */
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			t[i * n + j] = get(s->a, left ? (n - 1 - j) * n + n - 1 - i : i * n + j, s->is_complex);
			norm = fmax(norm, cabs(t[i * n + j]));
		}
	const struct triangle triangle = { t, n, fmax(norm * DBL_EPSILON, DBL_MIN / DBL_EPSILON) };
	for (size_t k = 0; k < n; k++) {
		const double complex value = (s->values[k][0] + s->values[k][1] * I) / s->unit;
		if (!s->is_complex && s->values[k][1] < 0) { /* conjugate to the one before */
			for (size_t r = 0; r < n; r++)
				out[r * n + k] = conj(out[r * n + k - 1]);
			continue;
		}
		solve_vector(&triangle, left ? n - 1 - k : k, value, x);
		for (size_t i = 0; left && i < (n + 1) / 2; i++) {
			const double complex first = conj(x[i]);
			x[i] = conj(x[n - 1 - i]);
			x[n - 1 - i] = first;
		}
		transform(s, left, x, y);
		normalize(y, n, !s->is_complex && s->values[k][1] == 0);
		for (size_t r = 0; r < n; r++)
			out[r * n + k] = y[r];
	}
}
