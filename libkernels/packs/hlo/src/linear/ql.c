/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The QL method with implicit shifts. A rotation combines two rows that are contiguous in memory, in vectors as wide as the processor has
 * them; all have the same bits. */
#include "linear/ql.h"
#include <float.h>
#include <kernels/stop.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_ROUNDS = 60 }; /* for an eigenvalue; about two are needed */

/* [x, y] = [c * x - s * y, s * x + c * y] */
#define ROTATE(name, target, type) \
	target static size_t name(double *x, double *y, size_t count, double c, double s) \
	{ \
		size_t k = 0; \
		for (; k + sizeof(type) / sizeof *x <= count; k += sizeof(type) / sizeof *x) { \
			type a, b; \
			memcpy(&a, x + k, sizeof a); \
			memcpy(&b, y + k, sizeof b); \
			const type first = c * a - s * b, second = s * a + c * b; \
			memcpy(x + k, &first, sizeof first); \
			memcpy(y + k, &second, sizeof second); \
		} \
		return k; \
	}
ROTATE(rotate_one, , double)
#if defined(__GNUC__)
typedef double two_numbers __attribute__((vector_size(16)));
ROTATE(rotate_two, , two_numbers)
#else
#define rotate_two rotate_one
#endif
#if defined(__x86_64__) && defined(__GNUC__)
typedef double four_numbers __attribute__((vector_size(32)));
ROTATE(rotate_four, __attribute__((target("avx2"))), four_numbers)

static size_t rotate_widest(double *x, double *y, size_t count, double c, double s)
{
	return __builtin_cpu_supports("avx2") ? rotate_four(x, y, count, c, s) : 0;
}
#else
static size_t rotate_widest(double *x, double *y, size_t count, double c, double s)
{
	(void)x;
	(void)y;
	(void)count;
	(void)c;
	(void)s;
	return 0;
}
#endif

static void rotate(double *x, double *y, size_t count, double c, double s)
{
	size_t done = rotate_widest(x, y, count, c, s);
	done += rotate_two(x + done, y + done, count - done, c, s);
	(void)rotate_one(x + done, y + done, count - done, c, s);
}

/* The square root of x^2 + y^2, also where the squares underflow. */
static double length(double x, double y)
{
	const double square = x * x + y * y;
	return square > 0x1p-900 && square < 0x1p900 ? sqrt(square) : hypot(x, y);
}

/* The last row of the part of the matrix that begins in row `first`: the element beside it is negligible. */
static size_t end_of_part(const double *d, const double *e, size_t n, size_t first)
{
	size_t m = first;
	while (m + 1 < n && fabs(e[m]) > DBL_EPSILON / 2 * (fabs(d[m]) + fabs(d[m + 1])))
		m++;
	return m;
}

/* One round for rows [l, m]: a shift near an eigenvalue, and rotations from the last row on. */
static void go_round(double *d, double *e, size_t l, size_t m, double *rows, size_t width)
{
	double g = (d[l + 1] - d[l]) / (2 * e[l]), s = 1, c = 1, p = 0;
	g = d[m] - d[l] + e[l] / (g + copysign(length(g, 1), g));
	for (size_t i = m; i-- > l;) {
		const double f = s * e[i], b = c * e[i], r = length(f, g);
		e[i + 1] = r;
		if (r == 0) {
			d[i + 1] -= p;
			e[m] = 0;
			return;
		}
		s = f / r;
		c = g / r;
		const double rest = d[i + 1] - p, x = (d[i] - rest) * s + 2 * c * b;
		p = s * x;
		d[i + 1] = rest + p;
		g = c * x - b;
		rotate(rows + i * width, rows + (i + 1) * width, width, c, s);
	}
	d[l] -= p;
	e[l] = g;
	e[m] = 0;
}

bool kernels_hlo__ql(double *diagonal, double *beside, size_t n, double *rows, size_t width)
{
	uint32_t did = 0;
	if (n > 0)
		beside[n - 1] = 0;
	for (size_t l = 0; l < n; l++) {
		unsigned round = 0;
		for (size_t m; (m = end_of_part(diagonal, beside, n, l)) != l; round++) {
			if (round == MOST_ROUNDS || kernels_stops(&did, 2 * (m - l) * width))
				return false;
			go_round(diagonal, beside, l, m, rows, width);
		}
	}
	return true;
}
