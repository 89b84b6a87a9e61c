/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Views that consist of pieces: the results of concatenate and pad, and what moves their elements. The boxes of the pieces are
 * disjoint, contain all elements, and can be told apart by cuts through the whole, because each operation divides or cuts boxes. */
#include "fuse/fuse.h"

#include <string.h>

enum {
	MOST_PIECES = 32,
	SHORT_RUN = 32,     /* elements that are adjacent in pieces; shorter ones are left to kernels that move elements */
	FEW = 2048,         /* elements in all, of which runs may be short */
	LARGE = 16384,      /* as of transpositions (views.c) */
	MOST_INDEX = 999999999 /* of steps (hlo/steps.h) */
};

struct list {
	struct bef_hlo__piece items[MOST_PIECES];
	uint32_t count;
	size_t rank;
	bool full; /* there are more pieces than MOST_PIECES */
};

static const struct mlirbc_type *type_of(const struct mlirbc_op *op) { return mlirbc_op_results(op)[0].type; }

static int64_t dim_of(const struct mlirbc_type *type, size_t d) { return type->u.shaped.dims[d]; }

/* Pieces without elements are left out. */
static void add(struct list *list, const struct bef_hlo__piece *piece)
{
	for (size_t d = 0; d < list->rank; d++) {
		if (piece->begin[d] >= piece->end[d])
			return;
	}
	list->full = list->full || list->count == MOST_PIECES;
	if (!list->full)
		list->items[list->count++] = *piece;
}

static const struct bef_hlo__view *view_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_value *value)
{
	const struct mlirbc_op *from = mlirbc_value_op(value);
	return from && from->parent == op->parent ? bef_hlo__place_of(lower, value)->view : NULL;
}

/* The pieces of an operand. False: it has none, as an iota. */
static bool pieces_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand, struct list *out)
{
	const struct mlirbc_value *value = mlirbc_op_operands(op)[operand].value;
	const struct bef_hlo__view *view = view_of(lower, op, value);
	*out = (struct list){ .rank = value->type->u.shaped.rank };
	if (view && view->iota)
		return false;
	if (view && view->pieces) {
		memcpy(out->items, view->pieces, view->piece_count * sizeof *out->items);
		out->count = view->piece_count;
		return true;
	}
	struct bef_hlo__piece *piece = &out->items[out->count++];
	piece->root = view ? view->root : value;
	piece->offset = view ? view->offset : 0;
	if (view)
		memcpy(piece->strides, view->strides, out->rank * sizeof *piece->strides);
	else
		bef_hlo__row_major(value->type, piece->strides);
	for (size_t d = 0; d < out->rank; d++) {
		piece->begin[d] = 0;
		piece->end[d] = dim_of(value->type, d);
	}
	return true;
}

/* Moves the piece to larger indices along a dimension. */
static void shift(struct bef_hlo__piece *piece, size_t d, int64_t by)
{
	piece->begin[d] += by;
	piece->end[d] += by;
	piece->offset -= by * piece->strides[d];
}

/* ---- operations that make pieces */

static bool concatenate(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct list *out)
{
	const struct mlirbc_stablehlo_attr *dimension = bef_hlo__find_attr(lower, op, "dimension");
	int64_t at = 0;
	for (uint32_t i = 0; i < op->operand_count && dimension; i++) {
		struct list from;
		if (!pieces_of(lower, op, i, &from))
			return false;
		for (uint32_t k = 0; k < from.count; k++) {
			shift(&from.items[k], (size_t)dimension->number, at);
			add(out, &from.items[k]);
		}
		at += dim_of(mlirbc_op_operands(op)[i].value->type, (size_t)dimension->number);
	}
	return dimension && !out->full;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* The padding: of each dimension the slabs before and behind the operand, between those of the dimensions before. */
static bool pad(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct list *out)
{
	const struct mlirbc_type *type = type_of(op), *from_type = mlirbc_op_operands(op)[0].value->type;
	const int64_t *low = bef_hlo__ints_of(lower, op, "edge_padding_low", out->rank);
	const int64_t *high = bef_hlo__ints_of(lower, op, "edge_padding_high", out->rank);
	const int64_t *interior = bef_hlo__ints_of(lower, op, "interior_padding", out->rank);
	struct list from, value;
	if (!low || !high || !interior || !pieces_of(lower, op, 0, &from) || !pieces_of(lower, op, 1, &value) || value.count != 1)
		return false;
	struct bef_hlo__piece slab = { .root = value.items[0].root, .offset = value.items[0].offset };
	for (size_t d = 0; d < out->rank; d++) {
		slab.end[d] = dim_of(type, d);
		if (interior[d] != 0)
			return false;
	}
	for (size_t d = 0; d < out->rank; d++) {
		const int64_t begin = most(low[d], 0), end = least(low[d] + dim_of(from_type, d), dim_of(type, d)), all = slab.end[d];
		slab.end[d] = least(begin, all);
		add(out, &slab);
		slab.begin[d] = most(end, begin);
		slab.end[d] = all;
		add(out, &slab);
		slab.begin[d] = begin;
		slab.end[d] = end;
	}
	for (uint32_t k = 0; k < from.count; k++) {
		for (size_t d = 0; d < out->rank; d++) {
			struct bef_hlo__piece *piece = &from.items[k];
			shift(piece, d, low[d]);
			piece->begin[d] = most(piece->begin[d], 0);
			piece->end[d] = least(piece->end[d], dim_of(type, d));
		}
		add(out, &from.items[k]);
	}
	return !out->full;
}

/* ---- operations that move them */

static int64_t divide_up(int64_t a, int64_t b) { return a <= 0 ? 0 : (a + b - 1) / b; }

static bool slice(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	const struct mlirbc_type *type = type_of(op);
	const size_t rank = type->u.shaped.rank;
	const int64_t *start = bef_hlo__ints_of(lower, op, "start_indices", rank);
	const int64_t *step = bef_hlo__ints_of(lower, op, "strides", rank);
	for (size_t d = 0; d < rank && start && step; d++) {
		piece->offset += piece->strides[d] * start[d];
		piece->strides[d] *= step[d];
		piece->begin[d] = divide_up(piece->begin[d] - start[d], step[d]);
		piece->end[d] = least(divide_up(piece->end[d] - start[d], step[d]), dim_of(type, d));
	}
	return start && step;
}

static bool reverse(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(lower, op, "dimensions");
	for (size_t i = 0; dims && i < dims->count; i++) {
		const size_t d = (size_t)dims->ints[i];
		const int64_t last = dim_of(type_of(op), d) - 1, begin = piece->begin[d];
		piece->offset += piece->strides[d] * last;
		piece->strides[d] = -piece->strides[d];
		piece->begin[d] = last + 1 - piece->end[d];
		piece->end[d] = last + 1 - begin;
	}
	return dims != NULL;
}

static bool broadcast(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	const struct mlirbc_type *from = mlirbc_op_operands(op)[0].value->type, *type = type_of(op);
	const int64_t *dims = bef_hlo__ints_of(lower, op, "broadcast_dimensions", from->u.shaped.rank);
	struct bef_hlo__piece to = { .root = piece->root, .offset = piece->offset };
	for (size_t d = 0; d < type->u.shaped.rank; d++)
		to.end[d] = dim_of(type, d);
	for (size_t i = 0; dims && i < from->u.shaped.rank; i++) {
		if (dim_of(from, i) == 1)
			continue;
		to.strides[dims[i]] = piece->strides[i];
		to.begin[dims[i]] = piece->begin[i];
		to.end[dims[i]] = piece->end[i];
	}
	*piece = to;
	return dims != NULL;
}

static bool transpose(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	const size_t rank = type_of(op)->u.shaped.rank;
	const int64_t *dims = bef_hlo__ints_of(lower, op, "permutation", rank);
	struct bef_hlo__piece to = { .root = piece->root, .offset = piece->offset };
	int64_t last = 1;
	for (size_t d = 0; dims && d < rank; d++) {
		to.begin[d] = piece->begin[dims[d]];
		to.end[d] = piece->end[dims[d]];
		to.strides[d] = piece->strides[dims[d]];
		last = dim_of(type_of(op), d) > 1 ? to.strides[d] : last;
	}
	*piece = to;
	return dims && (last == 0 || last == 1 || bef_hlo__count(type_of(op)) <= LARGE);
}

/* Only dimensions of one element come and go. */
static bool reshape(const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	const struct mlirbc_type *from = mlirbc_op_operands(op)[0].value->type, *type = type_of(op);
	struct bef_hlo__piece to = { .root = piece->root, .offset = piece->offset };
	size_t i = 0;
	for (size_t d = 0; d < type->u.shaped.rank; d++) {
		to.end[d] = 1;
		if (dim_of(type, d) == 1)
			continue;
		while (i < from->u.shaped.rank && dim_of(from, i) == 1)
			i++;
		if (i == from->u.shaped.rank || dim_of(from, i) != dim_of(type, d))
			return false;
		to.begin[d] = piece->begin[i];
		to.end[d] = piece->end[i];
		to.strides[d] = piece->strides[i++];
	}
	*piece = to;
	return true;
}

static bool move(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct bef_hlo__piece *piece)
{
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_STABLEHLO_slice: return slice(lower, op, piece);
	case MLIRBC_STABLEHLO_reverse: return reverse(lower, op, piece);
	case MLIRBC_STABLEHLO_transpose: return transpose(lower, op, piece);
	case MLIRBC_STABLEHLO_broadcast_in_dim: return broadcast(lower, op, piece);
	case MLIRBC_STABLEHLO_reshape: return reshape(op, piece);
	default: return false;
	}
}

static bool move_all(struct bef_hlo__lower *lower, const struct mlirbc_op *op, struct list *out)
{
	struct list from;
	if (!pieces_of(lower, op, 0, &from))
		return false;
	for (uint32_t k = 0; k < from.count; k++) {
		if (!move(lower, op, &from.items[k]))
			return false;
		add(out, &from.items[k]);
	}
	return !out->full;
}

/* ---- all */

/* Elements behind the last dimension that divides the pieces, times the elements of the shortest of these; what is adjacent at least. */
static bool has_long_runs(const struct mlirbc_type *type, const struct list *list)
{
	int64_t run = 1;
	for (size_t d = list->rank; d-- > 0;) {
		int64_t whole = dim_of(type, d);
		bool divided = false;
		for (uint32_t k = 0; k < list->count; k++)
			divided = divided || list->items[k].end[d] - list->items[k].begin[d] < whole;
		run *= whole;
		if (divided)
			break;
	}
	return run >= SHORT_RUN || bef_hlo__count(type) <= FEW;
}

bool bef_hlo__makes_pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return ((code == MLIRBC_STABLEHLO_concatenate && op->operand_count > 1) || code == MLIRBC_STABLEHLO_pad) && !lower->options.device;
}

bool bef_hlo__find_pieces(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_value *value = mlirbc_op_results(op);
	struct list list = { .rank = value->type->u.shaped.rank };
	for (size_t d = 0; d < list.rank; d++) {
		if (dim_of(value->type, d) > MOST_INDEX)
			return true;
	}
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	if (!(code == MLIRBC_STABLEHLO_concatenate ? concatenate(lower, op, &list)
		    : code == MLIRBC_STABLEHLO_pad ? pad(lower, op, &list) : move_all(lower, op, &list)) ||
		list.count == 0 || (bef_hlo__makes_pieces(lower, op) && !has_long_runs(value->type, &list)))
		return true;
	struct bef_hlo__view *view = bef_hlo__room(lower, 1, sizeof *view + list.rank * sizeof *view->strides);
	struct bef_hlo__piece *pieces = bef_hlo__room(lower, list.count, sizeof *pieces);
	if (!view || !pieces)
		return false;
	memcpy(pieces, list.items, list.count * sizeof *pieces);
	*view = (struct bef_hlo__view){ .root = pieces->root, .offset = pieces->offset };
	memcpy(view->strides, pieces->strides, list.rank * sizeof *view->strides);
	if (list.count > 1) {
		view->pieces = pieces;
		view->piece_count = list.count;
	}
	bef_hlo__place_of(lower, value)->view = view;
	return true;
}
