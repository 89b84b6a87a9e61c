/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Text in OpenCL C: a growing string, element types, steps of expressions, positions in memory.
 *
 * Elements of bf16 and f16 are `ushort`, i1 is `uchar`. Steps on small floats convert to float, compute, and round, as the
 * primitives of the host do. Values of an expression are the variables v0, v1, ... */
#ifndef KERNELS_HLO_DEVICE_SOURCE_H
#define KERNELS_HLO_DEVICE_SOURCE_H

#include "expr/expr.h"

struct hlo_source {
	const struct async_allocator *allocator;
	char *text; /* NUL-terminated; NULL: nothing yet */
	size_t size, room;
	uint32_t lanes; /* of the values that steps compute: 2, 4, 8 or 16; else scalars */
	bool failed; /* out of memory; the text is not complete */
};
void kernels_hlo__source_put(struct hlo_source *source, const char *format, ...) KERNELS_PRINTF(2, 3);
void kernels_hlo__source_finish(struct hlo_source *source);

/* Writes the functions that steps use, and pragmas. Sets source->lanes to 1. `f64`: also functions of double. `lanes`: also functions
 * of vectors of that length; 1: none. */
void kernels_hlo__source_prelude(struct hlo_source *source, bool f64, uint32_t lanes);
const char *kernels_hlo__source_lanes(const struct hlo_source *source); /* what makes a type of vectors of source->lanes: "16"; or "" */

/* Of the element types that devices have (hlo/device.h). */
const char *kernels_hlo__source_type(enum kernels_dtype dtype); /* of an element in memory: "ushort" */
const char *kernels_hlo__source_work(enum kernels_dtype dtype); /* in which steps compute: "float" */
/* The functions that convert an element to the type in which steps compute, and back: "of_bf16"; "" for types that are their own. */
const char *kernels_hlo__source_widen(enum kernels_dtype dtype);
const char *kernels_hlo__source_narrow(enum kernels_dtype dtype);

/* Writes the value of a step that devices have (hlo/device.h) from those of its operands, which are texts of elements or of vectors of
 * source->lanes of them. Returns false if there is none of vectors. */
bool kernels_hlo__source_step(struct hlo_source *source, enum hlo_opcode opcode, const struct hlo_expr_step *step,
	enum kernels_dtype operand, enum kernels_dtype result, const char *const *operands);

/* Writes the element that has the number `index` (a variable) in the order of these dimensions, the last of which is the fastest. */
void kernels_hlo__source_position(struct hlo_source *source, int64_t start, uint32_t rank, const int64_t *dims,
	const int64_t *steps, const char *index);

#endif
