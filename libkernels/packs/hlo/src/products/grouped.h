/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operands of i8 and bf16 in groups of 4 bytes along the depth, for processors that multiply such groups (shared/gemm.h). */
#ifndef KERNELS_HLO_PRODUCTS_GROUPED_H
#define KERNELS_HLO_PRODUCTS_GROUPED_H

#include "core/op.h"

/* Matrices in memory: `lines` rows of the left or columns of the right operand. Steps count elements; one of those of lines
 * and depth is 1. */
struct hlo_lines {
	const void *bytes;
	size_t element_size; /* 1 or 2 */
	size_t batches, lines, depth;
	size_t batch_step, line_step, depth_step;
	bool flip; /* inverts the highest bit: signed bytes become unsigned ones that are greater by 128 */
	/* bytes become i16, two of which are a group */
	enum hlo_widening { HLO_AS_THEY_ARE, HLO_WIDEN_SIGNED, HLO_WIDEN_UNSIGNED } widening;
};

struct hlo_grouped {
	const void *bytes;
	size_t batch_step, stride; /* in groups */
	bool depth_first;          /* lines follow each other in memory, not groups of a line */
	void *block;               /* to be freed, of `size` bytes, alignment 64; NULL: the operand as it was */
	size_t size;
};

static inline size_t hlo_groups(size_t depth, size_t element_size) { return (depth * element_size + 3) / 4; }

/* Right operands in panels of groups of four i8, as panels of widened pairs. */
void *kernels_hlo__widen_panels(const struct hlo_run *run, size_t depth, size_t columns, const void *from, size_t *out_size);
/* Missing elements of the last groups are 0. Several threads may take part. Returns false when out of memory. */
bool kernels_hlo__group(const struct hlo_run *run, const struct hlo_lines *from, struct hlo_grouped *out);

#endif
