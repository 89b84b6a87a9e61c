/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes commands of the host device: copies what they need, and keeps objects. */
#include "host_command.h"
#include <string.h>

struct command *kernels_device__host_command_make(struct kernels_device_stream *stream, enum kind kind, size_t extra,
	struct kernels_device_error *error)
{
	struct host_stream *host = (struct host_stream *)stream;
	const size_t block = sizeof(struct command) + extra;
	struct command *command = async_alloc(stream->context->allocator, block, _Alignof(struct command));
	if (!command) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*command = (struct command){ .block = block, .kind = kind, .stream = host };
	command->objects = (struct kernels_device_object **)(command + 1);
	kernels_device_retain(&stream->base);
	return command;
}

static void keep(struct command *command, struct kernels_device_object *object)
{
	kernels_device_retain(object);
	command->objects[command->object_count++] = object;
}

static char *bytes_of(struct command *command, const struct kernels_device_place *place)
{
	if (!place->buffer)
		return place->host;
	keep(command, &place->buffer->base);
	return kernels_device__host_data(place->buffer);
}

bool kernels_device__host_copy(struct kernels_device_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("copy", error))
		return false;
	struct command *command = kernels_device__host_command_make(stream, COPY, 2 * sizeof(void *), error);
	if (!command)
		return false;
	command->to = bytes_of(command, to);
	command->from = bytes_of(command, from);
	command->size = size;
	command->signal = signal;
	kernels_device__host_command_put(command);
	return true;
}

bool kernels_device__host_fill(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer,
	const void *pattern, size_t pattern_size, size_t size, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("fill", error))
		return false;
	struct command *command = kernels_device__host_command_make(stream, FILL, sizeof(void *), error);
	if (!command)
		return false;
	command->to = bytes_of(command, &(struct kernels_device_place){ buffer, NULL });
	command->size = size;
	command->pattern_size = pattern_size;
	memcpy(command->pattern, pattern, pattern_size);
	kernels_device__host_command_put(command);
	return true;
}

static size_t padded(size_t size) { return (size + 15) & ~(size_t)15; }

/* Copies the arguments behind the command: references, pointers, sizes, then bytes and local memory. */
static void take_arguments(struct command *command, const struct kernels_device_launch *launch)
{
	const uint32_t count = launch->argument_count;
	void **arguments = (void **)(command->objects + count + 1);
	size_t *sizes = (size_t *)(arguments + count);
	char *bytes = (char *)(sizes + count);
	for (uint32_t i = 0; i < count; i++) {
		const struct kernels_device_argument *a = &launch->arguments[i];
		sizes[i] = a->kind == KERNELS_DEVICE_BUFFER ? (a->buffer ? a->buffer->size : 0) : a->size;
		if (a->kind == KERNELS_DEVICE_BUFFER) {
			arguments[i] = a->buffer ? kernels_device__host_data(a->buffer) : NULL;
			if (a->buffer)
				keep(command, &a->buffer->base);
			continue;
		}
		arguments[i] = bytes;
		if (a->kind == KERNELS_DEVICE_BYTES && a->size > 0)
			memcpy(bytes, a->bytes, a->size);
		bytes += padded(a->size);
	}
	command->launch.arguments = arguments;
	command->launch.sizes = sizes;
	command->launch.argument_count = count;
}

/* A stream whose commands run in the caller tells at once that a function has failed, as drivers do for launches that they refuse. A
 * signal has the number already. */
static bool report_failure(
	struct host_stream *stream, const struct kernels_device_launch *launch, struct kernels_device_error *error)
{
	/* relaxed: the number alone counts. Another thread may run the command later; then a later value has the failure */
	const int32_t number = stream->queue ? 0 : __atomic_load_n(&stream->number, __ATOMIC_RELAXED);
	return number == 0 || kernels_device_fail(error, ASYNC_CODE_INTERNAL, number, "launch of '%.200s' on %s: failed with %d",
				      launch->function->name, stream->base.context->label, (int)number);
}

bool kernels_device__host_launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	size_t extra = sizeof(void *);
	if (!kernels_device_launch_has_size(launch, error) || !kernels_device__host_enter("launch", error))
		return false;
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		const struct kernels_device_argument *a = &launch->arguments[i];
		const size_t bytes = a->kind == KERNELS_DEVICE_BUFFER ? 0 : a->size;
		if (bytes > PTRDIFF_MAX / 2 - extra)
			return kernels_device__host_no_memory(error);
		extra += 2 * sizeof(void *) + sizeof(size_t) + padded(bytes);
	}
	struct command *command = kernels_device__host_command_make(stream, LAUNCH, extra, error);
	if (!command)
		return false;
	command->code = ((struct kernels_device__host_function *)launch->function)->code;
	keep(command, &launch->function->base);
	take_arguments(command, launch);
	command->launch.dimensions = launch->dimensions;
	for (uint32_t i = 0; i < 3; i++) {
		const bool used = i < launch->dimensions;
		command->launch.global[i] = used ? launch->global[i] : 1;
		command->launch.group[i] = used ? launch->group[i] : 1;
		command->launch.offset[i] = used ? launch->offset[i] : 0;
	}
	command->signal = launch->signal;
	kernels_device__host_command_put(command);
	return launch->signal || report_failure((struct host_stream *)stream, launch, error);
}

bool kernels_device__host_signal(struct kernels_device_stream *stream, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("signal", error))
		return false;
	struct command *command = kernels_device__host_command_make(stream, SIGNAL, 0, error);
	if (!command)
		return false;
	command->signal = signal;
	kernels_device__host_command_put(command);
	return true;
}
