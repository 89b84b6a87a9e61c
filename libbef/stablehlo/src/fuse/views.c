/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that only move elements as offsets and strides in the memory of a value that is computed. */
#include "fuse/fuse.h"

#include <string.h>

enum { LARGE = 16384 }; /* elements; a transposition of more is a kernel, which moves blocks */

void bef_hlo__row_major(const struct mlirbc_type *type, int64_t *strides)
{
	int64_t size = 1;
	for (size_t i = type->u.shaped.rank; i-- > 0;) {
		strides[i] = type->u.shaped.dims[i] == 1 ? 0 : size;
		size *= type->u.shaped.dims[i];
	}
}

struct map {
	int64_t offset, strides[HLO_MOST_RANK];
};

/* An attribute that is a list; `count` is 0 without one. */
static const int64_t *ints_of(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name, size_t *count)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(lower, op, name);
	const bool is_list = attr && attr->kind == MLIRBC_STABLEHLO_INTS;
	*count = is_list ? attr->count : 0;
	return is_list ? attr->ints : NULL;
}

/* ---- each maps the dimensions of the result, given the map of the operand. False: it has no such form. */

static bool broadcast_in_dim(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const struct mlirbc_type *type = mlirbc_op_operands(op)[0].value->type;
	size_t count;
	const int64_t *dims = ints_of(lower, op, "broadcast_dimensions", &count);
	for (size_t i = 0; i < count; i++)
		to->strides[dims[i]] = type->u.shaped.dims[i] == 1 ? 0 : from->strides[i];
	return count == type->u.shaped.rank;
}

static bool broadcast(const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const size_t rank = mlirbc_op_operands(op)[0].value->type->u.shaped.rank;
	const size_t first = mlirbc_op_results(op)[0].type->u.shaped.rank - rank;
	memcpy(to->strides + first, from->strides, rank * sizeof *to->strides);
	return true;
}

static bool transpose(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	size_t count;
	const int64_t *dims = ints_of(lower, op, "permutation", &count);
	int64_t last = 1;
	for (size_t i = 0; i < count; i++) {
		to->strides[i] = from->strides[dims[i]];
		last = type->u.shaped.dims[i] > 1 ? to->strides[i] : last;
	}
	return count == type->u.shaped.rank && (last == 0 || last == 1 || bef_hlo__count(type) <= LARGE || lower->options.device);
}

static bool reverse(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	size_t count;
	const int64_t *dims = ints_of(lower, op, "dimensions", &count);
	*to = *from;
	for (size_t i = 0; i < count; i++) {
		to->offset += to->strides[dims[i]] * (type->u.shaped.dims[dims[i]] - 1);
		to->strides[dims[i]] = -to->strides[dims[i]];
	}
	return true;
}

static bool slice(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	size_t starts, steps;
	const int64_t *start = ints_of(lower, op, "start_indices", &starts), *step = ints_of(lower, op, "strides", &steps);
	if (starts != type->u.shaped.rank || steps != starts)
		return false;
	to->offset = from->offset;
	for (size_t i = 0; i < starts; i++) {
		to->offset += from->strides[i] * start[i];
		to->strides[i] = type->u.shaped.dims[i] == 1 ? 0 : from->strides[i] * step[i];
	}
	return true;
}

/* Each dimension of the result must lie within neighbouring dimensions of the operand that are one run of equal steps. Both are
 * visited from the last dimension on; `left` elements of the run of the operand are not used yet. */
static bool reshape(const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	const struct mlirbc_type *source = mlirbc_op_operands(op)[0].value->type, *type = mlirbc_op_results(op)[0].type;
	size_t k = source->u.shaped.rank;
	int64_t left = 1, stride = 0; /* of the next element of the run */
	for (size_t i = type->u.shaped.rank; i-- > 0;) {
		int64_t dim = type->u.shaped.dims[i];
		if (dim == 1)
			continue;
		to->strides[i] = 0;
		for (int64_t done = 1; done < dim;) {
			bool fresh = left == 1;
			while (left == 1 && k > 0) {
				left = source->u.shaped.dims[--k];
				stride = from->strides[k];
			}
			if (done == 1)
				to->strides[i] = stride;
			else if (fresh && stride != to->strides[i] * done)
				return false;
			const int64_t rest = dim / done, part = rest < left ? rest : left;
			if (dim % done != 0 || rest % part != 0 || left % part != 0)
				return false;
			done *= part;
			left /= part;
			stride *= part;
		}
	}
	return true;
}

static bool derive(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct map *from, struct map *to)
{
	to->offset = from->offset;
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_STABLEHLO_broadcast_in_dim: return broadcast_in_dim(lower, op, from, to);
	case MLIRBC_STABLEHLO_reshape: return reshape(op, from, to);
	case MLIRBC_STABLEHLO_transpose: return transpose(lower, op, from, to);
	case MLIRBC_STABLEHLO_slice: return slice(lower, op, from, to);
	case MLIRBC_STABLEHLO_reverse: return reverse(lower, op, from, to);
	default: return broadcast(op, from, to);
	}
}

static bool note(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_value *root, bool iota, const struct map *map)
{
	const struct mlirbc_value *value = mlirbc_op_results(op);
	const size_t rank = value->type->u.shaped.rank;
	struct bef_hlo__view *view = bef_hlo__room(lower, 1, sizeof *view + rank * sizeof *view->strides);
	if (!view)
		return false;
	*view = (struct bef_hlo__view){ .root = root, .iota = iota, .offset = map->offset };
	memcpy(view->strides, map->strides, rank * sizeof *view->strides);
	bef_hlo__place_of(lower, value)->view = view;
	return true;
}

static bool note_iota(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_stablehlo_attr *dimension = bef_hlo__find_attr(lower, op, "iota_dimension");
	const struct mlirbc_type *type = mlirbc_op_results(op)[0].type;
	struct map map = { .offset = 0 };
	if (!dimension)
		return true;
	map.strides[dimension->number] = type->u.shaped.dims[dimension->number] > 1;
	return note(lower, op, mlirbc_op_results(op), true, &map);
}

bool bef_hlo__find_view(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->operand_count == 0)
		return note_iota(lower, op);
	const struct mlirbc_value *value = mlirbc_op_operands(op)[0].value;
	const struct mlirbc_op *made_by = mlirbc_value_op(value);
	const struct bef_hlo__view *view = made_by && made_by->parent == op->parent ? bef_hlo__place_of(lower, value)->view : NULL;
	if (bef_hlo__makes_pieces(lower, op) || (view && view->pieces))
		return bef_hlo__find_pieces(lower, op);
	struct map from = { .offset = view ? view->offset : 0 }, to = { .offset = 0 };
	if (view)
		memcpy(from.strides, view->strides, value->type->u.shaped.rank * sizeof *from.strides);
	else
		bef_hlo__row_major(value->type, from.strides);
	return !derive(lower, op, &from, &to) || note(lower, op, view ? view->root : value, view && view->iota, &to);
}
