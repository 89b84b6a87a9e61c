/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As LAPACK's laed4: the eigenvalues are the zeros of f(x) = 1 / rho + sum of z[i]^2 / (poles[i] - x), one between two poles and one above
 * the last. x is kept as the distance from the nearer pole. A step replaces the terms below x, and those above it, by one term each with
 * the same value and derivative; where that leaves the interval it is divided in halves. */
#include "linear/secular.h"
#include "linear/widths.h"
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_STEPS = 100 }; /* about four are needed */

/* f and what a step needs of it. */
struct value {
	double f, size;      /* size: of its rounding error, by the epsilon */
	double below, above; /* derivatives of the terms of poles up to `last`, and of the others */
};

/* The sums of z^2 / distance and of their derivatives, for elements [from, to). Sets the distances. */
#define ADD_TERMS(suffix, target, vector)                                                                              \
	target static void add_terms_##suffix(const struct hlo_secular *s, double pole, double x, size_t from,         \
		size_t to, double *distances, double sums[2])                                                          \
	{                                                                                                              \
		enum { LANES = sizeof(vector) / sizeof(double) };                                                      \
		vector sum = { 0 }, slope = { 0 };                                                                     \
		double sum_parts[LANES], slope_parts[LANES];                                                           \
		size_t i = from;                                                                                       \
		for (; i + LANES <= to; i += LANES) {                                                                  \
			const vector z = *(const vector *)(s->z + i),                                                  \
				     distance = *(const vector *)(s->poles + i) - pole - x;                            \
			const vector quotient = z / distance;                                                          \
			*(vector *)(distances + i) = distance;                                                         \
			sum += z * quotient;                                                                           \
			slope += quotient * quotient;                                                                  \
		}                                                                                                      \
		memcpy(sum_parts, &sum, sizeof sum);                                                                   \
		memcpy(slope_parts, &slope, sizeof slope);                                                             \
		sums[0] = sums[1] = 0;                                                                                 \
		for (size_t k = 0; k < LANES; k++) {                                                                   \
			sums[0] += sum_parts[k];                                                                       \
			sums[1] += slope_parts[k];                                                                     \
		}                                                                                                      \
		for (; i < to; i++) {                                                                                  \
			const double distance = s->poles[i] - pole - x, quotient = s->z[i] / distance;                 \
			distances[i] = distance;                                                                       \
			sums[0] += s->z[i] * quotient;                                                                 \
			sums[1] += quotient * quotient;                                                                \
		}                                                                                                      \
	}

VECTORS(ADD_TERMS)

/* f at `x` from pole `origin`; sets the distances. */
static struct value evaluate(const struct hlo_secular *s, size_t origin, size_t last, double x, double *distances)
{
	double below[2], above[2];
	const double inverse = 1 / s->rho, pole = s->poles[origin];
	WITH_VECTORS(add_terms, (s, pole, x, 0, last + 1, distances, below));
	WITH_VECTORS(add_terms, (s, pole, x, last + 1, s->count, distances, above));
	return (struct value){ inverse + below[0] + above[0],
		8 * (fabs(below[0]) + fabs(above[0])) + inverse + fabs(x) * (below[1] + above[1]), below[1], above[1] };
}

/* The zero nearest to 0, or for the last eigenvalue the one beyond both poles, of the function with two poles at distances p and q. */
static double step_of(const struct value *v, double p, double q, bool beyond)
{
	const double slope = v->below + v->above, a = (p + q) * v->f - p * q * slope, b = p * q * v->f;
	const double c = v->f - p * v->below - q * v->above;
	const double root = sqrt(fabs(a * a - 4 * b * c));
	double step;
	if (beyond)
		step = a >= 0 ? (a + root) / (2 * fabs(c)) : 2 * b / (a - root);
	else
		step = a <= 0 ? (a - root) / (2 * c) : 2 * b / (a + root);
	return isfinite(step) && v->f * step < 0 ? step : -v->f / slope;
}

/* The zero between two poles if the other terms were constant: `rest`. From the first of them, or from the second if `upper`. */
static double first_guess(double rest, double z, double next, double gap, bool upper)
{
	const double a = rest * gap + (upper ? -1 : 1) * (z * z + next * next), b = (upper ? next * next : z * z) * gap;
	const double root = sqrt(fabs(upper ? a * a + 4 * b * rest : a * a - 4 * b * rest));
	if (upper)
		return a < 0 ? 2 * b / (a - root) : -(a + root) / (2 * rest);
	return a > 0 ? 2 * b / (a + root) : (a - root) / (2 * rest);
}

double kernels_hlo__secular_root(const struct hlo_secular *s, size_t j, double *distances)
{
	const bool beyond = j + 1 == s->count;
	const double gap = beyond ? s->rho : s->poles[j + 1] - s->poles[j];
	const size_t last = beyond && j > 0 ? j - 1 : j;
	size_t origin = j;
	double low = 0, high = gap, x = gap / 2;
	if (s->count == 1) {
		distances[0] = -s->rho;
		return s->poles[0] + s->rho;
	}
	struct value v = evaluate(s, origin, last, x, distances);
	if (!beyond) {
		const double rest = v.f - s->z[j] * s->z[j] / distances[j] -
				    s->z[j + 1] * s->z[j + 1] / distances[j + 1];
		const bool upper = v.f < 0;
		origin += upper;
		low = upper ? -gap / 2 : 0;
		high = upper ? 0 : gap / 2;
		x = first_guess(rest, s->z[j], s->z[j + 1], gap, upper);
		if (!(x > low && x < high))
			x = (low + high) / 2;
		v = evaluate(s, origin, last, x, distances);
	}
	for (unsigned step = 0; step < MOST_STEPS && fabs(v.f) > DBL_EPSILON / 2 * v.size; step++) {
		if (v.f < 0)
			low = x;
		else
			high = x;
		double next = x + step_of(&v, distances[last], distances[last + 1], beyond);
		if (!(next > low && next < high))
			next = (low + high) / 2;
		if (next == x || next == low || next == high)
			break;
		x = next;
		v = evaluate(s, origin, last, x, distances);
	}
	return s->poles[origin] + x;
}
