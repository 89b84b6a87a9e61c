/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of payload types, for code that looks up a number it knows to be valid. */
#ifndef ASYNC_SRC_TYPE_PRIVATE_H
#define ASYNC_SRC_TYPE_PRIVATE_H

#include "atomics.h"
#include <assert.h>
#include <async/type.h>
#include <async/value.h>
#include <stdbool.h>

#define ASYNC__TYPES 4096u

/* Written once each by async_type_register() under its lock, read by anybody. */
struct async__type_entry {
	const struct async_type *type; /* atomic: set last */
	uint32_t plain_block;          /* see async__plain_block() */
	uint32_t is_quick;             /* see async__is_quick() */
};
extern struct async__type_entry async__types[ASYNC__TYPES] ASYNC__HIDDEN;

static inline const struct async_type *async__type(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* acquire: pairs with the release in async_type_register(); publishes the descriptor */
	const struct async_type *type = async__load_acquire(&async__types[id].type);
	assert(type);
	return type;
}

/* Values of plain types are made and dropped without asking the descriptor: memcpy moves the payload, nothing
 * destroys it, and it stands right behind the header.
 * @return the size of the block that holds header and payload, aligned as the header is; 0 when the type is not
 * plain. */
static inline size_t async__plain_block(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	return async__types[id].plain_block; /* published with the number by whoever registered or found it */
}

/* Is the block of a plain type one of 17 to 32 bytes? That is one size to async_allocator_cached(). */
static inline bool async__is_quick(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	return async__types[id].is_quick != 0; /* published likewise */
}

/* Size and alignment of the block that holds header and payload. */
static inline size_t async__block_size(const struct async_type *type)
{
	return async_value_offset(type->align) + type->size;
}

static inline size_t async__block_align(const struct async_type *type)
{
	return type->align > _Alignof(struct async_value) ? type->align : _Alignof(struct async_value);
}

#endif
