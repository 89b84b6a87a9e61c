/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fences: the ends of commands. libcuda calls a fence in a thread of its own, in which it must not be called back. So the
 * references of a fence are released by a task of the queue. A lost context calls no fences: they are ended by the next call
 * that fails, or by the timer. */
#include "cuda.h"

#include <string.h>

#define WATCH_NS UINT64_C(200000000)

/* Set in threads that must not release objects: a full queue runs tasks in the caller. */
static _Thread_local bool in_callback;

struct cuda_fence *kernels_cuda__fence_create(struct cuda_context *context, struct async_queue *queue)
{
	const struct async_allocator *allocator = context->base.allocator;
	struct cuda_fence *fence = async_alloc(allocator, sizeof *fence, _Alignof(struct cuda_fence));
	if (!fence)
		return NULL;
	*fence = (struct cuda_fence){ .context = context, .queue = queue };
	kernels_device_retain(&context->base.base);
	return fence;
}

/* Launches of a loop use the same objects again and again. */
void kernels_cuda__fence_keep(struct cuda_fence *fence, struct kernels_device_object *object)
{
	for (uint32_t i = 0; i < fence->count; i++) {
		if (fence->objects[i] == object)
			return;
	}
	kernels_device_retain(object);
	fence->objects[fence->count++] = object;
}

void kernels_cuda__fence_drop(struct cuda_fence *fence)
{
	struct cuda_context *context = fence->context;
	for (uint32_t i = 0; i < fence->count; i++)
		kernels_device_release(fence->objects[i]);
	fence->count = 0;
	if (fence->lost) { /* the driver may still call it */
		pthread_mutex_lock(&context->lock);
		fence->next = context->zombies;
		context->zombies = fence;
		pthread_mutex_unlock(&context->lock);
	} else {
		async_free(context->base.allocator, fence, sizeof *fence, _Alignof(struct cuda_fence));
	}
	kernels_device_release(&context->base.base);
}

static void drop_task(void *ctx)
{
	struct cuda_fence *fence = ctx;
	if (!in_callback) {
		kernels_cuda__fence_drop(fence);
		return;
	}
	pthread_mutex_lock(&fence->context->lock);
	fence->next = fence->context->finished;
	fence->context->finished = fence;
	pthread_mutex_unlock(&fence->context->lock);
}

void kernels_cuda__fences_reclaim(struct cuda_context *context)
{
	pthread_mutex_lock(&context->lock);
	struct cuda_fence *fence = context->finished;
	context->finished = NULL;
	pthread_mutex_unlock(&context->lock);
	while (fence) {
		struct cuda_fence *next = fence->next;
		kernels_cuda__fence_drop(fence);
		fence = next;
	}
}

void kernels_cuda__fences_free_zombies(struct cuda_context *context)
{
	while (context->zombies) {
		struct cuda_fence *fence = context->zombies;
		context->zombies = fence->next;
		async_free(context->base.allocator, fence, sizeof *fence, _Alignof(struct cuda_fence));
	}
}

/* Locked. */
static void unlist(struct cuda_fence *fence)
{
	if (fence->previous)
		fence->previous->next = fence->next;
	else
		fence->context->fences = fence->next;
	if (fence->next)
		fence->next->previous = fence->previous;
	fence->listed = false;
}

/* Of a fence that was unlisted by this thread. The task is posted before the signal: afterwards the queue may be destroyed. */
static void end(struct cuda_fence *fence, cuda_result result)
{
	struct kernels_device_signal *signal = fence->signal;
	if (result == CUDA_SUCCESS && fence->copy_size > 0)
		memcpy(fence->copy_to, fence->copy_from, fence->copy_size);
	async_external_complete(&fence->external);
	if (signal)
		signal->done(signal, result);
}

/* In a thread of libcuda. */
static void reached(void *ctx)
{
	struct cuda_fence *fence = ctx;
	struct cuda_context *context = fence->context; /* alive: the fence has a reference, or it is a zombie of it */
	pthread_mutex_lock(&context->lock);
	const bool mine = fence->listed;
	if (mine)
		unlist(fence);
	pthread_mutex_unlock(&context->lock);
	in_callback = true;
	if (mine)
		end(fence, CUDA_SUCCESS);
	in_callback = false;
}

static void start_watching(struct cuda_context *context)
{
	pthread_mutex_lock(&context->lock);
	const bool start = !context->watching && context->fences;
	context->watching = context->watching || start;
	pthread_mutex_unlock(&context->lock);
	if (start && async_timer_start(context->timers, &context->timer, async_now_ns() + WATCH_NS) != ASYNC_OK) {
		pthread_mutex_lock(&context->lock);
		context->watching = false; /* without a thread for it, the next call that fails ends the fences */
		pthread_mutex_unlock(&context->lock);
	}
}

cuda_result kernels_cuda__fence_submit(struct cuda_fence *fence, cuda_stream_handle stream)
{
	struct cuda_context *context = fence->context;
	kernels_device_retain(&context->base.base); /* the fence may end at once */
	async_external_begin(&fence->external, fence->queue, "cuda", drop_task, fence);
	pthread_mutex_lock(&context->lock);
	fence->previous = NULL;
	fence->next = context->fences;
	if (fence->next)
		fence->next->previous = fence;
	context->fences = fence;
	fence->listed = true;
	pthread_mutex_unlock(&context->lock);
	const cuda_result result = CUDA->cuLaunchHostFunc(stream, reached, fence);
	bool mine = false;
	if (result != CUDA_SUCCESS) {
		pthread_mutex_lock(&context->lock);
		mine = fence->listed; /* else another thread found the context lost, and has ended it */
		if (mine)
			unlist(fence);
		pthread_mutex_unlock(&context->lock);
	} else {
		start_watching(context);
	}
	if (mine)
		async_external_abandon(&fence->external);
	kernels_device_release(&context->base.base);
	return mine ? result : CUDA_SUCCESS;
}

void kernels_cuda__fences_fail(struct cuda_context *context, cuda_result result)
{
	pthread_mutex_lock(&context->lock);
	if (!context->lost)
		context->lost = result;
	struct cuda_fence *fences = context->fences;
	for (struct cuda_fence *f = fences; f; f = f->next) {
		f->listed = false;
		f->lost = true;
	}
	context->fences = NULL;
	pthread_mutex_unlock(&context->lock);
	while (fences) {
		struct cuda_fence *next = fences->next;
		end(fences, result);
		fences = next;
	}
}

/* Asks the context whether it is lost: every call reports that. */
void kernels_cuda__watch(struct async_timer *timer)
{
	struct cuda_context *context = (struct cuda_context *)((char *)timer - offsetof(struct cuda_context, timer));
	cuda_result result = CUDA_SUCCESS;
	if (kernels_cuda__enter_to_destroy(context)) {
		result = CUDA->cuStreamQuery(NULL);
		kernels_cuda__leave();
	}
	pthread_mutex_lock(&context->lock);
	context->watching = false;
	pthread_mutex_unlock(&context->lock);
	in_callback = true; /* the context must not be destroyed here: its timers would wait for this thread */
	if (kernels_cuda__is_fatal(result))
		kernels_cuda__fences_fail(context, result);
	else
		start_watching(context);
	in_callback = false;
}
