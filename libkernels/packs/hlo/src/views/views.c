/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels whose result has the memory of their operand, and tokens. */
#include "core/op.h"

/* Infers the dimension of the result that is unknown, if there is only one. */
static bool infer_reshape(struct hlo_op *op)
{
	const struct hlo_type *from = &op->operands[0], *to = &op->results[0];
	struct kernels_shape shape = hlo_shape_of(to), others = shape;
	uint32_t unknown = 0, at = 0;
	int64_t product = 0;
	for (uint32_t i = 0; i < shape.rank; i++)
		if (shape.dims[i] < 0) {
			unknown++;
			at = i;
		}
	if (unknown == 0)
		return true;
	others.dims[at] = 1;
	if (unknown > 1 || !kernels_shape_elements(&others, &product) || product == 0 || from->elements % product != 0)
		return kernels_hlo__refuse(op, "the dimensions of result 0 do not follow from those of operand 0");
	shape.dims[at] = from->elements / product;
	return kernels_hlo__set_shape(op, 0, shape.rank, shape.dims);
}

static bool plan_reshape(struct hlo_op *op, void *plan)
{
	(void)plan;
	const struct hlo_type *from = &op->operands[0], *to = &op->results[0];
	char texts[2][HLO_TYPE_TEXT];
	if (!infer_reshape(op))
		return false;
	if (from->dtype != to->dtype || from->elements != to->elements)
		return kernels_hlo__refuse(op, "cannot reshape %s to %s", kernels_hlo__type_text(from, texts[0]),
			kernels_hlo__type_text(to, texts[1]));
	op->view = 0;
	return true;
}

HLO_KERNEL(reshape, .plan = plan_reshape)

/* ---- optimization_barrier: the operands */

static bool plan_barrier(struct hlo_op *op, void *plan)
{
	(void)plan;
	if (op->operand_count != op->result_count)
		return kernels_hlo__refuse(op, "has %u operands, but %u results", op->operand_count, op->result_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		char texts[2][HLO_TYPE_TEXT];
		if (type->dtype == KERNELS_DTYPE_INVALID && op->results[i].dtype == type->dtype)
			continue;
		if (op->results[i].dtype != type->dtype)
			return kernels_hlo__refuse(op, "result %u has the type %s, expected %s", i,
				kernels_hlo__type_text(&op->results[i], texts[0]),
				kernels_hlo__type_text(type, texts[1]));
		if (!kernels_hlo__set_shape(op, i, type->shape.rank, type->shape.dims))
			return false;
	}
	return true;
}

HLO_OWN_KERNEL(optimization_barrier, .plan = plan_barrier)

/* The values are passed on as they are: each user compares their types. */
void kernels_hlo__optimization_barrier(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	if (site->argument_count != site->result_count) {
		kernels_frame_fail(frame, "has %u operands, but %u results", (unsigned)site->argument_count,
			(unsigned)site->result_count);
		return;
	}
	for (uint32_t i = 0; i < site->result_count; i++)
		frame->results[i] = kernels_frame_take(frame, i);
}

/* ---- tokens: the executor has waited for the operands */

static bool plan_token(struct hlo_op *op, void *plan)
{
	(void)plan;
	for (uint32_t i = 0; i < op->operand_count + 1; i++) {
		const struct hlo_type *type = i < op->operand_count ? &op->operands[i] : &op->results[0];
		char text[HLO_TYPE_TEXT];
		if (type->dtype != KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "%s %u has the type %s, expected a token",
				i < op->operand_count ? "operand" : "result", i < op->operand_count ? i : 0,
				kernels_hlo__type_text(type, text));
	}
	return true;
}

static bool run_token(const struct hlo_run *run, const void *plan)
{
	(void)run, (void)plan;
	return true;
}

HLO_KERNEL(after_all, .plan = plan_token, .run = run_token)
HLO_KERNEL(create_token, .plan = plan_token, .run = run_token)
