/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations on elements whose results are exactly defined: all on integers; of floating point numbers (f32 and f64) those that IEEE
 * 754 rounds correctly, comparisons and conversions. */
#include "fold/fold.h"
#include "dialect/enums.h"

#include <scalars/formats.h>
#include <scalars/operations.h>
#include <string.h>

enum class { BOOLEAN, SIGNED, UNSIGNED, SINGLE, DOUBLE, OTHER };

/* What an element type has to do with its elements. */
struct number_type {
	enum class class;
	uint32_t bits;
};

/* An element of i1 and unsigned types is zero-extended, of signed ones sign-extended. */
union number {
	int64_t i64;
	uint64_t u64;
	float f32;
	double f64;
};

static struct number_type type_of(const struct mlirbc_type *element)
{
	const uint32_t bits = mlirbc_type_width(element);
	if (shlo__is_bool(element))
		return (struct number_type){ BOOLEAN, bits };
	if (shlo__is_int(element) || element->kind == MLIRBC_TYPE_INDEX)
		return (struct number_type){ shlo__is_unsigned(element) ? UNSIGNED : SIGNED, bits };
	if (element->kind == MLIRBC_TYPE_FLOAT && (element->u.float_kind == MLIRBC_F32 || element->u.float_kind == MLIRBC_F64))
		return (struct number_type){ element->u.float_kind == MLIRBC_F32 ? SINGLE : DOUBLE, bits };
	return (struct number_type){ OTHER, bits };
}

static bool is_integer(struct number_type type) { return type.class <= UNSIGNED; }

static union number load(const struct shlo__constant *constant, struct number_type type, size_t index)
{
	if (is_integer(type))
		return (union number){ .i64 = shlo__int_at(constant, index) };
	const uint64_t bits = shlo__bits_at(constant, index);
	return type.class == SINGLE ? (union number){ .f32 = scalars_of_bits_f32((uint32_t)bits) } : (union number){ .u64 = bits };
}

static void store(struct shlo__making *making, struct number_type type, size_t index, union number value)
{
	if (is_integer(type))
		shlo__put_int(making, index, value.i64);
	else
		shlo__put_bits(making, index, type.class == SINGLE ? scalars_bits_f32(value.f32) : value.u64);
}

/* ---- operations: the rows of scalars/operations.h */

/* Division by zero and overflow are undefined in StableHLO: not folded. */
static bool is_undefined(enum mlirbc_stablehlo_code code, struct number_type type, union number a, union number b)
{
	if (!is_integer(type) || (code != MLIRBC_STABLEHLO_divide && code != MLIRBC_STABLEHLO_remainder))
		return false;
	return b.u64 == 0 || (type.class == SIGNED && b.i64 == -1 && a.i64 == INT64_MIN >> (64 - type.bits));
}

/* A function for a class of types. False: the operation is not folded. */
#define ROW(op, form, value, member, T) \
	case MLIRBC_STABLEHLO_##op: out->member = (T)(value); return true;
#define OPERATIONS(name, T, ...) \
	static bool name(enum mlirbc_stablehlo_code code, uint32_t bits, T a, T b, T c, union number *out) \
	{ \
		(void)bits; \
		(void)c; \
		switch (code) { \
			__VA_ARGS__ \
		default: return false; \
		} \
	}
OPERATIONS(boolean_operation, uint64_t, SCALARS_BOOLS(ROW, uint64_t, u64, uint64_t))
OPERATIONS(signed_operation, int64_t, SCALARS_INTEGERS(ROW, int64_t, uint64_t, uint64_t, bits, i64, int64_t)
	SCALARS_SIGNED_QUOTIENTS(ROW, int64_t, uint64_t, i64, int64_t)
	SCALARS_SIGNS(ROW, int64_t, uint64_t, i64, int64_t))
OPERATIONS(unsigned_operation, uint64_t, SCALARS_INTEGERS(ROW, uint64_t, uint64_t, uint64_t, bits, u64, uint64_t)
	SCALARS_UNSIGNED_QUOTIENTS(ROW, uint64_t, uint64_t, u64, uint64_t))
OPERATIONS(single_operation, float, SCALARS_FLOATS(ROW, float, f32, f32, float) SCALARS_FLOAT_REMAINDER(ROW, f32, f32, float))
OPERATIONS(double_operation, double, SCALARS_FLOATS(ROW, double, f64, f64, double) SCALARS_FLOAT_REMAINDER(ROW, f64, f64, double))

static bool evaluate(enum mlirbc_stablehlo_code code, struct number_type type, const union number *in, union number *out)
{
	if (is_undefined(code, type, in[0], in[1]))
		return false;
	switch (type.class) {
	case BOOLEAN: return boolean_operation(code, type.bits, in[0].u64, in[1].u64, in[2].u64, out);
	case SIGNED: return signed_operation(code, type.bits, in[0].i64, in[1].i64, in[2].i64, out);
	case UNSIGNED: return unsigned_operation(code, type.bits, in[0].u64, in[1].u64, in[2].u64, out);
	case SINGLE: return single_operation(code, type.bits, in[0].f32, in[1].f32, in[2].f32, out);
	case DOUBLE: return double_operation(code, type.bits, in[0].f64, in[1].f64, in[2].f64, out);
	default: return false;
	}
}

#define DIRECTION(name, operator, member) \
	case SHLO__##name: return a.member operator b.member;
#define HOLDS(name, member) \
	static bool name(int direction, union number a, union number b) \
	{ \
		switch (direction) { \
			SCALARS_COMPARISONS(DIRECTION, member) \
		default: return false; \
		} \
	}
HOLDS(holds_signed, i64)
HOLDS(holds_unsigned, u64)
HOLDS(holds_single, f32)
HOLDS(holds_double, f64)

/* ---- tensors */

static const struct mlirbc_attr *cancel(struct shlo__making *making, struct shlo__folding *folding)
{
	shlo__making_cancel(making, folding->context);
	return NULL;
}

/* Operands may be scalars where the operation allows that. */
static const struct mlirbc_attr *fold_map(struct shlo__folding *folding, const struct shlo__constant *operands, size_t count)
{
	struct shlo__making making;
	union number in[3] = { { 0 } }, value = { 0 };
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	const struct number_type type = type_of(making.shape.element);
	for (size_t i = 0; i < making.computed; i++) {
		for (size_t k = 0; k < count; k++)
			in[k] = load(&operands[k], type, operands[k].count == 1 ? 0 : i);
		if (!evaluate(folding->code, type, in, &value))
			return cancel(&making, folding);
		store(&making, type, i, value);
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_compare(struct shlo__folding *folding, const struct shlo__constant *operands)
{
	static bool (*const holds[])(int, union number, union number) = { holds_unsigned, holds_signed, holds_unsigned, holds_single,
		holds_double };
	struct shlo__making making;
	int direction = shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(folding->op, "comparison_direction"));
	const struct mlirbc_attr *compare_type = mlirbc_op_attr(folding->op, "compare_type");
	const struct number_type type = type_of(operands[0].element);
	if (direction < 0 || shlo__enum_of(SHLO__COMPARISON_TYPE, compare_type) == SHLO__TOTALORDER || !shlo__fold_begin(folding, &making))
		return NULL;
	for (size_t i = 0; i < making.computed; i++)
		shlo__put_int(&making, i, holds[type.class](direction, load(&operands[0], type, i), load(&operands[1], type, i)));
	return shlo__fold_end(folding, &making);
}

/* The predicate may be a scalar. */
static const struct mlirbc_attr *fold_select(struct shlo__folding *folding)
{
	struct shlo__constant predicate, sides[2];
	struct shlo__making making;
	if (!shlo__fold_operand(folding, 0, &predicate) || !shlo__fold_operand(folding, 1, &sides[0]) ||
		!shlo__fold_operand(folding, 2, &sides[1]) || !shlo__is_bool(predicate.element) ||
		sides[0].type != folding->type || sides[1].type != folding->type || !shlo__fold_begin(folding, &making))
		return NULL;
	if (predicate.count != 1 && predicate.count != making.shape.count)
		return cancel(&making, folding);
	for (size_t i = 0; i < making.computed; i++) {
		bool first = shlo__int_at(&predicate, predicate.count == 1 ? 0 : i) != 0;
		memcpy(shlo__put(&making, i), shlo__at(&sides[!first], i), making.shape.width);
	}
	return shlo__fold_end(folding, &making);
}

/* Of integers; the limits may be scalars. */
static const struct mlirbc_attr *fold_clamp(struct shlo__folding *folding)
{
	struct shlo__constant operands[3];
	for (size_t i = 0; i < 3; i++) {
		if (!shlo__fold_operand(folding, i, &operands[i]))
			return NULL;
	}
	if (operands[1].type != folding->type || !is_integer(type_of(operands[1].element)))
		return NULL;
	for (size_t i = 0; i < 3; i += 2) {
		if (operands[i].element != operands[1].element || (operands[i].count != 1 && operands[i].count != operands[1].count))
			return NULL;
	}
	return fold_map(folding, operands, 3);
}

/* ---- conversions */

static double as_double(struct number_type type, union number value) { return type.class == SINGLE ? (double)value.f32 : value.f64; }

/* An integer rounds once: to f32 not through f64. */
static union number to_float(struct number_type from, union number value, struct number_type to)
{
	if (to.class == SINGLE)
		return (union number){ .f32 = from.class == SIGNED ? (float)value.i64
			: is_integer(from) ? (float)value.u64 : (float)as_double(from, value) };
	return (union number){ .f64 = from.class == SIGNED ? (double)value.i64
		: is_integer(from) ? (double)value.u64 : as_double(from, value) };
}

static union number to_integer(struct number_type from, union number value, struct number_type to)
{
	if (is_integer(from))
		return to.class == BOOLEAN ? (union number){ .u64 = value.u64 != 0 } : value;
	const double x = as_double(from, value);
	switch (to.class) {
	case BOOLEAN: return (union number){ .u64 = x != 0 };
	case UNSIGNED: return (union number){ .u64 = SCALARS_TO_UNSIGNED(uint64_t, to.bits, x) };
	default: return (union number){ .i64 = SCALARS_TO_SIGNED(int64_t, to.bits, x) };
	}
}

/* f16 and bf16, of which only conversions to them are folded; NULL: another type. */
static const struct scalars_format *half_format(const struct mlirbc_type *element)
{
	if (element->kind != MLIRBC_TYPE_FLOAT)
		return NULL;
	return element->u.float_kind == MLIRBC_F16 ? &scalars_format_F16
		: element->u.float_kind == MLIRBC_BF16 ? &scalars_format_BF16 : NULL;
}

static const struct mlirbc_attr *fold_convert(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__making making;
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	const struct number_type source = type_of(from->element), target = type_of(making.shape.element);
	const struct scalars_format *half = half_format(making.shape.element);
	if ((target.class == OTHER && (!half || is_integer(source))) || making.shape.count != from->count)
		return cancel(&making, folding);
	for (size_t i = 0; i < making.computed; i++) {
		const union number value = load(from, source, i);
		/* NaNs are left to the program: f16 and bf16 have many */
		if (shlo__fold_stopped(folding, i) || (half && isnan(as_double(source, value))))
			return cancel(&making, folding);
		if (half)
			shlo__put_bits(&making, i, scalars_encode(half, as_double(source, value)));
		else
			store(&making, target, i, is_integer(target) ? to_integer(source, value, target) : to_float(source, value, target));
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_iota(struct shlo__folding *folding)
{
	struct shlo__making making;
	int64_t dimension, at[SHLO__MOST_RANK] = { 0 };
	if (!shlo__int_of(mlirbc_op_attr(folding->op, "iota_dimension"), &dimension) || !shlo__fold_begin(folding, &making))
		return NULL;
	const struct number_type index = { SIGNED, 64 }, type = type_of(making.shape.element);
	if (dimension < 0 || (uint64_t)dimension >= making.shape.rank || type.class == OTHER)
		return cancel(&making, folding);
	for (size_t i = 0; i < making.shape.count; i++) {
		const union number value = { .i64 = at[dimension] };
		store(&making, type, i, is_integer(type) ? value : to_float(index, value, type));
		(void)shlo__step(making.shape.dims, making.shape.rank, at);
	}
	return shlo__fold_end(folding, &making);
}

const struct mlirbc_attr *shlo__fold_element(struct shlo__folding *folding)
{
	struct shlo__constant operands[2];
	size_t count = folding->op->operand_count;
	switch (folding->code) {
	case MLIRBC_STABLEHLO_select: return fold_select(folding);
	case MLIRBC_STABLEHLO_clamp: return fold_clamp(folding);
	case MLIRBC_STABLEHLO_iota:
	case MLIRBC_STABLEHLO_dynamic_iota: return fold_iota(folding);
	default: break;
	}
	if (count < 1 || count > 2)
		return NULL;
	for (size_t i = 0; i < count; i++) {
		if (!shlo__fold_operand(folding, i, &operands[i]) || operands[i].type != operands[0].type ||
			type_of(operands[i].element).class == OTHER)
			return NULL;
	}
	if (folding->code == MLIRBC_STABLEHLO_convert && count == 1)
		return fold_convert(folding, &operands[0]);
	if (folding->code == MLIRBC_STABLEHLO_compare && count == 2)
		return fold_compare(folding, operands);
	return operands[0].type == folding->type ? fold_map(folding, operands, count) : NULL;
}
