/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages between tasks. One is a tensor of ui8, since an engine has to know tensors only: numbers as ui64, objects, name, then
 * text. */
#include "remote.h"

enum { WORDS = 8, PREFIX = WORDS * 8 };

struct async_value *kernels_collective__message_pack(
	const struct async_allocator *allocator, const struct kernels_collective__message *message)
{
	const uint64_t words[WORDS] = { message->kind, message->call, message->fingerprint, message->name.size,
		message->input_count, message->output_count, message->text.size, message->wanted };
	const size_t objects = (message->input_count + message->output_count) * sizeof(struct kernels_collective__object);
	const size_t size = PREFIX + objects + message->name.size + message->text.size;
	struct kernels_tensor tensor;
	if (!kernels_tensor_init(&tensor, allocator, KERNELS_UI8, &(struct kernels_shape){ 1, { (int64_t)size } }))
		return NULL;
	char *at = kernels_tensor_data(&tensor);
	memcpy(at, words, PREFIX);
	if (objects > 0)
		memcpy(at + PREFIX, message->objects, objects);
	if (message->name.size > 0)
		memcpy(at + PREFIX + objects, message->name.data, message->name.size);
	if (message->text.size > 0)
		memcpy(at + PREFIX + objects + message->name.size, message->text.data, message->text.size);
	struct async_value *value = async_value_create_available(allocator, kernels_tensor_types()->tensor, &tensor);
	if (!value)
		kernels_tensor_finish(&tensor);
	return value;
}

bool kernels_collective__message_unpack(struct async_value *value, struct kernels_collective__message *out)
{
	uint64_t words[WORDS];
	if (async_value_type(value) != kernels_tensor_types()->tensor)
		return false;
	const struct kernels_tensor *tensor = async_value_payload(value);
	if (tensor->kind != KERNELS_TENSOR_DENSE || kernels_buffer_size(tensor->buffer) < PREFIX)
		return false;
	const char *bytes = kernels_tensor_bytes(tensor);
	const size_t left = kernels_buffer_size(tensor->buffer) - PREFIX;
	memcpy(words, bytes, PREFIX);
	const size_t most = left / sizeof(struct kernels_collective__object);
	if (words[4] > most || words[5] > most - words[4])
		return false;
	const size_t objects = (size_t)(words[4] + words[5]) * sizeof(struct kernels_collective__object);
	if (words[3] > left - objects || words[6] != left - objects - words[3] || words[7] > words[5])
		return false;
	const char *name = bytes + PREFIX + objects;
	*out = (struct kernels_collective__message){ words[0], words[1], words[2], { name, (size_t)words[3] },
		{ name + words[3], (size_t)words[6] }, bytes + PREFIX, (size_t)words[4], (size_t)words[5], words[7] };
	return true;
}

bool kernels_collective__message_send(const struct kernels_collective__context *context, struct async_request *request,
	uint32_t task, int64_t channel, struct async_value *value)
{
	const struct kernels_transfer transfer = { channel, task, &value, 1, kernels_host(request)->queue };
	return context->process.engine->send(context->process.engine_ctx, &context->process, &transfer);
}

struct async_value *kernels_collective__message_expect(const struct kernels_collective__context *context,
	struct async_request *request, const struct kernels_site *site, uint32_t task, int64_t channel)
{
	struct kernels_frame frame = { .request = request, .site = site };
	const struct kernels_transfer transfer = { channel, task, NULL, 1, kernels_host(request)->queue };
	struct async_value *promised = NULL;
	if (!context->process.engine->receive(context->process.engine_ctx, &context->process, &transfer, &promised))
		return NULL;
	kernels_frame_await(&frame, &promised, 1);
	return promised;
}
