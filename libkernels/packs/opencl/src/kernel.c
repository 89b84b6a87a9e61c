/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernel objects of a function. Arguments are a state of the object, so each stream has its own: launches of one function in
 * several streams do not wait for each other, and a parameter that keeps its value is not set again. Streams beyond the number
 * of objects share the last one. */
#include "opencl.h"
#include <stdio.h>
#include <string.h>

static size_t block_of(const struct kernels_opencl__function *function)
{
	return sizeof(struct kernels_opencl__kernel) + function->base.parameter_count * sizeof(struct kernels_opencl__set);
}

static void free_kernel(const struct kernels_opencl__function *function, struct kernels_opencl__kernel *kernel)
{
	async_free(function->base.context->allocator, kernel, block_of(function), _Alignof(struct kernels_opencl__kernel));
}

static struct kernels_opencl__kernel *make(const struct kernels_opencl__function *function, struct kernels_device_error *error)
{
	const struct kernels_device_context *context = function->base.context;
	struct kernels_opencl__kernel *kernel =
		async_alloc(context->allocator, block_of(function), _Alignof(struct kernels_opencl__kernel));
	if (kernel) {
		memset(kernel, 0, block_of(function));
		kernel->sets = (struct kernels_opencl__set *)(kernel + 1);
	} else {
		kernels_opencl__no_memory(context->label, error);
	}
	return kernel;
}

/* Locked. */
static struct kernels_opencl__kernel *create(struct kernels_opencl__function *function, struct kernels_device_error *error)
{
	struct kernels_opencl__kernel *kernel = make(function, error);
	char call[300];
	int32_t code = CL_SUCCESS;
	if (!kernel)
		return NULL;
	kernel->kernel = CL.clCreateKernel(function->program, function->base.name, &code);
	snprintf(call, sizeof call, "clCreateKernel of %.200s", function->base.name);
	if (kernels_opencl__check(code, call, function->base.context->label, error))
		return kernel;
	free_kernel(function, kernel);
	return NULL;
}

bool kernels_opencl__kernel_add(
	struct kernels_opencl__function *function, void *kernel, struct kernels_device_error *error)
{
	function->kernels[0] = make(function, error);
	if (function->kernels[0])
		function->kernels[0]->kernel = kernel;
	return function->kernels[0] != NULL;
}

void kernels_opencl__kernels_free(struct kernels_opencl__function *function)
{
	for (uint32_t i = 0; i < OPENCL_KERNELS && function->kernels[i]; i++) {
		CL.clReleaseKernel(function->kernels[i]->kernel);
		free_kernel(function, function->kernels[i]);
	}
}

/* Gives the stream an object that has none, or a new one, or the shared one. Locked. */
static struct kernels_opencl__kernel *assign(
	struct kernels_opencl__function *function, uint64_t stream, struct kernels_device_error *error)
{
	const uint32_t last = OPENCL_KERNELS - 1;
	for (uint32_t i = 0; i <= last; i++) {
		struct kernels_opencl__kernel *kernel = function->kernels[i];
		if (kernel && kernel->stream != 0 && i < last)
			continue;
		if (!kernel && !(kernel = create(function, error)))
			return NULL;
		/* relaxed: only the stream itself compares it with success */
		__atomic_store_n(&kernel->stream, i < last ? stream : OPENCL_SHARED, __ATOMIC_RELAXED);
		/* release: pairs with the acquire in kernel_of(); *kernel is initialized */
		__atomic_store_n(&function->kernels[i], kernel, __ATOMIC_RELEASE);
		return kernel;
	}
	return NULL;
}

struct kernels_opencl__kernel *kernels_opencl__kernel_assign(struct kernels_opencl__function *function,
	const struct kernels_opencl__stream *stream, struct kernels_device_error *error)
{
	pthread_mutex_lock(&function->lock);
	struct kernels_opencl__kernel *kernel = assign(function, stream->number, error);
	pthread_mutex_unlock(&function->lock);
	return kernel;
}

static bool set_argument(struct kernels_opencl__function *function, void *kernel, uint32_t parameter,
	const struct kernels_device_argument *a, struct kernels_device_error *error)
{
	void *memory = NULL;
	int32_t code;
	if (a->kind == KERNELS_DEVICE_BUFFER) {
		if (a->buffer && !(memory = kernels_opencl__argument_memory(a->buffer, parameter, error)))
			return false;
		code = CL.clSetKernelArg(kernel, parameter, sizeof memory, &memory);
	} else {
		code = CL.clSetKernelArg(kernel, parameter, a->size, a->kind == KERNELS_DEVICE_BYTES ? a->bytes : NULL);
	}
	if (code == CL_SUCCESS)
		return true;
	char call[300];
	snprintf(call, sizeof call, "clSetKernelArg of parameter %u of '%.200s'", (unsigned)parameter, function->base.name);
	return kernels_opencl__check(code, call, function->base.context->label, error);
}

bool kernels_opencl__kernel_set(struct kernels_opencl__function *function, struct kernels_opencl__kernel *kernel,
	uint32_t parameter, const struct kernels_device_argument *argument, struct kernels_device_error *error)
{
	const bool done = set_argument(function, kernel->kernel, parameter, argument, error);
	if (parameter < function->base.parameter_count) /* else the driver has the error */
		kernel->sets[parameter] = done ? kernels_opencl__set_of(argument) : (struct kernels_opencl__set){ 0, 0 };
	return done;
}
