/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations between processes. Tokens are the last operands and results; they order the operations of a process
 * (kernels/process.h). Collective operations have one; replica_id and partition_id none. */
#ifndef KERNELS_HLO_PARALLEL_H
#define KERNELS_HLO_PARALLEL_H

#include "core/op.h"
#include <string.h>

/* The code of a failure for this reason. */
static inline enum async_code hlo_code_of(const char *reason)
{
	return strcmp(reason, "out of memory") == 0 ? ASYNC_CODE_RESOURCE_EXHAUSTED : ASYNC_CODE_INTERNAL;
}

/* The functions of a kernel that exchanges values in its frame function. */
#define HLO_PARALLEL_KERNEL(name, plan_type, plan_function, finish_function, frame_function) \
	HLO_OWN_KERNEL(name, .plan_size = sizeof(plan_type), .plan = plan_function, .finish = finish_function) \
	void kernels_hlo__##name(struct kernels_frame *frame) \
	{ \
		frame_function(frame); \
	}

#endif
