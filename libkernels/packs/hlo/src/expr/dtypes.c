/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and widths of element types. */
#include "expr/dtypes.h"
#include "expr/convert.h"
#include <string.h>

#define NAME(text) { text, sizeof text - 1 }
#define INTEGER_NAME(E, name, T, U, W, bits) [KERNELS_##E] = NAME(#name),
#define FLOAT_NAME(E, name, U) [KERNELS_##E] = NAME(#name),
static const struct {
	const char *text;
	size_t size;
} names[KERNELS_DTYPE_LIMIT] = {
	HLO_INTEGERS(INTEGER_NAME)
	HLO_SMALL_FLOATS(FLOAT_NAME)
	[KERNELS_I1] = NAME("i1"),
	[KERNELS_F32] = NAME("f32"),
	[KERNELS_F64] = NAME("f64"),
	[KERNELS_COMPLEX64] = NAME("complex<f32>"),
	[KERNELS_COMPLEX128] = NAME("complex<f64>"),
};

const char *kernels_hlo__dtype_name(enum kernels_dtype dtype)
{
	return (unsigned)dtype < KERNELS_DTYPE_LIMIT && names[dtype].text ? names[dtype].text : "?";
}

bool kernels_hlo__dtype_find(const char *name, size_t size, enum kernels_dtype *out)
{
	for (unsigned i = 0; i < KERNELS_DTYPE_LIMIT; i++)
		if (names[i].size == size && size > 0 && memcmp(names[i].text, name, size) == 0) {
			*out = (enum kernels_dtype)i;
			return true;
		}
	return false;
}

unsigned kernels_hlo__dtype_bits(enum kernels_dtype dtype)
{
	switch (dtype) {
	case KERNELS_I1:
		return 1;
	case KERNELS_I2:
	case KERNELS_UI2:
		return 2;
	case KERNELS_I4:
	case KERNELS_UI4:
	case KERNELS_F4E2M1FN:
		return 4;
	case KERNELS_F6E2M3FN:
	case KERNELS_F6E3M2FN:
		return 6;
	default:
		return (unsigned)(8 * kernels_dtype_size(dtype));
	}
}
