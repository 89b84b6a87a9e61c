/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Large integers for float_parse.c and float_print.c. */
#include "support/bigint.h"

#include <string.h>

void mlirbc__big_set(struct mlirbc__big *x, struct mlirbc__u128 value)
{
	const uint32_t parts[4] = { (uint32_t)value.low, (uint32_t)(value.low >> 32), (uint32_t)value.high,
		(uint32_t)(value.high >> 32) };
	memcpy(x->limbs, parts, sizeof parts);
	for (x->count = 4; x->count && x->limbs[x->count - 1] == 0;)
		x->count--;
}

void mlirbc__big_multiply_add(struct mlirbc__big *x, uint32_t factor, uint32_t add)
{
	uint64_t carry = add;
	for (size_t i = 0; i < x->count; i++) {
		carry += (uint64_t)x->limbs[i] * factor;
		x->limbs[i] = (uint32_t)carry;
		carry >>= 32;
	}
	if (carry)
		x->limbs[x->count++] = (uint32_t)carry;
}

void mlirbc__big_multiply_power5(struct mlirbc__big *x, unsigned power)
{
	static const uint32_t small[13] = { 1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125,
		244140625 };
	for (; power > 13; power -= 13)
		mlirbc__big_multiply_add(x, 1220703125, 0);
	if (power == 13)
		mlirbc__big_multiply_add(x, 1220703125, 0);
	else if (power)
		mlirbc__big_multiply_add(x, small[power], 0);
}

void mlirbc__big_shift_left(struct mlirbc__big *x, unsigned bits)
{
	size_t limbs = bits / 32;
	unsigned rest = bits % 32;
	if (x->count == 0)
		return;
	memmove(x->limbs + limbs, x->limbs, x->count * sizeof *x->limbs);
	memset(x->limbs, 0, limbs * sizeof *x->limbs);
	x->count += limbs;
	uint32_t carry = 0;
	for (size_t i = limbs; i < x->count && rest; i++) {
		uint32_t limb = x->limbs[i];
		x->limbs[i] = limb << rest | carry;
		carry = limb >> (32 - rest);
	}
	if (carry)
		x->limbs[x->count++] = carry;
}

uint32_t mlirbc__big_divide(struct mlirbc__big *x, uint32_t divisor)
{
	uint64_t rest = 0;
	for (size_t i = x->count; i-- > 0;) {
		rest = rest << 32 | x->limbs[i];
		x->limbs[i] = (uint32_t)(rest / divisor);
		rest %= divisor;
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
	return (uint32_t)rest;
}

int mlirbc__big_compare(const struct mlirbc__big *x, const struct mlirbc__big *y)
{
	if (x->count != y->count)
		return x->count < y->count ? -1 : 1;
	for (size_t i = x->count; i-- > 0;) {
		if (x->limbs[i] != y->limbs[i])
			return x->limbs[i] < y->limbs[i] ? -1 : 1;
	}
	return 0;
}

void mlirbc__big_subtract(struct mlirbc__big *x, const struct mlirbc__big *y)
{
	uint64_t borrow = 0;
	for (size_t i = 0; i < x->count; i++) {
		uint64_t take = (i < y->count ? y->limbs[i] : 0) + borrow;
		borrow = x->limbs[i] < take;
		x->limbs[i] = (uint32_t)(x->limbs[i] - take);
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
}

unsigned mlirbc__big_bits(const struct mlirbc__big *x)
{
	unsigned bits = 0;
	for (uint32_t top = x->count ? x->limbs[x->count - 1] : 0; top; top >>= 1)
		bits++;
	return x->count ? (unsigned)(x->count - 1) * 32 + bits : 0;
}

void mlirbc__big_divide_power5(struct mlirbc__big *x, unsigned power)
{
	for (; power >= 13; power -= 13)
		mlirbc__big_divide(x, 1220703125);
	for (; power; power--)
		mlirbc__big_divide(x, 5);
}

void mlirbc__big_shift_right(struct mlirbc__big *x, unsigned bits)
{
	size_t limbs = bits / 32;
	unsigned rest = bits % 32;
	if (limbs >= x->count) {
		x->count = 0;
		return;
	}
	x->count -= limbs;
	memmove(x->limbs, x->limbs + limbs, x->count * sizeof *x->limbs);
	for (size_t i = 0; i < x->count && rest; i++) {
		uint32_t next = i + 1 < x->count ? x->limbs[i + 1] : 0;
		x->limbs[i] = x->limbs[i] >> rest | next << (32 - rest);
	}
	while (x->count && x->limbs[x->count - 1] == 0)
		x->count--;
}
