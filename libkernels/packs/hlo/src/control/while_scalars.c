/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while_scalars: a loop over single elements and small arrays, whose condition and body are expressions of all elements of the carried and
 * captured values. Nothing but cancellation and the deadline of the request ends it earlier. */
#include "code/code.h"
#include "control/control.h"
#include "expr/scalars.h"
#include <string.h>

#define ITERATIONS 1024u /* between two tests for cancellation */
#define SHORT 4u         /* times ITERATIONS: longer loops are tasks, so that the caller of the function may cancel them */

struct plan {
	struct hlo_expr *condition, *body;
	struct hlo_code *code; /* NULL: none; then the steps are there, which share the registers of the arguments */
	struct hlo_scalars *condition_steps, *body_steps;
	uint32_t arguments, carried;                      /* elements of the operands, of the results */
	bool moves_apart; /* no result of the body is a register of another argument: no copy in between */
};

static void finish(const struct async_allocator *allocator, void *plan_data)
{
	struct plan *plan = plan_data;
	(void)allocator; /* that of the expressions */
	kernels_hlo__code_destroy(plan->code);
	kernels_hlo__scalars_destroy(plan->condition_steps);
	kernels_hlo__scalars_destroy(plan->body_steps);
	kernels_hlo__expr_destroy(plan->condition);
	kernels_hlo__expr_destroy(plan->body);
}

/* ---- planning */

/* The elements of the operands are the arguments of the expressions, those of the results what the body returns. */
static bool check_operands(struct hlo_op *op, struct plan *plan)
{
	char text[HLO_TYPE_TEXT];
	int64_t elements = 0;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		if (hlo_is_token(type) || type->elements < 1 || type->elements > HLO_EXPR_ARGUMENTS - elements)
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected at most %u elements of all operands", i,
				kernels_hlo__type_text(type, text), (unsigned)HLO_EXPR_ARGUMENTS);
		elements += type->elements;
		plan->carried += i < op->result_count ? (uint32_t)type->elements : 0;
	}
	plan->arguments = (uint32_t)elements;
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

static bool check_arguments(struct hlo_op *op, const char *name, const struct hlo_expr *expr, const struct plan *plan)
{
	if (expr->argument_count != plan->arguments)
		return kernels_hlo__refuse(op, "%s has %u arguments, but the operands %u elements", name, expr->argument_count,
			plan->arguments);
	for (uint32_t i = 0, k = 0; i < op->operand_count; i++)
		for (const uint32_t end = k + (uint32_t)op->operands[i].elements; k < end; k++)
			if (expr->dtypes[k] != op->operands[i].dtype)
				return kernels_hlo__refuse(op, "argument %u of %s is %s, expected %s", k, name,
					kernels_dtype_name(expr->dtypes[k]), kernels_dtype_name(op->operands[i].dtype));
	return true;
}

static bool check_body(struct hlo_op *op, struct plan *plan)
{
	const struct hlo_expr *body = plan->body;
	if (body->result_count != plan->carried)
		return kernels_hlo__refuse(op, "body has %u results, expected %u", body->result_count, plan->carried);
	plan->moves_apart = true;
	for (uint32_t i = 0, k = 0; i < op->result_count; i++)
		for (const uint32_t end = k + (uint32_t)op->results[i].elements; k < end; k++) {
			const enum kernels_dtype dtype = hlo_expr_result(body, k);
			if (dtype != op->results[i].dtype)
				return kernels_hlo__refuse(op, "result %u of body is %s, expected %s", k, kernels_dtype_name(dtype),
					kernels_dtype_name(op->results[i].dtype));
			plan->moves_apart = plan->moves_apart && (body->results[k] >= plan->arguments || body->results[k] == k);
		}
	return true;
}

static bool compile(struct hlo_op *op, struct plan *plan)
{
	const char *reason;
	plan->code = kernels_hlo__code_loop(plan->condition, plan->body, plan->carried, op->allocator, &reason);
	if (plan->code)
		return true;
	plan->condition_steps = kernels_hlo__scalars_create(plan->condition, plan->arguments);
	if (plan->condition_steps)
		plan->body_steps = kernels_hlo__scalars_create(plan->body, plan->arguments + plan->condition_steps->registers);
	return plan->body_steps || kernels_hlo__refuse(op, "out of memory");
}

static bool check_condition(struct hlo_op *op, const struct plan *plan)
{
	if (plan->condition->result_count != 1 || hlo_expr_result(plan->condition, 0) != KERNELS_I1)
		return kernels_hlo__refuse(op, "condition does not return one i1");
	return check_arguments(op, "condition", plan->condition, plan);
}

static bool plan_while_scalars(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	return kernels_hlo__check_carried(op) && check_operands(op, plan) &&
		kernels_hlo__expr_attribute(op, "condition", &plan->condition) && check_condition(op, plan) &&
		kernels_hlo__expr_attribute(op, "body", &plan->body) && check_arguments(op, "body", plan->body, plan) &&
		check_body(op, plan) && compile(op, plan);
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

/* Returns whether the loop has ended. */
static bool run_round(const struct loop *loop)
{
	if (loop->plan->code)
		return kernels_hlo__code_run(loop->plan->code, loop->values, ITERATIONS);
	for (uint32_t i = 0; i < ITERATIONS; i++) {
		if (!is_true(loop))
			return true;
		iterate(loop);
	}
	return false;
}

/* Returns false if the request was cancelled, or the loop becomes a task. */
static bool run_loop(const struct loop *loop, const struct hlo_run *run)
{
	struct async_error *cancelled;
	for (uint64_t round = 0; !(cancelled = async_request_check(run->request)); round++) {
		if (round == SHORT && kernels_hlo__defer(run))
			return false;
		if (run_round(loop))
			return true;
	}
	return kernels_hlo__fail_with(run, async_error_retain(cancelled));
}

/* An array of elements from or to one register each. */
static void load(struct hlo_register *to, const struct hlo_type *type, const void *from)
{
	const size_t size = kernels_dtype_size(type->dtype);
	for (size_t i = 0; i < (size_t)type->elements; i++) {
		to[i] = (struct hlo_register){ { 0, 0 } };
		memcpy(&to[i], (const char *)from + i * size, size);
	}
}

static void store(void *to, const struct hlo_type *type, const struct hlo_register *from)
{
	const size_t size = kernels_dtype_size(type->dtype);
	for (size_t i = 0; i < (size_t)type->elements; i++)
		memcpy((char *)to + i * size, &from[i], size);
}

static bool run_while_scalars(const struct hlo_run *run, const void *plan_data)
{
	const struct plan *plan = plan_data;
	const struct hlo_op *op = run->op;
	const size_t count = plan->code ? plan->code->frame
					: (size_t)plan->arguments + plan->condition_steps->registers + plan->body_steps->registers;
	const size_t size = (count + plan->carried) * sizeof(struct hlo_register);
	struct hlo_register *values = async_alloc(run->allocator, size + 1, 16);
	if (!values)
		return kernels_hlo__fail(run, "out of memory");
	struct loop loop = { .plan = plan, .values = values, .next = values + count, .carried = plan->carried };
	if (!plan->code) {
		kernels_hlo__scalars_begin(plan->condition_steps, values);
		kernels_hlo__scalars_begin(plan->body_steps, values);
	}
	for (uint32_t i = 0, k = 0; i < op->operand_count; k += (uint32_t)op->operands[i++].elements)
		load(&values[k], &op->operands[i], run->inputs[i]);
	bool good = run_loop(&loop, run);
	for (uint32_t i = 0, k = 0; good && i < op->result_count; k += (uint32_t)op->results[i++].elements)
		store(run->outputs[i], &op->results[i], &values[k]);
	async_free(run->allocator, values, size + 1, 16);
	return good;
}

HLO_KERNEL(while_scalars, .plan_size = sizeof(struct plan), .plan = plan_while_scalars, .run = run_while_scalars, .finish = finish)
