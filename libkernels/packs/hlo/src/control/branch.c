/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* if and case: call one function with the operands behind the first. */
#include "control/control.h"
#include <string.h>

bool kernels_hlo__scalar(struct async_value *value, enum kernels_dtype dtype, void *out)
{
	if (async_value_type(value) != kernels_tensor_types()->tensor)
		return false;
	const struct kernels_tensor *tensor = async_value_payload(value);
	if (tensor->kind != KERNELS_TENSOR_DENSE || tensor->dtype != dtype || tensor->shape.rank != 0)
		return false;
	memcpy(out, kernels_tensor_bytes(tensor), kernels_dtype_size(dtype));
	return true;
}

static bool plan_branch(struct hlo_op *op, enum kernels_dtype dtype, uint32_t least)
{
	const struct hlo_type *type = &op->operands[0];
	char text[HLO_TYPE_TEXT];
	if (op->operand_count == 0 || type->dtype != dtype || type->shape.rank != 0)
		return kernels_hlo__refuse(op, "operand 0 has the type %s, expected %s[]",
			op->operand_count ? kernels_hlo__type_text(type, text) : "none", kernels_dtype_name(dtype));
	if (op->site->function_count < least)
		return kernels_hlo__refuse(op, "has %u functions, expected at least %u", op->site->function_count, least);
	return true;
}

/* References that the frame gives away let the function reuse the memory of its arguments. */
static void call_function(struct kernels_frame *frame, const struct kernels_function *function)
{
	const struct kernels_site *site = frame->site;
	uint32_t count = site->argument_count - 1;
	if (!kernels_frame_accepts(frame, function, count, site->result_count))
		return;
	if (!frame->may_take || count > 64) {
		kernels_function_execute(function, frame->request, frame->arguments + 1, frame->results);
		return;
	}
	struct async_value *arguments[64];
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = kernels_frame_take(frame, i + 1);
	kernels_function_execute_taking(function, frame->request, arguments, frame->results);
}

static bool plan_if(struct hlo_op *op, void *plan)
{
	(void)plan;
	return plan_branch(op, KERNELS_I1, 2);
}

HLO_OWN_KERNEL(if, .plan = plan_if, .flags = HLO_OWN_RESULTS)

void kernels_hlo__if(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	uint8_t predicate;
	if (site->argument_count == 0 || site->function_count < 2 ||
		!kernels_hlo__scalar(frame->arguments[0], KERNELS_I1, &predicate))
		kernels_frame_fail(frame, "argument 0 is not an i1[]");
	else
		call_function(frame, site->functions[predicate ? 1 : 0]); /* sorted by name: false_branch, true_branch */
}

static bool plan_case(struct hlo_op *op, void *plan)
{
	(void)plan;
	return plan_branch(op, KERNELS_I32, 1);
}

HLO_OWN_KERNEL(case, .plan = plan_case, .flags = HLO_OWN_RESULTS)

void kernels_hlo__case(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	int32_t index;
	if (site->argument_count == 0 || site->function_count == 0 ||
		!kernels_hlo__scalar(frame->arguments[0], KERNELS_I32, &index)) {
		kernels_frame_fail(frame, "argument 0 is not an i32[]");
		return;
	}
	uint32_t last = site->function_count - 1;
	call_function(frame, site->functions[index < 0 || (uint32_t)index > last ? last : (uint32_t)index]);
}
