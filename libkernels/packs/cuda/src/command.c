/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams, events, and the commands in them. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

enum { NON_BLOCKING = 1, DISABLE_TIMING = 2, DYNAMIC_SHARED_BYTES = 8, SHARED_WITHOUT_ASKING = 48 << 10, LOCAL_ALIGNMENT = 16,
	DEFAULT_BLOCK = 256, MOST_ARGUMENTS = 1024 };

static struct cuda_context *context_of(const struct kernels_device_stream *stream)
{
	return (struct cuda_context *)stream->context;
}

/* ---- streams: between begin and finish, one thread puts one command into a stream */

/* Provides an open fence with space for `objects` more. */
static bool begin(struct cuda_stream *stream, const char *call, uint32_t objects, struct kernels_device_error *error)
{
	struct cuda_context *context = context_of(&stream->base);
	if (!kernels_cuda__enter(context, call, error))
		return false;
	pthread_mutex_lock(&stream->lock);
	cuda_result result = CUDA_SUCCESS;
	if (stream->open && stream->open->count + objects > FENCE_OBJECTS) {
		result = kernels_cuda__fence_submit(stream->open, stream->handle);
		if (result == CUDA_SUCCESS)
			stream->open = NULL;
	}
	if (!stream->open)
		stream->open = kernels_cuda__fence_create(context, stream->queue);
	if (result == CUDA_SUCCESS && stream->open)
		return true;
	const bool no_memory = !stream->open;
	pthread_mutex_unlock(&stream->lock);
	kernels_cuda__leave();
	return no_memory ? kernels_cuda__no_memory(error) : kernels_cuda__check(context, result, "cuLaunchHostFunc", error);
}

/* `result` is that of the command; with `fence`, the open fence is put behind it. */
static bool finish(struct cuda_stream *stream, cuda_result result, const char *call, bool fence, struct kernels_device_error *error)
{
	struct cuda_context *context = context_of(&stream->base);
	if (result == CUDA_SUCCESS && fence) {
		call = "cuLaunchHostFunc";
		result = kernels_cuda__fence_submit(stream->open, stream->handle);
		if (result == CUDA_SUCCESS)
			stream->open = NULL;
		else
			(void)CUDA->cuStreamSynchronize(stream->handle); /* the command may still use the caller's memory */
	}
	if (stream->open) {
		stream->open->signal = NULL;
		stream->open->copy_size = 0;
	}
	pthread_mutex_unlock(&stream->lock);
	kernels_cuda__leave();
	return kernels_cuda__check(context, result, call, error);
}

/* Puts a fence behind commands that nobody has waited for: it releases what they use. Fences hold the queue, so the caller does not
 * wait. Where that is impossible, it does. An idle stream needs no queue, which may have ended. */
static void end_commands(struct cuda_stream *stream)
{
	struct kernels_device_error ignored;
	const bool used = stream->open && stream->open->count > 0;
	cuda_result result = CUDA_SUCCESS;
	if (stream->queue_holds && used && CUDA->cuStreamQuery(stream->handle) == CUDA_NOT_READY &&
		kernels_cuda__fence_submit(stream->open, stream->handle) == CUDA_SUCCESS)
		stream->open = NULL;
	else if (used || !stream->queue_holds)
		result = CUDA->cuStreamSynchronize(stream->handle);
	(void)CUDA->cuStreamDestroy(stream->handle); /* ends with its last command */
	(void)kernels_cuda__check(context_of(&stream->base), result, "cuStreamSynchronize", &ignored);
}

static void free_stream(struct kernels_device_object *object)
{
	struct cuda_stream *stream = (struct cuda_stream *)object;
	struct cuda_context *context = context_of(&stream->base);
	if (kernels_cuda__enter_to_destroy(context)) {
		end_commands(stream);
		kernels_cuda__leave();
	}
	if (stream->open)
		kernels_cuda__fence_drop(stream->open);
	pthread_mutex_destroy(&stream->lock);
	async_free(context->base.allocator, stream, sizeof *stream, _Alignof(struct cuda_stream));
}

struct kernels_device_stream *kernels_cuda__stream_create(struct kernels_device_context *base, struct async_queue *queue,
	struct kernels_device_error *error)
{
	struct cuda_context *context = (struct cuda_context *)base;
	cuda_stream_handle handle = NULL;
	if (!queue) {
		kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "a stream of %s needs a queue", base->label);
		return NULL;
	}
	if (!kernels_cuda__enter(context, "cuStreamCreate", error))
		return NULL;
	struct cuda_stream *stream = async_alloc(base->allocator, sizeof *stream, _Alignof(struct cuda_stream));
	bool good = stream ? kernels_cuda__check(context, CUDA->cuStreamCreate(&handle, NON_BLOCKING), "cuStreamCreate", error)
			   : kernels_cuda__no_memory(error);
	kernels_cuda__leave();
	if (!good) {
		async_free(base->allocator, stream, sizeof *stream, _Alignof(struct cuda_stream));
		return NULL;
	}
	*stream = (struct cuda_stream){ .queue = queue, .handle = handle, .queue_holds = async_queue_hold(queue) };
	if (stream->queue_holds)
		async_queue_unhold(queue);
	kernels_device_object_init(&stream->base.base, &kernels_cuda__driver, &base->base, free_stream);
	stream->base.context = base;
	pthread_mutex_init(&stream->lock, NULL);
	return &stream->base;
}

bool kernels_cuda__signal(struct kernels_device_stream *base, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	struct cuda_stream *stream = (struct cuda_stream *)base;
	if (!begin(stream, "cuLaunchHostFunc", 0, error))
		return false;
	stream->open->signal = signal;
	return finish(stream, CUDA_SUCCESS, "cuLaunchHostFunc", true, error);
}

/* ---- copies and fills */

/* Ordinary memory is copied by way of page-locked memory: libcuda would block the caller. */
static cuda_result copy_through(struct cuda_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct cuda_staging *staging)
{
	const cuda_pointer middle = (uintptr_t)staging->bytes;
	if (!to->buffer) {
		stream->open->copy_to = to->host;
		stream->open->copy_from = staging->bytes;
		stream->open->copy_size = size;
		return CUDA->cuMemcpyAsync(middle, ((struct cuda_buffer *)from->buffer)->pointer, size, stream->handle);
	}
	memcpy(staging->bytes, from->host, size);
	return CUDA->cuMemcpyAsync(((struct cuda_buffer *)to->buffer)->pointer, middle, size, stream->handle);
}

static void keep(struct cuda_stream *stream, const struct kernels_device_place *place)
{
	if (place->buffer)
		kernels_cuda__fence_keep(stream->open, &place->buffer->base);
}

bool kernels_cuda__copy(struct kernels_device_stream *base, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal, struct kernels_device_error *error)
{
	struct cuda_stream *stream = (struct cuda_stream *)base;
	const bool ordinary = !to->buffer || !from->buffer;
	struct cuda_staging *staging = NULL;
	cuda_result result = CUDA_SUCCESS;
	if (!to->buffer && !from->buffer)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "a copy between two places of the host");
	if (!begin(stream, "cuMemcpyAsync", 3, error))
		return false;
	if (ordinary && size > 0 && !(staging = kernels_cuda__staging(context_of(base), size, error))) {
		pthread_mutex_unlock(&stream->lock);
		kernels_cuda__leave();
		return false;
	}
	keep(stream, to);
	keep(stream, from);
	if (staging) {
		kernels_cuda__fence_keep(stream->open, &staging->base);
		kernels_device_release(&staging->base); /* the fence's reference remains */
		result = copy_through(stream, to, from, size, staging);
	} else if (size > 0) {
		result = CUDA->cuMemcpyAsync(((struct cuda_buffer *)to->buffer)->pointer, ((struct cuda_buffer *)from->buffer)->pointer,
			size, stream->handle);
	}
	stream->open->signal = signal;
	return finish(stream, result, "cuMemcpyAsync", signal || ordinary, error);
}

bool kernels_cuda__fill(struct kernels_device_stream *base, struct kernels_device_buffer *buffer, const void *pattern,
	size_t pattern_size, size_t size, struct kernels_device_error *error)
{
	struct cuda_stream *stream = (struct cuda_stream *)base;
	const cuda_pointer to = ((struct cuda_buffer *)buffer)->pointer;
	cuda_result result = CUDA_SUCCESS;
	uint16_t two;
	uint32_t four;
	if (!begin(stream, "cuMemset", 1, error))
		return false;
	kernels_cuda__fence_keep(stream->open, &buffer->base);
	if (size > 0 && pattern_size == 1) {
		result = CUDA->cuMemsetD8Async(to, *(const uint8_t *)pattern, size, stream->handle);
	} else if (size > 0 && pattern_size == 2) {
		memcpy(&two, pattern, sizeof two);
		result = CUDA->cuMemsetD16Async(to, two, size / 2, stream->handle);
	} else if (size > 0) {
		memcpy(&four, pattern, sizeof four);
		result = CUDA->cuMemsetD32Async(to, four, size / 4, stream->handle);
	}
	return finish(stream, result, "cuMemset", false, error);
}

/* ---- launches */

struct arguments {
	cuda_pointer values[MOST_ARGUMENTS]; /* of pointers, and offsets of local memory */
	void *pointers[MOST_ARGUMENTS];
	size_t shared;
};

static bool fail_argument(const struct kernels_device_launch *launch, uint32_t i, size_t size, struct kernels_device_error *error)
{
	return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "argument %u of kernel '%.200s' on %s has %zu bytes, expected %u",
		(unsigned)i, launch->function->name, launch->function->context->label, size,
		(unsigned)launch->function->parameters[i].size);
}

/* libcuda reads as many bytes as the kernel has: values of a wrong size are refused where the driver tells the sizes. */
static bool set_arguments(const struct kernels_device_launch *launch, struct arguments *out, struct kernels_device_error *error)
{
	const struct kernels_device_function *function = launch->function;
	out->shared = launch->shared;
	if (launch->argument_count > MOST_ARGUMENTS || (function->parameters && launch->argument_count != function->parameter_count))
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "kernel '%.200s' on %s has %u parameters, the launch has %u",
			function->name, function->context->label, (unsigned)function->parameter_count, (unsigned)launch->argument_count);
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		const struct kernels_device_argument *a = launch->arguments + i;
		size_t size = sizeof(cuda_pointer);
		out->pointers[i] = &out->values[i];
		if (a->kind == KERNELS_DEVICE_BUFFER) {
			out->values[i] = a->buffer ? ((struct cuda_buffer *)a->buffer)->pointer : 0;
		} else if (a->kind == KERNELS_DEVICE_LOCAL) { /* an address in dynamic shared memory */
			out->shared = (out->shared + LOCAL_ALIGNMENT - 1) / LOCAL_ALIGNMENT * LOCAL_ALIGNMENT;
			out->values[i] = out->shared;
			if (a->size > INT32_MAX - out->shared)
				return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
					"argument %u of kernel '%.200s' on %s: %zu bytes of local memory", (unsigned)i, function->name,
					function->context->label, a->size);
			out->shared += a->size;
		} else {
			out->pointers[i] = (void *)(uintptr_t)a->bytes;
			size = a->size;
		}
		/* the low bytes of an address in shared memory are the address */
		if (function->parameters && function->parameters[i].size != size &&
			(a->kind != KERNELS_DEVICE_LOCAL || function->parameters[i].size > size))
			return fail_argument(launch, i, size, error);
	}
	return true;
}

/* Sizes of the grid and of blocks. A block of the driver's choice divides dimension 0. */
static bool set_sizes(const struct kernels_device_launch *launch, unsigned grid[3], unsigned block[3], struct kernels_device_error *error)
{
	static const size_t most_blocks[] = { INT32_MAX, 65535, 65535 };
	const struct cuda_function *function = (const struct cuda_function *)launch->function;
	const size_t *required = function->base.group;
	size_t threads = 1;
	for (uint32_t i = 0; i < 3; i++) {
		const size_t global = i < launch->dimensions ? launch->global[i] : 1;
		size_t group = i < launch->dimensions ? launch->group[i] : 1;
		if (group == 0 && required[0])
			group = required[i];
		if (group == 0) {
			group = i == 0 ? DEFAULT_BLOCK : 1;
			while (group > (size_t)function->largest_block && function->largest_block > 0)
				group /= 2;
			while (global % group)
				group--;
		}
		if (i < launch->dimensions && launch->offset[i])
			return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0,
				"launch of '%.200s': CUDA has no offset of global ids", function->base.name);
		if (global % group || (required[0] && group != required[i]) || group > INT32_MAX || global / group > most_blocks[i])
			return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
				"launch of '%.200s': %zu work-items in dimension %u, in groups of %zu", function->base.name, global,
				(unsigned)i, group);
		grid[i] = (unsigned)(global / group);
		block[i] = (unsigned)group;
		threads = threads > INT32_MAX ? threads : threads * group;
	}
	if (function->largest_block > 0 && threads > (size_t)function->largest_block)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"launch of '%.200s': groups of %zu work-items, at most %d are supported", function->base.name, threads,
			function->largest_block);
	return true;
}

static cuda_result run(struct cuda_stream *stream, const struct kernels_device_launch *launch, struct arguments *arguments,
	const unsigned grid[3], const unsigned block[3])
{
	const cuda_function_handle handle = ((struct cuda_function *)launch->function)->handle;
	struct cuda_context *context = context_of(&stream->base);
	cuda_result result = CUDA_SUCCESS;
	pthread_mutex_lock(&context->lock);
	snprintf(context->last_kernel, sizeof context->last_kernel, "%.90s", launch->function->name);
	pthread_mutex_unlock(&context->lock);
	if (arguments->shared > SHARED_WITHOUT_ASKING)
		result = CUDA->cuFuncSetAttribute(handle, DYNAMIC_SHARED_BYTES, (int)arguments->shared);
	return result != CUDA_SUCCESS ? result :
		CUDA->cuLaunchKernel(handle, grid[0], grid[1], grid[2], block[0], block[1], block[2], (unsigned)arguments->shared,
			stream->handle, arguments->pointers, NULL);
}

/* Keeps the arguments. Those of a launch with more than a fence can keep get fences of their own. */
static bool keep_arguments(struct cuda_stream *stream, const struct kernels_device_launch *launch, struct kernels_device_error *error)
{
	uint32_t buffers = 1;
	for (uint32_t i = 0; i < launch->argument_count; i++)
		buffers += launch->arguments[i].kind == KERNELS_DEVICE_BUFFER && launch->arguments[i].buffer;
	if (buffers > FENCE_OBJECTS)
		return kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0, "launch of '%.200s': more than %d buffers",
			launch->function->name, FENCE_OBJECTS - 1);
	if (!begin(stream, "cuLaunchKernel", buffers, error))
		return false;
	kernels_cuda__fence_keep(stream->open, &launch->function->base);
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		if (launch->arguments[i].kind == KERNELS_DEVICE_BUFFER && launch->arguments[i].buffer)
			kernels_cuda__fence_keep(stream->open, &launch->arguments[i].buffer->base);
	}
	return true;
}

bool kernels_cuda__launch(struct kernels_device_stream *base, const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	struct cuda_stream *stream = (struct cuda_stream *)base;
	struct arguments arguments;
	unsigned grid[3] = { 0 }, block[3] = { 0 };
	bool empty = false;
	if (!kernels_device_launch_has_size(launch, error))
		return false;
	for (uint32_t i = 0; i < launch->dimensions; i++)
		empty = empty || launch->global[i] == 0;
	if (!set_arguments(launch, &arguments, error) || (!empty && !set_sizes(launch, grid, block, error)) ||
		!keep_arguments(stream, launch, error))
		return false;
	const cuda_result result = empty ? CUDA_SUCCESS : run(stream, launch, &arguments, grid, block);
	char call[256];
	snprintf(call, sizeof call, "cuLaunchKernel of '%.200s'", launch->function->name);
	stream->open->signal = launch->signal;
	return finish(stream, result, call, launch->signal != NULL, error);
}

/* ---- events */

static void free_event(struct kernels_device_object *object)
{
	struct cuda_event *event = (struct cuda_event *)object;
	struct cuda_context *context = (struct cuda_context *)event->base.context;
	if (kernels_cuda__enter_to_destroy(context)) {
		if (event->waiting)
			(void)CUDA->cuStreamDestroy(event->waiting);
		(void)CUDA->cuEventDestroy(event->handle);
		kernels_cuda__leave();
	}
	pthread_mutex_destroy(&event->lock);
	async_free(context->base.allocator, event, sizeof *event, _Alignof(struct cuda_event));
}

struct kernels_device_event *kernels_cuda__event_create(struct kernels_device_context *base, struct kernels_device_error *error)
{
	struct cuda_context *context = (struct cuda_context *)base;
	cuda_event_handle handle = NULL;
	if (!kernels_cuda__enter(context, "cuEventCreate", error))
		return NULL;
	struct cuda_event *event = async_alloc(base->allocator, sizeof *event, _Alignof(struct cuda_event));
	const bool good = event ? kernels_cuda__check(context, CUDA->cuEventCreate(&handle, DISABLE_TIMING), "cuEventCreate", error)
				: kernels_cuda__no_memory(error);
	kernels_cuda__leave();
	if (!good) {
		async_free(base->allocator, event, sizeof *event, _Alignof(struct cuda_event));
		return NULL;
	}
	*event = (struct cuda_event){ .handle = handle };
	kernels_device_object_init(&event->base.base, &kernels_cuda__driver, &base->base, free_event);
	event->base.context = base;
	pthread_mutex_init(&event->lock, NULL);
	return &event->base;
}

bool kernels_cuda__event_record(struct kernels_device_event *base, struct kernels_device_stream *stream_base,
	struct kernels_device_error *error)
{
	struct cuda_event *event = (struct cuda_event *)base;
	struct cuda_stream *stream = (struct cuda_stream *)stream_base;
	if (!begin(stream, "cuEventRecord", 0, error))
		return false;
	pthread_mutex_lock(&event->lock);
	event->queue = stream->queue;
	const cuda_result result = CUDA->cuEventRecord(event->handle, stream->handle);
	pthread_mutex_unlock(&event->lock);
	return finish(stream, result, "cuEventRecord", false, error);
}

/* Each event has a stream of its own for this, so that signals of events do not wait for one another. */
static cuda_result signal_event(struct cuda_event *event, struct cuda_fence *fence)
{
	cuda_result result = CUDA_SUCCESS;
	if (!event->waiting)
		result = CUDA->cuStreamCreate(&event->waiting, NON_BLOCKING);
	if (result == CUDA_SUCCESS)
		result = CUDA->cuStreamWaitEvent(event->waiting, event->handle, 0);
	return result == CUDA_SUCCESS ? kernels_cuda__fence_submit(fence, event->waiting) : result;
}

bool kernels_cuda__event_signal(struct kernels_device_event *base, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	struct cuda_event *event = (struct cuda_event *)base;
	struct cuda_context *context = (struct cuda_context *)base->context;
	if (!kernels_cuda__enter(context, "cuStreamWaitEvent", error))
		return false;
	pthread_mutex_lock(&event->lock);
	const bool recorded = event->queue != NULL;
	struct cuda_fence *fence = recorded ? kernels_cuda__fence_create(context, event->queue) : NULL;
	cuda_result result = CUDA_SUCCESS;
	if (fence) {
		kernels_cuda__fence_keep(fence, &base->base);
		fence->signal = signal;
		result = signal_event(event, fence);
	}
	pthread_mutex_unlock(&event->lock);
	kernels_cuda__leave();
	if (fence && result != CUDA_SUCCESS)
		kernels_cuda__fence_drop(fence);
	if (recorded && !fence)
		return kernels_cuda__no_memory(error);
	if (!recorded)
		signal->done(signal, 0); /* counts as reached */
	return kernels_cuda__check(context, result, "cuStreamWaitEvent", error);
}

bool kernels_cuda__stream_wait(struct kernels_device_stream *base, struct kernels_device_event *event,
	struct kernels_device_error *error)
{
	struct cuda_stream *stream = (struct cuda_stream *)base;
	if (!begin(stream, "cuStreamWaitEvent", 1, error))
		return false;
	kernels_cuda__fence_keep(stream->open, &event->base);
	return finish(stream, CUDA->cuStreamWaitEvent(stream->handle, ((struct cuda_event *)event)->handle, 0), "cuStreamWaitEvent",
		false, error);
}
