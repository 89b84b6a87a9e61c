/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Schur form of a complex Hessenberg matrix by the QR algorithm with one shift. The elements on the subdiagonal are real. */
#include "linear/matrix.h"
#include "linear/scale.h"
#include "linear/schur.h"
#include <kernels/stop.h>

struct complex_schur {
	double complex *a, *z; /* z may be NULL */
	size_t n;
	size_t from, to; /* rows and columns that are no triangle yet */
	double least, epsilon;
};

static double size_of(double complex x) { return fabs(creal(x)) + fabs(cimag(x)); }

/* ---- phases */

/* Multiplies row i, from column `first` on, by conj(phase), and column i of the first `rows` rows and of z by phase: a similarity
 * by a diagonal matrix, but for elements whose phase is known. */
static void turn(const struct complex_schur *s, size_t i, size_t first, size_t rows, double complex phase)
{
	const size_t n = s->n;
	for (size_t j = first; j < n; j++)
		s->a[i * n + j] *= conj(phase);
	for (size_t r = 0; r < rows; r++)
		s->a[r * n + i] *= phase;
	for (size_t r = 0; r < n && s->z; r++)
		s->z[r * n + i] *= phase;
}

static double complex phase_of(double complex x)
{
	const double complex y = x / size_of(x); /* its absolute value neither overflows nor underflows */
	return y / cabs(y);
}

static void make_subdiagonal_real(const struct complex_schur *s)
{
	for (size_t i = s->from + 1; i < s->to; i++) {
		double complex *beside = &s->a[i * s->n + i - 1];
		if (cimag(*beside) == 0)
			continue;
		const double complex phase = phase_of(*beside);
		*beside = cabs(*beside);
		turn(s, i, i, i + 2 < s->n ? i + 2 : s->n, phase);
	}
}

/* ---- steps */

static bool is_negligible(const struct complex_schur *s, size_t k)
{
	const double complex *lower = s->a + k * s->n + k, *upper = lower - s->n - 1;
	const double beside = size_of(lower[-1]);
	double size = size_of(upper[0]) + size_of(lower[0]);
	if (beside <= s->least)
		return true;
	if (size == 0 && k > s->from + 1)
		size += fabs(creal(upper[-1]));
	if (upper[0] == 0 && lower[0] == 0 && k + 1 < s->to)
		size += fabs(creal(lower[s->n]));
	return fabs(creal(lower[-1])) <= s->epsilon * size &&
	       schur_is_small(size_of(upper[1]), beside, size_of(lower[0]), size_of(upper[0] - lower[0]), s->least, s->epsilon);
}

/* The eigenvalue of the last two rows that is nearer to the last element (Wilkinson's shift). */
static double complex get_shift(const struct complex_schur *s, size_t low, size_t high, size_t since)
{
	const double complex *lower = s->a + high * s->n + high, *upper = lower - s->n - 1, *first = s->a + low * s->n + low;
	if (since % (2 * UNUSUAL) == 0)
		return 0.75 * fabs(creal(lower[-1])) + lower[0];
	if (since % UNUSUAL == 0)
		return 0.75 * fabs(creal(first[s->n])) + first[0];
	const double complex u = csqrt(upper[1]) * csqrt(lower[-1]), x = (upper[0] - lower[0]) / 2;
	const double size = fmax(size_of(u), size_of(x));
	if (u == 0)
		return lower[0];
	double complex y = size * csqrt((x / size) * (x / size) + (u / size) * (u / size));
	if (size_of(x) > 0) {
		const double complex direction = x / size_of(x);
		if (creal(direction) * creal(y) + cimag(direction) * cimag(y) < 0)
			y = -y;
	}
	return lower[0] - u * kernels_hlo__divide(u, x + y);
}

/* The row of the window at which a step begins, and the first column of a - shift there, divided by a number. */
static size_t find_start(const struct complex_schur *s, size_t low, size_t high, double complex shift, double complex v[2])
{
	for (size_t m = high - 1;; m--) {
		const double complex *first = s->a + m * s->n + m, *second = first + s->n, distance = first[0] - shift;
		const double beside = creal(second[0]), size = size_of(distance) + fabs(beside);
		v[0] = distance / size;
		v[1] = beside / size;
		if (m == low)
			return m;
		const double sizes = size_of(v[0]) * (size_of(first[0]) + size_of(second[1]));
		if (fabs(creal(first[-1])) * fabs(creal(v[1])) <= s->epsilon * sizes)
			return m;
	}
}

/* Makes the reflection 1 - tau * v * v^H that maps v to (r, 0) with a real r; v[0] becomes r. */
static double complex make_reflection(double complex v[2])
{
	const double rest = cabs(v[1]);
	if (rest == 0 && cimag(v[0]) == 0)
		return 0;
	const double beta = -copysign(hypot(cabs(v[0]), rest), creal(v[0]));
	const double complex tau = (beta - v[0]) / beta;
	v[1] = kernels_hlo__divide(v[1], v[0] - beta);
	v[0] = beta;
	return tau;
}

/* Multiplies rows and columns k and k + 1 by the reflection: columns from k on, rows up to last_row. */
static void reflect_two(const struct complex_schur *s, double complex v, double complex tau, size_t k, size_t last_row)
{
	const size_t n = s->n;
	const double both = creal(tau * v); /* the other part is 0, because the element below is real */
	for (size_t j = k; j < n; j++) {
		double complex *at = s->a + k * n + j, sum = conj(tau) * at[0] + both * at[n];
		at[0] -= sum;
		at[n] -= sum * v;
	}
	for (size_t r = 0; r <= last_row + n; r++) { /* rows of a, then those of z */
		if (r > last_row && !s->z)
			break;
		double complex *at = r <= last_row ? s->a + r * n + k : s->z + (r - last_row - 1) * n + k;
		const double complex sum = tau * at[0] + both * at[1];
		at[0] -= sum;
		at[1] -= sum * conj(v);
	}
}

/* After a step from row m > low on: the element before it is real again. */
static void turn_window(const struct complex_schur *s, size_t m, size_t high, double complex tau)
{
	const size_t n = s->n;
	const double complex phase = (1 - tau) / cabs(1 - tau);
	s->a[(m + 1) * n + m] *= conj(phase);
	if (m + 2 <= high)
		s->a[(m + 2) * n + m + 1] *= phase;
	for (size_t j = m; j <= high; j++)
		if (j != m + 1)
			turn(s, j, j + 1, j, conj(phase));
}

static void step_complex(const struct complex_schur *s, size_t low, size_t high, size_t since)
{
	const size_t n = s->n;
	double complex *a = s->a, v[2];
	const size_t start = find_start(s, low, high, get_shift(s, low, high, since), v);
	uint32_t did = 0;
	for (size_t k = start; k < high && !kernels_stops(&did, 8 * n); k++) {
		if (k > start) {
			v[0] = a[k * n + k - 1];
			v[1] = a[(k + 1) * n + k - 1];
		}
		const double complex tau = make_reflection(v);
		if (k > start) {
			a[k * n + k - 1] = v[0];
			a[(k + 1) * n + k - 1] = 0;
		}
		reflect_two(s, v[1], tau, k, k + 2 < high ? k + 2 : high);
		if (k == start && start > low)
			turn_window(s, start, high, tau);
	}
	double complex *beside = &a[high * n + high - 1];
	if (cimag(*beside) != 0) {
		const double size = cabs(*beside);
		const double complex phase = *beside / size;
		*beside = size;
		turn(s, high, high + 1, high, phase);
	}
}

size_t kernels_hlo__schur_complex(void *matrix, size_t n, size_t from, size_t to, void *z, double (*values)[2], double epsilon)
{
	const struct complex_schur s = { matrix, z, n, from, to, schur_least(to - from), epsilon };
	size_t steps = 0, since = 0, missing = 0;
	uint32_t did = 0;
	make_subdiagonal_real(&s);
	for (size_t rest = to; rest > from;) { /* rows and columns from there on are done */
		const size_t high = rest - 1;
		if (kernels_stops(&did, 8 * n)) {
			missing = rest;
			break;
		}
		size_t low = high;
		while (low > from && !is_negligible(&s, low))
			low--;
		if (low > from)
			s.a[low * n + low - 1] = 0;
		if (low < high) {
			if (steps++ == schur_most_steps(to - from)) {
				missing = rest;
				break;
			}
			step_complex(&s, low, high, ++since);
			continue;
		}
		rest = high;
		since = 0;
	}
	for (size_t i = 0; i < n; i++) {
		values[i][0] = creal(s.a[i * n + i]);
		values[i][1] = cimag(s.a[i * n + i]);
	}
	return missing;
}
