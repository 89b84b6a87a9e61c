/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "linear/eigen.h"
#include "linear/scale.h"
#include <float.h>
#include <kernels/stop.h>
#include <string.h>

/* ---- the Schur form */

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

static void swap(char *x, char *y, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		const char kept = x[i];
		x[i] = y[i];
		y[i] = kept;
	}
}

/* Exchanges rows of `size` bytes as the permutation did, from the inner exchanges to the outer ones. */
static void permute_back(const struct hlo_schur *s, char *rows, size_t size)
{
	for (size_t i = s->low; i-- > 0;)
		swap(rows + i * size, rows + (size_t)s->balance[i] * size, (size_t)s->balance[i] == i ? 0 : size);
	for (size_t i = s->high; i < s->n; i++)
		swap(rows + i * size, rows + (size_t)s->balance[i] * size, (size_t)s->balance[i] == i ? 0 : size);
}

size_t kernels_hlo__schur(struct hlo_schur *s)
{
	const size_t n = s->n, parts = n * n * (s->is_complex ? 2 : 1);
	const double largest = kernels_hlo__largest(s->a, parts);
	s->exponent = kernels_hlo__excess(largest);
	if (n == 0 || !isfinite(largest))
		return n;
	kernels_hlo__shift(s->a, parts, -s->exponent);
	s->f->permute(s->a, n, &s->low, &s->high, s->balance);
	if (s->balanced)
		s->f->balance(s->a, n, s->low, s->high, s->balance);
	s->f->hessenberg(s->a, n, s->low, s->high, s->tau);
	take_reflections(s);
	const size_t missing = s->f->schur(s->a, n, s->low, s->high, s->z, s->values, s->epsilon);
	if (s->z && !s->balanced)
		permute_back(s, s->z, n * s->f->size);
	return missing;
}

/* Turns a block of rows i and i + 1 whose lower element has underflowed, or whose upper one has, into a triangle. */
static void repair_block(struct hlo_schur *s, size_t i)
{
	const size_t n = s->n;
	double *a = s->a, *upper = a + i * n + i, *lower = upper + n;
	if (s->values[i][1] <= 0 || (upper[1] != 0 && lower[0] != 0))
		return;
	s->values[i][1] = s->values[i + 1][1] = 0;
	if (lower[0] == 0)
		return;
	for (size_t r = 0; r < i; r++)
		swap((char *)&a[r * n + i], (char *)&a[r * n + i + 1], sizeof *a);
	swap((char *)(upper + 2), (char *)(lower + 2), (n - i - 2) * sizeof *a);
	upper[1] = lower[0];
	lower[0] = 0;
	for (size_t r = 0; r < n && s->z; r++)
		swap((char *)((double *)s->z + r * n + i), (char *)((double *)s->z + r * n + i + 1), sizeof *a);
}

void kernels_hlo__unscale(struct hlo_schur *s, bool form)
{
	const size_t n = s->n;
	if (s->exponent == 0)
		return;
	kernels_hlo__shift(&s->values[0][0], 2 * n, s->exponent);
	if (form)
		kernels_hlo__shift(s->a, n * n * (s->is_complex ? 2 : 1), s->exponent);
	for (size_t i = 0; i < n && !s->is_complex; i++) {
		if (form && i + 1 < n)
			repair_block(s, i);
		if (s->values[i][1] == 0) /* an imaginary part that has underflowed */
			s->values[i][1] = 0;
	}
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
};

static bool is_block(const struct triangle *t, size_t lower) { return t->t[lower * t->n + lower - 1] != 0; }

static double complex at_least(double complex x, double least) { return cabs(x) < least ? least : x; }

static double largest_of(const double complex *x, size_t from, size_t to)
{
	double largest = 0;
	for (size_t i = from; i < to; i++)
		largest = fmax(largest, hlo_largest_part(x[i]));
	return largest;
}

static void shift_all(double complex *x, size_t from, size_t to, int exponent)
{
	const struct hlo_power power = hlo_power(exponent);
	for (size_t i = from; i < to && exponent != 0; i++)
		x[i] = x[i] * power.first * power.second;
}

/* The negative exponent by which `sums` have to be multiplied so that their quotient by a number of size `divisor` is small
 * enough for products; 0 if it is. */
static int excess_of(const double complex sums[2], double divisor)
{
	const double largest = largest_of(sums, 0, 2);
	const int exponent = hlo_exponent(largest) - hlo_exponent(divisor);
	return largest > 0 && exponent > 300 ? 300 - exponent : 0;
}

/* Solves [p, q; r, s] * x = b for two unknowns; r is not 0. *shift is the exponent by which b was multiplied for this. */
static void solve_two(const double complex m[4], const double complex b[2], double complex x[2], double least, int *shift)
{
	const bool exchange = cabs(m[0]) < cabs(m[2]);
	const double complex p = m[exchange ? 2 : 0], q = m[exchange ? 3 : 1], r = m[exchange ? 0 : 2], s = m[exchange ? 1 : 3];
	const double complex factor = kernels_hlo__divide(r, p), pivot = at_least(s - factor * q, least);
	double complex sums[2] = { b[exchange], b[!exchange] };
	*shift = excess_of(sums, fmin(hlo_largest_part(pivot), hlo_largest_part(p)));
	shift_all(sums, 0, 2, *shift);
	x[1] = kernels_hlo__divide(sums[1] - factor * sums[0], pivot);
	x[0] = kernels_hlo__divide(sums[0] - q * x[1], p);
}

/* Sets the elements of the diagonal block, or element, whose eigenvalue it is. */
static void begin_vector(const struct triangle *t, size_t top, size_t bottom, double complex value, double complex *x)
{
	const double complex *row = t->t + top * t->n + top, *next = row + t->n;
	memset(x, 0, t->n * sizeof *x);
	x[top] = 1;
	if (top == bottom)
		return;
	/* both rows of the block are multiples of each other: the one of the larger element */
	if (cabs(row[1]) >= cabs(next[0])) {
		x[bottom] = kernels_hlo__divide(value - row[0], row[1]);
	} else {
		x[bottom] = I;
		x[top] = I * kernels_hlo__divide(value - next[1], next[0]);
	}
}

/* The eigenvector for the eigenvalue at index k of the diagonal. Differences of eigenvalues are made at least as large as their
 * rounding errors. */
static void solve_vector(const struct triangle *t, size_t k, double complex value, double complex *x)
{
	const size_t n = t->n;
	const double complex *a = t->t;
	const double least = fmax(DBL_EPSILON * (fabs(creal(value)) + fabs(cimag(value))), DBL_MIN * ((double)n / DBL_EPSILON));
	const size_t top = k > 0 && is_block(t, k) ? k - 1 : k, bottom = top == k && k + 1 < n && is_block(t, k + 1) ? k + 1 : k;
	uint32_t did = 0;
	begin_vector(t, top, bottom, value, x);
	for (size_t i = top; i-- > 0 && !kernels_stops(&did, 4 * (bottom - i));) {
		const size_t first = i > 0 && is_block(t, i) ? i - 1 : i;
		double complex sums[2] = { 0, 0 };
		int shift;
		for (size_t j = i + 1; j <= bottom; j++) {
			sums[0] -= a[first * n + j] * x[j];
			sums[1] -= a[i * n + j] * x[j];
		}
		if (first == i) {
			const double complex divisor = at_least(a[i * n + i] - value, least);
			shift = excess_of(sums, hlo_largest_part(divisor));
			shift_all(sums, 0, 2, shift);
			x[i] = kernels_hlo__divide(sums[1], divisor);
		} else {
			const double complex *row = a + first * n + first, *next = row + n;
			const double complex block[] = { row[0] - value, row[1], next[0], next[1] - value };
			solve_two(block, sums, x + first, least, &shift);
		}
		shift_all(x, i + 1, bottom + 1, shift);
		i = first;
		const double largest = largest_of(x, first, bottom + 1);
		if (largest > 0x1p300)
			shift_all(x, first, bottom + 1, -hlo_exponent(largest));
	}
}

/* Norm 1, and a real largest element unless all are real. */
static void normalize(double complex *x, size_t n, bool all_real, bool keep_sign)
{
	double sum = 0, largest = -1;
	size_t best = 0;
	shift_all(x, 0, n, -hlo_exponent(largest_of(x, 0, n)));
	for (size_t i = 0; i < n; i++) {
		const double square = creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
		sum += square;
		if (square > largest) {
			largest = square;
			best = i;
		}
	}
	const double norm = sqrt(sum), sign = keep_sign ? copysign(1, creal(x[best])) : 1;
	const double complex factor = all_real ? 1 / norm : sign * conj(x[best]) / cabs(x[best]) / norm;
	for (size_t i = 0; i < n; i++)
		x[i] = all_real ? creal(x[i]) / norm : x[i] * factor;
	x[best] = creal(x[best]);
}

/* z * x, in the basis before balancing and permuting. */
static void transform(const struct hlo_schur *s, bool left, const double complex *x, double complex *out)
{
	const size_t n = s->n;
	uint32_t did = 0;
	for (size_t r = 0; r < n && !kernels_stops(&did, 2 * n); r++) {
		double complex sum = 0;
		for (size_t j = 0; j < n; j++)
			sum += get(s->z, r * n + j, s->is_complex) * x[j];
		out[r] = sum;
	}
	if (!s->balanced)
		return;
	shift_all(out, 0, n, -hlo_exponent(largest_of(out, 0, n)));
	for (size_t r = s->low; r < s->high; r++)
		out[r] = left ? out[r] / s->balance[r] : out[r] * s->balance[r];
	permute_back(s, (char *)out, sizeof *out);
}

void kernels_hlo__eigenvectors(const struct hlo_schur *s, bool left, void *scratch, void *vectors)
{
	const size_t n = s->n;
	double complex *t = scratch, *x = t + n * n, *y = x + n, *out = vectors;
	/* left eigenvectors are those of the adjoint; the transpose in reverse order is an upper triangle again */
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			t[i * n + j] = get(s->a, left ? (n - 1 - j) * n + n - 1 - i : i * n + j, s->is_complex);
	const struct triangle triangle = { t, n };
	uint32_t did = 0;
	for (size_t k = 0; k < n && !kernels_stops(&did, n * n); k++) {
		const double complex value = s->values[k][0] + s->values[k][1] * I;
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
		normalize(y, n, !s->is_complex && s->values[k][1] == 0, !s->is_complex);
		for (size_t r = 0; r < n; r++)
			out[r * n + k] = y[r];
	}
}
