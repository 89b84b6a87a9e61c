/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tensors/random.h"
#include "tensors/elements.h"

#include <math.h>

enum { ASKED = 65536 /* elements */ };

/* SplitMix64. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return z ^ z >> 31;
}

/* A multiple of 2^-23 in [-1, 1), which f32 holds exactly. */
static double next_float(uint64_t *state) { return (double)(next(state) >> 40) / 8388608 - 1; }

int random_fill(uint64_t seed, uint32_t index, enum kernels_dtype dtype, void *bytes, uint64_t count, const struct random_limit *limit)
{
	const enum elements_kind kind = elements_kind(dtype);
	/* integers from 0 to 7, or as many as the type has */
	const unsigned bits = dtype == KERNELS_I1 || dtype == KERNELS_I2 ? 1 : dtype == KERNELS_UI2 ? 2 : 3;
	uint64_t state = seed;
	for (uint32_t i = 0; i < index; i++)
		(void)next(&state);
	state = next(&state);
	for (uint64_t i = 0; i < count; i++) {
		const int code = limit && i % ASKED == 0 ? limit->ended(limit->ctx) : 0;
		if (code)
			return code;
		if (kind != ELEMENTS_FLOAT && kind != ELEMENTS_COMPLEX) {
			elements_put_integer(dtype, bytes, i, (int64_t)(next(&state) >> (64 - bits)));
			continue;
		}
		const double real = next_float(&state);
		/* a type without a sign */
		elements_put_float(dtype, bytes, i, 0, dtype == KERNELS_F8E8M0FNU ? fabs(real) : real);
		if (kind == ELEMENTS_COMPLEX)
			elements_put_float(dtype, bytes, i, 1, next_float(&state));
	}
	return 0;
}
