/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on chains. Chains have no payload, so the kernels do nothing. */
#include "basic.h"

void kernels_basic__new_chain(struct kernels_call *call)
{
	(void)call;
}

void kernels_basic__merge_chains(struct kernels_call *call)
{
	(void)call; /* the kernel runs, so all arguments are available */
}

void kernels_basic__alias_value(struct kernels_frame *frame)
{
	frame->results[0] = async_value_retain(frame->arguments[1]);
}
