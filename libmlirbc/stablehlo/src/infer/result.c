/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compatibility of types, and result types. */
#include "infer/check.h"

#include <string.h>

static bool is_shaped(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
}

const struct shlo__quant *shlo__quant(struct shlo__check *check, const struct mlirbc_type *element)
{
	enum { SLOTS = sizeof check->quants / sizeof *check->quants };
	if (element->kind != MLIRBC_TYPE_DIALECT || !shlo__is_quant(element))
		return NULL;
	for (size_t i = 0; i < SLOTS; ++i) {
		if (check->quants[i].type == element)
			return &check->quants[i].quant;
	}
	unsigned slot = check->next_quant++ % SLOTS;
	bool good = shlo__quant_of(check->context, element, &check->quants[slot].quant);
	check->quants[slot].type = good ? element : NULL;
	return good ? &check->quants[slot].quant : NULL;
}

const struct mlirbc_type *shlo__expressed(struct shlo__check *check, const struct mlirbc_type *element)
{
	const struct shlo__quant *quant = shlo__quant(check, element);
	return quant ? quant->expressed : element;
}

bool shlo__compatible_elements(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (a == b)
		return true;
	const struct shlo__quant *left = shlo__quant(check, a), *right = shlo__quant(check, b);
	if (left && right &&
		(left->storage != right->storage || left->storage_min != right->storage_min ||
			left->storage_max != right->storage_max))
		return false;
	return (left ? left->expressed : a) == (right ? right->expressed : b);
}

/* Whether the known dimensions of `type` are within bounds. */
static bool within(const struct mlirbc_type *type, const struct shlo__dims *bounds)
{
	for (size_t i = 0; i < bounds->count && i < shlo__rank(type); ++i) {
		if (bounds->at[i] != SHLO__DYNAMIC && shlo__dim(type, i) != SHLO__DYNAMIC &&
			shlo__dim(type, i) > bounds->at[i])
			return false;
	}
	return true;
}

bool shlo__compatible_shapes(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (a == b)
		return true;
	if (a->kind == MLIRBC_TYPE_UNRANKED_TENSOR || b->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return is_shaped(a) && is_shaped(b);
	if (!shlo__ranked(a) || !shlo__ranked(b) || shlo__rank(a) != shlo__rank(b))
		return false;
	for (size_t i = 0; i < shlo__rank(a); ++i) {
		if (!shlo__same_dim(shlo__dim(a, i), shlo__dim(b, i)))
			return false;
	}
	if (a->u.shaped.encoding || b->u.shaped.encoding) {
		struct shlo__dims bounds;
		shlo__bounds(a, &bounds);
		if (!within(b, &bounds))
			return false;
		shlo__bounds(b, &bounds);
		if (!within(a, &bounds))
			return false;
	}
	return true;
}

/* Tuples are compared to this depth; deeper ones must be equal. */
enum { MOST_DEPTH = 16 };

static bool compatible(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b, int depth)
{
	if (a == b)
		return true;
	if (is_shaped(a) && is_shaped(b))
		return shlo__compatible_shapes(a, b) &&
		       shlo__compatible_elements(check, a->u.shaped.element, b->u.shaped.element);
	if (depth == 0 || a->kind != MLIRBC_TYPE_TUPLE || b->kind != MLIRBC_TYPE_TUPLE ||
		a->u.tuple.count != b->u.tuple.count)
		return false;
	for (size_t i = 0; i < a->u.tuple.count; ++i) {
		if (++check->work > SHLO__MOST_WORK)
			return false;
		if (!compatible(check, a->u.tuple.data[i], b->u.tuple.data[i], depth - 1))
			return false;
	}
	return true;
}

bool shlo__compatible(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return compatible(check, a, b, MOST_DEPTH);
}

uint32_t shlo__bits(struct shlo__check *check, const struct mlirbc_type *element)
{
	const struct shlo__quant *quant = shlo__quant(check, element);
	if (element->kind == MLIRBC_TYPE_COMPLEX)
		return 2 * mlirbc_type_width(element->u.shaped.element);
	return mlirbc_type_width(quant ? quant->storage : element);
}

bool shlo__promotable(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to)
{
	if (from == to)
		return true;
	const struct shlo__quant *left = shlo__quant(check, from), *right = shlo__quant(check, to);
	if (left || right)
		return left && right && left->expressed == right->expressed &&
		       mlirbc_type_width(left->storage) <= mlirbc_type_width(right->storage);
	return from->kind == to->kind &&
	       (from->kind == MLIRBC_TYPE_INTEGER || from->kind == MLIRBC_TYPE_FLOAT ||
		       from->kind == MLIRBC_TYPE_COMPLEX) &&
	       shlo__bits(check, from) <= shlo__bits(check, to);
}

bool shlo__static(const struct mlirbc_type *type)
{
	if (!shlo__ranked(type))
		return false;
	for (size_t i = 0; i < shlo__rank(type); ++i) {
		if (shlo__dim(type, i) == SHLO__DYNAMIC)
			return false;
	}
	return true;
}

static bool mismatch(struct shlo__check *check, const struct mlirbc_type *inferred, const struct mlirbc_type *declared)
{
	struct shlo__spelled a, b;
	return shlo__fail(check, "the inferred type '%s' of result %zu is not compatible with the declared type '%s'",
		shlo__spell(inferred, &a), check->emitted, shlo__spell(declared, &b));
}

bool shlo__emit_type(struct shlo__check *check, const struct mlirbc_type *type)
{
	if (!type)
		return shlo__no_memory(check);
	if (check->inferred) {
		if (check->emitted < check->room)
			check->inferred[check->emitted] = type;
	} else if (check->emitted >= check->result_count) {
		return shlo__fail(check, "the operation has %zu results, but more are inferred", check->result_count);
	} else if (!shlo__compatible(check, type, shlo__declared(check, check->emitted))) {
		return mismatch(check, type, shlo__declared(check, check->emitted));
	}
	check->emitted++;
	return true;
}

static const struct mlirbc_type *make(struct shlo__check *check, const struct shlo__shape *shape)
{
	return shlo__tensor(check->context, shape->dims, shape->rank, shape->element, &shape->bounds);
}

static bool fits(struct shlo__check *check, const struct shlo__shape *shape, const struct mlirbc_type *declared)
{
	if (!is_shaped(declared) || !shlo__compatible_elements(check, shape->element, declared->u.shaped.element))
		return false;
	if (declared->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return true;
	if (shlo__rank(declared) != shape->rank || !within(declared, &shape->bounds))
		return false;
	for (size_t i = 0; i < shape->rank; ++i) {
		if (!shlo__same_dim(shape->dims[i], shlo__dim(declared, i)))
			return false;
	}
	if (declared->u.shaped.encoding) {
		struct shlo__dims bounds;
		shlo__bounds(declared, &bounds);
		for (size_t i = 0; i < bounds.count && i < shape->rank; ++i) {
			if (bounds.at[i] != SHLO__DYNAMIC && shape->dims[i] != SHLO__DYNAMIC &&
				shape->dims[i] > bounds.at[i])
				return false;
		}
	}
	return true;
}

bool shlo__emit_shape(struct shlo__check *check, const struct shlo__shape *shape)
{
	if (check->inferred || check->emitted >= check->result_count)
		return shlo__emit_type(check, make(check, shape));
	if (!fits(check, shape, shlo__declared(check, check->emitted))) {
		const struct mlirbc_type *type = make(check, shape);
		return type ? mismatch(check, type, shlo__declared(check, check->emitted)) : shlo__no_memory(check);
	}
	check->emitted++;
	return true;
}

bool shlo__emit_like(struct shlo__check *check, const struct mlirbc_type *type, const struct mlirbc_type *element)
{
	if (!element)
		return shlo__no_memory(check);
	if (!check->inferred && check->emitted < check->result_count) {
		const struct mlirbc_type *declared = shlo__declared(check, check->emitted);
		if (shlo__compatible_shapes(type, declared) &&
			shlo__compatible_elements(check, element, declared->u.shaped.element)) {
			check->emitted++;
			return true;
		}
	}
	return shlo__emit_type(check, shlo__with_element(check->context, type, element));
}

bool shlo__shape_of(struct shlo__check *check, const struct mlirbc_type *type, struct shlo__shape *out)
{
	if (shlo__rank(type) > SHLO__MOST_DIMS)
		return shlo__fail(check, "a tensor has %zu dimensions; at most %d are supported", shlo__rank(type),
			(int)SHLO__MOST_DIMS);
	out->element = type->u.shaped.element;
	out->rank = shlo__rank(type);
	memcpy(out->dims, type->u.shaped.dims, out->rank * sizeof *out->dims);
	out->bounds.count = 0;
	if (type->u.shaped.encoding)
		shlo__bounds(type, &out->bounds);
	return true;
}

bool shlo__set_bound(struct shlo__shape *shape, size_t dim, int64_t bound)
{
	if (!shape->bounds.count) {
		if (bound == SHLO__DYNAMIC)
			return true;
		shape->bounds.count = shape->rank;
		for (size_t i = 0; i < shape->rank; ++i)
			shape->bounds.at[i] = SHLO__DYNAMIC;
	}
	shape->bounds.at[dim] = bound;
	return true;
}

bool shlo__refine(struct shlo__check *check, struct shlo__shape *shape, const struct mlirbc_type *type)
{
	struct shlo__dims bounds = { .count = 0 };
	struct shlo__spelled a, b;
	if (type->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return true;
	if (shlo__rank(type) != shape->rank)
		return shlo__fail(check, "ranks do not match: %zu and %zu", shape->rank, shlo__rank(type));
	if (type->u.shaped.encoding)
		shlo__bounds(type, &bounds);
	for (size_t i = 0; i < shape->rank; ++i) {
		int64_t dim = shlo__dim(type, i), bound = i < bounds.count ? bounds.at[i] : SHLO__DYNAMIC;
		int64_t known = shape->bounds.count ? shape->bounds.at[i] : SHLO__DYNAMIC;
		if (!shlo__same_dim(dim, shape->dims[i]))
			return shlo__fail(check, "shapes do not match at dimension %zu: %s and %s", i,
				shlo__spell_dims(shape->dims, shape->rank, &a),
				shlo__spell_dims(type->u.shaped.dims, shape->rank, &b));
		if (shape->dims[i] == SHLO__DYNAMIC)
			shape->dims[i] = dim;
		if (bound != SHLO__DYNAMIC && (known == SHLO__DYNAMIC || bound < known))
			known = bound;
		if (shape->dims[i] != SHLO__DYNAMIC) {
			if (known != SHLO__DYNAMIC && shape->dims[i] > known)
				return shlo__fail(check,
					"dimension %zu has size %lld, above the bound %lld of another operand", i,
					(long long)shape->dims[i], (long long)known);
			known = SHLO__DYNAMIC;
		}
		shlo__set_bound(shape, i, known);
	}
	return true;
}
