/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by tests of libasync: counting payload types, recording waiters, leak-checked allocators. */
#ifndef ASYNC_TEST_SUPPORT_H
#define ASYNC_TEST_SUPPORT_H

#include "check.h"
#include <async/async.h>
#include <stdint.h>
#include <stdlib.h>

/* COUNTS_ALLOCATIONS() begins a case that itself makes certain allocations fail: no further allocations
 * are refused. */
#ifdef FAULTY
#include "faulty.h"
#define COUNTS_ALLOCATIONS() \
	do { \
		if (faults.refuse) \
			return; \
	} while (0)
#else
#define COUNTS_ALLOCATIONS() ((void)0)
#endif

/* A task that waits for others asks whether it is any use: for want of memory it may be running in the one it waits
 * for. */
__attribute__((unused)) static bool is_without_memory(void)
{
#ifdef FAULTY
	return __atomic_load_n(&faults.hits, __ATOMIC_RELAXED) > __atomic_load_n(&faults.told, __ATOMIC_RELAXED);
#else
	return false;
#endif
}

/* A sanitizer, or a shaken schedule, makes everything several times slower: then less of it. */
#if defined(SHAKEN) || defined(FAULTY) || defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
#define SLOW 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

/* How often something is repeated: usually; where everything is slow; and with failing memory, where it is repeated
 * once for each allocation as it is, and where few allocations mean that each of them can fail. */
#ifdef FAULTY
#define TIMES(usual, slow, failing) (failing)
#else
#define TIMES(usual, slow, failing) (SLOW ? (slow) : (usual))
#endif

static const struct async_location nowhere = { NULL, 0 };

__attribute__((unused)) static async_type_id type_i32(void)
{
	static const struct async_type type = { "i32", 4, 4, NULL, NULL, NULL };
	return async_type_register(&type);
}

/* A payload that owns something: `alive` counts how many there are, wherever they are. */
struct owner {
	int number;
	struct owner *self; /* points to itself: catches a copy without move() */
};

static int owners_alive, owners_moved, owners_astray; /* atomic */

__attribute__((unused)) static void owner_init(struct owner *owner, int number)
{
	owner->number = number;
	owner->self = owner;
	__atomic_fetch_add(&owners_alive, 1, __ATOMIC_RELAXED);
}

__attribute__((unused)) static void owner_destroy(void *payload)
{
	struct owner *owner = payload;
	if (owner->self != owner)
		__atomic_fetch_add(&owners_astray, 1, __ATOMIC_RELAXED);
	owner->self = NULL;
	__atomic_fetch_sub(&owners_alive, 1, __ATOMIC_RELAXED);
}

__attribute__((unused)) static void owner_move(void *to, void *from)
{
	struct owner *source = from, *target = to;
	if (source->self != source)
		__atomic_fetch_add(&owners_astray, 1, __ATOMIC_RELAXED);
	target->number = source->number;
	target->self = target;
	source->self = NULL;
	__atomic_fetch_add(&owners_moved, 1, __ATOMIC_RELAXED);
}

__attribute__((unused)) static async_type_id type_owner(void)
{
	static const struct async_type type = { "!test.owner", sizeof(struct owner), _Alignof(struct owner),
		owner_destroy, owner_move, NULL };
	return async_type_register(&type);
}

/* Memory that is counted; each case takes one and gives it back with memory_end(). */
__attribute__((unused)) static const struct async_allocator *memory_begin(void)
{
	const struct async_allocator *memory = async_allocator_create_counting(NULL);
	if (!memory)
		abort();
	owners_alive = owners_moved = owners_astray = 0;
	return memory;
}

__attribute__((unused)) static void memory_end(const struct async_allocator *memory)
{
	struct async_allocator_stats stats = async_allocator_stats(memory);
	CHECK_INT(stats.live_blocks, 0);
	CHECK_INT(stats.live_bytes, 0);
	CHECK_INT(owners_alive, 0);
	CHECK_INT(owners_astray, 0);
	async_allocator_destroy(memory);
}

__attribute__((unused)) static struct async_value *make_i32(const struct async_allocator *memory, int32_t number)
{
	return async_value_create_available(memory, type_i32(), &number);
}

__attribute__((unused)) static int32_t get_i32(struct async_value *value)
{
	return *(int32_t *)async_value_payload(value);
}

/* A waiter that notes that it ran, and as how many-th of those with the same counter. */
struct note {
	struct async_waiter waiter;
	int *counter;
	int turn;                  /* 1 for the first; 0: has not run */
	struct async_value *value; /* looked at when it runs, if not NULL */
	enum async_state state;    /* what was seen then */
	enum async_code code;
};

__attribute__((unused)) static void note_run(struct async_waiter *waiter)
{
	struct note *note = (struct note *)waiter;
	note->turn = ++*note->counter;
	if (note->value) {
		note->state = async_value_state(note->value);
		if (note->state == ASYNC_ERROR)
			note->code = async_error_code(async_value_error(note->value));
	}
}

__attribute__((unused)) static struct note note_of(int *counter, struct async_value *value)
{
	struct note note = { { NULL, note_run }, counter, 0, value, ASYNC_UNCONSTRUCTED, ASYNC_CODE_OK };
	return note;
}

#endif
