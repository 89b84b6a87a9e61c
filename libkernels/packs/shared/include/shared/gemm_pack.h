/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Packed forms of the operands of a product, private to gemm.c. */
#ifndef KERNELS_SHARED_GEMM_PACK_H
#define KERNELS_SHARED_GEMM_PACK_H

#include <shared/gemm.h>

/* Rows [first_row, first_row + depth) of B and columns [from, to), which become panels. */
struct gemm_panels {
	size_t first_row, depth, from, to;
};

/* Packs the columns into panels that are as wide as a tile. The last panel is narrow if that is sufficient, and padded
 * with zeros. Packs only the rows [begin, end) of the depth. */
void kernels_shared__pack_panels(char *scratch, const struct gemm *gemm, const struct gemm_isa *isa,
	const struct gemm_panels *panels, size_t begin, size_t end);

/* Packs rows of A for one tile: to[k * rows + i]. */
void kernels_shared__pack_rows(const struct gemm *gemm, const struct gemm_isa *isa, size_t row, size_t rows, size_t first_k,
	size_t depth, void *to);

#endif
