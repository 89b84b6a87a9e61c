/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Frames of kernels that compute: they find the operands, make memory for the results, and put launches into the stream. */
#include "core/op_call.h"
#include "device/device.h"

#define ARGUMENTS_ON_STACK 24u

/* ---- operands */

/* Operands from 1 on. False: the frame has failed. */
static bool find_operands(struct kernels_frame *frame, const struct hlo_op *op, const struct hlo_device *device,
	struct kernels_device_argument *out)
{
	char message[HLO_MESSAGE_SIZE];
	for (uint32_t i = 1; i < op->operand_count; i++, out++) {
		if (i < 64 && (device->by_value >> i & 1)) {
			if (!kernels_hlo__check_argument(frame->arguments[i], i, &op->operands[i], message, sizeof message)) {
				kernels_frame_fail(frame, "%s", message);
				return false;
			}
			*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .size = hlo_bytes(&op->operands[i]),
				.bytes = kernels_tensor_bytes(async_value_payload(frame->arguments[i])) };
			continue;
		}
		struct kernels_device_buffer *buffer = kernels_hlo__device_buffer_of(frame, device, i, &op->operands[i]);
		if (!buffer)
			return false;
		*out = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
	}
	return true;
}

/* Whether nothing else uses the memory of the argument: commands that read it are in the stream before those of this call. */
static bool may_overwrite(const struct kernels_frame *frame, uint32_t argument)
{
	struct async_value *value = frame->arguments[argument];
	for (uint32_t i = 0; i < frame->site->argument_count; i++) {
		if (i != argument && frame->arguments[i] == value)
			return false;
	}
	return async_value_is_unique(value);
}

/* ---- commands */

/* While somebody watches, *out is for the next command, whose end it reports; else it is NULL. False when out of memory. */
static bool watch(struct kernels_frame *frame, struct kernels_device_stream *stream, const char *name, struct hlo_device_copy **out,
	struct kernels_device_error *error)
{
	*out = NULL;
	if (!kernels_device_is_watched())
		return true;
	*out = kernels_hlo__device_copy_begin(frame, stream->context, NULL, NULL, NULL);
	if (!*out)
		return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "out of memory");
	kernels_hlo__device_copy_watch(*out, stream, name);
	return true;
}

static bool copy(struct kernels_frame *frame, struct kernels_device_stream *stream, struct kernels_device_buffer *from,
	struct kernels_device_buffer *to, size_t size, struct kernels_device_error *error)
{
	const struct kernels_device_place source = { .buffer = from }, place = { .buffer = to };
	struct hlo_device_copy *watched;
	if (!watch(frame, stream, "copy", &watched, error))
		return false;
	const bool good = stream->base.driver->copy(stream, &place, &source, size, watched ? &watched->signal : NULL, error);
	if (!good && watched)
		kernels_hlo__device_copy_abandon(watched, error);
	return good;
}

bool kernels_hlo__device_put_launch(struct kernels_frame *frame, struct kernels_device_stream *stream,
	const struct kernels_device_launch *launch, const struct kernels_device_argument *arguments, uint32_t count,
	struct kernels_device_error *error)
{
	struct kernels_device_launch command = *launch;
	struct hlo_device_copy *watched;
	if (!watch(frame, stream, frame->site->entry->kernel->name, &watched, error))
		return false;
	command.arguments = arguments;
	command.argument_count = count;
	if (watched)
		command.signal = &watched->signal;
	const bool good = stream->base.driver->launch(stream, &command, error);
	if (!good && watched)
		kernels_hlo__device_copy_abandon(watched, error);
	return good;
}

/* ---- results */

/* Returns the memory of operand i + 1 if the call may overwrite it, else a copy of it; NULL after a failure, which *error describes. */
static struct kernels_device_buffer *updated(struct kernels_frame *frame, const struct hlo_op *op, const struct hlo_device *device,
	struct kernels_device_stream *stream, uint32_t i, struct kernels_device_buffer *from, struct kernels_device_error *error)
{
	if (may_overwrite(frame, i + 1)) {
		kernels_device_retain(&from->base);
		return from;
	}
	struct kernels_device_buffer *buffer = kernels_hlo__device_create_buffer(device, &op->results[i], error);
	const size_t size = hlo_bytes(&op->results[i]);
	if (!buffer || size == 0 || copy(frame, stream, from, buffer, size, error))
		return buffer;
	kernels_device_release(&buffer->base);
	return NULL;
}

/* Returns how many results were made; the frame has failed if not all. `operands`: those from 1 on, behind which `out` is. */
static uint32_t make_results(struct kernels_frame *frame, const struct hlo_op *op, const struct hlo_device *device,
	struct kernels_device_stream *stream, const struct kernels_device_argument *operands, struct kernels_device_argument *out)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	for (uint32_t i = 0; i < op->result_count; i++) {
		struct kernels_device_buffer *buffer = i < device->updates
			? updated(frame, op, device, stream, i, operands[i].buffer, &error)
			: kernels_hlo__device_create_buffer(device, &op->results[i], &error);
		if (!buffer) {
			kernels_frame_fail_with(frame, kernels_site_error(frame->site, frame->request, error.code,
				"result %u of %s: %s", (unsigned)i, frame->site->entry->kernel->name, error.text));
			return i;
		}
		out[i] = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
	}
	return op->result_count;
}

/* ---- launches */

static void run(struct kernels_frame *frame, const struct hlo_op *op, const struct hlo_device *device,
	struct kernels_device_stream *stream, struct kernels_device_argument *arguments, const struct hlo_device_commands *commands)
{
	struct kernels_device_error error = { .code = ASYNC_CODE_INTERNAL };
	const uint32_t operands = op->operand_count - 1;
	if (!find_operands(frame, op, device, arguments))
		return;
	const uint32_t made = make_results(frame, op, device, stream, arguments, arguments + operands);
	bool good = made == op->result_count;
	if (good && !commands->put(frame, device, stream, arguments, operands + made, &error)) {
		good = false;
		kernels_hlo__device_fail(frame, &error);
	}
	for (uint32_t i = 0; i < made; i++) {
		struct kernels_device_buffer *buffer = arguments[operands + i].buffer;
		if (good)
			kernels_frame_return(frame, i, kernels_device_types()->buffer, &buffer);
		else
			kernels_device_release(&buffer->base);
	}
}

void kernels_hlo__device_run(
	struct kernels_frame *frame, const struct hlo_device_commands *commands, void (*later)(struct kernels_frame *frame))
{
	const struct hlo_op *op;
	const struct hlo_device *device = kernels_hlo__device_plan_of(frame, &op);
	struct kernels_device_stream *stream = device ? kernels_hlo__device_stream_of(frame, device) : NULL;
	struct kernels_device_argument few[ARGUMENTS_ON_STACK], *arguments = few;
	if (!stream)
		return;
	if (later && !commands->ready(device)) {
		kernels_frame_later(frame, later, true);
		return;
	}
	const struct async_allocator *allocator = kernels_host(frame->request)->allocator;
	const size_t count = op->operand_count + (size_t)op->result_count, size = count * sizeof *arguments;
	if (count > ARGUMENTS_ON_STACK)
		arguments = async_alloc(allocator, size, _Alignof(struct kernels_device_argument));
	if (!arguments) {
		kernels_hlo__device_out_of_memory(frame);
		return;
	}
	run(frame, op, device, stream, arguments, commands);
	if (arguments != few)
		async_free(allocator, arguments, size, _Alignof(struct kernels_device_argument));
}

/* ---- kernels with one launch */

static bool is_compiled(const void *plan)
{
	const struct hlo_device *device = plan;
	return !device->launch.function || kernels_device_is_compiled(&device->launch);
}

static bool put_one(struct kernels_frame *frame, const void *plan, struct kernels_device_stream *stream,
	const struct kernels_device_argument *arguments, uint32_t count, struct kernels_device_error *error)
{
	const struct hlo_device *device = plan;
	return !device->launch.function || kernels_hlo__device_put_launch(frame, stream, &device->launch, arguments, count, error);
}

static const struct hlo_device_commands one = { is_compiled, put_one };
static void launch_later(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &one, NULL); }
void kernels_hlo__device_launch(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &one, launch_later); }
