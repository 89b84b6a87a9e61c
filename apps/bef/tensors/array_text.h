/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays as NumPy's str() prints them. */
#ifndef BEF_APP_ARRAY_TEXT_H
#define BEF_APP_ARRAY_TEXT_H

#include <kernels/dtype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Dense and row-major. */
struct array {
	enum kernels_dtype dtype; /* with a size */
	uint32_t rank;
	const int64_t *dims;
	const void *bytes;
};

/* Prints the elements in brackets, aligned in columns, in lines of at most 75 characters, without a newline at the end; an array
 * of rank 0 as a number. Of more than 1000 elements, only the first and last three of each dimension are printed unless `all`.
 * Floats that NumPy does not have (bf16, f8) are printed as f32. */
void array_print(FILE *out, const struct array *array, bool all);

#endif
