/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations on elements whose results are exactly defined: all on integers; of floating point numbers (f32 and f64) those that IEEE
 * 754 rounds correctly, comparisons and conversions. */
#include "fold/fold.h"
#include "dialect/enums.h"

#include <math.h>
#include <string.h>

/* An element as a number: of integers `i`, of floats `f`. */
union number {
	int64_t i;
	double f;
};

static bool is_single(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_FLOAT && element->u.float_kind == MLIRBC_F32;
}

/* f32 and f64; the results of their operations are computed in that type. */
static bool is_native(const struct mlirbc_type *element)
{
	return is_single(element) || (element->kind == MLIRBC_TYPE_FLOAT && element->u.float_kind == MLIRBC_F64);
}

static bool is_integer(const struct mlirbc_type *element)
{
	return shlo__is_int(element) || shlo__is_bool(element) || element->kind == MLIRBC_TYPE_INDEX;
}

static union number load(const struct shlo__constant *constant, size_t index)
{
	union number out;
	if (is_integer(constant->element))
		return (union number){ .i = shlo__int_at(constant, index) };
	const uint64_t bits = shlo__bits_at(constant, index);
	if (is_single(constant->element)) {
		const uint32_t low = (uint32_t)bits;
		float value;
		memcpy(&value, &low, sizeof value);
		out.f = (double)value;
	} else {
		memcpy(&out.f, &bits, sizeof out.f);
	}
	return out;
}

static void store(struct shlo__making *making, size_t index, union number value)
{
	if (is_integer(making->shape.element)) {
		shlo__put_int(making, index, value.i);
	} else if (is_single(making->shape.element)) {
		const float single = (float)value.f;
		uint32_t bits;
		memcpy(&bits, &single, sizeof bits);
		shlo__put_bits(making, index, bits);
	} else {
		uint64_t bits;
		memcpy(&bits, &value.f, sizeof bits);
		shlo__put_bits(making, index, bits);
	}
}

/* ---- integers: `bits` wide; those of unsigned types and i1 are zero-extended */

struct int_type {
	uint32_t bits;
	bool is_unsigned;
};

static struct int_type int_type_of(const struct mlirbc_type *element)
{
	return (struct int_type){ element->kind == MLIRBC_TYPE_INDEX ? 64 : element->u.integer.width, shlo__is_unsigned(element) };
}

/* Not for i1, whose division is not defined. Division by zero and overflow are undefined in StableHLO: not folded. */
static bool divide(int64_t a, int64_t b, struct int_type type, bool remainder, int64_t *out)
{
	if (b == 0 || type.bits == 1)
		return false;
	if (type.is_unsigned) {
		*out = (int64_t)(remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b);
		return true;
	}
	if (b == -1 && a == INT64_MIN >> (64 - type.bits))
		return false;
	*out = remainder ? a % b : a / b;
	return true;
}

static int64_t power(int64_t base, int64_t exponent, bool is_unsigned)
{
	uint64_t result = 1, square = (uint64_t)base;
	if (exponent < 0 && !is_unsigned)
		return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
	for (uint64_t left = (uint64_t)exponent; left; left >>= 1) {
		if (left & 1)
			result *= square;
		square *= square;
	}
	return (int64_t)result;
}

static bool shift(enum mlirbc_stablehlo_code code, int64_t a, int64_t count, struct int_type type, int64_t *out)
{
	uint64_t mask = type.bits < 64 ? (UINT64_C(1) << type.bits) - 1 : UINT64_MAX, n = (uint64_t)count & mask;
	uint64_t bits = (uint64_t)a & mask;
	bool negative = bits >> (type.bits - 1) & 1, whole = n >= type.bits;
	switch (code) {
	case MLIRBC_STABLEHLO_shift_left: *out = whole ? 0 : (int64_t)(bits << n); return true;
	case MLIRBC_STABLEHLO_shift_right_logical: *out = whole ? 0 : (int64_t)(bits >> n); return true;
	case MLIRBC_STABLEHLO_shift_right_arithmetic:
		bits |= negative ? ~mask : 0;
		*out = whole ? (negative ? -1 : 0) : (int64_t)(bits >> n | (negative && n ? ~(UINT64_MAX >> n) : 0));
		return true;
	default: return false;
	}
}

static bool less(int64_t a, int64_t b, bool is_unsigned) { return is_unsigned ? (uint64_t)a < (uint64_t)b : a < b; }

static bool int_binary(enum mlirbc_stablehlo_code code, int64_t a, int64_t b, struct int_type type, int64_t *out)
{
	switch (code) {
	case MLIRBC_STABLEHLO_add: *out = type.bits == 1 ? (a | b) : (int64_t)((uint64_t)a + (uint64_t)b); return true;
	case MLIRBC_STABLEHLO_subtract: *out = (int64_t)((uint64_t)a - (uint64_t)b); return type.bits != 1;
	case MLIRBC_STABLEHLO_multiply: *out = type.bits == 1 ? (a & b) : (int64_t)((uint64_t)a * (uint64_t)b); return true;
	case MLIRBC_STABLEHLO_divide: return divide(a, b, type, false, out);
	case MLIRBC_STABLEHLO_remainder: return divide(a, b, type, true, out);
	case MLIRBC_STABLEHLO_maximum: *out = less(a, b, type.is_unsigned) ? b : a; return true;
	case MLIRBC_STABLEHLO_minimum: *out = less(a, b, type.is_unsigned) ? a : b; return true;
	case MLIRBC_STABLEHLO_and: *out = a & b; return true;
	case MLIRBC_STABLEHLO_or: *out = a | b; return true;
	case MLIRBC_STABLEHLO_xor: *out = a ^ b; return true;
	case MLIRBC_STABLEHLO_power: *out = power(a, b, type.is_unsigned); return type.bits != 1;
	default: return shift(code, a, b, type, out);
	}
}

static int leading_zeros(uint64_t bits, uint32_t width)
{
	return bits ? __builtin_clzll(bits) - (int)(64 - width) : (int)width;
}

static bool int_unary(enum mlirbc_stablehlo_code code, int64_t a, struct int_type type, int64_t *out)
{
	uint64_t mask = type.bits < 64 ? (UINT64_C(1) << type.bits) - 1 : UINT64_MAX;
	switch (code) {
	case MLIRBC_STABLEHLO_negate: *out = (int64_t)(0 - (uint64_t)a); return type.bits != 1;
	case MLIRBC_STABLEHLO_not: *out = type.bits == 1 ? !a : ~a; return true;
	case MLIRBC_STABLEHLO_abs: *out = a < 0 && !type.is_unsigned ? (int64_t)(0 - (uint64_t)a) : a; return true;
	case MLIRBC_STABLEHLO_sign: *out = type.is_unsigned ? a != 0 : (a > 0) - (a < 0); return true;
	case MLIRBC_STABLEHLO_popcnt: *out = __builtin_popcountll((uint64_t)a & mask); return true;
	case MLIRBC_STABLEHLO_count_leading_zeros: *out = leading_zeros((uint64_t)a & mask, type.bits); return true;
	default: return false;
	}
}

/* ---- floats */

/* IEEE 754-2019 maximum and minimum: NaN wins, -0 is less than +0. */
static double extreme(double a, double b, bool maximum)
{
	if (isnan(a) || isnan(b))
		return isnan(a) ? a : b;
	if (a < b || b < a)
		return (a < b) == maximum ? b : a;
	return (signbit(a) != 0) == maximum ? b : a;
}

/* In double also for f32: a sum, product or quotient of two floats that is rounded to float afterwards is correctly rounded. */
static bool float_binary(enum mlirbc_stablehlo_code code, double a, double b, double *out)
{
	switch (code) {
	case MLIRBC_STABLEHLO_add: *out = a + b; return true;
	case MLIRBC_STABLEHLO_subtract: *out = a - b; return true;
	case MLIRBC_STABLEHLO_multiply: *out = a * b; return true;
	case MLIRBC_STABLEHLO_divide: *out = a / b; return true;
	case MLIRBC_STABLEHLO_remainder: *out = fmod(a, b); return true;
	case MLIRBC_STABLEHLO_maximum: *out = extreme(a, b, true); return true;
	case MLIRBC_STABLEHLO_minimum: *out = extreme(a, b, false); return true;
	default: return false;
	}
}

static bool float_unary(enum mlirbc_stablehlo_code code, double a, double *out)
{
	switch (code) {
	case MLIRBC_STABLEHLO_negate: *out = -a; return true;
	case MLIRBC_STABLEHLO_abs: *out = fabs(a); return true;
	case MLIRBC_STABLEHLO_sign: *out = isnan(a) || !(a < 0 || a > 0) ? a : a < 0 ? -1.0 : 1.0; return true;
	case MLIRBC_STABLEHLO_floor: *out = floor(a); return true;
	case MLIRBC_STABLEHLO_ceil: *out = ceil(a); return true;
	case MLIRBC_STABLEHLO_round_nearest_afz: *out = round(a); return true;
	case MLIRBC_STABLEHLO_round_nearest_even: *out = nearbyint(a); return true;
	default: return false;
	}
}

/* ---- the operations */

static bool unary(enum mlirbc_stablehlo_code code, const struct mlirbc_type *element, union number a, union number *out)
{
	if (is_integer(element))
		return int_unary(code, a.i, int_type_of(element), &out->i);
	return float_unary(code, a.f, &out->f);
}

static bool binary(enum mlirbc_stablehlo_code code, const struct mlirbc_type *element, union number a, union number b, union number *out)
{
	if (is_integer(element))
		return int_binary(code, a.i, b.i, int_type_of(element), &out->i);
	return float_binary(code, a.f, b.f, &out->f);
}

static const struct mlirbc_attr *cancel(struct shlo__making *making, struct shlo__folding *folding)
{
	shlo__making_cancel(making, folding->context);
	return NULL;
}

static const struct mlirbc_attr *fold_map(struct shlo__folding *folding, const struct shlo__constant *operands, size_t count)
{
	struct shlo__making making;
	union number value = { 0 };
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	for (size_t i = 0; i < making.shape.count; i++) {
		union number a = load(&operands[0], i);
		bool known = count == 1 ? unary(folding->code, making.shape.element, a, &value)
					: binary(folding->code, making.shape.element, a, load(&operands[1], i), &value);
		if (!known)
			return cancel(&making, folding);
		store(&making, i, value);
	}
	return shlo__fold_end(folding, &making);
}

static bool holds(int direction, bool is_less, bool is_equal, bool unordered)
{
	switch (direction) {
	case SHLO__EQ: return is_equal && !unordered;
	case SHLO__NE: return !is_equal || unordered;
	case SHLO__LT: return is_less && !unordered;
	case SHLO__LE: return (is_less || is_equal) && !unordered;
	case SHLO__GT: return !is_less && !is_equal && !unordered;
	default: return !is_less && !unordered;
	}
}

static const struct mlirbc_attr *fold_compare(struct shlo__folding *folding, const struct shlo__constant *operands)
{
	struct shlo__making making;
	int direction = shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(folding->op, "comparison_direction"));
	const struct mlirbc_attr *type = mlirbc_op_attr(folding->op, "compare_type");
	bool integers = is_integer(operands[0].element), is_unsigned = shlo__is_unsigned(operands[0].element);
	if (direction < 0 || shlo__enum_of(SHLO__COMPARISON_TYPE, type) == SHLO__TOTALORDER || !shlo__fold_begin(folding, &making))
		return NULL;
	for (size_t i = 0; i < making.shape.count; i++) {
		union number a = load(&operands[0], i), b = load(&operands[1], i);
		bool result = integers ? holds(direction, less(a.i, b.i, is_unsigned), a.i == b.i, false)
				       : holds(direction, a.f < b.f, a.f <= b.f && b.f <= a.f, isnan(a.f) || isnan(b.f));
		shlo__put_int(&making, i, result);
	}
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
	for (size_t i = 0; i < making.shape.count; i++) {
		bool first = shlo__int_at(&predicate, predicate.count == 1 ? 0 : i) != 0;
		memcpy(shlo__put(&making, i), shlo__at(&sides[!first], i), making.shape.width);
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_clamp(struct shlo__folding *folding)
{
	struct shlo__constant low, value, high;
	struct shlo__making making;
	if (!shlo__fold_operand(folding, 0, &low) || !shlo__fold_operand(folding, 1, &value) ||
		!shlo__fold_operand(folding, 2, &high) || value.type != folding->type || !is_integer(value.element) ||
		low.element != value.element || high.element != value.element || !shlo__fold_begin(folding, &making))
		return NULL;
	if ((low.count != 1 && low.count != value.count) || (high.count != 1 && high.count != value.count))
		return cancel(&making, folding);
	bool is_unsigned = shlo__is_unsigned(value.element);
	for (size_t i = 0; i < making.shape.count; i++) {
		int64_t x = shlo__int_at(&value, i), a = shlo__int_at(&low, low.count == 1 ? 0 : i);
		int64_t b = shlo__int_at(&high, high.count == 1 ? 0 : i);
		x = less(x, a, is_unsigned) ? a : x;
		shlo__put_int(&making, i, less(b, x, is_unsigned) ? b : x);
	}
	return shlo__fold_end(folding, &making);
}

/* Toward zero, saturating; NaN is 0. */
static int64_t to_int(double value, struct int_type type)
{
	if (type.bits == 1)
		return !(value >= 0 && value <= 0);
	if (isnan(value))
		return 0;
	double limit = ldexp(1.0, (int)type.bits - !type.is_unsigned);
	if (value >= limit)
		return (int64_t)(UINT64_MAX >> (64 - type.bits + !type.is_unsigned));
	if (type.is_unsigned)
		return value <= 0 ? 0 : (int64_t)(uint64_t)value;
	return value < -limit ? INT64_MIN >> (64 - type.bits) : (int64_t)value;
}

/* Whether the type is f16 or bf16. */
static bool is_half(const struct mlirbc_type *element)
{
	return element->kind == MLIRBC_TYPE_FLOAT && (element->u.float_kind == MLIRBC_F16 || element->u.float_kind == MLIRBC_BF16);
}

/* The nearest number with `mantissa` bits behind the first and exponents from `least` on, in 16 bits. The value is no NaN. */
static uint16_t halve(double value, int mantissa, int least)
{
	const uint16_t sign = signbit(value) ? 0x8000 : 0, infinity = (uint16_t)(0x7FFF >> mantissa << mantissa);
	int exponent = least;
	if (isinf(value))
		return sign | infinity;
	(void)frexp(value, &exponent);
	exponent = exponent - 1 < least || !(fabs(value) > 0) ? least : exponent - 1;
	const uint64_t units = (uint64_t)nearbyint(ldexp(fabs(value), mantissa - exponent));
	const uint64_t bits = ((uint64_t)(exponent - least) << mantissa) + units; /* the first bit adds 1 to the exponent */
	return sign | (uint16_t)(bits < infinity ? bits : infinity);
}

/* To f16 and bf16. NaNs are left to the program: there are many. */
static const struct mlirbc_attr *fold_halves(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__making making;
	if (!is_native(from->element) || !shlo__fold_begin(folding, &making))
		return NULL;
	const bool brain = making.shape.element->u.float_kind == MLIRBC_BF16;
	if (making.shape.count != from->count)
		return cancel(&making, folding);
	for (size_t i = 0; i < from->count; i++) {
		const double value = load(from, i).f;
		if (isnan(value) || shlo__fold_stopped(folding, i))
			return cancel(&making, folding);
		const uint16_t half = brain ? halve(value, 7, -126) : halve(value, 10, -14);
		shlo__put_bits(&making, i, half);
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_convert(struct shlo__folding *folding, const struct shlo__constant *from)
{
	struct shlo__making making;
	if (shlo__is_tensor(folding->type) && is_half(folding->type->u.shaped.element))
		return fold_halves(folding, from);
	if (!shlo__fold_begin(folding, &making))
		return NULL;
	const struct mlirbc_type *target = making.shape.element;
	if (!(is_integer(target) || is_native(target)) || making.shape.count != from->count)
		return cancel(&making, folding);
	bool is_unsigned = shlo__is_unsigned(from->element);
	for (size_t i = 0; i < from->count; i++) {
		union number value = load(from, i);
		if (shlo__fold_stopped(folding, i))
			return cancel(&making, folding);
		if (!is_integer(from->element)) {
			if (is_integer(target))
				value.i = to_int(value.f, int_type_of(target));
		} else if (is_single(target)) { /* rounds once: not through double */
			value.f = (double)(is_unsigned ? (float)(uint64_t)value.i : (float)value.i);
		} else if (!is_integer(target)) {
			value.f = is_unsigned ? (double)(uint64_t)value.i : (double)value.i;
		} else if (shlo__is_bool(target)) {
			value.i = value.i != 0;
		}
		store(&making, i, value);
	}
	return shlo__fold_end(folding, &making);
}

static const struct mlirbc_attr *fold_iota(struct shlo__folding *folding)
{
	struct shlo__making making;
	int64_t dimension, at[SHLO__MOST_RANK] = { 0 };
	if (!shlo__int_of(mlirbc_op_attr(folding->op, "iota_dimension"), &dimension) || !shlo__fold_begin(folding, &making))
		return NULL;
	const struct mlirbc_type *element = making.shape.element;
	if (dimension < 0 || (uint64_t)dimension >= making.shape.rank || !(is_integer(element) || is_native(element)))
		return cancel(&making, folding);
	for (size_t i = 0; i < making.shape.count; i++) {
		union number value;
		if (is_integer(element))
			value.i = at[dimension];
		else
			value.f = is_single(element) ? (double)(float)at[dimension] : (double)at[dimension];
		store(&making, i, value);
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
			!(is_integer(operands[i].element) || is_native(operands[i].element)))
			return NULL;
	}
	if (folding->code == MLIRBC_STABLEHLO_convert && count == 1)
		return fold_convert(folding, &operands[0]);
	if (folding->code == MLIRBC_STABLEHLO_compare && count == 2)
		return fold_compare(folding, operands);
	return operands[0].type == folding->type ? fold_map(folding, operands, count) : NULL;
}
