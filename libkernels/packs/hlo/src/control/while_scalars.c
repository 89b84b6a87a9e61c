/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while_scalars: a loop whose carried and captured values are single elements, and whose condition and body are expressions
 * of all of them. Nothing but cancellation and the deadline of the request ends it earlier. */
#include "control/control.h"
#include "expr/scalars.h"
#include <string.h>

#define ITERATIONS 1024u /* between two tests for cancellation */
#define SHORT 4u         /* times ITERATIONS: longer loops are tasks, so that the caller of the function may cancel them */

struct plan {
	struct hlo_expr *condition, *body;
	struct hlo_scalars *condition_steps, *body_steps; /* share the registers of the operands */
	bool moves_apart; /* no result of the body is a register of another argument: no copy in between */
};

static void finish(const struct async_allocator *allocator, void *plan_data)
{
	struct plan *plan = plan_data;
	(void)allocator; /* that of the expressions */
	kernels_hlo__scalars_destroy(plan->condition_steps);
	kernels_hlo__scalars_destroy(plan->body_steps);
	kernels_hlo__expr_destroy(plan->condition);
	kernels_hlo__expr_destroy(plan->body);
}

/* ---- planning */

static bool check_operands(struct hlo_op *op)
{
	char text[HLO_TYPE_TEXT];
	for (uint32_t i = 0; i < op->operand_count; i++)
		if (op->operands[i].elements != 1 || hlo_is_token(&op->operands[i]))
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected one element", i,
				kernels_hlo__type_text(&op->operands[i], text));
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct hlo_type *from = &op->operands[i];
		if (op->results[i].dtype != from->dtype)
			return kernels_hlo__refuse(op, "result %u has the type %s, expected %s", i,
				kernels_dtype_name(op->results[i].dtype), kernels_dtype_name(from->dtype));
		if (!kernels_hlo__set_shape(op, i, from->shape.rank, from->shape.dims))
			return false;
	}
	return true;
}

static bool compile(struct hlo_op *op, struct plan *plan)
{
	plan->condition_steps = kernels_hlo__scalars_create(plan->condition, op->operand_count);
	if (plan->condition_steps)
		plan->body_steps = kernels_hlo__scalars_create(plan->body, op->operand_count + plan->condition_steps->registers);
	return plan->body_steps || kernels_hlo__refuse(op, "out of memory");
}

static bool plan_while_scalars(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	bool good = kernels_hlo__check_carried(op) && check_operands(op) &&
		kernels_hlo__expr_attribute(op, "condition", &plan->condition) &&
		kernels_hlo__check_condition(op, plan->condition, NULL, op->operand_count) &&
		kernels_hlo__expr_attribute(op, "body", &plan->body) &&
		kernels_hlo__check_parameters(op, "body", plan->body, NULL, op->operand_count);
	if (good && plan->body->result_count != op->result_count)
		good = kernels_hlo__refuse(op, "body has %u results, expected %u", plan->body->result_count, op->result_count);
	for (uint32_t i = 0; good && i < op->result_count; i++) {
		enum kernels_dtype dtype = hlo_expr_result(plan->body, i);
		good = dtype == op->results[i].dtype || kernels_hlo__refuse(op, "result %u of body is %s, expected %s", i,
			kernels_dtype_name(dtype), kernels_dtype_name(op->results[i].dtype));
		plan->moves_apart = (i == 0 || plan->moves_apart) &&
			(plan->body->results[i] >= op->operand_count || plan->body->results[i] == i);
	}
	return good && compile(op, plan);
}

/* ---- running */

struct loop {
	const struct plan *plan;
	struct hlo_register *values; /* then the registers of condition and body */
	struct hlo_register *next;   /* room for results */
	uint32_t carried;
};

static bool is_true(const struct loop *loop)
{
	const struct hlo_scalars *condition = loop->plan->condition_steps;
	kernels_hlo__scalars_run(condition, loop->values);
	return *(const uint8_t *)&loop->values[condition->results[0].number];
}

static void iterate(const struct loop *loop)
{
	const struct hlo_scalars *body = loop->plan->body_steps;
	struct hlo_register *to = loop->plan->moves_apart ? loop->values : loop->next;
	kernels_hlo__scalars_run(body, loop->values);
	for (uint32_t i = 0; i < loop->carried; i++)
		hlo_register_copy(&to[i], &loop->values[body->results[i].number], body->results[i].size);
	for (uint32_t i = 0; to != loop->values && i < loop->carried; i++)
		hlo_register_copy(&loop->values[i], &to[i], body->results[i].size);
}

/* Returns false if the request was cancelled, or the loop becomes a task. */
static bool run_loop(const struct loop *loop, const struct hlo_run *run)
{
	struct async_error *cancelled;
	for (uint64_t round = 0; !(cancelled = async_request_check(run->request)); round++) {
		if (round == SHORT && kernels_hlo__defer(run))
			return false;
		for (uint32_t i = 0; i < ITERATIONS; i++) {
			if (!is_true(loop))
				return true;
			iterate(loop);
		}
	}
	return kernels_hlo__fail_with(run, async_error_retain(cancelled));
}

static bool run_while_scalars(const struct hlo_run *run, const void *plan_data)
{
	const struct plan *plan = plan_data;
	const struct hlo_op *op = run->op;
	const size_t count = (size_t)op->operand_count + plan->condition_steps->registers + plan->body_steps->registers;
	const size_t size = (count + op->result_count) * sizeof(struct hlo_register);
	struct hlo_register *values = async_alloc(run->allocator, size + 1, 16);
	if (!values)
		return kernels_hlo__fail(run, "out of memory");
	struct loop loop = { .plan = plan, .values = values, .next = values + count, .carried = op->result_count };
	kernels_hlo__scalars_begin(plan->condition_steps, values);
	kernels_hlo__scalars_begin(plan->body_steps, values);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		values[i] = (struct hlo_register){ { 0, 0 } };
		memcpy(&values[i], run->inputs[i], kernels_dtype_size(op->operands[i].dtype));
	}
	bool good = run_loop(&loop, run);
	for (uint32_t i = 0; good && i < op->result_count; i++)
		memcpy(run->outputs[i], &values[i], kernels_dtype_size(op->results[i].dtype));
	async_free(run->allocator, values, size + 1, 16);
	return good;
}

HLO_KERNEL(while_scalars, .plan_size = sizeof(struct plan), .plan = plan_while_scalars, .run = run_while_scalars, .finish = finish)
