/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that call one function, or one of several. */
#include "basic.h"

/* The arguments after the first `skip`, and all results. */
static void call_function(struct kernels_frame *frame, const struct kernels_function *function, uint32_t skip)
{
	const struct kernels_site *site = frame->site;
	const uint32_t arguments = site->argument_count - skip, results = site->result_count;
	const bool fits = function->argument_count == arguments && function->result_count == results; /* most often: no call */
	if (fits || kernels_frame_accepts(frame, function, arguments, results))
		kernels_function_execute(function, frame->request, frame->arguments + skip, frame->results);
}

void kernels_basic__call(struct kernels_frame *frame)
{
	call_function(frame, frame->site->functions[0], 0);
}

void kernels_basic__if(struct kernels_frame *frame)
{
	uint8_t condition = *(const uint8_t *)async_value_payload_small(frame->arguments[0]);
	call_function(frame, frame->site->functions[condition ? 0 : 1], 1);
}

void kernels_basic__case(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	int32_t index = *(const int32_t *)async_value_payload_small(frame->arguments[0]);
	if (site->function_count == 0) {
		kernels_frame_fail(frame, "no branches");
		return;
	}
	uint32_t last = site->function_count - 1;
	call_function(frame, site->functions[index < 0 || (uint32_t)index > last ? last : (uint32_t)index], 1);
}
