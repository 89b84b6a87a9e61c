/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* select_and_scatter, the gradient of pooling, over a divided dimension. A device has a view of the operand and of the source: all windows
 * that may choose an element of its part are complete in it, or reach beyond an end of the whole operand as they do in the program. So
 * each window chooses the same element. What windows at other ends of the view choose is not in the part, which is cut out of the result. */
#include "dialect/memory.h"
#include "dialect/types.h"
#include "partition/device.h"
#include "partition/factors.h"

/* Of a dimension: each device has `own` elements of the operand and `own_windows` of the source, and views `width` and `windows`. */
struct view {
	int64_t size, own, width, stride, front; /* front: elements of a view before the part, unless the view begins with the operand */
	int64_t own_windows, windows;
};

/* Down and up to a multiple. */
static int64_t down(int64_t a, int64_t step) { return a - (a % step + step) % step; }
static int64_t up(int64_t a, int64_t step) { return -down(-a, step); }

static int64_t size_of(const struct mlirbc_op *op, size_t operand, size_t dim)
{
	return mlirbc_op_operands(op)[operand].value->type->u.shaped.dims[dim];
}

/* False: the part does not begin between windows, or the view would be the whole dimension. */
static bool view_of(const struct shlo__partition *p, const struct mlirbc_op *op, size_t dim, int64_t parts, struct view *out)
{
	const int16_t factor = p->factors.operands[0][dim];
	const struct shlo__halo *halo = &p->factors.halo[factor];
	const int64_t size = size_of(op, 0, dim), count = size_of(op, 1, dim);
	const int64_t stride = halo->stride, own = size / parts;
	if (own == 0 || size % parts != 0 || own % stride != 0)
		return false;
	/* where the first window with an element of the part begins before it, and the last one ends behind the part's beginning */
	const int64_t first = down(halo->reach - 1 - halo->low, stride) + halo->low;
	const int64_t end = down(own - 1 + halo->low, stride) - halo->low + halo->reach;
	const int64_t front = up(first > 0 ? first : 0, stride), behind = up(end > own ? end - own : 0, stride);
	*out = (struct view){ size, own, front + own + behind, stride, front, (count + parts - 1) / parts, 0 };
	out->windows = count - (size - out->width) / stride;
	return out->width < size && out->windows > 0;
}

/* Where the view of part `at` begins. */
static int64_t begin_of(const struct view *v, int64_t at)
{
	const int64_t begin = at * v->own - v->front, last = v->size - v->width;
	return begin < 0 ? 0 : begin < last ? begin : last;
}

bool shlo__select_pays(const struct shlo__partition *p, const struct mlirbc_op *op, size_t dim, uint32_t parts)
{
	struct view view;
	return p->replicas == 1 && view_of(p, op, dim, parts, &view);
}

void shlo__factors_select(struct shlo__factors *f, const struct mlirbc_op *op, size_t dim, const struct shlo__halo *window)
{
	const int64_t size = size_of(op, 0, dim);
	if (!shlo__halo_is_small(window) || window->low < 0 || size > SHLO__MOST_PLACES || size_of(op, 1, dim) < 1)
		return;
	const int16_t factor = shlo__factor_new(f, size);
	if (factor == SHLO__NO_FACTOR)
		return;
	f->operands[0][dim] = f->operands[1][dim] = f->results[0][dim] = factor;
	f->halo[factor] = *window;
	f->padded[factor] = false; /* of the operand; parts of the source may have padding */
}

/* Elements of a dimension of a value by parts of `own`: those from `begin` of each part on. */
static struct mlirbc_value *take(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor,
	size_t dim, const struct view *view, bool of_source)
{
	const int64_t step = of_source ? view->stride : 1, own = of_source ? view->own_windows : view->own;
	const int64_t size = of_source ? view->windows : view->width, parts = tiles->parts[factor];
	int64_t left = 0, right = 0;
	for (int64_t at = 0; at < parts; at++) {
		const int64_t front = at * own - begin_of(view, at) / step, behind = size - front - own;
		left = front > left ? front : left;
		right = behind > right ? behind : right;
	}
	int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
	for (uint32_t device = 0; table && device < p->devices; device++) {
		const int64_t at = tiles->at[(size_t)device * SHLO__MOST_DIMS + factor];
		table[device] = left - (at * own - begin_of(view, at) / step);
	}
	value = table ? shlo__extended(p, value, tiles, factor, dim, left, right) : NULL;
	struct mlirbc_value *made = value ? shlo__part_at(p, value, dim, size, table) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
	if (!table)
		(void)shlo__partition_no_memory(p);
	return made;
}

static bool is_divided(const struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim)
{
	const int16_t factor = p->factors.operands[0][dim];
	return tiles->rank > 0 && factor != SHLO__NO_FACTOR && p->factors.halo[factor].reach > 0 && tiles->parts[factor] > 1;
}

bool shlo__select_views(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	struct view view;
	for (size_t dim = 0; dim < mlirbc_op_operands(op)[0].value->type->u.shaped.rank; dim++) {
		const int16_t factor = p->factors.operands[0][dim];
		if (!is_divided(p, tiles, dim) || !view_of(p, op, dim, tiles->parts[factor], &view))
			continue;
		for (size_t i = 0; i < 2; i++) {
			struct mlirbc_value *value = take(p, mlirbc_op_operands(copy)[i].value, tiles, (size_t)factor, dim, &view, i == 1);
			if (!shlo__partition_built(p) || !value)
				return false;
			mlirbc_operand_set(&mlirbc_op_operands(copy)[i], value);
		}
	}
	return true;
}

struct mlirbc_value *shlo__select_part(
	struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, struct mlirbc_value *value, const struct shlo__tiles *tiles)
{
	struct view view;
	if (!mlirbc_op_is(op, "stablehlo.select_and_scatter"))
		return value;
	mlirbc_op_results(copy)->type = mlirbc_op_operands(copy)[0].value->type;
	for (size_t dim = 0; value && dim < value->type->u.shaped.rank; dim++) {
		const int16_t factor = p->factors.operands[0][dim];
		if (!is_divided(p, tiles, dim) || !view_of(p, op, dim, tiles->parts[factor], &view))
			continue;
		int64_t *table = shlo__take(mlirbc_context_allocator(p->context), p->devices * sizeof *table);
		for (uint32_t device = 0; table && device < p->devices; device++) {
			const int64_t at = tiles->at[(size_t)device * SHLO__MOST_DIMS + (size_t)factor];
			table[device] = at * view.own - begin_of(&view, at);
		}
		value = table ? shlo__part_at(p, value, dim, view.own, table) : NULL;
		shlo__give(mlirbc_context_allocator(p->context), table, p->devices * sizeof *table);
		if (!table)
			(void)shlo__partition_no_memory(p);
	}
	return shlo__partition_built(p) ? value : NULL;
}
