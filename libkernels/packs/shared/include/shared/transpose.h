/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transposition of a matrix of elements of 4 bytes. */
#ifndef KERNELS_SHARED_TRANSPOSE_H
#define KERNELS_SHARED_TRANSPOSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Steps count elements, from a row to the next. */
struct transpose {
	const uint32_t *from; /* rows x columns */
	size_t from_step;
	uint32_t *to;         /* columns x rows */
	size_t to_step;
	size_t rows, columns;
	/* `to` is far larger than the second-level cache: whole lines are written without being read first, where the processor can.
	 * Other threads see them after kernels_shared__transpose_end() in the thread that wrote them. */
	bool streams;
	enum transpose_isa { TRANSPOSE_BEST, TRANSPOSE_AVX2, TRANSPOSE_PORTABLE } isa; /* for tests; the processor has it */
};

void kernels_shared__transpose(const struct transpose *transpose);
void kernels_shared__transpose_end(void);

#endif
