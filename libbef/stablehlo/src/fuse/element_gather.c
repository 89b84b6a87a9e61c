/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gather and scatter of small arrays: a choice per place of a window, as dynamic slices are. gather clamps indices; a scattered window that
 * is partly outside is dropped, as by XLA. */
#include "fuse/elements.h"

enum { MOST_CHOICES = 512 };

static const struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

/* ---- the dimensions of both */

/* In words of gather; of scatter: update_window_dims, inserted_window_dims, scatter_dims_to_operand_dims. */
struct dims {
	const struct mlirbc_type *array, *indices, *outer; /* outer: the result of gather, the updates */
	const struct mlirbc_stablehlo_attr *offset, *collapsed, *map;
	const struct mlirbc_stablehlo_attr *batching, *index_batching; /* dimensions of the array, and those of the indices that say where */
	size_t vector; /* the dimension of the indices that has the vectors */
	int64_t size[HLO_MOST_RANK]; /* of a window, by dimension of the array */
};

static const struct mlirbc_stablehlo_attr *ints(struct bef_hlo__elements *e, const struct mlirbc_op *op, const char *name)
{
	const struct mlirbc_stablehlo_attr *attr = bef_hlo__find_attr(e->text.lower, op, name);
	e->fits = e->fits && attr && attr->kind == MLIRBC_STABLEHLO_INTS;
	return attr;
}

static bool has(const struct mlirbc_stablehlo_attr *attr, size_t dim)
{
	for (size_t i = 0; i < attr->count; i++) {
		if (attr->ints[i] == (int64_t)dim)
			return true;
	}
	return false;
}

static bool find_dims(struct bef_hlo__elements *e, const struct mlirbc_op *op, bool gathers, struct dims *d)
{
	const struct mlirbc_stablehlo_attr *vector = bef_hlo__find_attr(e->text.lower, op, "index_vector_dim");
	*d = (struct dims){ .array = operand(op, 0)->type, .indices = operand(op, 1)->type,
		.outer = gathers ? mlirbc_op_results(op)->type : operand(op, 2)->type };
	d->batching = ints(e, op, gathers ? "operand_batching_dims" : "input_batching_dims");
	d->index_batching = ints(e, op, gathers ? "start_indices_batching_dims" : "scatter_indices_batching_dims");
	d->offset = ints(e, op, gathers ? "offset_dims" : "update_window_dims");
	d->collapsed = ints(e, op, gathers ? "collapsed_slice_dims" : "inserted_window_dims");
	d->map = ints(e, op, gathers ? "start_index_map" : "scatter_dims_to_operand_dims");
	e->fits = e->fits && d->batching->count == d->index_batching->count && vector && vector->kind == MLIRBC_STABLEHLO_INT && bef_hlo__is_small(d->array) &&
		  bef_hlo__is_small(d->indices) && bef_hlo__is_small(d->outer) && bef_hlo__element(d->array) == bef_hlo__element(d->outer) &&
		  d->offset->count + d->collapsed->count + d->batching->count == d->array->u.shaped.rank;
	d->vector = e->fits ? (size_t)vector->number : 0;
	for (size_t i = 0, k = 0; e->fits && i < d->array->u.shaped.rank; i++)
		d->size[i] = has(d->collapsed, i) || has(d->batching, i) ? 1 : d->outer->u.shaped.dims[d->offset->ints[k++]];
	return e->fits;
}

/* The window for an element of `outer`, and where the element is in it. */
static void find_window(struct bef_hlo__elements *e, const struct dims *d, const struct mlirbc_value *indices, const int64_t *outer,
	struct bef_hlo__window *w, int64_t *inside)
{
	const uint32_t *numbers = bef_hlo__elements_of(e, indices);
	int64_t at[HLO_MOST_RANK] = { 0 };
	for (size_t i = 0, k = 0; i < d->outer->u.shaped.rank; i++) {
		if (has(d->offset, i))
			continue;
		k += k == d->vector && k < d->indices->u.shaped.rank;
		at[k++] = outer[i];
	}
	for (size_t i = 0, k = 0; i < d->array->u.shaped.rank; i++) {
		w->given[i] = false;
		w->places[i] = 1;
		inside[i] = has(d->collapsed, i) || has(d->batching, i) ? 0 : outer[d->offset->ints[k++]];
	}
	for (size_t k = 0; k < d->batching->count; k++)
		inside[d->batching->ints[k]] = at[d->index_batching->ints[k]];
	for (size_t k = 0; k < d->map->count && e->fits; k++) {
		const size_t i = (size_t)d->map->ints[k];
		if (d->vector < d->indices->u.shaped.rank)
			at[d->vector] = (int64_t)k;
		w->given[i] = true;
		w->starts[i] = numbers[bef_hlo__ravel(d->indices, at)];
		w->places[i] = d->array->u.shaped.dims[i] - d->size[i] + 1;
	}
}

static int64_t position(const struct dims *d, const int64_t *places, const int64_t *inside)
{
	int64_t index[HLO_MOST_RANK];
	for (size_t i = 0; i < d->array->u.shaped.rank; i++)
		index[i] = places[i] + inside[i];
	return bef_hlo__ravel(d->array, index);
}

/* Calls `put` for each element of `outer` and place of its window. */
struct walk {
	struct bef_hlo__elements *e;
	const struct mlirbc_op *op;
	const struct dims *d;
	uint32_t *out;
	void (*put)(const struct walk *walk, uint64_t outer, int64_t at, uint32_t here, bool always, bool first);
};

static void go(const struct walk *walk, bool exact)
{
	const struct dims *d = walk->d;
	struct bef_hlo__elements *e = walk->e;
	struct bef_hlo__window w = { .array = d->array, .index = d->indices, .exact = exact };
	int64_t outer[HLO_MOST_RANK], inside[HLO_MOST_RANK];
	uint64_t count = 0;
	(void)mlirbc_type_elements(d->outer, &count);
	for (uint64_t i = 0; i < count && e->fits; i++) {
		int64_t places[HLO_MOST_RANK] = { 0 };
		bef_hlo__unravel(d->outer, (int64_t)i, outer);
		find_window(e, d, operand(walk->op, 1), outer, &w, inside);
		const int64_t combinations = bef_hlo__window_places(&w);
		e->fits = e->fits && combinations > 0 && combinations * (int64_t)count <= MOST_CHOICES;
		for (int64_t k = 0; k < combinations && e->fits; k++, bef_hlo__window_next(&w, places)) {
			bool always = true;
			const uint32_t here = k == 0 && !exact ? 0 : bef_hlo__window_is_at(e, &w, places, &always);
			if (e->fits)
				walk->put(walk, i, position(d, places, inside), here, always, k == 0);
		}
	}
}

/* ---- gather */

static void take(const struct walk *walk, uint64_t outer, int64_t at, uint32_t here, bool always, bool first)
{
	const uint32_t *array = bef_hlo__elements_of(walk->e, operand(walk->op, 0));
	uint32_t *to = &walk->out[outer];
	*to = first || always ? array[at] : bef_hlo__elements_choose(walk->e, walk->d->outer, here, array[at], *to);
}

static void gather(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct dims d;
	if (!find_dims(e, op, true, &d))
		return;
	const struct walk walk = { e, op, &d, bef_hlo__elements_define(e, mlirbc_op_results(op)), take };
	if (e->fits && bef_hlo__elements_of(e, operand(op, 0)) && bef_hlo__elements_of(e, operand(op, 1)))
		go(&walk, false);
}

/* ---- scatter */

static uint32_t *define_one(struct bef_hlo__elements *e, const struct mlirbc_value *value, uint32_t number)
{
	uint32_t *out = bef_hlo__elements_define(e, value);
	if (out)
		*out = number;
	return out;
}

/* The body with the element and its update. The row of the result may move. */
static void combine(const struct walk *walk, uint64_t outer, int64_t at, uint32_t here, bool always, bool first)
{
	struct bef_hlo__elements *e = walk->e;
	const struct mlirbc_op *op = walk->op;
	const struct mlirbc_block *body = mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)->first;
	const struct mlirbc_value *result = mlirbc_op_results(op);
	(void)first;
	const uint32_t *now = bef_hlo__elements_of(e, result), *updates = bef_hlo__elements_of(e, operand(op, 2));
	if (!now || !updates)
		return;
	const uint32_t old = now[at], update = updates[outer];
	if (!define_one(e, &body->arguments[0], old) || !define_one(e, &body->arguments[1], update))
		return;
	bef_hlo__elements_block(e, body);
	const uint32_t *returned = bef_hlo__elements_of(e, operand(body->last, 0));
	if (!returned)
		return;
	const uint32_t new = always ? returned[0] : bef_hlo__elements_choose(e, walk->d->outer, here, returned[0], old);
	uint32_t *to = (uint32_t *)(uintptr_t)bef_hlo__elements_of(e, result);
	if (to)
		to[at] = new;
}

/* Of elements as those of the array. */
static bool has_body(const struct mlirbc_op *op)
{
	const struct mlirbc_type *element = bef_hlo__element(operand(op, 0)->type);
	const struct mlirbc_region *region =
		op->region_count == 1 ? mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op) : NULL;
	const struct mlirbc_block *block = region && region->block_count == 1 ? region->first : NULL;
	return block && block->last && block->argument_count == 2 && block->last->operand_count == 1 &&
	       bef_hlo__element(block->arguments[0].type) == element && bef_hlo__element(block->arguments[1].type) == element &&
	       bef_hlo__element(operand(block->last, 0)->type) == element;
}

static void scatter(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	struct dims d;
	uint64_t count = 0;
	e->fits = e->fits && op->operand_count == 3 && has_body(op) && e->text.lower->options.semantics == BEF_SEMANTICS_XLA;
	if (!e->fits || !find_dims(e, op, false, &d))
		return;
	uint32_t *out = bef_hlo__elements_define(e, mlirbc_op_results(op));
	const uint32_t *array = bef_hlo__elements_of(e, operand(op, 0));
	if (!e->fits || !bef_hlo__elements_of(e, operand(op, 1)) || !mlirbc_type_elements(d.array, &count))
		return;
	for (uint64_t i = 0; i < count; i++)
		out[i] = array[i];
	const struct walk walk = { e, op, &d, NULL, combine };
	go(&walk, true);
}

bool bef_hlo__elements_index(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(e->text.lower, op);
	if (op->result_count != 1 || (code != MLIRBC_STABLEHLO_gather && code != MLIRBC_STABLEHLO_scatter))
		return false;
	if (code == MLIRBC_STABLEHLO_gather)
		gather(e, op);
	else
		scatter(e, op);
	return true;
}
