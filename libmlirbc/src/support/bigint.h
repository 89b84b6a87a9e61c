/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers large enough to convert every float format exactly. Nothing checks for overflow: the callers know their
 * numbers. */
#ifndef MLIRBC_SRC_BIGINT_H
#define MLIRBC_SRC_BIGINT_H

#include "support/float_format.h"

/* 5^16494, the largest power needed (for the smallest f128), has 38298 bits; 113 more for its factor. */
enum { MLIRBC__LIMBS = 1216 };

struct mlirbc__big {
	size_t count; /* of limbs in use, the topmost not 0 */
	uint32_t limbs[MLIRBC__LIMBS];
};

void mlirbc__big_set(struct mlirbc__big *x, struct mlirbc__u128 value);
/* x * factor + add */
void mlirbc__big_multiply_add(struct mlirbc__big *x, uint32_t factor, uint32_t add);
void mlirbc__big_multiply_power5(struct mlirbc__big *x, unsigned power);
/* Divides; returns the remainder. */
uint32_t mlirbc__big_divide(struct mlirbc__big *x, uint32_t divisor);
/* Divides by 5^power, rounding down. */
void mlirbc__big_divide_power5(struct mlirbc__big *x, unsigned power);
void mlirbc__big_shift_left(struct mlirbc__big *x, unsigned bits);
void mlirbc__big_shift_right(struct mlirbc__big *x, unsigned bits);
/* As memcmp. */
int mlirbc__big_compare(const struct mlirbc__big *x, const struct mlirbc__big *y);
/* x - y, which is not negative. */
void mlirbc__big_subtract(struct mlirbc__big *x, const struct mlirbc__big *y);
/* Bits up to the topmost 1. */
unsigned mlirbc__big_bits(const struct mlirbc__big *x);

#endif
