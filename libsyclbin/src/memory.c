/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The default allocator, the growing buffer, and little-endian stores. */
#include "internal.h"

#include <stdalign.h>

const struct syclbin_allocator *syclbin__allocator(const struct syclbin_allocator *allocator)
{
	static const struct syclbin_allocator system = BYTECURSOR_MALLOC;
	return allocator ? allocator : &system;
}

static struct bytecursor_allocator base(const struct syclbin_allocator *allocator)
{
	return (struct bytecursor_allocator)BYTECURSOR_ALLOCATOR(syclbin__allocator(allocator));
}

bool syclbin__grow_to(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, size_t capacity)
{
	return bytecursor_buffer_grow(buffer, base(allocator), capacity);
}

bool syclbin__reserve(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, size_t extra)
{
	/* The bytes are there then, even if there are none. */
	return bytecursor_buffer_reserve(buffer, base(allocator), extra || buffer->data ? extra : 1);
}

bool syclbin__append(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator, const void *data,
	size_t size)
{
	if (!syclbin__reserve(buffer, allocator, size))
		return false;
	if (size)
		memcpy(buffer->data + buffer->size, data, size);
	buffer->size += size;
	return true;
}

void syclbin__buffer_free(struct bytecursor_buffer *buffer, const struct syclbin_allocator *allocator)
{
	bytecursor_buffer_free(buffer, base(allocator));
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
