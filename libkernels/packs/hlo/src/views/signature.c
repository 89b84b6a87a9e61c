/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.signature describes a function of the program for its readers (libbef-stablehlo). It computes nothing. */
#include "core/op.h"

static bool plan_signature(struct hlo_op *op, void *plan)
{
	(void)plan;
	return (op->operand_count == 0 && op->result_count == 0) ||
		kernels_hlo__refuse(op, "%u operands and %u results, expected none", op->operand_count, op->result_count);
}

static bool run_signature(const struct hlo_run *run, const void *plan)
{
	(void)run;
	(void)plan;
	return true;
}

HLO_KERNEL(signature, .plan = plan_signature, .run = run_signature)
