/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of payload types, for lookups of numbers known to be valid. */
#ifndef ASYNC_SRC_TYPE_PRIVATE_H
#define ASYNC_SRC_TYPE_PRIVATE_H

#include "atomics.h"
#include <assert.h>
#include <async/type.h>
#include <async/value.h>
#include <stdbool.h>

#define ASYNC__TYPES 4096u

/* Each entry is written once, under a lock, and read by all threads. async_type_register() writes it; the first two
 * entries are written on first use. (The library runs no code when it is loaded, and static initial values would put
 * the whole table into the file.) */
struct async__type_entry {
	const struct async_type *type; /* atomic: set last */
	uint32_t plain_block;          /* atomic; see async__plain_block() */
	uint32_t is_quick;             /* atomic: set after plain_block; see async__is_quick() */
};
extern struct async__type_entry async__types[ASYNC__TYPES] ASYNC__HIDDEN;

const struct async_type *async__first_type(async_type_id id); /* for an entry that is not written yet */

static inline const struct async_type *async__type(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* acquire: pairs with the release in set_entry(); publishes the descriptor */
	const struct async_type *type = async__load_acquire(&async__types[id].type);
	return ASYNC__LIKELY(type != NULL) ? type : async__first_type(id);
}

/* Values of plain types are created and dropped without reading the descriptor: the payload is moved with memcpy, has
 * no destructor, and directly follows the header.
 * @return the size of the block that holds header and payload, aligned as the header is; 0 when the type is not plain,
 * or is one of the first two and its entry is not visible yet: the general path then gives the same result. */
static inline size_t async__plain_block(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* relaxed: published with the number by the thread that registered or found it, or by is_quick */
	return async__load_relaxed(&async__types[id].plain_block);
}

/* Is the block of a plain type 17 to 32 bytes long? async_allocator_cached() has one size class for these. */
static inline bool async__is_quick(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* acquire: pairs with the release in set_entry(), for the first two types; publishes plain_block, which other
	 * holders of the value read too */
	return async__load_acquire(&async__types[id].is_quick) != 0;
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
