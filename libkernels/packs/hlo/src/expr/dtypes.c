/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of element types. */
#include "expr/dtypes.h"
#include <hlo/types.h>
#include <string.h>

#define NAME(enumerator, name, bits) [KERNELS_##enumerator] = { name, sizeof name - 1 },
static const struct {
	const char *text;
	size_t size;
} names[KERNELS_DTYPE_LIMIT] = { HLO_ELEMENT_TYPES(NAME) };

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
