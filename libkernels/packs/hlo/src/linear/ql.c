/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The QL method with implicit shifts. */
#include "linear/ql.h"
#include "linear/rotations.h"
#include <float.h>
#include <kernels/stop.h>
#include <math.h>
#include <stdint.h>

enum { MOST_ROUNDS = 60 }; /* for an eigenvalue; about two are needed */

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
		kernels_hlo__rotate_lines(rows + i * width, rows + (i + 1) * width, width, c, s);
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
