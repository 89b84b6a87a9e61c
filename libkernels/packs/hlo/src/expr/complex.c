/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of complex numbers. Functions of complex<f64> are computed in long double: parts of any size have products within its
 * range, and differences keep 11 more bits (on x86; else the range of f64 is all there is). Those of complex<f32> are computed in f64,
 * which has the squares of f32 without rounding, and in long double where f64 may lose what f32 has. */
#include "expr/tables.h"
#include <complex.h>
#include <math.h>

struct c64 {
	float real, imag;
};
struct c128 {
	double real, imag;
};

#define PART double
#define MATH(f) f
#define OF(f) near_##f
#include "expr/complex_functions.h"
#include "expr/complex_xla.h"
#undef PART
#undef MATH
#undef OF
#define PART long double
#define MATH(f) f##l
#define OF(f) wide_##f
#include "expr/complex_functions.h"
#include "expr/complex_xla.h"

static inline near_number near_of(struct c64 a) { return near_make(a.real, a.imag); }
static inline wide_number wide_of(struct c128 a) { return wide_make(a.real, a.imag); }
static inline struct c64 narrow_to_c64(wide_number a) { return (struct c64){ (float)creall(a), (float)cimagl(a) }; }
static inline struct c128 narrow_to_c128(wide_number a) { return (struct c128){ (double)creall(a), (double)cimagl(a) }; }

static wide_number wide_power(wide_number x, wide_number y)
{
	if (y == 0)
		return 1;
	if (x == 0 && creall(y) > 0)
		return 0;
	return cexpl(y * clogl(x));
}

static wide_number wide_atan2(wide_number y, wide_number x)
{
	wide_number z = clogl(wide_divide(
		wide_make(creall(x) - cimagl(y), cimagl(x) + creall(y)), csqrtl(x * x + y * y)));
	return wide_make(cimagl(z), -creall(z));
}

/* Squares of f32 are exact, and near the circle |x| = 1 so is the larger one less 1. */
static near_number log_of(near_number x)
{
	const double a = fabs(creal(x)), b = fabs(cimag(x)), large = a > b ? a : b, small = a > b ? b : a;
	const double square = large * large + small * small;
	if (!isfinite(square))
		return clog(x);
	const double twice = square > 0.5 && square < 2 ? log1p((large * large - 1) + small * small) : log(square);
	return near_make(twice / 2, atan2(cimag(x), creal(x)));
}

/* An angle of more than 2^16 needs more bits than f64 has beyond f32. */
static struct c64 power_of_c64(struct c64 x, struct c64 y)
{
	const near_number base = near_of(x), exponent = near_of(y);
	if (exponent == 0)
		return (struct c64){ 1, 0 };
	if (base == 0 && y.real > 0)
		return (struct c64){ 0, 0 };
	const near_number log = log_of(base);
	const double most = (fabs(creal(log)) + fabs(cimag(log))) * (fabs(creal(exponent)) + fabs(cimag(exponent)));
	if (!(most < 65536))
		return narrow_to_c64(wide_power(base, exponent));
	const near_number found = cexp(exponent * log);
	const double real = fabs(creal(found)), imag = fabs(cimag(found));
	/* a part that is small beside the other one has the error of the angle */
	if (!(real > 0x1p-20 * imag && imag > 0x1p-20 * real))
		return narrow_to_c64(wide_power(base, exponent));
	return narrow_to_c64(found);
}

static struct c64 xla_power_of_c64(struct c64 x, struct c64 y)
{
	const near_number base = near_of(x), exponent = near_of(y);
	return near_is_special_power(base, exponent) ? narrow_to_c64(near_xla_power(base, exponent)) : power_of_c64(x, y);
}

static struct c128 xla_power_of_c128(struct c128 x, struct c128 y)
{
	const wide_number base = wide_of(x), exponent = wide_of(y);
	return narrow_to_c128(wide_is_special_power(base, exponent) ? wide_xla_power(base, exponent) : wide_power(base, exponent));
}

/* In long double near a pole, and where a part of the exponential is 0 in f64 only. */
static struct c64 logistic_of_c64(struct c64 x)
{
	const near_number divisor = 1 + cexp(-near_of(x));
	if (x.real < 600 && fabs(creal(divisor)) > 0x1p-12)
		return narrow_to_c64(near_divide(1, divisor));
	return narrow_to_c64(wide_logistic(near_of(x)));
}

/* The terms of the real part may cancel. */
static struct c64 exponential_minus_one_of_c64(struct c64 x)
{
	const near_number found = near_exponential_minus_one(near_of(x));
	const double half = sin((double)x.imag / 2);
	if (fabs(creal(found)) < 0x1p-20 * half * half)
		return narrow_to_c64(wide_exponential_minus_one(near_of(x)));
	return narrow_to_c64(found);
}

/* The numbers for which XLA's results differ. */
static bool is_special(near_number x)
{
	return !isfinite(creal(x)) || !isfinite(cimag(x)) || cimag(x) == 0;
}
static near_number xla_log_of(near_number x) { return near_has_nan(x) ? near_xla_log(x) : log_of(x); }
static struct c64 xla_logistic_of_c64(struct c64 x)
{
	return is_special(near_of(x)) ? narrow_to_c64(near_xla_logistic(near_of(x))) : logistic_of_c64(x);
}
static struct c64 xla_exponential_minus_one_of_c64(struct c64 x)
{
	return is_special(near_of(x)) ? narrow_to_c64(near_xla_exponential_minus_one(near_of(x))) : exponential_minus_one_of_c64(x);
}

#define FUNCTION_OF(op, name, C, result) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const C *x = in[0]; \
		C *r = out; \
		for (size_t i = 0; i < n; i++) { \
			const C a = x[i]; \
			r[i] = result; \
		} \
	}
#define BINARY_FUNCTION_OF(op, name, C, result) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const C *x = in[0], *y = in[1]; \
		C *r = out; \
		for (size_t i = 0; i < n; i++) { \
			const C a = x[i], b = y[i]; \
			r[i] = result; \
		} \
	}
#define FUNCTION(op, near, wide) \
	FUNCTION_OF(op, c64, struct c64, narrow_to_c64(near(near_of(a)))) \
	FUNCTION_OF(op, c128, struct c128, narrow_to_c128(wide(wide_of(a))))

FUNCTION(cbrt, near_cbrt, wide_cbrt)
FUNCTION(cosine, ccos, ccosl)
FUNCTION(exponential, cexp, cexpl)
FUNCTION(log, log_of, clogl)
FUNCTION(log_plus_one, near_log_plus_one, wide_log_plus_one)
FUNCTION(rsqrt, near_rsqrt, wide_rsqrt)
FUNCTION(sign, near_sign, wide_sign)
FUNCTION(sine, csin, csinl)
FUNCTION(sqrt, csqrt, csqrtl)
FUNCTION(tan, ctan, ctanl)
FUNCTION(tanh, ctanh, ctanhl)
FUNCTION_OF(exponential_minus_one, c64, struct c64, exponential_minus_one_of_c64(a))
FUNCTION_OF(exponential_minus_one, c128, struct c128, narrow_to_c128(wide_exponential_minus_one(wide_of(a))))
FUNCTION_OF(logistic, c64, struct c64, logistic_of_c64(a))
FUNCTION_OF(logistic, c128, struct c128, narrow_to_c128(wide_logistic(wide_of(a))))
#define XLA_FUNCTION(op) FUNCTION(xla_##op, near_xla_##op, wide_xla_##op)
XLA_FUNCTION(cosine)
XLA_FUNCTION(exponential)
XLA_FUNCTION(log_plus_one)
XLA_FUNCTION(sign)
XLA_FUNCTION(sine)
XLA_FUNCTION(sqrt)
XLA_FUNCTION(tan)
XLA_FUNCTION(tanh)
FUNCTION(xla_log, xla_log_of, wide_xla_log)
FUNCTION_OF(xla_exponential_minus_one, c64, struct c64, xla_exponential_minus_one_of_c64(a))
FUNCTION_OF(xla_exponential_minus_one, c128, struct c128, narrow_to_c128(wide_xla_exponential_minus_one(wide_of(a))))
FUNCTION_OF(xla_logistic, c64, struct c64, xla_logistic_of_c64(a))
FUNCTION_OF(xla_logistic, c128, struct c128, narrow_to_c128(wide_xla_logistic(wide_of(a))))
/* the sum of the squares may cancel */
BINARY_FUNCTION_OF(atan2, c64, struct c64, narrow_to_c64(wide_atan2(near_of(a), near_of(b))))
BINARY_FUNCTION_OF(atan2, c128, struct c128, narrow_to_c128(wide_atan2(wide_of(a), wide_of(b))))
BINARY_FUNCTION_OF(divide, c64, struct c64, narrow_to_c64(near_divide(near_of(a), near_of(b))))
BINARY_FUNCTION_OF(divide, c128, struct c128, narrow_to_c128(wide_divide(wide_of(a), wide_of(b))))
BINARY_FUNCTION_OF(power, c64, struct c64, power_of_c64(a, b))
BINARY_FUNCTION_OF(power, c128, struct c128, narrow_to_c128(wide_power(wide_of(a), wide_of(b))))
BINARY_FUNCTION_OF(xla_power, c64, struct c64, xla_power_of_c64(a, b))
BINARY_FUNCTION_OF(xla_power, c128, struct c128, xla_power_of_c128(a, b))

#define MAGNITUDE(op, name, C, P, result) \
	static void op##_##name(void *out, const void *const *in, size_t n, const struct hlo_primitive *self) \
	{ \
		(void)self; \
		const C *x = in[0]; \
		P *r = out; \
		for (size_t i = 0; i < n; i++) \
			r[i] = (P)(result); \
	}
MAGNITUDE(abs, c64, struct c64, float, hypot(x[i].real, x[i].imag))
MAGNITUDE(abs, c128, struct c128, double, hypotl(x[i].real, x[i].imag))
MAGNITUDE(xla_abs, c64, struct c64, float, near_xla_abs(near_of(x[i])))
MAGNITUDE(xla_abs, c128, struct c128, double, wide_xla_abs(wide_of(x[i])))

/* ---- in the element type itself */

#define LESS(a, b) ((a).real < (b).real || ((a).real == (b).real && (a).imag < (b).imag))
#define NATIVE(name, C, P) \
	static inline C make_##name(P real, P imag) { return (C){ real, imag }; } \
	static inline C larger_##name(C a, C b) { return LESS(a, b) ? b : a; } \
	static inline C smaller_##name(C a, C b) { return LESS(b, a) ? b : a; } \
	/* XLA's clamp compares real parts; after a comparison with a NaN it takes the second number */ \
	static inline C xla_larger_##name(C low, C x) { return low.real >= x.real ? low : x; } \
	static inline C xla_smaller_##name(C x, C high) { return x.real <= high.real ? x : high; } \
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
	HLO_TERNARY_OF(clamp, name, C, C, smaller_##name(larger_##name(b, a), c)) \
	HLO_TERNARY_OF(xla_clamp, name, C, C, xla_smaller_##name(xla_larger_##name(a, b), c))
NATIVE(c64, struct c64, float)
NATIVE(c128, struct c128, double)

#define CELL(op, name) [HLO_OP_##op] = op##_##name,
#define CELLS(name) \
	CELL(add, name) CELL(subtract, name) CELL(multiply, name) CELL(maximum, name) CELL(minimum, name) CELL(negate, name) \
	CELL(clamp, name) CELL(cbrt, name) CELL(cosine, name) CELL(exponential, name) CELL(exponential_minus_one, name) CELL(log, name) \
	CELL(log_plus_one, name) CELL(logistic, name) CELL(rsqrt, name) CELL(sign, name) CELL(sine, name) CELL(sqrt, name) \
	CELL(tan, name) CELL(tanh, name) CELL(atan2, name) CELL(divide, name) CELL(power, name)
static hlo_primitive_fn *const table[2][HLO_OPCODE_COUNT] = { { CELLS(c64) }, { CELLS(c128) } };
/* As XLA computes them, by the name of the operation. */
#define XLA_CELL(op, name) [HLO_OP_##op] = xla_##op##_##name,
#define XLA_CELLS(name) \
	XLA_CELL(abs, name) XLA_CELL(clamp, name) XLA_CELL(cosine, name) XLA_CELL(exponential, name) XLA_CELL(exponential_minus_one, name) \
	XLA_CELL(log, name) XLA_CELL(log_plus_one, name) XLA_CELL(logistic, name) XLA_CELL(power, name) \
	XLA_CELL(sign, name) XLA_CELL(sine, name) XLA_CELL(sqrt, name) XLA_CELL(tan, name) XLA_CELL(tanh, name)
static hlo_primitive_fn *const xla_table[2][HLO_OPCODE_COUNT] = { { XLA_CELLS(c64) }, { XLA_CELLS(c128) } };
#define PARTS(name) CELL(real, name) CELL(imag, name) CELL(complex, name) CELL(abs, name)
static hlo_primitive_fn *const parts[2][HLO_OPCODE_COUNT] = { { PARTS(c64) }, { PARTS(c128) } };

hlo_primitive_fn *kernels_hlo__complex_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype, bool spec)
{
	const bool wide = dtype == KERNELS_COMPLEX128;
	return !spec && xla_table[wide][opcode] ? xla_table[wide][opcode] : table[wide][opcode];
}

hlo_primitive_fn *kernels_hlo__parts_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype, bool spec)
{
	const bool wide = dtype == KERNELS_COMPLEX128;
	return !spec && xla_table[wide][opcode] ? xla_table[wide][opcode] : parts[wide][opcode];
}
