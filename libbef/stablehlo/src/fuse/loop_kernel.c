/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel of a group over one iteration space: hlo.loop_fusion, or a part of the product that it reads. */
#include "body/expression.h"
#include "fuse/fuse.h"

#include <stdio.h>
#include <string.h>

/* What the kernel reads: the elements of a value in some order. */
struct operand {
	const struct mlirbc_value *root;
	int64_t map[HLO_MOST_RANK + 1]; /* offset, then a stride for each dimension of the iteration space */
	struct bef_hlo__value value; /* in the program */
};

struct kernel {
	struct bef_hlo__lower *lower;
	const struct bef_hlo__group *group;
	const struct mlirbc_value *product;      /* argument 0 of the expression; NULL: arguments are operands */
	size_t rank;                             /* of the iteration space of the kernel */
	uint8_t dimensions[HLO_MOST_RANK];  /* of the kernel, for those of the group: a product has some of one element */
	struct operand *operands;
	size_t operand_count, operand_room;
	struct bef_hlo__expression body;
};

/* ---- operands */

/* Strides of the dimensions of a shape, for those of the iteration space. `scale`: elements of the space for one of the shape. */
static void expand(const struct kernel *kernel, const struct bef_hlo__access *access, int64_t scale, int64_t *map)
{
	const struct bef_hlo__space *space = &kernel->group->space;
	int64_t size = scale;
	memset(map, 0, (kernel->rank + 1) * sizeof *map);
	map[0] = access->offset;
	uint32_t cut = 0;
	for (size_t i = access->shape->u.shaped.rank; i-- > 0;) {
		const int64_t end = size * access->shape->u.shaped.dims[i];
		for (; cut + 1 < space->count && space->cuts[cut] < end; cut++) {
			if (space->cuts[cut] >= size)
				map[kernel->dimensions[space->count - 2 - cut] + 1u] = access->strides[i] * (space->cuts[cut] / size);
		}
		size = end;
	}
}

static int64_t scale_of(const struct kernel *kernel, const struct bef_hlo__access *access)
{
	return bef_hlo__group_count(kernel->group) / (int64_t)bef_hlo__count(access->shape);
}

static int64_t dim_of(const struct kernel *kernel, size_t dim)
{
	const int64_t *cuts = kernel->group->space.cuts;
	return cuts[kernel->rank - dim] / cuts[kernel->rank - dim - 1];
}

/* The only dimension of the space that the indices of an iota follow, each by 1; -1: there is no such dimension. */
static int64_t only_dimension(const struct kernel *kernel, const int64_t *map)
{
	int64_t found = -1;
	if (kernel->group->columns > 1)
		return -1; /* such loops have no indices */
	for (size_t i = 0; i < kernel->rank; i++) {
		if (map[i + 1] == 0)
			continue;
		if (found >= 0 || map[i + 1] != 1)
			return -1;
		found = (int64_t)i;
	}
	return map[0] == 0 ? found : -1;
}

/* A kernel that makes the numbers of an iota in one dimension, for views of them that no step can make. */
static bool make_numbers(struct kernel *kernel, struct operand *operand)
{
	struct bef_hlo__attrs attrs = { .count = 0 };
	const struct mlirbc_op *op = mlirbc_value_op(operand->root);
	const struct bef_hlo__view *view = bef_hlo__place_of(kernel->lower, operand->root)->view;
	const struct mlirbc_type *type = operand->root->type;
	int64_t size = 1;
	for (size_t i = 0; i < type->u.shaped.rank; i++)
		size = view->strides[i] ? type->u.shaped.dims[i] : size;
	type = bef_hlo__shaped(kernel->lower, &size, 1, bef_hlo__element(type));
	if (!type)
		return false;
	bef_hlo__attr_int(kernel->lower, &attrs, "iota_dimension", 0);
	operand->value = bef_hlo__emit_one(kernel->lower, "iota", type, NULL, 0, &attrs);
	return op && operand->value.value;
}

/* The number of the operand; UINT32_MAX after a failure. */
static uint32_t find_operand(struct kernel *kernel, const struct bef_hlo__access *access, const int64_t *map)
{
	const size_t size = (kernel->rank + 1) * sizeof *map;
	for (size_t i = 0; i < kernel->operand_count; i++) {
		if (kernel->operands[i].root == access->root && memcmp(kernel->operands[i].map, map, size) == 0)
			return (uint32_t)i;
	}
	if (kernel->operand_count == kernel->operand_room) {
		const size_t room = 2 * kernel->operand_room + 8;
		struct operand *list = bef_hlo__scratch(kernel->lower, room, sizeof *list);
		if (!list)
			return UINT32_MAX;
		if (kernel->operand_count)
			memcpy(list, kernel->operands, kernel->operand_count * sizeof *list);
		kernel->operands = list;
		kernel->operand_room = room;
	}
	struct operand *operand = &kernel->operands[kernel->operand_count];
	operand->root = access->root;
	memcpy(operand->map, map, size);
	operand->value = bef_hlo__get(kernel->lower, access->root);
	if (access->kind == BEF_HLO__INDEX && !make_numbers(kernel, operand))
		return UINT32_MAX;
	return operand->value.value ? (uint32_t)kernel->operand_count++ : UINT32_MAX;
}

/* How an operation reads an operand. */
struct reading {
	struct bef_hlo__access access;
	bool inside;
	int64_t dimension; /* of an iota; -1: memory */
	int64_t map[HLO_MOST_RANK + 1];
};

static void read_operand(const struct kernel *kernel, const struct mlirbc_op *op, uint32_t i, uint32_t piece, struct reading *out)
{
	bef_hlo__access_piece(kernel->lower, op, i, piece, &out->access);
	out->dimension = -1;
	out->inside = out->access.kind == BEF_HLO__MEMORY && !bef_hlo__is_initial(op, i) &&
		      bef_hlo__group_of(kernel->lower, out->access.root, op->parent) == kernel->group &&
		      bef_hlo__is_inside(kernel->lower, kernel->group, &out->access);
	expand(kernel, &out->access, scale_of(kernel, &out->access), out->map);
	if (out->access.kind == BEF_HLO__INDEX)
		out->dimension = only_dimension(kernel, out->map);
}

static bool is_memory(const struct kernel *kernel, const struct reading *reading)
{
	return !reading->inside && reading->access.kind != BEF_HLO__INLINE && reading->dimension < 0 &&
	       reading->access.root != kernel->product;
}

static bool find_operands_of(struct kernel *kernel, const struct mlirbc_op *op, uint32_t i)
{
	for (uint32_t k = 0; k < bef_hlo__pieces(kernel->lower, op, i); k++) {
		struct reading reading;
		read_operand(kernel, op, i, k, &reading);
		if (is_memory(kernel, &reading) && find_operand(kernel, &reading.access, reading.map) == UINT32_MAX)
			return false;
	}
	return true;
}

static bool find_operands(struct kernel *kernel)
{
	for (size_t k = 0; k < kernel->group->ops.count; k++) {
		const struct mlirbc_op *op = kernel->group->ops.items[k];
		for (uint32_t i = 0; i < bef_hlo__reads(kernel->lower, op); i++) {
			if (!find_operands_of(kernel, op, i))
				return false;
		}
	}
	return true;
}

/* ---- the expression */

/* ---- values that consist of pieces */

struct joined {
	struct kernel *kernel;
	const struct mlirbc_type *shape;
	const struct bef_hlo__piece **pieces;
	uint32_t *numbers; /* in the expression */
	uint32_t count;
};

struct box {
	int64_t begin[HLO_MOST_RANK], end[HLO_MOST_RANK];
};

static const struct mlirbc_value *joined_value(const struct kernel *kernel, const struct mlirbc_op *op, uint32_t i)
{
	const bool copies = bef_hlo__place_of(kernel->lower, mlirbc_op_results(op))->copy;
	return copies ? mlirbc_op_results(op) : mlirbc_op_operands(op)[i].value;
}

static bool meets(const struct joined *j, uint32_t i, const struct box *box)
{
	for (size_t d = 0; d < j->shape->u.shaped.rank; d++) {
		if (j->pieces[i]->end[d] <= box->begin[d] || j->pieces[i]->begin[d] >= box->end[d])
			return false;
	}
	return true;
}

/* Whether no piece in the box has elements on both sides. */
static bool divides(const struct joined *j, const struct box *box, size_t d, int64_t at)
{
	if (at <= box->begin[d] || at >= box->end[d])
		return false;
	for (uint32_t i = 0; i < j->count; i++) {
		if (j->pieces[i]->begin[d] < at && j->pieces[i]->end[d] > at && meets(j, i, box))
			return false;
	}
	return true;
}

static bool find_cut(const struct joined *j, const struct box *box, size_t *out_dimension, int64_t *out_at)
{
	for (uint32_t i = 0; i < j->count; i++) {
		for (size_t d = 0; d < j->shape->u.shaped.rank && meets(j, i, box); d++) {
			*out_dimension = d;
			*out_at = j->pieces[i]->end[d];
			if (divides(j, box, d, *out_at))
				return true;
			*out_at = j->pieces[i]->begin[d];
			if (divides(j, box, d, *out_at))
				return true;
		}
	}
	return false;
}

/* The dimension of the space that is dimension `d` of the shape, which no other shape of the group divides. */
static uint32_t space_dimension(const struct joined *j, size_t d)
{
	const struct bef_hlo__space *space = &j->kernel->group->space;
	int64_t size = 1;
	uint32_t cut = 0;
	for (size_t i = j->shape->u.shaped.rank; --i > d;)
		size *= j->shape->u.shaped.dims[i];
	while (cut + 2 < space->count && space->cuts[cut] < size)
		cut++;
	return j->kernel->dimensions[space->count - 2 - cut];
}

/* Writes the joins of the pieces in the box. Returns the number of the value; UINT32_MAX: no cut is between them. */
static uint32_t put_box(const struct joined *j, const struct box *box)
{
	uint32_t found = UINT32_MAX, count = 0;
	size_t d;
	int64_t at;
	for (uint32_t i = 0; i < j->count; i++) {
		if (!meets(j, i, box))
			continue;
		found = j->numbers[i];
		count++;
	}
	if (count <= 1)
		return found;
	if (!find_cut(j, box, &d, &at))
		return UINT32_MAX;
	struct box part = *box;
	part.end[d] = at;
	const uint32_t before = put_box(j, &part);
	part = *box;
	part.begin[d] = at;
	const uint32_t behind = before == UINT32_MAX ? before : put_box(j, &part);
	if (behind == UINT32_MAX)
		return UINT32_MAX;
	return bef_hlo__expression_join(&j->kernel->body, space_dimension(j, d), at, before, behind, j->shape);
}

/* The number of a piece in the expression; UINT32_MAX after a failure. */
static uint32_t put_piece(struct kernel *kernel, const struct mlirbc_op *op, uint32_t i, uint32_t k)
{
	struct bef_hlo__expression *body = &kernel->body;
	struct reading reading;
	read_operand(kernel, op, i, k, &reading);
	const struct mlirbc_value *root = reading.access.root;
	if (is_memory(kernel, &reading))
		return find_operand(kernel, &reading.access, reading.map);
	if (reading.access.kind == BEF_HLO__INLINE && !bef_hlo__expression_defines(body, root) &&
		!bef_hlo__expression_step(body, mlirbc_value_op(root)))
		return UINT32_MAX;
	return bef_hlo__expression_number(body, root);
}

static bool put_pieces(struct kernel *kernel, const struct mlirbc_op *op, uint32_t i)
{
	const struct mlirbc_value *value = joined_value(kernel, op, i);
	struct joined j = { kernel, value->type, NULL, NULL, bef_hlo__pieces(kernel->lower, op, i) };
	struct box all = { { 0 }, { 0 } };
	j.pieces = bef_hlo__scratch(kernel->lower, j.count, sizeof *j.pieces);
	j.numbers = bef_hlo__scratch(kernel->lower, j.count, sizeof *j.numbers);
	for (uint32_t k = 0; k < j.count && j.pieces && j.numbers; k++) {
		struct bef_hlo__access access;
		bef_hlo__access_piece(kernel->lower, op, i, k, &access);
		j.pieces[k] = access.piece;
		if ((j.numbers[k] = put_piece(kernel, op, i, k)) == UINT32_MAX)
			return false;
	}
	for (size_t d = 0; d < value->type->u.shaped.rank; d++)
		all.end[d] = value->type->u.shaped.dims[d];
	const uint32_t number = j.pieces && j.numbers ? put_box(&j, &all) : UINT32_MAX;
	if (number != UINT32_MAX)
		bef_hlo__expression_define(&kernel->body, value, number);
	return number != UINT32_MAX;
}

/* Defines the operand of an operation in the expression. */
static bool put_operand(struct kernel *kernel, const struct mlirbc_op *op, uint32_t i)
{
	struct bef_hlo__expression *body = &kernel->body;
	const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
	struct reading reading;
	if (bef_hlo__pieces(kernel->lower, op, i) > 1)
		return bef_hlo__expression_defines(body, joined_value(kernel, op, i)) || put_pieces(kernel, op, i);
	read_operand(kernel, op, i, 0, &reading);
	const struct mlirbc_value *root = reading.access.root;
	if (reading.access.kind == BEF_HLO__INLINE) {
		if (!bef_hlo__expression_defines(body, root) && !bef_hlo__expression_step(body, mlirbc_value_op(root)))
			return false;
	} else if (is_memory(kernel, &reading)) {
		const uint32_t first = kernel->product != NULL;
		bef_hlo__expression_define(body, value, first + find_operand(kernel, &reading.access, reading.map));
		return true;
	} else if (reading.dimension >= 0) {
		return bef_hlo__expression_defines(body, value) ||
		       bef_hlo__expression_iota(body, (uint32_t)reading.dimension, value);
	}
	if (value != root)
		bef_hlo__expression_define(body, value, bef_hlo__expression_number(body, root));
	return true;
}

static bool put_op(struct kernel *kernel, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < bef_hlo__reads(kernel->lower, op); i++) {
		if (!put_operand(kernel, op, i))
			return false;
	}
	if (bef_hlo__place_of(kernel->lower, mlirbc_op_results(op))->copy)
		return true; /* the operand is the result */
	if (!op->region_count)
		return bef_hlo__expression_step(&kernel->body, op);
	const bool rows = bef_hlo__count(mlirbc_op_results(op)[0].type) != bef_hlo__count(mlirbc_op_operands(op)[0].value->type);
	return bef_hlo__expression_reduce(&kernel->body, bef_hlo__reducer(kernel->body.lower, op), rows, op);
}

static bool put_body(
	struct kernel *kernel, const char *name, const struct bef_hlo__row *results, struct bef_hlo__attrs *attrs)
{
	const struct bef_hlo__group *group = kernel->group;
	bool ok = true;
	bef_hlo__expression_begin(kernel->lower, true, &kernel->body);
	if (kernel->product)
		ok = bef_hlo__expression_argument(&kernel->body, kernel->product);
	for (size_t i = 0; i < kernel->operand_count && ok; i++)
		ok = bef_hlo__expression_argument_of(&kernel->body, kernel->operands[i].value.type);
	bef_hlo__expression_end_arguments(&kernel->body);
	for (size_t i = 0; i < group->ops.count && ok; i++)
		ok = put_op(kernel, group->ops.items[i]);
	bef_hlo__expression_begin_return(&kernel->body);
	for (size_t i = 0; i < results->count && ok; i++)
		ok = bef_hlo__expression_return(&kernel->body, results->items[i]);
	bef_hlo__expression_attr(&kernel->body, name, attrs);
	return ok;
}

/* ---- attributes */

static bool put_maps(struct kernel *kernel, const char *name, struct bef_hlo__attrs *attrs)
{
	const size_t size = kernel->rank + 1;
	int64_t *maps = bef_hlo__scratch(kernel->lower, kernel->operand_count * size, sizeof *maps);
	for (size_t i = 0; maps && i < kernel->operand_count; i++)
		memcpy(maps + i * size, kernel->operands[i].map, size * sizeof *maps);
	if (maps)
		bef_hlo__attr_ints(kernel->lower, attrs, name, maps, kernel->operand_count * size);
	return maps != NULL;
}

static void put_space(struct kernel *kernel, struct bef_hlo__attrs *attrs)
{
	const struct bef_hlo__group *group = kernel->group;
	int64_t dims[HLO_MOST_RANK], row_rank = 0, column_rank = 0;
	for (size_t i = 0; i < kernel->rank; i++) {
		const int64_t cut = group->space.cuts[kernel->rank - i - 1];
		dims[i] = dim_of(kernel, i);
		column_rank += cut < group->columns && group->columns > 1;
		row_rank += cut >= group->columns && cut < group->inner;
	}
	bef_hlo__attr_int(kernel->lower, attrs, "column_rank", column_rank);
	bef_hlo__attr_ints(kernel->lower, attrs, "dims", dims, kernel->rank);
	bef_hlo__attr_int(kernel->lower, attrs, "row_rank", row_rank);
}

/* Makes the kernel: `first` operands, then those of the group; the results are those of the group. */
static bool emit(struct kernel *kernel, const char *name, const struct bef_hlo__value *first, size_t first_count,
	const struct bef_hlo__row *to, struct bef_hlo__attrs *attrs)
{
	const size_t count = first_count + kernel->operand_count;
	struct bef_hlo__value *operands = bef_hlo__scratch(kernel->lower, count, sizeof *operands);
	for (size_t i = 0; i < count && operands; i++)
		operands[i] = i < first_count ? first[i] : kernel->operands[i - first_count].value;
	return operands && bef_hlo__emit_results(kernel->lower, name, operands, count, to, attrs);
}

bool bef_hlo__emit_loop_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group)
{
	struct kernel kernel = { .lower = lower, .group = group, .rank = group->space.count - 1 };
	struct bef_hlo__row to = { NULL, 0, 0 };
	struct bef_hlo__attrs attrs = { .count = 0 };
	for (uint8_t i = 0; i < kernel.rank; i++)
		kernel.dimensions[i] = i;
	if (!bef_hlo__group_results(lower, group, &to))
		return false;
	if (to.count == 0)
		return true; /* nothing uses what it computes */
	if (!find_operands(&kernel) || !put_body(&kernel, "body", &to, &attrs) || !put_maps(&kernel, "maps", &attrs))
		return false;
	put_space(&kernel, &attrs);
	return emit(&kernel, "loop_fusion", NULL, 0, &to, &attrs);
}

bool bef_hlo__emit_view(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_value *value = mlirbc_op_results(op);
	const struct bef_hlo__view *view = bef_hlo__place_of(lower, value)->view;
	const struct bef_hlo__value root = bef_hlo__get(lower, view->root);
	const size_t rank = value->type->u.shaped.rank;
	struct bef_hlo__expression body;
	struct bef_hlo__attrs attrs = { .count = 0 };
	int64_t map[HLO_MOST_RANK + 1] = { view->offset };
	memcpy(map + 1, view->strides, rank * sizeof *map);
	bef_hlo__expression_begin(lower, true, &body);
	if (!root.value || !bef_hlo__expression_argument_of(&body, root.type))
		return false;
	bef_hlo__expression_end_arguments(&body);
	bef_hlo__expression_define(&body, value, 0);
	bef_hlo__expression_begin_return(&body);
	if (!bef_hlo__expression_return(&body, value))
		return false;
	bef_hlo__expression_attr(&body, "body", &attrs);
	bef_hlo__attr_int(lower, &attrs, "column_rank", 0);
	bef_hlo__attr_ints(lower, &attrs, "dims", value->type->u.shaped.dims, rank);
	bef_hlo__attr_ints(lower, &attrs, "maps", map, rank + 1);
	bef_hlo__attr_int(lower, &attrs, "row_rank", 0);
	const struct bef_hlo__value result = bef_hlo__emit_one(lower, "loop_fusion", value->type, &root, 1, &attrs);
	bef_hlo__set(lower, value, result.value);
	return result.value != NULL;
}

bool bef_hlo__emit_product(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__attrs *attrs)
{
	const struct bef_hlo__group *group = lower->epilogue;
	const struct mlirbc_type *type = group->product->type;
	struct kernel kernel = { .lower = lower, .group = group, .product = group->product, .rank = type->u.shaped.rank };
	struct bef_hlo__row to = { NULL, 0, 0 };
	size_t count = 0;
	lower->epilogue = NULL;
	for (uint8_t i = 0; i < kernel.rank; i++) {
		if (type->u.shaped.dims[i] != 1)
			kernel.dimensions[count++] = i;
	}
	return bef_hlo__group_results(lower, group, &to) && find_operands(&kernel) && put_body(&kernel, "epilogue", &to, attrs) &&
	       put_maps(&kernel, "epilogue_maps", attrs) && emit(&kernel, name, operands, operand_count, &to, attrs);
}
