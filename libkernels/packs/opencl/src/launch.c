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
	if (code == CL_SUCCESS)
		return true;
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
	for (uint32_t i = 0; i < launch->dimensions; i++) {
		/* an error before OpenCL 2.1 */
		if (launch->global[i] == 0)
			return !launch->signal || kernels_opencl__signal(stream, launch->signal, error);
	}
	pthread_mutex_lock(&function->lock);
	pthread_mutex_lock(&our_stream->lock);
	const bool enqueued = enqueue(our_stream->queue, function, launch, launch->signal ? &event : NULL, error);
	pthread_mutex_unlock(&our_stream->lock);
	pthread_mutex_unlock(&function->lock);
	return enqueued && (!launch->signal || kernels_opencl__signal_event(stream, event, launch->signal, error));
}
