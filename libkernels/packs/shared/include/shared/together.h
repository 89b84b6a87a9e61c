/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One product by several threads, which together pack each element of A and B once. */
#ifndef KERNELS_SHARED_TOGETHER_H
#define KERNELS_SHARED_TOGETHER_H

#include <shared/gemm.h>
#include <shared/share.h>

struct together {
	const struct gemm *gemm;
	enum gemm_element element;
	const struct gemm_left *left; /* instead of A; NULL: A */
	const struct gemm_isa *isa;   /* NULL: the widest */
	/* Called once for each part of the result when it is complete and probably cached; from several threads at
	 * once. May be NULL. */
	gemm_finish_fn finish;
	const void *ctx;
};

/* Returns false, without any effect, when out of memory or if there is nothing to divide. */
KERNELS_NODISCARD bool kernels_shared__gemm_together(struct async_queue *queue, const struct together *together);

#endif
