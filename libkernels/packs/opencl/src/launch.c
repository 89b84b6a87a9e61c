/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches. Arguments are a state of the kernel object that enqueueing copies, so both happen under its lock, which costs less
 * than a clone per thread. */
#include "opencl.h"
#include <stdio.h>

static bool set_argument(struct kernels_opencl__function *function, uint32_t index, const struct kernels_device_argument *a,
	struct kernels_device_error *error)
{
	const char *label = function->base.context->label;
	void *memory = NULL;
	int32_t code;
	if (a->kind == KERNELS_DEVICE_BUFFER) {
		if (a->buffer) {
			memory = kernels_opencl__argument_memory(a->buffer, index, error);
			if (!memory)
				return false;
		}
		code = CL.clSetKernelArg(function->kernel, index, sizeof memory, &memory);
	} else {
		code = CL.clSetKernelArg(function->kernel, index, a->size, a->kind == KERNELS_DEVICE_BYTES ? a->bytes : NULL);
	}
	if (code == CL_SUCCESS)
		return true;
	char call[300];
	snprintf(call, sizeof call, "clSetKernelArg of parameter %u of '%.200s'", (unsigned)index, function->base.name);
	return kernels_opencl__check(code, call, label, error);
}

/* A hash, not 0, of what PoCL compiles a function for: sizes of groups, which it chooses by the number of items where the launch
 * states none, whether there is an offset, and whether 16 bits are enough for ids. */
static uint64_t code_of(const struct kernels_device_launch *launch)
{
	uint64_t hash = launch->dimensions, flags = 0;
	for (uint32_t i = 0; i < launch->dimensions; i++) {
		hash = (hash ^ (launch->group[i] > 0 ? launch->group[i] : launch->global[i])) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
		flags |= (launch->offset[i] > 0 ? 1u : 0u) | (launch->global[i] > UINT16_MAX ? 2u : 0u) | (launch->group[i] > 0 ? 4u : 0u);
	}
	return hash << 3 | flags | 1u << 3;
}

/* Without items nothing runs. Such a launch is an error before OpenCL 2.1. */
static bool is_empty(const struct kernels_device_launch *launch)
{
	bool empty = false;
	for (uint32_t i = 0; i < launch->dimensions; i++)
		empty = empty || launch->global[i] == 0;
	return empty;
}

bool kernels_opencl__is_compiled(const struct kernels_device_launch *launch)
{
	struct kernels_opencl__function *function = (struct kernels_opencl__function *)launch->function;
	const uint64_t code = code_of(launch);
	if (is_empty(launch))
		return true;
	for (uint32_t i = 0; i < OPENCL_CODES_KEPT; i++)
		if (__atomic_load_n(&function->compiled[i], __ATOMIC_RELAXED) == code) /* relaxed: a hint about time only */
			return true;
	return false;
}

/* Locked. */
static void remember_code(struct kernels_opencl__function *function, const struct kernels_device_launch *launch)
{
	if (kernels_opencl__is_compiled(launch))
		return;
	__atomic_store_n(&function->compiled[function->next_compiled], code_of(launch), __ATOMIC_RELAXED);
	function->next_compiled = (function->next_compiled + 1) % OPENCL_CODES_KEPT;
}

/* Locked. */
static bool enqueue(void *queue, struct kernels_opencl__function *function, const struct kernels_device_launch *launch,
	void **out_event, struct kernels_device_error *error)
{
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		if (!set_argument(function, i, &launch->arguments[i], error))
			return false;
	}
	const int32_t code = CL.clEnqueueNDRangeKernel(queue, function->kernel, launch->dimensions,
		launch->offset[0] | launch->offset[1] | launch->offset[2] ? launch->offset : NULL,
		launch->global, launch->group[0] > 0 ? launch->group : NULL, 0, NULL, out_event);
	if (code == CL_SUCCESS) {
		remember_code(function, launch);
		return true;
	}
	char call[300];
	snprintf(call, sizeof call, "clEnqueueNDRangeKernel of '%.200s'", function->base.name);
	return kernels_opencl__check(code, call, function->base.context->label, error);
}

bool kernels_opencl__launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	struct kernels_opencl__function *function = (struct kernels_opencl__function *)launch->function;
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	void *event = NULL;
	if (launch->shared > 0)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0,
			"%s has no dynamic local memory of %zu bytes; pass it as an argument", stream->context->label,
			launch->shared);
	if (is_empty(launch))
		return !launch->signal || kernels_opencl__signal(stream, launch->signal, error);
	pthread_mutex_lock(&function->lock);
	pthread_mutex_lock(&our_stream->lock);
	const bool enqueued = enqueue(our_stream->queue, function, launch, launch->signal ? &event : NULL, error);
	pthread_mutex_unlock(&our_stream->lock);
	pthread_mutex_unlock(&function->lock);
	return enqueued && (!launch->signal || kernels_opencl__signal_event(stream, event, launch->signal, error));
}
