/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations whose shapes are operands. Constant operands are checked as attributes are. */
#include "infer/rules.h"

static bool elements_agree(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to)
{
	struct shlo__spelled a, b;
	return shlo__compatible_elements(check, shlo__element(from), shlo__element(to)) ||
	       shlo__fail(check, "expects operand and result to have compatible element type. Got: '%s' and '%s'",
		       shlo__spell(from, &a), shlo__spell(to, &b));
}

/* The known length of a one-dimensional shape operand, or SHLO__DYNAMIC. */
static int64_t length_of(struct shlo__check *check, size_t operand)
{
	return shlo__dim(shlo__operand(check, operand), 0);
}

/* Hints that operand dimensions expand, or do not. */
static bool check_hints(struct shlo__check *check, size_t rank)
{
	struct shlo__dims expanding, fixed;
	return shlo__list(check, "known_expanding_dimensions", &expanding) &&
	       shlo__list(check, "known_nonexpanding_dimensions", &fixed) &&
	       shlo__unique(check, "known_expanding_dimensions", &expanding) &&
	       shlo__unique(check, "known_nonexpanding_dimensions", &fixed) &&
	       shlo__disjoint(
		       check, "known_expanding_dimensions", &expanding, "known_nonexpanding_dimensions", &fixed) &&
	       shlo__in_range(check, "known_expanding_dimensions", &expanding, rank, "the operand") &&
	       shlo__in_range(check, "known_nonexpanding_dimensions", &fixed, rank, "the operand");
}

/* A shape operand whose length is known. */
static bool static_shape_operand(struct shlo__check *check, size_t operand)
{
	struct shlo__spelled text;
	return length_of(check, operand) != SHLO__DYNAMIC ||
	       shlo__fail(check, "operand #%zu must be a statically shaped 1-dimensional tensor, but is '%s'", operand,
		       shlo__spell(shlo__operand(check, operand), &text));
}

bool shlo__rule_dynamic_broadcast_in_dim(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__dims dims;
	if (!to || !static_shape_operand(check, 1) || !elements_agree(check, from, to) ||
		!shlo__list(check, "broadcast_dimensions", &dims))
		return false;
	if (dims.count != shlo__rank(from))
		return shlo__fail(check, "broadcast_dimensions size (%zu) does not match operand rank (%zu)",
			dims.count, shlo__rank(from));
	if (shlo__rank(to) < dims.count)
		return shlo__fail(
			check, "result rank (%zu) is less than operand rank (%zu)", shlo__rank(to), dims.count);
	if (!shlo__unique(check, "broadcast_dimensions", &dims) ||
		!shlo__in_range(check, "broadcast_dimensions", &dims, shlo__rank(to), "the result"))
		return false;
	for (size_t i = 0; i < dims.count; ++i) {
		int64_t size = shlo__dim(from, i), expected = shlo__dim(to, (size_t)dims.at[i]);
		if (size != 1 && !shlo__same_dim(size, expected))
			return shlo__fail(check,
				"size of operand dimension %zu (%lld) is not compatible with size of result dimension "
				"%lld (%lld)",
				i, (long long)size, (long long)dims.at[i], (long long)expected);
	}
	if ((uint64_t)length_of(check, 1) != shlo__rank(to))
		return shlo__fail(check, "result rank (%zu) is not equal to number of output dimensions (%lld)",
			shlo__rank(to), (long long)length_of(check, 1));
	return check_hints(check, shlo__rank(from)) && shlo__shape_operand_fits(check, 1) &&
	       shlo__quant_broadcast(check, from, to, &dims) && shlo__emit_type(check, to);
}

bool shlo__rule_dynamic_iota(struct shlo__check *check)
{
	const struct mlirbc_type *to = shlo__needed(check, 0);
	int64_t dim = shlo__int(check, "iota_dimension", 0);
	if (!to || !static_shape_operand(check, 0))
		return false;
	if ((uint64_t)dim >= shlo__rank(to))
		return shlo__fail(check, "iota_dimension %lld is out of range; the result has rank %zu", (long long)dim,
			shlo__rank(to));
	if ((uint64_t)length_of(check, 0) != shlo__rank(to))
		return shlo__fail(check, "the result has rank %zu, but output_shape has %lld elements", shlo__rank(to),
			(long long)length_of(check, 0));
	return shlo__shape_operand_fits(check, 0) && shlo__emit_type(check, to);
}

bool shlo__rule_dynamic_pad(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__dims low, high, interior;
	if (!to || !elements_agree(check, from, to) || !elements_agree(check, from, shlo__operand(check, 1)))
		return false;
	if (shlo__rank(shlo__operand(check, 1)) != 0)
		return shlo__fail(check, "padding value type should be a rank-0 tensor, is rank %zu",
			shlo__rank(shlo__operand(check, 1)));
	for (size_t i = 2; i < 5; ++i) {
		int64_t length = length_of(check, i);
		if (length != SHLO__DYNAMIC && (uint64_t)length != shlo__rank(from))
			return shlo__fail(check, "padding operands size (%lld) must match operand rank (%zu)",
				(long long)length, shlo__rank(from));
	}
	if (shlo__rank(to) != shlo__rank(from))
		return shlo__fail(
			check, "result rank (%zu) must match operand rank (%zu)", shlo__rank(to), shlo__rank(from));
	bool interior_known = shlo__constant(check, 4, &interior);
	for (size_t i = 0; interior_known && i < interior.count; ++i) {
		if (interior.at[i] < 0)
			return shlo__fail(check, "interior_padding must be non-negative, but got %lld",
				(long long)interior.at[i]);
	}
	if (interior_known && shlo__constant(check, 2, &low) && shlo__constant(check, 3, &high)) {
		for (size_t i = 0; i < interior.count && i < low.count && i < high.count && i < shlo__rank(from); ++i) {
			int64_t size = shlo__dim(from, i), expected;
			if (size == SHLO__DYNAMIC || shlo__dim(to, i) == SHLO__DYNAMIC)
				continue;
			if (!shlo__padded(size, low.at[i], high.at[i], interior.at[i], &expected))
				return shlo__fail(check, "the padded size of dimension %zu is out of range", i);
			if (expected != shlo__dim(to, i))
				return shlo__fail(check,
					"expected output dimension at index %zu to equal %lld, but got %lld", i,
					(long long)expected, (long long)shlo__dim(to, i));
		}
	}
	return shlo__emit_type(check, to);
}

bool shlo__rule_dynamic_reshape(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__dims shape;
	uint64_t have, want;
	if (!to || !static_shape_operand(check, 1) || !elements_agree(check, from, to))
		return false;
	if ((uint64_t)length_of(check, 1) != shlo__rank(to))
		return shlo__fail(check,
			"result should have a rank equal to the number of elements in output_shape, %lld, but has rank "
			"%zu",
			(long long)length_of(check, 1), shlo__rank(to));
	bool counted = mlirbc_type_elements(from, &have);
	if (counted && mlirbc_type_elements(to, &want) && have != want)
		return shlo__fail(check,
			"number of output elements (%llu) doesn't match expected number of elements (%llu)",
			(unsigned long long)want, (unsigned long long)have);
	if (!shlo__shape_operand_fits(check, 1))
		return false;
	if (counted && shlo__constant(check, 1, &shape)) {
		uint64_t total = 1;
		bool over = false;
		for (size_t i = 0; i < shape.count; ++i)
			over |= __builtin_mul_overflow(total, (uint64_t)shape.at[i], &total);
		if (over || total != have)
			return shlo__fail(check,
				"output_shape is incompatible with input type of operation: input has %llu elements, "
				"but output_shape has %llu",
				(unsigned long long)have, (unsigned long long)total);
	}
	return shlo__quant_reshape(check, from, to) && shlo__emit_type(check, to);
}

bool shlo__rule_real_dynamic_slice(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	if (!to || !elements_agree(check, from, to))
		return false;
	for (size_t i = 1; i < 4; ++i) {
		int64_t length = length_of(check, i);
		if (shlo__element(shlo__operand(check, i)) != shlo__element(shlo__operand(check, 1)))
			return shlo__fail(check, "start, limit and strides must have the same element type");
		if (length != SHLO__DYNAMIC && (uint64_t)length != shlo__rank(from))
			return shlo__fail(check,
				"has mismatched number of indices (%lld) and the rank of the operand (%zu)",
				(long long)length, shlo__rank(from));
	}
	if (shlo__rank(to) != shlo__rank(from))
		return shlo__fail(
			check, "result rank (%zu) must match operand rank (%zu)", shlo__rank(to), shlo__rank(from));
	return shlo__emit_type(check, to);
}

bool shlo__rule_rng(struct shlo__check *check)
{
	struct shlo__dims values;
	struct shlo__shape shape;
	struct shlo__spelled text;
	for (size_t i = 0; i < 2; ++i) {
		if (shlo__rank(shlo__operand(check, i)) != 0)
			return shlo__fail(check, "operand #%zu must be a scalar tensor, but is '%s'", i,
				shlo__spell(shlo__operand(check, i), &text));
	}
	if (!shlo__elements_compatible(check, 0, 2))
		return false;
	const struct mlirbc_type *element = shlo__element(shlo__operand(check, 0));
	if (shlo__enum_of(SHLO__RNG_DISTRIBUTION, shlo__attr(check, "rng_distribution")) == 2 &&
		element->kind != MLIRBC_TYPE_FLOAT)
		return shlo__fail(check, "the normal distribution needs floats, but the operands have '%s'",
			shlo__spell(element, &text));
	int64_t length = length_of(check, 2);
	bool known = shlo__constant(check, 2, &values);
	if (length == SHLO__DYNAMIC || length > SHLO__MOST_DIMS)
		return length == SHLO__DYNAMIC
			       ? shlo__fail(check, "the shape operand must be statically shaped")
			       : shlo__fail(check, "the result has more than %d dimensions", (int)SHLO__MOST_DIMS);
	shape.element = element;
	shape.rank = (size_t)length;
	shape.bounds.count = 0;
	for (size_t i = 0; i < shape.rank; ++i) {
		shape.dims[i] = known ? values.at[i] : SHLO__DYNAMIC;
		if (known && values.at[i] < 0)
			return shlo__fail(check, "the shape has the negative dimension %lld", (long long)values.at[i]);
	}
	return shlo__emit_shape(check, &shape);
}
