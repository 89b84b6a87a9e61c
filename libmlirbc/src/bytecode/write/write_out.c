/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Buffers of the bytecode writer, its numbers, and maps from things to their numbers. */
#include "bytecode/write/write_state.h"

#include <bytecursor/ckd.h>
#include <stdalign.h>

void *mlirbc__out_more(struct mlirbc__save *s, struct mlirbc__out *out, size_t size)
{
	size_t need, room;
	if (s->status != MLIRBC_OK)
		return NULL;
	if (size > out->room - out->size) {
		if (ckd_add(&need, out->size, size) || ckd_add(&room, need, need / 2 + 64)) {
			mlirbc__save_memory(s);
			return NULL;
		}
		void *data = mlirbc__arena_regrow(
			&s->context->arena, out->data, out->size, out->room, room, alignof(max_align_t));
		if (!data) {
			mlirbc__save_memory(s);
			return NULL;
		}
		out->data = data;
		out->room = room;
	}
	void *more = (uint8_t *)out->data + out->size;
	out->size += size;
	return more;
}

void mlirbc__out_finish(struct mlirbc__save *s, struct mlirbc__out *out)
{
	mlirbc__arena_give(&s->context->arena, out->data, out->room, alignof(max_align_t));
	*out = (struct mlirbc__out){ NULL, 0, 0 };
}

void mlirbc__out_byte(struct mlirbc__save *s, struct mlirbc__out *out, uint8_t byte)
{
	mlirbc__out_put(s, out, &byte, 1);
}

size_t mlirbc__varint_size(uint64_t value)
{
	size_t size = 1;
	while (size < 9 && value >> (7 * size))
		size++;
	return size;
}

void mlirbc__out_long_varint(struct mlirbc__save *s, struct mlirbc__out *out, uint64_t value)
{
	uint8_t bytes[9] = { 0 };
	size_t size = mlirbc__varint_size(value), at = 0;
	if (size < 9)
		value = (value << 1 | 1) << (size - 1);
	else
		at = 1;
	for (; at < size; at++, value >>= 8)
		bytes[at] = (uint8_t)value;
	mlirbc__out_put(s, out, bytes, size);
}

void mlirbc__out_signed(struct mlirbc__save *s, struct mlirbc__out *out, uint64_t value)
{
	mlirbc__out_varint(s, out, value << 1 ^ (UINT64_C(0) - (value >> 63)));
}

/* ---- maps */

static struct mlirbc__number *find_slot(const struct mlirbc__numbers *numbers, const void *key)
{
	uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
	size_t mask = numbers->capacity - 1, at = (size_t)(hash >> 20) & mask;
	while (numbers->slots[at].key && numbers->slots[at].key != key)
		at = (at + 1) & mask;
	return &numbers->slots[at];
}

const struct mlirbc__number *mlirbc__number_find(const struct mlirbc__numbers *numbers, const void *key)
{
	const struct mlirbc__number *slot = numbers->count ? find_slot(numbers, key) : NULL;
	return slot && slot->key ? slot : NULL;
}

static bool grow(struct mlirbc__save *s, struct mlirbc__numbers *numbers)
{
	struct mlirbc__numbers larger = { .capacity = numbers->capacity ? 2 * numbers->capacity : 64,
		.count = numbers->count };
	if (larger.capacity > SIZE_MAX / sizeof *larger.slots)
		return mlirbc__save_memory(s);
	larger.slots = mlirbc__arena_take_zero(
		&s->context->arena, larger.capacity, sizeof *larger.slots, alignof(struct mlirbc__number));
	if (!larger.slots)
		return mlirbc__save_memory(s);
	for (size_t i = 0; i < numbers->capacity; i++) {
		if (numbers->slots[i].key)
			*find_slot(&larger, numbers->slots[i].key) = numbers->slots[i];
	}
	mlirbc__numbers_finish(s, numbers);
	*numbers = larger;
	return true;
}

bool mlirbc__number_add(struct mlirbc__save *s, struct mlirbc__numbers *numbers, const void *key, size_t number)
{
	if (number > UINT32_MAX)
		return mlirbc__save_fail(s, MLIRBC_E_LIMIT, "more than 2^32 entries in a table");
	if (3 * (numbers->count + 1) > 2 * numbers->capacity && !grow(s, numbers))
		return false;
	struct mlirbc__number *slot = find_slot(numbers, key);
	if (!slot->key) {
		*slot = (struct mlirbc__number){ key, (uint32_t)number };
		numbers->count++;
	}
	return true;
}

void mlirbc__number_set(struct mlirbc__numbers *numbers, const void *key, size_t number)
{
	find_slot(numbers, key)->number = (uint32_t)number;
}

void mlirbc__numbers_finish(struct mlirbc__save *s, struct mlirbc__numbers *numbers)
{
	mlirbc__arena_give(&s->context->arena, numbers->slots, numbers->capacity * sizeof *numbers->slots,
		alignof(struct mlirbc__number));
	*numbers = (struct mlirbc__numbers){ NULL, 0, 0 };
}
