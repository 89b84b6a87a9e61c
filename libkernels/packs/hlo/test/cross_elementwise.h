/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element-wise kernels of one type against scalar references. */
#ifndef HLO_TEST_CROSS_ELEMENTWISE_H
#define HLO_TEST_CROSS_ELEMENTWISE_H

#include "bodies.h"
#include "values.h"

static const int64_t cross_count[] = { 40 };

/* Steps between the nearest float and a result: arithmetic and roots of real numbers are exact, functions are rounded twice. */
static unsigned steps_of(enum kernels_dtype t)
{
	return t == KERNELS_F64 ? 4 : t == KERNELS_COMPLEX64 ? 8 : t == KERNELS_COMPLEX128 ? 64 : 1;
}

/* ---- integers */

static wide whole_unary(const char *name, enum kernels_dtype t, wide x)
{
	const unsigned bits = whole_bits(t);
	const uint64_t u = (uint64_t)((unsigned_wide)x & (((unsigned_wide)1 << bits) - 1));
	int ones = 0, length = 0;
	for (unsigned i = 0; i < bits; i++) {
		ones += (int)(u >> i & 1);
		length = u >> i & 1 ? (int)i + 1 : length;
	}
	return strcmp(name, "abs") == 0			       ? (x < 0 ? -x : x)
		: strcmp(name, "negate") == 0		       ? -x
		: strcmp(name, "not") == 0		       ? ~x
		: strcmp(name, "sign") == 0		       ? (x > 0) - (x < 0)
		: strcmp(name, "popcnt") == 0		       ? ones
		: strcmp(name, "count_leading_zeros") == 0 ? (int)bits - length
							       : -12345;
}

static wide whole_power(enum kernels_dtype t, wide x, wide y)
{
	wide result = 1;
	if (y < 0)
		return x == 1 ? 1 : x == -1 ? (y % 2 ? -1 : 1) : 0;
	for (; y > 0; y--)
		result = wrapped(t, (wide)((unsigned_wide)result * (unsigned_wide)x));
	return result;
}

static wide whole_shift(const char *name, enum kernels_dtype t, wide x, wide y)
{
	const unsigned bits = whole_bits(t);
	const unsigned_wide amount = (unsigned_wide)y & (((unsigned_wide)1 << bits) - 1);
	const unsigned_wide u = (unsigned_wide)x & (((unsigned_wide)1 << bits) - 1);
	const wide with_sign = u >> (bits - 1) ? (wide)u - ((wide)1 << bits) : (wide)u;
	if (strcmp(name, "shift_right_arithmetic") == 0)
		return amount < bits ? with_sign >> amount : with_sign >> (bits - 1);
	return amount >= bits ? 0 : name[6] == 'l' ? (wide)(u << amount) : (wide)(u >> amount);
}

static wide whole_binary(const char *name, enum kernels_dtype t, wide x, wide y)
{
	const bool bit = t == KERNELS_I1;
	if (strncmp(name, "shift", 5) == 0)
		return whole_shift(name, t, x, y);
	switch (name[0]) {
	case 'a': return strcmp(name, "and") == 0 ? (x & y) : bit ? (x | y) : x + y;
	case 'd': return y == 0 ? -1 : x / y;
	case 'm': return name[1] == 'u' ? (wide)((unsigned_wide)x * (unsigned_wide)y) : (name[1] == 'a') == (x > y) ? x : y;
	case 'o': return x | y;
	case 'p': return whole_power(t, x, y);
	case 'r': return y == 0 ? x : x % y;
	case 's': return x - y;
	default: return x ^ y;
	}
}

/* ---- floats and complex numbers */

static real sign_real(real x) { return isnan(x) || x == 0 ? x : x < 0 ? -1 : 1; }
static real logistic_real(real x) { return 1 / (1 + expl(-x)); }
static real rsqrt_real(real x) { return 1 / sqrtl(x); }
static real negate_real(real x) { return -x; }
static real finite_real(real x) { return isfinite(x); }
static real same_real(real x) { return x; }
static real zero_real(real x) { return 0 * x; }
static number_z cube_root_z(number_z x) { return cpowl(x, wide_complex_of(1 / 3.0L, 0)); }
static number_z expm1_z(number_z x) { return cexpl(x) - 1; }
static number_z log1p_z(number_z x) { return clogl(1 + x); }
static number_z logistic_z(number_z x) { return 1 / (1 + cexpl(-x)); }
static number_z negate_z(number_z x) { return -x; }
static number_z rsqrt_z(number_z x) { return 1 / csqrtl(x); }
static number_z sign_z(number_z x) { return x == 0 ? x : x / cabsl(x); }
static number_z abs_z(number_z x) { return cabsl(x); }
static number_z real_z(number_z x) { return creall(x); }
static number_z imag_z(number_z x) { return cimagl(x); }

static const struct {
	const char *name;
	real (*of_real)(real x);
	number_z (*of_complex)(number_z x);
	bool exact;
} unaries[] = {
	{ "abs", fabsl, abs_z, true }, { "cbrt", cbrtl, cube_root_z, false }, { "ceil", ceill, NULL, true },
	{ "cosine", cosl, ccosl, false }, { "erf", erfl, NULL, false }, { "exponential", expl, cexpl, false },
	{ "exponential_minus_one", expm1l, expm1_z, false }, { "floor", floorl, NULL, true },
	{ "imag", zero_real, imag_z, true }, { "is_finite", finite_real, NULL, true }, { "log", logl, clogl, false },
	{ "log_plus_one", log1pl, log1p_z, false }, { "logistic", logistic_real, logistic_z, false },
	{ "negate", negate_real, negate_z, true }, { "real", same_real, real_z, true }, { "round_nearest_afz", roundl, NULL, true },
	{ "round_nearest_even", rintl, NULL, true }, { "rsqrt", rsqrt_real, rsqrt_z, false }, { "sign", sign_real, sign_z, true },
	{ "sine", sinl, csinl, false }, { "sqrt", sqrtl, csqrtl, true }, { "tan", tanl, ctanl, false },
	{ "tanh", tanhl, ctanhl, false },
};

static number_z atan2_z(number_z y, number_z x)
{
	const number_z i = wide_complex_of(0, 1);
	return -i * clogl((x + i * y) / csqrtl(x * x + y * y));
}

static number_z larger_z(number_z x, number_z y, bool maximum)
{
	const bool above = creall(x) != creall(y) ? creall(x) > creall(y) : cimagl(x) > cimagl(y);
	return above == maximum ? x : y;
}

static number_z float_binary(const char *name, bool complex_type, number_z x, number_z y)
{
	switch (name[0]) {
	case 'a': return name[1] == 'd' ? x + y : complex_type ? atan2_z(x, y) : (number_z)atan2l(creall(x), creall(y));
	case 'd': return complex_type ? x / y : (number_z)(creall(x) / creall(y));
	case 'm': return name[1] == 'u' ? x * y : larger_z(x, y, name[1] == 'a');
	case 'p': return complex_type ? cpowl(x, y) : (number_z)powl(creall(x), creall(y));
	case 'r': return fmodl(creall(x), creall(y));
	default: return x - y;
	}
}

static struct value apply_unary(const char *name, enum kernels_dtype t, struct value x)
{
	if (is_whole(t))
		return (struct value){ whole_unary(name, t, x.whole), 0 };
	for (size_t i = 0; i < sizeof unaries / sizeof *unaries; i++) {
		if (strcmp(unaries[i].name, name) != 0)
			continue;
		const number_z z = is_complex_type(t) ? unaries[i].of_complex(x.z) : unaries[i].of_real(creall(x.z));
		return (struct value){ (wide)(strcmp(name, "is_finite") == 0 && creall(z) != 0), z };
	}
	check_report(__FILE__, __LINE__, "no reference of %s", name);
	return x;
}

static struct value apply(const char *name, enum kernels_dtype t, struct value x, struct value y)
{
	if (is_whole(t))
		return (struct value){ whole_binary(name, t, x.whole, y.whole), 0 };
	return (struct value){ 0, float_binary(name, is_complex_type(t), x.z, y.z) };
}

/* ---- kernels */

static enum kernels_dtype part_of(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 ? KERNELS_F32 : t == KERNELS_COMPLEX128 ? KERNELS_F64 : t;
}

static void cross_unary(const char *name, enum kernels_dtype t)
{
	const bool to_part = strcmp(name, "abs") == 0 || strcmp(name, "real") == 0 || strcmp(name, "imag") == 0;
	const enum kernels_dtype to = strcmp(name, "is_finite") == 0 ? KERNELS_I1 : to_part ? part_of(t) : t;
	struct array x = any_values(t, 1, cross_count), expected = array_make(to, 1, cross_count);
	bool exact = is_whole(t);
	for (size_t i = 0; i < sizeof unaries / sizeof *unaries; i++)
		exact = exact || (unaries[i].exact && !is_complex_type(t) && strcmp(unaries[i].name, name) == 0);
	for (int64_t i = 0; i < x.elements; i++)
		if (t != KERNELS_F8E8M0FNU || strcmp(name, "imag") != 0) /* the type has no 0: all bits are */
			value_set(&expected, i, apply_unary(name, t, value_get(&x, i)));
	operand(x);
	calls_result(to, 1, cross_count);
	expect_values(__LINE__, &expected, exact ? 0 : steps_of(t));
}

/* Operands that make the operation defined and the references quick: exponents are small. */
static struct array second_operand(const char *name, enum kernels_dtype t)
{
	struct array y = any_values(t, 1, cross_count);
	for (int64_t i = 0; i < y.elements; i++) {
		struct value v = value_get(&y, i);
		if (is_whole(t) && (strcmp(name, "power") == 0 || (strncmp(name, "shift", 5) == 0 && random_below(4))))
			v.whole %= 20;
		else if (is_whole(t) && random_below(4) == 0)
			v.whole = random_below(2) ? 0 : -1;
		value_set(&y, i, v);
	}
	return y;
}

static void cross_binary(const char *name, enum kernels_dtype t)
{
	struct array x = any_values(t, 1, cross_count), y = second_operand(name, t), expected = array_make(t, 1, cross_count);
	const bool exact = !is_complex_type(t) && strcmp(name, "power") != 0 && strcmp(name, "atan2") != 0;
	for (int64_t i = 0; i < x.elements; i++) {
		struct value result = apply(name, t, value_get(&x, i), value_get(&y, i));
		if (is_complex_type(t) && strcmp(name, "atan2") == 0 && fabsl(creall(result.z)) > 3) { /* the sign of pi may be any */
			value_set(&y, i, value_pair(4, 1));
			result = apply(name, t, value_get(&x, i), value_get(&y, i));
		}
		if (t == KERNELS_F64 && strcmp(name, "divide") == 0) /* rounded once; from long double it is rounded twice */
			result.z = creal(number(&x, i)) / creal(number(&y, i));
		value_set(&expected, i, result);
	}
	operand(x);
	operand(y);
	calls_result(t, 1, cross_count);
	expect_values(__LINE__, &expected, exact ? 0 : steps_of(t));
}

static bool less(enum kernels_dtype t, struct value x, struct value y)
{
	return is_whole(t) ? x.whole < y.whole : creall(x.z) < creall(y.z);
}

static void cross_compare(const char *name, enum kernels_dtype t)
{
	(void)name;
	static const char *const directions[] = { "LT", "LE", "GT", "GE", "EQ", "NE" };
	for (int d = is_complex_type(t) ? 4 : 0; d < 6; d++) {
		struct array x = any_values(t, 1, cross_count), y = any_values(t, 1, cross_count);
		struct array expected = array_make(KERNELS_I1, 1, cross_count);
		for (int64_t i = 0; i < x.elements; i++) {
			if (i % 4 == 0)
				copy_element(&y, i, &x, i);
			const struct value a = value_get(&x, i), b = value_get(&y, i);
			const bool same = is_whole(t) ? a.whole == b.whole : a.z == b.z;
			const bool yes = d == 0 ? less(t, a, b) : d == 1 ? same || less(t, a, b) : d == 2 ? less(t, b, a) :
				d == 3 ? same || less(t, b, a) : (d == 4) == same;
			array_set(&expected, i, yes);
		}
		calls_begin("hlo.compare");
		operand(x);
		operand(y);
		calls_result(KERNELS_I1, 1, cross_count);
		calls_text("comparison_direction", directions[d]);
		calls_text("compare_type", "NOTYPE");
		expect_values(__LINE__, &expected, 0);
	}
}

static void cross_complex(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, cross_count), y = any_values(t, 1, cross_count);
	struct array expected = array_make(t == KERNELS_F64 ? KERNELS_COMPLEX128 : KERNELS_COMPLEX64, 1, cross_count);
	for (int64_t i = 0; i < x.elements; i++)
		value_set(&expected, i, value_pair(creall(value_get(&x, i).z), creall(value_get(&y, i).z)));
	operand(x);
	operand(y);
	calls_result(expected.dtype, 1, cross_count);
	expect_values(__LINE__, &expected, 0);
}

/* Of complex numbers XLA compares the real parts only. */
static struct value clamped(enum kernels_dtype t, struct value low, struct value x, struct value high)
{
	if (!hlo_is_complex(t))
		return apply("minimum", t, apply("maximum", t, x, low), high);
	const struct value at_least = creall(x.z) > creall(low.z) ? x : low;
	return creall(at_least.z) > creall(high.z) ? high : at_least;
}

static void cross_clamp(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array low = any_values(t, 0, NULL), x = any_values(t, 1, cross_count), high = any_values(t, 0, NULL);
	struct array expected = array_make(t, 1, cross_count);
	for (int64_t i = 0; i < x.elements; i++)
		value_set(&expected, i, clamped(t, value_get(&low, 0), value_get(&x, i), value_get(&high, 0)));
	operand(low);
	operand(x);
	operand(high);
	calls_result(t, 1, cross_count);
	expect_values(__LINE__, &expected, 0);
}

static void cross_select(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array p = any_values(KERNELS_I1, 1, cross_count), x = any_values(t, 1, cross_count), y = any_values(t, 1, cross_count);
	struct array expected = array_make(t, 1, cross_count);
	for (int64_t i = 0; i < x.elements; i++)
		copy_element(&expected, i, array_get(&p, i) ? &x : &y, i);
	operand(p);
	operand(x);
	operand(y);
	calls_result(t, 1, cross_count);
	expect(&expected);
}

/* hlo.map, hlo.fused and hlo.loop_fusion */
static void cross_expression(const char *name, enum kernels_dtype t)
{
	struct array x = any_values(t, 1, cross_count), y = any_values(t, 1, cross_count), expected = array_make(t, 1, cross_count);
	for (int64_t i = 0; i < x.elements; i++) {
		const struct value a = value_get(&x, i), b = value_get(&y, i);
		value_set(&expected, i, apply("maximum", t, rounded(t, apply("add", t, a, b)), b));
	}
	operand(x);
	operand(y);
	calls_result(t, 1, cross_count);
	body_of("body", "@ @; add 0 1 @; maximum 2 1 @; return 3", t);
	if (strcmp(name, "map") == 0) {
		calls_int("captures", 0);
		calls_ints("dimensions", 1, (int64_t[]){ 0 });
	}
	if (strcmp(name, "loop_fusion") == 0) {
		calls_ints("dims", 1, cross_count);
		calls_ints("maps", 4, (int64_t[]){ 0, 1, 0, 1 });
		calls_int("column_rank", 0);
		calls_int("row_rank", 0);
	}
	expect_values(__LINE__, &expected, 0);
}

static void cross_reduce_precision(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, cross_count), expected = array_make(t, 1, cross_count);
	const struct format *format = format_of(t);
	for (int64_t i = 0; i < x.elements; i++) {
		const real from = creall(value_get(&x, i).z);
		int exponent;
		(void)frexpl(from, &exponent);
		/* subnormal, of types of up to 8 bits in f16: the place of its bits is fixed */
		const int least = format && kernels_dtype_size(t) == 1 ? -13 : format ? 2 - format->bias : 0;
		if (format && format->special != POWERS && exponent < least)
			exponent = least;
		value_set(&expected, i, value_of(t, ldexpl(rintl(ldexpl(from, 2 - exponent)), exponent - 2)));
	}
	operand(x);
	calls_result(t, 1, cross_count);
	calls_int("exponent_bits", 6);
	calls_int("mantissa_bits", 1);
	expect_values(__LINE__, &expected, 0);
}

/* From the type to f32 and back; convert_test has all pairs. */
static struct value converted(enum kernels_dtype to, enum kernels_dtype from, struct value x)
{
	if (to == KERNELS_I1)
		return (struct value){ is_whole(from) ? x.whole != 0 : x.z != 0, 0 };
	if (!is_whole(to))
		return is_complex_type(to) ? x : value_pair(creall(x.z), 0);
	wide most = ((wide)1 << (whole_bits(to) - is_signed_whole(to))) - 1, least = is_signed_whole(to) ? -most - 1 : 0;
	wide whole = is_whole(from) ? x.whole : (wide)truncl(creall(x.z));
	return (struct value){ is_whole(from) ? whole : whole > most ? most : whole < least ? least : whole, 0 };
}

static void cross_convert(const char *name, enum kernels_dtype t)
{
	(void)name;
	for (int back = 0; back < 2; back++) {
		const enum kernels_dtype from = back ? KERNELS_F32 : t, to = back ? t : KERNELS_F32;
		struct array x = any_values(from, 1, cross_count), expected = array_make(to, 1, cross_count);
		for (int64_t i = 0; i < x.elements; i++)
			value_set(&expected, i, converted(to, from, value_get(&x, i)));
		calls_begin("hlo.convert");
		operand(x);
		calls_result(to, 1, cross_count);
		expect_values(__LINE__, &expected, 0);
	}
}

/* ---- quantization: scale 1/2, zero point 1 */

static void quantization(int64_t least, int64_t most)
{
	calls_int("quantization_dimension", -1);
	calls_int("storage_min", least);
	calls_int("storage_max", most);
	calls_doubles("scales", 1, (double[]){ 0.5 });
	calls_ints("zero_points", 1, (int64_t[]){ 1 });
}

static void cross_quantize(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, cross_count), expected = array_make(KERNELS_I8, 1, cross_count);
	const bool powers = t == KERNELS_F8E8M0FNU; /* these have neither 0 nor negative numbers as bounds */
	const real least = powers ? 1 : -8, most = powers ? 4 : 7;
	for (int64_t i = 0; i < x.elements; i++) {
		/* each step is rounded to the type */
		const struct value scaled = rounded(t, value_of(t, creall(value_get(&x, i).z) / 0.5L));
		const real q = rintl(creall(rounded(t, value_of(t, creall(scaled.z) + 1)).z));
		value_set(&expected, i, value_of(KERNELS_I8, q < least ? least : q > most ? most : q));
	}
	operand(x);
	calls_result(KERNELS_I8, 1, cross_count);
	quantization((int64_t)least, (int64_t)most);
	expect_values(__LINE__, &expected, 0);
}

static void cross_dequantize(const char *name, enum kernels_dtype t)
{
	(void)name;
	struct array x = any_values(t, 1, cross_count), expected = array_make(KERNELS_F32, 1, cross_count);
	for (int64_t i = 0; i < x.elements; i++) {
		const wide whole = value_get(&x, i).whole & 1; /* of every type */
		value_set(&x, i, (struct value){ whole, 0 });
		value_set(&expected, i, value_of(KERNELS_F32, ((real)whole - 1) * 0.5L));
	}
	operand(x);
	calls_result(KERNELS_F32, 1, cross_count);
	quantization(0, 1);
	expect_values(__LINE__, &expected, 0);
}

#endif
