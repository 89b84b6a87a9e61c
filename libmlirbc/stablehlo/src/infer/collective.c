/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations between processes. */
#include "infer/rules.h"

#include <stdlib.h>
#include <string.h>

enum { FEW = 256 };

/* Element `index` of dense i64. */
static int64_t id_at(const struct mlirbc_attr *attr, size_t index)
{
	const uint8_t *at = attr->u.dense.data + (attr->u.dense.splat ? 0 : 8 * index);
	uint64_t value = 0;
	for (int i = 0; i < 8; ++i)
		value |= (uint64_t)at[i] << (8 * i);
	return (int64_t)value;
}

static int compare(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

/* The ids at `first`, `first + step`, ... in order, those that are -1 left out; `few` has room for FEW. NULL after a failure. */
static int64_t *sorted_ids(struct shlo__check *check, const struct mlirbc_attr *attr, size_t count, size_t first,
	size_t step, int64_t *few, size_t *out_count)
{
	int64_t *ids = count <= FEW ? few
				    : mlirbc_context_alloc(check->context, count * sizeof *ids, _Alignof(int64_t));
	size_t kept = 0;
	if (!ids)
		return shlo__no_memory(check), NULL;
	for (size_t i = first; i < count; i += step) {
		int64_t id = id_at(attr, i);
		if (id != -1)
			ids[kept++] = id;
	}
	qsort(ids, kept, sizeof *ids, compare);
	*out_count = kept;
	return ids;
}

/* The number of elements of a dense attribute; a splat of a huge type is refused. */
static bool count_ids(struct shlo__check *check, const char *name, const struct mlirbc_attr *attr, size_t *out)
{
	uint64_t count = 0;
	if (!mlirbc_type_elements(attr->type, &count) || (attr->u.dense.splat && count > FEW))
		return shlo__fail(check, "attribute '%s' repeats one id more than %d times", name, (int)FEW);
	*out = (size_t)count;
	return true;
}

/* Groups of replicas. `size`: what each group must have; 0: any. */
static bool check_groups(struct shlo__check *check, bool uniform, bool global_ids, int64_t size)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "replica_groups");
	int64_t few[FEW];
	size_t count = 0, kept = 0;
	if (attr->kind != MLIRBC_ATTR_DENSE)
		return shlo__check_mesh_axes(check, attr, size);
	if (attr->type->u.shaped.rank != 2)
		return shlo__fail(check, "replica groups should be a rank 2 tensor, but have rank %zu",
			attr->type->u.shaped.rank);
	if (!count_ids(check, "replica_groups", attr, &count))
		return false;
	if (global_ids && count == 0)
		return shlo__fail(check, "if use_global_device_ids is set, the replica groups cannot be empty");
	for (size_t i = 0; uniform && i < count; ++i) {
		if (id_at(attr, i) == -1)
			return shlo__fail(check, "Invalid replica id -1");
	}
	const int64_t *ids = sorted_ids(check, attr, count, 0, 1, few, &kept);
	for (size_t i = 0; ids && i < kept; ++i) {
		if (i && ids[i] == ids[i - 1])
			return shlo__fail(check, "replica id #%lld seen more than once", (long long)ids[i]);
	}
	for (size_t i = 0; ids && i < kept; ++i) {
		if (ids[i] != (int64_t)i)
			return shlo__fail(check, "replica id #%zu not seen in replica groups", i);
	}
	if (ids && uniform && size && count && attr->type->u.shaped.dims[1] != size)
		return shlo__fail(check, "group size of replica_groups must be %lld, but is %lld", (long long)size,
			(long long)attr->type->u.shaped.dims[1]);
	return ids != NULL;
}

bool shlo__check_pairs(struct shlo__check *check)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "source_target_pairs");
	int64_t few[FEW];
	size_t count = 0, kept = 0;
	if (!attr)
		return true;
	const int64_t *dims = attr->type->u.shaped.dims;
	const bool point_to_point = check->code == MLIRBC_STABLEHLO_send || check->code == MLIRBC_STABLEHLO_recv;
	if (point_to_point && attr->u.dense.count == 0)
		return true; /* no pairs, in any shape: so artifacts before 1.12 are read, and so frontends write it */
	if (attr->type->u.shaped.rank != 2)
		return shlo__fail(check, "expect source_target_pairs attribute to be of rank 2, but got rank %zu",
			attr->type->u.shaped.rank);
	if (dims[1] != 2)
		return shlo__fail(check, "expect source_target_pairs attribute of shape (N, 2), but got (%lld, %lld)",
			(long long)dims[0], (long long)dims[1]);
	if (!count_ids(check, "source_target_pairs", attr, &count))
		return false;
	for (size_t i = 0; i < count; ++i) {
		if (id_at(attr, i) < 0)
			return shlo__fail(check, "replica ids in source_target_pairs must be >= 0, but one is %lld",
				(long long)id_at(attr, i));
	}
	for (size_t side = 0; side < 2; ++side) {
		const int64_t *ids = sorted_ids(check, attr, count, side, 2, few, &kept);
		if (!ids)
			return false;
		for (size_t i = 1; i < kept; ++i) {
			if (ids[i] == ids[i - 1])
				return shlo__fail(check, "duplicate %s not allowed: %lld", side ? "targets" : "sources",
					(long long)ids[i]);
		}
	}
	return true;
}

static int64_t channel_of(struct shlo__check *check)
{
	struct shlo__channel channel;
	return shlo__channel_of(shlo__attr(check, "channel_handle"), &channel, NULL) ? channel.handle : 0;
}

static bool positive_channel(struct shlo__check *check)
{
	int64_t channel = channel_of(check);
	return !shlo__flag(check, "use_global_device_ids") || channel > 0 ||
	       shlo__fail(check, "channel_id must be positive when useGlobalDeviceIds is set but got: %lld",
		       (long long)channel);
}

/* Operands and results in pairs of one element type. */
static bool pairs(struct shlo__check *check, bool elements)
{
	struct shlo__spelled a, b;
	if (!check->declared)
		return true;
	if (check->operand_count != check->result_count)
		return shlo__fail(check, "requires the same number of operands and results, but has %zu and %zu",
			check->operand_count, check->result_count);
	for (size_t i = 0; elements && i < check->operand_count; ++i) {
		const struct mlirbc_type *x = shlo__element(shlo__operand(check, i)),
					 *y = shlo__element(shlo__declared(check, i));
		if (x != y)
			return shlo__fail(check,
				"requires the same element type for operand and result at index %zu, but got '%s' and "
				"'%s'",
				i, shlo__spell(x, &a), shlo__spell(y, &b));
	}
	return true;
}

/* A result that is as its operand but for one dimension, which has a multiple of the size of the other's. */
static bool scaled(struct shlo__check *check, const char *attr, int64_t dim, const struct mlirbc_type *small,
	const struct mlirbc_type *big, bool small_is_operand)
{
	if (shlo__rank(small) != shlo__rank(big))
		return shlo__fail(check, "operand and result must have the same rank");
	if (dim < 0 || (uint64_t)dim >= shlo__rank(small))
		return shlo__fail(check,
			"%s %lld must be a valid index of the operand and the result, which have rank %zu", attr,
			(long long)dim, shlo__rank(small));
	for (size_t i = 0; i < shlo__rank(small); ++i) {
		if (i != (size_t)dim && !shlo__same_dim(shlo__dim(small, i), shlo__dim(big, i)))
			return shlo__fail(check,
				"operand and result should have the same shape except for dimension %lld, but differ "
				"in dimension %zu",
				(long long)dim, i);
	}
	int64_t from = shlo__dim(small, (size_t)dim), to = shlo__dim(big, (size_t)dim);
	if (from == 0 || to == 0)
		return shlo__fail(check, "the dimension size of the %s at %s cannot be zero",
			(from == 0) == small_is_operand ? "operand" : "result", attr);
	if (from != SHLO__DYNAMIC && to != SHLO__DYNAMIC && to % from)
		return shlo__fail(check, "%s has size %lld along %s, expected to be a multiple of %lld",
			small_is_operand ? "result" : "operand", (long long)to, attr, (long long)from);
	return true;
}

bool shlo__rule_all_gather(struct shlo__check *check)
{
	int64_t dim = shlo__int(check, "all_gather_dim", 0), channel = channel_of(check);
	bool global_ids = shlo__flag(check, "use_global_device_ids");
	if (!check->operand_count)
		return shlo__fail(check, "expects at least one operand");
	if (!pairs(check, true) || !check_groups(check, true, global_ids, 0))
		return false;
	if (global_ids && channel < 0)
		return shlo__fail(check, "channel_id cannot be negative when useGlobalDeviceIds is set, but is %lld",
			(long long)channel);
	for (size_t i = 0; i < check->operand_count; ++i) {
		const struct mlirbc_type *result = shlo__needed(check, i);
		if (!result || !scaled(check, "all_gather_dim", dim, shlo__operand(check, i), result, true))
			return false;
	}
	return shlo__rule_declared(check);
}

static const struct mlirbc_type *operand_at(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, index);
}

/* Operands without the index of the root, which is the last one of collective_reduce and collective_broadcast and may have no result. */
static size_t without_root(const struct shlo__check *check)
{
	return check->operand_count - (check->operand_count > 1 && shlo__flag(check, "has_dynamic_root"));
}

/* all_reduce and collective_reduce: one region of two scalars reduces every operand. */
bool shlo__rule_all_reduce_enter(struct shlo__check *check)
{
	if (!check->operand_count)
		return shlo__fail(check, "expects at least one operand");
	size_t count = without_root(check);
	if ((!(check->declared && check->result_count == count) && !pairs(check, false)) ||
		!check_groups(check, false, shlo__flag(check, "use_global_device_ids"), 0) || !positive_channel(check))
		return false;
	for (size_t i = 0; i < count; ++i) {
		const struct shlo__reducer reducer = {
			.count = 1, .offset = i, .input = operand_at, .init = operand_at, .scalar_init = true
		};
		if (!shlo__check_reducer(check, &reducer))
			return false;
	}
	return true;
}

bool shlo__rule_all_reduce_leave(struct shlo__check *check)
{
	struct shlo__body body;
	if (!shlo__body(check, 0, &body))
		return false;
	size_t count = check->declared ? check->result_count : without_root(check);
	for (size_t i = 0; i < count && i < check->operand_count; ++i) {
		if (!shlo__emit_like(check, shlo__operand(check, i), shlo__element(shlo__body_value(&body, 0))))
			return false;
	}
	return true;
}

bool shlo__rule_reduce_scatter(struct shlo__check *check)
{
	const struct shlo__reducer reducer = {
		.count = 1, .input = operand_at, .init = operand_at, .scalar_init = true
	};
	const struct mlirbc_type *result = shlo__needed(check, 0);
	struct shlo__body body;
	struct shlo__spelled a, b;
	if (!result || !check_groups(check, true, shlo__flag(check, "use_global_device_ids"), 0) ||
		!positive_channel(check) || !shlo__check_reducer(check, &reducer) ||
		!scaled(check, "scatter_dimension", shlo__int(check, "scatter_dimension", 0), result,
			shlo__operand(check, 0), false))
		return false;
	if (!shlo__body(check, 0, &body))
		return false;
	const struct mlirbc_type *expected = shlo__element(shlo__body_value(&body, 0));
	return shlo__compatible_elements(check, expected, shlo__element(result)) ||
	       shlo__fail(check, "result element-type is expected to be '%s', but got '%s'", shlo__spell(expected, &a),
		       shlo__spell(shlo__element(result), &b));
}

/* Multiplies or divides a dimension and its bound. */
static bool scale(struct shlo__check *check, int64_t *size, int64_t by, bool divide)
{
	if (*size == SHLO__DYNAMIC)
		return true;
	if (divide)
		*size = *size / by + (*size % by != 0);
	else if (__builtin_mul_overflow(*size, by, size))
		return shlo__fail(check, "the size of a dimension of the result is above 2^63 - 1");
	return true;
}

bool shlo__rule_all_to_all(struct shlo__check *check)
{
	int64_t from = shlo__int(check, "split_dimension", 0), to = shlo__int(check, "concat_dimension", 0);
	int64_t count = shlo__int(check, "split_count", 1);
	struct shlo__shape shape;
	if (!check->operand_count)
		return shlo__fail(check, "expects at least one operand");
	if (!pairs(check, true) || !check_groups(check, true, false, count))
		return false;
	for (size_t i = 0; i < check->operand_count; ++i) {
		if (!shlo__shape_of(check, shlo__operand(check, i), &shape))
			return false;
		if ((uint64_t)from >= shape.rank)
			return shlo__fail(check, "AllToAll split_dimension %lld is out-of-bounds for input rank %zu",
				(long long)from, shape.rank);
		if ((uint64_t)to >= shape.rank)
			return shlo__fail(check, "AllToAll concat_dimension %lld is out-of-bounds for input rank %zu",
				(long long)to, shape.rank);
		if (shape.dims[from] != SHLO__DYNAMIC && shape.dims[from] % count)
			return shlo__fail(check,
				"split dimension has size %lld, expected to be a multiple of split_count %lld",
				(long long)shape.dims[from], (long long)count);
		if (!scale(check, &shape.dims[from], count, true) || !scale(check, &shape.dims[to], count, false) ||
			(shape.bounds.count && (!scale(check, &shape.bounds.at[from], count, true) ||
						       !scale(check, &shape.bounds.at[to], count, false))) ||
			!shlo__emit_shape(check, &shape))
			return false;
	}
	return true;
}

bool shlo__rule_collective_permute(struct shlo__check *check)
{
	return shlo__check_pairs(check) && shlo__emit_type(check, shlo__operand(check, 0));
}

bool shlo__rule_collective_broadcast(struct shlo__check *check)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "replica_groups");
	int64_t few[FEW];
	size_t count = 0, kept = 0;
	if (!check->operand_count)
		return shlo__fail(check, "expects at least one operand");
	if (attr->kind != MLIRBC_ATTR_DENSE && !shlo__check_mesh_axes(check, attr, 0))
		return false;
	if (attr->kind == MLIRBC_ATTR_DENSE) {
		if (attr->type->u.shaped.rank != 2)
			return shlo__fail(check, "replica groups should be a rank 2 tensor, but have rank %zu",
				attr->type->u.shaped.rank);
		if (!count_ids(check, "replica_groups", attr, &count))
			return false;
		for (size_t i = 0; i < count; ++i) {
			if (id_at(attr, i) < 0)
				return shlo__fail(check, "replica_groups values must be positive, but one is %lld",
					(long long)id_at(attr, i));
		}
		const int64_t *ids = sorted_ids(check, attr, count, 0, 1, few, &kept);
		if (!ids)
			return false;
		for (size_t i = 1; i < kept; ++i) {
			if (ids[i] == ids[i - 1])
				return shlo__fail(check, "replica id #%lld seen more than once", (long long)ids[i]);
		}
	}
	size_t results = check->declared ? check->result_count : without_root(check);
	for (size_t i = 0; i < results && i < check->operand_count; ++i) {
		if (!shlo__emit_type(check, shlo__operand(check, i)))
			return false;
	}
	return true;
}

bool shlo__rule_cross_replica_sum(struct shlo__check *check)
{
	return check_groups(check, false, false, 0) && shlo__emit_type(check, shlo__operand(check, 0));
}
