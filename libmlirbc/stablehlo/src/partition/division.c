/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "partition/partition.h"

#include "dialect/memory.h"
#include "dialect/types.h"

#include <string.h>

static inline uint32_t *parts_at(const struct shlo__tiles *tiles, uint32_t device) { return tiles->at + (size_t)device * SHLO__MOST_DIMS; }

/* ---- divisions in the making */

void shlo__tiles_clear(struct shlo__partition *p, struct shlo__tiles *tiles, size_t rank)
{
	tiles->rank = rank;
	for (size_t i = 0; i < rank; i++)
		shlo__tiles_drop(p, tiles, i);
}

void shlo__tiles_drop(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim)
{
	tiles->parts[dim] = 1;
	for (uint32_t device = 0; device < p->devices; device++)
		parts_at(tiles, device)[dim] = 0;
}

void shlo__tiles_copy(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim, const struct shlo__division *from, size_t from_dim)
{
	tiles->parts[dim] = from ? from->parts[from_dim] : 1;
	for (uint32_t device = 0; device < p->devices; device++)
		parts_at(tiles, device)[dim] = from ? from->at[device * from->rank + from_dim] : 0;
}

void shlo__tiles_split(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim, const struct shlo__tiles *from, size_t from_dim)
{
	tiles->parts[dim] *= from->parts[from_dim];
	for (uint32_t device = 0; device < p->devices; device++) {
		uint32_t *at = &parts_at(tiles, device)[dim];
		*at = *at * from->parts[from_dim] + parts_at(from, device)[from_dim];
	}
}

/* The number of combinations of parts of all dimensions; 0: more than there are devices. */
static uint32_t combinations(const struct shlo__partition *p, const struct shlo__tiles *tiles)
{
	uint64_t count = 1;
	for (size_t i = 0; i < tiles->rank; i++) {
		count *= tiles->parts[i];
		if (count == 0 || count > p->devices)
			return 0;
	}
	return (uint32_t)count;
}

/* The group and the parts of a device as one number. */
static uint32_t place_of(const struct shlo__partition *p, const struct shlo__tiles *tiles, uint32_t device)
{
	uint32_t place = p->group[device];
	for (size_t i = 0; i < tiles->rank; i++)
		place = place * tiles->parts[i] + parts_at(tiles, device)[i];
	return place;
}

bool shlo__tiles_uniform(struct shlo__partition *p, const struct shlo__tiles *tiles)
{
	const uint32_t count = combinations(p, tiles);
	if (count == 0 || (uint64_t)count * p->groups > p->devices || p->devices % (count * p->groups) != 0)
		return false;
	memset(p->count, 0, p->devices * sizeof *p->count);
	for (uint32_t device = 0; device < p->devices; device++)
		p->count[place_of(p, tiles, device)]++;
	for (uint32_t i = 0; i < count * p->groups; i++) {
		if (p->count[i] != p->devices / (count * p->groups))
			return false;
	}
	return true;
}

/* ---- divisions */

static bool is_same(const struct shlo__partition *p, const struct shlo__division *division, const struct shlo__tiles *tiles)
{
	if (division->rank != tiles->rank || memcmp(division->parts, tiles->parts, tiles->rank * sizeof *tiles->parts) != 0)
		return false;
	for (uint32_t device = 0; device < p->devices; device++) {
		if (memcmp(division->at + device * tiles->rank, parts_at(tiles, device), tiles->rank * sizeof *division->at) != 0)
			return false;
	}
	return true;
}

bool shlo__tiles_finish(struct shlo__partition *p, const struct shlo__tiles *tiles, const struct shlo__division **out)
{
	const size_t rank = tiles->rank;
	*out = NULL;
	if (combinations(p, tiles) == 1)
		return true;
	for (const struct shlo__division *division = p->divisions; division; division = division->next) {
		if (is_same(p, division, tiles)) {
			*out = division;
			return true;
		}
	}
	struct shlo__division *made = mlirbc_context_alloc(p->context, sizeof *made, _Alignof(struct shlo__division));
	uint32_t *parts = mlirbc_context_alloc(p->context, rank * (p->devices + (size_t)1) * sizeof *parts, _Alignof(uint32_t));
	if (!made || !parts)
		return shlo__partition_no_memory(p);
	memcpy(parts, tiles->parts, rank * sizeof *parts);
	for (uint32_t device = 0; device < p->devices; device++)
		memcpy(parts + rank * (device + (size_t)1), parts_at(tiles, device), rank * sizeof *parts);
	*made = (struct shlo__division){ rank, parts, parts + rank, p->divisions };
	p->divisions = *out = made;
	return true;
}

bool shlo__refines(const struct shlo__partition *p, const struct shlo__division *fine, const struct shlo__division *coarse, size_t dim)
{
	const uint32_t many = fine ? fine->parts[dim] : 1, few = coarse ? coarse->parts[dim] : 1;
	if (many % few != 0)
		return false;
	for (uint32_t device = 0; coarse && device < p->devices; device++) {
		if ((fine ? fine->at[device * fine->rank + dim] : 0) / (many / few) != coarse->at[device * coarse->rank + dim])
			return false;
	}
	return true;
}

const struct mlirbc_type *shlo__local_type(struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *division)
{
	int64_t dims[SHLO__MOST_DIMS];
	if (!division)
		return type;
	for (size_t i = 0; i < division->rank; i++)
		dims[i] = (type->u.shaped.dims[i] + division->parts[i] - 1) / division->parts[i];
	const struct mlirbc_type *made = shlo__tensor(p->context, dims, division->rank, type->u.shaped.element, NULL);
	if (!made)
		(void)shlo__partition_no_memory(p);
	return made;
}

/* ---- groups */

bool shlo__tiles_rows(struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim, uint32_t ratio, int64_t *out)
{
	const uint32_t copies = p->devices / (combinations(p, tiles) * p->groups);
	if (!shlo__tiles_uniform(p, tiles)) {
		p->status = p->status == MLIRBC_OK ? MLIRBC_E_UNSUPPORTED : p->status;
		return false;
	}
	memset(p->count, 0, p->devices * sizeof *p->count);
	for (uint32_t device = 0; device < p->devices; device++) {
		uint32_t *at = &parts_at(tiles, device)[dim];
		const uint32_t kept = *at, slot = kept % ratio;
		const uint32_t copy = p->count[place_of(p, tiles, device)]++;
		*at = kept - slot; /* the first of the places that are gathered stands for all */
		const uint32_t first = place_of(p, tiles, device);
		*at = kept;
		/* places of the others are between those of the firsts: their numbers are made dense */
		uint32_t inner = 1;
		for (size_t i = dim + 1; i < tiles->rank; i++)
			inner *= tiles->parts[i];
		const uint32_t row = (first / (inner * ratio) * inner + first % inner) * copies + copy;
		out[(size_t)row * ratio + slot] = device;
	}
	return true;
}

const struct mlirbc_attr *shlo__tiles_groups(struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim, uint32_t ratio)
{
	const int64_t dims[2] = { (int64_t)(p->devices / ratio) * p->replicas, ratio };
	const size_t size = (size_t)p->devices * p->replicas;
	int64_t *groups = shlo__take(mlirbc_context_allocator(p->context), size * sizeof *groups);
	const struct mlirbc_type *i64 = mlirbc_type_integer(p->context, 64, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = groups && i64 ? shlo__tensor(p->context, dims, 2, i64, NULL) : NULL;
	const struct mlirbc_attr *made = NULL;
	if (type && shlo__tiles_rows(p, tiles, dim, ratio, groups)) {
		for (size_t i = p->devices; i < size; i++) /* those of the other replicas */
			groups[i] = groups[i % p->devices] + (int64_t)(i / p->devices * p->devices);
		made = mlirbc_attr_dense(p->context, type, groups, size * sizeof *groups);
	}
	shlo__give(mlirbc_context_allocator(p->context), groups, size * sizeof *groups);
	if (!made)
		(void)shlo__partition_no_memory(p);
	return made;
}
