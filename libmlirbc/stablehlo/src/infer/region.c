/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations with regions other than reductions. Entry rules check the signatures of the regions; results are checked on leaving. */
#include "infer/rules.h"

/* ---- map */

bool shlo__rule_map_enter(struct shlo__check *check)
{
	struct shlo__body body;
	struct shlo__dims dims;
	struct shlo__spelled a, b;
	if (!shlo__body(check, 0, &body))
		return false;
	if (!check->operand_count || body.arguments != check->operand_count)
		return shlo__fail(check,
			"expects number of operands to match the arity of map computation, but got: %zu and %zu",
			check->operand_count, body.arguments);
	for (size_t i = 0; i < body.arguments; ++i) {
		const struct mlirbc_type *argument = shlo__body_argument(&body, i), *operand = shlo__operand(check, i);
		if (!shlo__is_scalar(argument))
			return shlo__fail(check,
				"computation arguments must be 0-rank tensor, but got: arg #%zu of type '%s'", i,
				shlo__spell(argument, &a));
		if (argument->u.shaped.element != shlo__element(operand))
			return shlo__fail(check,
				"element type of operands and computation arguments must match, but got: '%s' and '%s'",
				shlo__spell(shlo__element(operand), &a), shlo__spell(argument->u.shaped.element, &b));
		if (!shlo__compatible_shapes(operand, shlo__operand(check, 0)))
			return shlo__fail(check,
				"requires the same shape for all operands; operand #%zu differs from operand #0", i);
	}
	if (body.values != 1)
		return shlo__fail(check, "computation must return single output, but got: %zu", body.values);
	if (!shlo__is_scalar(shlo__body_value(&body, 0)))
		return shlo__fail(check, "computation must return 0-rank tensor, but got: '%s'",
			shlo__spell(shlo__body_value(&body, 0), &a));
	if (!shlo__list(check, "dimensions", &dims))
		return false;
	for (size_t i = 0; i < dims.count; ++i) {
		if (dims.at[i] != (int64_t)i)
			return shlo__fail(check, "requires monotonically increasing dimension numbers, but got: %s",
				shlo__spell_dims(dims.at, dims.count, &a));
	}
	if (dims.count != shlo__rank(shlo__operand(check, 0)))
		return shlo__fail(check,
			"applied to a subset of dimensions currently not supported: operand dimensions = %zu, "
			"requested map dimensions size = %zu",
			shlo__rank(shlo__operand(check, 0)), dims.count);
	return true;
}

bool shlo__rule_map_leave(struct shlo__check *check)
{
	struct shlo__body body;
	return shlo__body(check, 0, &body) &&
	       shlo__emit_like(check, shlo__operand(check, 0), shlo__element(shlo__body_value(&body, 0)));
}

/* ---- sort */

bool shlo__rule_sort_enter(struct shlo__check *check)
{
	struct shlo__body body;
	struct shlo__spelled a, b;
	if (!check->operand_count)
		return shlo__fail(check, "expects at least one operand");
	int64_t rank = (int64_t)shlo__rank(shlo__operand(check, 0)), dim = shlo__int(check, "dimension", -1);
	for (size_t i = 1; i < check->operand_count; ++i) {
		if (!shlo__compatible_shapes(shlo__operand(check, 0), shlo__operand(check, i)))
			return shlo__fail(check,
				"requires the same shape for all operands; operand #%zu differs from operand #0", i);
	}
	if (rank > 0 && (dim < -rank || dim >= rank))
		return shlo__fail(check, "dimension attribute value must be in range [-%lld, %lld), but found %lld",
			(long long)rank, (long long)rank, (long long)dim);
	if (!shlo__body(check, 0, &body))
		return false;
	if (body.arguments != 2 * check->operand_count)
		return shlo__fail(check, "comparator block should have %zu arguments, but has %zu",
			2 * check->operand_count, body.arguments);
	for (size_t i = 0; i < body.arguments; ++i) {
		const struct mlirbc_type *argument = shlo__body_argument(&body, i),
					 *element = shlo__element(shlo__operand(check, i / 2));
		if (!shlo__is_scalar(argument) || argument->u.shaped.element != element)
			return shlo__fail(check,
				"comparator block argument #%zu should be a scalar tensor of '%s' but got '%s'", i,
				shlo__spell(element, &a), shlo__spell(argument, &b));
	}
	if (body.values != 1)
		return shlo__fail(check, "comparator must return single output but got %zu", body.values);
	const struct mlirbc_type *type = shlo__body_value(&body, 0);
	return shlo__is_truth(type) ||
	       shlo__fail(check, "comparator must return tensor<i1> but got '%s'", shlo__spell(type, &a));
}

bool shlo__rule_sort_leave(struct shlo__check *check) { return shlo__rule_barrier(check); }

/* ---- if, case */

bool shlo__rule_branches_enter(struct shlo__check *check)
{
	struct shlo__body body;
	if (!check->region_count)
		return shlo__fail(check, "expect at least one branch");
	for (size_t i = 0; i < check->region_count; ++i) {
		if (!shlo__body(check, i, &body))
			return false;
	}
	return true;
}

bool shlo__rule_branches_leave(struct shlo__check *check)
{
	struct shlo__body first = { NULL, NULL, 0, 0 }, body;
	struct shlo__spelled a, b;
	for (size_t i = 0; i < check->region_count; ++i) {
		if (!shlo__body(check, i, &body))
			return false;
		if (body.arguments)
			return shlo__fail(check, "branch %zu must have 0 arguments, but found %zu", i, body.arguments);
		if (i == 0) {
			first = body;
			continue;
		}
		if (body.values != first.values)
			return shlo__fail(check,
				"branch 0 and branch %zu return different numbers of values, %zu and %zu", i,
				first.values, body.values);
		for (size_t k = 0; k < body.values; ++k) {
			if (!shlo__compatible(check, shlo__body_value(&first, k), shlo__body_value(&body, k)))
				return shlo__fail(check,
					"branch 0 and branch %zu have mismatched return types: '%s' vs '%s'", i,
					shlo__spell(shlo__body_value(&first, k), &a),
					shlo__spell(shlo__body_value(&body, k), &b));
		}
	}
	for (size_t k = 0; k < first.values; ++k) {
		if (!shlo__emit_type(check, shlo__body_value(&first, k)))
			return false;
	}
	return true;
}

/* ---- while */

static bool check_loop(struct shlo__check *check, const struct shlo__body *body, const char *what, bool values)
{
	struct shlo__spelled a, b;
	size_t count = values ? body->values : body->arguments;
	if (count != check->operand_count)
		return shlo__fail(check, "expect operands to be compatible with %s, but their numbers are %zu and %zu",
			what, check->operand_count, count);
	for (size_t i = 0; i < count; ++i) {
		const struct mlirbc_type *type = values ? shlo__body_value(body, i) : shlo__body_argument(body, i);
		if (!shlo__compatible(check, shlo__operand(check, i), type))
			return shlo__fail(check,
				"expect operands to be compatible with %s but operand #%zu is '%s' vs '%s'", what, i,
				shlo__spell(shlo__operand(check, i), &a), shlo__spell(type, &b));
	}
	return true;
}

bool shlo__rule_while_enter(struct shlo__check *check)
{
	struct shlo__body condition, body;
	struct shlo__spelled text;
	if (!shlo__body(check, 0, &condition) || !shlo__body(check, 1, &body) ||
		!check_loop(check, &condition, "condition block arguments", false) ||
		!check_loop(check, &body, "body block arguments", false) ||
		!check_loop(check, &body, "body block return types", true))
		return false;
	if (condition.values != 1)
		return shlo__fail(check, "expect condition body returns a single value but got %zu", condition.values);
	const struct mlirbc_type *type = shlo__body_value(&condition, 0);
	return shlo__is_truth(type) ||
	       shlo__fail(check, "expect condition block return a zero-ranked tensor of i1 but got '%s'",
		       shlo__spell(type, &text));
}

bool shlo__rule_while_leave(struct shlo__check *check) { return shlo__rule_barrier(check); }

/* ---- chlo.scan */

/* The first group of operands or results: half, or what the segment sizes say (checked with the kinds). */
static size_t first_segment(const struct shlo__check *check, const char *name, size_t count)
{
	uint32_t sizes[2];
	return shlo__segments_of(mlirbc_dictionary_find(check->properties, name), (uint32_t)count, sizes) ? sizes[0] : count / 2;
}

/* Whether `part` is `whole` without dimension `dim`. */
static bool is_slice(
	struct shlo__check *check, const struct mlirbc_type *whole, size_t dim, const struct mlirbc_type *part)
{
	if (!shlo__ranked(whole) || part->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		return true;
	if (!shlo__ranked(part) || shlo__rank(part) + 1 != shlo__rank(whole) ||
		!shlo__compatible_elements(check, shlo__element(whole), shlo__element(part)))
		return false;
	for (size_t i = 0, k = 0; i < shlo__rank(whole); ++i) {
		if (i != dim && !shlo__same_dim(shlo__dim(whole, i), shlo__dim(part, k++)))
			return false;
	}
	return true;
}

bool shlo__rule_scan_enter(struct shlo__check *check)
{
	struct shlo__body body;
	int64_t dim = shlo__int(check, "dimension", 0), length = shlo__int(check, "scan_dim_size", SHLO__DYNAMIC);
	size_t inputs = first_segment(check, "operandSegmentSizes", check->operand_count);
	if (!shlo__body(check, 0, &body))
		return false;
	for (size_t i = 0; i < inputs; ++i) {
		const struct mlirbc_type *type = shlo__operand(check, i);
		if (!shlo__ranked(type))
			continue;
		if (dim < 0 || (uint64_t)dim >= shlo__rank(type))
			return shlo__fail(
				check, "scan dimension of operand %zu is out of bounds: %lld", i, (long long)dim);
		if (!shlo__same_dim(shlo__dim(type, (size_t)dim), length))
			return shlo__fail(check,
				"the scan dimension of operand %zu has size %lld, but others have %lld", i,
				(long long)shlo__dim(type, (size_t)dim), (long long)length);
		if (length == SHLO__DYNAMIC)
			length = shlo__dim(type, (size_t)dim);
	}
	if (body.arguments != check->operand_count)
		return shlo__fail(check, "the body takes %zu arguments, but the operation has %zu operands",
			body.arguments, check->operand_count);
	for (size_t i = 0; i < body.arguments; ++i) {
		const struct mlirbc_type *operand = shlo__operand(check, i), *argument = shlo__body_argument(&body, i);
		if (i < inputs ? !is_slice(check, operand, (size_t)dim, argument)
			       : !shlo__compatible(check, operand, argument))
			return shlo__fail(check, "operand and body argument %zu are incompatible", i);
	}
	return true;
}

bool shlo__rule_scan_leave(struct shlo__check *check)
{
	struct shlo__body body;
	int64_t dim = shlo__int(check, "dimension", 0);
	if (!check->declared)
		return shlo__rule_declared(check);
	size_t outputs = first_segment(check, "resultSegmentSizes", check->result_count);
	if (!shlo__body(check, 0, &body))
		return false;
	if (body.values != check->result_count)
		return shlo__fail(check, "the body returns %zu values, but the operation has %zu results", body.values,
			check->result_count);
	for (size_t i = 0; i < body.values; ++i) {
		const struct mlirbc_type *result = shlo__declared(check, i), *value = shlo__body_value(&body, i);
		bool bad_dim = i < outputs && shlo__ranked(result) && (uint64_t)dim >= shlo__rank(result);
		if (bad_dim || (i < outputs ? !is_slice(check, result, (size_t)dim, value)
					    : !shlo__compatible(check, result, value)))
			return shlo__fail(check, "result and body result %zu are incompatible", i);
	}
	return shlo__rule_declared(check);
}
