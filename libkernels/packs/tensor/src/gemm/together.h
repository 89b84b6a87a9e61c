/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One product by several threads, which pack each element of A and B once between them. */
#ifndef KERNELS_TENSOR_TOGETHER_H
#define KERNELS_TENSOR_TOGETHER_H

#include "gemm/gemm.h"
#include "common/share.h"

struct together {
	const struct gemm *gemm;
	enum gemm_element element;
	const struct gemm_left *left; /* instead of A; NULL: A */
	const struct gemm_isa *isa;   /* NULL: the best */
	/* Called once for each part of the result when it is there, perhaps still in the cache; from several threads
	 * at once. NULL: nothing to do. */
	void (*finish)(const void *ctx, size_t row, size_t rows, size_t column, size_t columns);
	const void *ctx;
};

/* False: nothing has been done, since there is no memory for it or nothing to divide. */
KERNELS_NODISCARD bool kernels_tensor__gemm_together(struct async_queue *queue, const struct together *together);

#endif
