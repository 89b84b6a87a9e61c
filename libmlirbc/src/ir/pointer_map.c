/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Open addressing with linear probing, at most two thirds full. */
#include "ir/pointer_map.h"

#include <stdalign.h>

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

static bool grow(struct mlirbc__job *job, struct mlirbc__numbers *numbers)
{
	struct mlirbc__numbers larger = { .capacity = numbers->capacity ? 2 * numbers->capacity : 64,
		.count = numbers->count };
	if (larger.capacity > SIZE_MAX / sizeof *larger.slots)
		return mlirbc__job_memory(job);
	larger.slots = mlirbc__arena_take_zero(
		&job->context->arena, larger.capacity, sizeof *larger.slots, alignof(struct mlirbc__number));
	if (!larger.slots)
		return mlirbc__job_memory(job);
	for (size_t i = 0; i < numbers->capacity; i++) {
		if (numbers->slots[i].key)
			*find_slot(&larger, numbers->slots[i].key) = numbers->slots[i];
	}
	mlirbc__numbers_finish(job, numbers);
	*numbers = larger;
	return true;
}

bool mlirbc__number_add(struct mlirbc__job *job, struct mlirbc__numbers *numbers, const void *key, size_t number)
{
	if (number > UINT32_MAX)
		return mlirbc__job_fail(job, MLIRBC_E_LIMIT, "more than 2^32 entries in a table");
	if (3 * (numbers->count + 1) > 2 * numbers->capacity && !grow(job, numbers))
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

void mlirbc__numbers_finish(struct mlirbc__job *job, struct mlirbc__numbers *numbers)
{
	mlirbc__arena_give(&job->context->arena, numbers->slots, numbers->capacity * sizeof *numbers->slots,
		alignof(struct mlirbc__number));
	*numbers = (struct mlirbc__numbers){ NULL, 0, 0 };
}
