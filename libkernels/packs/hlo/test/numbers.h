/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of any type as numbers, for references of products. */
#ifndef HLO_TEST_NUMBERS_H
#define HLO_TEST_NUMBERS_H

#include "calls.h"
#include <math.h>

/* Types of one group: integers (i1 first), floats that hold sums up to 100 exactly, complex; smaller floats. */
static const enum kernels_dtype number_types[] = { KERNELS_I1, KERNELS_I2, KERNELS_I4, KERNELS_I8, KERNELS_I16,
	KERNELS_I32, KERNELS_I64, KERNELS_UI2, KERNELS_UI4, KERNELS_UI8, KERNELS_UI16, KERNELS_UI32, KERNELS_UI64, KERNELS_F32,
	KERNELS_F64, KERNELS_F16, KERNELS_BF16, KERNELS_COMPLEX64, KERNELS_COMPLEX128, KERNELS_F8E5M2, KERNELS_F8E4M3,
	KERNELS_F8E3M4, KERNELS_F8E4M3FN, KERNELS_F8E4M3FNUZ, KERNELS_F8E4M3B11FNUZ, KERNELS_F8E5M2FNUZ, KERNELS_F6E2M3FN,
	KERNELS_F6E3M2FN, KERNELS_F4E2M1FN };
enum { NUMBER_TYPES = sizeof number_types / sizeof *number_types, WIDE_NUMBER_TYPES = 19 };

static inline enum kernels_dtype any_number_type(void) { return number_types[random_below(NUMBER_TYPES)]; }
static inline enum kernels_dtype any_wide_number_type(void) { return number_types[random_below(WIDE_NUMBER_TYPES)]; }

static inline bool is_complex(enum kernels_dtype t) { return t == KERNELS_COMPLEX64 || t == KERNELS_COMPLEX128; }

static inline bool is_float(enum kernels_dtype t)
{
	return (t >= KERNELS_F8E5M2 && t <= KERNELS_F4E2M1FN) || t == KERNELS_F16 || t == KERNELS_BF16 || t == KERNELS_F32 ||
	       t == KERNELS_F64;
}

struct float_layout {
	int mantissa, bias, width;
};

static inline struct float_layout float_layout(enum kernels_dtype t)
{
	switch ((int)t) {
	case KERNELS_F16: return (struct float_layout){ 10, 15, 16 };
	case KERNELS_BF16: return (struct float_layout){ 7, 127, 16 };
	case KERNELS_F8E5M2: return (struct float_layout){ 2, 15, 8 };
	case KERNELS_F8E4M3:
	case KERNELS_F8E4M3FN: return (struct float_layout){ 3, 7, 8 };
	case KERNELS_F8E3M4: return (struct float_layout){ 4, 3, 8 };
	case KERNELS_F8E4M3FNUZ: return (struct float_layout){ 3, 8, 8 };
	case KERNELS_F8E4M3B11FNUZ: return (struct float_layout){ 3, 11, 8 };
	case KERNELS_F8E5M2FNUZ: return (struct float_layout){ 2, 16, 8 };
	case KERNELS_F6E2M3FN: return (struct float_layout){ 3, 1, 6 };
	case KERNELS_F6E3M2FN: return (struct float_layout){ 2, 3, 6 };
	default: return (struct float_layout){ 1, 1, 4 };
	}
}

/* Normal numbers and zero, rounded toward zero. */
static inline void float_set(struct array *array, int64_t i, double value)
{
	const struct float_layout l = float_layout(array->dtype);
	int exponent;
	if (array->dtype == KERNELS_F64) {
		((double *)array->bytes)[i] = value;
	} else if (array->dtype == KERNELS_F32) {
		((float *)array->bytes)[i] = (float)value;
	} else if (is_complex(array->dtype)) {
		if (array->dtype == KERNELS_COMPLEX64) {
			((float *)array->bytes)[2 * i] = (float)value;
			((float *)array->bytes)[2 * i + 1] = (float)(1 - value * value);
		} else {
			((double *)array->bytes)[2 * i] = value;
			((double *)array->bytes)[2 * i + 1] = 1 - value * value;
		}
	} else {
		double fraction = frexp(fabs(value), &exponent); /* from 1/2 to 1 */
		int64_t bits = value == 0 ? 0 :
					    ((int64_t)(exponent - 1 + l.bias) << l.mantissa) +
				(int64_t)((2 * fraction - 1) * (double)(1 << l.mantissa));
		array_set(array, i, bits | (value < 0 ? INT64_C(1) << (l.width - 1) : 0));
	}
}

static inline double float_get(const struct array *array, int64_t i)
{
	const struct float_layout l = float_layout(array->dtype);
	if (array->dtype == KERNELS_F64)
		return ((const double *)array->bytes)[i];
	if (array->dtype == KERNELS_F32)
		return (double)((const float *)array->bytes)[i];
	int64_t bits = array_get(array, i), magnitude = bits & ((INT64_C(1) << (l.width - 1)) - 1);
	int exponent = (int)(magnitude >> l.mantissa);
	double fraction = (double)(magnitude & ((1 << l.mantissa) - 1)) / (double)(1 << l.mantissa);
	double value = exponent == 0 ? ldexp(fraction, 1 - l.bias) : ldexp(1 + fraction, exponent - l.bias);
	return bits >> (l.width - 1) & 1 ? -value : value;
}

struct number {
	int64_t integer; /* modulo 2^64 */
	double real, imag;
};

static inline struct number number_get(const struct array *array, int64_t i)
{
	struct number n = { 0 };
	if (array->dtype == KERNELS_COMPLEX64)
		n = (struct number){ 0, (double)((const float *)array->bytes)[2 * i],
			(double)((const float *)array->bytes)[2 * i + 1] };
	else if (array->dtype == KERNELS_COMPLEX128)
		n = (struct number){ 0, ((const double *)array->bytes)[2 * i], ((const double *)array->bytes)[2 * i + 1] };
	else if (is_float(array->dtype))
		n.real = float_get(array, i);
	else
		return (struct number){ array_get(array, i), (double)array_get(array, i), 0 };
	n.integer = (int64_t)n.real;
	return n;
}

/* Adds a product of two elements that were converted to the type. */
static inline void number_add(enum kernels_dtype dtype, struct number *sum, struct number x, struct number y)
{
	if (dtype == KERNELS_I1)
		sum->integer |= (x.integer != 0) & (y.integer != 0);
	else
		sum->integer = (int64_t)((uint64_t)sum->integer + (uint64_t)x.integer * (uint64_t)y.integer);
	if (!is_complex(dtype))
		x.imag = y.imag = 0;
	sum->real += x.real * y.real - x.imag * y.imag;
	sum->imag += x.real * y.imag + x.imag * y.real;
}

static inline void number_set(struct array *array, int64_t i, struct number n)
{
	switch ((int)array->dtype) {
	case KERNELS_COMPLEX64:
		((float *)array->bytes)[2 * i] = (float)n.real;
		((float *)array->bytes)[2 * i + 1] = (float)n.imag;
		break;
	case KERNELS_COMPLEX128:
		((double *)array->bytes)[2 * i] = n.real;
		((double *)array->bytes)[2 * i + 1] = n.imag;
		break;
	case KERNELS_I2: array_set(array, i, ((n.integer & 3) ^ 2) - 2); break;
	case KERNELS_I4: array_set(array, i, ((n.integer & 15) ^ 8) - 8); break;
	case KERNELS_UI2: array_set(array, i, n.integer & 3); break;
	case KERNELS_UI4: array_set(array, i, n.integer & 15); break;
	default:
		if (is_float(array->dtype))
			float_set(array, i, n.real);
		else
			array_set(array, i, n.integer);
	}
}

/* Set while operands have several types: elements then are 0 or 1, which every type has. */
static bool numbers_mixed;

/* Integers of the whole range of the type; -1, 0 or 1 as floats. */
static inline struct array number_array(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	for (int64_t i = 0; i < array.elements; i++) {
		struct number n = { numbers_mixed || dtype == KERNELS_I1 ? random_below(2) : (int64_t)calls_random(),
			(double)random_from(numbers_mixed ? 0 : -1, 1), (double)random_from(-1, 1) };
		number_set(&array, i, n);
	}
	return array;
}

/* Floats from -1 to 1. */
static inline struct array float_array(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array array = array_make(dtype, rank, dims);
	for (int64_t i = 0; i < array.elements; i++)
		float_set(&array, i, (double)random_below(2000001) / 1e6 - 1);
	return array;
}

#endif
