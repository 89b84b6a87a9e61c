/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams. A stream may be released while its commands run, if no value waits for them. The process must not end before these commands
 * have ended: their threads belong to the driver, and exit() destroys what they use (PoCL's compiler, for example). So queues of OpenCL
 * with such commands are kept, and finish() of the pack waits for them. */
#include "opencl.h"

/* A queue whose stream was released. */
struct left_queue {
	void *queue, *marker; /* one reference each; the marker is behind all commands */
	struct left_queue *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards `left` and `users` */
static struct left_queue *left;
static uint32_t users; /* packs between init() and finish() */

static bool has_ended(void *marker)
{
	int32_t status = CL_COMPLETE;
	return CL.clGetEventInfo(marker, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL) == CL_SUCCESS &&
	       status <= CL_COMPLETE; /* negative: failed */
}

/* Takes the queues whose commands have ended out of the list. The lock is held. */
static struct left_queue *take_ended(void)
{
	struct left_queue *ended = NULL;
	for (struct left_queue **at = &left; *at;) {
		struct left_queue *entry = *at;
		if (has_ended(entry->marker)) {
			*at = entry->next;
			entry->next = ended;
			ended = entry;
		} else {
			at = &entry->next;
		}
	}
	return ended;
}

static void release_all(struct left_queue *entry)
{
	while (entry) {
		struct left_queue *next = entry->next;
		CL.clReleaseEvent(entry->marker);
		CL.clReleaseCommandQueue(entry->queue);
		async_free(async_allocator_system(), entry, sizeof *entry, _Alignof(struct left_queue));
		entry = next;
	}
}

/* Adds the queue to the list, and releases others whose commands have ended. Returns false if no pack will wait for it. */
static bool keep(void *queue, void *marker)
{
	struct left_queue *entry = async_alloc(async_allocator_system(), sizeof *entry, _Alignof(struct left_queue));
	if (!entry)
		return false;
	*entry = (struct left_queue){ .queue = queue, .marker = marker };
	pthread_mutex_lock(&lock);
	const bool kept = users > 0;
	struct left_queue *ended = take_ended();
	if (kept) {
		entry->next = left;
		left = entry;
	}
	pthread_mutex_unlock(&lock);
	release_all(ended);
	if (!kept)
		async_free(async_allocator_system(), entry, sizeof *entry, _Alignof(struct left_queue));
	return kept;
}

/* Takes over the queue. Waits for its commands only where nothing else would. */
static void leave(void *queue)
{
	void *marker = NULL;
	if (CL.clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker) == CL_SUCCESS) {
		CL.clFlush(queue);
		if (!has_ended(marker) && keep(queue, marker))
			return;
		CL.clReleaseEvent(marker);
	}
	CL.clFinish(queue);
	CL.clReleaseCommandQueue(queue);
}

void kernels_opencl__streams_begin(void)
{
	pthread_mutex_lock(&lock);
	users++;
	pthread_mutex_unlock(&lock);
}

void kernels_opencl__streams_finish(void)
{
	pthread_mutex_lock(&lock);
	struct left_queue *entries = left;
	left = NULL;
	users--;
	pthread_mutex_unlock(&lock);
	for (const struct left_queue *entry = entries; entry; entry = entry->next)
		CL.clFinish(entry->queue);
	release_all(entries);
}

static void free_stream(struct kernels_device_object *object)
{
	struct kernels_opencl__stream *stream = (struct kernels_opencl__stream *)object;
	leave(stream->queue);
	pthread_mutex_destroy(&stream->lock);
	async_free(stream->base.context->allocator, stream, sizeof *stream, _Alignof(struct kernels_opencl__stream));
}

struct kernels_device_stream *kernels_opencl__stream_create(
	struct kernels_device_context *context, struct async_queue *queue, struct kernels_device_error *error)
{
	struct kernels_opencl__context *ours = kernels_opencl__context_of(context);
	struct kernels_opencl__stream *stream =
		async_alloc(context->allocator, sizeof *stream, _Alignof(struct kernels_opencl__stream));
	int32_t code = CL_SUCCESS;
	(void)queue; /* the driver has threads */
	if (!stream) {
		kernels_opencl__no_memory(context->label, error);
		return NULL;
	}
	stream->queue = CL.clCreateCommandQueue(ours->context, ours->device->id, 0, &code);
	if (!kernels_opencl__check(code, "clCreateCommandQueue", context->label, error)) {
		async_free(context->allocator, stream, sizeof *stream, _Alignof(struct kernels_opencl__stream));
		return NULL;
	}
	stream->number = kernels_opencl__number();
	kernels_opencl__lock_init(&stream->lock);
	kernels_device_object_init(&stream->base.base, &kernels_opencl__driver, &context->base, free_stream);
	stream->base.context = context;
	return &stream->base;
}
