/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constraints of lists of dimension numbers. */
#include "infer/rules.h"

bool shlo__has(const struct shlo__dims *list, int64_t value)
{
	for (size_t i = 0; i < list->count; ++i) {
		if (list->at[i] == value)
			return true;
	}
	return false;
}

bool shlo__unique(struct shlo__check *check, const char *name, const struct shlo__dims *list)
{
	struct shlo__spelled text;
	for (size_t i = 0; i < list->count; ++i) {
		for (size_t j = 0; j < i; ++j) {
			if (list->at[i] == list->at[j])
				return shlo__fail(check, "%s must not repeat, got %s", name,
					shlo__spell_dims(list->at, list->count, &text));
		}
	}
	return true;
}

bool shlo__sorted(struct shlo__check *check, const char *name, const struct shlo__dims *list)
{
	struct shlo__spelled text;
	for (size_t i = 1; i < list->count; ++i) {
		if (list->at[i] < list->at[i - 1])
			return shlo__fail(check, "%s must be sorted, got %s", name,
				shlo__spell_dims(list->at, list->count, &text));
	}
	return true;
}

bool shlo__in_range(
	struct shlo__check *check, const char *name, const struct shlo__dims *list, size_t end, const char *of)
{
	for (size_t i = 0; i < list->count; ++i) {
		if (list->at[i] < 0 || (uint64_t)list->at[i] >= end)
			return shlo__fail(check,
				"each element of %s must be in range [0, %zu), the rank of %s, got %lld", name, end, of,
				(long long)list->at[i]);
	}
	return true;
}

bool shlo__disjoint(struct shlo__check *check, const char *name, const struct shlo__dims *list, const char *other_name,
	const struct shlo__dims *other)
{
	for (size_t i = 0; i < list->count; ++i) {
		if (shlo__has(other, list->at[i]))
			return shlo__fail(check, "has duplicated dimension from %s and %s: %lld", name, other_name,
				(long long)list->at[i]);
	}
	return true;
}

bool shlo__precision_fits(struct shlo__check *check)
{
	const struct mlirbc_attr *attr = shlo__attr(check, "precision_config");
	if (attr && attr->u.array.count > 2)
		return shlo__fail(check, "expects precision config to be empty or have <= 2 elements, got %zu",
			attr->u.array.count);
	return true;
}

bool shlo__shape_operand_fits(struct shlo__check *check, size_t operand)
{
	struct shlo__dims shape;
	struct shlo__spelled a, b;
	if (!check->declared || !check->result_count)
		return true;
	const struct mlirbc_type *result = shlo__declared(check, 0);
	if (!shlo__ranked(result) || !shlo__constant(check, operand, &shape))
		return true;
	bool fits = shape.count == shlo__rank(result);
	for (size_t i = 0; fits && i < shape.count; ++i)
		fits = shape.at[i] >= 0 && shlo__same_dim(shape.at[i], shlo__dim(result, i));
	if (!fits)
		return shlo__fail(check, "output shape %s is incompatible with the result type '%s'",
			shlo__spell_dims(shape.at, shape.count, &a), shlo__spell(result, &b));
	return true;
}
