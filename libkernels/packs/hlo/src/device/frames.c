/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams, copies between host and device, and constants. */
#include "core/op_call.h"
#include "device/device.h"
#include <string.h>

/* ---- plans */

static bool check_arrays(struct hlo_op *op, uint32_t operands, uint32_t results)
{
	if (op->operand_count > 0 && !hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "attribute types has an array for the stream, expected a token");
	for (uint32_t i = 0; i < operands + results; i++) {
		const struct hlo_type *type = i < operands ? &op->operands[i + 1] : &op->results[i - operands];
		if (hlo_is_token(type) || type->elements < 0)
			return kernels_hlo__refuse(op, "attribute types has a token or an unknown dimension, expected arrays");
	}
	return true;
}

static bool plan_stream(struct hlo_op *op, void *plan)
{
	return kernels_hlo__device_open(op, plan);
}

static bool plan_copy(struct hlo_op *op, void *plan)
{
	if (!check_arrays(op, 1, 1))
		return false;
	if (!kernels_hlo__same_type(&op->operands[1], &op->results[0]))
		return kernels_hlo__refuse(op, "the types of operand 1 and the result differ");
	return kernels_hlo__device_open(op, plan);
}

/* ---- device_stream */

HLO_OWN_KERNEL(device_stream, .plan_size = sizeof(struct hlo_device), .plan = plan_stream, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)

void kernels_hlo__device_stream(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	if (!device)
		return;
	struct kernels_device_stream *stream = device->context->base.driver->stream_create(
		device->context, kernels_host(frame->request)->queue, &error);
	if (stream)
		kernels_frame_return(frame, 0, kernels_device_types()->stream, &stream);
	else
		kernels_hlo__device_fail(frame, &error);
}

/* ---- device_put */

HLO_OWN_KERNEL(device_put, .plan_size = sizeof(struct hlo_device), .plan = plan_copy, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)

/* The tensor stays until the device has read it. */
static bool put(struct kernels_frame *frame, struct kernels_device_stream *stream, struct kernels_device_buffer *buffer, size_t size,
	struct kernels_device_error *error)
{
	const struct kernels_tensor *tensor = async_value_payload(frame->arguments[1]);
	const struct kernels_device_place to = { .buffer = buffer },
					  from = { .host = (void *)(uintptr_t)kernels_tensor_bytes(tensor) };
	struct hlo_device_copy *copy =
		kernels_hlo__device_copy_begin(frame, stream->context, NULL, NULL, frame->arguments[1]);
	if (!copy)
		return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "out of memory");
	kernels_hlo__device_copy_watch(copy, stream, "copy");
	if (stream->base.driver->copy(stream, &to, &from, size, &copy->signal, error))
		return true;
	kernels_hlo__device_copy_abandon(copy, error);
	return false;
}

void kernels_hlo__device_put(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	struct kernels_device_stream *stream = device ? kernels_hlo__device_stream_of(frame, device) : NULL;
	char message[HLO_MESSAGE_SIZE];
	if (!stream)
		return;
	if (!kernels_hlo__check_argument(frame->arguments[1], 1, &op->operands[1], message, sizeof message)) {
		kernels_frame_fail(frame, "%s", message);
		return;
	}
	struct kernels_device_buffer *buffer = kernels_hlo__device_create_buffer(device, &op->results[0], &error);
	const size_t size = hlo_bytes(&op->results[0]);
	if (buffer && (size == 0 || put(frame, stream, buffer, size, &error))) {
		kernels_frame_return(frame, 0, kernels_device_types()->buffer, &buffer);
		return;
	}
	if (buffer)
		kernels_device_release(&buffer->base);
	kernels_hlo__device_fail(frame, &error);
}

/* ---- device_get */

HLO_OWN_KERNEL(device_get, .plan_size = sizeof(struct hlo_device), .plan = plan_copy, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)

/* A value with an uninitialized tensor. NULL: out of memory. */
static struct async_value *make_tensor(const struct async_allocator *allocator, const struct hlo_type *type)
{
	return kernels_hlo__tensor_value(allocator, type, hlo_result_buffer(allocator, type));
}

static void get(struct kernels_frame *frame, struct kernels_device_stream *stream, struct kernels_device_buffer *buffer,
	struct async_value *value, size_t size)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	struct async_value *result =
		async_value_create_indirect(kernels_host(frame->request)->allocator, kernels_tensor_types()->tensor);
	struct hlo_device_copy *copy =
		result ? kernels_hlo__device_copy_begin(frame, stream->context, result, value, frame->arguments[1]) : NULL;
	if (!copy) {
		if (result) {
			const struct kernels_device_error why = { .code = ASYNC_CODE_RESOURCE_EXHAUSTED };
			async_value_fail(result, kernels_site_error(frame->site, frame->request, why.code, "out of memory"));
		}
		async_value_release(result);
		async_value_release(value);
		kernels_hlo__device_out_of_memory(frame);
		return;
	}
	frame->results[0] = async_value_retain(result);
	const struct kernels_device_place from = { .buffer = buffer },
					  to = { .host = kernels_tensor_data(async_value_payload(value)) };
	kernels_hlo__device_copy_watch(copy, stream, "copy");
	if (!stream->base.driver->copy(stream, &to, &from, size, &copy->signal, &error))
		kernels_hlo__device_copy_abandon(copy, &error);
}

void kernels_hlo__device_get(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_stream *stream = device ? kernels_hlo__device_stream_of(frame, device) : NULL;
	struct kernels_device_buffer *buffer = stream ? kernels_hlo__device_buffer_of(frame, device, 1, &op->operands[1]) : NULL;
	if (!buffer)
		return;
	struct async_value *value = make_tensor(kernels_host(frame->request)->allocator, &op->results[0]);
	if (!value)
		kernels_hlo__device_out_of_memory(frame);
	else if (op->results[0].elements == 0)
		frame->results[0] = value;
	else
		get(frame, stream, buffer, value, hlo_bytes(&op->results[0]));
}

/* ---- device_wait: the buffer, when all commands that are in the stream now have ended */

static bool plan_wait(struct hlo_op *op, void *plan)
{
	((struct hlo_device *)plan)->passes = true;
	return plan_copy(op, plan);
}

HLO_OWN_KERNEL(device_wait, .plan_size = sizeof(struct hlo_device), .plan = plan_wait, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)

void kernels_hlo__device_wait(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_stream *stream = device ? kernels_hlo__device_stream_of(frame, device) : NULL;
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	if (!stream || !kernels_hlo__device_buffer_of(frame, device, 1, &op->operands[1]))
		return;
	struct async_value *result = async_value_create_indirect(kernels_host(frame->request)->allocator, kernels_device_types()->buffer);
	struct hlo_device_copy *copy = result ? kernels_hlo__device_copy_begin(
		frame, stream->context, result, async_value_retain(frame->arguments[1]), NULL) : NULL;
	if (!copy) {
		if (result) {
			async_value_release(frame->arguments[1]);
			async_value_fail(result, kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		}
		async_value_release(result);
		kernels_hlo__device_out_of_memory(frame);
		return;
	}
	frame->results[0] = async_value_retain(result);
	kernels_hlo__device_copy_watch(copy, stream, "wait");
	if (!stream->base.driver->signal(stream, &copy->signal, &error))
		kernels_hlo__device_copy_abandon(copy, &error);
}

/* ---- device_constant: the first call writes the constant, and all calls share the buffer */

struct constant {
	struct hlo_device device; /* first */
	struct kernels_dense_view view;
	struct async_value *value; /* atomic; NULL before the first call, or an error if that failed. One reference */
	uint32_t writing;          /* atomic: a spin lock for `value`, which is held for a few instructions */
};

static bool plan_constant(struct hlo_op *op, void *plan)
{
	struct constant *constant = plan;
	const struct hlo_type *type = &op->results[0];
	struct kernels_dense_view *view = &constant->view;
	char text[HLO_TYPE_TEXT];
	if (!check_arrays(op, 0, 1) || !kernels_hlo__dense(op, "value", view))
		return false;
	if (view->dtype != type->dtype || (view->count != 1 && view->count != type->elements))
		return kernels_hlo__refuse(op, "attribute value has %u elements of type %s, but result 0 is %s", (unsigned)view->count,
			kernels_dtype_name(view->dtype), kernels_hlo__type_text(type, text));
	if (type->elements == 0)
		return kernels_hlo__refuse(op, "result 0 has no elements");
	constant->device.shared = true;
	return kernels_hlo__device_open(op, &constant->device);
}

static void finish_constant(const struct async_allocator *allocator, void *plan)
{
	async_value_release(((struct constant *)plan)->value);
	kernels_hlo__device_finish(allocator, plan);
}

HLO_OWN_KERNEL(device_constant, .plan_size = sizeof(struct constant), .plan = plan_constant, .finish = finish_constant,
	.flags = HLO_OWN_RESULTS)

/* The constant as a tensor of the host. NULL: out of memory. */
static struct async_value *host_value(
	const struct hlo_op *op, const struct constant *constant, const struct async_allocator *allocator)
{
	const struct kernels_dense_view *view = &constant->view;
	const size_t size = kernels_dtype_size(view->dtype);
	struct async_value *value = make_tensor(allocator, &op->results[0]);
	if (!value)
		return NULL;
	char *to = kernels_tensor_data(async_value_payload(value));
	if (view->count == op->results[0].elements)
		memcpy(to, view->elements, hlo_bytes(&op->results[0]));
	else
		for (int64_t i = 0; i < op->results[0].elements; i++)
			memcpy(to + (size_t)i * size, view->elements, size);
	return value;
}

/* Starts the copy. `result` becomes the buffer when the copy has ended, so that other streams may use it. */
static void write_constant(struct kernels_frame *frame, const struct hlo_op *op, const struct constant *constant,
	struct kernels_device_stream *stream, struct async_value *result)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_RESOURCE_EXHAUSTED, .text = "out of memory" };
	struct async_value *tensor = host_value(op, constant, op->allocator), *payload = NULL;
	struct kernels_device_buffer *buffer = tensor ? kernels_hlo__device_create_buffer(&constant->device, &op->results[0], &error) : NULL;
	if (buffer && (payload = async_value_create_available(op->allocator, kernels_device_types()->buffer, &buffer)) == NULL)
		kernels_device_release(&buffer->base);
	async_value_retain(result);
	struct hlo_device_copy *copy =
		payload ? kernels_hlo__device_copy_begin(frame, stream->context, result, payload, tensor) : NULL;
	if (copy) {
		const struct kernels_device_place to = { .buffer = buffer },
						  from = { .host = kernels_tensor_data(async_value_payload(tensor)) };
		kernels_hlo__device_copy_watch(copy, stream, "copy");
		if (!stream->base.driver->copy(stream, &to, &from, hlo_bytes(&op->results[0]), &copy->signal, &error))
			kernels_hlo__device_copy_abandon(copy, &error);
	} else {
		async_value_release(payload);
		async_value_fail(result, kernels_site_error(frame->site, frame->request, error.code, "%s", error.text));
		async_value_release(result);
	}
	async_value_release(tensor);
}

/* The shared value, one reference; *out_first: this call has to write it. An error of an earlier call is replaced. NULL: out of memory. */
static struct async_value *share(const struct hlo_op *op, struct constant *constant, bool *out_first)
{
	struct async_value *fresh = async_value_create_indirect(op->allocator, kernels_device_types()->buffer), *old = NULL;
	while (__atomic_exchange_n(&constant->writing, 1, __ATOMIC_ACQUIRE)) /* pairs with the store below */
		;
	struct async_value *shared = constant->value;
	*out_first = fresh && (!shared || async_value_is_error(shared));
	if (*out_first) {
		old = shared;
		constant->value = shared = fresh;
	}
	shared = shared ? async_value_retain(shared) : NULL;
	__atomic_store_n(&constant->writing, 0, __ATOMIC_RELEASE);
	async_value_release(old);
	if (!*out_first)
		async_value_release(fresh);
	return shared;
}

void kernels_hlo__device_constant(struct kernels_frame *frame)
{
	const struct hlo_op *op;
	/* the plan is shared by all calls; what changes is locked */
	struct constant *constant = (struct constant *)(uintptr_t)kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_stream *stream = constant ? kernels_hlo__device_stream_of(frame, &constant->device) : NULL;
	bool first;
	if (!stream)
		return;
	frame->results[0] = share(op, constant, &first);
	if (!frame->results[0])
		kernels_hlo__device_out_of_memory(frame);
	else if (first)
		write_constant(frame, op, constant, stream, frame->results[0]);
}
