/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts, and what their calls report. */
#include "cuda.h"

#include <stdio.h>
#include <string.h>

bool kernels_cuda__no_memory(struct kernels_device_error *error)
{
	return kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, 0, "out of memory");
}

/* The current context belongs to the thread: it is pushed before calls and popped afterwards. */
bool kernels_cuda__enter(struct cuda_context *context, const char *call, struct kernels_device_error *error)
{
	kernels_cuda__fences_reclaim(context);
	pthread_mutex_lock(&context->lock);
	const cuda_result lost = context->lost;
	pthread_mutex_unlock(&context->lock);
	if (lost)
		return kernels_device_fail(error, ASYNC_CODE_UNAVAILABLE, lost, "%s on %s: the context was lost by %s (%d)", call,
			context->base.label, kernels_cuda__name(lost), lost);
	return kernels_cuda__check(context, CUDA->cuCtxPushCurrent(context->handle), "cuCtxPushCurrent", error);
}

bool kernels_cuda__enter_to_destroy(struct cuda_context *context)
{
	return CUDA->cuCtxPushCurrent(context->handle) == CUDA_SUCCESS;
}

void kernels_cuda__leave(void)
{
	cuda_context_handle ignored;
	(void)CUDA->cuCtxPopCurrent(&ignored);
}

bool kernels_cuda__check(struct cuda_context *context, cuda_result result, const char *call, struct kernels_device_error *error)
{
	if (result == CUDA_SUCCESS)
		return true;
	kernels_device_fail(error, kernels_cuda__code(result), result, "%s on %s: %s (%d)", call, context->base.label,
		kernels_cuda__name(result), result);
	if (kernels_cuda__is_fatal(result)) {
		kernels_cuda__explain(&context->base, result, error);
		kernels_cuda__fences_fail(context, result);
	}
	return false;
}

void kernels_cuda__explain(const struct kernels_device_context *base, int32_t number, struct kernels_device_error *out_error)
{
	struct cuda_context *context = (struct cuda_context *)(uintptr_t)base; /* its lock changes */
	char kernel[sizeof context->last_kernel];
	pthread_mutex_lock(&context->lock);
	memcpy(kernel, context->last_kernel, sizeof kernel);
	pthread_mutex_unlock(&context->lock);
	kernels_device_fail(out_error, kernels_cuda__code(number), number, "%s: %s (%d)%s%s%s", base->label,
		kernels_cuda__name(number), (int)number, kernel[0] ? "; the kernel launched last is '" : "", kernel,
		kernel[0] ? "'" : "");
}

static void free_context(struct kernels_device_object *object)
{
	struct cuda_context *context = (struct cuda_context *)object;
	async_timers_destroy(context->timers);
	const bool entered = context->handle && kernels_cuda__enter_to_destroy(context);
	kernels_cuda__staging_free(context);
	if (entered)
		kernels_cuda__leave();
	if (context->handle && context->primary)
		(void)CUDA->cuDevicePrimaryCtxRelease(context->device);
	else if (context->handle)
		(void)CUDA->cuCtxDestroy(context->handle);
	kernels_cuda__fences_free_zombies(context);
	pthread_mutex_destroy(&context->lock);
	async_free(context->base.allocator, context, sizeof *context, _Alignof(struct cuda_context));
}

static bool open_handle(struct cuda_context *context, bool primary, struct kernels_device_error *error)
{
	cuda_context_handle handle = NULL;
	context->primary = primary;
	if (!kernels_cuda__check(context, CUDA->cuDeviceGet(&context->device, (int)context->base.device), "cuDeviceGet", error))
		return false;
	const cuda_result result = primary ? CUDA->cuDevicePrimaryCtxRetain(&handle, context->device)
					   : CUDA->cuCtxCreate(&handle, 0, context->device);
	if (!kernels_cuda__check(context, result, primary ? "cuDevicePrimaryCtxRetain" : "cuCtxCreate", error))
		return false;
	if (!primary)
		kernels_cuda__leave(); /* cuCtxCreate() pushes it */
	context->handle = handle;
	return true;
}

struct kernels_device_context *kernels_cuda__context_create(uint32_t device, bool primary,
	const struct async_allocator *allocator, struct kernels_device_error *error)
{
	struct kernels_device_info *info = async_alloc(allocator, sizeof *info, _Alignof(struct kernels_device_info));
	struct cuda_context *context = async_alloc(allocator, sizeof *context, _Alignof(struct cuda_context));
	bool good = info && context;
	if (!good) {
		kernels_cuda__no_memory(error);
		async_free(allocator, context, sizeof *context, _Alignof(struct cuda_context));
		context = NULL;
	}
	if (good) {
		*context = (struct cuda_context){ .timers = async_timers_create(allocator), .timer = { .run = kernels_cuda__watch } };
		kernels_device_object_init(&context->base.base, &kernels_cuda__driver, NULL, free_context);
		context->base.allocator = allocator;
		context->base.device = device;
		pthread_mutex_init(&context->lock, NULL);
		snprintf(context->base.label, sizeof context->base.label, "cuda:%u", (unsigned)device);
		good = context->timers ? kernels_cuda__describe(device, info, error) : kernels_cuda__no_memory(error);
	}
	if (good) {
		snprintf(context->base.label, sizeof context->base.label, "cuda:%u (%.70s)", (unsigned)device, info->name);
		good = open_handle(context, primary, error);
	}
	async_free(allocator, info, sizeof *info, _Alignof(struct kernels_device_info));
	if (good)
		return &context->base;
	if (context)
		kernels_device_release(&context->base.base);
	return NULL;
}
