/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that work element by element, and those whose results need no shape arithmetic. */
#include "infer/rules.h"

#include <mlirbc/build.h>
#include <math.h>

bool shlo__elements_compatible(struct shlo__check *check, size_t first, size_t end)
{
	struct shlo__spelled a, b;
	const struct mlirbc_type *witness = shlo__element(shlo__operand(check, first));
	for (size_t i = first + 1; i < end; ++i) {
		const struct mlirbc_type *element = shlo__element(shlo__operand(check, i));
		if (!shlo__compatible_elements(check, witness, element))
			return shlo__fail(check,
				"requires compatible element types, but operand #%zu has '%s' and operand #%zu has "
				"'%s'",
				first, shlo__spell(witness, &a), i, shlo__spell(element, &b));
	}
	return true;
}

static bool operands_compatible(struct shlo__check *check, size_t first, size_t end)
{
	struct shlo__spelled a, b;
	const struct mlirbc_type *witness = shlo__operand(check, first);
	for (size_t i = first + 1; i < end; ++i) {
		const struct mlirbc_type *type = shlo__operand(check, i);
		if (type != witness && !shlo__compatible(check, witness, type))
			return shlo__fail(check,
				"requires compatible types, but operand #%zu is '%s' and operand #%zu is '%s'", first,
				shlo__spell(witness, &a), i, shlo__spell(type, &b));
	}
	return true;
}

/* Emits the most specific type of the operands with `element`, NULL: that of the first. */
static bool emit_merged(struct shlo__check *check, size_t first, size_t end, const struct mlirbc_type *element)
{
	struct shlo__shape shape;
	const struct mlirbc_type *type = shlo__operand(check, first);
	bool equal = true;
	for (size_t i = first + 1; i < end; ++i)
		equal &= shlo__operand(check, i) == type;
	if (!equal && type->kind == MLIRBC_TYPE_UNRANKED_TENSOR)
		equal = true;
	if (equal)
		return element ? shlo__emit_like(check, type, element) : shlo__emit_type(check, type);
	if (!shlo__shape_of(check, type, &shape))
		return false;
	if (element)
		shape.element = element;
	for (size_t i = first + 1; i < end; ++i) {
		if (!shlo__refine(check, &shape, shlo__operand(check, i)))
			return false;
	}
	return shlo__emit_shape(check, &shape);
}

bool shlo__rule_same(struct shlo__check *check)
{
	return operands_compatible(check, 0, check->operand_count) && emit_merged(check, 0, check->operand_count, NULL);
}

bool shlo__rule_accurate(struct shlo__check *check)
{
	struct shlo__accuracy accuracy;
	const struct mlirbc_attr *attr = shlo__attr(check, "result_accuracy");
	const char *why = "not #stablehlo.result_accuracy<...>";
	if (!attr)
		return shlo__rule_same(check);
	if (!shlo__accuracy_of(attr, &accuracy, &why))
		return shlo__fail(check, "attribute 'result_accuracy': %s", why);
	if (!(accuracy.atol >= 0) || !(accuracy.rtol >= 0) || accuracy.ulps < 0)
		return shlo__fail(check, "the tolerances of result_accuracy must not be negative");
	/* DEFAULT, HIGHEST: the mode alone says what is asked for */
	if (accuracy.mode < 2 && (accuracy.atol != 0 || accuracy.rtol != 0 || accuracy.ulps != 0))
		return shlo__fail(
			check, "the tolerances of result_accuracy must be zero for the modes DEFAULT and HIGHEST");
	return shlo__rule_same(check);
}

bool shlo__rule_add(struct shlo__check *check)
{
	const struct mlirbc_type *a = shlo__operand(check, 0), *b = shlo__operand(check, 1);
	struct shlo__spelled x, y;
	if (!shlo__compatible_shapes(a, b))
		return shlo__fail(check, "requires compatible shapes, but the operands are '%s' and '%s'",
			shlo__spell(a, &x), shlo__spell(b, &y));
	if (shlo__is_quant(shlo__element(a)) || shlo__is_quant(shlo__element(b)) ||
		(check->declared && check->result_count && shlo__is_quant(shlo__element(shlo__declared(check, 0)))))
		return shlo__quant_add(check) &&
		       emit_merged(check, 0, 2, check->declared ? shlo__element(shlo__declared(check, 0)) : NULL);
	if (shlo__element(a) != shlo__element(b))
		return shlo__fail(check, "requires compatible element types, but the operands are '%s' and '%s'",
			shlo__spell(a, &x), shlo__spell(b, &y));
	return emit_merged(check, 0, 2, NULL);
}

bool shlo__rule_abs(struct shlo__check *check)
{
	const struct mlirbc_type *type = shlo__operand(check, 0), *element = shlo__element(type);
	return element->kind == MLIRBC_TYPE_COMPLEX ? shlo__emit_like(check, type, element->u.shaped.element)
						    : shlo__emit_type(check, type);
}

bool shlo__rule_to_bool(struct shlo__check *check)
{
	return shlo__emit_like(check, shlo__operand(check, 0), mlirbc_type_integer(check->context, 1, MLIRBC_SIGNLESS));
}

bool shlo__rule_part(struct shlo__check *check) { return shlo__rule_abs(check); }

bool shlo__rule_convert(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__spelled a, b;
	if (!to)
		return false;
	if (shlo__is_quant(shlo__element(from)) || shlo__is_quant(shlo__element(to)))
		return shlo__fail(check,
			"does not convert quantized elements, but got '%s' and '%s'; see uniform_quantize and "
			"uniform_dequantize",
			shlo__spell(from, &a), shlo__spell(to, &b));
	return shlo__emit_like(check, from, shlo__element(to));
}

bool shlo__rule_quantize(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__spelled a, b;
	if (!to)
		return false;
	const struct mlirbc_type *expected = shlo__expressed(check, shlo__element(from)),
				 *found = shlo__expressed(check, shlo__element(to));
	if (expected != found)
		return shlo__fail(check, "the expressed type of the result must be '%s', but is '%s'",
			shlo__spell(expected, &a), shlo__spell(found, &b));
	return shlo__emit_like(check, from, shlo__element(to));
}

bool shlo__rule_dequantize(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0);
	return shlo__emit_like(check, from, shlo__expressed(check, shlo__element(from)));
}

bool shlo__rule_complex(struct shlo__check *check)
{
	const struct mlirbc_type *part = shlo__element(shlo__operand(check, 0));
	struct shlo__spelled a;
	if (part->kind != MLIRBC_TYPE_FLOAT || (part->u.float_kind != MLIRBC_F32 && part->u.float_kind != MLIRBC_F64))
		return shlo__fail(
			check, "the operands must be tensors of f32 or f64, but have '%s'", shlo__spell(part, &a));
	const struct mlirbc_type *element = shlo__complex_type(check->context, part);
	if (!element)
		return shlo__no_memory(check);
	return operands_compatible(check, 0, 2) && emit_merged(check, 0, 2, element);
}

bool shlo__rule_compare(struct shlo__check *check)
{
	const struct mlirbc_type *element = mlirbc_type_integer(check->context, 1, MLIRBC_SIGNLESS);
	if (!element)
		return shlo__no_memory(check);
	return operands_compatible(check, 0, 2) && emit_merged(check, 0, 2, element);
}

bool shlo__rule_select(struct shlo__check *check)
{
	const struct mlirbc_type *predicate = shlo__operand(check, 0), *value = shlo__operand(check, 1);
	struct shlo__spelled a, b;
	if (!operands_compatible(check, 1, 3))
		return false;
	if (shlo__ranked(predicate) && shlo__rank(predicate) != 0 && !shlo__compatible_shapes(predicate, value))
		return shlo__fail(check, "the predicate '%s' must be a scalar or have the shape of '%s'",
			shlo__spell(predicate, &a), shlo__spell(value, &b));
	return emit_merged(check, 1, 3, NULL);
}

bool shlo__rule_clamp(struct shlo__check *check)
{
	const struct mlirbc_type *value = shlo__operand(check, 1);
	struct shlo__spelled a, b;
	for (size_t i = 0; i < 3; i += 2) {
		const struct mlirbc_type *limit = shlo__operand(check, i);
		if (shlo__rank(limit) != 0 && !shlo__compatible_shapes(limit, value))
			return shlo__fail(check,
				"%s '%s' is not a scalar and does not have the shape of the operand '%s'",
				i ? "max" : "min", shlo__spell(limit, &a), shlo__spell(value, &b));
	}
	return shlo__elements_compatible(check, 0, 3) && shlo__emit_type(check, value);
}

bool shlo__rule_bitcast(struct shlo__check *check)
{
	const struct mlirbc_type *from = shlo__operand(check, 0), *to = shlo__needed(check, 0);
	struct shlo__spelled a, b;
	if (!to)
		return false;
	const struct mlirbc_type *x = shlo__element(from), *y = shlo__element(to);
	if ((x->kind == MLIRBC_TYPE_COMPLEX) != (y->kind == MLIRBC_TYPE_COMPLEX))
		return shlo__fail(check, "cannot convert between real and complex types: '%s' and '%s'",
			shlo__spell(from, &a), shlo__spell(to, &b));
	uint32_t from_bits = shlo__bits(check, x), to_bits = shlo__bits(check, y);
	const struct mlirbc_type *small = from_bits < to_bits ? from : to, *big = from_bits < to_bits ? to : from;
	uint64_t small_bits = from_bits < to_bits ? from_bits : to_bits,
		 big_bits = from_bits < to_bits ? to_bits : from_bits;
	size_t extra = small_bits != big_bits;
	if (shlo__rank(small) != shlo__rank(big) + extra)
		return shlo__fail(check,
			"the rank of the smaller element type, %zu, must be that of the larger one, %zu, plus %zu",
			shlo__rank(small), shlo__rank(big), extra);
	if (extra) {
		int64_t last = shlo__dim(small, shlo__rank(small) - 1);
		if (last != SHLO__DYNAMIC &&
			(last <= 0 || (uint64_t)last > big_bits || (uint64_t)last * small_bits != big_bits))
			return shlo__fail(check,
				"the innermost dimension %lld of '%s' must be the ratio of %llu and %llu bits",
				(long long)last, shlo__spell(small, &a), (unsigned long long)big_bits,
				(unsigned long long)small_bits);
	}
	for (size_t i = 0; i < shlo__rank(big); ++i) {
		if (!shlo__same_dim(shlo__dim(small, i), shlo__dim(big, i)))
			return shlo__fail(check,
				"the shapes of '%s' and '%s' must match except for the innermost dimension of the "
				"smaller element type",
				shlo__spell(from, &a), shlo__spell(to, &b));
	}
	return shlo__emit_type(check, to);
}

bool shlo__rule_operands_agree(struct shlo__check *check)
{
	if (check->operand_count > 1 && !operands_compatible(check, 0, check->operand_count))
		return false;
	return !check->declared || check->result_count == 0 || shlo__emit_type(check, shlo__operand(check, 0));
}

bool shlo__rule_constant(struct shlo__check *check)
{
	const struct mlirbc_attr *value = shlo__attr(check, "value");
	const struct mlirbc_type *type = value->type;
	struct shlo__spelled a, b;
	if (!check->declared || !check->result_count)
		return shlo__emit_type(check, type);
	const struct mlirbc_type *result = shlo__declared(check, 0);
	const struct shlo__quant *quant = shlo__quant(check, shlo__element(result));
	if (!shlo__static(result))
		return shlo__fail(check, "the result must be statically shaped, but is '%s'", shlo__spell(result, &a));
	if (type == result)
		return shlo__emit_type(check, result);
	if (quant) {
		const struct mlirbc_type *element = shlo__element(type);
		bool same = element->kind == MLIRBC_TYPE_INTEGER &&
			    element->u.integer.width == quant->storage->u.integer.width &&
			    (element == quant->storage || quant->storage->u.integer.signedness == MLIRBC_UNSIGNED);
		if (same && shlo__rank(type) == shlo__rank(result) && shlo__compatible_shapes(type, result))
			return shlo__emit_type(check, result);
	}
	return shlo__fail(check, "the type '%s' of the value is not that of the result, '%s'", shlo__spell(type, &a),
		shlo__spell(result, &b));
}

bool shlo__rule_iota(struct shlo__check *check)
{
	const struct mlirbc_type *type = shlo__needed(check, 0);
	struct shlo__spelled text;
	if (!type)
		return false;
	int64_t dim = shlo__int(check, "iota_dimension", 0);
	if (!shlo__static(type) || shlo__is_quant(shlo__element(type)))
		return shlo__fail(check, "the result must be statically shaped and not quantized, but is '%s'",
			shlo__spell(type, &text));
	if (shlo__rank(type) == 0)
		return shlo__fail(check, "the result must have at least one dimension");
	if ((uint64_t)dim >= shlo__rank(type))
		return shlo__fail(check, "iota_dimension %lld is out of range; the result has rank %zu", (long long)dim,
			shlo__rank(type));
	return shlo__emit_type(check, type);
}

bool shlo__rule_token(struct shlo__check *check) { return shlo__emit_type(check, shlo__token_type(check->context)); }

static bool emit_scalar(struct shlo__check *check, enum mlirbc_signedness signedness)
{
	struct shlo__shape shape;
	shape.rank = shape.bounds.count = 0;
	shape.element = mlirbc_type_integer(check->context, 32, signedness);
	return shape.element ? shlo__emit_shape(check, &shape) : shlo__no_memory(check);
}

bool shlo__rule_id(struct shlo__check *check) { return emit_scalar(check, MLIRBC_UNSIGNED); }

bool shlo__rule_get_dimension_size(struct shlo__check *check)
{
	int64_t dim = shlo__int(check, "dimension", 0);
	size_t rank = shlo__rank(shlo__operand(check, 0));
	if ((uint64_t)dim >= rank)
		return shlo__fail(
			check, "requires dimension attribute in range [0, %zu); found (%lld)", rank, (long long)dim);
	return emit_scalar(check, MLIRBC_SIGNLESS);
}

bool shlo__rule_tuple(struct shlo__check *check)
{
	struct shlo__spelled text;
	if (!check->inferred && check->result_count) { /* compare without making the type */
		const struct mlirbc_type *type = shlo__declared(check, 0);
		bool same = type->u.tuple.count == check->operand_count;
		for (size_t i = 0; same && i < check->operand_count; ++i)
			same = shlo__compatible(check, shlo__operand(check, i), type->u.tuple.data[i]);
		return same ? shlo__emit_type(check, type)
			    : shlo__fail(check, "the result '%s' is not a tuple of the operands' types",
				      shlo__spell(type, &text));
	}
	const struct mlirbc_type **list = mlirbc_context_alloc(
		check->context, (check->operand_count + 1) * sizeof *list, _Alignof(const struct mlirbc_type *));
	if (!list)
		return shlo__no_memory(check);
	for (size_t i = 0; i < check->operand_count; ++i)
		list[i] = shlo__operand(check, i);
	struct mlirbc_type type = { .kind = MLIRBC_TYPE_TUPLE };
	type.u.tuple.data = list;
	type.u.tuple.count = check->operand_count;
	return shlo__emit_type(check, mlirbc_type_get(check->context, &type));
}

bool shlo__rule_get_tuple_element(struct shlo__check *check)
{
	const struct mlirbc_types *types = &shlo__operand(check, 0)->u.tuple;
	int64_t index = shlo__int(check, "index", 0);
	if ((uint64_t)index >= types->count)
		return shlo__fail(
			check, "index %lld is out of bounds of operand with size %zu", (long long)index, types->count);
	return shlo__emit_type(check, types->data[index]);
}

bool shlo__rule_barrier(struct shlo__check *check)
{
	for (size_t i = 0; i < check->operand_count; ++i) {
		if (!shlo__emit_type(check, shlo__operand(check, i)))
			return false;
	}
	return true;
}

/* The declared types are the results. */
bool shlo__rule_declared(struct shlo__check *check)
{
	if (!check->declared)
		return shlo__fail(check, "the result types cannot be inferred; they must be given");
	for (size_t i = 0; i < check->result_count; ++i) {
		if (!shlo__emit_type(check, shlo__declared(check, i)))
			return false;
	}
	return true;
}
