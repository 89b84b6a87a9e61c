/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The default allocator and the growing buffer. */
#include "internal.h"
#include <bytecursor/ckd.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align; /* never more than max_align_t in this library */
	return malloc(size);
}

static void *default_resize(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	(void)align;
	return realloc(p, size);
}

static void default_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(p);
}

const struct bef_allocator *bef__allocator(const struct bef_allocator *allocator)
{
	static const struct bef_allocator system = { default_alloc, default_resize, default_free, NULL };
	return allocator ? allocator : &system;
}

static void *grow(const struct bef_allocator *a, const struct bef__buffer *buffer, size_t capacity)
{
	const size_t align = alignof(max_align_t);
	if (!buffer->data)
		return a->alloc(a->ctx, capacity, align);
	if (a->resize)
		return a->resize(a->ctx, buffer->data, buffer->capacity, capacity, align);
	void *data = a->alloc(a->ctx, capacity, align);
	if (data) {
		memcpy(data, buffer->data, buffer->size);
		a->free(a->ctx, buffer->data, buffer->capacity, align);
	}
	return data;
}

bool bef__buffer_reserve(struct bef__buffer *buffer, const struct bef_allocator *allocator, size_t extra)
{
	size_t needed;
	if (extra <= buffer->capacity - buffer->size)
		return true;
	if (ckd_add(&needed, buffer->size, extra) || needed > SIZE_MAX / 2)
		return false;
	size_t capacity = buffer->capacity + buffer->capacity / 2;
	if (capacity < needed)
		capacity = needed;
	if (capacity < 64)
		capacity = 64;
	void *data = grow(bef__allocator(allocator), buffer, capacity);
	if (!data)
		return false;
	buffer->data = data;
	buffer->capacity = capacity;
	return true;
}

void bef__buffer_free(struct bef__buffer *buffer, const struct bef_allocator *allocator)
{
	const struct bef_allocator *a = bef__allocator(allocator);
	if (buffer->data)
		a->free(a->ctx, buffer->data, buffer->capacity, alignof(max_align_t));
	*buffer = (struct bef__buffer){ 0 };
}
