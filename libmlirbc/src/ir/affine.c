/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Affine expressions: the simplifications that MLIR makes when it creates one, rule by rule. */
#include "ir/context.h"

#include <mlirbc/affine.h>

typedef const struct mlirbc_affine *expr;

static expr make(struct mlirbc_context *context, enum mlirbc_affine_kind kind, int64_t value, expr left, expr right)
{
	uint32_t depth = left && left->depth > right->depth ? left->depth : right ? right->depth : 0;
	if (depth >= MLIRBC_AFFINE_MOST_DEPTH)
		return NULL;
	struct mlirbc_affine *made = mlirbc_context_alloc(context, sizeof *made, _Alignof(struct mlirbc_affine));
	if (!made)
		return NULL;
	bool symbolic = left ? left->symbolic && right->symbolic : kind != MLIRBC_AFFINE_DIM;
	*made = (struct mlirbc_affine){ kind, symbolic, depth + 1, value, left, right };
	return made;
}

expr mlirbc_affine_dim(struct mlirbc_context *context, uint32_t position)
{
	return make(context, MLIRBC_AFFINE_DIM, position, NULL, NULL);
}

expr mlirbc_affine_symbol(struct mlirbc_context *context, uint32_t position)
{
	return make(context, MLIRBC_AFFINE_SYMBOL, position, NULL, NULL);
}

expr mlirbc_affine_constant(struct mlirbc_context *context, int64_t value)
{
	return make(context, MLIRBC_AFFINE_CONSTANT, value, NULL, NULL);
}

static bool is_constant(expr e) { return e->kind == MLIRBC_AFFINE_CONSTANT; }
static bool is_value(expr e, int64_t value) { return is_constant(e) && e->value == value; }
/* An operation whose right operand is a constant. */
static bool is_with_constant(expr e, enum mlirbc_affine_kind kind) { return e->kind == kind && is_constant(e->right); }

static bool same(expr a, expr b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->depth != b->depth || a->value != b->value)
		return false;
	return !a->left || (same(a->left, b->left) && same(a->right, b->right));
}

/* ---- numbers */

/* False: the result has no text that can be read, as it is too large or the smallest number. */
static bool add_numbers(int64_t a, int64_t b, int64_t *out)
{
	return !__builtin_add_overflow(a, b, out) && *out != INT64_MIN;
}

static bool multiply(int64_t a, int64_t b, int64_t *out)
{
	return !__builtin_mul_overflow(a, b, out) && *out != INT64_MIN;
}

/* The divisor is not 0; the quotient of INT64_MIN and -1 is never asked for. */
static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static int64_t ceil_divide(int64_t a, int64_t b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

static uint64_t magnitude(int64_t value) { return value < 0 ? 0 - (uint64_t)value : (uint64_t)value; }

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* A number that divides every value of the expression; 0 if it is always 0. */
static uint64_t divisor(expr e)
{
	uint64_t left;
	switch (e->kind) {
	case MLIRBC_AFFINE_CONSTANT: return magnitude(e->value);
	case MLIRBC_AFFINE_MUL: return divisor(e->left) * divisor(e->right);
	case MLIRBC_AFFINE_ADD:
	case MLIRBC_AFFINE_MOD: return common_divisor(divisor(e->left), divisor(e->right));
	case MLIRBC_AFFINE_FLOORDIV:
	case MLIRBC_AFFINE_CEILDIV:
		if (!is_constant(e->right) || e->right->value <= 0)
			return 1;
		left = divisor(e->left);
		return left % (uint64_t)e->right->value == 0 ? left / (uint64_t)e->right->value : 1;
	default: return 1;
	}
}

static bool is_multiple(expr e, int64_t of) { return divisor(e) % magnitude(of) == 0; }

/* Two dimensions or two symbols that are not in the order of their positions. */
static bool is_disordered(expr left, expr right)
{
	return left->kind == right->kind && left->kind <= MLIRBC_AFFINE_SYMBOL && left->value > right->value;
}

/* ---- sums */

static expr binary(struct mlirbc_context *context, enum mlirbc_affine_kind kind, expr left, expr right)
{
	return mlirbc_affine_binary(context, kind, left, right);
}

static expr constant(struct mlirbc_context *context, int64_t value) { return mlirbc_affine_constant(context, value); }

/* Of c · e: e, and the factor; of another expression: itself, and 1. */
static expr term(expr e, int64_t *out_factor)
{
	bool product = is_with_constant(e, MLIRBC_AFFINE_MUL);
	*out_factor = product ? e->right->value : 1;
	return product ? e->left : e;
}

/* e + (e floordiv q) · -q is e mod q: returns q, or NULL. */
static expr remainder_by(expr left, expr right)
{
	if (!is_with_constant(right, MLIRBC_AFFINE_MUL))
		return NULL;
	expr quotient = right->left, by = NULL;
	if (quotient->kind == MLIRBC_AFFINE_MUL && right->right->value == -1) {
		by = quotient->right;
		quotient = quotient->left;
	}
	if (quotient->kind != MLIRBC_AFFINE_FLOORDIV || !same(left, quotient->left))
		return NULL;
	if (by)
		return same(by, quotient->right) ? by : NULL;
	bool positive = is_constant(quotient->right) && quotient->right->value > 0;
	return positive && right->right->value == -quotient->right->value ? quotient->right : NULL;
}

/* NULL: no rule applies. */
static expr simplify_sum(struct mlirbc_context *context, expr left, expr right)
{
	int64_t a, b, sum;
	if (is_constant(left) && is_constant(right))
		return add_numbers(left->value, right->value, &sum) ? constant(context, sum) : NULL;
	if (is_constant(left) || (left->symbolic && !right->symbolic) || is_disordered(left, right))
		return binary(context, MLIRBC_AFFINE_ADD, right, left);
	if (is_value(right, 0))
		return left;
	if (is_with_constant(left, MLIRBC_AFFINE_ADD) && is_constant(right) &&
		add_numbers(left->right->value, right->value, &sum))
		return binary(context, MLIRBC_AFFINE_ADD, left->left, constant(context, sum));
	if (same(term(left, &a), term(right, &b)) && add_numbers(a, b, &sum))
		return binary(context, MLIRBC_AFFINE_MUL, term(left, &a), constant(context, sum));
	if (is_with_constant(left, MLIRBC_AFFINE_ADD) && !is_constant(right))
		return binary(context, MLIRBC_AFFINE_ADD, binary(context, MLIRBC_AFFINE_ADD, left->left, right), left->right);
	/* MLIR keeps these parentheses in memory, and does not print them. */
	if (right->kind == MLIRBC_AFFINE_ADD)
		return binary(context, MLIRBC_AFFINE_ADD, binary(context, MLIRBC_AFFINE_ADD, left, right->left), right->right);
	expr by = remainder_by(left, right);
	if (by)
		return binary(context, MLIRBC_AFFINE_MOD, left, by);
	by = left->kind == MLIRBC_AFFINE_ADD ? remainder_by(left->right, right) : NULL;
	return by ? binary(context, MLIRBC_AFFINE_ADD, left->left, binary(context, MLIRBC_AFFINE_MOD, left->right, by)) : NULL;
}

static expr simplify_product(struct mlirbc_context *context, expr left, expr right)
{
	int64_t product;
	if (is_constant(left) && is_constant(right))
		return multiply(left->value, right->value, &product) ? constant(context, product) : NULL;
	if (!right->symbolic || is_constant(left) || is_disordered(left, right))
		return binary(context, MLIRBC_AFFINE_MUL, right, left);
	if (is_value(right, 1))
		return left;
	if (is_value(right, 0))
		return right;
	if (is_with_constant(left, MLIRBC_AFFINE_MUL) && is_constant(right) &&
		multiply(left->right->value, right->value, &product))
		return binary(context, MLIRBC_AFFINE_MUL, left->left, constant(context, product));
	if (is_with_constant(left, MLIRBC_AFFINE_MUL) && !is_constant(right))
		return binary(context, MLIRBC_AFFINE_MUL, binary(context, MLIRBC_AFFINE_MUL, left->left, right), left->right);
	return NULL;
}

/* ---- quotients and remainders */

static expr simplify_quotient(struct mlirbc_context *context, enum mlirbc_affine_kind kind, expr left, expr right)
{
	bool floor = kind == MLIRBC_AFFINE_FLOORDIV;
	if (!is_constant(right) || right->value == 0 || (!floor && right->value < 1))
		return NULL;
	int64_t by = right->value;
	if (is_constant(left) && !(left->value == INT64_MIN && by == -1))
		return constant(context, floor ? floor_divide(left->value, by) : ceil_divide(left->value, by));
	if (by == 1)
		return left;
	if (is_with_constant(left, MLIRBC_AFFINE_MUL) && by != -1 && left->right->value % by == 0)
		return binary(context, MLIRBC_AFFINE_MUL, left->left, constant(context, left->right->value / by));
	if (floor && left->kind == MLIRBC_AFFINE_ADD &&
		(is_multiple(left->left, by) || is_multiple(left->right, by)))
		return binary(context, MLIRBC_AFFINE_ADD, binary(context, kind, left->left, right),
			binary(context, kind, left->right, right));
	return NULL;
}

static expr simplify_remainder(struct mlirbc_context *context, expr left, expr right)
{
	if (!is_constant(right) || right->value < 1)
		return NULL;
	int64_t by = right->value;
	if (is_constant(left))
		return constant(context, (left->value % by + by) % by);
	if (is_multiple(left, by))
		return constant(context, 0);
	if (left->kind == MLIRBC_AFFINE_ADD && is_multiple(left->left, by))
		return binary(context, MLIRBC_AFFINE_MOD, left->right, right);
	if (left->kind == MLIRBC_AFFINE_ADD && is_multiple(left->right, by))
		return binary(context, MLIRBC_AFFINE_MOD, left->left, right);
	if (is_with_constant(left, MLIRBC_AFFINE_MOD) && left->right->value >= 1 && left->right->value % by == 0)
		return binary(context, MLIRBC_AFFINE_MOD, left->left, right);
	return NULL;
}

expr mlirbc_affine_binary(struct mlirbc_context *context, enum mlirbc_affine_kind kind, expr left, expr right)
{
	expr simple = NULL;
	if (!left || !right)
		return NULL;
	switch (kind) {
	case MLIRBC_AFFINE_ADD: simple = simplify_sum(context, left, right); break;
	case MLIRBC_AFFINE_MUL:
		if (!left->symbolic && !right->symbolic)
			return NULL;
		simple = simplify_product(context, left, right);
		break;
	case MLIRBC_AFFINE_MOD:
	case MLIRBC_AFFINE_FLOORDIV:
	case MLIRBC_AFFINE_CEILDIV:
		if (!right->symbolic)
			return NULL;
		simple = kind == MLIRBC_AFFINE_MOD ? simplify_remainder(context, left, right)
						   : simplify_quotient(context, kind, left, right);
		break;
	default: return NULL;
	}
	return simple ? simple : make(context, kind, 0, left, right);
}
