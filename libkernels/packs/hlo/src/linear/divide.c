/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Divide and conquer (Cuppen), as LAPACK's laed1 to laed3: without the element between its halves, and with the elements beside that on
 * the diagonal less by its size, the matrix is the sum of two that are solved alone and of a multiple of a vector times its transpose.
 * Eigenvectors are lines. Those whose eigenvalue that sum does not change are left alone, often most of them; the others are
 * multiplied by the eigenvectors of a diagonal matrix plus that multiple, whose z is computed anew from the eigenvalues (Gu and
 * Eisenstat), so that they are orthogonal. */
#include "linear/divide.h"
#include "linear/ql.h"
#include "linear/reflectors.h"
#include "linear/scale.h"
#include "linear/secular.h"
#include "linear/sweeps.h"
#include <float.h>
#include <kernels/stop.h>
#include <string.h>

enum { LEAF = 24 }; /* rows; fewer are faster by QL */

struct divide {
	size_t n; /* of the whole matrix */
	double *d, *e;
	double *lines, *kept, *products; /* n x n each: eigenvectors; a copy; distances, then eigenvectors of the sum */
	double *z, *poles, *weights, *values; /* n numbers each */
	size_t *order, *other, *place, *kind;
	double *leaf; /* panels and rotations of a leaf */
};

/* Where the elements of an eigenvector are not 0. */
enum kind { FIRST, BOTH, SECOND, DEFLATED, KINDS };

/* ---- leaves */

static bool solve_leaf(const struct divide *s, size_t from, size_t n)
{
	struct hlo_sweeps sweeps;
	kernels_hlo__sweeps_begin(&sweeps, s->leaf, n, n, s->leaf + sweeps_panels(LEAF, LEAF));
	memset(s->leaf, 0, sweeps_panels(n, n) * sizeof *s->leaf);
	for (size_t j = 0; j < n; j++)
		*sweeps_at(&sweeps, j, j) = 1;
	if (!kernels_hlo__ql(s->d + from, s->e + from, n, &sweeps))
		return false;
	for (size_t j = 0; j < n; j++)
		for (size_t r = 0; r < n; r++)
			s->lines[(from + j) * s->n + from + r] = *sweeps_at(&sweeps, j, r);
	return true;
}

/* ---- sums */

/* The rows and columns of a sum, and what is left of it after deflation. */
struct sum {
	size_t from, n, half;
	double rho;
	size_t counts[KINDS], count; /* count: not deflated */
};

static double *line_of(const struct divide *s, const struct sum *u, size_t j)
{
	return s->lines + (u->from + j) * s->n + u->from;
}

/* The vector whose product with its transpose is added: elements of the eigenvectors beside the gap. */
static void load_z(const struct divide *s, const struct sum *u, bool negative)
{
	for (size_t j = 0; j < u->n; j++) {
		const double *line = line_of(s, u, j);
		const double x = j < u->half ? line[u->half - 1] : negative ? -line[u->half] : line[u->half];
		s->z[j] = x * sqrt(0.5);
		s->kind[j] = j < u->half ? FIRST : SECOND;
	}
}

/* Rotates eigenvectors i and j of almost equal eigenvalues so that z[i] becomes 0; false: they are not equal enough. */
static bool deflate_pair(const struct divide *s, const struct sum *u, size_t i, size_t j, double tolerance)
{
	double *d = s->d + u->from;
	const double size = hypot(s->z[i], s->z[j]), c = s->z[j] / size, sine = -s->z[i] / size;
	if (fabs((d[j] - d[i]) * c * sine) > tolerance)
		return false;
	s->z[j] = size;
	s->z[i] = 0;
	if (s->kind[i] != s->kind[j])
		s->kind[j] = BOTH;
	s->kind[i] = DEFLATED;
	double *x = line_of(s, u, i), *y = line_of(s, u, j);
	for (size_t r = 0; r < u->n; r++) {
		const double old = x[r];
		x[r] = c * old + sine * y[r];
		y[r] = c * y[r] - sine * old;
	}
	const double first = d[i] * c * c + d[j] * sine * sine;
	d[j] = d[i] * sine * sine + d[j] * c * c;
	d[i] = first;
	return true;
}

/* Marks the eigenvectors that remain as they are. */
static void deflate(const struct divide *s, struct sum *u)
{
	const double *d = s->d + u->from;
	const double size = fmax(kernels_hlo__largest(d, u->n), kernels_hlo__largest(s->z, u->n)),
		     tolerance = 4 * DBL_EPSILON * size;
	size_t before = u->n; /* none */
	kernels_hlo__order(d, u->n, s->order, s->other);
	for (size_t k = 0; k < u->n; k++) {
		const size_t j = s->order[k];
		if (u->rho * fabs(s->z[j]) <= tolerance) {
			s->kind[j] = DEFLATED;
			continue;
		}
		if (before < u->n)
			(void)deflate_pair(s, u, before, j, tolerance);
		before = j;
	}
}

/* Copies the eigenvectors, by kind, and notes for each that is not deflated its pole and weight in ascending order; place[k] is the row
 * of pole k in the copy. Values of deflated ones move behind the others. */
static void gather(const struct divide *s, struct sum *u)
{
	size_t starts[KINDS] = { 0 }, deflated = 0;
	memset(u->counts, 0, sizeof u->counts);
	for (size_t j = 0; j < u->n; j++)
		u->counts[s->kind[j]]++;
	for (size_t kind = 1; kind < KINDS; kind++)
		starts[kind] = starts[kind - 1] + u->counts[kind - 1];
	u->count = starts[DEFLATED];
	for (size_t k = 0, pole = 0; k < u->n; k++) {
		const size_t j = s->order[k], row = starts[s->kind[j]]++;
		memcpy(s->kept + row * u->n, line_of(s, u, j), u->n * sizeof *s->kept);
		if (s->kind[j] == DEFLATED) {
			s->values[u->count + deflated++] = s->d[u->from + j];
			continue;
		}
		s->poles[pole] = s->d[u->from + j];
		s->weights[pole] = s->z[j];
		s->place[pole++] = row;
	}
}

/* The eigenvalues, and in row j of the products the distances of the poles from eigenvalue j. Makes z have norm 1 again, which it lost by
 * deflation. */
static void find_roots(const struct divide *s, const struct sum *u)
{
	double square = 0;
	for (size_t i = 0; i < u->count; i++)
		square += s->weights[i] * s->weights[i];
	for (size_t i = 0; i < u->count; i++)
		s->weights[i] /= sqrt(square);
	const struct hlo_secular secular = { s->poles, s->weights, u->count, u->rho * square };
	uint32_t did = 0;
	for (size_t j = 0; j < u->count && !kernels_stops(&did, 32 * u->count); j++)
		s->values[j] = kernels_hlo__secular_root(&secular, j, s->products + j * u->count);
}

/* Replaces the weights by those for which the eigenvalues are exact. */
static void improve_weights(const struct divide *s, const struct sum *u)
{
	const size_t n = u->count;
	double *squares = s->z;
	for (size_t i = 0; i < n; i++)
		squares[i] = s->products[i * n + i];
	for (size_t j = 0; j < n; j++)
		for (size_t i = 0; i < n; i++)
			if (i != j)
				squares[i] *= s->products[j * n + i] / (s->poles[i] - s->poles[j]);
	for (size_t i = 0; i < n; i++)
		s->weights[i] = copysign(sqrt(fabs(squares[i])), s->weights[i]);
}

/* Replaces the distances by eigenvectors of the sum, whose elements are in the order of the copy. */
static void set_products(const struct divide *s, const struct sum *u)
{
	const size_t n = u->count;
	double *vector = s->z;
	for (size_t j = 0; j < n; j++) {
		double *row = s->products + j * n, square = 0;
		for (size_t i = 0; i < n; i++) {
			const double x = s->weights[i] / row[i];
			square += x * x;
			vector[s->place[i]] = x;
		}
		const double factor = 1 / sqrt(square);
		for (size_t i = 0; i < n; i++)
			row[i] = vector[i] * factor;
	}
}

/* Columns [from, to) of the eigenvectors: products times the rows [first, last) of the copy. */
static void multiply(const struct divide *s, const struct sum *u, size_t from, size_t to, size_t first, size_t last)
{
	hlo_product(1, 0,
		(struct gemm){ .rows = u->count,
			.columns = to - from,
			.depth = last - first,
			.a = s->products + first,
			.a_stride = u->count,
			.b = s->kept + first * u->n + from,
			.b_stride = u->n,
			.c = line_of(s, u, 0) + from,
			.c_stride = s->n });
}

static void add(const struct divide *s, struct sum *u, bool negative)
{
	load_z(s, u, negative);
	deflate(s, u);
	gather(s, u);
	if (u->count > 0) {
		find_roots(s, u);
		if (kernels_stopped())
			return;
		improve_weights(s, u);
		set_products(s, u);
		multiply(s, u, 0, u->half, 0, u->counts[FIRST] + u->counts[BOTH]);
		multiply(s, u, u->half, u->n, u->counts[FIRST], u->count);
	}
	for (size_t j = u->count; j < u->n; j++)
		memcpy(line_of(s, u, j), s->kept + j * u->n, u->n * sizeof *s->kept);
	memcpy(s->d + u->from, s->values, u->n * sizeof *s->d);
}

/* Rows and columns [from, from + n). */
static bool solve(const struct divide *s, size_t from, size_t n)
{
	if (n <= LEAF)
		return solve_leaf(s, from, n);
	struct sum u = { .from = from, .n = n, .half = n / 2 };
	const double between = s->e[from + u.half - 1];
	u.rho = 2 * fabs(between);
	s->d[from + u.half - 1] -= fabs(between);
	s->d[from + u.half] -= fabs(between);
	if (!solve(s, from, u.half) || !solve(s, from + u.half, n - u.half) || kernels_stopped())
		return false;
	add(s, &u, between < 0);
	return !kernels_stopped();
}

bool kernels_hlo__eigen_by_halves(double *diagonal, double *beside, size_t n, double *vectors, double *scratch)
{
	struct divide s = { .n = n, .d = diagonal, .e = beside, .kept = vectors };
	s.lines = hlo_take(&scratch, n * n);
	s.products = hlo_take(&scratch, n * n);
	s.z = hlo_take(&scratch, n);
	s.poles = hlo_take(&scratch, n);
	s.weights = hlo_take(&scratch, n);
	s.values = hlo_take(&scratch, n);
	s.order = (size_t *)(void *)hlo_take(&scratch, n);
	s.other = (size_t *)(void *)hlo_take(&scratch, n);
	s.place = (size_t *)(void *)hlo_take(&scratch, n);
	s.kind = (size_t *)(void *)hlo_take(&scratch, n);
	s.leaf = scratch;
	memset(s.lines, 0, n * n * sizeof *s.lines);
	/* what is negligible depends on elements of unit vectors too */
	const int exponent = hlo_exponent(fmax(kernels_hlo__largest(diagonal, n), kernels_hlo__largest(beside, n - 1)));
	kernels_hlo__shift(diagonal, n, -exponent);
	kernels_hlo__shift(beside, n - 1, -exponent);
	if (!solve(&s, 0, n))
		return false;
	kernels_hlo__shift(diagonal, n, exponent);
	kernels_hlo__order(diagonal, n, s.order, s.other);
	for (size_t j = 0; j < n; j++)
		s.values[j] = diagonal[s.order[j]];
	memcpy(diagonal, s.values, n * sizeof *diagonal);
	for (size_t r = 0; r < n; r++)
		for (size_t j = 0; j < n; j++)
			vectors[r * n + j] = s.lines[s.order[j] * n + r];
	return true;
}
