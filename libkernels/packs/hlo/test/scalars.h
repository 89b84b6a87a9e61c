/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of f32, f64 and complex types as complex numbers, for tests of linear algebra. */
#ifndef HLO_TEST_SCALARS_H
#define HLO_TEST_SCALARS_H

#include "arrays.h"
#include <complex.h>
#include <math.h>

/* CMPLX() and CMPLXL(), which clang 14 does not have: parts that are infinite or -0 stay as they are. */
static inline double complex complex_of(double real, double imaginary)
{
	union {
		double parts[2];
		double complex number;
	} both = { { real, imaginary } };
	return both.number;
}
static inline long double complex wide_complex_of(long double real, long double imaginary)
{
	union {
		long double parts[2];
		long double complex number;
	} both = { { real, imaginary } };
	return both.number;
}

static inline bool is_single(enum kernels_dtype t) { return t == KERNELS_F32 || t == KERNELS_COMPLEX64; }

static inline double complex number(const struct array *a, int64_t i)
{
	switch ((int)a->dtype) {
	case KERNELS_F32: return (double)((const float *)a->bytes)[i];
	case KERNELS_F64: return ((const double *)a->bytes)[i];
	case KERNELS_COMPLEX64: return complex_of(((const float *)a->bytes)[2 * i], ((const float *)a->bytes)[2 * i + 1]);
	case KERNELS_COMPLEX128: return complex_of(((const double *)a->bytes)[2 * i], ((const double *)a->bytes)[2 * i + 1]);
	default: return (double)array_get(a, i);
	}
}

static inline void set_number(struct array *a, int64_t i, double complex x)
{
	switch ((int)a->dtype) {
	case KERNELS_F32: ((float *)a->bytes)[i] = (float)creal(x); break;
	case KERNELS_F64: ((double *)a->bytes)[i] = creal(x); break;
	case KERNELS_COMPLEX64:
		((float *)a->bytes)[2 * i] = (float)creal(x);
		((float *)a->bytes)[2 * i + 1] = (float)cimag(x);
		break;
	default:
		((double *)a->bytes)[2 * i] = creal(x);
		((double *)a->bytes)[2 * i + 1] = cimag(x);
	}
}

static inline double any_unit(void) { return (double)random_from(-1000000, 1000000) / 1e6; }

static inline struct array any_numbers(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims)
{
	struct array a = array_make(dtype, rank, dims);
	for (int64_t i = 0; i < a.elements; i++)
		set_number(&a, i, complex_of(any_unit(), any_unit()));
	return a;
}

/* Runs the call. Returns false, with a report, if it fails. In mutants nothing is checked. */
static inline bool ran(int line)
{
	const char *error = calls_run();
	if (calls_mutating)
		return false;
	if (error)
		check_report(__FILE__, line, "%s", error);
	return !error;
}

#endif
