/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of operands and results: their constraints, and how they depend on each other. */
#include "constraint.h"
#include "verify_own.h"

#include <mlirbc/print.h>
#include <string.h>

/* All values of an operation, operands first. */
static const struct mlirbc_type *value_type(const struct mlirbc_op *op, uint32_t index)
{
	return index < op->operand_count ? mlirbc_op_operands(op)[index].value->type
					 : mlirbc_op_results(op)[index - op->operand_count].type;
}

static const struct mlirbc_type *element_or_self(const struct mlirbc_type *type)
{
	return mlirbc_upstream__is_shaped(type) ? type->u.shaped.element : type;
}

/* ---- pairs of types */

static bool same_type(const struct mlirbc_type *a, const struct mlirbc_type *b) { return a == b; }

/* Types of dialects may be shaped as well. */
static bool same_element(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return element_or_self(a) == element_or_self(b) || a->kind == MLIRBC_TYPE_DIALECT || b->kind == MLIRBC_TYPE_DIALECT;
}

bool up__shapes_match(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (!mlirbc_upstream__has_rank(a) || !mlirbc_upstream__has_rank(b))
		return true;
	if (a->u.shaped.rank != b->u.shaped.rank)
		return false;
	for (size_t i = 0; i < a->u.shaped.rank; i++) {
		if (up__dims_differ(a->u.shaped.dims[i], b->u.shaped.dims[i]))
			return false;
	}
	return true;
}

/* Both are shaped or neither is; a missing rank or dimension fits all. */
static bool compatible_shape(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (!mlirbc_upstream__is_shaped(a) || !mlirbc_upstream__is_shaped(b))
		return mlirbc_upstream__is_shaped(a) == mlirbc_upstream__is_shaped(b);
	return up__shapes_match(a, b);
}

static bool compatible_type(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return same_element(a, b) && compatible_shape(a, b);
}

/* Dimension by dimension; only of types with a rank. */
static bool same_shape(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	if (!mlirbc_upstream__has_rank(a) || !mlirbc_upstream__has_rank(b))
		return true;
	return a->u.shaped.rank == b->u.shaped.rank &&
	       (a->u.shaped.rank == 0 ||
		       memcmp(a->u.shaped.dims, b->u.shaped.dims, a->u.shaped.rank * sizeof(int64_t)) == 0);
}

static bool same_rank(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return !mlirbc_upstream__has_rank(a) || !mlirbc_upstream__has_rank(b) || a->u.shaped.rank == b->u.shaped.rank;
}

typedef bool relation(const struct mlirbc_type *a, const struct mlirbc_type *b);

/* Whether all values from `from` to `end` are in relation to the first of them. */
static bool all_related(const struct mlirbc_op *op, uint32_t from, uint32_t end, relation *holds)
{
	for (uint32_t i = from + 1; i < end; i++) {
		if (!holds(value_type(op, from), value_type(op, i)))
			return false;
	}
	return true;
}

/* The type of an attribute, NULL: it has none. */
static const struct mlirbc_type *attr_type(const struct mlirbc_upstream__printing *of, uint8_t index)
{
	const struct mlirbc_attr *attr = mlirbc_upstream__attr_in(of, index & (uint8_t)~MLIRBC_UPSTREAM__REF);
	if (!attr || attr->kind == MLIRBC_ATTR_DIALECT || attr->kind == MLIRBC_ATTR_BYTES || attr->kind == MLIRBC_ATTR_CODED)
		return NULL;
	return attr->kind == MLIRBC_ATTR_DENSE_ARRAY ? NULL : attr->type;
}

/* The same for all values of some slots; slots without values are left out. */
static bool slots_related(
	const struct mlirbc_upstream__printing *of, const uint8_t *slots, uint8_t count, relation *holds)
{
	const struct mlirbc_type *first = NULL;
	for (uint8_t i = 0; i < count; i++) {
		struct mlirbc_upstream__group group;
		if (slots[i] & MLIRBC_UPSTREAM__REF) {
			const struct mlirbc_type *type = attr_type(of, slots[i]);
			if (first && type && !holds(first, type))
				return false;
			first = first ? first : type;
			continue;
		}
		if (!mlirbc_upstream__group(of, slots[i], &group))
			return true;
		for (uint32_t j = 0; j < group.count; j++) {
			const struct mlirbc_type *type = mlirbc_upstream__group_type(of, &group, j);
			if (!first)
				first = type;
			else if (!holds(first, type))
				return false;
		}
	}
	return true;
}

/* ---- traits of whole operations */

/* Vectors and tensors: scalars are mapped to their elements. */
static bool is_mapped(const struct mlirbc_type *type)
{
	return type->kind == MLIRBC_TYPE_VECTOR || type->kind == MLIRBC_TYPE_TENSOR || type->kind == MLIRBC_TYPE_UNRANKED_TENSOR;
}

static const char *elementwise(const struct mlirbc_op *op)
{
	const struct mlirbc_type *first = NULL;
	uint32_t operands = 0, results = 0;
	for (uint32_t i = 0; i < op->operand_count + op->result_count; i++) {
		const struct mlirbc_type *type = value_type(op, i);
		if (!is_mapped(type))
			continue;
		operands += i < op->operand_count;
		results += i >= op->operand_count;
		if (first && ((first->kind == MLIRBC_TYPE_VECTOR) != (type->kind == MLIRBC_TYPE_VECTOR) || !compatible_shape(first, type)))
			return "all non-scalar operands/results must have the same shape and base type";
		first = first ? first : type;
	}
	if (results && !operands)
		return "if a result is non-scalar, then at least one operand must be non-scalar";
	if (operands && !results)
		return "if an operand is non-scalar, then there must be at least one non-scalar result";
	return operands && results != op->result_count ? "if an operand is non-scalar, then all results must be non-scalar" : NULL;
}

static bool broadcast_pair(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	const size_t common = a->u.shaped.rank < b->u.shaped.rank ? a->u.shaped.rank : b->u.shaped.rank;
	for (size_t i = 1; i <= common; i++) {
		const int64_t one = a->u.shaped.dims[a->u.shaped.rank - i], other = b->u.shaped.dims[b->u.shaped.rank - i];
		if (one != other && one != 1 && other != 1 && one != MLIRBC_DYNAMIC && other != MLIRBC_DYNAMIC)
			return false;
	}
	return true;
}

static const char *broadcast(const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		for (uint32_t j = 0; j < i; j++) {
			const struct mlirbc_type *a = value_type(op, i), *b = value_type(op, j);
			if (mlirbc_upstream__has_rank(a) && mlirbc_upstream__has_rank(b) && !broadcast_pair(a, b))
				return "operands don't have broadcast-compatible shapes";
		}
	}
	return NULL;
}

/* A trait of all values; NULL: it holds. */
static const char *broken_trait(const struct mlirbc_op *op, enum mlirbc_upstream__check check)
{
	const uint32_t all = op->operand_count + op->result_count;
	/* Operations whose only values are results have nothing to compare with. */
	switch (check) {
	case CHECK_ALL_TYPES:
		return all_related(op, 0, all, compatible_type) ? NULL : "requires the same type for all operands and results";
	case CHECK_OPERAND_TYPES:
		return all_related(op, 0, op->operand_count, same_type) ? NULL : "requires all operands to have the same type";
	case CHECK_SHAPES:
		return all_related(op, 0, all, compatible_shape) ? NULL : "requires the same shape for all operands and results";
	case CHECK_ELEMENTS:
		return all_related(op, 0, all, same_element) ? NULL
							      : "requires the same element type for all operands and results";
	case CHECK_OPERAND_ELEMENTS:
		return all_related(op, 0, op->operand_count, same_element) ? NULL
									    : "requires the same element type for all operands";
	case CHECK_OPERAND_SHAPES:
		return all_related(op, 0, op->operand_count, compatible_shape) ? NULL
										: "requires the same shape for all operands";
	case CHECK_RANKS:
		return all_related(op, 0, all, same_rank) ? NULL : "requires the same rank for all operands and results";
	case CHECK_BROADCAST: return broadcast(op);
	case CHECK_ELEMENTWISE: return elementwise(op);
	default: return NULL;
	}
}

/* ---- checks of slots */

static bool follows(struct mlirbc_context *context, const struct mlirbc_upstream__printing *of, const uint8_t *rule)
{
	struct mlirbc_upstream__group to, from;
	if (!mlirbc_upstream__group(of, rule[0], &to) || !mlirbc_upstream__group(of, rule[2], &from) || to.count != 1 ||
		from.count != 1)
		return true;
	return mlirbc_upstream__type_follows(
		context, rule[1], mlirbc_upstream__group_type(of, &from, 0), mlirbc_upstream__group_type(of, &to, 0));
}

static bool all_or_none(const struct mlirbc_upstream__printing *of, const uint8_t *slots, uint8_t count)
{
	struct mlirbc_upstream__group group;
	uint8_t found = 0;
	for (uint8_t i = 0; i < count; i++)
		found = (uint8_t)(found + (mlirbc_upstream__group(of, slots[i], &group) && group.count > 0));
	return found == 0 || found == count;
}

/* How many indices or dynamic sizes the values of a slot need; SIZE_MAX: not known. */
static size_t wanted_indices(const struct mlirbc_upstream__printing *of, const uint8_t *check)
{
	struct mlirbc_upstream__group group;
	size_t count = 0;
	if (!mlirbc_upstream__group(of, check[3], &group) || group.count != 1)
		return SIZE_MAX;
	const struct mlirbc_type *type = mlirbc_upstream__group_type(of, &group, 0);
	if (!mlirbc_upstream__has_rank(type))
		return SIZE_MAX;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		count += check[0] == CHECK_INDICES || type->u.shaped.dims[i] == MLIRBC_DYNAMIC;
	return count;
}

static bool count_indices(struct mlirbc_parser *parser, const struct mlirbc_upstream__printing *of, const uint8_t *check)
{
	struct mlirbc_upstream__group group;
	if (check[0] != CHECK_INDICES && check[0] != CHECK_SIZES)
		return true;
	const size_t wanted = wanted_indices(of, check);
	if (wanted == SIZE_MAX || !mlirbc_upstream__group(of, check[2], &group) || group.count == wanted)
		return true;
	return check[0] == CHECK_INDICES
		       ? VERIFY_FAIL(parser, of->op, "incorrect number of indices, expected %zu but got %u", wanted, (unsigned)group.count)
		       : VERIFY_FAIL(parser, of->op, "incorrect number of dynamic sizes, has %u, expected %zu", (unsigned)group.count, wanted);
}

static bool slots_hold(struct mlirbc_context *context, const struct mlirbc_upstream__printing *of, const uint8_t *check)
{
	switch ((enum mlirbc_upstream__check)check[0]) {
	case CHECK_RULE: return follows(context, of, check + 2);
	case CHECK_TOGETHER: return all_or_none(of, check + 2, check[1]);
	case CHECK_SAME: return slots_related(of, check + 2, check[1], same_type);
	case CHECK_SAME_ELEMENT: return slots_related(of, check + 2, check[1], same_element);
	case CHECK_SAME_SHAPE: return slots_related(of, check + 2, check[1], same_shape);
	case CHECK_SAME_RANK: return slots_related(of, check + 2, check[1], same_rank);
	default: return true;
	}
}

static const char *argument_name(const struct mlirbc_upstream__row *row, uint8_t argument)
{
	return mlirbc_upstream__string(argument & MLIRBC_UPSTREAM__REF
					       ? mlirbc_upstream__attr_of(row, argument & (uint8_t)~MLIRBC_UPSTREAM__REF)->name
					       : mlirbc_upstream__slot_of(row, argument)->name);
}

static bool wrong_slots(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row,
	const uint8_t *check)
{
	static const char *const words[] = { [CHECK_SAME] = "type", [CHECK_SAME_ELEMENT] = "element type",
		[CHECK_SAME_SHAPE] = "shape", [CHECK_SAME_RANK] = "rank" };
	char names[200] = "";
	const bool rule = check[0] == CHECK_RULE;
	for (uint8_t i = 0; i < check[1]; i++) {
		const char *name = argument_name(row, check[2 + i]);
		if ((rule && i == 1) || strlen(names) + strlen(name) + 3 > sizeof names)
			continue;
		strcat(names, i ? ", " : "");
		strcat(names, name);
	}
	if (check[0] == CHECK_TOGETHER)
		return VERIFY_FAIL(parser, op, "failed to verify that all of {%s} are provided or none", names);
	return rule ? mlirbc_parser_error_op(parser, op, "'%.*s' op failed to verify that types of {%s} match",
			      (int)op->name->size, op->name->data, names)
		    : mlirbc_parser_error_op(parser, op, "'%.*s' op failed to verify that all of {%s} have same %s",
			      (int)op->name->size, op->name->data, names, words[check[0]]);
}

/* ---- constraints */

static bool satisfy_constraints(
	struct mlirbc_parser *parser, const struct mlirbc_upstream__printing *of, uint8_t slot, uint8_t count)
{
	const struct mlirbc_op *op = of->op;
	for (const uint8_t end = (uint8_t)(slot + count); slot < end; slot++) {
		const uint16_t constraint = mlirbc_upstream__slot_of(of->row, slot)->constraint;
		struct mlirbc_upstream__group group;
		if (!mlirbc_upstream__group(of, slot, &group))
			return mlirbc_parser_error_op(parser, op,
				"'%.*s' op %s count does not match with the total size specified in attribute '%sSegmentSizes'",
				(int)op->name->size, op->name->data, group.result ? "result" : "operand",
				group.result ? "result" : "operand");
		for (uint32_t i = 0; constraint && i < group.count; i++) {
			const struct mlirbc_type *type = mlirbc_upstream__group_type(of, &group, i);
			char text[160];
			if (mlirbc_upstream__type_satisfies(type, constraint))
				continue;
			mlirbc_type_text(type, text, sizeof text);
			return mlirbc_parser_error_op(parser, op, "'%.*s' op %s #%u must be %s, but got '%s'", (int)op->name->size,
				op->name->data, group.result ? "result" : "operand", (unsigned)(group.from + i),
				mlirbc_upstream__constraint_text(constraint), text);
		}
	}
	return true;
}

bool mlirbc_upstream__verify_types(
	struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_upstream__row *row)
{
	const struct mlirbc_upstream__printing of = { .op = op, .row = row };
	if (!satisfy_constraints(parser, &of, 0, row->operand_count) ||
		!satisfy_constraints(parser, &of, row->operand_count, row->result_count))
		return false;
	for (const uint8_t *at = mlirbc_upstream__checks + row->checks; *at != CHECK_END; at += 2 + at[1]) {
		const char *broken = broken_trait(op, (enum mlirbc_upstream__check)at[0]);
		if (broken)
			return mlirbc_parser_error_op(parser, op, "'%.*s' op %s", (int)op->name->size, op->name->data, broken);
		if (!slots_hold(mlirbc_parser_context(parser), &of, at))
			return wrong_slots(parser, op, row, at);
		if (!count_indices(parser, &of, at))
			return false;
	}
	return true;
}
