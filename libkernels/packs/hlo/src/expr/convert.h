/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Conversions between element types, array by array. Every element type of the pack is accepted on both sides. */
#ifndef KERNELS_HLO_EXPR_CONVERT_H
#define KERNELS_HLO_EXPR_CONVERT_H

#include <kernels/dtype.h>
#include <scalars/formats.h>
#include <stddef.h>

/* Converts n elements as the operation convert does: to i1 by != 0; between integers two's complement; integer to float
 * rounds once to nearest even; float to integer toward zero, saturating, NaN is 0; float to float rounds once, what is too
 * large becomes infinity, or NaN, or the largest number, whatever the type has first; complex gives its real part.
 * `out` and `in` do not overlap, or are the same memory and the elements have the same size. */
void kernels_hlo__convert(enum kernels_dtype to, void *out, enum kernels_dtype from, const void *in, size_t n);

/* One element: of a float or integer type as f64 (exact but for 64-bit integers), and rounded from f64. */
double kernels_hlo__load(enum kernels_dtype from, const void *in);
void kernels_hlo__store(enum kernels_dtype to, void *out, double value);

/* The type is a float type. Static. */
const struct scalars_format *kernels_hlo__float_format(enum kernels_dtype dtype);

#endif
