/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* while. The loop runs within the kernel while its values are available. When it must wait, the kernel returns indirect
 * values, and the thread that completes the awaited value continues the loop. An iteration begins when all values of the
 * one before are available, so neither stack nor memory grows with the iterations.
 *
 * The body takes over the loop's references to the carried values, so that a kernel that is the last user of a value
 * may overwrite it. For small values the body borrows them: calls are then cheaper than copies. */
#include "control/control.h"
#include "control/direct.h"
#include "expr/scalars.h"
#include <string.h>

#define SMALL_BYTES 2048u
#define LONG_NANOSECONDS 1000000u /* longer loops become tasks, so that the caller of the function may cancel them */
#define ROUNDS 8u                 /* between two looks at the clock */
#define CALLS 3u                  /* of the body before iterations without calls: to prepare these takes as long */

struct plan {
	bool takes;                 /* some carried value is not small, or values are on a device, where a copy is a command */
	struct hlo_expr *condition; /* NULL: a function */
	struct hlo_scalars *steps;  /* of the condition */
	int64_t *which;             /* operands that are the arguments of the condition */
};

struct loop {
	struct async_waiter waiter; /* first */
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_caller caller;
	struct async_error *error;  /* of the results, if not NULL */
	uint32_t carried, width;    /* number of results; with the captures */
	bool takes;
	uint32_t rounds;            /* in the frame of the kernel, and when they began: */
	uint64_t begun;
	uint32_t hands;             /* atomic; see await() */
	uint32_t next;              /* the first carried value that may be unavailable */
	struct async_value *predicate; /* NULL: the condition has not been called for these values */
	/* of a condition that is an expression: */
	const struct hlo_op *op; /* NULL: the condition is a function */
	const struct plan *plan;
	struct hlo_register *registers;
	uint32_t calls;            /* of the body so far, at most CALLS + 1 */
	struct hlo_direct *direct; /* runs the body without calls; NULL: not yet, or it cannot. The values stay as they were meanwhile */
	/* The values; room for the results of the body; the indirect results of the kernel. */
	struct async_value **values, **made, **promised;
	struct async_value *places[];
};

static bool plan_while(struct hlo_op *op, void *plan)
{
	if (!kernels_hlo__check_carried(op))
		return false;
	((struct plan *)plan)->takes = op->operand_count > op->result_count && hlo_is_token(&op->operands[op->operand_count - 1]);
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		if (!hlo_is_token(type) && hlo_bytes(type) > SMALL_BYTES)
			((struct plan *)plan)->takes = true;
	}
	return true;
}

HLO_OWN_KERNEL(while, sizeof(struct plan), plan_while, NULL, NULL, HLO_OWN_RESULTS)

static void finish_condition(const struct async_allocator *allocator, void *plan_data)
{
	struct plan *plan = plan_data;
	if (plan->which)
		async_free(allocator, plan->which, plan->condition->argument_count * sizeof *plan->which + 1, _Alignof(int64_t));
	kernels_hlo__scalars_destroy(plan->steps);
	kernels_hlo__expr_destroy(plan->condition);
}

static bool plan_while_condition(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	int64_t which[HLO_EXPR_ARGUMENTS];
	if (!plan_while(op, plan) || !kernels_hlo__expr_attribute(op, "condition", &plan->condition))
		return false;
	uint32_t count = plan->condition->argument_count;
	bool good = kernels_hlo__ints_of(op, "condition_operands", count, which) &&
		kernels_hlo__check_condition(op, plan->condition, which, count);
	if (good) {
		plan->which = async_alloc(op->allocator, count * sizeof *which + 1, _Alignof(int64_t));
		plan->steps = kernels_hlo__scalars_create(plan->condition, count);
		good = (plan->which && plan->steps) || kernels_hlo__refuse(op, "out of memory");
	}
	if (good)
		memcpy(plan->which, which, count * sizeof *which);
	return good;
}

HLO_OWN_KERNEL(while_condition, sizeof(struct plan), plan_while_condition, NULL, finish_condition, HLO_OWN_RESULTS)

/* ---- lifetime */

/* Where the registers begin. */
static size_t places_size(const struct loop *loop)
{
	size_t size = sizeof *loop + ((size_t)loop->width + 2 * (size_t)loop->carried) * sizeof(struct async_value *);
	return (size + 15) & ~(size_t)15;
}

static size_t loop_size(const struct loop *loop)
{
	size_t size = places_size(loop);
	if (loop->op)
		size += ((size_t)loop->plan->condition->argument_count + loop->plan->steps->registers) *
			sizeof(struct hlo_register);
	return size;
}

static void begin_condition(struct loop *loop)
{
	loop->registers = (struct hlo_register *)(void *)((char *)loop + places_size(loop));
	kernels_hlo__scalars_begin(loop->plan->steps, loop->registers);
}

static struct loop *loop_create(struct kernels_frame *frame)
{
	const struct kernels_site *site = frame->site;
	const struct hlo_op *op;
	const struct plan *plan = kernels_hlo__plan_of(site, &op);
	struct loop head = { .site = site, .carried = site->result_count, .width = site->argument_count,
		.takes = !plan || plan->takes, .plan = plan, .op = plan && plan->condition ? op : NULL };
	struct loop *loop = async_alloc(kernels_host(frame->request)->allocator, loop_size(&head), 16);
	if (!loop) {
		kernels_frame_fail_with(frame, kernels_site_error(site, frame->request,
						       ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return NULL;
	}
	memset(loop, 0, loop_size(&head));
	*loop = head;
	loop->values = loop->places;
	loop->made = loop->places + loop->width;
	loop->promised = loop->made + loop->carried;
	if (loop->op)
		begin_condition(loop);
	loop->request = kernels_begin_work(frame->request, site);
	loop->caller = kernels_caller();
	loop->begun = async_now_ns();
	return loop;
}

static void loop_destroy(struct loop *loop)
{
	struct async_request *request = loop->request;
	const struct kernels_site *site = loop->site;
	kernels_hlo__direct_destroy(loop->direct);
	kernels_values_release(loop->values, loop->width);
	kernels_values_release(loop->promised, loop->carried);
	async_value_release(loop->predicate);
	async_error_release(loop->error);
	async_free(kernels_host(request)->allocator, loop, loop_size(loop), 16);
	kernels_end_work(request, site);
}

/* ---- iterations */

static void call_condition(struct loop *loop)
{
	kernels_function_execute(loop->site->functions[1], loop->request, loop->values, &loop->predicate);
}

static void call_body(struct loop *loop)
{
	const struct kernels_function *body = loop->site->functions[0];
	memset(loop->made, 0, loop->carried * sizeof *loop->made);
	if (loop->takes) {
		/* the loop keeps the captures */
		for (uint32_t i = loop->carried; i < loop->width; i++)
			async_value_retain(loop->values[i]);
		kernels_function_execute_taking(body, loop->request, loop->values, loop->made);
	} else {
		kernels_function_execute(body, loop->request, loop->values, loop->made);
		kernels_values_release(loop->values, loop->carried);
	}
	memcpy(loop->values, loop->made, loop->carried * sizeof *loop->made);
	async_value_release(loop->predicate);
	loop->predicate = NULL;
	loop->next = 0;
}

/* The next value that the loop must wait for; NULL: none. */
static struct async_value *find_unavailable(struct loop *loop)
{
	for (; loop->next < loop->carried; loop->next++) {
		if (!async_value_is_available(loop->values[loop->next]))
			return loop->values[loop->next];
	}
	return loop->predicate && !async_value_is_available(loop->predicate) ? loop->predicate : NULL;
}

static bool stop_with(struct loop *loop, struct async_error *error)
{
	loop->error = error;
	return false;
}

/* Evaluates the condition that is an expression. The values may be of any type: functions of the program returned them. */
static bool evaluate(struct loop *loop, uint8_t *out)
{
	const struct hlo_expr *condition = loop->plan->condition;
	char message[2 * HLO_TYPE_TEXT + 100];
	for (uint32_t i = 0; i < condition->argument_count; i++) {
		uint32_t index = (uint32_t)loop->plan->which[i];
		struct async_value *value = loop->values[index];
		if (!kernels_hlo__check_argument(value, index, &loop->op->operands[index], message, sizeof message))
			return stop_with(loop, kernels_site_error(
						       loop->site, loop->request, ASYNC_CODE_INTERNAL, "%s", message));
		memcpy(&loop->registers[i], kernels_tensor_bytes((const struct kernels_tensor *)async_value_payload(value)),
			kernels_dtype_size(condition->dtypes[i]));
	}
	kernels_hlo__scalars_run(loop->plan->steps, loop->registers);
	*out = *(const uint8_t *)&loop->registers[loop->plan->steps->results[0].number];
	return true;
}

/* All values are available. Returns false if one of them is an error or the request is cancelled. */
static bool may_continue(struct loop *loop)
{
	struct async_error *cancelled;
	for (uint32_t i = 0; i < loop->carried; i++) {
		if (async_value_is_error(loop->values[i]))
			return stop_with(loop, async_error_retain(async_value_error(loop->values[i])));
	}
	if ((cancelled = async_request_check(loop->request)))
		return stop_with(loop, async_error_retain(cancelled));
	return true;
}

static bool read_predicate(struct loop *loop, uint8_t *out)
{
	if (async_value_is_error(loop->predicate))
		return stop_with(loop, async_error_retain(async_value_error(loop->predicate)));
	return kernels_hlo__scalar(loop->predicate, KERNELS_I1, out) ||
	       stop_with(loop, kernels_site_error(loop->site, loop->request, ASYNC_CODE_INTERNAL,
				      "the result of the condition is not an i1[]"));
}

/* ---- without calls of the body (direct.h) */

static void try_direct(struct loop *loop)
{
	if (!loop->op || loop->calls > CALLS || loop->calls++ < CALLS)
		return;
	loop->direct = kernels_hlo__direct_create(
		loop->site->functions[0], loop->site, loop->op, loop->values, loop->carried, loop->width, loop->request);
}

static bool go_on_directly(struct loop *loop)
{
	const struct hlo_expr *condition = loop->plan->condition;
	struct async_error *cancelled = async_request_check(loop->request), *error;
	if (cancelled)
		return stop_with(loop, async_error_retain(cancelled));
	for (uint32_t i = 0; i < condition->argument_count; i++)
		memcpy(&loop->registers[i], hlo_direct_bytes(loop->direct, (uint32_t)loop->plan->which[i]),
			kernels_dtype_size(condition->dtypes[i]));
	kernels_hlo__scalars_run(loop->plan->steps, loop->registers);
	if (!*(const uint8_t *)&loop->registers[loop->plan->steps->results[0].number])
		return false;
	error = kernels_hlo__direct_iterate(loop->direct);
	return !error || stop_with(loop, error);
}

/* The values of the loop are those that it has computed. */
static void land(struct loop *loop)
{
	if (!loop->direct || loop->error)
		return;
	if (!kernels_hlo__direct_land(loop->direct, loop->made)) {
		(void)stop_with(loop, kernels_site_error(loop->site, loop->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return;
	}
	kernels_values_release(loop->values, loop->carried);
	memcpy(loop->values, loop->made, loop->carried * sizeof *loop->made);
}

/* Calls the condition or the body. Returns false if the loop ends. */
static bool go_on(struct loop *loop)
{
	uint8_t predicate = 0;
	if (loop->direct)
		return go_on_directly(loop);
	if (!loop->predicate && !may_continue(loop))
		return false;
	if (!loop->predicate && !loop->op) {
		call_condition(loop);
		return true;
	}
	try_direct(loop);
	if (loop->direct)
		return go_on_directly(loop);
	if (!(loop->op ? evaluate(loop, &predicate) : read_predicate(loop, &predicate)))
		return false;
	if (predicate)
		call_body(loop);
	return predicate;
}

/* ---- results */

/* The kernel is still running. */
static void finish_in_frame(struct loop *loop, struct kernels_frame *frame)
{
	if (loop->error) {
		kernels_frame_fail_with(frame, async_error_retain(loop->error));
		return;
	}
	memcpy(frame->results, loop->values, loop->carried * sizeof *loop->values);
	memset(loop->values, 0, loop->carried * sizeof *loop->values);
}

static void finish_later(struct loop *loop)
{
	for (uint32_t i = 0; i < loop->carried; i++) {
		if (loop->error) {
			async_value_fail(loop->promised[i], async_error_retain(loop->error));
		} else {
			async_request_forward(loop->request, loop->promised[i], loop->values[i]);
			loop->values[i] = NULL;
		}
	}
}

/* Makes the results that the kernel returns now and the loop completes later. */
static bool promise(struct loop *loop, struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(loop->request)->allocator;
	for (uint32_t i = 0; i < loop->carried; i++) {
		loop->promised[i] = async_value_create_indirect(allocator, ASYNC_TYPE_NONE);
		if (!loop->promised[i]) {
			kernels_frame_fail_with(frame, kernels_site_error(loop->site, loop->request,
							       ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
			return false;
		}
	}
	for (uint32_t i = 0; i < loop->carried; i++)
		frame->results[i] = async_value_retain(loop->promised[i]);
	return true;
}

/* ---- running and waiting */

static void run(struct loop *loop, struct kernels_frame *frame);

/* After await() both its caller and the waiter hold the loop. The last of them to let go continues it, so that a waiter
 * that runs at once does not recurse. */
static bool let_go(struct loop *loop)
{
	/* release: publishes this thread's changes; acquire: pairs with the release of the other side */
	return __atomic_fetch_sub(&loop->hands, 1, __ATOMIC_ACQ_REL) == 1;
}

static void run_later(struct loop *loop)
{
	struct kernels_caller caller = loop->caller;
	kernels_caller_swap(&caller);
	run(loop, NULL);
	kernels_caller_swap(&caller);
}

static void awaited(struct async_waiter *waiter)
{
	struct loop *loop = (struct loop *)(void *)waiter;
	if (let_go(loop))
		run_later(loop);
}

static void run_task(void *loop) { run_later(loop); }

/* The frame's thread has run the loop for long. */
static bool is_long(struct loop *loop)
{
	return ++loop->rounds % ROUNDS == 0 && async_now_ns() - loop->begun >= LONG_NANOSECONDS;
}

/* Returns true if the caller must continue the loop. */
static bool await(struct loop *loop, struct async_value *value)
{
	__atomic_store_n(&loop->hands, 2, __ATOMIC_RELAXED); /* the value orders it for the waiter */
	loop->waiter.run = awaited;
	async_value_and_then(value, &loop->waiter);
	return let_go(loop);
}

/* `frame`: NULL if the kernel may have returned. */
static void run(struct loop *loop, struct kernels_frame *frame)
{
	for (;;) {
		struct async_value *value = find_unavailable(loop);
		if (!value) {
			if (go_on(loop)) {
				if (!frame || !is_long(loop))
					continue;
				if (!promise(loop, frame))
					break;
				async_queue_add_named(kernels_host(loop->request)->queue, "while", run_task, loop);
				return;
			}
			land(loop);
			if (frame)
				finish_in_frame(loop, frame);
			else
				finish_later(loop);
			break;
		}
		if (frame && !promise(loop, frame))
			break;
		frame = NULL;
		if (!await(loop, value))
			return;
	}
	loop_destroy(loop);
}

static void run_in_frame(struct kernels_frame *frame)
{
	struct loop *loop = loop_create(frame);
	if (!loop)
		return;
	for (uint32_t i = 0; i < loop->width; i++)
		loop->values[i] = kernels_frame_take(frame, i);
	run(loop, frame);
}

/* Whether the op has that many functions, and the body fits. */
static bool accepts(struct kernels_frame *frame, uint32_t functions)
{
	const struct kernels_site *site = frame->site;
	if (site->function_count >= functions && site->argument_count >= site->result_count)
		return kernels_frame_accepts(frame, site->functions[0], site->argument_count, site->result_count);
	kernels_frame_fail(frame, "%u values enter the loop and %u leave it", (unsigned)site->argument_count,
		(unsigned)site->result_count);
	return false;
}

void kernels_hlo__while(struct kernels_frame *frame)
{
	if (accepts(frame, 2) && kernels_frame_accepts(frame, frame->site->functions[1], frame->site->argument_count, 1))
		run_in_frame(frame);
}

void kernels_hlo__while_condition(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	if (!kernels_hlo__plan_of(frame->site, &op))
		kernels_frame_fail(frame, "the types of the loop's values are not known");
	else if (accepts(frame, 1))
		run_in_frame(frame);
}
