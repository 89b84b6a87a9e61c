/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sums have four lanes, whatever the width of a vector. */
#include "linear/rotations.h"
#include <string.h>

enum { LANES = 4 };

#if defined(__GNUC__)
typedef double vector __attribute__((vector_size(LANES * sizeof(double))));

#define WHOLE_VECTORS(suffix, target) \
	target static size_t rotate_##suffix(double *x, double *y, size_t count, double c, double s) \
	{ \
		size_t k = 0; \
		for (; k + LANES <= count; k += LANES) { \
			vector a, b; \
			memcpy(&a, x + k, sizeof a); \
			memcpy(&b, y + k, sizeof b); \
			const vector first = c * a - s * b, second = s * a + c * b; \
			memcpy(x + k, &first, sizeof first); \
			memcpy(y + k, &second, sizeof second); \
		} \
		return k; \
	} \
	target static size_t multiply_##suffix(const double *x, const double *y, size_t count, double out[3]) \
	{ \
		vector p = { 0 }, q = { 0 }, r = { 0 }; \
		size_t k = 0; \
		for (; k + LANES <= count; k += LANES) { \
			vector a, b; \
			memcpy(&a, x + k, sizeof a); \
			memcpy(&b, y + k, sizeof b); \
			p += a * a; \
			q += b * b; \
			r += a * b; \
		} \
		out[0] = (p[0] + p[1]) + (p[2] + p[3]); \
		out[1] = (q[0] + q[1]) + (q[2] + q[3]); \
		out[2] = (r[0] + r[1]) + (r[2] + r[3]); \
		return k; \
	}
WHOLE_VECTORS(any, )
#if defined(__x86_64__)
WHOLE_VECTORS(avx2, __attribute__((target("avx2"))))
#define HAS_AVX2 __builtin_cpu_supports("avx2")
#else
#define rotate_avx2 rotate_any
#define multiply_avx2 multiply_any
#define HAS_AVX2 0
#endif
#else
static size_t rotate_any(double *x, double *y, size_t count, double c, double s)
{
	(void)x;
	(void)y;
	(void)count;
	(void)c;
	(void)s;
	return 0;
}
static size_t multiply_any(const double *x, const double *y, size_t count, double out[3])
{
	(void)x;
	(void)y;
	(void)count;
	out[0] = out[1] = out[2] = 0;
	return 0;
}
#define rotate_avx2 rotate_any
#define multiply_avx2 multiply_any
#define HAS_AVX2 0
#endif

void kernels_hlo__rotate_lines(double *x, double *y, size_t count, double c, double s)
{
	for (size_t k = HAS_AVX2 ? rotate_avx2(x, y, count, c, s) : rotate_any(x, y, count, c, s); k < count; k++) {
		const double a = x[k], b = y[k];
		x[k] = c * a - s * b;
		y[k] = s * a + c * b;
	}
}

void kernels_hlo__multiply_lines(const double *x, const double *y, size_t count, double out[3])
{
	for (size_t k = HAS_AVX2 ? multiply_avx2(x, y, count, out) : multiply_any(x, y, count, out); k < count; k++) {
		out[0] += x[k] * x[k];
		out[1] += y[k] * y[k];
		out[2] += x[k] * y[k];
	}
}
