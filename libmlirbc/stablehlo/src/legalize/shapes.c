/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* shape: a shape is a tensor of i64 whose length is known, a size an i64. Witnesses become assertions, which refinement decides when the
 * sizes are known. */
#include "chlo/formula.h"
#include "legalize/legalize.h"

#include <mlirbc/build.h>
#include <string.h>

#define NO_LENGTH "it is about a shape whose number of dimensions is not known"

/* An operand that is a list of known length; NULL: it is refused. */
static struct mlirbc_value *list(struct shlo__legal *legal, size_t index)
{
	struct mlirbc_value *value = shlo__legal_operand(legal, index);
	return !value || shlo__legal_length(value) >= 0 ? value : shlo__legal_refuse(legal, NO_LENGTH);
}

static struct mlirbc_value *tensor(struct shlo__legal *legal, size_t index)
{
	struct mlirbc_value *value = shlo__legal_operand(legal, index);
	return !value || shlo__is_tensor(value->type) ? value : shlo__legal_refuse(legal, NO_LENGTH);
}

/* A number, such as a count of elements or an index. */
static struct mlirbc_value *number(struct shlo__legal *legal, size_t index)
{
	struct mlirbc_value *value = shlo__legal_operand(legal, index);
	const bool fits = value && shlo__is_tensor(value->type) && value->type->u.shaped.rank == 0;
	return !value || fits ? value : shlo__legal_refuse(legal, "its operand is no number of type index");
}

static struct mlirbc_value *first(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	(void)row;
	return shlo__legal_operand(legal, 0);
}

/* ---- constants */

static struct mlirbc_value *const_shape(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_attr *shape = mlirbc_op_attr(legal->op, row->text);
	struct mlirbc_context *context = legal->emit.pass->context;
	const struct mlirbc_type *type = shape && shape->type ? shlo__legal_type(context, shape->type) : NULL;
	if (!type || shape->kind != MLIRBC_ATTR_DENSE || !shlo__is_tensor(type) || type->u.shaped.element->kind != MLIRBC_TYPE_INTEGER ||
		type->u.shaped.element->u.integer.width != 64)
		return shlo__legal_refuse(legal, "its shape is no list of indices");
	const struct shlo__property value = { "value", mlirbc_attr_dense(context, type, shape->u.dense.data, shape->u.dense.size) };
	return shlo__emit(&legal->emit, "stablehlo.constant", type, NULL, 0, &value, 1);
}

static struct mlirbc_value *const_size(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	int64_t number;
	return shlo__int_of(mlirbc_op_attr(legal->op, row->text), &number) ? shlo__legal_number(legal, number) : NULL;
}

/* ---- parts of shapes */

static struct mlirbc_value *shape_of(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = tensor(legal, 0);
	(void)row;
	return value ? shlo__legal_sizes(legal, value) : NULL;
}

/* Entry `index` of a list: a constant, or a dynamic_slice. */
static struct mlirbc_value *entry(struct shlo__legal *legal, struct mlirbc_value *sizes, struct mlirbc_value *index)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	const int64_t length = shlo__legal_length(sizes), one = 1;
	int64_t at;
	if (!index || length < 0)
		return NULL;
	if (shlo__legal_constant(index, &at))
		return at >= 0 && at < length ? shlo__legal_element(legal, sizes, at)
					      : shlo__legal_refuse(legal, "its index is beyond the number of dimensions");
	const struct mlirbc_type *element = shlo__element(sizes->type);
	const struct mlirbc_type *type = shlo__tensor(context, &one, 1, element, NULL), *scalar = shlo__tensor(context, NULL, 0, element, NULL);
	const struct shlo__property size = { "slice_sizes", shlo__i64s_attr(context, &one, 1) };
	struct mlirbc_value *operands[] = { sizes, index };
	struct mlirbc_value *part = shlo__emit(&legal->emit, "stablehlo.dynamic_slice", type, operands, 2, &size, 1);
	return part ? shlo__emit(&legal->emit, "stablehlo.reshape", scalar, &part, 1, NULL, 0) : NULL;
}

static struct mlirbc_value *get_extent(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *sizes = list(legal, 0), *index = number(legal, 1);
	(void)row;
	return sizes ? entry(legal, sizes, index) : NULL;
}

static struct mlirbc_value *dim(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *value = tensor(legal, 0), *index = number(legal, 1);
	int64_t at;
	(void)row;
	if (value && index && shlo__legal_constant(index, &at) && at >= 0 && (uint64_t)at < value->type->u.shaped.rank)
		return shlo__legal_size(legal, value, (size_t)at);
	struct mlirbc_value *sizes = value && index ? shlo__legal_sizes(legal, value) : NULL;
	return sizes ? entry(legal, sizes, index) : NULL;
}

static struct mlirbc_value *rank(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *sizes = list(legal, 0);
	(void)row;
	return sizes ? shlo__legal_number(legal, shlo__legal_length(sizes)) : NULL;
}

static struct mlirbc_value *num_elements(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *sizes = list(legal, 0);
	return sizes ? shlo__legal_combine(legal, row->text, sizes, 1) : NULL;
}

/* The first entries, and the others; a negative index counts from the end. */
static struct mlirbc_value *split_at(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *sizes = list(legal, 0);
	const int64_t length = shlo__legal_length(sizes);
	int64_t at;
	if (!sizes)
		return NULL;
	if (!shlo__legal_constant(shlo__legal_operand(legal, 1), &at) || at > length || at < -length)
		return shlo__legal_refuse(legal, row->text);
	at += at < 0 ? length : 0;
	struct mlirbc_value *head = shlo__legal_part(legal, sizes, 0, at), *tail = shlo__legal_part(legal, sizes, at, length - at);
	return shlo__legal_set(legal, 1, tail) ? head : NULL;
}

/* ---- shapes of parts */

static struct mlirbc_value *from_extents(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *sizes[SHLO__MOST_DIMS];
	(void)row;
	if (legal->op->operand_count > SHLO__MOST_DIMS)
		return shlo__legal_refuse(legal, "it has more than 64 sizes");
	for (size_t i = 0; i < legal->op->operand_count; i++) {
		if (!(sizes[i] = shlo__legal_operand(legal, i)) || !shlo__is_tensor(sizes[i]->type))
			return NULL;
	}
	return shlo__legal_join(legal, sizes, legal->op->operand_count, mlirbc_type_integer(legal->emit.pass->context, 64, MLIRBC_SIGNLESS));
}

static struct mlirbc_value *concat(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *parts[] = { list(legal, 0), list(legal, 1) };
	(void)row;
	return parts[0] && parts[1] ? shlo__legal_join(legal, parts, 2, shlo__element(parts[0]->type)) : NULL;
}

static struct mlirbc_value *arithmetic(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *a = tensor(legal, 0), *b = tensor(legal, 1);
	return a && b ? shlo__formula(&legal->emit, row->text, a, b) : NULL;
}

/* ---- broadcasts */

/* Makes both lists as long as the longer, with ones in front. */
static bool align(struct shlo__legal *legal, struct mlirbc_value **a, struct mlirbc_value **b)
{
	struct mlirbc_value **shorter = shlo__legal_length(*a) < shlo__legal_length(*b) ? a : b;
	const int64_t longest = shlo__legal_length(shorter == a ? *b : *a);
	int64_t ones[SHLO__MOST_DIMS];
	const int64_t missing = longest - shlo__legal_length(*shorter);
	if (longest > SHLO__MOST_DIMS)
		return shlo__legal_refuse(legal, "it has more than 64 sizes") != NULL;
	if (missing == 0)
		return true;
	for (int64_t i = 0; i < missing; i++)
		ones[i] = 1;
	struct mlirbc_value *parts[] = { shlo__legal_numbers(legal, ones, (size_t)missing), *shorter };
	*shorter = parts[0] ? shlo__legal_join(legal, parts, 2, shlo__element((*shorter)->type)) : NULL;
	return *shorter != NULL;
}

static struct mlirbc_value *broadcast(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *all = list(legal, 0);
	for (size_t i = 1; all && i < legal->op->operand_count; i++) {
		struct mlirbc_value *next = list(legal, i);
		if (!next || !align(legal, &all, &next))
			return NULL;
		all = shlo__formula(&legal->emit, row->text, all, next);
	}
	return all;
}

static struct mlirbc_value *truth(struct shlo__legal *legal, bool value)
{
	struct mlirbc_context *context = legal->emit.pass->context;
	const struct mlirbc_type *bit = mlirbc_type_integer(context, 1, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = bit ? shlo__tensor(context, NULL, 0, bit, NULL) : NULL;
	const uint8_t byte = value;
	const struct shlo__property property = { "value", type ? mlirbc_attr_dense(context, type, &byte, 1) : NULL };
	return shlo__emit(&legal->emit, "stablehlo.constant", type, NULL, 0, &property, 1);
}

/* Whether all entries satisfy the formula. */
static struct mlirbc_value *all_of(
	struct shlo__legal *legal, const char *formula, struct mlirbc_value *a, struct mlirbc_value *b)
{
	if (shlo__legal_length(a) == 0)
		return truth(legal, true);
	return shlo__legal_combine(legal, "stablehlo.and", shlo__formula(&legal->emit, formula, a, b), 1);
}

static struct mlirbc_value *is_broadcastable(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *all = list(legal, 0), *good = NULL;
	(void)row;
	for (size_t i = 1; all && i < legal->op->operand_count; i++) {
		struct mlirbc_value *next = list(legal, i);
		if (!next || !align(legal, &all, &next))
			return NULL;
		struct mlirbc_value *fits = all_of(legal, "or(x == y, or(x == 1, y == 1))", all, next);
		good = good ? shlo__emit_binary(&legal->emit, "stablehlo.and", good, fits) : fits;
		all = shlo__formula(&legal->emit, "select(x == 1, y, x)", all, next);
	}
	return all && !good ? truth(legal, true) : good;
}

static struct mlirbc_value *shape_eq(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *first_shape = list(legal, 0), *good = NULL;
	(void)row;
	for (size_t i = 1; first_shape && i < legal->op->operand_count; i++) {
		struct mlirbc_value *next = list(legal, i);
		if (!next)
			return NULL;
		const bool same = shlo__legal_length(next) == shlo__legal_length(first_shape);
		struct mlirbc_value *fits = same ? all_of(legal, "x == y", first_shape, next) : truth(legal, false);
		good = good ? shlo__emit_binary(&legal->emit, "stablehlo.and", good, fits) : fits;
	}
	return first_shape && !good ? truth(legal, true) : good;
}

/* ---- reshapes: a size of -1 is what the number of elements leaves */

/* The product of the sizes that are not -1, at least 1. */
static struct mlirbc_value *known_elements(struct shlo__legal *legal, struct mlirbc_value *sizes)
{
	struct mlirbc_value *known = shlo__formula(&legal->emit, "select(x == -1, 1, x)", sizes, NULL);
	struct mlirbc_value *product = known ? shlo__legal_combine(legal, "stablehlo.multiply", known, 1) : NULL;
	return product ? shlo__formula(&legal->emit, "maximum(x, 1)", product, NULL) : NULL;
}

static struct mlirbc_value *compute_reshape_shape(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	struct mlirbc_value *count = number(legal, 0), *sizes = list(legal, 1);
	(void)row;
	if (!count || !sizes)
		return NULL;
	count = shlo__emit_convert(&legal->emit, count, shlo__element(sizes->type));
	struct mlirbc_value *rest = shlo__emit_binary(&legal->emit, "stablehlo.divide", count, known_elements(legal, sizes));
	rest = shlo__emit_broadcast(&legal->emit, rest, sizes->type, NULL, NULL);
	return rest ? shlo__formula(&legal->emit, "select(x == -1, y, x)", sizes, rest) : NULL;
}

/* At most one size is -1, the others divide the number of elements, and without -1 their product is this number. */
static struct mlirbc_value *is_reshapable(struct shlo__legal *legal)
{
	struct mlirbc_value *count = number(legal, 0), *sizes = list(legal, 1);
	if (!count || !sizes)
		return NULL;
	count = shlo__emit_convert(&legal->emit, count, shlo__element(sizes->type));
	struct mlirbc_value *open = shlo__formula(&legal->emit, "select(x == -1, 1, x * 0)", sizes, NULL);
	open = open ? shlo__legal_combine(legal, "stablehlo.add", open, 0) : NULL;
	struct mlirbc_value *product = known_elements(legal, sizes);
	struct mlirbc_value *divides = product ? shlo__formula(&legal->emit, "remainder(x, y) == 0", count, product) : NULL;
	struct mlirbc_value *equal = product ? shlo__formula(&legal->emit, "x == y", count, product) : NULL;
	struct mlirbc_value *few = open ? shlo__formula(&legal->emit, "x <= 1", open, NULL) : NULL;
	struct mlirbc_value *none = open ? shlo__formula(&legal->emit, "x == 0", open, NULL) : NULL;
	struct mlirbc_value *fits = none && equal && divides ? shlo__emit_select(&legal->emit, none, equal, divides) : NULL;
	return few ? shlo__emit_binary(&legal->emit, "stablehlo.and", few, fits) : NULL;
}

/* ---- witnesses */

static struct mlirbc_value *require(struct shlo__legal *legal, struct mlirbc_value *condition, const struct mlirbc_attr *message)
{
	return condition && shlo__legal_assert(legal, condition, message) ? &shlo__legal_nothing : NULL;
}

static const struct mlirbc_attr *text_of(struct shlo__legal *legal, const char *text)
{
	return mlirbc_attr_string(legal->emit.pass->context, text, strlen(text));
}

static struct mlirbc_value *cstr_broadcastable(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return require(legal, is_broadcastable(legal, row), text_of(legal, row->text));
}

static struct mlirbc_value *cstr_eq(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return require(legal, shape_eq(legal, row), text_of(legal, row->text));
}

static struct mlirbc_value *cstr_reshapable(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	return require(legal, is_reshapable(legal), text_of(legal, row->text));
}

static struct mlirbc_value *cstr_require(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	const struct mlirbc_attr *message = mlirbc_op_attr(legal->op, row->text);
	if (!message || message->kind != MLIRBC_ATTR_STRING)
		message = text_of(legal, "a condition of the program is not true");
	return require(legal, tensor(legal, 0), message);
}

static struct mlirbc_value *const_witness(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	int64_t passing;
	if (!shlo__int_of(mlirbc_op_attr(legal->op, row->text), &passing))
		return NULL;
	return passing ? &shlo__legal_nothing : require(legal, truth(legal, false), text_of(legal, "a witness does not pass"));
}

static struct mlirbc_value *nothing(struct shlo__legal *legal, const struct shlo__legal_row *row)
{
	(void)legal;
	(void)row;
	return &shlo__legal_nothing;
}

/* ---- rows */

#define QUOTIENT "q = divide(x, y); r = remainder(x, y); select(and(r != 0, xor(r < 0, y < 0)), q - 1, q)"
#define NOT_RESHAPABLE "the elements do not fit in the shape"
const struct shlo__legal_row shlo__legal_shapes[] = {
	{ "cf.assert", cstr_require, "msg", false, 0 },
	{ "mhlo.compute_reshape_shape", compute_reshape_shape, NULL, true, 0 },
	{ "mhlo.cstr_reshapable", cstr_reshapable, NOT_RESHAPABLE, true, 0 },
	{ "shape.add", arithmetic, "x + y", true, 0 },
	{ "shape.any", first, NULL, true, 0 },
	{ "shape.assuming_all", nothing, NULL, true, 0 },
	{ "shape.broadcast", broadcast, "select(x == 1, y, x)", true, 0 },
	{ "shape.concat", concat, NULL, true, 0 },
	{ "shape.const_shape", const_shape, "shape", true, 0 },
	{ "shape.const_size", const_size, "value", true, 0 },
	{ "shape.const_witness", const_witness, "passing", true, 0 },
	{ "shape.cstr_broadcastable", cstr_broadcastable, "the shapes are not broadcastable", true, 0 },
	{ "shape.cstr_eq", cstr_eq, "the shapes are not equal", true, 0 },
	{ "shape.cstr_require", cstr_require, "msg", true, 0 },
	{ "shape.dim", dim, NULL, true, 0 },
	{ "shape.div", arithmetic, QUOTIENT, true, 0 },
	{ "shape.from_extent_tensor", first, NULL, true, 0 },
	{ "shape.from_extents", from_extents, NULL, true, 0 },
	{ "shape.get_extent", get_extent, NULL, true, 0 },
	{ "shape.index_to_size", first, NULL, true, 0 },
	{ "shape.is_broadcastable", is_broadcastable, NULL, true, 0 },
	{ "shape.max", arithmetic, "maximum(x, y)", true, 0 },
	{ "shape.meet", first, NULL, true, 0 },
	{ "shape.min", arithmetic, "minimum(x, y)", true, 0 },
	{ "shape.mul", arithmetic, "x * y", true, 0 },
	{ "shape.num_elements", num_elements, "stablehlo.multiply", true, 0 },
	{ "shape.rank", rank, NULL, true, 0 },
	{ "shape.shape_eq", shape_eq, NULL, true, 0 },
	{ "shape.shape_of", shape_of, NULL, true, 0 },
	{ "shape.size_to_index", first, NULL, true, 0 },
	{ "shape.split_at", split_at, "its index is no constant within the number of dimensions", true, 0 },
	{ "shape.to_extent_tensor", first, NULL, true, 0 },
	{ "shape.value_as_shape", first, NULL, true, 0 },
	{ "stablehlo.compute_reshape_shape", compute_reshape_shape, NULL, true, 0 },
	{ "stablehlo.cstr_reshapable", cstr_reshapable, NOT_RESHAPABLE, true, 0 },
};
const size_t shlo__legal_shapes_count = sizeof shlo__legal_shapes / sizeof *shlo__legal_shapes;
