/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of devices, page-locked memory, and blocks for copies from and to ordinary memory. */
#include "cuda.h"

enum { PORTABLE = 1, STAGING_LEAST = 1 << 16 };
#define STAGING_KEPT ((size_t)64 << 20) /* bytes of free blocks in a context */

static void free_buffer(struct kernels_device_object *object)
{
	struct cuda_buffer *buffer = (struct cuda_buffer *)object;
	struct cuda_context *context = (struct cuda_context *)buffer->base.context;
	const bool owns = buffer->allocated || buffer->release;
	if (owns && kernels_cuda__enter_to_destroy(context)) {
		if (buffer->release)
			(void)CUDA->cuMemHostUnregister(buffer->base.host);
		else if (buffer->base.host)
			(void)CUDA->cuMemFreeHost(buffer->base.host);
		else
			(void)CUDA->cuMemFree(buffer->pointer);
		kernels_cuda__leave();
	}
	if (buffer->release)
		buffer->release(buffer->owner);
	async_free(context->base.allocator, buffer, sizeof *buffer, _Alignof(struct cuda_buffer));
}

struct kernels_device_buffer *kernels_cuda__buffer_of(struct cuda_context *context, struct kernels_device_object *parent,
	cuda_pointer pointer, size_t size, struct kernels_device_error *error)
{
	struct cuda_buffer *buffer = async_alloc(context->base.allocator, sizeof *buffer, _Alignof(struct cuda_buffer));
	if (!buffer) {
		kernels_cuda__no_memory(error);
		return NULL;
	}
	*buffer = (struct cuda_buffer){ .pointer = pointer };
	kernels_device_object_init(&buffer->base.base, &kernels_cuda__driver, parent, free_buffer);
	buffer->base.context = &context->base;
	buffer->base.size = size;
	return &buffer->base;
}

static bool allocate(struct cuda_buffer *buffer, bool host_memory, struct kernels_device_error *error)
{
	struct cuda_context *context = (struct cuda_context *)buffer->base.context;
	const char *call = host_memory ? "cuMemHostAlloc" : "cuMemAlloc";
	if (!kernels_cuda__enter(context, call, error))
		return false;
	const cuda_result result = host_memory ? CUDA->cuMemHostAlloc(&buffer->base.host, buffer->base.size, PORTABLE)
					       : CUDA->cuMemAlloc(&buffer->pointer, buffer->base.size);
	kernels_cuda__leave();
	if (!kernels_cuda__check(context, result, call, error)) {
		buffer->base.host = NULL;
		return false;
	}
	if (host_memory)
		buffer->pointer = (uintptr_t)buffer->base.host;
	buffer->allocated = true;
	return true;
}

struct kernels_device_buffer *kernels_cuda__buffer_create(struct kernels_device_context *context, size_t size, bool host_memory,
	struct kernels_device_error *error)
{
	struct kernels_device_buffer *buffer = kernels_cuda__buffer_of((struct cuda_context *)context, &context->base, 0, size, error);
	if (!buffer || size == 0 || allocate((struct cuda_buffer *)buffer, host_memory, error)) /* libcuda refuses size 0 */
		return buffer;
	kernels_device_release(&buffer->base);
	return NULL;
}

struct kernels_device_buffer *kernels_cuda__buffer_view(struct kernels_device_buffer *buffer, size_t offset, size_t size,
	struct kernels_device_error *error)
{
	struct kernels_device_buffer *view = kernels_cuda__buffer_of((struct cuda_context *)buffer->context, &buffer->base,
		((struct cuda_buffer *)buffer)->pointer + offset, size, error);
	if (view && buffer->host)
		view->host = (char *)buffer->host + offset;
	return view;
}

struct kernels_device_buffer *kernels_cuda__buffer_wrap(struct kernels_device_context *base, void *data, size_t size,
	void (*release)(void *owner), void *owner, struct kernels_device_error *error)
{
	struct cuda_context *context = (struct cuda_context *)base;
	struct kernels_device_buffer *wrapped = kernels_cuda__buffer_of(context, &base->base, (uintptr_t)data, size, error);
	if (!wrapped)
		return NULL;
	bool good = kernels_cuda__enter(context, "cuMemHostRegister", error);
	if (good) {
		const cuda_result result = size ? CUDA->cuMemHostRegister(data, size, PORTABLE) : CUDA_SUCCESS;
		kernels_cuda__leave();
		good = kernels_cuda__check(context, result, "cuMemHostRegister", error);
	}
	if (!good) {
		kernels_device_release(&wrapped->base);
		return NULL;
	}
	wrapped->host = data;
	((struct cuda_buffer *)wrapped)->release = release;
	((struct cuda_buffer *)wrapped)->owner = owner;
	return wrapped;
}

/* ---- staging: page-locking takes long, so blocks are kept */

static void free_block(struct cuda_staging *staging)
{
	(void)CUDA->cuMemFreeHost(staging->bytes);
	async_free(staging->context->base.allocator, staging, sizeof *staging, _Alignof(struct cuda_staging));
}

/* The parent was released by nobody yet, so the context is alive. */
static void return_block(struct kernels_device_object *object)
{
	struct cuda_staging *staging = (struct cuda_staging *)object;
	struct cuda_context *context = staging->context;
	pthread_mutex_lock(&context->lock);
	const bool kept = staging->size <= STAGING_KEPT && context->staging_bytes <= STAGING_KEPT - staging->size;
	if (kept) {
		staging->next = context->staging;
		context->staging = staging;
		context->staging_bytes += staging->size;
	}
	pthread_mutex_unlock(&context->lock);
	if (!kept) {
		const bool entered = kernels_cuda__enter_to_destroy(context);
		free_block(staging);
		if (entered)
			kernels_cuda__leave();
	}
}

void kernels_cuda__staging_free(struct cuda_context *context)
{
	while (context->staging) {
		struct cuda_staging *staging = context->staging;
		context->staging = staging->next;
		free_block(staging);
	}
}

/* A free block of up to four times the size. */
static struct cuda_staging *find_block(struct cuda_context *context, size_t size)
{
	pthread_mutex_lock(&context->lock);
	struct cuda_staging **place = &context->staging;
	while (*place && ((*place)->size < size || (*place)->size / 4 > size))
		place = &(*place)->next;
	struct cuda_staging *found = *place;
	if (found) {
		*place = found->next;
		context->staging_bytes -= found->size;
	}
	pthread_mutex_unlock(&context->lock);
	return found;
}

struct cuda_staging *kernels_cuda__staging(struct cuda_context *context, size_t size, struct kernels_device_error *error)
{
	const struct async_allocator *allocator = context->base.allocator;
	size = size < STAGING_LEAST ? STAGING_LEAST : size;
	struct cuda_staging *staging = find_block(context, size);
	if (!staging) {
		void *bytes;
		staging = async_alloc(allocator, sizeof *staging, _Alignof(struct cuda_staging));
		if (!staging) {
			kernels_cuda__no_memory(error);
			return NULL;
		}
		if (!kernels_cuda__check(context, CUDA->cuMemHostAlloc(&bytes, size, PORTABLE), "cuMemHostAlloc", error)) {
			async_free(allocator, staging, sizeof *staging, _Alignof(struct cuda_staging));
			return NULL;
		}
		*staging = (struct cuda_staging){ .context = context, .bytes = bytes, .size = size };
	}
	kernels_device_object_init(&staging->base, &kernels_cuda__driver, &context->base.base, return_block);
	return staging;
}
