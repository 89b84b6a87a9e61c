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

/* Written once each under a lock, read by anybody: by async_type_register(), and for the first two types by whoever
 * comes first. (Nothing happens when the library is loaded, and initial values would take up all of the table in
 * files.) */
struct async__type_entry {
	const struct async_type *type; /* atomic: set last */
	uint32_t plain_block;          /* atomic; see async__plain_block() */
	uint32_t is_quick;             /* atomic: set after plain_block; see async__is_quick() */
};
extern struct async__type_entry async__types[ASYNC__TYPES] ASYNC__HIDDEN;

const struct async_type *async__first_type(async_type_id id); /* of an entry that nobody has written yet */

static inline const struct async_type *async__type(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* acquire: pairs with the release in set_entry(); publishes the descriptor */
	const struct async_type *type = async__load_acquire(&async__types[id].type);
	return ASYNC__LIKELY(type != NULL) ? type : async__first_type(id);
}

/* Values of plain types are made and dropped without asking the descriptor: memcpy moves the payload, nothing
 * destroys it, and it stands right behind the header.
 * @return the size of the block that holds header and payload, aligned as the header is; 0 when the type is not
 * plain, or is one of the first two and its entry was not seen yet: then the long way leads to the same. */
static inline size_t async__plain_block(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* relaxed: published with the number by whoever registered or found it, or by is_quick */
	return async__load_relaxed(&async__types[id].plain_block);
}

/* Is the block of a plain type one of 17 to 32 bytes? That is one size to async_allocator_cached(). */
static inline bool async__is_quick(async_type_id id)
{
	assert(id < ASYNC__TYPES);
	/* acquire: pairs with the release in set_entry(), for the first two types; publishes plain_block, which whoever
	 * gets the value looks at, too */
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
