/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The default allocator, the growing buffer, and little-endian stores. */
#include "internal.h"

#include <bytecursor/ckd.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

static void *default_alloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align; /* at most max_align_t in this library */
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

const struct syclbin_allocator *syclbin__allocator(const struct syclbin_allocator *allocator)
{
	static const struct syclbin_allocator system = { default_alloc, default_resize, default_free, NULL };
	return allocator ? allocator : &system;
}

static void *grow(const struct syclbin_allocator *a, const struct syclbin__buffer *buffer, size_t capacity)
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

bool syclbin__grow_to(struct syclbin__buffer *buffer, const struct syclbin_allocator *allocator, size_t capacity)
{
	void *data = grow(syclbin__allocator(allocator), buffer, capacity);
	if (!data)
		return false;
	buffer->data = data;
	buffer->capacity = capacity;
	return true;
}

bool syclbin__reserve(struct syclbin__buffer *buffer, const struct syclbin_allocator *allocator, size_t extra)
{
	size_t needed;
	if (buffer->data && extra <= buffer->capacity - buffer->size)
		return true;
	if (ckd_add(&needed, buffer->size, extra) || needed > SIZE_MAX / 2)
		return false;
	size_t capacity = buffer->capacity + buffer->capacity / 2;
	capacity = capacity < needed ? needed : capacity;
	return syclbin__grow_to(buffer, allocator, capacity < 64 ? 64 : capacity);
}

bool syclbin__append(struct syclbin__buffer *buffer, const struct syclbin_allocator *allocator, const void *data,
	size_t size)
{
	if (!syclbin__reserve(buffer, allocator, size))
		return false;
	if (size)
		memcpy(buffer->data + buffer->size, data, size);
	buffer->size += size;
	return true;
}

void syclbin__buffer_free(struct syclbin__buffer *buffer, const struct syclbin_allocator *allocator)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	if (buffer->data)
		a->free(a->ctx, buffer->data, buffer->capacity, alignof(max_align_t));
	*buffer = (struct syclbin__buffer){ 0 };
}

void *syclbin__alloc(const struct syclbin_allocator *allocator, size_t count, size_t size)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	size_t bytes;
	if (ckd_mul(&bytes, count, size))
		return NULL;
	return a->alloc(a->ctx, bytes ? bytes : 1, alignof(max_align_t));
}

void syclbin__free(const struct syclbin_allocator *allocator, void *p, size_t count, size_t size)
{
	const struct syclbin_allocator *a = syclbin__allocator(allocator);
	size_t bytes = count * size; /* did not overflow when it was allocated */
	if (p)
		a->free(a->ctx, p, bytes ? bytes : 1, alignof(max_align_t));
}

void syclbin__put16(uint8_t *p, uint16_t value)
{
	p[0] = (uint8_t)value;
	p[1] = (uint8_t)(value >> 8);
}

void syclbin__put32(uint8_t *p, uint32_t value)
{
	syclbin__put16(p, (uint16_t)value);
	syclbin__put16(p + 2, (uint16_t)(value >> 16));
}

void syclbin__put64(uint8_t *p, uint64_t value)
{
	syclbin__put32(p, (uint32_t)value);
	syclbin__put32(p + 4, (uint32_t)(value >> 32));
}
