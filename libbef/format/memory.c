/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The default allocator and the growing buffer. */
#include "internal.h"

const struct bef_allocator *bef__allocator(const struct bef_allocator *allocator)
{
	static const struct bef_allocator system = BYTECURSOR_MALLOC;
	return allocator ? allocator : &system;
}

bool bef__buffer_reserve(struct bytecursor_buffer *buffer, const struct bef_allocator *allocator, size_t extra)
{
	return extra <= buffer->capacity - buffer->size ||
	       bytecursor_buffer_reserve(
		       buffer, (struct bytecursor_allocator)BYTECURSOR_ALLOCATOR(bef__allocator(allocator)), extra);
}

void bef__buffer_free(struct bytecursor_buffer *buffer, const struct bef_allocator *allocator)
{
	bytecursor_buffer_free(buffer, (struct bytecursor_allocator)BYTECURSOR_ALLOCATOR(bef__allocator(allocator)));
}
