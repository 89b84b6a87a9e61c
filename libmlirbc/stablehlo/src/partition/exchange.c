/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Moves that gather nothing: parts that go to one other device each, and parts that all devices exchange. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"

#include <string.h>

/* ---- permutations */

static bool has_part(const struct shlo__partition *p, const struct shlo__division *from, uint32_t source, const struct shlo__division *to,
	uint32_t target)
{
	return p->group[source] == p->group[target] &&
	       memcmp(from->at + source * from->rank, to->at + target * to->rank, to->rank * sizeof *to->at) == 0;
}

/* Finds a source for each target, itself if it has the part; each source is used once. False: there is none. */
static bool find_sources(const struct shlo__partition *p, const struct shlo__division *from, const struct shlo__division *to, uint32_t *source,
	bool *used)
{
	for (uint32_t target = 0; target < p->devices; target++) {
		used[target] = has_part(p, from, target, to, target);
		source[target] = target;
	}
	for (uint32_t target = 0; target < p->devices; target++) {
		if (has_part(p, from, target, to, target))
			continue;
		uint32_t at = 0;
		while (at < p->devices && (used[at] || !has_part(p, from, at, to, target)))
			at++;
		if (at == p->devices)
			return false;
		used[at] = true;
		source[target] = at;
	}
	return true;
}

static struct mlirbc_value *permute(struct shlo__partition *p, struct mlirbc_value *value, const uint32_t *source)
{
	const int64_t dims[2] = { p->devices, 2 };
	const size_t size = 2 * (size_t)p->devices * sizeof(int64_t);
	int64_t *pairs = shlo__take(mlirbc_context_allocator(p->context), size);
	const struct mlirbc_type *type = pairs ? shlo__tensor(p->context, dims, 2, shlo__i64(p), NULL) : NULL;
	for (uint32_t i = 0; pairs && i < p->devices; i++) {
		pairs[2 * i] = source[i];
		pairs[2 * i + 1] = i;
	}
	const struct mlirbc_attr *attr = type ? mlirbc_attr_dense(p->context, type, pairs, size) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), pairs, size);
	if (!attr) {
		(void)shlo__partition_no_memory(p);
		return NULL;
	}
	struct mlirbc_value *made = MLIRBC_VALUE(&p->builder, "stablehlo.collective_permute", MLIRBC_OPERANDS(value), MLIRBC_RESULTS(value->type),
		MLIRBC_ATTRS({ "source_target_pairs", attr }, { "channel_handle", shlo__partition_channel(p) }));
	return shlo__partition_built(p) ? made : NULL;
}

bool shlo__permute(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__division *from, const struct shlo__division *to,
	struct mlirbc_value **out)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const size_t size = p->devices * (sizeof(uint32_t) + sizeof(bool));
	*out = NULL;
	if (from->rank != to->rank || memcmp(from->parts, to->parts, to->rank * sizeof *to->parts) != 0 || p->replicas != 1)
		return true;
	uint32_t *source = shlo__take(allocator, size);
	if (!source)
		return shlo__partition_no_memory(p);
	if (find_sources(p, from, to, source, (bool *)(source + p->devices)))
		*out = permute(p, value, source);
	shlo__give(allocator, source, size);
	return p->status == MLIRBC_OK;
}

/* ---- all to all */

/* Whether the last `ratio` parts of dimension `from_dim` are the next parts by which `to` divides `to_dim`. */
static bool can_exchange(const struct shlo__partition *p, const struct shlo__tiles *tiles, size_t from_dim, uint32_t ratio,
	const struct shlo__division *to, size_t to_dim)
{
	const uint32_t next = tiles->parts[to_dim] * ratio;
	if (from_dim == to_dim || to->parts[to_dim] % next != 0)
		return false;
	const uint32_t rest = to->parts[to_dim] / next;
	for (uint32_t device = 0; device < p->devices; device++) {
		const uint32_t *at = tiles->at + (size_t)device * SHLO__MOST_DIMS;
		if (to->at[device * to->rank + to_dim] / rest != at[to_dim] * ratio + at[from_dim] % ratio)
			return false;
	}
	return true;
}

/* The parts of a dimension that a division keeps: it may be coarser, or another one. */
static uint32_t kept_parts(const struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim, const struct shlo__division *to)
{
	const uint32_t many = tiles->parts[dim], few = to->parts[dim];
	bool finer = few % many == 0, coarser = many % few == 0;
	for (uint32_t device = 0; device < p->devices; device++) {
		const uint32_t at = tiles->at[(size_t)device * SHLO__MOST_DIMS + dim], wanted = to->at[device * to->rank + dim];
		finer = finer && wanted / (few / many) == at;
		coarser = coarser && at / (many / few) == wanted;
	}
	return finer ? many : coarser ? few : 1;
}

static struct mlirbc_value *exchange(
	struct shlo__partition *p, struct mlirbc_value *value, struct shlo__tiles *tiles, size_t from_dim, uint32_t ratio, size_t to_dim)
{
	const struct mlirbc_attr *groups = shlo__tiles_groups(p, tiles, from_dim, ratio);
	int64_t dims[SHLO__MOST_DIMS];
	if (!groups)
		return NULL;
	memcpy(dims, value->type->u.shaped.dims, value->type->u.shaped.rank * sizeof *dims);
	dims[from_dim] *= ratio;
	dims[to_dim] /= ratio;
	tiles->parts[from_dim] /= ratio;
	tiles->parts[to_dim] *= ratio;
	for (uint32_t device = 0; device < p->devices; device++) {
		uint32_t *at = tiles->at + (size_t)device * SHLO__MOST_DIMS;
		at[to_dim] = at[to_dim] * ratio + at[from_dim] % ratio;
		at[from_dim] /= ratio;
	}
	struct mlirbc_value *made = MLIRBC_VALUE(&p->builder, "stablehlo.all_to_all", MLIRBC_OPERANDS(value),
		MLIRBC_RESULTS(shlo__tensor(p->context, dims, value->type->u.shaped.rank, value->type->u.shaped.element, NULL)),
		MLIRBC_ATTRS({ "split_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), to_dim) },
			{ "concat_dimension", mlirbc_attr_integer(p->context, shlo__i64(p), from_dim) },
			{ "split_count", mlirbc_attr_integer(p->context, shlo__i64(p), ratio) }, { "replica_groups", groups },
			{ "channel_handle", shlo__partition_channel(p) }));
	return shlo__partition_built(p) ? made : NULL;
}

struct mlirbc_value *shlo__all_to_all(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type,
	struct shlo__tiles *tiles, const struct shlo__division *to)
{
	for (size_t from_dim = 0; value && from_dim < tiles->rank && p->replicas == 1; from_dim++) {
		if (type->u.shaped.dims[from_dim] % tiles->parts[from_dim] != 0)
			continue; /* gathered, and freed of padding */
		const uint32_t ratio = tiles->parts[from_dim] / kept_parts(p, tiles, from_dim, to);
		size_t to_dim = 0;
		while (to_dim < tiles->rank &&
			(!shlo__parts_are_even(type, to, to_dim) || !can_exchange(p, tiles, from_dim, ratio, to, to_dim)))
			to_dim++;
		if (ratio > 1 && to_dim < tiles->rank)
			value = exchange(p, value, tiles, from_dim, ratio, to_dim);
	}
	return value;
}
