/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The Schur form of a real Hessenberg matrix by the QR algorithm with a pair of shifts (Francis). Each step transforms the rows
 * and columns of a window [low, high] that has no negligible element on its subdiagonal. */
#include "linear/schur.h"
#include "linear/matrix.h"
#include <kernels/stop.h>

struct real_schur {
	double *a, *z; /* z may be NULL */
	size_t n;
	size_t from, to; /* rows and columns that are no triangle yet */
	double least, epsilon;
};

/* A pair of shifts: two real numbers, or conjugate ones. */
struct shifts {
	double real[2], imaginary;
};

/* [x, y] = [c * x + s * y, c * y - s * x] for `count` elements. */
static void rotate(double *x, double *y, size_t step, size_t count, double c, double s)
{
	for (size_t i = 0; i < count; i++, x += step, y += step) {
		const double old = *x;
		*x = c * old + s * *y;
		*y = c * *y - s * old;
	}
}

/* ---- blocks of two rows, as LAPACK's dlanv2 */

/* A block with complex or almost equal eigenvalues, both off-diagonal elements not 0: makes the diagonal elements equal, and the
 * block a triangle if its eigenvalues are real. */
static void equalize(double b[2][2], double *c, double *s)
{
	const double sum = b[0][1] + b[1][0], difference = b[0][0] - b[1][1], length = hypot(sum, difference);
	*c = sqrt((1 + fabs(sum) / length) / 2);
	*s = -(difference / 2 / (length * *c)) * copysign(1, sum);
	rotate(b[0], b[1], 1, 2, *c, *s);
	rotate(&b[0][0], &b[0][1], 2, 2, *c, *s);
	const double middle = (b[0][0] + b[1][1]) / 2, c1 = *c, s1 = *s;
	b[0][0] = b[1][1] = middle;
	if (b[1][0] == 0)
		return;
	if (b[0][1] == 0) {
		b[0][1] = -b[1][0];
		b[1][0] = 0;
		*c = -s1;
		*s = c1;
		return;
	}
	if ((b[0][1] < 0) != (b[1][0] < 0))
		return;
	const double upper = sqrt(fabs(b[0][1])), lower = sqrt(fabs(b[1][0])), both = hypot(upper, lower);
	const double p = copysign(upper * lower, b[1][0]), c2 = upper / both, s2 = lower / both;
	b[0][0] = middle + p;
	b[1][1] = middle - p;
	b[0][1] -= b[1][0];
	b[1][0] = 0;
	*c = c1 * c2 - s1 * s2;
	*s = c1 * s2 + s1 * c2;
}

/* Brings a block to the form that matrix.h describes, by the rotation [c, s; -s, c]. */
static void standardize(double b[2][2], double *c, double *s, double epsilon)
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
	/* of half the distance of the eigenvalues, by the scale; LAPACK compares without the scale, so that small blocks differ */
	const double square = p / scale * p + most / scale * least;
	if (square < 4 * epsilon * scale) {
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
	standardize(b, &c, &d, s->epsilon);
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
	values[i + 1][1] = imaginary == 0 ? 0 : -imaginary; /* of real eigenvalues, +0 */
}

/* ---- steps */

/* Whether the element before the diagonal in row k is negligible. */
static bool is_negligible(const struct real_schur *s, size_t k)
{
	const double *lower = s->a + k * s->n + k, *upper = lower - s->n - 1, beside = fabs(lower[-1]);
	double size = fabs(upper[0]) + fabs(lower[0]);
	if (beside <= s->least)
		return true;
	if (size == 0 && k > s->from + 1)
		size += fabs(upper[-1]);
	if (upper[0] == 0 && lower[0] == 0 && k + 1 < s->to)
		size += fabs(lower[s->n]);
	return beside <= s->epsilon * size &&
	       schur_is_small(fabs(upper[1]), beside, fabs(lower[0]), fabs(upper[0] - lower[0]), s->least, s->epsilon);
}

/* The eigenvalues of the last two rows of the window; of real ones, the nearer to the last element, twice. */
static struct shifts get_shifts(const struct real_schur *s, size_t low, size_t high, size_t since)
{
	const double *lower = s->a + high * s->n + high, *upper = lower - s->n - 1;
	double h[2][2] = { { upper[0], upper[1] }, { lower[-1], lower[0] } };
	if (since % UNUSUAL == 0) {
		const double *first = s->a + low * s->n + low;
		const bool at_end = since % (2 * UNUSUAL) == 0;
		const double size = at_end ? fabs(lower[-1]) + fabs(upper[-1]) : fabs(first[s->n]) + fabs(first[2 * s->n + 1]);
		h[0][0] = h[1][1] = 0.75 * size + (at_end ? lower[0] : first[0]);
		h[0][1] = -0.4375 * size;
		h[1][0] = size;
	}
	const double size = fabs(h[0][0]) + fabs(h[0][1]) + fabs(h[1][0]) + fabs(h[1][1]);
	if (size == 0)
		return (struct shifts){ { 0, 0 }, 0 };
	for (int i = 0; i < 4; i++)
		h[i / 2][i % 2] /= size;
	const double middle = (h[0][0] + h[1][1]) / 2;
	const double square = (h[0][0] - middle) * (h[1][1] - middle) - h[0][1] * h[1][0], root = sqrt(fabs(square));
	if (square >= 0)
		return (struct shifts){ { middle * size, middle * size }, root * size };
	const double first = middle + root, second = middle - root;
	const double nearer = (fabs(first - h[1][1]) <= fabs(second - h[1][1]) ? first : second) * size;
	return (struct shifts){ { nearer, nearer }, 0 };
}

/* The first column of (a - shift) * (a - other shift), from row m on, divided by a number. */
static void first_column(const struct real_schur *s, size_t m, const struct shifts *shift, double v[3])
{
	const double *first = s->a + m * s->n + m, *second = first + s->n, *third = second + s->n;
	const double distance = first[0] - shift->real[1], size = fabs(distance) + fabs(shift->imaginary) + fabs(second[0]);
	const double beside = second[0] / size;
	v[0] = beside * first[1] + (first[0] - shift->real[0]) * (distance / size) + shift->imaginary * (shift->imaginary / size);
	v[1] = beside * (first[0] + second[1] - shift->real[0] - shift->real[1]);
	v[2] = beside * third[1];
	const double sum = fabs(v[0]) + fabs(v[1]) + fabs(v[2]);
	for (int i = 0; i < 3 && sum > 0; i++)
		v[i] /= sum;
}

/* The row of the window at which a step begins, and its first column. */
static size_t find_start(const struct real_schur *s, size_t low, size_t high, const struct shifts *shift, double v[3])
{
	for (size_t m = high - 2;; m--) {
		const double *at = s->a + m * s->n + m;
		first_column(s, m, shift, v);
		if (m == low)
			return m;
		const double sizes = fabs(at[-(ptrdiff_t)s->n - 1]) + fabs(at[0]) + fabs(at[s->n + 1]);
		if (fabs(at[-1]) * (fabs(v[1]) + fabs(v[2])) <= s->epsilon * fabs(v[0]) * sizes)
			return m; /* two small elements */
	}
}

/* Makes the reflection 1 - tau * v * v^T that maps v (of `count` 2 or 3) to a multiple of the first unit vector; v[0] becomes its
 * length. */
static double make_reflection(double *v, size_t count)
{
	const double rest = count == 3 ? hypot(v[1], v[2]) : fabs(v[1]);
	if (rest == 0)
		return 0;
	const double beta = -copysign(hypot(v[0], rest), v[0]), tau = (beta - v[0]) / beta, below = v[0] - beta;
	for (size_t i = 1; i < count; i++)
		v[i] /= below;
	v[0] = beta;
	return tau;
}

/* Multiplies rows and columns [k, k + count) by the reflection: columns from k on, rows up to last_row. */
static void reflect_three(const struct real_schur *s, const double *v, double tau, size_t count, size_t k, size_t last_row)
{
	const size_t n = s->n;
	const double u[3] = { 1, v[1], count == 3 ? v[2] : 0 };
	for (size_t j = k; j < n; j++) {
		double *at = s->a + k * n + j, sum = 0;
		for (size_t i = 0; i < count; i++)
			sum += u[i] * at[i * n];
		for (size_t i = 0; i < count; i++)
			at[i * n] -= sum * (tau * u[i]);
	}
	for (size_t r = 0; r <= last_row + n; r++) { /* rows of a, then those of z */
		if (r > last_row && !s->z)
			break;
		double *at = r <= last_row ? s->a + r * n + k : s->z + (r - last_row - 1) * n + k, sum = 0;
		for (size_t i = 0; i < count; i++)
			sum += u[i] * at[i];
		for (size_t i = 0; i < count; i++)
			at[i] -= sum * (tau * u[i]);
	}
}

/* A step in a window of three rows or more. */
static void step_real(const struct real_schur *s, size_t low, size_t high, size_t since)
{
	const size_t n = s->n;
	double *a = s->a, v[3];
	const struct shifts shift = get_shifts(s, low, high, since);
	const size_t start = find_start(s, low, high, &shift, v);
	uint32_t did = 0;
	for (size_t k = start; k < high && !kernels_stops(&did, 8 * n); k++) {
		const size_t count = high - k < 2 ? 2 : 3;
		for (size_t i = 0; i < count && k > start; i++)
			v[i] = a[(k + i) * n + k - 1];
		const double tau = make_reflection(v, count);
		if (k > start) {
			a[k * n + k - 1] = v[0];
			for (size_t i = 1; i < count; i++)
				a[(k + i) * n + k - 1] = 0;
		} else if (start > low) {
			a[k * n + k - 1] *= 1 - tau; /* what a reflection of elements that underflow would be */
		}
		reflect_three(s, v, tau, count, k, k + 3 < high ? k + 3 : high);
	}
}

size_t kernels_hlo__schur_real(void *matrix, size_t n, size_t from, size_t to, void *z, double (*values)[2], double epsilon)
{
	const struct real_schur s = { matrix, z, n, from, to, schur_least(to - from), epsilon };
	size_t steps = 0, since = 0;
	for (size_t i = 0; i < n; i++) { /* those of the triangle remain */
		values[i][0] = s.a[i * n + i];
		values[i][1] = 0;
	}
	uint32_t did = 0;
	for (size_t rest = to; rest > from;) { /* rows and columns from there on are done */
		if (kernels_stops(&did, 8 * n))
			return rest;
		const size_t high = rest - 1;
		size_t low = high;
		while (low > from && !is_negligible(&s, low))
			low--;
		if (low > from)
			s.a[low * n + low - 1] = 0;
		if (low + 1 < high) {
			if (steps++ == schur_most_steps(to - from))
				return rest;
			step_real(&s, low, high, ++since);
			continue;
		}
		if (low == high)
			values[high][0] = s.a[high * n + high];
		else
			finish_block(&s, low, values);
		rest = low;
		since = 0;
	}
	return 0;
}
