/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of complex numbers. Functions exist for complex<f64> only and are computed in long double: parts of any size
 * have products within its range, and differences keep 11 more bits (on x86; else the range of f64 is all there is).
 * complex<f32> goes through complex<f64>. */
#include "expr/tables.h"
#include <complex.h>
#include <math.h>

struct c64 {
	float real, imag;
};
struct c128 {
	double real, imag;
};
typedef long double _Complex wide;

/* CMPLXL(), which clang 14 does not have. */
static inline wide make(long double real, long double imag)
{
	const union {
		long double parts[2];
		wide value;
	} number = { { real, imag } };
	return number.value;
}
static inline wide widen(struct c128 a) { return make(a.real, a.imag); }
static inline struct c128 narrow(wide a) { return (struct c128){ (double)creall(a), (double)cimagl(a) }; }

/* Annex G of C: infinite and zero divisors give infinities and zeros. */
static wide divide(wide x, wide y)
{
	long double a = creall(x), b = cimagl(x), c = creall(y), d = cimagl(y);
	long double size = c * c + d * d, real = (a * c + b * d) / size, imag = (b * c - a * d) / size;
	if (!isnan(real) || !isnan(imag))
		return make(real, imag);
	if (size == 0 && (!isnan(a) || !isnan(b)))
		return make(copysignl(INFINITY, c) * a, copysignl(INFINITY, c) * b);
	if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
		a = copysignl(isinf(a) ? 1 : 0, a);
		b = copysignl(isinf(b) ? 1 : 0, b);
		return make(INFINITY * (a * c + b * d), INFINITY * (b * c - a * d));
	}
	if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
		c = copysignl(isinf(c) ? 1 : 0, c);
		d = copysignl(isinf(d) ? 1 : 0, d);
		return make(0 * (a * c + b * d), 0 * (b * c - a * d));
	}
	return make(real, imag);
}

/* cos(y) - 1 is -2 sin(y/2)^2, which has no cancellation. */
static wide exponential_minus_one(wide x)
{
	long double a = creall(x), b = cimagl(x);
	if (!isfinite(a) || !isfinite(b))
		return cexpl(x) - 1;
	long double half = sinl(b / 2);
	return make(expm1l(a) * cosl(b) - 2 * half * half, b == 0 ? b : expl(a) * sinl(b));
}

/* Adds x to the sum of *high and *low, without loss in *high. */
static void add_to(long double *high, long double *low, long double x)
{
	long double sum = *high + x, part = sum - *high;
	*low += (*high - (sum - part)) + (x - part);
	*high = sum;
}

/* |1 + z|^2 - 1 = 2a + a^2 + b^2, with the errors of the squares: the terms cancel near the circle |1 + z| = 1. Well within
 * it, 1 + a has few digits and is exact. */
static wide log_plus_one(wide x)
{
	long double a = creall(x), b = cimagl(x), angle = atan2l(b, 1 + a);
	if (isinf(a) || isinf(b))
		return make(INFINITY, angle);
	long double high = 2 * a, low = 0;
	add_to(&high, &low, a * a);
	add_to(&high, &low, b * b);
	add_to(&high, &low, fmal(a, a, -(a * a)));
	add_to(&high, &low, fmal(b, b, -(b * b)));
	return make(high + low < -0.5L ? logl(hypotl(1 + a, b)) : log1pl(high + low) / 2, angle);
}

static wide power(wide x, wide y)
{
	if (y == 0)
		return 1;
	if (x == 0 && creall(y) > 0)
		return 0;
	return cexpl(y * clogl(x));
}

static wide sign(wide x)
{
	long double size = cabsl(x);
	if (isnan(creall(x)) || isnan(cimagl(x)))
		return make(NAN, NAN);
	return size == 0 ? 0 : make(creall(x) / size, cimagl(x) / size);
}

static wide atan2_of(wide y, wide x)
{
	wide z = clogl(divide(make(creall(x) - cimagl(y), cimagl(x) + creall(y)), csqrtl(x * x + y * y)));
	return make(cimagl(z), -creall(z));
}

#define FUNCTION(op, expression) \
	static void op##_wide(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const struct c128 *x = in[0]; \
		struct c128 *r = out; \
		for (size_t i = 0; i < n; i++) { \
			const wide a = widen(x[i]); \
			r[i] = narrow(expression); \
		} \
	}
#define BINARY_FUNCTION(op, expression) \
	static void op##_wide(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const struct c128 *x = in[0], *y = in[1]; \
		struct c128 *r = out; \
		for (size_t i = 0; i < n; i++) { \
			const wide a = widen(x[i]), b = widen(y[i]); \
			r[i] = narrow(expression); \
		} \
	}

FUNCTION(cbrt, a == 0 ? a : cexpl(clogl(a) / 3))
FUNCTION(cosine, ccosl(a))
FUNCTION(exponential, cexpl(a))
FUNCTION(exponential_minus_one, exponential_minus_one(a))
FUNCTION(log, clogl(a))
FUNCTION(log_plus_one, log_plus_one(a))
FUNCTION(logistic, divide(1, 1 + cexpl(-a)))
FUNCTION(rsqrt, divide(1, csqrtl(a)))
FUNCTION(sign, sign(a))
FUNCTION(sine, csinl(a))
FUNCTION(sqrt, csqrtl(a))
FUNCTION(tan, ctanl(a))
FUNCTION(tanh, ctanhl(a))
BINARY_FUNCTION(atan2, atan2_of(a, b))
BINARY_FUNCTION(divide, divide(a, b))
BINARY_FUNCTION(power, power(a, b))

static void abs_wide(void *out, const void *const *in, size_t n, const struct hlo_primitive *self)
{
	(void)self;
	const struct c128 *x = in[0];
	double *r = out;
	for (size_t i = 0; i < n; i++)
		r[i] = (double)hypotl(x[i].real, x[i].imag);
}

/* ---- in the element type itself */

#define LESS(a, b) ((a).real < (b).real || ((a).real == (b).real && (a).imag < (b).imag))
#define NATIVE(name, C, P) \
	static inline C make_##name(P real, P imag) { return (C){ real, imag }; } \
	static inline C larger_##name(C a, C b) { return LESS(a, b) ? b : a; } \
	static inline C smaller_##name(C a, C b) { return LESS(b, a) ? b : a; } \
	HLO_BINARY_OF(add, name, C, C, make_##name(a.real + b.real, a.imag + b.imag)) \
	HLO_BINARY_OF(subtract, name, C, C, make_##name(a.real - b.real, a.imag - b.imag)) \
	HLO_BINARY_OF(multiply, name, C, C, \
		make_##name(a.real *b.real - a.imag * b.imag, a.real *b.imag + a.imag * b.real)) \
	HLO_BINARY_OF(maximum, name, C, C, larger_##name(a, b)) \
	HLO_BINARY_OF(minimum, name, C, C, smaller_##name(a, b)) \
	HLO_UNARY_OF(negate, name, C, C, make_##name(-a.real, -a.imag)) \
	HLO_UNARY_OF(real, name, C, P, a.real) \
	HLO_UNARY_OF(imag, name, C, P, a.imag) \
	HLO_BINARY_OF(complex, name, P, C, make_##name(a, b)) \
	HLO_CLAMP(name, C, smaller_##name(larger_##name(a, least), most))
NATIVE(c64, struct c64, float)
NATIVE(c128, struct c128, double)

#define CELL(op, name) [HLO_OP_##op] = op##_##name,
#define NATIVE_CELLS(name) \
	CELL(add, name) CELL(subtract, name) CELL(multiply, name) CELL(maximum, name) CELL(minimum, name) CELL(negate, name) \
	CELL(clamp, name)
static hlo_primitive_fn *const table[2][HLO_OPCODE_COUNT] = {
	{ NATIVE_CELLS(c64) },
	{ NATIVE_CELLS(c128)
	  CELL(cbrt, wide) CELL(cosine, wide) CELL(exponential, wide) CELL(exponential_minus_one, wide) CELL(log, wide)
	  CELL(log_plus_one, wide) CELL(logistic, wide) CELL(rsqrt, wide) CELL(sign, wide) CELL(sine, wide) CELL(sqrt, wide)
	  CELL(tan, wide) CELL(tanh, wide) CELL(atan2, wide) CELL(divide, wide) CELL(power, wide) },
};
static hlo_primitive_fn *const parts[2][HLO_OPCODE_COUNT] = {
	{ CELL(real, c64) CELL(imag, c64) CELL(complex, c64) },
	{ CELL(real, c128) CELL(imag, c128) CELL(complex, c128) CELL(abs, wide) },
};

hlo_primitive_fn *kernels_hlo__complex_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return table[dtype == KERNELS_COMPLEX128][opcode];
}

hlo_primitive_fn *kernels_hlo__parts_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	return parts[dtype == KERNELS_COMPLEX128][opcode];
}
