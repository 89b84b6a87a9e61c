/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that move elements: the numbers of the result are those of operands. With indices that are computed, each element is a
 * chain of choices. */
#include "fuse/elements.h"

#include <string.h>

enum { MOST_CHOICES = 256 }; /* of an operation; more take longer than a kernel */

static const struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

/* The attribute as one number per dimension; NULL, and !fits: it is another. */
static const int64_t *ints(struct bef_hlo__elements *e, const struct mlirbc_op *op, const char *name, size_t count)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(e->text.lower, op, name);
	e->fits = e->fits && attr && attr->kind == MLIRBC_STABLEHLO_INTS && attr->count == count;
	return e->fits ? attr->ints : NULL;
}

static bool dimension(struct bef_hlo__elements *e, const struct mlirbc_op *op, const char *name, size_t rank, size_t *out)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(e->text.lower, op, name);
	e->fits = e->fits && attr && attr->kind == MLIRBC_STABLEHLO_INT && attr->number >= 0 && (size_t)attr->number < rank;
	*out = e->fits ? (size_t)attr->number : 0;
	return e->fits;
}

/* ---- one operand, whose element is that of index `source` */

/* What an operation reads: index[i] of the operand from the index of the result. */
struct map {
	const struct mlirbc_type *from, *to;
	const int64_t *a, *b; /* attributes */
};
typedef void map_fn(const struct map *map, const int64_t *index, int64_t *source);

static void map_broadcast(const struct map *map, const int64_t *index, int64_t *source)
{
	for (size_t i = 0; i < map->from->u.shaped.rank; i++)
		source[i] = map->from->u.shaped.dims[i] == 1 ? 0 : index[map->a[i]];
}

static void map_transpose(const struct map *map, const int64_t *index, int64_t *source)
{
	for (size_t i = 0; i < map->from->u.shaped.rank; i++)
		source[map->a[i]] = index[i];
}

static void map_slice(const struct map *map, const int64_t *index, int64_t *source)
{
	for (size_t i = 0; i < map->from->u.shaped.rank; i++)
		source[i] = map->a[i] + index[i] * map->b[i];
}

static void move(struct bef_hlo__elements *e, const struct mlirbc_op *op, map_fn *fn, const char *a, const char *b)
{
	const struct mlirbc_value *result = mlirbc_op_results(op);
	struct map map = { operand(op, 0)->type, result->type, NULL, NULL };
	int64_t index[HLO_MOST_RANK], source[HLO_MOST_RANK];
	e->fits = e->fits && bef_hlo__is_small(map.from) && bef_hlo__is_small(map.to);
	map.a = e->fits ? ints(e, op, a, map.from->u.shaped.rank) : NULL;
	map.b = e->fits && b ? ints(e, op, b, map.from->u.shaped.rank) : NULL;
	uint32_t *out = bef_hlo__elements_define(e, result);
	const uint32_t *in = bef_hlo__elements_of(e, operand(op, 0));
	uint64_t count = 0;
	(void)mlirbc_type_elements(map.to, &count);
	for (uint64_t i = 0; out && in && i < count; i++) {
		bef_hlo__unravel(map.to, (int64_t)i, index);
		fn(&map, index, source);
		out[i] = in[bef_hlo__ravel(map.from, source)];
	}
}

static void reshape(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	const uint32_t *in = bef_hlo__elements_of(e, operand(op, 0));
	uint64_t count = 0;
	(void)mlirbc_type_elements(mlirbc_op_results(op)->type, &count);
	if (out && in)
		memcpy(out, in, count * sizeof *out);
}

static void reverse(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)->type;
	const struct mlirbc_stablehlo_attr *dims = bef_hlo__find_attr(e->text.lower, op, "dimensions");
	int64_t index[HLO_MOST_RANK];
	uint64_t count = 0;
	e->fits = e->fits && dims && dims->kind == MLIRBC_STABLEHLO_INTS;
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	const uint32_t *in = bef_hlo__elements_of(e, operand(op, 0));
	(void)mlirbc_type_elements(type, &count);
	for (uint64_t i = 0; out && in && i < count; i++) {
		bef_hlo__unravel(type, (int64_t)i, index);
		for (size_t k = 0; k < dims->count; k++)
			index[dims->ints[k]] = type->u.shaped.dims[dims->ints[k]] - 1 - index[dims->ints[k]];
		out[i] = in[bef_hlo__ravel(type, index)];
	}
}

/* Elements that no element of the operand reaches have the padding value. */
static void pad(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_type *from = operand(op, 0)->type, *to = mlirbc_op_results(op)->type;
	const size_t rank = to->u.shaped.rank;
	const int64_t *low = ints(e, op, "edge_padding_low", rank), *interior = ints(e, op, "interior_padding", rank);
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	const uint32_t *in = bef_hlo__elements_of(e, operand(op, 0)), *value = bef_hlo__elements_of(e, operand(op, 1));
	int64_t index[HLO_MOST_RANK];
	uint64_t count = 0;
	if (!e->fits)
		return;
	(void)mlirbc_type_elements(to, &count);
	for (uint64_t i = 0; i < count; i++)
		out[i] = value[0];
	(void)mlirbc_type_elements(from, &count);
	for (uint64_t i = 0; i < count; i++) {
		bool inside = true;
		bef_hlo__unravel(from, (int64_t)i, index);
		for (size_t k = 0; k < rank; k++) {
			index[k] = low[k] + index[k] * (interior[k] + 1);
			inside = inside && index[k] >= 0 && index[k] < to->u.shaped.dims[k];
		}
		if (inside)
			out[bef_hlo__ravel(to, index)] = in[i];
	}
}

static void concatenate(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_type *to = mlirbc_op_results(op)->type;
	int64_t index[HLO_MOST_RANK], base = 0;
	size_t along;
	if (!dimension(e, op, "dimension", to->u.shaped.rank, &along))
		return;
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	for (uint32_t k = 0; out && k < op->operand_count; k++) {
		const struct mlirbc_type *from = operand(op, k)->type;
		const uint32_t *in = bef_hlo__elements_of(e, operand(op, k));
		uint64_t count = 0;
		(void)mlirbc_type_elements(from, &count);
		for (uint64_t i = 0; in && i < count; i++) {
			bef_hlo__unravel(from, (int64_t)i, index);
			index[along] += base;
			out[bef_hlo__ravel(to, index)] = in[i];
		}
		base += from->u.shaped.dims[along];
	}
}

static void iota(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)->type;
	int64_t index[HLO_MOST_RANK];
	uint64_t count = 0;
	size_t along;
	if (!dimension(e, op, "iota_dimension", type->u.shaped.rank, &along))
		return;
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	(void)mlirbc_type_elements(type, &count);
	for (uint64_t i = 0; out && i < count; i++) {
		bef_hlo__unravel(type, (int64_t)i, index);
		out[i] = bef_hlo__elements_number(e, (double)index[along], type);
	}
}

/* ---- computed start indices */

const struct mlirbc_type *bef_hlo__elements_i1(struct bef_hlo__elements *e)
{
	const struct mlirbc_type *i1 = mlirbc_type_integer(e->text.lower->context, 1, MLIRBC_SIGNLESS);
	const struct mlirbc_type *type = i1 ? bef_hlo__shaped(e->text.lower, NULL, 0, i1) : NULL;
	e->fits = e->fits && type;
	return type;
}

/* Whether the index of a dimension is `at`: a clamped one is at 0 if it is less, and at the last place if it is more. */
static uint32_t compare(struct bef_hlo__elements *e, const struct bef_hlo__window *w, size_t dimension, int64_t at)
{
	static const char *const names[3][2] = { { "compare.EQ.SIGNED", "compare.EQ.UNSIGNED" },
		{ "compare.LE.SIGNED", "compare.LE.UNSIGNED" }, { "compare.GE.SIGNED", "compare.GE.UNSIGNED" } };
	const struct mlirbc_type *i1 = bef_hlo__elements_i1(e);
	const bool is_unsigned = strcmp(bef_hlo__compare_type(w->index, NULL), "UNSIGNED") == 0;
	const uint32_t operands[2] = { w->starts[dimension], bef_hlo__elements_number(e, (double)at, w->index) };
	const unsigned name = w->exact ? 0 : at == 0 ? 1 : at == w->places[dimension] - 1 ? 2 : 0;
	return e->fits ? bef_hlo__elements_step(e, names[name][is_unsigned], operands, 2, i1) : 0;
}

uint32_t bef_hlo__window_is_at(
	struct bef_hlo__elements *e, const struct bef_hlo__window *w, const int64_t *places, bool *out_always)
{
	const struct mlirbc_type *i1 = bef_hlo__elements_i1(e);
	uint32_t all = 0;
	*out_always = true;
	for (size_t i = 0; i < w->array->u.shaped.rank && e->fits; i++) {
		if (!w->given[i] || (w->places[i] == 1 && !w->exact))
			continue;
		const uint32_t one = compare(e, w, i, places[i]);
		const uint32_t both[2] = { all, one };
		all = *out_always ? one : bef_hlo__elements_step(e, "and", both, 2, i1);
		*out_always = false;
	}
	return all;
}

void bef_hlo__window_next(const struct bef_hlo__window *w, int64_t *places)
{
	for (size_t i = w->array->u.shaped.rank; i-- > 0;) {
		if (++places[i] < w->places[i])
			return;
		places[i] = 0;
	}
}

int64_t bef_hlo__window_places(const struct bef_hlo__window *w)
{
	int64_t count = 1;
	for (size_t i = 0; i < w->array->u.shaped.rank; i++)
		count = w->places[i] > 0 && count <= 1 << 16 ? count * w->places[i] : 0;
	return count <= 1 << 16 ? count : 0;
}

uint32_t bef_hlo__elements_choose(
	struct bef_hlo__elements *e, const struct mlirbc_type *type, uint32_t condition, uint32_t yes, uint32_t no)
{
	const uint32_t operands[3] = { condition, yes, no };
	return yes == no ? yes : bef_hlo__elements_step(e, "select", operands, 3, type);
}

/* The window of a dynamic slice, whose start indices are operands from `first` on. */
static bool find_window(struct bef_hlo__elements *e, const struct mlirbc_op *op, const struct mlirbc_type *size, uint32_t first,
	struct bef_hlo__window *out)
{
	const struct mlirbc_type *array = operand(op, 0)->type;
	const size_t rank = array->u.shaped.rank;
	uint64_t moved = 0;
	*out = (struct bef_hlo__window){ .array = array };
	e->fits = e->fits && bef_hlo__is_small(array) && bef_hlo__is_small(size) && size->u.shaped.rank == rank &&
		  op->operand_count == first + rank && mlirbc_type_elements(size, &moved);
	for (uint32_t i = 0; e->fits && i < rank; i++) {
		const uint32_t *start = bef_hlo__elements_of(e, operand(op, first + i));
		out->starts[i] = start ? start[0] : 0;
		out->index = operand(op, first + i)->type;
		out->given[i] = true;
		out->places[i] = array->u.shaped.dims[i] - size->u.shaped.dims[i] + 1;
	}
	const int64_t places = e->fits ? bef_hlo__window_places(out) : 0;
	e->fits = e->fits && places > 0 && places * (int64_t)moved <= MOST_CHOICES;
	return e->fits;
}

static int64_t position(
	const struct mlirbc_type *array, const struct mlirbc_type *size, const int64_t *places, int64_t element)
{
	int64_t index[HLO_MOST_RANK];
	bef_hlo__unravel(size, element, index);
	for (size_t i = 0; i < array->u.shaped.rank; i++)
		index[i] += places[i];
	return bef_hlo__ravel(array, index);
}

/* The result begins as the window at the first place, or as the array; other places replace elements. */
static void move_window(struct bef_hlo__elements *e, const struct mlirbc_op *op, const struct bef_hlo__window *w,
	const struct mlirbc_type *size, bool update)
{
	const struct mlirbc_type *type = mlirbc_op_results(op)->type;
	int64_t places[HLO_MOST_RANK] = { 0 };
	uint64_t moved = 0, all = 0;
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	const uint32_t *array = bef_hlo__elements_of(e, operand(op, 0)), *new = update ? bef_hlo__elements_of(e, operand(op, 1)) : NULL;
	if (!e->fits || !mlirbc_type_elements(size, &moved) || !mlirbc_type_elements(type, &all))
		return;
	for (uint64_t i = 0; i < all; i++)
		out[i] = array[update ? (int64_t)i : position(w->array, size, places, (int64_t)i)];
	for (int64_t k = 0; k < bef_hlo__window_places(w) && e->fits; k++, bef_hlo__window_next(w, places)) {
		bool always;
		if (k == 0 && !update)
			continue; /* the result so far */
		const uint32_t here = bef_hlo__window_is_at(e, w, places, &always);
		for (uint64_t i = 0; i < moved && e->fits; i++) {
			const int64_t at = position(w->array, size, places, (int64_t)i);
			uint32_t *to = &out[update ? at : (int64_t)i];
			const uint32_t value = update ? new[i] : array[at];
			*to = always ? value : bef_hlo__elements_choose(e, type, here, value, *to);
		}
	}
}

static void dynamic_slice(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct bef_hlo__window window;
	if (find_window(e, op, mlirbc_op_results(op)->type, 1, &window))
		move_window(e, op, &window, mlirbc_op_results(op)->type, false);
}

static void dynamic_update_slice(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct bef_hlo__window window;
	if (find_window(e, op, operand(op, 1)->type, 2, &window))
		move_window(e, op, &window, operand(op, 1)->type, true);
}

bool bef_hlo__elements_move(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || op->region_count != 0)
		return false;
	switch ((int)bef_hlo__code(e->text.lower, op)) {
	case MLIRBC_STABLEHLO_broadcast_in_dim: move(e, op, map_broadcast, "broadcast_dimensions", NULL); return true;
	case MLIRBC_STABLEHLO_transpose: move(e, op, map_transpose, "permutation", NULL); return true;
	case MLIRBC_STABLEHLO_slice: move(e, op, map_slice, "start_indices", "strides"); return true;
	case MLIRBC_STABLEHLO_reshape: reshape(e, op); return true;
	case MLIRBC_STABLEHLO_reverse: reverse(e, op); return true;
	case MLIRBC_STABLEHLO_pad: pad(e, op); return true;
	case MLIRBC_STABLEHLO_concatenate: concatenate(e, op); return true;
	case MLIRBC_STABLEHLO_iota: iota(e, op); return true;
	case MLIRBC_STABLEHLO_dynamic_slice: dynamic_slice(e, op); return true;
	case MLIRBC_STABLEHLO_dynamic_update_slice: dynamic_update_slice(e, op); return true;
	default: return false;
	}
}
