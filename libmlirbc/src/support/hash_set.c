/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hashing, and the table of all kinds of unique objects. */
#include "support/hash_set.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

static uint64_t load64(const unsigned char *p)
{
	uint64_t v;
	memcpy(&v, p, sizeof v); /* byte order does not matter: hashes never leave the process */
	return v;
}

static uint64_t load32(const unsigned char *p)
{
	uint32_t v;
	memcpy(&v, p, sizeof v);
	return v;
}

/* 1 to 7 bytes; parts may be taken twice. */
static uint64_t load_tail(const unsigned char *p, size_t size)
{
	if (size >= 4)
		return load32(p) | load32(p + size - 4) << 32;
	return (uint64_t)p[0] | (uint64_t)p[size / 2] << 8 | (uint64_t)p[size - 1] << 16;
}

static uint64_t mix(uint64_t h)
{
	h ^= h >> 32;
	h *= UINT64_C(0xD6E8FEB86659FD93);
	return h ^ (h >> 29);
}

static const uint64_t k = UINT64_C(0x9E3779B97F4A7C15);

/* Mixes in one word. The effect of a changed word must depend on the seed: in the lower half of a product, the
 * highest bits have the same effect for every seed, so an attacker could create colliding names from words whose
 * changes cancel out. */
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;
static inline uint64_t fold(uint64_t a)
{
	wide product = (wide)a * k;
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}
#else
static inline uint64_t fold(uint64_t a) { return mix(a * k); }
#endif

uint64_t mlirbc__hash(uint64_t seed, const void *data, size_t size)
{
	const unsigned char *p = data;
	uint64_t a = seed ^ ((uint64_t)size * k);
	if (size >= 64) { /* four chains, so that multiplications overlap */
		uint64_t b = a + 1, c = a + 2, d = a + 3;
		for (; size >= 32; p += 32, size -= 32) {
			a = fold(a ^ load64(p));
			b = fold(b ^ load64(p + 8));
			c = fold(c ^ load64(p + 16));
			d = fold(d ^ load64(p + 24));
		}
		a = mix(a) ^ mix(b + k) ^ mix(c + 2 * k) ^ mix(d + 3 * k);
	}
	for (; size >= 8; p += 8, size -= 8)
		a = fold(a ^ load64(p));
	if (size)
		a = (a ^ load_tail(p, size)) * k;
	return mix(a);
}

static bool grow(struct mlirbc__set *set, struct mlirbc__arena *arena, size_t capacity)
{
	if (capacity > SIZE_MAX / 2 / sizeof *set->slots)
		return false;
	struct mlirbc__set_slot *slots = mlirbc__arena_take_zero(
		arena, capacity, sizeof *slots, _Alignof(struct mlirbc__set_slot));
	if (!slots)
		return false;
	for (size_t i = 0; i < set->capacity; i++) {
		if (!set->slots[i].item)
			continue;
		size_t at = (size_t)set->slots[i].hash & (capacity - 1);
		while (slots[at].item)
			at = (at + 1) & (capacity - 1);
		slots[at] = set->slots[i];
	}
	mlirbc__set_finish(set, arena);
	set->slots = slots;
	set->capacity = capacity;
	return true;
}

void mlirbc__set_expect(struct mlirbc__set *set, struct mlirbc__arena *arena, size_t more)
{
	size_t capacity = FIRST_CAPACITY;
	while (capacity / 4 * 3 <= set->count + more)
		capacity *= 2;
	if (capacity > set->capacity)
		(void)grow(set, arena, capacity); /* else it grows when it has to, or fails then */
}

struct mlirbc__set_slot *mlirbc__set_find(
	struct mlirbc__set *set, struct mlirbc__arena *arena, uint64_t hash, const void *key, mlirbc__equal_fn equal)
{
	if (set->count >= set->capacity / 4 * 3 &&
		!grow(set, arena, set->capacity ? set->capacity * 2 : FIRST_CAPACITY))
		return NULL;
	size_t at = (size_t)hash & (set->capacity - 1);
	while (set->slots[at].item && (set->slots[at].hash != hash || !equal(set->slots[at].item, key)))
		at = (at + 1) & (set->capacity - 1);
	return &set->slots[at];
}

void mlirbc__set_finish(struct mlirbc__set *set, struct mlirbc__arena *arena)
{
	mlirbc__arena_give(arena, set->slots, set->capacity * sizeof *set->slots, _Alignof(struct mlirbc__set_slot));
	set->slots = NULL;
	set->capacity = 0;
}
