/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers of the host device. */
#include "host.h"

#define ALIGN 256

static void destroy(struct kernels_device_object *object)
{
	struct kernels_device__host_buffer *buffer = (struct kernels_device__host_buffer *)object;
	const struct async_allocator *allocator = buffer->base.context->allocator;
	if (buffer->align > 0)
		async_free(allocator, buffer->data, buffer->base.size, buffer->align);
	if (buffer->release)
		buffer->release(buffer->owner);
	async_free(allocator, buffer, sizeof *buffer, _Alignof(struct kernels_device__host_buffer));
}

static struct kernels_device__host_buffer *make(struct kernels_device_context *context,
	struct kernels_device_object *parent, char *data, size_t size, struct kernels_device_error *error)
{
	struct kernels_device__host_buffer *buffer = async_alloc(
		context->allocator, sizeof *buffer, _Alignof(struct kernels_device__host_buffer));
	if (!buffer) {
		kernels_device__host_no_memory(error);
		return NULL;
	}
	*buffer = (struct kernels_device__host_buffer){ .data = data };
	kernels_device_object_init(&buffer->base.base, &kernels_device__host, parent, destroy);
	buffer->base.context = context;
	buffer->base.size = size;
	return buffer;
}

struct kernels_device_buffer *kernels_device__host_buffer_create(
	struct kernels_device_context *context, size_t size, bool host_memory, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("buffer_create", error))
		return NULL;
	char *data = async_alloc(context->allocator, size, ALIGN);
	if (!data) {
		kernels_device_fail(error, ASYNC_CODE_RESOURCE_EXHAUSTED, HOST_NO_MEMORY,
			"a buffer of %zu bytes on %s: out of memory", size, context->label);
		return NULL;
	}
	struct kernels_device__host_buffer *buffer = make(context, &context->base, data, size, error);
	if (!buffer) {
		async_free(context->allocator, data, size, ALIGN);
		return NULL;
	}
	buffer->align = ALIGN;
	buffer->base.host = host_memory ? data : NULL;
	return &buffer->base;
}

struct kernels_device_buffer *kernels_device__host_buffer_view(
	struct kernels_device_buffer *buffer, size_t offset, size_t size, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("buffer_view", error))
		return NULL;
	char *data = kernels_device__host_data(buffer) + offset;
	struct kernels_device__host_buffer *view = make(buffer->context, &buffer->base, data, size, error);
	if (!view)
		return NULL;
	view->base.host = buffer->host ? data : NULL;
	return &view->base;
}

struct kernels_device_buffer *kernels_device__host_buffer_wrap(struct kernels_device_context *context, void *data,
	size_t size, void (*release)(void *owner), void *owner, struct kernels_device_error *error)
{
	if (!kernels_device__host_enter("buffer_wrap", error))
		return NULL;
	struct kernels_device__host_buffer *buffer = make(context, &context->base, data, size, error);
	if (!buffer)
		return NULL;
	buffer->base.host = data;
	buffer->release = release;
	buffer->owner = owner;
	return &buffer->base;
}
