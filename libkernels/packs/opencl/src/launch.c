/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Launches. */
#include "opencl.h"
#include <stddef.h>
#include <stdio.h>

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

static void remember_code(struct kernels_opencl__function *function, const struct kernels_device_launch *launch)
{
	if (launch->size > offsetof(struct kernels_device_launch, compiled) && launch->compiled)
		return;
	if (kernels_opencl__is_compiled(launch))
		return;
	/* relaxed: hints about time only */
	const uint32_t next = __atomic_fetch_add(&function->next_compiled, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&function->compiled[next % OPENCL_CODES_KEPT], code_of(launch), __ATOMIC_RELAXED);
}

static inline struct kernels_opencl__kernel *kernel_of(struct kernels_opencl__function *function,
	const struct kernels_opencl__stream *stream, struct kernels_device_error *error)
{
	for (uint32_t i = 0; i < OPENCL_KERNELS; i++) {
		/* acquire: pairs with the release in assign() */
		struct kernels_opencl__kernel *kernel = __atomic_load_n(&function->kernels[i], __ATOMIC_ACQUIRE);
		if (!kernel)
			break;
		const uint64_t owner = __atomic_load_n(&kernel->stream, __ATOMIC_RELAXED); /* relaxed: see assign() */
		if (owner == stream->number || owner == OPENCL_SHARED)
			return kernel;
	}
	return kernels_opencl__kernel_assign(function, stream, error);
}

/* Sets the parameters that do not have their values already. */
static inline bool set_parameters(struct kernels_opencl__function *function, struct kernels_opencl__kernel *kernel,
	const struct kernels_device_launch *launch, struct kernels_device_error *error)
{
	for (uint32_t i = 0; i < launch->argument_count; i++) {
		if (i < function->base.parameter_count) {
			const struct kernels_opencl__set wanted = kernels_opencl__set_of(&launch->arguments[i]);
			const struct kernels_opencl__set *set = &kernel->sets[i];
			if (wanted.size != 0 && set->size == wanted.size && set->value == wanted.value)
				continue;
		}
		if (!kernels_opencl__kernel_set(function, kernel, i, &launch->arguments[i], error))
			return false;
	}
	return true;
}

static __attribute__((noinline)) bool fail_enqueue(
	const struct kernels_opencl__function *function, int32_t code, struct kernels_device_error *error)
{
	char call[300];
	snprintf(call, sizeof call, "clEnqueueNDRangeKernel of '%.200s'", function->base.name);
	return kernels_opencl__check(code, call, function->base.context->label, error);
}

/* Locked: the stream, and the function if the kernel object is shared. */
static inline bool enqueue(void *queue, struct kernels_opencl__function *function, struct kernels_opencl__kernel *kernel,
	const struct kernels_device_launch *launch, void **out_event, struct kernels_device_error *error)
{
	if (!set_parameters(function, kernel, launch, error))
		return false;
	const int32_t code = CL.clEnqueueNDRangeKernel(queue, kernel->kernel, launch->dimensions,
		launch->offset[0] | launch->offset[1] | launch->offset[2] ? launch->offset : NULL,
		launch->global, launch->group[0] > 0 ? launch->group : NULL, 0, NULL, out_event);
	return code == CL_SUCCESS || fail_enqueue(function, code, error);
}

static __attribute__((noinline)) bool put_shared(void *queue, struct kernels_opencl__function *function,
	struct kernels_opencl__kernel *kernel, const struct kernels_device_launch *launch, void **out_event,
	struct kernels_device_error *error)
{
	pthread_mutex_lock(&function->lock);
	const bool enqueued = enqueue(queue, function, kernel, launch, out_event, error);
	pthread_mutex_unlock(&function->lock);
	return enqueued;
}

/* Locked: the stream. */
static inline bool put(struct kernels_opencl__stream *stream, const struct kernels_device_launch *launch, void **out_event,
	struct kernels_device_error *error)
{
	struct kernels_opencl__function *function = (struct kernels_opencl__function *)launch->function;
	struct kernels_opencl__kernel *kernel = kernel_of(function, stream, error);
	if (!kernel)
		return false;
	/* relaxed: a shared kernel object stays shared */
	if (__atomic_load_n(&kernel->stream, __ATOMIC_RELAXED) == OPENCL_SHARED)
		return put_shared(stream->queue, function, kernel, launch, out_event, error);
	return enqueue(stream->queue, function, kernel, launch, out_event, error);
}

bool kernels_opencl__launch(struct kernels_device_stream *stream, const struct kernels_device_launch *launch,
	struct kernels_device_error *error)
{
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	struct kernels_opencl__context *context = kernels_opencl__context_of(stream->context);
	/* a fault in a kernel on a CPU ends the process, so no later command reports it */
	const bool remembers = !context->device->is_cpu;
	void *event = NULL;
	if (!kernels_device_launch_has_size(launch, error))
		return false;
	if (launch->shared > 0)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0,
			"%s has no dynamic local memory of %zu bytes; pass it as an argument", stream->context->label,
			launch->shared);
	if (is_empty(launch))
		return !launch->signal || kernels_opencl__signal(stream, launch->signal, error);
	pthread_mutex_lock(&our_stream->lock);
	const bool enqueued = put(our_stream, launch, launch->signal || remembers ? &event : NULL, error);
	pthread_mutex_unlock(&our_stream->lock);
	if (!enqueued)
		return false;
	remember_code((struct kernels_opencl__function *)launch->function, launch);
	if (launch->signal && remembers)
		CL.clRetainEvent(event);
	if (remembers)
		kernels_opencl__remember_launch(context, event, launch->function->name);
	return !launch->signal || kernels_opencl__signal_event(stream, event, launch->signal, error);
}
