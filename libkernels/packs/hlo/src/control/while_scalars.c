/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while_scalars: a loop over single elements and small arrays, whose condition and body are expressions of all elements of the carried and
 * captured values. Expressions may have loops inside. Nothing but cancellation and the deadline of the request ends them earlier. */
#include "code/code.h"
#include "control/control.h"
#include "expr/scalars.h"
#include <string.h>

#define ITERATIONS 1024u /* between two tests for cancellation */
#define SHORT 4u         /* times ITERATIONS: longer loops are tasks, so that the caller of the function may cancel them */
#define ALIGNMENT 64u /* of registers: packs of elements are in one line of the cache */
#define LARGE 65536u     /* bytes of arrays that are not copied; a loop that has changed one does not begin again, as a task does */

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

/* What an operand is in the expressions: an array, or its elements. */
static uint32_t width_of(const struct plan *plan, const struct hlo_op *op, uint32_t operand, uint32_t argument)
{
	return plan->body->arrays[argument] ? 1 : (uint32_t)op->operands[operand].elements;
}

/* The elements of the operands are the arguments of the body, but for arrays. */
static bool check_operands(struct hlo_op *op, struct plan *plan)
{
	const struct hlo_expr *body = plan->body;
	char text[HLO_TYPE_TEXT];
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		const bool is_array = plan->arguments < body->argument_count && body->arrays[plan->arguments];
		if (hlo_is_token(type) || type->elements < 1 || (!is_array && type->elements > HLO_EXPR_ARGUMENTS))
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected an array, or at most %u elements", i,
				kernels_hlo__type_text(type, text), (unsigned)HLO_EXPR_ARGUMENTS);
		for (const uint32_t end = plan->arguments + (is_array ? 1 : (uint32_t)type->elements); plan->arguments < end; plan->arguments++) {
			const uint32_t k = plan->arguments;
			if (k == body->argument_count || body->arrays[k] != is_array)
				return kernels_hlo__refuse(op, "body has other arguments than the elements of operand %u, %s", i,
					kernels_hlo__type_text(type, text));
			if (body->dtypes[k] != type->dtype)
				return kernels_hlo__refuse(op, "argument %u of body is %s, expected %s", k,
					kernels_dtype_name(body->dtypes[k]), kernels_dtype_name(type->dtype));
		}
		plan->carried = i < op->result_count ? plan->arguments : plan->carried;
	}
	return plan->arguments == body->argument_count ||
		kernels_hlo__refuse(op, "body has %u arguments, but the operands %u", body->argument_count, plan->arguments);
}

static bool set_results(struct hlo_op *op)
{
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

/* Arrays that are not carried are not changed: their memory belongs to others. */
static bool check_stores(struct hlo_op *op, const char *name, const struct hlo_expr *expr, uint32_t carried)
{
	for (uint32_t i = 0; i < expr->step_count; i++)
		if (expr->steps[i].opcode == HLO_STEP_STORE && expr->steps[i].operands[0] >= carried)
			return kernels_hlo__refuse(op, "%s changes argument %u", name, expr->steps[i].operands[0]);
	return true;
}

static bool check_body(struct hlo_op *op, struct plan *plan)
{
	const struct hlo_expr *body = plan->body;
	if (body->result_count != plan->carried)
		return kernels_hlo__refuse(op, "body has %u results, expected %u", body->result_count, plan->carried);
	plan->moves_apart = true;
	for (uint32_t k = 0; k < plan->carried; k++) {
		const uint32_t value = body->results[k];
		const bool is_array = value < plan->arguments && body->arrays[value];
		if (is_array ? value != k : body->arrays[k])
			return kernels_hlo__refuse(op, "result %u of body is not argument %u, an array", k, is_array ? value : k);
		if (hlo_expr_result(body, k) != body->dtypes[k])
			return kernels_hlo__refuse(op, "result %u of body is %s, expected %s", k,
				kernels_dtype_name(hlo_expr_result(body, k)), kernels_dtype_name(body->dtypes[k]));
		plan->moves_apart = plan->moves_apart && (value >= plan->arguments || value == k);
	}
	return check_stores(op, "body", body, plan->carried);
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
	const struct hlo_expr *condition = plan->condition;
	if (condition->argument_count != plan->arguments)
		return kernels_hlo__refuse(op, "condition has %u arguments, expected %u", condition->argument_count, plan->arguments);
	for (uint32_t i = 0; i < plan->arguments; i++)
		if (condition->dtypes[i] != plan->body->dtypes[i] || condition->arrays[i] != plan->body->arrays[i])
			return kernels_hlo__refuse(op, "argument %u of condition is not that of body", i);
	if (condition->result_count != 1 || hlo_expr_result(condition, 0) != KERNELS_I1 ||
		(condition->results[0] < plan->arguments && condition->arrays[condition->results[0]]))
		return kernels_hlo__refuse(op, "condition does not return one i1");
	return check_stores(op, "condition", condition, 0);
}

static bool plan_while_scalars(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	bool good = kernels_hlo__check_carried(op) && kernels_hlo__expr_memory_attribute(op, "body", &plan->body) &&
		check_operands(op, plan) && set_results(op) && check_body(op, plan) &&
		kernels_hlo__expr_memory_attribute(op, "condition", &plan->condition) && check_condition(op, plan) && compile(op, plan);
	for (uint32_t i = 0, k = 0; good && i < op->result_count; k += width_of(plan, op, i++, k))
		if (plan->body->arrays[k] && hlo_bytes(&op->operands[i]) >= LARGE) {
			op->reuse[i] = (int32_t)i;
			op->nanoseconds = HLO_TASK_NANOSECONDS; /* a task from the start, which may be cancelled */
		}
	return good;
}

/* ---- running */

struct loop {
	struct hlo_watch watch; /* first: its function finds the loop */
	const struct plan *plan;
	const struct hlo_run *run;
	uint64_t rounds;
	struct hlo_register *values; /* then the registers of condition and body */
	struct hlo_register *next;   /* room for results */
	uint32_t carried;
	bool in_place; /* an array of the caller is changed */
};

/* Whether the loop goes on; a request that is cancelled, or a loop that becomes a task, ends it. */
static bool begin_round(struct loop *loop)
{
	struct async_error *cancelled = async_request_check(loop->run->request);
	if (cancelled)
		return kernels_hlo__fail_with(loop->run, async_error_retain(cancelled));
	return loop->rounds++ != SHORT || loop->in_place || !kernels_hlo__defer(loop->run);
}

/* Of loops inside of the body. */
static uint64_t more(struct hlo_watch *watch) { return begin_round((struct loop *)(void *)watch) ? ITERATIONS : 0; }

/* Of the interpreter: an iteration, if the condition is true. */
static enum hlo_code_end iterate(struct loop *loop)
{
	const struct hlo_scalars *condition = loop->plan->condition_steps, *body = loop->plan->body_steps;
	struct hlo_register *to = loop->plan->moves_apart ? loop->values : loop->next;
	if (!kernels_hlo__scalars_run_watched(condition, loop->values, &loop->watch))
		return HLO_CODE_GIVEN_UP;
	if (!*(const uint8_t *)&loop->values[condition->results[0].number])
		return HLO_CODE_DONE;
	if (!kernels_hlo__scalars_run_watched(body, loop->values, &loop->watch))
		return HLO_CODE_GIVEN_UP;
	for (uint32_t i = 0; i < loop->carried; i++)
		hlo_register_copy(&to[i], &loop->values[body->results[i].number], body->results[i].size);
	for (uint32_t i = 0; to != loop->values && i < loop->carried; i++)
		hlo_register_copy(&loop->values[i], &to[i], body->results[i].size);
	return HLO_CODE_LIMIT;
}

static enum hlo_code_end run_round(struct loop *loop)
{
	enum hlo_code_end end = HLO_CODE_LIMIT;
	if (loop->plan->code)
		return kernels_hlo__code_run(loop->plan->code, loop->values, ITERATIONS, &loop->watch);
	for (uint32_t i = 0; i < ITERATIONS && end == HLO_CODE_LIMIT; i++)
		end = iterate(loop);
	return end;
}

/* Returns false if the request was cancelled, or the loop becomes a task. */
static bool run_loop(struct loop *loop)
{
	enum hlo_code_end end = HLO_CODE_LIMIT;
	while (end == HLO_CODE_LIMIT && begin_round(loop))
		end = run_round(loop);
	return end == HLO_CODE_DONE;
}

/* The elements of a small array from or to one register each. */
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

/* Arrays that the loop carries are changed in the memory of the result, others are only read. */
static void begin_operands(const struct hlo_run *run, struct loop *loop)
{
	const struct hlo_op *op = run->op;
	const struct plan *plan = loop->plan;
	struct hlo_register *values = loop->values;
	for (uint32_t i = 0, k = 0; i < op->operand_count; k += width_of(plan, op, i++, k)) {
		const struct hlo_type *type = &op->operands[i];
		if (!plan->body->arrays[k]) {
			load(&values[k], type, run->inputs[i]);
			continue;
		}
		const bool carried = i < op->result_count;
		void *data = carried ? run->outputs[i] : (void *)(uintptr_t)run->inputs[i];
		const struct hlo_scalar_array array = { data, (uint64_t)type->elements - 1 };
		if (carried && run->outputs[i] != run->inputs[i])
			memcpy(run->outputs[i], run->inputs[i], hlo_bytes(type));
		loop->in_place = loop->in_place || (carried && run->outputs[i] == run->inputs[i]);
		memcpy(&values[k], &array, sizeof array);
	}
}

static bool run_while_scalars(const struct hlo_run *run, const void *plan_data)
{
	const struct plan *plan = plan_data;
	const struct hlo_op *op = run->op;
	const size_t count = plan->code ? plan->code->frame
					: (size_t)plan->arguments + plan->condition_steps->registers + plan->body_steps->registers;
	const size_t size = (count + plan->carried) * sizeof(struct hlo_register);
	struct hlo_register *values = async_alloc(run->allocator, size + 1, ALIGNMENT);
	if (!values)
		return kernels_hlo__fail(run, "out of memory");
	struct loop loop = { .watch = { ITERATIONS, more }, .plan = plan, .run = run, .values = values, .next = values + count,
		.carried = plan->carried };
	if (!plan->code) {
		kernels_hlo__scalars_begin(plan->condition_steps, values);
		kernels_hlo__scalars_begin(plan->body_steps, values);
	}
	begin_operands(run, &loop);
	bool good = run_loop(&loop);
	for (uint32_t i = 0, k = 0; good && i < op->result_count; k += width_of(plan, op, i++, k))
		if (!plan->body->arrays[k])
			store(run->outputs[i], &op->results[i], &values[k]);
	async_free(run->allocator, values, size + 1, ALIGNMENT);
	return good;
}

HLO_KERNEL(while_scalars, .plan_size = sizeof(struct plan), .plan = plan_while_scalars, .run = run_while_scalars, .finish = finish)
