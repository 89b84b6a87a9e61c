/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of a process without an engine: the program runs alone, or this is within a body. One that is over other processes fails,
 * instead of combining the values of one. */
#include "parallel/collective.h"

bool kernels_hlo__is_over_others(
	struct kernels_frame *frame, const struct hlo_collective *plan, const struct hlo_group *group)
{
	if (kernels_process_of(frame->request)->engine)
		return false;
	bool others = group->count != 1;
	for (size_t i = 0; plan->kind == HLO_PERMUTE && i < plan->groups.ids.count; i++)
		others = others || kernels_load_i64(plan->groups.ids.elements + 8 * i) >= (int64_t)group->count;
	if (plan->kind != HLO_PERMUTE && plan->groups.ids.count == 0)
		others = others || !kernels_process_is_set(frame->request);
	return others;
}

void kernels_hlo__fail_alone(struct kernels_frame *frame, const struct hlo_collective *plan, uint32_t members)
{
	if (members > 1)
		kernels_frame_fail(frame, "%s is over %u processes, and this one runs without the others", plan->name, members);
	else if (plan->groups.ids.count > 0)
		kernels_frame_fail(frame, "%s is over several processes, and this one runs alone", plan->name);
	else
		kernels_frame_fail(frame, "%s is over all processes, and this one runs alone: the program does not say that it is for one",
			plan->name);
}
