/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A set of numbered names. */
#include "writer.h"
#include <stdalign.h>
#include <string.h>

static uint32_t hash_name(const struct bef__intern *intern, const char *data, size_t size)
{
	/* The address of the set is a seed that the author of hostile names cannot know; the numbers do not depend on
	 * it. */
	uint64_t hash = (uint64_t)(uintptr_t)intern * UINT64_C(0x9E3779B97F4A7C15) + size;
	for (; size > 0; data += size < 8 ? size : 8, size -= size < 8 ? size : 8) {
		uint64_t part = 0;
		memcpy(&part, data, size < 8 ? size : 8);
		hash = (hash ^ part) * UINT64_C(0xD6E8FEB86659FD93);
		hash ^= hash >> 32;
	}
	return (uint32_t)(hash ^ hash >> 29);
}

/* The slot that holds name `number` of hash `hash`. */
static uint32_t find_slot(const struct bef__intern *intern, uint32_t hash, uint32_t number)
{
	uint32_t slot = hash & (intern->slot_count - 1);
	while (intern->slots[slot] != number + 1)
		slot = (slot + 1) & (intern->slot_count - 1);
	return slot;
}

static bool grow_slots(struct bef__intern *intern, const struct bef_allocator *a)
{
	uint32_t count = intern->slot_count ? intern->slot_count * 2 : 64;
	if (count > UINT32_MAX / 4 / sizeof *intern->slots)
		return false;
	uint32_t *slots = a->alloc(a->ctx, count * sizeof *slots, alignof(max_align_t));
	if (!slots)
		return false;
	memset(slots, 0, count * sizeof *slots);
	/* In the order of the numbers, so that rollback may empty slots in reverse. */
	for (uint32_t i = 0; i < bef__intern_count(intern); i++) {
		uint32_t slot = bef__intern_name(intern, i)->hash & (count - 1);
		while (slots[slot])
			slot = (slot + 1) & (count - 1);
		slots[slot] = i + 1;
	}
	if (intern->slots)
		a->free(a->ctx, intern->slots, intern->slot_count * sizeof *slots, alignof(max_align_t));
	intern->slots = slots;
	intern->slot_count = count;
	return true;
}

enum bef_status bef__intern_add(struct bef__intern *intern, const struct bef_allocator *allocator, const char *data,
	size_t size, uint32_t *out_number)
{
	uint32_t count = bef__intern_count(intern);
	if (size >= UINT32_MAX)
		return BEF_E_LIMIT;
	if (size > 0 && memchr(data, 0, size))
		return BEF_E_UNSUPPORTED; /* readers would see a truncated name */
	if (count >= intern->slot_count / 4 * 3 && !grow_slots(intern, allocator))
		return BEF_E_NOMEM;
	uint32_t hash = hash_name(intern, data, size), slot = hash & (intern->slot_count - 1);
	for (; intern->slots[slot]; slot = (slot + 1) & (intern->slot_count - 1)) {
		const struct bef__name *name = bef__intern_name(intern, intern->slots[slot] - 1);
		if (name->hash == hash && name->size == size &&
			(size == 0 || memcmp(intern->bytes.data + name->offset, data, size) == 0)) {
			*out_number = intern->slots[slot] - 1;
			return BEF_OK;
		}
	}
	if (!bef__buffer_reserve(&intern->bytes, allocator, size + 1) ||
		!bef__buffer_reserve(&intern->names, allocator, sizeof(struct bef__name)))
		return BEF_E_NOMEM;
	intern->names.size += sizeof(struct bef__name);
	*bef__intern_name(intern, count) = (struct bef__name){ intern->bytes.size, (uint32_t)size, hash, 0, 0 };
	if (size > 0)
		memcpy(intern->bytes.data + intern->bytes.size, data, size);
	intern->bytes.data[intern->bytes.size + size] = 0;
	intern->bytes.size += size + 1;
	intern->slots[slot] = count + 1;
	*out_number = count;
	return BEF_OK;
}

void bef__intern_rollback(struct bef__intern *intern, uint32_t count)
{
	for (uint32_t i = bef__intern_count(intern); i-- > count;) {
		const struct bef__name *name = bef__intern_name(intern, i);
		/* The newest name is the last of its probe sequence, so emptying its slot hides no other. */
		intern->slots[find_slot(intern, name->hash, i)] = 0;
		intern->bytes.size = name->offset;
		intern->names.size -= sizeof(struct bef__name);
	}
}

void bef__intern_free(struct bef__intern *intern, const struct bef_allocator *allocator)
{
	if (intern->slots)
		allocator->free(allocator->ctx, intern->slots, intern->slot_count * sizeof *intern->slots,
			alignof(max_align_t));
	bef__buffer_free(&intern->bytes, allocator);
	bef__buffer_free(&intern->names, allocator);
	*intern = (struct bef__intern){ 0 };
}
