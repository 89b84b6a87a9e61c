/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An operation that cannot run, in a branch that may never be taken: it fails when it is reached. */
#include "control/control.h"

struct reason {
	char text[240];
};

static bool plan_unsupported(struct hlo_op *op, void *plan)
{
	struct reason *reason = plan;
	struct kernels_string message;
	if (!kernels_hlo__text(op, "message", &message))
		return false;
	const size_t size = message.size < sizeof reason->text - 1 ? message.size : sizeof reason->text - 1;
	memcpy(reason->text, message.data, size);
	return true;
}

HLO_OWN_KERNEL(unsupported, .plan_size = sizeof(struct reason), .plan = plan_unsupported, .flags = HLO_OWN_RESULTS)

void kernels_hlo__unsupported(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct reason *reason = kernels_hlo__plan_of(frame->site, &op);
	kernels_frame_fail(frame, "%s", reason ? reason->text : "the operation cannot run");
}
