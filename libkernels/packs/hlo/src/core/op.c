/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See op.h: calls of all kernels of the pack. */
#include "core/op_call.h"
#include "core/calls.h"
#include <kernels/stop.h>
#include <kernels/watch.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define PLACES_ON_STACK 32u
#define ALONE 8u /* blocks at a time with one worker */

bool kernels_hlo__fail(const struct hlo_run *run, const char *format, ...)
{
	struct hlo_call *call = (struct hlo_call *)(uintptr_t)run;
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(call->message, sizeof call->message, format, arguments);
	va_end(arguments);
	return false;
}

bool kernels_hlo__fail_with(const struct hlo_run *run, struct async_error *error)
{
	((struct hlo_call *)(uintptr_t)run)->error = error;
	return false;
}

bool kernels_hlo__defer(const struct hlo_run *run)
{
	struct hlo_call *call = (struct hlo_call *)(uintptr_t)run;
	call->deferred = call->may_defer && hlo_makes_tasks(call->frame);
	return call->deferred;
}

static bool no_memory(struct hlo_call *call)
{
	call->no_memory = true;
	return kernels_hlo__fail(&call->run, "out of memory");
}

bool kernels_hlo__no_memory_for(struct hlo_call *call, const struct hlo_type *type)
{
	call->no_memory = true;
	return kernels_hlo__fail(&call->run, HLO_NO_MEMORY_FOR, hlo_bytes(type));
}

/* ---- arguments */

static const struct kernels_tensor *tensor_of(struct async_value *value)
{
	return async_value_payload(value);
}

bool kernels_hlo__check_argument(
	struct async_value *value, uint32_t index, const struct hlo_type *type, char *message, size_t message_size)
{
	async_type_id id = async_value_type(value);
	bool token = hlo_is_token(type);
	if (id != (token ? ASYNC_TYPE_CHAIN : kernels_tensor_types()->tensor)) {
		snprintf(message, message_size, "argument %u is not a %s", index, token ? "token" : "tensor");
		return false;
	}
	if (token)
		return true;
	const struct kernels_tensor *tensor = tensor_of(value);
	bool fits = tensor->kind == KERNELS_TENSOR_DENSE && tensor->dtype == type->dtype &&
		tensor->shape.rank == type->shape.rank;
	for (uint32_t d = 0; fits && d < type->shape.rank; d++)
		fits = type->shape.dims[d] < 0 || type->shape.dims[d] == tensor->shape.dims[d];
	if (fits)
		return true;
	struct hlo_type found = { .dtype = tensor->dtype, .shape = hlo_shape_in(&tensor->shape) };
	char have[HLO_TYPE_TEXT], want[HLO_TYPE_TEXT];
	snprintf(message, message_size, "argument %u has the type %s, expected %s", index,
		kernels_hlo__type_text(&found, have), kernels_hlo__type_text(type, want));
	return false;
}

static bool check_arguments(struct hlo_call *call, const struct hlo_type *types)
{
	for (uint32_t i = 0; i < call->op->operand_count; i++) {
		struct async_value *value = call->frame->arguments[i];
		if (!kernels_hlo__check_argument(value, i, &types[i], call->message, sizeof call->message))
			return false;
		if (!hlo_is_token(&types[i]))
			call->inputs[i] = kernels_tensor_bytes(tensor_of(value));
	}
	return true;
}

uint64_t kernels_hlo__version(const struct hlo_run *run, uint32_t operand)
{
	const struct hlo_call *call = (const void *)run; /* its first member */
	if (!call->frame->arguments[operand]) /* made by the loop that runs the op itself, which writes it again */
		return 0;
	return kernels_buffer_version(tensor_of(call->frame->arguments[operand])->buffer);
}

bool kernels_hlo__may_overwrite(struct kernels_frame *frame, uint32_t argument)
{
	struct async_value *value = frame->arguments[argument];
	if (!async_value_is_unique(value) || !kernels_buffer_is_unique(tensor_of(value)->buffer))
		return false;
	for (uint32_t i = 0; i < frame->site->argument_count; i++) {
		if (i != argument && frame->arguments[i] == value)
			return false;
	}
	return true;
}

int32_t kernels_hlo__find_reuse(struct kernels_frame *frame, const struct hlo_op *op, uint32_t result, uint64_t *used)
{
	const int32_t first = op->reuse[result];
	if (first < 0 || kernels_hlo__may_overwrite(frame, (uint32_t)first))
		return first;
	for (uint64_t left = op->spare[result] & ~*used; left; left &= left - 1) {
		const uint32_t k = (uint32_t)__builtin_ctzll(left);
		if (kernels_hlo__may_overwrite(frame, k))
			return (int32_t)k;
		*used |= UINT64_C(1) << k;
	}
	return -1;
}

/* ---- plans */

/* Sets the types that are unknown before the call, and plans. */
static bool plan_call(struct hlo_call *call)
{
	struct hlo_planned *own = call->own;
	struct hlo_type *types = hlo_planned_types(own);
	if (!check_arguments(call, types))
		return false;
	for (uint32_t i = 0; i < own->op.operand_count; i++) {
		if (types[i].dtype == KERNELS_DTYPE_INVALID)
			continue;
		const struct kernels_tensor *tensor = tensor_of(call->frame->arguments[i]);
		if (types[i].elements < 0) /* dimensions in the memory of `own` */
			memcpy((int64_t *)(uintptr_t)types[i].shape.dims, tensor->shape.dims, types[i].shape.rank * sizeof(int64_t));
		types[i].elements = kernels_tensor_elements(tensor);
	}
	call->plan = own->plan;
	return kernels_hlo__planned_plan(own, call->inputs, call->message);
}

/* Finds the plan of the site, or makes one for this call. */
static bool find_plan(struct hlo_call *call, const struct hlo_kernel *kernel)
{
	const struct kernels_site *site = call->frame->site;
	const struct hlo_planned *shared = site->state;
	const struct async_allocator *allocator = kernels_host(call->frame->request)->allocator;
	if (shared && shared->has_plan) {
		call->op = &shared->op;
		call->plan = shared->plan;
		return true;
	}
	if (shared) {
		call->own = kernels_hlo__planned_copy(shared, site, allocator);
		call->no_memory = !call->own;
	} else {
		call->own = kernels_hlo__planned_create(kernel, site, allocator, call->message, &call->no_memory);
	}
	if (call->own)
		call->op = &call->own->op;
	return call->own || (call->no_memory && no_memory(call));
}

/* ---- results */

static void return_tensor(struct kernels_frame *frame, uint32_t result, const struct hlo_type *type,
	struct kernels_buffer *buffer)
{
	struct kernels_tensor tensor = { KERNELS_TENSOR_DENSE, type->dtype, hlo_shape_of(type), buffer, NULL };
	kernels_frame_return(frame, result, kernels_tensor_types()->tensor, &tensor);
}

struct async_value *kernels_hlo__tensor_value(
	const struct async_allocator *allocator, const struct hlo_type *type, struct kernels_buffer *buffer)
{
	struct kernels_tensor tensor = { KERNELS_TENSOR_DENSE, type->dtype, hlo_shape_of(type), buffer, NULL };
	struct async_value *value =
		buffer ? async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor) : NULL;
	if (!value)
		kernels_buffer_release(buffer);
	return value;
}

/* Memory for the results; NULL for a token. */
static bool make_results(struct hlo_call *call)
{
	const struct hlo_op *op = call->op;
	uint64_t used = 0;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (op->results[i].dtype == KERNELS_DTYPE_INVALID)
			continue;
		const int32_t reuse = kernels_hlo__find_reuse(call->frame, op, i, &used);
		if (reuse >= 0)
			call->buffers[i] = kernels_buffer_retain(tensor_of(call->frame->arguments[reuse])->buffer);
		else
			call->buffers[i] = hlo_result_buffer(call->run.allocator, &op->results[i]);
		if (!call->buffers[i])
			return kernels_hlo__no_memory_for(call, &op->results[i]);
		call->outputs[i] = kernels_buffer_data(call->buffers[i]);
	}
	return true;
}

/* ---- work that is divided among threads */

/* A call that continues after its kernel: it owns its plan, if that is only for the call, and all below. */
struct divided {
	struct hlo_call call;
	struct async_waiter waiter;
	struct async_request *request;
	const struct kernels_site *site;
	struct async_value *loop;
	size_t size;
	void *places[]; /* operands, results, buffers; then values, one reference each: arguments, promised results */
};

static struct async_value **values_of(struct divided *d)
{
	const struct hlo_op *op = d->call.op;
	return (struct async_value **)(d->places + op->operand_count + 2 * (size_t)op->result_count);
}

static struct async_error *run_block(void *ctx, size_t begin, size_t end)
{
	struct divided *d = ctx;
	struct hlo_calls calls;
	struct async_error *error = NULL;
	struct kernels_work work;
	struct kernels_stop stop;
	kernels_work_begin(&work, d->site);
	kernels_stop_begin(&stop, d->request);
	if (d->site->function_count > 0)
		kernels_hlo__calls_begin(&calls, d->request, d->site, values_of(d));
	bool good = d->call.op->run_part(&d->call.run, d->call.plan, begin, end);
	if (d->site->function_count > 0)
		error = kernels_hlo__calls_end(&calls);
	const bool stopped = kernels_stop_end(&stop);
	kernels_work_end(&work);
	if (stopped && !error)
		return async_error_retain(async_request_cancelled(d->request));
	if (good || error)
		return error;
	return kernels_site_error(d->site, d->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory");
}

/* Releases the reference to the promised result before its users run, so that they may overwrite it. */
static void complete(const struct divided *d, uint32_t i, struct async_value *promised)
{
	struct async_value *value =
		kernels_hlo__tensor_value(d->call.run.allocator, &d->call.op->results[i], d->call.buffers[i]);
	if (value) {
		async_value_forward_last(promised, value);
		return;
	}
	async_value_fail(promised, kernels_site_error(d->site, d->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	async_value_release(promised);
}

/* Completes the promised results after the last block. */
static void finish_divided(struct async_waiter *waiter)
{
	struct divided *d = (struct divided *)(void *)((char *)waiter - offsetof(struct divided, waiter));
	const struct hlo_op *op = d->call.op;
	struct async_request *request = d->request;
	const struct kernels_site *site = d->site;
	struct async_value **values = values_of(d), **results = values + op->operand_count;
	bool failed = async_value_is_error(d->loop);
	kernels_values_release(values, op->operand_count);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!failed) {
			complete(d, i, results[i]);
			continue;
		}
		kernels_buffer_release(d->call.buffers[i]);
		async_value_fail(results[i], async_error_retain(async_value_error(d->loop)));
		async_value_release(results[i]);
	}
	async_value_release(d->loop);
	kernels_hlo__planned_destroy(d->call.own);
	async_free(kernels_host(request)->allocator, d, d->size, _Alignof(struct divided));
	kernels_end_work(request, site);
}

/* One worker takes larger blocks: it needs them only to observe cancellation, and to run other tasks in between. */
static size_t block_for(const struct async_request *request, const struct hlo_op *op)
{
	bool alone = async_queue_parallelism(kernels_host(request)->queue) <= 1;
	return alone && op->block < SIZE_MAX / ALONE ? ALONE * op->block : op->block;
}

/* Moves the call, whose results have memory, out of the frame. Returns NULL when out of memory. */
static struct divided *divide(struct hlo_call *call)
{
	struct kernels_frame *frame = call->frame;
	const struct hlo_op *op = call->op;
	size_t count = op->operand_count + 2 * (size_t)op->result_count;
	size_t size = sizeof(struct divided) + (count + op->operand_count + op->result_count) * sizeof(void *);
	struct divided *d = async_alloc(call->run.allocator, size, _Alignof(struct divided));
	if (!d)
		return NULL;
	d->call = *call;
	d->size = size;
	memcpy(d->places, call->inputs, count * sizeof(void *));
	d->call.inputs = (const void **)d->places;
	d->call.outputs = d->places + op->operand_count;
	d->call.buffers = (struct kernels_buffer **)(d->call.outputs + op->result_count);
	d->call.run.inputs = d->call.inputs;
	d->call.run.outputs = d->call.outputs;
	d->site = frame->site;
	struct async_value **values = values_of(d);
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct async_value *result = async_value_create_indirect(call->run.allocator, ASYNC_TYPE_NONE);
		if (!result) {
			kernels_values_release(values + op->operand_count, i);
			async_free(call->run.allocator, d, size, _Alignof(struct divided));
			return NULL;
		}
		values[op->operand_count + i] = result;
	}
	for (uint32_t i = 0; i < op->result_count; i++)
		frame->results[i] = async_value_retain_new(values[op->operand_count + i], 1);
	for (uint32_t i = 0; i < op->operand_count; i++)
		values[i] = kernels_frame_take(frame, i);
	d->request = kernels_begin_work(frame->request, frame->site);
	return d;
}

/* Computes in blocks, in several threads; the kernel returns before they have finished. */
static bool compute_divided(struct hlo_call *call)
{
	struct divided *d = make_results(call) ? divide(call) : NULL;
	if (!d) {
		for (uint32_t i = 0; i < call->op->result_count; i++)
			kernels_buffer_release(call->buffers[i]);
		return !call->no_memory && no_memory(call);
	}
	call->own = NULL;
	d->waiter.run = finish_divided;
	d->loop = async_parallel_for_request(d->request, d->call.op->parts, block_for(d->request, d->call.op), run_block, d);
	async_value_and_then(d->loop, &d->waiter);
	return true;
}

bool kernels_hlo__run_planned(struct hlo_call *call)
{
	struct async_request *request = call->frame->request;
	struct kernels_stop stop;
	kernels_stop_begin(&stop, request);
	const bool good = call->op->kernel->run(&call->run, call->plan);
	if (!kernels_stop_end(&stop))
		return good;
	call->deferred = false;
	/* a failure before may be due to what a loop left behind */
	async_error_release(call->error);
	return kernels_hlo__fail_with(&call->run, async_error_retain(async_request_cancelled(request)));
}

/* run(), which may call functions of the program. */
static bool run_calling(struct hlo_call *call)
{
	struct kernels_frame *frame = call->frame;
	struct hlo_calls calls;
	if (frame->site->function_count == 0)
		return kernels_hlo__run_planned(call);
	kernels_hlo__calls_begin(&calls, frame->request, frame->site, frame->arguments);
	bool good = kernels_hlo__run_planned(call);
	struct async_error *error = kernels_hlo__calls_end(&calls);
	if (error)
		async_error_release(call->error);
	return error ? kernels_hlo__fail_with(&call->run, error) : good;
}

/* Runs the planned op: all results, or none and a message. */
static bool compute(struct hlo_call *call)
{
	struct kernels_frame *frame = call->frame;
	const struct hlo_op *op = call->op;
	if (op->view >= 0) {
		struct kernels_buffer *shared = tensor_of(frame->arguments[op->view])->buffer;
		return_tensor(frame, 0, &op->results[0], kernels_buffer_retain(shared));
		return true;
	}
	call->run.op = op;
	call->run.inputs = call->inputs;
	call->run.outputs = call->outputs;
	call->run.request = frame->request;
	call->run.allocator = kernels_host(frame->request)->allocator;
	if (op->run_part && hlo_makes_tasks(frame) && op->parts > block_for(frame->request, op))
		return compute_divided(call);
	bool good = make_results(call) && run_calling(call);
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (!good)
			kernels_buffer_release(call->buffers[i]);
		else if (call->buffers[i])
			return_tensor(frame, i, &op->results[i], call->buffers[i]);
		else
			frame->results[i] = async_chain();
	}
	return good;
}

/* ---- a call */

/* Plans if necessary; then computes now, or, with `may_defer`, starts a task if that takes long. */
static bool run_planned(struct hlo_call *call, bool may_defer)
{
	if (!(call->own ? plan_call(call) : check_arguments(call, call->op->operands)))
		return false;
	if (may_defer && (call->op->nanoseconds >= HLO_TASK_NANOSECONDS || call->frame->site->function_count > 0) &&
		hlo_makes_tasks(call->frame)) {
		kernels_frame_later(call->frame, kernels_hlo__run_late, false);
		return true;
	}
	call->may_defer = may_defer;
	if (compute(call))
		return true;
	if (call->deferred)
		kernels_frame_later(call->frame, kernels_hlo__run_late, false);
	return call->deferred;
}

void kernels_hlo__report(const struct hlo_call *call)
{
	struct kernels_frame *frame = call->frame;
	if (call->error)
		kernels_frame_fail_with(frame, call->error);
	else if (call->no_memory)
		kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request,
						       ASYNC_CODE_RESOURCE_EXHAUSTED, "%s",
						       call->message[0] ? call->message : "out of memory"));
	else
		kernels_frame_fail(frame, "%s", call->message);
}

static void run_op(struct kernels_frame *frame, const struct hlo_kernel *kernel, bool may_defer)
{
	struct hlo_call call;
	const struct kernels_site *site = frame->site;
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	memset(&call, 0, offsetof(struct hlo_call, message)); /* the message takes longer to clear than many kernels to run */
	call.frame = frame;
	call.message[0] = '\0';
	size_t count = site->argument_count + 2 * (size_t)site->result_count, size = (count + 1) * sizeof(void *);
	void *few[PLACES_ON_STACK], **places = count <= PLACES_ON_STACK ? few : async_alloc(allocator, size, _Alignof(void *));
	bool good = places || no_memory(&call);
	if (good) {
		memset(places, 0, count * sizeof *places);
		call.inputs = (const void **)places;
		call.outputs = places + site->argument_count;
		call.buffers = (struct kernels_buffer **)(call.outputs + site->result_count);
		good = find_plan(&call, kernel) && run_planned(&call, may_defer);
	}
	if (!good)
		kernels_hlo__report(&call);
	if (places && places != few)
		async_free(allocator, places, size, _Alignof(void *));
	kernels_hlo__planned_destroy(call.own);
}

/* A plan for one call was only made to know the duration: it is made again. */
void kernels_hlo__run_late(struct kernels_frame *frame)
{
	run_op(frame, ((const struct hlo_planned *)frame->site->state)->op.kernel, false);
}

void kernels_hlo__frame(struct kernels_frame *frame, const struct hlo_kernel *kernel)
{
	const struct hlo_planned *planned = frame->site->state;
	if (!planned || !planned->quick || !kernels_hlo__run_quick(frame, planned))
		run_op(frame, kernel, planned != NULL);
}
