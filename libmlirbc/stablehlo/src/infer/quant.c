/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constraints between quantized operands and results. */
#include "infer/rules.h"

/* The two quantizations of a pair of types; false: at least one of them is not quantized. Copies, since the cache is small. */
static bool both(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b,
	struct shlo__quant *x, struct shlo__quant *y)
{
	const struct shlo__quant *left = shlo__quant(check, shlo__element(a)), *right;
	if (!left)
		return false;
	*x = *left;
	if (!(right = shlo__quant(check, shlo__element(b))))
		return false;
	*y = *right;
	return true;
}

static bool same_parameters(struct shlo__quant a, struct shlo__quant b)
{
	if (a.count != b.count)
		return false;
	for (size_t i = 0; i < a.count; ++i) {
		double x, y;
		int64_t m, n;
		if (!shlo__quant_next(&a, &x, &m) || !shlo__quant_next(&b, &y, &n) || x != y || m != n)
			return false;
	}
	return true;
}

static bool same_quantization(struct shlo__check *check, const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	struct shlo__quant x, y;
	struct shlo__spelled s, t;
	if (!both(check, a, b, &x, &y))
		return true;
	if ((x.axis < 0) != (y.axis < 0) || !same_parameters(x, y))
		return shlo__fail(check, "expects the same quantization scales and zero points, but got '%s' vs '%s'",
			shlo__spell(a, &s), shlo__spell(b, &t));
	return true;
}

bool shlo__quant_add(struct shlo__check *check)
{
	struct shlo__quant part[3];
	size_t count = check->declared && check->result_count ? 3 : 2;
	for (size_t i = 0; i < count; ++i) {
		const struct shlo__quant *quant = shlo__quant(
			check, shlo__element(i < 2 ? shlo__operand(check, i) : shlo__declared(check, 0)));
		if (!quant)
			return shlo__fail(
				check, "expects all operands and results to be either quantized or non-quantized");
		part[i] = *quant;
	}
	for (size_t i = 1; i < count; ++i) {
		if (part[i].storage != part[0].storage)
			return shlo__fail(check, "mismatched operands and result quantization storage types");
		if (part[i].expressed != part[0].expressed)
			return shlo__fail(check, "mismatched operands and result quantization expressed types");
	}
	for (size_t i = 0; count == 3 && i < 2; ++i) {
		if (part[i].axis < 0)
			continue;
		if (part[2].axis < 0)
			return shlo__fail(check, "result is not per_axis quantized but lhs or rhs are");
		if (part[i].axis != part[2].axis)
			return shlo__fail(check, "quantization_dimension of %s and result are not same: %lld vs %lld",
				i ? "rhs" : "lhs", (long long)part[i].axis, (long long)part[2].axis);
	}
	return true;
}

bool shlo__quant_product(struct shlo__check *check, const struct mlirbc_type *lhs, const struct mlirbc_type *rhs,
	const struct mlirbc_type *result)
{
	const struct mlirbc_type *elements[3] = { shlo__element(lhs), shlo__element(rhs), shlo__element(result) };
	struct shlo__quant part[3];
	bool is[3];
	for (size_t i = 0; i < 3; ++i) {
		const struct shlo__quant *quant = shlo__quant(check, elements[i]);
		if ((is[i] = quant != NULL))
			part[i] = *quant;
	}
	if (!is[0] && !is[1] && !is[2])
		return true;
	if (!is[1] || is[0] != is[2])
		return shlo__fail(check, "rhs should be quantized for quantized operations and "
					 "is_quantized(lhs)=is_quantized(result) should hold");
	if (!is[0]) {
		if (part[1].expressed != elements[0] || part[1].expressed != elements[2])
			return shlo__fail(
				check, "mismatched rhs quantization expressed type and lhs and result element type");
		return true;
	}
	if (part[0].storage != part[1].storage)
		return shlo__fail(check, "mismatched lhs and rhs quantization storage types");
	if (part[0].expressed != part[1].expressed || part[0].expressed != part[2].expressed)
		return shlo__fail(check, "mismatched lhs, rhs and result quantization expressed types");
	if (part[1].axis < 0 && part[2].axis >= 0)
		return shlo__fail(check, "mismatched rhs and result quantization granularity");
	return true;
}

bool shlo__rhs_zero_points(struct shlo__check *check, const struct mlirbc_type *rhs)
{
	const struct shlo__quant *quant = shlo__quant(check, shlo__element(rhs));
	if (!quant)
		return true;
	struct shlo__quant rest = *quant;
	for (size_t i = 0; i < rest.count; ++i) {
		double scale;
		int64_t zero_point;
		if (shlo__quant_next(&rest, &scale, &zero_point) && zero_point != 0)
			return shlo__fail(check, "zero point of rhs should be 0, but is %lld", (long long)zero_point);
	}
	return true;
}

/* The product of the dimensions before `axis`; false: not known. */
static bool product_before(const struct mlirbc_type *type, int64_t axis, int64_t *out)
{
	*out = 1;
	for (int64_t i = 0; i < axis; ++i) {
		int64_t dim = shlo__dim(type, (size_t)i);
		if (dim == SHLO__DYNAMIC || __builtin_mul_overflow(*out, dim, out))
			return false;
	}
	return true;
}

bool shlo__quant_reshape(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to)
{
	struct shlo__quant x, y;
	struct shlo__spelled a, b;
	int64_t before, after;
	if (!both(check, from, to, &x, &y))
		return true;
	if ((x.axis < 0) != (y.axis < 0))
		return same_quantization(check, from, to);
	if (x.axis >= 0 && x.count != y.count)
		return shlo__fail(check,
			"expects the same quantization dimension size for operand and result, '%s' and '%s'",
			shlo__spell(from, &a), shlo__spell(to, &b));
	if (!same_quantization(check, from, to))
		return false;
	if (x.axis >= 0 && product_before(from, x.axis, &before) && product_before(to, y.axis, &after) &&
		before != after)
		return shlo__fail(check,
			"the product of the dimensions before the quantization dimension must be the same, but is %lld "
			"and %lld",
			(long long)before, (long long)after);
	return true;
}

bool shlo__quant_transpose(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *permutation)
{
	struct shlo__quant x, y;
	if (!both(check, from, to, &x, &y))
		return true;
	if (!same_quantization(check, from, to))
		return false;
	if (x.axis >= 0 && ((uint64_t)y.axis >= permutation->count || permutation->at[y.axis] != x.axis))
		return shlo__fail(check, "operand quantization_dimension %lld is not the same as permutation[%lld]",
			(long long)x.axis, (long long)y.axis);
	return true;
}

bool shlo__quant_broadcast(struct shlo__check *check, const struct mlirbc_type *from, const struct mlirbc_type *to,
	const struct shlo__dims *dims)
{
	struct shlo__quant x, y;
	if (!both(check, from, to, &x, &y))
		return true;
	if (x.axis < 0 || y.axis < 0)
		return same_quantization(check, from, to);
	if ((uint64_t)x.axis >= dims->count || dims->at[x.axis] != y.axis)
		return shlo__fail(check, "result quantization_dimension %lld is not broadcast_dimensions[%lld]",
			(long long)y.axis, (long long)x.axis);
	if (shlo__dim(from, (size_t)x.axis) != 1)
		return same_quantization(check, from, to);
	double scale, other;
	int64_t zero_point, other_point;
	if (!shlo__quant_next(&x, &scale, &zero_point))
		return true;
	for (size_t i = 0; i < y.count && shlo__quant_next(&y, &other, &other_point); ++i) {
		if (scale != other)
			return shlo__fail(
				check, "mismatch result scale %zu (%g) and operand scale 0 (%g)", i, other, scale);
		if (zero_point != other_point)
			return shlo__fail(check,
				"mismatch result zero_point %zu (%lld) and operand zero_point 0 (%lld)", i,
				(long long)other_point, (long long)zero_point);
	}
	return true;
}
