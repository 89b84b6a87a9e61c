/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dimensions, axes and maps of linalg, affine and tosa. */
#include "own_parts.h"
#include "own_affine.h"
#include "verify_own.h"

static bool ranked(const struct mlirbc_type *type) { return mlirbc_upstream__has_rank(type); }

static bool contains(const struct up__ints *list, size_t number)
{
	for (size_t i = 0; i < list->count; i++) {
		if (up__int_at(list, i) == (int64_t)number)
			return true;
	}
	return false;
}

/* The first number that is no dimension of this rank; false: all are. */
static bool find_outside(const struct up__ints *list, size_t rank, size_t *out)
{
	for (size_t i = 0; i < list->count; i++) {
		if (up__int_at(list, i) < 0 || (uint64_t)up__int_at(list, i) >= rank) {
			*out = i;
			return true;
		}
	}
	return false;
}

/* ---- linalg */

bool up__check_linalg_transpose(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__operand_type(op, 1);
	struct up__ints order;
	if (!up__ints_of(op, "permutation", &order) || !ranked(from) || !ranked(to))
		return true;
	if (!up__is_permutation(&order))
		return VERIFY_FAIL(parser, op, "permutation is not valid%s", "");
	if (up__rank(from) != up__rank(to))
		return VERIFY_FAIL(parser, op, "input rank %u does not match init rank %u", (unsigned)up__rank(from), (unsigned)up__rank(to));
	if (up__rank(from) != order.count)
		return VERIFY_FAIL(parser, op, "size of permutation %u does not match the argument rank %u", (unsigned)order.count,
			(unsigned)up__rank(from));
	for (size_t i = 0; i < order.count; i++) {
		const int64_t found = up__dim(to, i), expected = up__dim(from, (size_t)up__int_at(&order, i));
		if (found != expected)
			return VERIFY_FAIL(parser, op, "dim(result, %u) = %lld doesn't match dim(input, permutation[%u]) = %lld", (unsigned)i,
				(long long)found, (unsigned)i, (long long)expected);
	}
	return true;
}

bool up__check_linalg_broadcast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__operand_type(op, 1);
	struct up__ints added;
	size_t wrong, at = 0;
	if (!up__ints_of(op, "dimensions", &added) || !ranked(from) || !ranked(to))
		return true;
	if (up__rank(from) + added.count != up__rank(to))
		return VERIFY_FAIL(parser, op, "input rank plus added dimensions does not match init rank. input rank: %u, dimensions size: %u, "
					       "init rank: %u",
			(unsigned)up__rank(from), (unsigned)added.count, (unsigned)up__rank(to));
	if (find_outside(&added, up__rank(to), &wrong))
		return VERIFY_FAIL(parser, op, "dimension %u is out of range. expected range: [0, %d], got: %lld", (unsigned)wrong,
			(int)up__rank(to) - 1, (long long)up__int_at(&added, wrong));
	for (size_t i = 0; i < up__rank(to); i++) {
		if (contains(&added, i) || at == up__rank(from))
			continue;
		if (up__dim(from, at) != up__dim(to, i))
			return VERIFY_FAIL(parser, op, "input dim %u should match init dim %u. input: %lld, init: %lld", (unsigned)at, (unsigned)i,
				(long long)up__dim(from, at), (long long)up__dim(to, i));
		at++;
	}
	return true;
}

bool up__check_linalg_reduce(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const uint32_t half = op->operand_count / 2;
	struct up__ints reduced;
	size_t wrong;
	if (!up__ints_of(op, "dimensions", &reduced) || op->operand_count % 2 != 0 || half == 0)
		return true;
	for (uint32_t i = 0; i < half; i++) {
		const struct mlirbc_type *from = up__operand_type(op, i), *to = up__operand_type(op, half + i);
		size_t at = 0;
		bool same = true;
		if (!ranked(from) || !ranked(to))
			continue;
		if (find_outside(&reduced, up__rank(from), &wrong))
			return VERIFY_FAIL(parser, op, "dimensions for reduction should be in the range [0, %d].", (int)up__rank(from) - 1);
		if (up__rank(to) + reduced.count != up__rank(from))
			return VERIFY_FAIL(parser, op, "number of dimensions after reduction %d doesn't match the init rank %u",
				(int)up__rank(from) - (int)reduced.count, (unsigned)up__rank(to));
		for (size_t k = 0; k < up__rank(from) && same; k++)
			same = contains(&reduced, k) || at == up__rank(to) || up__dim(from, k) == up__dim(to, at++);
		if (!same)
			return VERIFY_FAIL(parser, op, "init dimensions of '%s' do not match input dimensions of '%s' after reduction", UP__TEXT(to),
				UP__TEXT(from));
	}
	return true;
}

bool up__check_linalg_index(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_op *parent = mlirbc_op_parent(op);
	const bool known = parent && mlirbc_upstream__row_find(parent->name);
	if (known && (parent->name->size <= 7 || memcmp(parent->name->data, "linalg.", 7) != 0))
		return VERIFY_FAIL(parser, op, "expected parent op with LinalgOp interface%s", "");
	const struct mlirbc_attr *loops = known ? mlirbc_op_attr(parent, "iterator_types") : NULL;
	const int64_t dim = up__int_of(op, "dim", 0);
	return !loops || loops->kind != MLIRBC_ATTR_ARRAY || (dim >= 0 && (uint64_t)dim < loops->u.array.count) ||
	       VERIFY_FAIL(parser, op, "expected dim (%lld) to be lower than the number of loops (%u) of the enclosing LinalgOp", (long long)dim,
		       (unsigned)loops->u.array.count);
}

/* ---- affine */

static bool check_map_inputs(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	struct up__map map;
	return !up__view_map(mlirbc_op_attr(op, "map"), false, &map) || op->operand_count == map.dims + map.symbols ||
	       VERIFY_FAIL(parser, op, "operand count and affine map dimension and symbol count must match%s", "");
}

bool up__check_affine_apply(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const size_t results = up__map_results(mlirbc_op_attr(op, "map"));
	return check_map_inputs(parser, op) && (results == SIZE_MAX || results == 1 ||
						       VERIFY_FAIL(parser, op, "mapping must produce one value%s", ""));
}

bool up__check_affine_min(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return check_map_inputs(parser, op) && (up__map_results(mlirbc_op_attr(op, "map")) != 0 ||
						       VERIFY_FAIL(parser, op, "affine map expect at least one result%s", ""));
}

/* ---- tosa */

/* The reduced dimension becomes 1, others stay. */
static bool reduced_fits(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *from, size_t axis)
{
	const struct mlirbc_type *to = up__result_type(op, 0);
	bool same = !ranked(to) || up__rank(to) == up__rank(from);
	for (size_t i = 0; ranked(to) && i < up__rank(to) && same; i++)
		same = !up__dims_differ(up__dim(to, i), i == axis ? 1 : up__dim(from, i));
	return same || VERIFY_FAIL(parser, op, "result type '%s' is not that of '%s' with size 1 in dimension %u", UP__TEXT(to), UP__TEXT(from),
			       (unsigned)axis);
}

/* Sizes of other dimensions are those of the first operand. */
static bool concat_fits(struct mlirbc_parser *parser, const struct mlirbc_op *op, size_t axis)
{
	const struct mlirbc_type *first = up__operand_type(op, 0);
	for (uint32_t i = 1; i < op->operand_count; i++) {
		const struct mlirbc_type *type = up__operand_type(op, i);
		for (size_t dim = 0; ranked(type) && up__rank(type) == up__rank(first) && dim < up__rank(first); dim++) {
			if (dim != axis && up__dims_differ(up__dim(first, dim), up__dim(type, dim)))
				return VERIFY_FAIL(parser, op, "expect all operand shapes to have the same sizes on non-axis dimensions, but got %lld vs "
							       "%lld at index %zu on operands 0 and %u",
					(long long)up__dim(type, dim), (long long)up__dim(first, dim), dim, (unsigned)i);
		}
	}
	return true;
}

bool up__check_tosa_axis(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = op->operand_count ? up__operand_type(op, 0) : NULL;
	const int64_t axis = up__int_of(op, "axis", 0);
	const bool reduces = memcmp(op->name->data, "tosa.reduce", 11) == 0, reverses = mlirbc_op_is(op, "tosa.reverse");
	if (!from || !ranked(from) || (up__rank(from) == 0 && axis == 0))
		return true;
	if (mlirbc_op_is(op, "tosa.concat") && axis >= 0 && (uint64_t)axis < up__rank(from))
		return concat_fits(parser, op, (size_t)axis);
	if (axis >= 0 && (uint64_t)axis < up__rank(from))
		return !reduces || reduced_fits(parser, op, from, (size_t)axis);
	if (mlirbc_op_is(op, "tosa.argmax"))
		return VERIFY_FAIL(parser, op, "specified axis is outside the rank of the tensor%s", "");
	if (mlirbc_op_is(op, "tosa.concat"))
		return VERIFY_FAIL(parser, op, "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got %lld",
			(long long)axis);
	if ((reduces || reverses) && axis < 0)
		return VERIFY_FAIL(parser, op, "%s axis must not be negative", reduces ? "reduce" : "reverse");
	return VERIFY_FAIL(parser, op, "expect input tensor rank (%u) to be larger than %s axis (%lld)", (unsigned)up__rank(from),
		reduces ? "reduce" : "reverse", (long long)axis);
}

bool up__check_tosa_transpose(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0);
	struct up__ints order;
	if (!up__ints_of(op, "perms", &order) || !ranked(from))
		return true;
	if (order.count != up__rank(from))
		return VERIFY_FAIL(parser, op, "expected perms attribute to have size %u (input rank) but got size %u", (unsigned)up__rank(from),
			(unsigned)order.count);
	if (!up__is_permutation(&order))
		return VERIFY_FAIL(parser, op, "expected valid permutation indices%s", "");
	const struct mlirbc_type *to = up__result_type(op, 0);
	bool same = !ranked(to) || up__rank(to) == order.count;
	for (size_t i = 0; ranked(to) && i < order.count && same; i++)
		same = !up__dims_differ(up__dim(to, i), up__dim(from, (size_t)up__int_at(&order, i)));
	return same || VERIFY_FAIL(parser, op, "expected output of the dimensions of input1 in the order of perms, but got '%s'", UP__TEXT(to));
}

bool up__check_tosa_clamp(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_attr *min = mlirbc_op_attr(op, "min_val"), *max = mlirbc_op_attr(op, "max_val");
	if (!min || !max || min->kind != max->kind || min->type != max->type)
		return true;
	const struct mlirbc_type *element = up__element(up__operand_type(op, 0));
	if ((min->kind == MLIRBC_ATTR_INTEGER && element->kind == MLIRBC_TYPE_FLOAT) ||
		(min->kind == MLIRBC_ATTR_FLOAT && element->kind == MLIRBC_TYPE_INTEGER))
		return VERIFY_FAIL(parser, op, "min/max attributes types are incompatible with input/output element types.%s", "");
	bool good = true;
	if (min->kind == MLIRBC_ATTR_INTEGER) {
		good = up__int_of(op, "min_val", 0) <= up__int_of(op, "max_val", 0);
	} else if (min->kind == MLIRBC_ATTR_FLOAT && min->type->u.float_kind == MLIRBC_F32) {
		const uint32_t words[2] = { (uint32_t)min->u.number.words[0], (uint32_t)max->u.number.words[0] };
		float values[2];
		memcpy(values, words, sizeof values);
		good = values[0] <= values[1];
	}
	return good || VERIFY_FAIL(parser, op, "expected min_val <= max_val%s", "");
}
