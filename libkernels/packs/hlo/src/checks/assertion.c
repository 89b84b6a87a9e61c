/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* shape_assertion: the first operand is true, or the call fails with the text of the program, in which {0}, {1} ... are the other operands. */
#include "checks/checks.h"
#include <bytecursor/braces.h>
#include <stdio.h>

struct plan {
	struct kernels_string text;
};

enum { MOST_TEXT = 1000 };

static bool plan_assertion(struct hlo_op *op, void *data)
{
	struct plan *plan = data;
	char text[HLO_TYPE_TEXT];
	const struct hlo_type *holds = &op->operands[0];
	const bool integer = holds->dtype == KERNELS_I1 || hlo_is_integer(holds->dtype);
	if (!integer || holds->elements != 1)
		return kernels_hlo__refuse(op, "operand 0 has the type %s, expected one integer", kernels_hlo__type_text(holds, text));
	if (!hlo_is_token(&op->results[0]))
		return kernels_hlo__refuse(op, "result 0 has the type %s, expected a token", kernels_hlo__type_text(&op->results[0], text));
	return kernels_hlo__text(op, "error_message", &plan->text);
}

/* The value of an operand behind the condition. */
static void put_number(const void *ctx, size_t index, char *out, size_t room)
{
	const struct hlo_run *run = ctx;
	const struct hlo_type *type = &run->op->operands[index + 1];
	char text[HLO_ELEMENT_TEXT] = "?";
	if (!hlo_is_token(type) && type->elements == 1)
		(void)kernels_hlo__element_text(type->dtype, run->inputs[index + 1], text);
	snprintf(out, room, "%s", text);
}

static bool run_assertion(const struct hlo_run *run, const void *data)
{
	const struct plan *plan = data;
	const char *holds = run->inputs[0];
	char text[MOST_TEXT];
	for (size_t i = 0; i < hlo_bytes(&run->op->operands[0]); i++) {
		if (holds[i])
			return true;
	}
	bytecursor_fill_braces(text, sizeof text, plan->text.data, plan->text.size, run->op->operand_count - 1u, put_number, run);
	return kernels_hlo__fail(run, "shape assertion failed: %s", text);
}

HLO_KERNEL(check_assertion, .plan_size = sizeof(struct plan), .plan = plan_assertion, .run = run_assertion)
