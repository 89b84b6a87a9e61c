/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collective kernels. A kernel gives its tensors to the engine, returns values that are not available yet, and computes
 * when the tensors of all members are there. */
#include "core/calls.h"
#include "parallel/collective.h"
#include "parallel/parallel.h"
#include "parallel/ready.h"
#include <kernels/tensor.h>
#include <kernels/world.h>
#include <stdio.h>
#include <string.h>

/* A running operation. */
struct running {
	struct async_request *request;
	const struct kernels_site *site;
	const struct hlo_collective *plan;
	const struct hlo_op *op;
	const struct async_allocator *allocator;
	struct hlo_group group;
	struct async_value **values; /* of all members, input_count each */
	struct async_value **results;
	struct async_value **captured; /* arguments of the kernel, if the body is a function; NULL: not needed */
	const void **parts; /* scratch: a tensor of each member */
	struct async_value **given; /* scratch of the start: inputs; those of a scattered operation are owned */
	uint32_t inputs;
	enum hlo_course course;
	uint32_t refs; /* atomic: finish(), and the engine while it may combine */
	bool ended;     /* the results are complete, values are not */
	int64_t source; /* of a permutation: the member that sends to this one; -1: none */
	size_t size;
};

static void running_destroy(struct running *running)
{
	/* acq_rel: the last one destroys what the other used */
	if (__atomic_sub_fetch(&running->refs, 1, __ATOMIC_ACQ_REL) > 0)
		return;
	struct async_request *request = running->request;
	const struct kernels_site *site = running->site;
	const struct async_allocator *allocator = running->allocator;
	for (size_t i = 0; i < (size_t)running->group.count * running->inputs; i++)
		if (running->values[i])
			async_value_release(running->values[i]);
	for (uint32_t i = 0; i < running->op->result_count; i++)
		if (running->results[i])
			async_value_release(running->results[i]);
	if (running->captured)
		kernels_values_release(running->captured, running->op->operand_count);
	kernels_hlo__group_finish(&running->group, allocator);
	async_free(allocator, running, running->size, _Alignof(struct running));
	kernels_end_work(request, site);
}

static struct running *running_create(struct kernels_frame *frame, const struct hlo_collective *plan,
	const struct hlo_op *op, const struct hlo_group *group)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	uint32_t inputs = plan->inputs, captured = frame->site->function_count > 0 ? op->operand_count : 0;
	enum hlo_course course = kernels_hlo__course_of(plan, op, kernels_process_of(frame->request)->engine, group->count);
	if (course == HLO_REDUCED && captured > 0)
		course = HLO_WHOLE; /* the body reads values of its process, so members cannot combine for each other */
	const size_t given = (course == HLO_SCATTERED ? group->count : 1) * (size_t)inputs;
	size_t pointers = (size_t)group->count * (inputs + 1) + op->result_count + captured + given;
	size_t size = sizeof(struct running) + pointers * sizeof(void *);
	struct running *running = async_alloc(allocator, size, _Alignof(struct running));
	if (!running)
		return NULL;
	memset(running, 0, size);
	*running = (struct running){ .site = frame->site, .plan = plan, .op = op, .allocator = allocator,
		.group = *group, .inputs = inputs, .course = course, .refs = 1, .source = -1, .size = size };
	running->values = (struct async_value **)(running + 1);
	running->results = running->values + (size_t)group->count * inputs;
	running->captured = captured ? running->results + op->result_count : NULL;
	running->given = running->results + op->result_count + captured;
	running->parts = (const void **)(running->given + given);
	for (uint32_t i = 0; i < captured; i++)
		running->captured[i] = async_value_retain(frame->arguments[i]);
	running->request = kernels_begin_work(frame->request, frame->site);
	return running;
}

/* ---- the end: all values are there */

/* Fails the results from `first` on. Takes over the reference. */
static void fail_results(struct running *running, uint32_t first, struct async_error *error)
{
	for (uint32_t i = first; i < running->op->result_count; i++)
		if (running->results[i])
			async_value_fail(running->results[i], async_error_retain(error));
	async_error_release(error);
}

/* As above, without the token: it orders operations, and later ones do not depend on this one's values. */
static void fail_tensors(struct running *running, uint32_t first, struct async_error *error)
{
	for (uint32_t i = first; i < running->plan->tensors; i++)
		async_value_fail(running->results[i], async_error_retain(error));
	async_error_release(error);
}

/* The root that a member's last tensor gives for value `index`: a dynamic broadcast. */
static int64_t dynamic_root(const struct running *running, uint32_t index)
{
	const struct kernels_tensor *roots = async_value_payload(running->values[running->inputs - 1]);
	int64_t wide;
	int32_t narrow;
	if (kernels_dtype_size(roots->dtype) == 8) {
		memcpy(&wide, (const char *)kernels_tensor_bytes(roots) + 8 * index, 8);
	} else {
		memcpy(&narrow, (const char *)kernels_tensor_bytes(roots) + 4 * index, 4);
		wide = narrow;
	}
	return wide >= 0 && wide < running->group.count ? wide : -1;
}

/* Sets the parts of input `index`; false if a member gave another type. */
static bool find_parts(struct running *running, uint32_t index)
{
	struct kernels_shape shape;
	const struct hlo_type part = running->course == HLO_SCATTERED
					     ? kernels_hlo__part_type(running->plan, running->op, index, running->group.count, &shape)
					     : running->op->operands[index];
	const struct hlo_type *type = &part;
	struct hlo_shape found;
	for (uint32_t m = 0; m < running->group.count; m++) {
		if (running->course == HLO_SCATTERED && running->plan->kind == HLO_PERMUTE && m != running->source)
			continue; /* it gives nothing to this one */
		struct async_value *value = running->values[(size_t)m * running->inputs + index];
		if (async_value_type(value) != kernels_tensor_types()->tensor)
			return false;
		const struct kernels_tensor *tensor = async_value_payload(value);
		found = hlo_shape_in(&tensor->shape);
		if (tensor->kind != KERNELS_TENSOR_DENSE || tensor->dtype != type->dtype ||
			!kernels_hlo__same_shape(&found, &type->shape))
			return false;
		running->parts[m] = kernels_tensor_bytes(tensor);
	}
	return true;
}

/* The reason of a failure, static text, or NULL; or an error in *out_error, which the caller owns. */
static const char *collect(struct running *running, uint32_t index, int64_t root, void *out, struct async_error **out_error)
{
	struct hlo_calls calls;
	if (running->captured)
		kernels_hlo__calls_begin(&calls, running->request, running->site, running->captured);
	const char *reason = (running->course == HLO_SCATTERED ? kernels_hlo__collect_parts : kernels_hlo__collect)(running->plan,
		running->op, index, &running->group, running->parts, root, out, running->allocator);
	*out_error = running->captured ? kernels_hlo__calls_end(&calls) : NULL;
	return reason;
}

/* The engine has combined the values: the tensor is the result, or zeros if this process is not the target. */
static const char *take_reduced(struct running *running, uint32_t index)
{
	const struct hlo_type *type = &running->op->results[index];
	const struct kernels_shape shape = hlo_shape_of(type);
	struct kernels_tensor tensor = *(const struct kernels_tensor *)async_value_payload(running->values[index]);
	if (running->plan->kind != HLO_COLLECTIVE_REDUCE || running->group.self == 0) {
		if (!kernels_shape_equal(&tensor.shape, &shape) || tensor.dtype != type->dtype)
			return "the result has another type";
		kernels_buffer_retain(tensor.buffer);
	} else if (kernels_tensor_init(&tensor, running->allocator, type->dtype, &shape)) {
		memset(kernels_tensor_data(&tensor), 0, hlo_bytes(type));
	} else {
		return "out of memory";
	}
	async_value_emplace(running->results[index], &tensor);
	return NULL;
}

static const char *compute_result(struct running *running, uint32_t index, struct async_error **out_error)
{
	const struct hlo_type *type = &running->op->results[index];
	const struct kernels_shape shape = hlo_shape_of(type);
	struct kernels_tensor tensor;
	if (running->course == HLO_REDUCED)
		return take_reduced(running, index);
	if (!find_parts(running, index))
		return "a member takes part with a tensor of another type";
	if (!kernels_tensor_init(&tensor, running->allocator, type->dtype, &shape))
		return "out of memory";
	int64_t root = running->group.count == 0          ? -1
		       : running->plan->kind == HLO_PERMUTE ? running->source
		       : running->plan->dynamic_root      ? dynamic_root(running, index)
							  : 0;
	const char *reason = collect(running, index, root, kernels_tensor_data(&tensor), out_error);
	if (reason || *out_error)
		kernels_tensor_finish(&tensor);
	else
		async_value_emplace(running->results[index], &tensor);
	return reason;
}

/* Of an engine: combines elements of an input. */
static struct async_error *combine(void *ctx, uint32_t index, const void *const *parts, void *out, size_t elements)
{
	struct running *running = ctx;
	struct hlo_calls calls;
	if (running->captured)
		kernels_hlo__calls_begin(&calls, running->request, running->site, running->captured);
	const char *reason = kernels_hlo__combine(running->plan, &running->group, parts, out, elements,
		elements * kernels_dtype_size(running->op->operands[index].dtype), running->allocator);
	struct async_error *error = running->captured ? kernels_hlo__calls_end(&calls) : NULL;
	if (reason && !error)
		error = kernels_site_error(running->site, running->request, hlo_code_of(reason), "%s", reason);
	return error;
}

/* Of an engine that combines values of two members. */
static struct async_error *combine_two(void *ctx, uint32_t index, const void *first, const void *second, void *out, size_t elements)
{
	const struct running *running = ctx;
	const char *reason = kernels_hlo__combine_two(running->plan, first, second, out, elements,
		elements * kernels_dtype_size(running->op->operands[index].dtype), running->allocator);
	return reason ? kernels_site_error(running->site, running->request, hlo_code_of(reason), "%s", reason) : NULL;
}

static void release(void *ctx) { running_destroy(ctx); }

/* How many values the engine has promised. */
static size_t value_count(const struct running *running)
{
	return running->course == HLO_REDUCED ? running->inputs : (size_t)running->group.count * running->inputs;
}

/* A process that gives an error does not wait for the others: the engine has the operation in its order, so the program may go on. A
 * reduction by the engine has no value of this process, and ends with those of the others. */
static void end_early(struct running *running)
{
	const size_t own = (size_t)running->group.self * running->inputs;
	if (running->course == HLO_REDUCED || !async_value_is_error(running->values[own]))
		return;
	running->ended = true;
	fail_tensors(running, 0, async_error_retain(async_value_error(running->values[own])));
	async_value_set_available(running->results[running->op->result_count - 1]);
}

static void finish(void *ctx)
{
	struct running *running = ctx;
	if (running->ended) {
		running_destroy(running);
		return;
	}
	struct async_error *error = async_request_cancelled(running->request);
	for (size_t i = 0; !error && i < value_count(running); i++)
		if (async_value_is_error(running->values[i]))
			error = async_value_error(running->values[i]);
	uint32_t done = 0;
	const char *reason = NULL;
	struct async_error *failure = NULL; /* of the body */
	while (!error && done < running->plan->tensors && !(reason = compute_result(running, done, &failure)) && !failure)
		done++;
	if (failure)
		fail_tensors(running, done, failure);
	else if (error)
		fail_tensors(running, 0, async_error_retain(error));
	else if (reason)
		fail_tensors(running, done,
			kernels_site_error(running->site, running->request, hlo_code_of(reason), "%s", reason));
	async_value_set_available(running->results[running->op->result_count - 1]);
	running_destroy(running);
}

/* ---- the beginning */

/* Results that finish() completes; NULL for the token of the start. False: out of memory, and some are made. */
static bool make_results(struct kernels_frame *frame, struct running *running)
{
	const uint32_t count = running->op->result_count, tensors = running->plan->tensors;
	for (uint32_t i = 0; i < count; i++) {
		async_type_id type = i < tensors ? kernels_tensor_types()->tensor : ASYNC_TYPE_CHAIN;
		if (i == tensors && running->plan->has_started)
			continue;
		struct async_value *value = kernels_frame_result(frame, i, type);
		if (!value)
			return false;
		running->results[i] = async_value_retain(value);
	}
	return true;
}

/* The first error among the arguments, or that one does not have the planned type: this process takes part with it. One
 * reference; NULL: there is none. */
static struct async_value *find_problem(struct kernels_frame *frame, const struct hlo_op *op)
{
	char message[2 * HLO_TYPE_TEXT + 60];
	struct async_value *error = kernels_hlo__argument_error(frame);
	if (error)
		return async_value_retain(error);
	for (uint32_t i = 0; i < op->operand_count; i++)
		if (!kernels_hlo__check_argument(frame->arguments[i], i, &op->operands[i], message, sizeof message))
			return kernels_error_value(frame->request,
				kernels_site_error(frame->site, frame->request, ASYNC_CODE_INVALID_ARGUMENT, "%s", message));
	return NULL;
}

/* Gives the operands to the engine, which promises running->values. */
static bool give(struct running *running, const struct kernels_process *process, const struct kernels_exchange *exchange,
	bool has_problem)
{
	const struct kernels_engine *engine = process->engine;
	const enum hlo_collective_kind kind = running->plan->kind;
	if (running->course == HLO_REDUCED) {
		const struct kernels_reduction reduction = { .exchange = *exchange, .source = kind == HLO_BROADCAST ? 0 : -1,
			.target = kind == HLO_COLLECTIVE_REDUCE ? 0 : -1, .combine = combine, .release = release, .ctx = running,
			.combine_two = kernels_hlo__combines_in_any_order(running->plan) ? combine_two : NULL };
		running->refs = 2; /* not shared yet */
		const bool good = engine->reduce(process->engine_ctx, process, &reduction, running->values);
		if (!good)
			running->refs = 1;
		return good;
	}
	if (running->course != HLO_SCATTERED)
		return engine->exchange(process->engine_ctx, process, exchange, running->values);
	struct kernels_exchange scattered = *exchange;
	const size_t count = has_problem ? 0 : value_count(running);
	scattered.inputs = running->given;
	const bool good = (has_problem || kernels_hlo__split(running->plan, running->op, &running->group, exchange->inputs,
						   running->allocator, running->given)) &&
			  engine->scatter(process->engine_ctx, process, &scattered, running->values);
	for (size_t i = 0; i < count; i++)
		if (running->given[i])
			async_value_release(running->given[i]);
	return good;
}

/* In a group of one, or without other processes, the values are the operands. */
static bool exchange(struct running *running, struct kernels_frame *frame, struct async_value *problem)
{
	struct async_value *const *inputs = frame->arguments;
	if (problem) {
		const size_t given = running->course == HLO_SCATTERED ? value_count(running) : running->inputs;
		for (size_t i = 0; i < given; i++)
			running->given[i] = problem;
		inputs = running->given;
	}
	const struct kernels_process *process = kernels_process_of(running->request);
	const struct kernels_exchange exchange = { .kind = (uint32_t)running->plan->kind,
		.channel = running->plan->groups.channel, .members = running->group.members,
		.member_count = running->group.count, .self = running->group.self, .inputs = inputs,
		.input_count = running->inputs, .fingerprint = running->plan->fingerprint, .name = running->plan->name,
		.queue = kernels_host(frame->request)->queue };
	if (process->engine && running->group.count > 0) {
		if (!give(running, process, &exchange, problem != NULL))
			return false;
		kernels_frame_await(frame, running->values, value_count(running));
		return true;
	}
	for (uint32_t i = 0; running->group.count > 0 && i < running->inputs; i++)
		running->values[i] = async_value_retain(inputs[i]);
	return true;
}

static void run(struct kernels_frame *frame, struct running *running, struct async_value *problem)
{
	const size_t count = value_count(running);
	const uint32_t started = running->plan->has_started ? running->plan->tensors : UINT32_MAX;
	const bool exchanged = make_results(frame, running) && exchange(running, frame, problem);
	if (exchanged && problem && running->group.count > 1)
		end_early(running);
	if (exchanged && async_values_when_ready(running->allocator, running->values, count, finish, running) == ASYNC_OK) {
		if (started != UINT32_MAX) /* `running` may have ended */
			frame->results[started] = async_value_retain(async_chain());
		return;
	}
	struct async_error *error =
		kernels_site_error(running->site, running->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
	if (!running->ended)
		fail_results(running, 0, async_error_retain(error));
	kernels_hlo__give_up_with(frame, error);
	running_destroy(running);
}

static void start(struct kernels_frame *frame, const struct hlo_collective *plan, const struct hlo_op *op,
	const struct hlo_group *group, int64_t source)
{
	const bool alone = kernels_hlo__is_over_others(frame, plan, group);
	struct running *running = alone ? NULL : running_create(frame, plan, op, group);
	if (!running) {
		struct hlo_group unused = *group;
		kernels_hlo__group_finish(&unused, kernels_host(frame->request)->allocator);
		if (alone)
			kernels_hlo__fail_alone(frame, plan, group->count);
		else
			kernels_hlo__give_up(frame);
		return;
	}
	struct async_value *problem = find_problem(frame, op);
	running->source = source;
	run(frame, running, problem);
	if (problem)
		async_value_release(problem);
}

/* The plan; NULL after the frame has failed. */
static const struct hlo_collective *begin(struct kernels_frame *frame, const struct hlo_op **out_op)
{
	const struct hlo_collective *plan = kernels_hlo__plan_of(frame->site, out_op);
	if (!plan)
		kernels_frame_fail(frame, "an operation between processes needs known types");
	return plan;
}

/* A process in no group gets zeros of these operations. */
static bool needs_group(const struct hlo_collective *plan)
{
	return plan->kind != HLO_BROADCAST && plan->kind != HLO_COLLECTIVE_REDUCE;
}

static void collective_frame(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_collective *plan = begin(frame, &op);
	struct hlo_group group;
	if (!plan)
		return;
	const struct kernels_process *process = kernels_process_of(frame->request);
	const char *reason = kernels_hlo__group_of(&plan->groups, process, kernels_host(frame->request)->allocator, &group);
	if (!reason && group.count == 0 && process->engine && needs_group(plan))
		reason = "this process is in no group of replica_groups";
	if (reason)
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request, hlo_code_of(reason),
						       process->engine ? "%s" : "%s; this one runs alone", reason));
	else
		start(frame, plan, op, &group, -1);
}

void kernels_hlo__collective_frame(struct kernels_frame *frame)
{
	kernels_hlo__when_ready(frame, collective_frame);
}

/* ---- permutations: all processes take part, with pairs instead of groups */

/* The number that sends to `self`; -1: none. */
static int64_t source_of(const struct hlo_collective *plan, uint32_t self)
{
	for (size_t i = 0; i + 1 < plan->groups.ids.count; i += 2)
		if (kernels_load_i64(plan->groups.ids.elements + 8 * (i + 1)) == self)
			return kernels_load_i64(plan->groups.ids.elements + 8 * i);
	return -1;
}

static void permute_frame(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_collective *plan = begin(frame, &op);
	const struct kernels_process *process = kernels_process_of(frame->request);
	struct hlo_group group;
	if (!plan)
		return;
	struct hlo_groups all = plan->groups; /* all in one group: members are in the order of their numbers */
	all.ids.count = 0;
	const char *reason = kernels_hlo__group_of(&all, process, kernels_host(frame->request)->allocator, &group);
	int64_t source = reason ? -1 : source_of(plan, group.self);
	if (!reason && process->engine && source >= (int64_t)group.count) {
		snprintf(group.reason, sizeof group.reason, "source_target_pairs has process %lld, but there are %u (bef run --ranks)", (long long)source,
			(unsigned)group.count);
		kernels_hlo__group_finish(&group, kernels_host(frame->request)->allocator);
		reason = group.reason;
	}
	if (reason)
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request, hlo_code_of(reason), "%s", reason));
	else
		start(frame, plan, op, &group, source);
}

void kernels_hlo__permute_frame(struct kernels_frame *frame)
{
	kernels_hlo__when_ready(frame, permute_frame);
}
