/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory that is freed only as a whole. */
#ifndef MLIRBC_SRC_ARENA_H
#define MLIRBC_SRC_ARENA_H

#include <mlirbc/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mlirbc__chunk;

struct mlirbc__arena {
	struct mlirbc_allocator allocator;
	struct mlirbc__chunk *chunks; /* the one being filled first */
	unsigned char *at, *end;      /* unused rest of the chunk */
	size_t next_chunk;            /* bytes of the next one */
	size_t taken, limit;          /* from the allocator; limit SIZE_MAX: none */
	bool limited;                 /* the limit refused the last request that failed */
	bool stopped;                 /* `stop` has returned true; the limit is 0 from then on */
	bool (*stop)(void *ctx);      /* NULL: none */
	void *stop_ctx;
};

/* Asks `stop`, if there is one. */
bool mlirbc__arena_stopped(struct mlirbc__arena *arena);
void mlirbc__arena_init(struct mlirbc__arena *arena, const struct mlirbc_allocator *allocator);
void mlirbc__arena_finish(struct mlirbc__arena *arena);
void *mlirbc__arena_slow(struct mlirbc__arena *arena, size_t size, size_t align);

/* Memory outside the chunks that counts against the same limit: tables that grow. */
void *mlirbc__arena_take(struct mlirbc__arena *arena, size_t size, size_t align);
/* The same memory with more bytes, perhaps elsewhere; NULL leaves it as it was. `used` bytes are kept. */
void *mlirbc__arena_regrow(
	struct mlirbc__arena *arena, void *p, size_t used, size_t old_size, size_t size, size_t align);
/* Zero bytes; of large tables only what is written to takes memory, as far as the allocator allows. */
void *mlirbc__arena_take_zero(struct mlirbc__arena *arena, size_t count, size_t size, size_t align);
void mlirbc__arena_give(struct mlirbc__arena *arena, void *p, size_t size, size_t align);

/* Announces requests of about this many bytes: makes the next chunk large if that pays off, since touching few pages
 * is faster than many. */
void mlirbc__arena_expect(struct mlirbc__arena *arena, size_t bytes);

/* The address of the next block if it took up to `size` bytes; NULL when memory is short. The caller then reports
 * the bytes used with mlirbc__arena_used(), before any other request. */
void *mlirbc__arena_room_slow(struct mlirbc__arena *arena, size_t size, size_t align);
static inline void *mlirbc__arena_room(struct mlirbc__arena *arena, size_t size, size_t align)
{
	uintptr_t at = ((uintptr_t)arena->at + align - 1) & ~(uintptr_t)(align - 1);
	if ((intptr_t)((uintptr_t)arena->end - at) < (intptr_t)size)
		return mlirbc__arena_room_slow(arena, size, align);
	return (void *)at;
}
static inline void mlirbc__arena_used(struct mlirbc__arena *arena, void *end) { arena->at = end; }

/* `align` is a power of two. Zero bytes give a valid pointer as well. NULL when memory is short. */
static inline void *mlirbc__arena_alloc(struct mlirbc__arena *arena, size_t size, size_t align)
{
	size_t pad = (size_t) - (uintptr_t)arena->at & (align - 1);
	size_t left = (size_t)(arena->end - arena->at);
	if (size > left || pad > left - size)
		return mlirbc__arena_slow(arena, size, align);
	unsigned char *p = arena->at + pad;
	arena->at = p + size;
	return p;
}

#endif
