/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dot, dot_general and ragged_dot. */
#include "infer/rules.h"

#include <string.h>

/* The element type of a product: that of the declared result, else that of lhs. */
static const struct mlirbc_type *product_element(struct shlo__check *check)
{
	return shlo__element(
		check->declared && check->result_count ? shlo__declared(check, 0) : shlo__operand(check, 0));
}

bool shlo__rule_dot(struct shlo__check *check)
{
	struct shlo__shape lhs, rhs, out = { .rank = 0, .bounds = { .count = 0 } };
	if (!shlo__shape_of(check, shlo__operand(check, 0), &lhs) ||
		!shlo__shape_of(check, shlo__operand(check, 1), &rhs) || !shlo__precision_fits(check))
		return false;
	if (lhs.rank < 1 || lhs.rank > 2 || rhs.rank < 1 || rhs.rank > 2)
		return shlo__fail(check, "expected both lhs/rhs ranks to be either 1 or 2, but got %zu and %zu",
			lhs.rank, rhs.rank);
	if (!shlo__same_dim(lhs.dims[lhs.rank - 1], rhs.dims[0]))
		return shlo__fail(check, "the last dimension of lhs, %lld, does not match the first of rhs, %lld",
			(long long)lhs.dims[lhs.rank - 1], (long long)rhs.dims[0]);
	if (lhs.rank == 2)
		out.dims[out.rank++] = lhs.dims[0];
	if (rhs.rank == 2)
		out.dims[out.rank++] = rhs.dims[1];
	out.element = product_element(check);
	return shlo__emit_shape(check, &out);
}

/* The dimensions of one side of a product, and how they pair with the other's. */
struct side {
	const char *batching_name, *contracting_name;
	const struct shlo__dims *batching, *contracting;
	const struct shlo__shape *shape;
};

static bool check_side(struct shlo__check *check, const struct side *side, const char *name)
{
	return shlo__unique(check, side->batching_name, side->batching) &&
	       shlo__unique(check, side->contracting_name, side->contracting) &&
	       shlo__disjoint(check, side->batching_name, side->batching, side->contracting_name, side->contracting) &&
	       shlo__in_range(check, side->batching_name, side->batching, side->shape->rank, name) &&
	       shlo__in_range(check, side->contracting_name, side->contracting, side->shape->rank, name);
}

static bool check_pairs(struct shlo__check *check, const struct shlo__shape *lhs, const struct shlo__dims *a,
	const struct shlo__shape *rhs, const struct shlo__dims *b, const char *what)
{
	for (size_t i = 0; i < a->count; ++i) {
		int64_t left = lhs->dims[a->at[i]], right = rhs->dims[b->at[i]];
		if (!shlo__same_dim(left, right))
			return shlo__fail(check,
				"%s dimension sizes must match for lhs/rhs, but pair %zu has %lld and %lld", what, i,
				(long long)left, (long long)right);
	}
	return true;
}

static bool check_sides(struct shlo__check *check, const struct side *lhs, const struct side *rhs)
{
	if (lhs->batching->count != rhs->batching->count)
		return shlo__fail(check, "lhs and rhs should have the same number of batching dimensions");
	if (lhs->contracting->count != rhs->contracting->count)
		return shlo__fail(check, "lhs and rhs should have the same number of contracting dimensions");
	return check_side(check, lhs, "lhs") && check_side(check, rhs, "rhs") &&
	       check_pairs(check, lhs->shape, lhs->batching, rhs->shape, rhs->batching, "batching") &&
	       check_pairs(check, lhs->shape, lhs->contracting, rhs->shape, rhs->contracting, "contracting");
}

static bool append(struct shlo__check *check, struct shlo__shape *out, const struct shlo__shape *from, size_t dim)
{
	if (out->rank == SHLO__MOST_DIMS)
		return shlo__fail(check, "the result has more than %d dimensions", (int)SHLO__MOST_DIMS);
	out->dims[out->rank++] = from->dims[dim];
	return true;
}

/* Batch dimensions, then the free ones of lhs, then those of rhs without `group`. */
static bool append_dims(struct shlo__check *check, struct shlo__shape *out, const struct side *lhs,
	const struct side *rhs, const struct shlo__dims *group)
{
	for (size_t i = 0; i < lhs->batching->count; ++i) {
		if (!append(check, out, lhs->shape, (size_t)lhs->batching->at[i]))
			return false;
	}
	for (int s = 0; s < 2; ++s) {
		const struct side *side = s ? rhs : lhs;
		for (size_t i = 0; i < side->shape->rank; ++i) {
			if (shlo__has(side->batching, (int64_t)i) || shlo__has(side->contracting, (int64_t)i) ||
				(s && shlo__has(group, (int64_t)i)))
				continue;
			if (!append(check, out, side->shape, i))
				return false;
		}
	}
	return true;
}

/* ---- algorithms */

static bool is_float(const struct mlirbc_type *type, enum mlirbc_float kind)
{
	return type && type->kind == MLIRBC_TYPE_FLOAT && type->u.float_kind == kind;
}

static bool is_f8(const struct mlirbc_type *type)
{
	return type && type->kind == MLIRBC_TYPE_FLOAT && mlirbc_type_width(type) == 8;
}

static bool is_known(const struct shlo__algorithm *at)
{
	static const struct {
		unsigned char operands, accumulator;
		short operations[4];
	} known[] = {
		{ MLIRBC_F16, MLIRBC_F16, { 1 } },
		{ MLIRBC_F16, MLIRBC_F32, { 1 } },
		{ MLIRBC_BF16, MLIRBC_BF16, { 1 } },
		{ MLIRBC_BF16, MLIRBC_F32, { 1, 3, 6, 9 } },
		{ MLIRBC_TF32, MLIRBC_F32, { 1, 3 } },
		{ MLIRBC_F32, MLIRBC_F32, { 1 } },
		{ MLIRBC_F64, MLIRBC_F64, { 1 } },
	};
	if (is_f8(at->lhs_precision_type) && is_f8(at->rhs_precision_type))
		return is_float(at->accumulation_type, MLIRBC_F32) && at->num_primitive_operations == 1 &&
		       at->lhs_component_count == 1 && at->rhs_component_count == 1;
	if (at->allow_imprecise_accumulation)
		return false;
	for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
		enum mlirbc_float operands = (enum mlirbc_float)known[i].operands;
		if (!is_float(at->lhs_precision_type, operands) || !is_float(at->rhs_precision_type, operands) ||
			!is_float(at->accumulation_type, (enum mlirbc_float)known[i].accumulator))
			continue;
		for (size_t k = 0; k < 4 && known[i].operations[k]; ++k) {
			if (at->num_primitive_operations == known[i].operations[k])
				return true;
		}
	}
	return false;
}

static bool check_algorithm(struct shlo__check *check)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "algorithm"),
				 *precision = shlo__attr(check, "precision_config");
	struct shlo__algorithm algorithm;
	struct shlo__spelled a, b, c;
	const char *why = "not #stablehlo.dot_algorithm<...>";
	if (!attr)
		return true;
	if (!shlo__algorithm_of(check->context, attr, &algorithm, &why))
		return shlo__fail(check, "attribute 'algorithm': %s", why);
	if (algorithm.lhs_component_count <= 0)
		return shlo__fail(check, "lhs component count must be positive");
	if (algorithm.rhs_component_count <= 0)
		return shlo__fail(check, "rhs component count must be positive");
	if (algorithm.num_primitive_operations <= 0)
		return shlo__fail(check, "num primitive operations must be positive");
	if (!is_known(&algorithm))
		return shlo__fail(check,
			"no hardware is known to support this dot algorithm: lhs '%s', rhs '%s', accumulation '%s', "
			"%lld operations",
			shlo__spell(algorithm.lhs_precision_type, &a), shlo__spell(algorithm.rhs_precision_type, &b),
			shlo__spell(algorithm.accumulation_type, &c), (long long)algorithm.num_primitive_operations);
	for (size_t i = 0; precision && i < precision->u.array.count; ++i) {
		if (shlo__enum_of(SHLO__PRECISION, precision->u.array.data[i]) != 0)
			return shlo__fail(check, "must specify DEFAULT precision config when algorithm is set");
	}
	return true;
}

bool shlo__rule_dot_general(struct shlo__check *check)
{
	static const struct shlo__dims none = { .count = 0 };
	const struct mlirbc_type *left = shlo__operand(check, 0), *right = shlo__operand(check, 1);
	struct shlo__shape lhs, rhs, out = { .rank = 0, .bounds = { .count = 0 } };
	struct shlo__dot numbers;
	const char *why = "not #stablehlo.dot<...>";
	if (!shlo__dot_of(shlo__attr(check, "dot_dimension_numbers"), &numbers, &why))
		return shlo__fail(check, "attribute 'dot_dimension_numbers': %s", why);
	if (!shlo__shape_of(check, left, &lhs) || !shlo__shape_of(check, right, &rhs) || !shlo__precision_fits(check))
		return false;
	const struct side a = { "lhs_batching_dimensions", "lhs_contracting_dimensions",
		&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions, &lhs };
	const struct side b = { "rhs_batching_dimensions", "rhs_contracting_dimensions",
		&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions, &rhs };
	if (!check_sides(check, &a, &b) || !check_algorithm(check) || !append_dims(check, &out, &a, &b, &none))
		return false;
	out.element = product_element(check);
	if (shlo__is_quant(rhs.element) || shlo__is_quant(lhs.element) || shlo__is_quant(out.element)) {
		const struct shlo__quant *quant = shlo__quant(check, rhs.element);
		if (quant && quant->axis >= 0 && shlo__has(b.contracting, quant->axis))
			return shlo__fail(check,
				"the quantization dimension of rhs, %lld, must not be a contracting dimension",
				(long long)quant->axis);
		if ((check->declared && !shlo__quant_product(check, left, right, shlo__declared(check, 0))) ||
			!shlo__rhs_zero_points(check, right))
			return false;
	}
	return shlo__emit_shape(check, &out);
}

/* ---- ragged_dot */

enum mode { NON_CONTRACTING, CONTRACTING, BATCH };

static bool append_prefix(struct shlo__check *check, struct shlo__shape *out, const struct side *lhs,
	const struct shlo__dims *list, int64_t ragged)
{
	for (size_t i = 0; i < list->count && list->at[i] != ragged; ++i) {
		if (!append(check, out, lhs->shape, (size_t)list->at[i]))
			return false;
	}
	return true;
}

/* The shape of group_sizes is that of the dimensions before the ragged one, and the number of groups; or that number alone. */
static bool check_group_sizes(struct shlo__check *check, enum mode mode, const struct side *lhs, int64_t ragged,
	const struct shlo__shape *sizes)
{
	struct shlo__shape expected = { .rank = 0 };
	struct shlo__dims all = { .count = 0 };
	struct shlo__spelled a, b;
	if (sizes->rank == 0)
		return shlo__fail(check, "expected rank of group_sizes of ragged dot to be at least 1, got 0");
	if (sizes->rank == 1)
		return true;
	for (size_t i = 0; i < lhs->shape->rank; ++i) {
		if (!shlo__has(lhs->batching, (int64_t)i) && !shlo__has(lhs->contracting, (int64_t)i))
			all.at[all.count++] = (int64_t)i;
	}
	if ((mode != BATCH && !append_prefix(check, &expected, lhs, lhs->batching, -1)) ||
		!append_prefix(check, &expected, lhs,
			mode == BATCH         ? lhs->batching
			: mode == CONTRACTING ? lhs->contracting
					      : &all,
			ragged) ||
		!append(check, &expected, sizes, sizes->rank - 1))
		return false;
	bool same = expected.rank == sizes->rank;
	for (size_t i = 0; same && i < sizes->rank; ++i)
		same = shlo__same_dim(sizes->dims[i], expected.dims[i]);
	return same || shlo__fail(check, "group_sizes is expected to have shape %s, got %s",
			       shlo__spell_dims(expected.dims, expected.rank, &a),
			       shlo__spell_dims(sizes->dims, sizes->rank, &b));
}

bool shlo__rule_ragged_dot(struct shlo__check *check)
{
	struct shlo__shape lhs, rhs, sizes, out = { .rank = 0, .bounds = { .count = 0 } };
	struct shlo__ragged_dot numbers;
	const char *why = "not #chlo.ragged_dot<...>";
	for (size_t i = 0; i < 3; ++i) {
		if (!shlo__ranked(shlo__operand(check, i)))
			return shlo__rule_declared(check);
	}
	if (!shlo__ragged_dot_of(shlo__attr(check, "ragged_dot_dimension_numbers"), &numbers, &why))
		return shlo__fail(check, "attribute 'ragged_dot_dimension_numbers': %s", why);
	if (!shlo__shape_of(check, shlo__operand(check, 0), &lhs) ||
		!shlo__shape_of(check, shlo__operand(check, 1), &rhs) ||
		!shlo__shape_of(check, shlo__operand(check, 2), &sizes) || !shlo__precision_fits(check))
		return false;
	const struct side a = { "lhs_batching_dimensions", "lhs_contracting_dimensions",
		&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions, &lhs };
	const struct side b = { "rhs_batching_dimensions", "rhs_contracting_dimensions",
		&numbers.rhs_batching_dimensions, &numbers.rhs_contracting_dimensions, &rhs };
	const struct shlo__dims *group = &numbers.rhs_group_dimensions;
	if (!shlo__unique(check, "rhs_group_dimensions", group) ||
		!shlo__disjoint(check, "rhs_group_dimensions", group, b.batching_name, b.batching) ||
		!shlo__disjoint(check, "rhs_group_dimensions", group, b.contracting_name, b.contracting) ||
		!shlo__in_range(check, "rhs_group_dimensions", group, rhs.rank, "rhs") ||
		!shlo__in_range(check, "lhs_ragged_dimensions", &numbers.lhs_ragged_dimensions, lhs.rank, "lhs") ||
		!check_sides(check, &a, &b))
		return false;
	if (numbers.lhs_ragged_dimensions.count != 1)
		return shlo__fail(check, "there must be exactly one ragged dimension in the lhs, got %zu",
			numbers.lhs_ragged_dimensions.count);
	int64_t ragged = numbers.lhs_ragged_dimensions.at[0];
	enum mode mode = shlo__has(a.batching, ragged)      ? BATCH
			 : shlo__has(a.contracting, ragged) ? CONTRACTING
							    : NON_CONTRACTING;
	if (mode == NON_CONTRACTING && group->count != 1)
		return shlo__fail(check, "there must be exactly one group dimension in the rhs when the lhs ragged "
					 "dimension is non-contracting");
	if (mode != NON_CONTRACTING && group->count != 0)
		return shlo__fail(check, "there must be zero group dimensions in the rhs when the ragged dimension is "
					 "batch or contracting");
	if (!check_group_sizes(check, mode, &a, ragged, &sizes))
		return false;
	int64_t groups = sizes.dims[sizes.rank - 1];
	if (mode == NON_CONTRACTING && !shlo__same_dim(rhs.dims[group->at[0]], groups))
		return shlo__fail(check, "rhs group dimension is expected to have size=%lld, got %lld",
			(long long)groups, (long long)rhs.dims[group->at[0]]);
	if (mode == CONTRACTING)
		out.dims[out.rank++] = groups;
	if (!append_dims(check, &out, &a, &b, group))
		return false;
	out.element = product_element(check);
	return shlo__emit_shape(check, &out);
}
