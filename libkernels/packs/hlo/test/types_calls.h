/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A small call per kernel, with operands of one or two elements of a type, for the test of the table of types. */
#ifndef HLO_TEST_TYPES_CALLS_H
#define HLO_TEST_TYPES_CALLS_H

#include "arrays.h"
#include "bodies.h"

struct types_call {
	const char *name;
	void (*call)(enum kernels_dtype t);
};
/* Both lists end with NULL. Kernels that are in neither are element-wise, with operands and result of one type. */
extern const struct types_call types_calls[];        /* element-wise, layout, sorting, windows, products */
extern const struct types_call types_linear_calls[]; /* linear algebra, random numbers, collectives */

/* Element-wise, with one, two or three operands. */
void call_unary(enum kernels_dtype t);
void call_binary(enum kernels_dtype t);
void call_clamp(enum kernels_dtype t);

#define SECOND "@ @; return 1"

static inline void vector(enum kernels_dtype t, int64_t size) { operand(array_make(t, 1, &size)); }
static inline void point(enum kernels_dtype t) { operand(array_make(t, 0, NULL)); }

static inline enum kernels_dtype part_of(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 ? KERNELS_F32 : t == KERNELS_COMPLEX128 ? KERNELS_F64 : t;
}

#endif
