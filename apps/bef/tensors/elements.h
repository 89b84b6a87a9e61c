/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements of tensors as numbers. */
#ifndef BEF_APP_ELEMENTS_H
#define BEF_APP_ELEMENTS_H

#include <kernels/dtype.h>
#include <stdbool.h>
#include <stdint.h>

enum elements_kind { ELEMENTS_NONE, ELEMENTS_BOOL, ELEMENTS_SIGNED, ELEMENTS_UNSIGNED, ELEMENTS_FLOAT, ELEMENTS_COMPLEX };

/* NONE: strings, resources, variants. */
enum elements_kind elements_kind(enum kernels_dtype dtype);
/* Bits of an integer, or of a float or each part of a complex number. */
unsigned elements_width(enum kernels_dtype dtype);

/* An element of kind BOOL or SIGNED; of UNSIGNED, to be converted to uint64_t. */
int64_t elements_integer(enum kernels_dtype dtype, const void *bytes, uint64_t index);
/* An element of kind FLOAT; of COMPLEX, part 0 or 1 of it. */
double elements_float(enum kernels_dtype dtype, const void *bytes, uint64_t index, unsigned part);

/* Stores an integer that the type can hold (elements_fits()). */
void elements_put_integer(enum kernels_dtype dtype, void *bytes, uint64_t index, int64_t number);
bool elements_fits(enum kernels_dtype dtype, int64_t number, bool is_unsigned);
/* Stores a float, rounded to the nearest number of the type, ties to even; beyond the largest number: infinity, NaN, or the
 * largest number, the first of these that the type has. */
void elements_put_float(enum kernels_dtype dtype, void *bytes, uint64_t index, unsigned part, double number);

#endif
