/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of CHLO that broadcast, or have shapes of their own. Tensors may lack a rank. */
#include "infer/rules.h"

/* Broadcasts two shapes that are aligned at the end. */
static bool broadcast(
	struct shlo__check *check, const struct shlo__shape *a, const struct shlo__shape *b, struct shlo__shape *out)
{
	struct shlo__spelled x, y;
	const struct shlo__shape *big = a->rank >= b->rank ? a : b, *small = big == a ? b : a;
	out->rank = big->rank;
	out->bounds.count = 0;
	for (size_t i = 0; i < big->rank; ++i) {
		size_t missing = big->rank - small->rank;
		int64_t left = big->dims[i], right = i < missing ? 1 : small->dims[i - missing];
		if (left != 1 && right != 1 && !shlo__same_dim(left, right))
			return shlo__fail(check, "operands of shapes %s and %s cannot be broadcast",
				shlo__spell_dims(a->dims, a->rank, &x), shlo__spell_dims(b->dims, b->rank, &y));
		if (left == SHLO__DYNAMIC || right == SHLO__DYNAMIC)
			out->dims[i] = left > 1 ? left : right > 1 ? right : SHLO__DYNAMIC;
		else
			out->dims[i] = left == 1 ? right : left;
	}
	return true;
}

static const struct mlirbc_type *broadcast_element(struct shlo__check *check)
{
	const struct mlirbc_type *element = shlo__element(shlo__operand(check, 0));
	if (check->code == MLIRBC_CHLO_broadcast_compare)
		return mlirbc_type_integer(check->context, 1, MLIRBC_SIGNLESS);
	if (check->code != MLIRBC_CHLO_broadcast_complex)
		return element;
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_COMPLEX };
	type.u.shaped.element = element;
	return mlirbc_type_get(check->context, &type);
}

/* Where the dimensions of the operand of lower rank go. */
static bool check_dims(struct shlo__check *check, const struct shlo__dims *dims, const struct shlo__shape *a,
	const struct shlo__shape *b)
{
	size_t big = a->rank > b->rank ? a->rank : b->rank, small = a->rank > b->rank ? b->rank : a->rank;
	if (dims->count != small && a->rank != b->rank)
		return shlo__fail(check,
			"broadcast_dimensions has %zu elements; expected %zu, the lower rank of the operands",
			dims->count, small);
	for (size_t i = 1; i < dims->count; ++i) {
		if (dims->at[i] <= dims->at[i - 1])
			return shlo__fail(check, "broadcast_dimensions must be strictly increasing");
	}
	return shlo__in_range(check, "broadcast_dimensions", dims, big, "the operand of higher rank");
}

/* The operand of lower rank with ones where the other has dimensions of its own. */
static void spread(const struct shlo__dims *dims, struct shlo__shape *small, size_t rank)
{
	struct shlo__shape out = { .element = small->element, .rank = rank, .bounds = { .count = 0 } };
	for (size_t i = 0; i < rank; ++i)
		out.dims[i] = 1;
	for (size_t i = 0; i < dims->count; ++i)
		out.dims[dims->at[i]] = small->dims[i];
	*small = out;
}

bool shlo__rule_chlo_broadcast(struct shlo__check *check)
{
	struct shlo__shape a, b, out;
	struct shlo__dims dims;
	const struct mlirbc_type *element = broadcast_element(check);
	if (!element)
		return shlo__no_memory(check);
	if (!shlo__elements_compatible(check, 0, 2) || !shlo__list(check, "broadcast_dimensions", &dims))
		return false;
	for (size_t i = 0; i < 2; ++i) {
		if (!shlo__ranked(shlo__operand(check, i)))
			return shlo__emit_like(check, shlo__operand(check, i), element);
	}
	if (!shlo__shape_of(check, shlo__operand(check, 0), &a) || !shlo__shape_of(check, shlo__operand(check, 1), &b))
		return false;
	if (shlo__attr(check, "broadcast_dimensions") && !check_dims(check, &dims, &a, &b))
		return false;
	if (dims.count && a.rank != b.rank)
		spread(&dims, a.rank < b.rank ? &a : &b, a.rank < b.rank ? b.rank : a.rank);
	if (!broadcast(check, &a, &b, &out))
		return false;
	out.element = element;
	return shlo__emit_shape(check, &out);
}

bool shlo__rule_chlo_select(struct shlo__check *check)
{
	struct shlo__shape shapes[3], some, out;
	if (!shlo__elements_compatible(check, 1, 3))
		return false;
	for (size_t i = 0; i < 3; ++i) {
		if (!shlo__ranked(shlo__operand(check, i)))
			return shlo__rule_declared(check);
		if (!shlo__shape_of(check, shlo__operand(check, i), &shapes[i]))
			return false;
	}
	if (!broadcast(check, &shapes[1], &shapes[2], &some) || !broadcast(check, &shapes[0], &some, &out))
		return false;
	out.element = shapes[1].element;
	return shlo__emit_shape(check, &out);
}

bool shlo__rule_constant_like(struct shlo__check *check)
{
	const struct mlirbc_type *type = shlo__attr(check, "value")->type;
	struct shlo__spelled a, b;
	if (check->declared && check->result_count && shlo__element(shlo__declared(check, 0)) != type)
		return shlo__fail(check, "the type '%s' of the value is not the element type of the result, '%s'",
			shlo__spell(type, &a), shlo__spell(shlo__declared(check, 0), &b));
	return shlo__emit_like(check, shlo__operand(check, 0), type);
}

bool shlo__rule_top_k(struct shlo__check *check)
{
	const struct mlirbc_type *type = shlo__operand(check, 0),
				 *index = mlirbc_type_integer(check->context, 32, MLIRBC_SIGNLESS);
	int64_t k = shlo__int(check, "k", 0);
	struct shlo__shape shape;
	if (!index)
		return shlo__no_memory(check);
	if (!shlo__ranked(type))
		return shlo__emit_type(check, type) && shlo__emit_like(check, type, index);
	if (!shlo__shape_of(check, type, &shape))
		return false;
	if (shape.rank == 0)
		return shlo__fail(check, "operand's rank must be at least 1");
	int64_t *last = &shape.dims[shape.rank - 1];
	if (*last != SHLO__DYNAMIC && *last < k)
		return shlo__fail(check, "operand's last dimension must be at least %lld, but is %lld", (long long)k,
			(long long)*last);
	*last = k;
	if (shape.bounds.count)
		shape.bounds.at[shape.rank - 1] = SHLO__DYNAMIC;
	if (!shlo__emit_shape(check, &shape))
		return false;
	shape.element = index;
	return shlo__emit_shape(check, &shape);
}
