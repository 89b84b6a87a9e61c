/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The process-wide registry of payload types: append-only, so that readers need no lock. */
#include "fork.h"
#include "type_private.h"
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

static const struct async_type no_type = { "?", 0, 1, NULL, NULL, NULL };
static const struct async_type chain_type = { "!tfrt.chain", 0, 1, NULL, NULL, NULL };

#define IS_QUICK(block) ((block) > 16 && (block) <= 32)

struct async__type_entry async__types[ASYNC__TYPES];

/* Numbers by hash of the name, open addressing, 0 where empty; never more than half full. The chain is not in the
 * table: find() handles it. */
#define SLOTS (2u * ASYNC__TYPES)
static async_type_id slots[SLOTS];
static unsigned count = ASYNC_TYPE_CHAIN + 1; /* under `lock` */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool called(const struct async_type *type, const char *name, size_t length)
{
	return strncmp(type->name, name, length) == 0 && type->name[length] == '\0';
}

static uint32_t hash_of(const char *name, size_t length)
{
	uint32_t hash = 2166136261u; /* FNV-1a */
	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)name[i]) * 16777619u;
	return hash;
}

/* Returns the number, or NONE and in *out_slot the slot for it. */
static async_type_id find(const char *name, size_t length, uint32_t *out_slot)
{
	if (called(&chain_type, name, length))
		return ASYNC_TYPE_CHAIN;
	uint32_t slot = hash_of(name, length) % SLOTS;
	for (;; slot = (slot + 1) % SLOTS) {
		/* acquire: pairs with the release in async_type_register(); publishes the table entry */
		async_type_id id = async__load_acquire(&slots[slot]);
		if (id == ASYNC_TYPE_NONE || called(async__type(id), name, length)) {
			*out_slot = slot;
			return id;
		}
	}
}

static bool is_sound(const struct async_type *type)
{
	return type->name && type->name[0] && type->align && type->align <= 64 && !(type->align & (type->align - 1)) &&
	       type->size <= SIZE_MAX / 2;
}

static bool is_plain(const struct async_type *type)
{
	return !type->destroy && !type->move && type->align <= _Alignof(struct async_value) &&
	       type->size < UINT32_MAX / 2;
}

/* With the lock. */
static void set_entry(async_type_id id, const struct async_type *type)
{
	if (is_plain(type)) {
		size_t block = async__block_size(type);
		/* relaxed, release: see async__plain_block() and async__is_quick() */
		async__store_relaxed(&async__types[id].plain_block, (uint32_t)block);
		async__store_release(&async__types[id].is_quick, IS_QUICK(block));
	}
	/* release: pairs with the acquires in async__type() and async_type_get() */
	async__store_release(&async__types[id].type, type);
}

void async__types_before_fork(void) { pthread_mutex_lock(&lock); }
void async__types_after_fork(void) { pthread_mutex_unlock(&lock); }

/* With the lock. */
static void set_first_entries(void)
{
	if (async__load_relaxed(&async__types[ASYNC_TYPE_CHAIN].type)) /* relaxed: written with the lock */
		return;
	set_entry(ASYNC_TYPE_NONE, &no_type);
	set_entry(ASYNC_TYPE_CHAIN, &chain_type);
}

const struct async_type *async__first_type(async_type_id id)
{
	assert(id <= ASYNC_TYPE_CHAIN);
	pthread_mutex_lock(&lock);
	set_first_entries();
	pthread_mutex_unlock(&lock);
	return id == ASYNC_TYPE_CHAIN ? &chain_type : &no_type;
}

async_type_id async_type_register(const struct async_type *type)
{
	if (!is_sound(type))
		return ASYNC_TYPE_NONE;
	uint32_t slot = 0;
	async__fork_prepare();
	pthread_mutex_lock(&lock);
	set_first_entries();
	async_type_id id = find(type->name, strlen(type->name), &slot);
	if (id != ASYNC_TYPE_NONE) {
		const struct async_type *known = async__type(id);
		if (known->size != type->size || known->align != type->align)
			id = ASYNC_TYPE_NONE;
	} else if (count < ASYNC__TYPES) {
		id = (async_type_id)count++;
		set_entry(id, type);
		/* release: pairs with the acquire in find() */
		async__store_release(&slots[slot], id);
	}
	pthread_mutex_unlock(&lock);
	return id;
}

async_type_id async_type_find(const char *name, size_t length)
{
	uint32_t slot;
	return find(name, length, &slot);
}

const struct async_type *async_type_get(async_type_id id)
{
	/* acquire: as in async__type() */
	const struct async_type *type = id < ASYNC__TYPES ? async__load_acquire(&async__types[id].type) : NULL;
	return type ? type : id == ASYNC_TYPE_CHAIN ? &chain_type : &no_type;
}
