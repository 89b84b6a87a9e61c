/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of tensor and memref: reshapes by groups of dimensions, slices, sizes. */
#include "own_parts.h"
#include "verify_own.h"

static bool is_memref(const struct mlirbc_op *op) { return op->name->data[0] == 'm'; }

/* ---- groups of dimensions */

/* The product of the dimensions of a group; MLIRBC_DYNAMIC: not known. False: an index is wrong. */
static bool product(const struct mlirbc_type *type, const struct up__ints *group, size_t *next, int64_t *out)
{
	*out = 1;
	for (size_t i = 0; i < group->count; i++, (*next)++) {
		if (up__int_at(group, i) != (int64_t)*next || *next >= up__rank(type))
			return false;
		const int64_t dim = up__dim(type, *next);
		if (*out == MLIRBC_DYNAMIC || dim == MLIRBC_DYNAMIC || __builtin_mul_overflow(*out, dim, out))
			*out = MLIRBC_DYNAMIC;
	}
	return true;
}

static bool wrong_indices(struct mlirbc_parser *parser, const struct mlirbc_op *op, size_t rank, size_t indices)
{
	return VERIFY_FAIL(parser, op, "expanded rank (%u) inconsistent with number of reassociation indices (%u)", (unsigned)rank,
		(unsigned)indices);
}

/* The sizes that expand_shape gives are those of its result. */
static bool output_fits(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *wide)
{
	struct up__ints sizes;
	if (!up__ints_of(op, "static_output_shape", &sizes))
		return true;
	if (sizes.count != up__rank(wide))
		return VERIFY_FAIL(parser, op, "expected number of static shape dims to be equal to the output rank (%u) but found %u inputs instead",
			(unsigned)up__rank(wide), (unsigned)sizes.count);
	for (size_t i = 0; i < sizes.count; i++) {
		if (up__dims_differ(up__int_at(&sizes, i), up__dim(wide, i)))
			return VERIFY_FAIL(parser, op, "invalid output shape provided at pos %u", (unsigned)i);
	}
	return true;
}

bool up__check_reassociation(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	const bool expands = mlirbc_op_is(op, "tensor.expand_shape") || mlirbc_op_is(op, "memref.expand_shape");
	const struct mlirbc_type *wide = expands ? to : from, *narrow = expands ? from : to;
	const struct mlirbc_attr *groups = mlirbc_op_attr(op, "reassociation");
	size_t next = 0;
	if (!groups || groups->kind != MLIRBC_ATTR_ARRAY || !mlirbc_upstream__has_rank(from) || !mlirbc_upstream__has_rank(to))
		return true;
	if (up__rank(narrow) != groups->u.array.count)
		return VERIFY_FAIL(parser, op, "expected collapsed rank (%u) to equal the number of reassociation maps (%u).",
			(unsigned)up__rank(narrow), (unsigned)groups->u.array.count);
	for (size_t i = 0; i < groups->u.array.count; i++) {
		struct up__ints group;
		int64_t size;
		if (!up__ints_in(groups->u.array.data[i], &group))
			return true;
		if (!product(wide, &group, &next, &size))
			return wrong_indices(parser, op, up__rank(wide), next);
		/* a tensor does not forget the size */
		if (size == up__dim(narrow, i) || (!up__dims_differ(size, up__dim(narrow, i)) && (is_memref(op) || expands)))
			continue;
		if (is_memref(op))
			return VERIFY_FAIL(parser, op, "collapsed dim size (%lld) must equal reassociation group size (%lld)",
				(long long)up__dim(narrow, i), (long long)size);
		return VERIFY_FAIL(parser, op, "expected dimension %u of collapsed type to be static value of %lld", (unsigned)i, (long long)size);
	}
	if (expands && !output_fits(parser, op, wide))
		return false;
	/* a narrow type of rank 0 has no groups, and all dimensions of the other are 1 */
	return next == up__rank(wide) || up__rank(narrow) == 0 || wrong_indices(parser, op, up__rank(wide), next);
}

/* ---- slices */

struct slice {
	struct up__ints offsets, sizes, strides;
};

/* False: an attribute is missing. */
static bool slice_of(const struct mlirbc_op *op, struct slice *out)
{
	return up__ints_of(op, "static_offsets", &out->offsets) && up__ints_of(op, "static_sizes", &out->sizes) &&
	       up__ints_of(op, "static_strides", &out->strides);
}

static bool counts_match(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct slice *slice, size_t rank)
{
	const struct {
		const char *name;
		size_t count;
	} lists[] = { { "offset", slice->offsets.count }, { "size", slice->sizes.count }, { "stride", slice->strides.count } };
	for (size_t i = 0; i < 3; i++) {
		if (lists[i].count != rank)
			return mlirbc_parser_error_op(
				parser, op, "expected %u %s values, got %u", (unsigned)rank, lists[i].name, (unsigned)lists[i].count);
	}
	return true;
}

/* Whether the type has the sizes of the slice in this order, perhaps without some that are 1. */
static bool has_sizes(const struct mlirbc_type *type, const struct up__ints *sizes)
{
	size_t at = 0;
	for (size_t i = 0; i < sizes->count; i++) {
		const int64_t size = up__int_at(sizes, i);
		if (at < up__rank(type) && size == up__dim(type, at))
			at++;
		else if (size != 1)
			return false;
	}
	return at == up__rank(type);
}

static bool in_bounds(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct slice *slice, const struct mlirbc_type *type)
{
	for (size_t i = 0; i < up__rank(type); i++) {
		const int64_t offset = up__int_at(&slice->offsets, i), size = up__int_at(&slice->sizes, i);
		const int64_t stride = up__int_at(&slice->strides, i), dim = up__dim(type, i);
		int64_t last;
		if (offset == MLIRBC_DYNAMIC || dim == MLIRBC_DYNAMIC)
			continue;
		if (offset >= dim)
			return mlirbc_parser_error_op(
				parser, op, "offset %u is out-of-bounds: %lld >= %lld", (unsigned)i, (long long)offset, (long long)dim);
		if (size == MLIRBC_DYNAMIC || stride == MLIRBC_DYNAMIC || __builtin_mul_overflow(size - 1, stride, &last) ||
			__builtin_add_overflow(last, offset, &last) || last < dim)
			continue;
		return mlirbc_parser_error_op(parser, op, "slice along dimension %u runs out-of-bounds: %lld >= %lld", (unsigned)i,
			(long long)last, (long long)dim);
	}
	return true;
}

static bool wrong_sizes(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct up__ints *sizes, const struct mlirbc_type *type)
{
	int64_t dims[64];
	struct mlirbc_type full = *type;
	for (size_t i = 0; i < sizes->count && i < 64; i++)
		dims[i] = up__int_at(sizes, i);
	full.u.shaped.dims = dims;
	full.u.shaped.rank = sizes->count < 64 ? sizes->count : 64;
	full.u.shaped.encoding = NULL; /* the layout of a memref, too */
	const struct mlirbc_type *expected = mlirbc_type_get(mlirbc_parser_context(parser), &full);
	if (!expected)
		return mlirbc_parser_no_memory(parser);
	return is_memref(op) ? mlirbc_parser_error_op(parser, op, "expected result type with the shape of '%s' or a rank-reduced version, but got '%s'",
				       UP__TEXT(expected), UP__TEXT(type))
			     : mlirbc_parser_error_op(parser, op, "expected type to be '%s' or a rank-reduced version. (size mismatch) ",
				       UP__TEXT(expected));
}

/* `type` has the shape of a slice of `whole`. */
static bool check_slice(struct mlirbc_parser *parser, const struct mlirbc_op *op, const struct mlirbc_type *type,
	const struct mlirbc_type *whole)
{
	struct slice slice;
	if (!slice_of(op, &slice) || !mlirbc_upstream__has_rank(type) || !mlirbc_upstream__has_rank(whole))
		return true;
	if (!counts_match(parser, op, &slice, up__rank(whole)))
		return false;
	if (up__rank(type) > slice.sizes.count)
		return mlirbc_parser_error_op(parser, op, "expected rank to be smaller or equal to the other rank. ");
	if (!has_sizes(type, &slice.sizes))
		return wrong_sizes(parser, op, &slice.sizes, type);
	if (type->u.shaped.element != whole->u.shaped.element)
		return mlirbc_parser_error_op(parser, op, "expected element type to be '%s'", UP__TEXT(whole->u.shaped.element));
	return in_bounds(parser, op, &slice, whole);
}

bool up__check_extract_slice(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return check_slice(parser, op, up__result_type(op, 0), up__operand_type(op, 0));
}

bool up__check_insert_slice(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return check_slice(parser, op, up__operand_type(op, 0), up__operand_type(op, 1));
}

/* ---- other shapes */

bool up__check_concat(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *to = up__result_type(op, 0);
	const int64_t along = up__int_of(op, "dim", 0);
	int64_t sum = 0;
	if (along < 0 || (uint64_t)along >= up__rank(to))
		return VERIFY_FAIL(parser, op, "concatenation dim must be less than the tensor rank%s", "");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *from = up__operand_type(op, i);
		if (up__rank(from) != up__rank(to))
			return VERIFY_FAIL(parser, op, "rank of concatenated inputs must match result rank%s", "");
		if (from->u.shaped.element != to->u.shaped.element)
			return VERIFY_FAIL(parser, op, "inputs and result element type must match%s", "");
		for (size_t k = 0; k < up__rank(to); k++) {
			if ((int64_t)k != along && up__dims_differ(up__dim(from, k), up__dim(to, k)))
				return VERIFY_FAIL(parser, op, "static concatenation size mismatch along non-concatenated dimension %u", (unsigned)k);
		}
		const int64_t size = up__dim(from, (size_t)along);
		if (sum == MLIRBC_DYNAMIC || size == MLIRBC_DYNAMIC || __builtin_add_overflow(sum, size, &sum))
			sum = MLIRBC_DYNAMIC;
	}
	return !up__dims_differ(sum, up__dim(to, (size_t)along)) ||
	       VERIFY_FAIL(parser, op, "result type '%s' does not have the sum %lld of the inputs' sizes in dimension %u", UP__TEXT(to),
		       (long long)sum, (unsigned)along);
}

bool up__check_gather(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *indices = up__operand_type(op, 1);
	struct up__ints dims;
	if (!up__ints_of(op, "gather_dims", &dims) || !mlirbc_upstream__has_rank(from) || !mlirbc_upstream__has_rank(indices) ||
		up__rank(indices) == 0)
		return true;
	if (up__dims_differ(up__dim(indices, up__rank(indices) - 1), (int64_t)dims.count))
		return VERIFY_FAIL(parser, op, "gather_dims length must match the size of last dimension of indices%s", "");
	for (size_t i = 0; i < dims.count; i++) {
		if (up__int_at(&dims, i) < 0 || (uint64_t)up__int_at(&dims, i) >= up__rank(from))
			return VERIFY_FAIL(parser, op, "gather_dims value must be smaller than source rank%s", "");
	}
	if (from->u.shaped.element != up__element(up__result_type(op, 0)))
		return VERIFY_FAIL(parser, op, "result type mismatch: expected elements of type '%s'", UP__TEXT(from->u.shaped.element));
	return true;
}

bool up__check_reshape(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *shape = up__operand_type(op, 1), *to = up__result_type(op, 0);
	uint64_t before, after;
	if (!mlirbc_upstream__has_rank(to) || !mlirbc_upstream__has_rank(shape) || up__rank(shape) != 1)
		return true;
	if (up__dim(shape, 0) == MLIRBC_DYNAMIC)
		return VERIFY_FAIL(parser, op, "cannot use shape operand with dynamic length to reshape to statically-ranked %s type",
			is_memref(op) ? "memref" : "tensor");
	if (up__dim(shape, 0) != (int64_t)up__rank(to))
		return VERIFY_FAIL(parser, op, "length of shape operand differs from the result's %s rank", is_memref(op) ? "memref" : "tensor");
	if (is_memref(op) || !mlirbc_type_elements(from, &before) || !mlirbc_type_elements(to, &after) || before == after)
		return true;
	return VERIFY_FAIL(parser, op, "source and destination tensor should have the same number of elements%s", "");
}

static bool sizes_match(struct mlirbc_parser *parser, const struct mlirbc_op *op, int64_t found, const struct mlirbc_type *type)
{
	return found == up__dynamic_dims(type) ||
	       VERIFY_FAIL(parser, op, "incorrect number of dynamic sizes, has %u, expected %u", (unsigned)found,
		       (unsigned)up__dynamic_dims(type));
}

bool up__check_splat(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	return sizes_match(parser, op, (int64_t)op->operand_count - 1, up__result_type(op, 0));
}

/* gpu.alloc has tokens before its sizes, bufferization.alloc_tensor a tensor to copy behind them. */
bool up__check_segment_sizes(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = up__result_type(op, 0);
	const bool gpu = op->name->data[0] == 'g';
	struct up__ints segments;
	if (!up__ints_of(op, "operandSegmentSizes", &segments) || segments.count != 3 || !mlirbc_upstream__has_rank(type))
		return true;
	if (gpu)
		return sizes_match(parser, op, up__int_at(&segments, 1), type);
	if (up__int_at(&segments, 1) == 0)
		return sizes_match(parser, op, up__int_at(&segments, 0), type);
	return up__int_at(&segments, 0) == 0 || VERIFY_FAIL(parser, op, "dynamic sizes not needed when copying a tensor%s", "");
}

/* The layout of the result is kept as text, so its strides are not compared. */
bool up__check_memref_transpose(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = up__operand_type(op, 0), *to = up__result_type(op, 0);
	struct up__loops order;
	uint64_t seen = 0;
	if (!up__loops_of(mlirbc_op_attr(op, "permutation"), &order))
		return true;
	bool good = order.count == up__rank(from);
	for (size_t i = 0; i < order.count && good; i++) {
		good = order.of[i] >= 0 && (size_t)order.of[i] < order.count && !(seen >> order.of[i] & 1);
		seen |= good ? UINT64_C(1) << order.of[i] : 0;
	}
	if (!good)
		return VERIFY_FAIL(parser, op, "expected a permutation map%s", "");
	good = up__rank(to) == order.count;
	for (size_t i = 0; i < order.count && good; i++)
		good = up__dim(to, i) == up__dim(from, (size_t)order.of[i]);
	return good || VERIFY_FAIL(parser, op, "result type '%s' does not have the dimensions of '%s' in that order", UP__TEXT(to), UP__TEXT(from));
}

bool up__check_reinterpret_cast(struct mlirbc_parser *parser, const struct mlirbc_op *op)
{
	const struct mlirbc_type *to = up__result_type(op, 0);
	struct slice slice;
	if (!slice_of(op, &slice) || !mlirbc_upstream__has_rank(to))
		return true;
	if (slice.sizes.count != slice.strides.count)
		return mlirbc_parser_error_op(parser, op,
			"expected mixed sizes rank to match mixed strides rank (%u vs %u) so the rank of the result type is well-formed.",
			(unsigned)slice.sizes.count, (unsigned)slice.strides.count);
	bool same = slice.sizes.count == up__rank(to);
	for (size_t i = 0; i < up__rank(to) && same; i++)
		same = !up__dims_differ(up__int_at(&slice.sizes, i), up__dim(to, i));
	return same || VERIFY_FAIL(parser, op, "expected the sizes of result type '%s'", UP__TEXT(to));
}
