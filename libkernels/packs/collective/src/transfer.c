/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* send_bytes and recv_bytes. A payload travels as one tensor of ui8: the number of its buffers and their sizes as ui64, then
 * their bytes; an engine has to know tensors only. */
#include "common.h"
#include <stdio.h>
#include <string.h>

enum { WORDS = 1 + KERNELS_COLLECTIVE__BUFFERS, PREFIX = WORDS * 8 };

/* Packs a payload. Returns NULL when out of memory. */
static struct async_value *pack(const struct async_allocator *allocator, const struct kernels_collective__payload *payload)
{
	uint64_t words[WORDS] = { payload->count };
	size_t size = PREFIX;
	for (uint32_t i = 0; i < payload->count; i++) {
		words[1 + i] = kernels_buffer_size(payload->buffers[i]);
		size += kernels_buffer_size(payload->buffers[i]);
	}
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, allocator, KERNELS_UI8, &(struct kernels_shape){ 1, { (int64_t)size } }))
		return NULL;
	char *at = kernels_tensor_data(&tensor);
	memcpy(at, words, sizeof words);
	at += PREFIX;
	for (uint32_t i = 0; i < payload->count; i++) {
		const size_t bytes = kernels_buffer_size(payload->buffers[i]);
		if (bytes > 0)
			memcpy(at, kernels_buffer_bytes(payload->buffers[i]), bytes);
		at += bytes;
	}
	struct async_value *value = async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
	if (!value)
		kernels_tensor_finish(&tensor);
	return value;
}

/* Unpacks what another task sent. Returns NULL, or the reason of a failure. */
static const char *unpack(struct async_value *value, struct kernels_collective__payload *out)
{
	uint64_t words[WORDS];
	const struct kernels_tensor *tensor = async_value_payload(value);
	*out = (struct kernels_collective__payload){ 0, { NULL, NULL } };
	if (async_value_type(value) != kernels_tensor_types()->tensor || tensor->kind != KERNELS_TENSOR_DENSE ||
		kernels_buffer_size(tensor->buffer) < PREFIX)
		return "the message is not a payload";
	memcpy(words, kernels_tensor_bytes(tensor), sizeof words);
	size_t at = PREFIX, left = kernels_buffer_size(tensor->buffer) - PREFIX;
	if (words[0] > KERNELS_COLLECTIVE__BUFFERS)
		return "the message is not a payload";
	for (uint32_t i = 0; i < words[0]; i++) {
		const char *reason = words[1 + i] > left ? "the message is not a payload" : NULL;
		out->buffers[i] = reason ? NULL : kernels_buffer_slice(tensor->buffer, at, (size_t)words[1 + i]);
		if (!out->buffers[i]) {
			while (i > 0)
				kernels_buffer_release(out->buffers[--i]);
			return reason ? reason : "out of memory";
		}
		at += (size_t)words[1 + i];
		left -= (size_t)words[1 + i];
	}
	out->count = (uint32_t)words[0];
	return NULL;
}

/* The transfer of arguments 0 to 2; false after the frame has failed. */
static bool find(struct kernels_frame *frame, struct kernels_collective__context **out_context,
	struct kernels_transfer *out)
{
	struct kernels_collective__context *context = VALUE(struct kernels_collective__context *, 0);
	const uint32_t task = VALUE(uint32_t, 1);
	const struct kernels_text *key = async_value_payload(frame->arguments[2]);
	if (!context->process.engine || __atomic_load_n(&context->closed, __ATOMIC_RELAXED)) { /* see operation.c */
		kernels_frame_fail(frame, context->process.engine ? "the context is closed" : "there is no other task");
		return false;
	}
	if (task >= kernels_collective__tasks(context)) {
		kernels_frame_fail(frame, "argument 1: task %u of %u tasks", task, kernels_collective__tasks(context));
		return false;
	}
	*out_context = context;
	*out = (struct kernels_transfer){ kernels_collective__channel(key->data, key->size), task, NULL, 1,
		kernels_host(frame->request)->queue };
	return true;
}

void kernels_collective__send_bytes(struct kernels_frame *frame)
{
	struct kernels_collective__context *context;
	struct kernels_transfer transfer;
	if (!find(frame, &context, &transfer))
		return;
	struct async_value *value =
		pack(kernels_host(frame->request)->allocator, async_value_payload(frame->arguments[3]));
	transfer.inputs = &value;
	const bool sent = value && context->process.engine->send(context->process.engine_ctx, &context->process, &transfer);
	if (value)
		async_value_release(value);
	if (sent)
		frame->results[0] = async_value_retain(async_chain());
	else
		kernels_frame_fail(frame, "out of memory");
}

/* A message that has not arrived. */
struct expected {
	struct async_request *request;
	const struct kernels_site *site;
	struct kernels_collective__context *context; /* one reference */
	struct async_value *promised, *result;       /* one reference each */
};

static void arrived(void *ctx)
{
	struct expected *expected = ctx;
	struct async_request *request = expected->request;
	const struct kernels_site *site = expected->site;
	struct kernels_collective__payload payload;
	if (async_value_is_error(expected->promised)) {
		async_value_fail(expected->result, async_error_retain(async_value_error(expected->promised)));
	} else {
		const char *reason = unpack(expected->promised, &payload);
		if (reason)
			async_value_fail(
				expected->result, kernels_site_error(site, request, ASYNC_CODE_INVALID_ARGUMENT, "%s", reason));
		else
			async_value_emplace(expected->result, &payload);
	}
	async_value_release(expected->promised);
	async_value_release(expected->result);
	kernels_collective__context_release(expected->context);
	async_free(kernels_host(request)->allocator, expected, sizeof *expected, _Alignof(struct expected));
	kernels_end_work(request, site);
}

void kernels_collective__recv_bytes(struct kernels_frame *frame)
{
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	struct kernels_collective__context *context;
	struct kernels_transfer transfer;
	struct async_value *promised = NULL;
	if (!find(frame, &context, &transfer))
		return;
	struct async_value *result = kernels_frame_result(frame, 0, kernels_collective__types().payload);
	struct expected *expected = result ? async_alloc(allocator, sizeof *expected, _Alignof(struct expected)) : NULL;
	if (!expected) {
		if (result)
			async_value_fail(result,
				kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
		return;
	}
	if (context->process.engine->receive(context->process.engine_ctx, &context->process, &transfer, &promised))
		kernels_frame_await(frame, &promised, 1);
	else
		promised = kernels_error_value(frame->request,
			kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	*expected = (struct expected){ kernels_begin_work(frame->request, frame->site), frame->site,
		kernels_collective__context_retain(context), promised, async_value_retain(result) };
	if (async_value_and_then_call(promised, arrived, expected) == ASYNC_OK)
		return;
	/* no memory for a waiter: the message is lost */
	async_value_release(expected->promised);
	expected->promised = kernels_error_value(frame->request,
		kernels_site_error(frame->site, frame->request, ASYNC_CODE_RESOURCE_EXHAUSTED, "out of memory"));
	arrived(expected);
}
