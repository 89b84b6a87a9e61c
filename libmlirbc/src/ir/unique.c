/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "ir/unique.h"

#include <bytecursor/ckd.h>

enum { RANGES = 2 };

/* The array of an object; size 0: it has none, or it is empty. */
static const void *array_of(const struct mlirbc__content *content, const void *object, int i, size_t *out_size)
{
	const void *data = NULL;
	size_t count = 0;
	*out_size = 0;
	if (!content->arrays[i].item)
		return NULL;
	memcpy(&data, (const unsigned char *)object + content->arrays[i].data, sizeof data);
	memcpy(&count, (const unsigned char *)object + content->arrays[i].count, sizeof count);
	*out_size = data ? count * content->arrays[i].item : 0;
	return data;
}

bool mlirbc__content_equal(const struct mlirbc__content *content, const void *a, const void *b)
{
	for (int i = 0; i < RANGES; i++) {
		const size_t at = content->members[i].at;
		if (memcmp((const unsigned char *)a + at, (const unsigned char *)b + at, content->members[i].size) != 0)
			return false;
	}
	for (int i = 0; i < RANGES; i++) {
		size_t size, other_size;
		const void *data = array_of(content, a, i, &size), *other = array_of(content, b, i, &other_size);
		if (size != other_size || (size && memcmp(data, other, size) != 0))
			return false;
	}
	return true;
}

uint64_t mlirbc__content_hash(uint64_t seed, const struct mlirbc__content *content, const void *object)
{
	uint64_t hash = seed;
	for (int i = 0; i < RANGES; i++) {
		if (content->members[i].size)
			hash = mlirbc__hash(hash, (const unsigned char *)object + content->members[i].at,
				content->members[i].size);
	}
	for (int i = 0; i < RANGES; i++) { /* a function type without inputs has results */
		size_t size;
		const void *data = array_of(content, object, i, &size);
		if (size)
			hash = mlirbc__hash(hash, data, size);
	}
	return hash;
}

void *mlirbc__content_copy(
	struct mlirbc_context *context, const struct mlirbc__content *content, const void *object, bool borrow)
{
	size_t total = content->used, sizes[RANGES];
	const void *data[RANGES];
	for (int i = 0; i < RANGES; i++) {
		data[i] = array_of(content, object, i, &sizes[i]);
		if (ckd_add(&total, total, borrow ? 0 : sizes[i]))
			return NULL;
	}
	unsigned char *copy = mlirbc__alloc(context, total, _Alignof(struct mlirbc_attr));
	if (!copy)
		return NULL;
	memcpy(copy, object, content->used);
	unsigned char *behind = copy + content->used;
	for (int i = 0; i < RANGES && content->arrays[i].item && !borrow; i++) {
		if (sizes[i])
			memcpy(behind, data[i], sizes[i]);
		const void *place = behind;
		memcpy(copy + content->arrays[i].data, &place, sizeof place);
		behind += sizes[i];
	}
	return copy;
}

void mlirbc__summarize(struct mlirbc_parts parts, struct mlirbc__summary *out)
{
	struct mlirbc_part part;
	*out = (struct mlirbc__summary){ .all = MLIRBC__UNIQUE };
	while (mlirbc_parts_next(&parts, &part)) {
		uint32_t inner = part.type ? part.type->depth : part.attr->depth;
		unsigned flags = part.type ? part.type->flags : part.attr->flags;
		out->depth = inner > out->depth ? inner : out->depth;
		out->any |= flags;
		out->all &= flags;
	}
}
