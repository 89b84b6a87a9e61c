/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host memory behind the allocators of the libraries.
 *
 * Each library has a struct of its own for it (struct bef_allocator), so that its headers stand alone, with the members of struct
 * bytecursor_allocator in the same order. */
#ifndef BYTECURSOR_MEMORY_H
#define BYTECURSOR_MEMORY_H

#include <bytecursor/ckd.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bytecursor_allocator {
	void *(*alloc)(void *ctx, size_t size, size_t align);
	void *(*resize)(void *ctx, void *p, size_t old_size, size_t size, size_t align); /* may be NULL */
	void (*free)(void *ctx, void *p, size_t size, size_t align);
	void *ctx;
};

/* Initializers of the allocator of any library: with the functions of another one, and over malloc(). */
#define BYTECURSOR_ALLOCATOR(from)                                                                                     \
	{                                                                                                              \
		(from)->alloc, (from)->resize, (from)->free, (from)->ctx                                               \
	}
#define BYTECURSOR_MALLOC                                                                                              \
	{                                                                                                              \
		bytecursor_malloc, bytecursor_realloc, bytecursor_free, NULL                                           \
	}

static inline void *bytecursor_malloc(void *ctx, size_t size, size_t align)
{
	(void)ctx;
	(void)align; /* at most that of max_align_t, as in all libraries but libmlirbc */
	return malloc(size);
}

static inline void *bytecursor_malloc_aligned(void *ctx, size_t size, size_t align)
{
	void *p = NULL;
	if (align <= _Alignof(max_align_t))
		return bytecursor_malloc(ctx, size, align);
	return posix_memalign(&p, align, size) == 0 ? p : NULL;
}

static inline void *bytecursor_realloc(void *ctx, void *p, size_t old_size, size_t size, size_t align)
{
	(void)ctx;
	(void)old_size;
	(void)align; /* as above */
	return realloc(p, size);
}

static inline void bytecursor_free(void *ctx, void *p, size_t size, size_t align)
{
	(void)ctx;
	(void)size;
	(void)align;
	free(p);
}

/* A larger block for the `used` bytes of one with `old_size` bytes, or a first one if `p` is NULL; aligned as max_align_t. NULL if memory
 * is short: p is unchanged. */
static inline void *bytecursor_regrow(struct bytecursor_allocator a, void *p, size_t used, size_t old_size, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	if (p && a.resize)
		return a.resize(a.ctx, p, old_size, size, align);
	void *moved = a.alloc(a.ctx, size, align);
	if (moved && p) {
		memcpy(moved, p, used);
		a.free(a.ctx, p, old_size, align);
	}
	return moved;
}

/* ---- bytes that grow, aligned as max_align_t, so that they can hold arrays of any plain type */

struct bytecursor_buffer {
	uint8_t *data;
	size_t size, capacity;
};

/* Sets the capacity, which becomes larger. False if memory is short: the buffer is unchanged. */
static inline bool bytecursor_buffer_grow(struct bytecursor_buffer *buffer, struct bytecursor_allocator a, size_t capacity)
{
	void *data = bytecursor_regrow(a, buffer->data, buffer->size, buffer->capacity, capacity);
	if (!data)
		return false;
	buffer->data = data;
	buffer->capacity = capacity;
	return true;
}

/* Makes room for `extra` more bytes, or, with half as much again, for those that follow. False as above. */
static inline bool bytecursor_buffer_reserve(struct bytecursor_buffer *buffer, struct bytecursor_allocator a, size_t extra)
{
	size_t needed;
	if (extra <= buffer->capacity - buffer->size)
		return true;
	if (ckd_add(&needed, buffer->size, extra) || needed > SIZE_MAX / 2)
		return false;
	size_t capacity = buffer->capacity + buffer->capacity / 2;
	capacity = capacity < needed ? needed : capacity;
	return bytecursor_buffer_grow(buffer, a, capacity < 64 ? 64 : capacity);
}

/* Frees the bytes; the buffer is empty then. */
static inline void bytecursor_buffer_free(struct bytecursor_buffer *buffer, struct bytecursor_allocator a)
{
	if (buffer->data)
		a.free(a.ctx, buffer->data, buffer->capacity, _Alignof(max_align_t));
	*buffer = (struct bytecursor_buffer){ NULL, 0, 0 };
}

/* ---- text that grows; what is put after memory was short does nothing */

struct bytecursor_text {
	struct bytecursor_allocator memory;
	char *data; /* not NUL-terminated */
	size_t size, room;
	bool failed; /* memory was short: the text is not complete */
};

static inline void bytecursor_text_put(struct bytecursor_text *text, const char *data, size_t size)
{
	if (!text->failed && text->room - text->size < size) {
		const size_t room = size < SIZE_MAX / 4 - text->room ? 2 * (text->room + size) + 128 : 0;
		char *grown = room ? bytecursor_regrow(text->memory, text->data, text->size, text->room, room) : NULL;
		text->failed = !grown;
		text->data = grown ? grown : text->data;
		text->room = grown ? room : text->room;
	}
	if (text->failed || size == 0)
		return;
	memcpy(text->data + text->size, data, size);
	text->size += size;
}

static inline void bytecursor_text_puts(struct bytecursor_text *text, const char *string)
{
	bytecursor_text_put(text, string, strlen(string));
}

static inline void bytecursor_text_free(struct bytecursor_text *text)
{
	if (text->data)
		text->memory.free(text->memory.ctx, text->data, text->room, _Alignof(max_align_t));
	text->data = NULL;
	text->size = text->room = 0;
}

#endif
