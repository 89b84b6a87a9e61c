/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bodies of reductions, and reduce. */
#include "infer/rules.h"

/* Whether `shape` is a subsequence of the dimensions that arguments may have. */
static bool is_part(const struct mlirbc_type *type, const int64_t *dims, size_t rank)
{
	size_t next = 0;
	for (size_t i = 0; i < rank && next < shlo__rank(type); ++i)
		next += shlo__same_dim(dims[i], shlo__dim(type, next));
	return next == shlo__rank(type);
}

static bool check_result(
	struct shlo__check *check, const struct shlo__reducer *at, const struct shlo__body *body, size_t index)
{
	struct shlo__spelled a, b;
	const struct mlirbc_type *result = shlo__body_value(body, index), *init = at->init(check, at->offset + index);
	for (size_t i = index; i < body->arguments; i += at->count) {
		const struct mlirbc_type *argument = shlo__body_argument(body, i);
		if (!shlo__compatible(check, result, argument))
			return shlo__fail(check,
				"the type of reduction-region's parameter at index %zu is different than the "
				"corresponding result type: '%s' vs '%s'",
				i, shlo__spell(argument, &a), shlo__spell(result, &b));
	}
	if (!shlo__promotable(check, shlo__element(init), shlo__element(result)))
		return shlo__fail(check,
			"the element-type of reduction-region's result type at index %zu is expected to be promotable "
			"from the op's corresponding init-value element-type: '%s' vs '%s'",
			index, shlo__spell(result, &a), shlo__spell(init, &b));
	bool same = at->scalar_init ? !shlo__ranked(result) || shlo__rank(result) == 0
				    : shlo__compatible_shapes(init, result);
	return same || shlo__fail(check,
			       "the shape of reduction-region's result type at index %zu differs from the op's "
			       "corresponding init-value type: '%s' vs '%s'",
			       index, shlo__spell(result, &a), at->scalar_init ? "a scalar" : shlo__spell(init, &b));
}

static bool check_argument(
	struct shlo__check *check, const struct shlo__reducer *at, const struct shlo__body *body, size_t index)
{
	struct shlo__spelled a, b;
	size_t number = at->count + index;
	const struct mlirbc_type *argument = shlo__body_argument(body, number),
				 *input = shlo__element(at->input(check, at->offset + index));
	if (!shlo__promotable(check, input, shlo__element(argument)))
		return shlo__fail(check,
			"the element-type of reduction-region's argument at index %zu is expected to be promotable "
			"from '%s', but got '%s'",
			number, shlo__spell(input, &a), shlo__spell(shlo__element(argument), &b));
	if (!shlo__ranked(argument))
		return true;
	if (shlo__rank(argument) > at->rank)
		return shlo__fail(check,
			"the rank of reduction-region's argument at index %zu is expected to be <= %zu, got %zu",
			number, at->rank, shlo__rank(argument));
	return is_part(argument, at->dims, at->rank) ||
	       shlo__fail(check,
		       "the shape of reduction-region's argument at index %zu is not compatible with that of "
		       "reduce-op's input-parameter at index %zu",
		       number, index);
}

bool shlo__check_reducer(struct shlo__check *check, const struct shlo__reducer *at)
{
	struct shlo__body body;
	struct shlo__spelled text;
	if (!shlo__body(check, at->region, &body))
		return false;
	if (body.arguments != 2 * at->count)
		return shlo__fail(check, "reduction-region must take %zu parameters, but takes %zu parameter(s)",
			2 * at->count, body.arguments);
	if (!body.values)
		return shlo__fail(check, "the reduction-region expected to return some value(s)");
	if (body.values != at->count)
		return shlo__fail(check, "reduction-region here must produce %zu tensors, but produces %zu instead",
			at->count, body.values);
	for (size_t i = 0; i < at->count; ++i) {
		const struct mlirbc_type *type = shlo__body_value(&body, i);
		if (type->kind != MLIRBC_TYPE_TENSOR && type->kind != MLIRBC_TYPE_UNRANKED_TENSOR)
			return shlo__fail(check,
				"reduction-region here must produce tensor-typed result(s), but produces '%s' instead",
				shlo__spell(type, &text));
	}
	for (size_t i = 0; i < at->count; ++i) {
		if (!check_result(check, at, &body, i) || !check_argument(check, at, &body, i))
			return false;
	}
	return true;
}

/* ---- reduce */

static const struct mlirbc_type *reduce_input(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, index);
}
static const struct mlirbc_type *reduce_init(struct shlo__check *check, size_t index)
{
	return shlo__operand(check, check->operand_count / 2 + index);
}

/* The shape of an input without the reduced dimensions. */
static bool reduced(struct shlo__check *check, const struct mlirbc_type *input, const struct shlo__dims *dims,
	struct shlo__shape *out)
{
	struct shlo__shape shape;
	if (!shlo__shape_of(check, input, &shape))
		return false;
	out->element = shape.element;
	out->rank = out->bounds.count = 0;
	for (size_t i = 0; i < shape.rank; ++i) {
		if (!shlo__has(dims, (int64_t)i))
			out->dims[out->rank++] = shape.dims[i];
	}
	for (size_t i = 0, k = 0; shape.bounds.count && i < shape.rank; ++i) {
		if (!shlo__has(dims, (int64_t)i))
			shlo__set_bound(out, k++, shape.bounds.at[i]);
	}
	return true;
}

bool shlo__same_inputs(struct shlo__check *check, size_t count)
{
	if (!count)
		return shlo__fail(check, "expects at least one input");
	for (size_t i = 1; i < count; ++i) {
		if (!shlo__compatible_shapes(shlo__operand(check, 0), shlo__operand(check, i)))
			return shlo__fail(check,
				"expects all inputs to have compatible shapes; input %zu differs from input 0", i);
	}
	return true;
}

bool shlo__rule_reduce_enter(struct shlo__check *check)
{
	struct shlo__shape shape;
	struct shlo__dims dims;
	size_t count = check->operand_count / 2;
	if (!shlo__same_inputs(check, count))
		return false;
	if (!shlo__list(check, "dimensions", &dims) ||
		!shlo__in_range(check, "dimensions", &dims, shlo__rank(shlo__operand(check, 0)), "the input") ||
		!shlo__unique(check, "dimensions", &dims) || !reduced(check, shlo__operand(check, 0), &dims, &shape))
		return false;
	const struct shlo__reducer reducer = {
		.count = count, .input = reduce_input, .init = reduce_init, .dims = shape.dims, .rank = shape.rank
	};
	return shlo__check_reducer(check, &reducer);
}

bool shlo__rule_reduce_leave(struct shlo__check *check)
{
	struct shlo__shape shape;
	struct shlo__dims dims;
	struct shlo__body body;
	if (!shlo__body(check, 0, &body) || !shlo__list(check, "dimensions", &dims))
		return false;
	for (size_t i = 0; i < check->operand_count / 2; ++i) {
		if (!reduced(check, shlo__operand(check, i), &dims, &shape))
			return false;
		shape.element = shlo__element(shlo__body_value(&body, i));
		if (!shlo__emit_shape(check, &shape))
			return false;
	}
	return true;
}
