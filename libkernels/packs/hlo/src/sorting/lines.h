/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The lines of a tensor along one dimension. */
#ifndef KERNELS_HLO_LINES_H
#define KERNELS_HLO_LINES_H

#include "core/op.h"

struct hlo_lines {
	int64_t count;  /* of lines; 0 if the tensor is empty */
	int64_t n;      /* elements of each */
	int64_t stride; /* between them, in elements: the product of the dimensions behind */
};

/* `dimension` counts from the end if negative. Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__lines_plan(struct hlo_op *op, const struct hlo_type *type, int64_t dimension, struct hlo_lines *out);
/* The offset of the first element of a line. */
static inline int64_t kernels_hlo__line(const struct hlo_lines *lines, int64_t i)
{
	return i / lines->stride * lines->stride * lines->n + i % lines->stride;
}
/* to[first + i * stride] = from[offsets[i]] for n elements of `size` bytes. */
void kernels_hlo__move_line(void *to, const void *from, size_t size, int64_t first, int64_t stride,
	const int64_t *offsets, int64_t n);

#endif
