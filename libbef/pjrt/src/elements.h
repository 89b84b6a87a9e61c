/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Element types of the interface, and copies between layouts. */
#ifndef PJRT_BEFKIT_ELEMENTS_H
#define PJRT_BEFKIT_ELEMENTS_H

#include "buffer.h"

/* INVALID for tokens, and for types that befkit does not have. */
enum kernels_dtype pjrt__dtype_of(PJRT_Buffer_Type type);
/* TOKEN for INVALID; INVALID for types that the interface does not have. */
PJRT_Buffer_Type pjrt__type_of(enum kernels_dtype dtype);
/* Whether elements have fewer bits than a byte: a caller may leave anything in the others. */
bool pjrt__is_narrow(PJRT_Buffer_Type type);

/* Strides in bytes of a dense layout; `minor_to_major` NULL: row-major. */
void pjrt__dense_strides(const struct pjrt__shape *shape, const int64_t *minor_to_major, int64_t *out);
/* Whether both lead to the same places; dimensions of one element do not count. */
bool pjrt__strides_equal(const struct pjrt__shape *shape, const int64_t *a, const int64_t *b);
/* Copies all elements; `to` and `from` are those of the first element. Narrow elements get the form of befkit. */
void pjrt__copy(const struct pjrt__shape *shape, void *to, const int64_t *to_strides, const void *from,
	const int64_t *from_strides);

#endif
