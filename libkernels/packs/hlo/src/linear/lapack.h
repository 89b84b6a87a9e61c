/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels with names of LAPACK's functions share. */
#ifndef KERNELS_HLO_LINEAR_LAPACK_H
#define KERNELS_HLO_LINEAR_LAPACK_H

#include "linear/factorize.h"

static inline enum kernels_dtype lapack_real(enum kernels_dtype t)
{
	return t == KERNELS_COMPLEX64 ? KERNELS_F32 : t == KERNELS_COMPLEX128 ? KERNELS_F64 : t;
}

/* Result `result` is the status of each matrix. */
static inline void lapack_info(const struct hlo_item *item, uint32_t result, int32_t info)
{
	*(int32_t *)kernels_hlo__item_result(item, result, 1) = info;
}

/* Defines kernel lapack_NAME from plan_NAME() and run_one_NAME(). The struct of the plan has a member `batch`. */
#define LAPACK_KERNEL(name, plan_struct) \
	static bool run_##name(const struct hlo_run *run, const void *plan) \
	{ \
		return kernels_hlo__batch_run(run, &((const struct plan_struct *)plan)->batch, plan, run_one_##name); \
	} \
	HLO_KERNEL(lapack_##name, .plan_size = sizeof(struct plan_struct), .plan = plan_##name, .run = run_##name)

#endif
