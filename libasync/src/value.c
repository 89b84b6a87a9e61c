/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Concrete values: life of the payload, completion, references. The state table is in <async/value.h>. */
#include "allocator_private.h"
#include "cached.h"
#include "type_private.h"
#include "value_private.h"
#include <async/error.h>
#include <string.h>

static_assert(sizeof(void *) != 8 || sizeof(struct async_value) == 24, "an int32 value is meant to take 28 bytes");

struct async_value async_chain_value = { 1, ASYNC_TYPE_CHAIN, ASYNC_CONCRETE, ASYNC_FLAG_IMMORTAL, ASYNC_AVAILABLE,
	NULL };

static struct async_value *create(const struct async_allocator *allocator, async_type_id id, uintptr_t word)
{
	const struct async_type *type = async__type(id);
	allocator = async__or_system(allocator);
	struct async_value *value = async__quick_alloc(allocator, async__block_size(type), async__block_align(type));
	if (value)
		async__value_init(value, id, 0, word, allocator);
	return value;
}

/* The functions below make and drop values of plain scalars from the cached allocator by themselves, without a call and
 * hence without saving a register, and leave all else to another function. */
#define QUICK_CLASS 1u
#define QUICK_SIZE 32u /* stands for all sizes of the class */
static_assert((17 - 1) / ASYNC__CACHED_GRAIN == QUICK_CLASS && (QUICK_SIZE - 1) / ASYNC__CACHED_GRAIN == QUICK_CLASS,
	"one class");

static ASYNC__NOINLINE struct async_value *create_slow(const struct async_allocator *allocator, async_type_id id)
{
	size_t plain = async__plain_block(id);
	if (ASYNC__UNLIKELY(!plain || !allocator))
		return create(allocator, id, ASYNC_UNCONSTRUCTED);
	struct async_value *value = async_alloc(allocator, plain, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL))
		async__value_init(value, id, 0, ASYNC_UNCONSTRUCTED, allocator);
	return value;
}

struct async_value *async_value_create(const struct async_allocator *allocator, async_type_id id)
{
	struct async_value *value;
	if (ASYNC__UNLIKELY(
		    allocator != &async__cached || !async__is_quick(id) || !(value = async__cached_pop(QUICK_CLASS))))
		return create_slow(allocator, id);
	async__value_init(value, id, ASYNC_FLAG_QUICK, ASYNC_UNCONSTRUCTED, allocator);
	return value;
}

/* memcpy, without a call for the sizes of scalars. */
static inline void copy_payload(void *to, const void *from, size_t size)
{
	if (ASYNC__LIKELY(size == 4))
		memcpy(to, from, 4);
	else if (size == 8)
		memcpy(to, from, 8);
	else if (size)
		memcpy(to, from, size);
}

static void move_payload(struct async_value *value, void *payload)
{
	const struct async_type *type = async__type(value->type);
	if (type->move)
		type->move(async__payload(value, type), payload);
	else
		copy_payload(async__payload(value, type), payload, type->size);
}

static ASYNC__NOINLINE struct async_value *create_available(const struct async_allocator *allocator, async_type_id id,
	void *payload)
{
	size_t plain = async__plain_block(id);
	struct async_value *value;
	if (ASYNC__UNLIKELY(!plain || !allocator)) {
		value = create(allocator, id, ASYNC_AVAILABLE);
		if (value)
			move_payload(value, payload);
		return value;
	}
	value = async_alloc(allocator, plain, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL)) {
		async__value_init(value, id, 0, ASYNC_AVAILABLE, allocator);
		copy_payload(value + 1, payload, plain - sizeof *value);
	}
	return value;
}

/* Header and payload of a value of four bytes, the most frequent one. */
#define SMALL_BLOCK (sizeof(struct async_value) + 4)

/* A plain payload of four bytes, from any allocator. */
static ASYNC__NOINLINE struct async_value *create_small(const struct async_allocator *allocator, async_type_id id,
	const void *payload)
{
	int32_t bits;
	memcpy(&bits, payload, sizeof bits);
	allocator = async__or_system(allocator);
	struct async_value *value = async_alloc(allocator, SMALL_BLOCK, _Alignof(struct async_value));
	if (ASYNC__LIKELY(value != NULL)) {
		async__value_init(value, id, 0, ASYNC_AVAILABLE, allocator);
		memcpy(value + 1, &bits, sizeof bits);
	}
	return value;
}

struct async_value *async_value_create_available(
	const struct async_allocator *allocator, async_type_id id, void *payload)
{
	struct async_value *value;
	if (ASYNC__UNLIKELY(async__plain_block(id) != SMALL_BLOCK))
		return create_available(allocator, id, payload);
	if (ASYNC__UNLIKELY(allocator != &async__cached || !(value = async__cached_pop(QUICK_CLASS))))
		return create_small(allocator, id, payload);
	async__value_init(value, id, ASYNC_FLAG_QUICK, ASYNC_AVAILABLE, allocator);
	memcpy(value + 1, payload, 4);
	return value;
}

struct async_value *async_value_create_error(const struct async_allocator *allocator, struct async_error *error)
{
	struct async_value *value;
	if (ASYNC__LIKELY(allocator == &async__cached && (value = async__cached_pop(QUICK_CLASS)) != NULL)) {
		async__value_init(value, ASYNC_TYPE_NONE, ASYNC_FLAG_QUICK, async__error_word(error), allocator);
		return value;
	}
	value = create(allocator, ASYNC_TYPE_NONE, async__error_word(error));
	if (!value)
		async_error_release(error);
	return value;
}

struct async_value *async_chain_create(const struct async_allocator *allocator)
{
	return async_value_create(allocator, ASYNC_TYPE_CHAIN);
}

/* ---- looking */

async_type_id async_value_type(const struct async_value *value)
{
	switch (async_value_state(value)) {
	case ASYNC_ERROR:
		return ASYNC_TYPE_NONE;
	case ASYNC_AVAILABLE:
		return async_value_target((struct async_value *)(uintptr_t)value)->type;
	default:
		return value->type; /* must not look at the kind, which fail() may be changing */
	}
}

void *async_value_payload_aligned_(struct async_value *concrete)
{
	return async__payload(concrete, async__type(concrete->type));
}

struct async_error *async_value_error(const struct async_value *value)
{
	/* acquire: pairs with the exchange in async__complete(); publishes the error */
	uintptr_t word = async__load_acquire(&value->state);
	assert((word & ASYNC__STATE_BITS) == ASYNC_ERROR);
	return async__word_error(word);
}

bool async_value_is_unique(const struct async_value *value)
{
	if (async_value_state(value) != ASYNC_AVAILABLE)
		return false;
	for (;; value = *async_value_slot_(value)) {
		/* acquire: pairs with the decrement by which another holder gave up its reference; its reads are
		 * over */
		if ((value->flags & ASYNC_FLAG_IMMORTAL) || async__load_acquire(&value->refs) != 1)
			return false;
		if (value->kind == ASYNC_CONCRETE)
			return true;
	}
}

/* ---- completing */

void *async_value_storage(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE && async_value_state(value) == ASYNC_UNCONSTRUCTED);
	return async_value_payload_aligned_(value);
}

void async_value_set_constructed(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE && async_value_state(value) == ASYNC_UNCONSTRUCTED);
	/* relaxed: only the producer, or whoever drops the last reference after it, takes an interest */
	async__or_relaxed(&value->state, ASYNC_CONSTRUCTED);
}

void async_value_set_available(struct async_value *value)
{
	assert(value->kind == ASYNC_CONCRETE);
	async__finish(value, ASYNC_AVAILABLE);
}

void async_value_emplace(struct async_value *value, void *payload)
{
	assert(value->kind == ASYNC_CONCRETE && async_value_state(value) == ASYNC_UNCONSTRUCTED);
	size_t plain = async__plain_block(value->type);
	if (ASYNC__LIKELY(plain))
		copy_payload(value + 1, payload, plain - sizeof *value);
	else
		move_payload(value, payload);
	async__finish(value, ASYNC_AVAILABLE);
}

static void destroy_payload(struct async_value *value)
{
	const struct async_type *type = async__type(value->type);
	if (type->destroy)
		type->destroy(async__payload(value, type));
}

void async_value_fail(struct async_value *value, struct async_error *error)
{
	assert(error);
	assert(value->kind == ASYNC_CONCRETE || !*async_value_slot_(value)); /* forward() gave the right away */
	if (async_value_state(value) == ASYNC_CONSTRUCTED)
		destroy_payload(value);
	value->kind = ASYNC_CONCRETE;
	async__finish(value, async__error_word(error));
}

/* ---- the end */

bool async__cancel_dropped(struct async_value *value)
{
	struct async_location nowhere = { NULL, 0 };
	struct async_error *error = async_error_create(value->allocator, ASYNC_CODE_CANCELLED, nowhere,
		"value dropped before it was available");
	value->kind = ASYNC_CONCRETE;
	struct async_waiter *waiters = async__complete(value, async__error_word(error), NULL);
	/* release: pairs with the acquire in try_retain() of indirect.c; whoever gets a reference sees the final
	 * state */
	async__store_release(&value->refs, 1);
	async__waiters_run(value, waiters);
	return async__drop(value);
}

/* @return another value that must be destroyed now, or NULL. */
static struct async_value *destroy_one(struct async_value *value)
{
	if (value->flags & ASYNC_FLAG_INDIRECT)
		return async__indirect_destroy(value);
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: the last holder acquired everything */
	if (value->flags == ASYNC_FLAG_QUICK && async__word_is_final(word)) {
		if ((word & ASYNC__STATE_BITS) == ASYNC_ERROR)
			async_error_release(async__word_error(word));
		async__cached_free(value, QUICK_SIZE, _Alignof(struct async_value));
		return NULL;
	}
	if (!async__word_is_final(word) && async__word_waiters(word)) {
		if ((word & ASYNC__STATE_BITS) == ASYNC_CONSTRUCTED)
			destroy_payload(value);
		if (!async__cancel_dropped(value))
			return NULL; /* a waiter kept it */
		word = async__load_relaxed(&value->state);
	}
	const struct async_type *type = async__type(value->type);
	switch (word & ASYNC__STATE_BITS) {
	case ASYNC_ERROR:
		async_error_release(async__word_error(word));
		break;
	case ASYNC_UNCONSTRUCTED:
		break;
	default:
		destroy_payload(value);
	}
	async__quick_free(value->allocator, value, async__block_size(type), async__block_align(type));
	return NULL;
}

static ASYNC__NOINLINE void destroy_slow(struct async_value *value)
{
	do {
		value = destroy_one(value);
	} while (value);
}

/* Next: plain values of other allocators (without flags an available value is concrete), and errors of the cached
 * one. */
static ASYNC__NOINLINE void destroy_other(struct async_value *value)
{
	uintptr_t word = async__load_relaxed(&value->state); /* relaxed: the last holder acquired everything */
	size_t plain = async__plain_block(value->type);
	if (ASYNC__LIKELY(word == ASYNC_AVAILABLE && plain && !value->flags)) {
		async_free(value->allocator, value, plain, _Alignof(struct async_value));
	} else if (value->flags == ASYNC_FLAG_QUICK && (word & ASYNC__STATE_BITS) == ASYNC_ERROR &&
		   async__cached_push(QUICK_CLASS, value)) {
		async_error_release(async__word_error(word));
	} else {
		destroy_slow(value);
	}
}

void async_value_destroy_(struct async_value *value)
{
	/* relaxed: the last holder acquired everything */
	if (ASYNC__UNLIKELY(value->flags != ASYNC_FLAG_QUICK || async__load_relaxed(&value->state) != ASYNC_AVAILABLE ||
			    !async__cached_push(QUICK_CLASS, value)))
		destroy_other(value);
}
