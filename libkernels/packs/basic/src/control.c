/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel that calls one of many functions; kernels/kernel.h has those that call one, or one of two. */
#include "basic.h"

void kernels_basic__case(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	int32_t index = *(const int32_t *)async_value_payload_small(frame->arguments[0]);
	if (site->function_count == 0) {
		kernels_frame_fail(frame, "no branches");
		return;
	}
	uint32_t last = site->function_count - 1;
	kernels_frame_execute(frame, site->functions[index < 0 || (uint32_t)index > last ? last : (uint32_t)index], 1);
}
