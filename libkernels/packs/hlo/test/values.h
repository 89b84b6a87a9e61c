/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of every type as numbers: integers of 128 bits, or complex numbers of long double, which hold each of them exactly. The
 * formats are those of reference.h; nothing here is shared with the code that is tested. */
#ifndef HLO_TEST_VALUES_H
#define HLO_TEST_VALUES_H

#include "reference.h"
#include "scalars.h"

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;
typedef long double real;
typedef long double complex number_z;

/* Of an integer type `whole` is the value; of others z. */
struct value {
	wide whole;
	number_z z;
};

static inline const struct format *format_of(enum kernels_dtype t)
{
	for (size_t i = 0; i < FORMATS; i++)
		if (formats[i].dtype == t)
			return &formats[i];
	return NULL;
}

static inline bool is_complex_type(enum kernels_dtype t) { return t == KERNELS_COMPLEX64 || t == KERNELS_COMPLEX128; }
static inline bool is_float_type(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_F64 || format_of(t); }
/* i1 is one, with one bit. */
static inline bool is_whole(enum kernels_dtype t) { return !is_float_type(t) && !is_complex_type(t); }

static inline unsigned whole_bits(enum kernels_dtype t)
{
	return t == KERNELS_I1 ? 1 : t == KERNELS_I2 || t == KERNELS_UI2 ? 2 : t == KERNELS_I4 || t == KERNELS_UI4 ? 4 :
		(unsigned)(8 * kernels_dtype_size(t));
}
static inline bool is_signed_whole(enum kernels_dtype t)
{
	return t == KERNELS_I2 || t == KERNELS_I4 || t == KERNELS_I8 || t == KERNELS_I16 || t == KERNELS_I32 || t == KERNELS_I64;
}

static inline wide wrapped(enum kernels_dtype t, wide x)
{
	const wide span = (wide)1 << whole_bits(t);
	x = (wide)((unsigned_wide)x & (unsigned_wide)(span - 1));
	return is_signed_whole(t) && x >= span / 2 ? x - span : x;
}

static inline struct value value_of(enum kernels_dtype t, real x)
{
	return (struct value){ is_whole(t) ? (wide)x : 0, wide_complex_of(x, 0) };
}
static inline struct value value_pair(real x, real y) { return (struct value){ 0, wide_complex_of(x, y) }; }

static inline struct value value_get(const struct array *a, int64_t i)
{
	const struct format *format = format_of(a->dtype);
	if (format)
		return value_pair((real)reference_value(format, load_code(format, a->bytes, (size_t)i)), 0);
	if (!is_whole(a->dtype)) {
		const double complex x = number(a, i);
		return value_pair((real)creal(x), (real)cimag(x));
	}
	wide x = wrapped(a->dtype, array_get(a, i));
	return (struct value){ x, wide_complex_of((real)x, 0) };
}

/* Rounds to nearest. */
static inline void value_set(struct array *a, int64_t i, struct value value)
{
	const struct format *format = format_of(a->dtype);
	if (is_whole(a->dtype)) {
		array_set(a, i, (int64_t)wrapped(a->dtype, value.whole));
	} else if (format) {
		const uint32_t code = reference_code(format, creall(value.z));
		store_code(format, a->bytes, (size_t)i, code == REFERENCE_NAN ? last_code(format) + 1 : code);
		if (code == REFERENCE_NAN && format->special == NAN_IS_MINUS_ZERO)
			store_code(format, a->bytes, (size_t)i, sign_bit(format));
		if (code == REFERENCE_NAN && format->special == IEEE)
			store_code(format, a->bytes, (size_t)i, last_code(format) + 2);
	} else if (kernels_dtype_size(a->dtype) == (is_complex_type(a->dtype) ? 8 : 4)) {
		set_number(a, i, complex_of((double)(float)creall(value.z), (double)(float)cimagl(value.z)));
	} else {
		set_number(a, i, complex_of((double)creall(value.z), (double)cimagl(value.z)));
	}
}

/* The value as an element of the type. */
static inline struct value rounded(enum kernels_dtype t, struct value value)
{
	struct array one = array_make(t, 0, NULL);
	value_set(&one, 0, value);
	value = value_get(&one, 0);
	array_free(&one);
	return value;
}

/* Numbers that most types have; of few types rounded ones. No -0, whose order depends on the operation. */
static inline struct value any_value(enum kernels_dtype t)
{
	static const real numbers[] = { 0, 0.5L, 0.75L, 1, 1.25L, 1.5L, 2, 2.5L, 3, 3.5L, 4, 5, 6 };
	real parts[2];
	if (is_whole(t))
		return (struct value){ wrapped(t, (wide)calls_random() * (int64_t)calls_random()), 0 };
	for (int i = 0; i < 2; i++) {
		parts[i] = numbers[random_below(sizeof numbers / sizeof *numbers)];
		if (t == KERNELS_F8E8M0FNU)
			parts[i] = parts[i] > 0 ? parts[i] : 8;
		else if (random_below(2) && parts[i] > 0.5L)
			parts[i] = -parts[i];
	}
	return rounded(t, value_pair(parts[0], is_complex_type(t) ? parts[1] : 0));
}

static inline struct array any_values(enum kernels_dtype t, uint32_t rank, const int64_t *dims)
{
	struct array a = array_make(t, rank, dims);
	for (int64_t i = 0; i < a.elements; i++)
		value_set(&a, i, any_value(t));
	return a;
}

/* ---- comparison */

/* Floats in ascending order as consecutive numbers. */
static inline int64_t position(const struct array *a, int64_t i)
{
	const struct format *format = format_of(a->dtype);
	if (format) {
		const uint32_t code = load_code(format, a->bytes, (size_t)i), sign = code & sign_bit(format);
		return sign ? -(int64_t)(code & ~sign) : (int64_t)code;
	}
	const int64_t bits = array_get(a, i);
	const int64_t least = a->dtype == KERNELS_F64 ? INT64_MIN : INT32_MIN;
	return bits < 0 ? least - bits : bits;
}

static inline bool is_finite_z(number_z z) { return isfinite(creall(z)) && isfinite(cimagl(z)); }

/* Equal, or floats with at most `steps` floats between them; NaNs are equal. Complex numbers: relative to the magnitude; at poles, the
 * parts of which depend on the formula, both are not finite. */
static inline bool is_near(const struct array *actual, const struct array *expected, int64_t i, unsigned steps)
{
	const struct value a = value_get(actual, i), b = value_get(expected, i);
	if (is_whole(actual->dtype))
		return a.whole == b.whole;
	if (is_complex_type(actual->dtype)) {
		const real unit = actual->dtype == KERNELS_COMPLEX64 ? 0x1p-24L : 0x1p-53L;
		return a.z == b.z || (!is_finite_z(b.z) && !is_finite_z(a.z)) || cabsl(a.z - b.z) <= steps * unit * cabsl(b.z);
	}
	if (isnan(creall(a.z)) || isnan(creall(b.z)))
		return isnan(creall(a.z)) && isnan(creall(b.z));
	const int64_t distance = position(actual, i) - position(expected, i);
	return distance >= -(int64_t)steps && distance <= (int64_t)steps;
}

/* Runs the call and compares a result with `expected`, which is freed. */
static inline bool expect_result(int line, uint32_t index, struct array *expected, unsigned steps)
{
	const struct array *actual = calls_output(index);
	bool same = kernels_shape_equal(&actual->shape, &expected->shape) && actual->dtype == expected->dtype;
	for (int64_t i = 0; same && i < expected->elements; i++) {
		same = is_near(actual, expected, i, steps);
		if (!same) {
			const struct value a = value_get(actual, i), b = value_get(expected, i);
			check_report(__FILE__, line, "%s: element %lld is (%Lg, %Lg) %lld, expected (%Lg, %Lg) %lld",
				kernels_dtype_name(expected->dtype), (long long)i, creall(a.z), cimagl(a.z), (long long)a.whole,
				creall(b.z), cimagl(b.z), (long long)b.whole);
		}
	}
	array_free(expected);
	return same;
}
static inline void expect_values(int line, struct array *expected, unsigned steps)
{
	if (ran(line))
		expect_result(line, 0, expected, steps);
	else
		array_free(expected);
}

#endif
