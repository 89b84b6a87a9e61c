/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose result has the memory of their operand. */
#include "core/op.h"

static bool plan_reshape(struct hlo_op *op, void *plan)
{
	(void)plan;
	const struct hlo_type *from = &op->operands[0];
	struct hlo_type *to = &op->results[0];
	char texts[2][HLO_TYPE_TEXT];
	if (from->dtype != to->dtype || from->elements != to->elements)
		return kernels_hlo__refuse(op, "cannot reshape %s to %s", kernels_hlo__type_text(from, texts[0]),
			kernels_hlo__type_text(to, texts[1]));
	op->view = 0;
	return true;
}

static const struct hlo_kernel reshape_kernel = { .plan = plan_reshape };
HLO_FRAME(reshape)
