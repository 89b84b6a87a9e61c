/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers, copies, filling. Memory of the host is plain memory: OpenCL lets both sides use a mapped buffer only in turns, which a
 * graph cannot express. It serves for copies, not as arguments. */
#include "opencl.h"

#define ALIGN 4096 /* of memory of the host: whole pages, which drivers copy without staging */

static struct kernels_opencl__buffer *ours(struct kernels_device_buffer *buffer)
{
	return (struct kernels_opencl__buffer *)buffer;
}

static void destroy(struct kernels_device_object *object)
{
	struct kernels_opencl__buffer *buffer = (struct kernels_opencl__buffer *)object;
	const struct async_allocator *allocator = buffer->base.context->allocator;
	if (buffer->part)
		CL.clReleaseMemObject(buffer->part);
	if (buffer->owns_memory)
		CL.clReleaseMemObject(buffer->memory); /* after the commands that use it */
	if (buffer->owns_host)
		async_free(allocator, buffer->base.host, buffer->base.size, ALIGN);
	if (buffer->release)
		buffer->release(buffer->owner);
	async_free(allocator, buffer, sizeof *buffer, _Alignof(struct kernels_opencl__buffer));
}

static struct kernels_opencl__buffer *make(struct kernels_device_context *context, struct kernels_device_object *parent,
	size_t size, struct kernels_device_error *error)
{
	struct kernels_opencl__buffer *buffer =
		async_alloc(context->allocator, sizeof *buffer, _Alignof(struct kernels_opencl__buffer));
	if (!buffer) {
		kernels_opencl__no_memory(context->label, error);
		return NULL;
	}
	*buffer = (struct kernels_opencl__buffer){ .number = kernels_opencl__number() };
	kernels_device_object_init(&buffer->base.base, &kernels_opencl__driver, parent, destroy);
	buffer->base.context = context;
	buffer->base.size = size;
	return buffer;
}

struct kernels_device_buffer *kernels_opencl__buffer_create(
	struct kernels_device_context *context, size_t size, bool host_memory, struct kernels_device_error *error)
{
	int32_t code = CL_SUCCESS;
	struct kernels_opencl__buffer *buffer = make(context, &context->base, size, error);
	if (!buffer)
		return NULL;
	if (host_memory) {
		buffer->base.host = async_alloc(context->allocator, size, ALIGN);
		buffer->owns_host = buffer->base.host != NULL;
		if (buffer->owns_host)
			return &buffer->base;
		kernels_opencl__no_memory(context->label, error);
	} else {
		/* a buffer of no bytes is an error in OpenCL */
		buffer->memory = CL.clCreateBuffer(kernels_opencl__context_of(context)->context, CL_MEM_READ_WRITE,
			size > 0 ? size : 1, NULL, &code);
		buffer->owns_memory = code == CL_SUCCESS;
		if (kernels_opencl__check(code, "clCreateBuffer", context->label, error))
			return &buffer->base;
	}
	kernels_device_release(&buffer->base.base);
	return NULL;
}

struct kernels_device_buffer *kernels_opencl__buffer_of_bytes(
	struct kernels_opencl__context *context, void *bytes, size_t size, struct kernels_device_error *error)
{
	int32_t code = CL_SUCCESS;
	struct kernels_opencl__buffer *buffer = make(&context->base, &context->base.base, size, error);
	if (!buffer)
		return NULL;
	buffer->memory = CL.clCreateBuffer(context->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, bytes, &code);
	buffer->owns_memory = code == CL_SUCCESS;
	if (kernels_opencl__check(code, "clCreateBuffer", context->base.label, error))
		return &buffer->base;
	kernels_device_release(&buffer->base.base);
	return NULL;
}

struct kernels_device_buffer *kernels_opencl__buffer_view(
	struct kernels_device_buffer *buffer, size_t offset, size_t size, struct kernels_device_error *error)
{
	struct kernels_opencl__buffer *view = make(buffer->context, &buffer->base, size, error);
	if (!view)
		return NULL;
	view->memory = ours(buffer)->memory;
	view->offset = ours(buffer)->offset + offset;
	view->base.host = buffer->host ? (char *)buffer->host + offset : NULL;
	return &view->base;
}

struct kernels_device_buffer *kernels_opencl__buffer_wrap(struct kernels_device_context *context, void *data, size_t size,
	void (*release)(void *owner), void *owner, struct kernels_device_error *error)
{
	struct kernels_opencl__buffer *buffer = make(context, &context->base, size, error);
	if (!buffer)
		return NULL;
	buffer->base.host = data;
	buffer->release = release;
	buffer->owner = owner;
	return &buffer->base;
}

/* The part of a view, created at its first use. */
static void *part_of(struct kernels_opencl__buffer *view, uint32_t index, struct kernels_device_error *error)
{
	struct kernels_opencl__context *context = kernels_opencl__context_of(view->base.context);
	const size_t region[2] = { view->offset, view->base.size };
	int32_t code = CL_SUCCESS;
	if (view->offset % context->device->align != 0) {
		kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
			"parameter %u: the view begins at byte %zu of its buffer; %s needs a multiple of %zu", (unsigned)index,
			view->offset, context->base.label, context->device->align);
		return NULL;
	}
	pthread_mutex_lock(&context->lock);
	if (!view->part)
		view->part = CL.clCreateSubBuffer(
			view->memory, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, region, &code);
	void *part = code == CL_SUCCESS ? view->part : NULL;
	pthread_mutex_unlock(&context->lock);
	return kernels_opencl__check(code, "clCreateSubBuffer", context->base.label, error) ? part : NULL;
}

void *kernels_opencl__argument_memory(
	struct kernels_device_buffer *buffer, uint32_t index, struct kernels_device_error *error)
{
	struct kernels_opencl__buffer *found = ours(buffer);
	if (found->memory && found->offset == 0)
		return found->memory;
	if (found->memory && buffer->size > 0)
		return part_of(found, index, error);
	kernels_device_fail(error, ASYNC_CODE_INVALID_ARGUMENT, 0,
		"parameter %u: %s cannot be an argument on %s", (unsigned)index,
		found->memory ? "an empty view" : "memory of the host", buffer->context->label);
	return NULL;
}

/* ---- commands */

/* The pointer of a side that is memory of the host; NULL: memory of the device. */
static char *host_of(const struct kernels_device_place *place)
{
	return place->buffer ? place->buffer->host : place->host;
}

bool kernels_opencl__copy(struct kernels_device_stream *stream, const struct kernels_device_place *to,
	const struct kernels_device_place *from, size_t size, struct kernels_device_signal *signal,
	struct kernels_device_error *error)
{
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	void *queue = our_stream->queue, *event = NULL;
	void **out_event = signal ? &event : NULL;
	char *to_host = host_of(to), *from_host = host_of(from);
	const char *call = "clEnqueueCopyBuffer";
	int32_t code;
	if (to_host && from_host)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0, "both sides of a copy on %s are memory of the host",
			stream->context->label);
	pthread_mutex_lock(&our_stream->lock);
	if (from_host) {
		call = "clEnqueueWriteBuffer";
		code = CL.clEnqueueWriteBuffer(queue, ours(to->buffer)->memory, CL_FALSE, ours(to->buffer)->offset, size,
			from_host, 0, NULL, out_event);
	} else if (to_host) {
		call = "clEnqueueReadBuffer";
		code = CL.clEnqueueReadBuffer(queue, ours(from->buffer)->memory, CL_FALSE, ours(from->buffer)->offset, size,
			to_host, 0, NULL, out_event);
	} else {
		code = CL.clEnqueueCopyBuffer(queue, ours(from->buffer)->memory, ours(to->buffer)->memory,
			ours(from->buffer)->offset, ours(to->buffer)->offset, size, 0, NULL, out_event);
	}
	pthread_mutex_unlock(&our_stream->lock);
	return kernels_opencl__check(code, call, stream->context->label, error) &&
	       (!signal || kernels_opencl__signal_event(stream, event, signal, error));
}

bool kernels_opencl__fill(struct kernels_device_stream *stream, struct kernels_device_buffer *buffer, const void *pattern,
	size_t pattern_size, size_t size, struct kernels_device_error *error)
{
	if (buffer->host)
		return kernels_device_fail(error, ASYNC_CODE_UNIMPLEMENTED, 0,
			"%s cannot fill memory of the host; fill memory of the device and copy it", stream->context->label);
	struct kernels_opencl__stream *our_stream = (struct kernels_opencl__stream *)stream;
	pthread_mutex_lock(&our_stream->lock);
	const int32_t code = CL.clEnqueueFillBuffer(our_stream->queue, ours(buffer)->memory, pattern, pattern_size,
		ours(buffer)->offset, size, 0, NULL, NULL);
	pthread_mutex_unlock(&our_stream->lock);
	return kernels_opencl__check(code, "clEnqueueFillBuffer", stream->context->label, error);
}
