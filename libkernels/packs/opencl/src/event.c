/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Events and signals. */
#include "opencl.h"

/* In a thread of the driver, or in the caller of clSetEventCallback(). */
static void ended(void *event, int32_t status, void *ctx)
{
	struct kernels_device_signal *signal = ctx;
	(void)event;
	signal->done(signal, status < 0 ? status : 0);
}

bool kernels_opencl__signal_event(struct kernels_device_stream *stream, void *event, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	void *queue = ((struct kernels_opencl__stream *)stream)->queue;
	/* No lock is held: the callback may run now. The caller keeps the stream. */
	const bool set = kernels_opencl__check(CL.clSetEventCallback(event, CL_COMPLETE, ended, signal),
		"clSetEventCallback", stream->context->label, error);
	CL.clReleaseEvent(event);
	if (set)
		CL.clFlush(queue); /* a failure of the queue reaches the event */
	else
		CL.clFinish(queue);
	return set;
}

/* A marker behind the commands of the stream. */
static bool put_marker(struct kernels_device_stream *stream, void **marker, struct kernels_device_error *error)
{
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	pthread_mutex_lock(&our_stream->lock);
	const int32_t code = CL.clEnqueueMarkerWithWaitList(our_stream->queue, 0, NULL, marker);
	pthread_mutex_unlock(&our_stream->lock);
	return kernels_opencl__check(code, "clEnqueueMarkerWithWaitList", stream->context->label, error);
}

bool kernels_opencl__signal(
	struct kernels_device_stream *stream, struct kernels_device_signal *signal, struct kernels_device_error *error)
{
	void *event = NULL;
	return put_marker(stream, &event, error) && kernels_opencl__signal_event(stream, event, signal, error);
}

static void free_event(struct kernels_device_object *object)
{
	struct kernels_opencl__event *event = (struct kernels_opencl__event *)object;
	if (event->event)
		CL.clReleaseEvent(event->event);
	async_free(event->base.context->allocator, event, sizeof *event, _Alignof(struct kernels_opencl__event));
}

struct kernels_device_event *kernels_opencl__event_create(
	struct kernels_device_context *context, struct kernels_device_error *error)
{
	struct kernels_opencl__event *event =
		async_alloc(context->allocator, sizeof *event, _Alignof(struct kernels_opencl__event));
	if (!event) {
		kernels_opencl__no_memory(context->label, error);
		return NULL;
	}
	event->event = NULL;
	kernels_device_object_init(&event->base.base, &kernels_opencl__driver, &context->base, free_event);
	event->base.context = context;
	return &event->base;
}

bool kernels_opencl__event_record(
	struct kernels_device_event *event, struct kernels_device_stream *stream, struct kernels_device_error *error)
{
	struct kernels_opencl__context *context = kernels_opencl__context_of(event->context);
	void *queue = ((struct kernels_opencl__stream *)stream)->queue, *marker = NULL;
	if (!put_marker(stream, &marker, error))
		return false;
	pthread_mutex_lock(&context->lock);
	void *before = ((struct kernels_opencl__event *)event)->event;
	((struct kernels_opencl__event *)event)->event = marker;
	pthread_mutex_unlock(&context->lock);
	if (before)
		CL.clReleaseEvent(before);
	CL.clFlush(queue); /* another queue may wait for it */
	return true;
}

/* One reference, or NULL. */
static void *event_of(struct kernels_device_event *event)
{
	struct kernels_opencl__context *context = kernels_opencl__context_of(event->context);
	pthread_mutex_lock(&context->lock);
	void *found = ((struct kernels_opencl__event *)event)->event;
	if (found)
		CL.clRetainEvent(found);
	pthread_mutex_unlock(&context->lock);
	return found;
}

bool kernels_opencl__event_signal(
	struct kernels_device_event *event, struct kernels_device_signal *signal, struct kernels_device_error *error)
{
	void *found = event_of(event);
	if (!found) {
		signal->done(signal, 0);
		return true;
	}
	const bool set = kernels_opencl__check(CL.clSetEventCallback(found, CL_COMPLETE, ended, signal), "clSetEventCallback",
		event->context->label, error);
	CL.clReleaseEvent(found);
	return set;
}

bool kernels_opencl__stream_wait(
	struct kernels_device_stream *stream, struct kernels_device_event *event, struct kernels_device_error *error)
{
	void *found = event_of(event);
	if (!found)
		return true;
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	pthread_mutex_lock(&our_stream->lock);
	const int32_t code = CL.clEnqueueBarrierWithWaitList(our_stream->queue, 1, &found, NULL);
	pthread_mutex_unlock(&our_stream->lock);
	CL.clReleaseEvent(found);
	return kernels_opencl__check(code, "clEnqueueBarrierWithWaitList", stream->context->label, error);
}
