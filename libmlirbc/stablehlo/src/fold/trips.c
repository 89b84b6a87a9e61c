/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The number of iterations of loops with a counter: its start, step and limit are constants. */
#include "fold/tensor.h"
#include "dialect/enums.h"

#include <mlirbc/stablehlo_ops.h>

/* Bounds the search through nested loops. */
enum { DEEPEST = 64 };

static bool is(const struct mlirbc_op *op, enum mlirbc_stablehlo_code code) { return mlirbc_stablehlo_code(op->name) == code; }

static struct mlirbc_op *terminator(const struct mlirbc_op *op, uint32_t region)
{
	const struct mlirbc_block *block = op->region_count > region ? mlirbc_op_regions(op)[region].first : NULL;
	return block ? block->last : NULL;
}

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t index)
{
	return op && index < op->operand_count ? mlirbc_op_operands(op)[index].value : NULL;
}

/* Reads an integer scalar, or the one value of a splat. False for a number above those of i64. */
static bool integer_of(const struct mlirbc_op *op, int64_t *out)
{
	struct shlo__constant constant;
	if (!shlo__constant_of(mlirbc_op_attr(op, "value"), SIZE_MAX, &constant) || constant.element->kind != MLIRBC_TYPE_INTEGER ||
		constant.width > sizeof *out || (constant.count != 1 && !constant.splat))
		return false;
	*out = shlo__int_at(&constant, 0);
	return *out >= 0 || !shlo__is_unsigned(constant.element);
}

/* The constant that the value has: of a constant op, also through operands of loops that return it unchanged. */
static bool resolve(const struct mlirbc_value *value, int64_t *out)
{
	for (unsigned i = 0; value && i < DEEPEST; i++) {
		const struct mlirbc_op *op = mlirbc_value_op(value);
		if (op)
			return is(op, MLIRBC_STABLEHLO_constant) && integer_of(op, out);
		const struct mlirbc_block *block = mlirbc_value_block(value);
		const struct mlirbc_op *loop = block->parent ? block->parent->parent : NULL;
		if (!loop || !is(loop, MLIRBC_STABLEHLO_while) || loop->region_count != 2)
			return false;
		const struct mlirbc_value *next = operand(terminator(loop, 1), value->index);
		const struct mlirbc_block *body = mlirbc_op_regions(loop)[1].first;
		if (!next || mlirbc_value_block(next) != body || next->index != value->index)
			return false;
		value = operand(loop, value->index);
	}
	return false;
}

/* The comparison of a counter with a limit. */
struct bound {
	uint32_t counter; /* index of the loop's operand */
	const struct mlirbc_value *limit;
	int direction; /* SHLO__LT ... */
};

static bool is_argument_of(const struct mlirbc_value *value, const struct mlirbc_op *loop, uint32_t region)
{
	return value && mlirbc_value_block(value) && mlirbc_value_block(value) == mlirbc_op_regions(loop)[region].first;
}

/* With exchanged operands. */
static int mirrored(int direction)
{
	switch (direction) {
	case SHLO__LT: return SHLO__GT;
	case SHLO__GT: return SHLO__LT;
	case SHLO__LE: return SHLO__GE;
	case SHLO__GE: return SHLO__LE;
	default: return direction;
	}
}

static bool find_bound(const struct mlirbc_op *loop, struct bound *out)
{
	const struct mlirbc_value *condition = operand(terminator(loop, 0), 0), *sides[2];
	const struct mlirbc_op *compare = condition ? mlirbc_value_op(condition) : NULL;
	int64_t ignored;
	if (!compare || !is(compare, MLIRBC_STABLEHLO_compare) || compare->operand_count != 2)
		return false;
	for (unsigned i = 0; i < 2; i++)
		sides[i] = operand(compare, i);
	if (!sides[0] || !sides[1])
		return false;
	const unsigned side = is_argument_of(sides[0], loop, 0) && !resolve(sides[0], &ignored) ? 0 : 1;
	const int direction = shlo__enum_of(SHLO__COMPARISON_DIRECTION, mlirbc_op_attr(compare, "comparison_direction"));
	if (direction < 0 || !is_argument_of(sides[side], loop, 0))
		return false;
	*out = (struct bound){ sides[side]->index, sides[1 - side], side == 0 ? direction : mirrored(direction) };
	return true;
}

/* The number that the body adds to the counter. */
static bool find_step(const struct mlirbc_op *loop, uint32_t counter, int64_t *out)
{
	const struct mlirbc_value *next = operand(terminator(loop, 1), counter);
	const struct mlirbc_op *op = next ? mlirbc_value_op(next) : NULL;
	const bool subtract = op && is(op, MLIRBC_STABLEHLO_subtract);
	if (!op || op->operand_count != 2 || (!subtract && !is(op, MLIRBC_STABLEHLO_add)))
		return false;
	for (unsigned i = 0; i < (subtract ? 1u : 2u); i++) {
		const struct mlirbc_value *old = operand(op, i), *step = operand(op, 1 - i);
		if (is_argument_of(old, loop, 1) && old->index == counter && resolve(step, out) && *out != INT64_MIN) {
			*out = subtract ? -*out : *out;
			return true;
		}
	}
	return false;
}

/* Iterations of a counter that goes up from `low` in steps, while it is below `high`, or equal to it if `inclusive`. */
static uint64_t count_steps(int64_t low, int64_t high, uint64_t step, bool inclusive)
{
	if (low > high || (low == high && !inclusive))
		return 0;
	const uint64_t distance = (uint64_t)high - (uint64_t)low;
	const uint64_t count = (inclusive ? distance : distance - 1) / step;
	return count < UINT64_MAX ? count + 1 : count;
}

bool mlirbc_stablehlo_trip_count(const struct mlirbc_op *loop, uint64_t *out_count)
{
	struct bound bound;
	int64_t start, limit, step;
	if (loop->region_count != 2 || !mlirbc_op_regions(loop)[1].first || !find_bound(loop, &bound) ||
		!resolve(operand(loop, bound.counter), &start) || !resolve(bound.limit, &limit) ||
		!find_step(loop, bound.counter, &step) || step == 0)
		return false;
	const uint64_t size = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
	const bool up = step > 0;
	if (bound.direction == SHLO__NE) {
		const uint64_t distance = up ? (uint64_t)limit - (uint64_t)start : (uint64_t)start - (uint64_t)limit;
		*out_count = distance / size;
		return (up ? start <= limit : start >= limit) && distance % size == 0;
	}
	const bool inclusive = bound.direction == SHLO__LE || bound.direction == SHLO__GE;
	const bool below = bound.direction == SHLO__LT || bound.direction == SHLO__LE;
	if (bound.direction == SHLO__EQ || below != up) /* it ends at once, or not before it wraps around */
		return false;
	*out_count = up ? count_steps(start, limit, size, inclusive) : count_steps(limit, start, size, inclusive);
	return true;
}
