/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Schur form of a Hessenberg matrix by the QR algorithm: with one shift for complex matrices, with a pair of conjugate
 * shifts for real ones (Francis). Each step transforms the rows and columns of a window [low, high] that has no negligible
 * element on its subdiagonal. */
#include "linear/matrix.h"
#include <complex.h>
#include <float.h>
#include <math.h>

#define STEPS_EACH 30u /* for an eigenvalue; about three are needed */
#define UNUSUAL 10u    /* after every so many steps without success, another shift breaks a cycle */

static size_t most_steps(size_t n) { return STEPS_EACH * (n < 10 ? 10 : n); }

/* ---- real matrices */

struct real_schur {
	double *a, *z; /* z may be NULL */
	size_t n;
	double norm; /* the largest element, to compare with where both neighbours on the diagonal are 0 */
};

/* The first row of the window that ends with row `high`. Sets the negligible element before it to 0. */
static size_t find_low_real(const struct real_schur *s, size_t high)
{
	size_t low = high;
	for (; low > 0; low--) {
		double *beside = &s->a[low * s->n + low - 1];
		const double size = fabs(s->a[low * s->n + low]) + fabs(s->a[(low - 1) * s->n + low - 1]);
		if (fabs(*beside) <= DBL_EPSILON * (size > 0 ? size : s->norm)) {
			*beside = 0;
			break;
		}
	}
	return low;
}

/* [x, y] = [c * x + s * y, c * y - s * x] for `count` elements. */
static void rotate(double *x, double *y, size_t step, size_t count, double c, double s)
{
	for (size_t i = 0; i < count; i++, x += step, y += step) {
		const double old = *x;
		*x = c * old + s * *y;
		*y = c * *y - s * old;
	}
}

/* A block of two rows with complex or almost equal eigenvalues, both off-diagonal elements not 0: makes the diagonal elements
 * equal, and the block a triangle if its eigenvalues are real. */
static void equalize(double b[2][2], double *c, double *s)
{
	const double sum = b[0][1] + b[1][0], difference = b[0][0] - b[1][1], length = hypot(sum, difference);
	*c = sqrt((1 + fabs(sum) / length) / 2);
	*s = -(difference / 2 / (length * *c)) * copysign(1, sum);
	rotate(b[0], b[1], 1, 2, *c, *s);
	rotate(&b[0][0], &b[0][1], 2, 2, *c, *s);
	const double middle = (b[0][0] + b[1][1]) / 2;
	b[0][0] = b[1][1] = middle;
	if (b[1][0] == 0 || (b[0][1] != 0 && (b[0][1] < 0) != (b[1][0] < 0)))
		return;
	const double upper = sqrt(fabs(b[0][1])), lower = sqrt(fabs(b[1][0])), both = hypot(upper, lower);
	const double p = copysign(upper * lower, b[1][0]), c2 = upper / both, s2 = lower / both, c1 = *c;
	b[0][0] = middle + p;
	b[1][1] = middle - p;
	b[0][1] -= b[1][0];
	b[1][0] = 0;
	*c = c1 * c2 - *s * s2;
	*s = c1 * s2 + *s * c2;
}

/* Brings a block of two rows to the form that matrix.h describes, by the rotation [c, s; -s, c]. */
static void standardize(double b[2][2], double *c, double *s)
{
	*c = 1;
	*s = 0;
	if (b[1][0] == 0)
		return;
	if (b[0][1] == 0) { /* exchanges rows and columns */
		const double first = b[0][0];
		*c = 0;
		*s = 1;
		b[0][0] = b[1][1];
		b[1][1] = first;
		b[0][1] = -b[1][0];
		b[1][0] = 0;
		return;
	}
	const double p = (b[0][0] - b[1][1]) / 2, most = fmax(fabs(b[0][1]), fabs(b[1][0]));
	const bool opposite = (b[0][1] < 0) != (b[1][0] < 0);
	const double least = fmin(fabs(b[0][1]), fabs(b[1][0])) * (opposite ? -1 : 1), scale = fmax(fabs(p), most);
	if (p == 0 && opposite)
		return;
	const double square = p / scale * p + most / scale * least; /* of half the distance of the eigenvalues, by the scale */
	if (square < 4 * DBL_EPSILON * scale) {
		equalize(b, c, s);
		return;
	}
	const double z = p + copysign(sqrt(scale) * sqrt(square), p), length = hypot(b[1][0], z);
	*c = z / length;
	*s = b[1][0] / length;
	b[0][0] = b[1][1] + z;
	b[1][1] -= most / z * least;
	b[0][1] -= b[1][0];
	b[1][0] = 0;
}

/* Ends with a window of two rows and columns, i and i + 1. */
static void finish_block(const struct real_schur *s, size_t i, double (*values)[2])
{
	const size_t n = s->n;
	double *upper = s->a + i * n + i, *lower = upper + n, c, d;
	double b[2][2] = { { upper[0], upper[1] }, { lower[0], lower[1] } };
	standardize(b, &c, &d);
	rotate(upper + 2, lower + 2, 1, n - i - 2, c, d);
	rotate(s->a + i, s->a + i + 1, n, i, c, d);
	if (s->z)
		rotate(s->z + i, s->z + i + 1, n, n, c, d);
	upper[0] = b[0][0];
	upper[1] = b[0][1];
	lower[0] = b[1][0];
	lower[1] = b[1][1];
	const double imaginary = b[1][0] == 0 ? 0 : sqrt(fabs(b[0][1])) * sqrt(fabs(b[1][0]));
	values[i][0] = b[0][0];
	values[i][1] = imaginary;
	values[i + 1][0] = b[1][1];
	values[i + 1][1] = -imaginary;
}

/* Multiplies by the reflection that maps v (of `count` 2 or 3) to a multiple of the first unit vector: rows and columns
 * [k, k + count). `first` is the first column of these rows that may not be 0. */
static void reflect_three(const struct real_schur *s, double *v, size_t count, size_t k, size_t first, size_t last_row)
{
	const size_t n = s->n;
	double length = 0;
	for (size_t i = 0; i < count; i++)
		length = hypot(length, v[i]);
	if (length == 0)
		return;
	const double beta = -copysign(length, v[0]), tau = (beta - v[0]) / beta, below = v[0] - beta;
	double u[3] = { 1, 0, 0 };
	for (size_t i = 1; i < count; i++)
		u[i] = v[i] / below;
	for (size_t j = first; j < n; j++) {
		double *at = s->a + k * n + j, sum = 0;
		for (size_t i = 0; i < count; i++)
			sum += u[i] * at[i * n];
		for (size_t i = 0; i < count; i++)
			at[i * n] -= tau * sum * u[i];
	}
	for (size_t r = 0; r <= last_row + n; r++) { /* rows of a, then those of z */
		if (r > last_row && !s->z)
			break;
		double *at = r <= last_row ? s->a + r * n + k : s->z + (r - last_row - 1) * n + k, sum = 0;
		for (size_t i = 0; i < count; i++)
			sum += u[i] * at[i];
		for (size_t i = 0; i < count; i++)
			at[i] -= tau * sum * u[i];
	}
}

/* A step with the eigenvalues of the last two rows as shifts. The window has three rows or more. */
static void step_real(const struct real_schur *s, size_t low, size_t high, bool unusual)
{
	const size_t n = s->n;
	double *a = s->a, sum = a[(high - 1) * n + high - 1] + a[high * n + high];
	double product = a[(high - 1) * n + high - 1] * a[high * n + high] - a[(high - 1) * n + high] * a[high * n + high - 1];
	if (unusual) {
		const double size = fabs(a[high * n + high - 1]) + fabs(a[(high - 1) * n + high - 2]);
		const double middle = a[high * n + high] + 0.75 * size;
		sum = 2 * middle;
		product = middle * middle + 0.4375 * size * size;
	}
	/* the first column of a * a - sum * a + product, divided by a[low + 1][low] */
	const double *first = a + low * n + low, *second = first + n, *third = second + n;
	double v[3] = { (first[0] * (first[0] - sum) + product) / second[0] + first[1], first[0] + second[1] - sum, third[1] };
	for (size_t k = low; k < high; k++) {
		const size_t count = high - k < 2 ? 2 : 3;
		if (k > low)
			for (size_t i = 0; i < count; i++)
				v[i] = a[(k + i) * n + k - 1];
		reflect_three(s, v, count, k, k > low ? k - 1 : low, k + 3 < high ? k + 3 : high);
		for (size_t i = 1; i < count && k > low; i++)
			a[(k + i) * n + k - 1] = 0;
	}
}

size_t kernels_hlo__schur_real(void *matrix, size_t n, void *z, double (*values)[2])
{
	struct real_schur s = { matrix, z, n, 0 };
	size_t steps = 0, since = 0;
	for (size_t i = 0; i < n * n; i++)
		s.norm = fmax(s.norm, fabs(s.a[i]));
	for (size_t rest = n; rest > 0;) { /* rows and columns from there on are done */
		const size_t high = rest - 1, low = find_low_real(&s, high);
		if (low == high) {
			values[high][0] = s.a[high * n + high];
			values[high][1] = 0;
		} else if (low + 1 == high) {
			finish_block(&s, low, values);
		} else {
			if (steps++ == most_steps(n))
				return rest;
			step_real(&s, low, high, ++since % UNUSUAL == 0);
			continue;
		}
		rest = low;
		since = 0;
	}
	return 0;
}

/* ---- complex matrices */

static double size_of(double complex x) { return fabs(creal(x)) + fabs(cimag(x)); }

/* The eigenvalue of a block of two rows that is nearer to its last element. */
static double complex nearest_shift(const double complex *upper, const double complex *lower)
{
	const double complex p = (upper[0] - lower[1]) / 2, product = upper[1] * lower[0];
	double complex root = csqrt(p * p + product);
	if (creal(p) * creal(root) + cimag(p) * cimag(root) < 0)
		root = -root;
	return p + root == 0 ? lower[1] : lower[1] - product / (p + root);
}

/* Multiplies rows and columns k and k + 1 by the rotation that maps (x, y) to (r, 0). */
static void rotate_two(double complex *a, size_t n, double complex *z, double complex x, double complex y, size_t k,
	size_t first, size_t last_row)
{
	const double length = hypot(cabs(x), cabs(y));
	if (length == 0)
		return;
	const double complex c = x / length, s = y / length;
	for (size_t j = first; j < n; j++) {
		double complex *at = a + k * n + j;
		const double complex p = at[0], q = at[n];
		at[0] = conj(c) * p + conj(s) * q;
		at[n] = c * q - s * p;
	}
	for (size_t r = 0; r <= last_row + n; r++) {
		if (r > last_row && !z)
			break;
		double complex *at = r <= last_row ? a + r * n + k : z + (r - last_row - 1) * n + k;
		const double complex p = at[0], q = at[1];
		at[0] = c * p + s * q;
		at[1] = conj(c) * q - conj(s) * p;
	}
}

static void step_complex(double complex *a, size_t n, double complex *z, size_t low, size_t high, bool unusual)
{
	double complex shift = nearest_shift(a + (high - 1) * n + high - 1, a + high * n + high - 1);
	if (unusual)
		shift = a[high * n + high] + 0.75 * size_of(a[high * n + high - 1]);
	double complex x = a[low * n + low] - shift, y = a[(low + 1) * n + low];
	for (size_t k = low; k < high; k++) {
		if (k > low) {
			x = a[k * n + k - 1];
			y = a[(k + 1) * n + k - 1];
		}
		rotate_two(a, n, z, x, y, k, k > low ? k - 1 : low, k + 2 < high ? k + 2 : high);
		if (k > low)
			a[(k + 1) * n + k - 1] = 0;
	}
}

size_t kernels_hlo__schur_complex(void *matrix, size_t n, void *z, double (*values)[2])
{
	double complex *a = matrix;
	double norm = 0;
	size_t steps = 0, since = 0;
	for (size_t i = 0; i < n * n; i++)
		norm = fmax(norm, size_of(a[i]));
	for (size_t rest = n; rest > 0;) {
		const size_t high = rest - 1;
		size_t low = high;
		for (; low > 0; low--) {
			double complex *beside = &a[low * n + low - 1];
			const double size = size_of(a[low * n + low]) + size_of(a[(low - 1) * n + low - 1]);
			if (size_of(*beside) <= DBL_EPSILON * (size > 0 ? size : norm)) {
				*beside = 0;
				break;
			}
		}
		if (low < high) {
			if (steps++ == most_steps(n))
				return rest;
			step_complex(a, n, z, low, high, ++since % UNUSUAL == 0);
			continue;
		}
		values[high][0] = creal(a[high * n + high]);
		values[high][1] = cimag(a[high * n + high]);
		rest = high;
		since = 0;
	}
	return 0;
}
