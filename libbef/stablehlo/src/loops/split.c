/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of many systems side by side, as of a solver under vmap, is an array f32[2, 128] or f32[128, 2] whose short dimension has the
 * variables. A step takes them apart, computes, and puts them together again, several times. If the loop carries one array for each
 * variable, element-wise operations are all that is left, and they are one group. Each element is computed as before. */
#include "fuse/fuse.h"
#include "loops/loops.h"
#include "loops/parts.h"

#include <mlirbc/rewrite.h>

enum { MOST_PAIRS = 1 << 20 };

struct loop {
	struct mlirbc_op *op;
	struct mlirbc_block *blocks[2]; /* condition, body */
	uint32_t *dims;                 /* by carried value: that is split, or BEF_HLO__NONE */
	uint32_t width;                 /* of the new loop */
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i) { return mlirbc_op_operands(op)[i].value; }

/* ---- what is split */

static bool same_type(const struct mlirbc_type *a, const struct mlirbc_type *b)
{
	return bef_hlo__is_tensor(b) && a->u.shaped.rank == b->u.shaped.rank &&
	       memcmp(a->u.shaped.dims, b->u.shaped.dims, a->u.shaped.rank * sizeof *a->u.shaped.dims) == 0;
}

static bool has_operand(const struct mlirbc_op *op, const struct mlirbc_type *type)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (same_type(type, operand(op, i)->type))
			return true;
	}
	return false;
}

/* It puts together an array of as many elements and parts, which may be transposed afterwards. */
static bool puts_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct mlirbc_type *type, uint32_t dim)
{
	const uint32_t put = bef_hlo__puts_parts(lower, op);
	const struct mlirbc_type *made = mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type;
	uint64_t elements = 0, wanted = 1;
	return put != BEF_HLO__NONE && made->u.shaped.dims[put] == type->u.shaped.dims[dim] && mlirbc_type_elements(made, &elements) &&
	       mlirbc_type_elements(type, &wanted) && elements == wanted;
}

/* How many more operations of the body want parts than need arrays of this shape. */
static int64_t gain(struct bef_hlo__lower *lower, const struct mlirbc_block *body, const struct mlirbc_type *type, uint32_t dim)
{
	int64_t parts = 0, wholes = 0, first, step;
	for (const struct mlirbc_op *op = body->first; op != body->last; op = op->next) {
		if (op->operand_count == 0 || op->result_count != 1)
			wholes += has_operand(op, type);
		else if (puts_parts(lower, op, type, dim))
			parts++;
		else if (same_type(type, operand(op, 0)->type) &&
			(bef_hlo__takes_parts(lower, op, dim, &first, &step) || bef_hlo__reduces_parts(lower, op, dim)))
			parts++;
		else if (has_operand(op, type) && !bef_hlo__has_steps_of_parts(lower, op) && !bef_hlo__is(lower, op, MLIRBC_STABLEHLO_transpose))
			wholes++;
	}
	return parts - wholes;
}

static uint32_t dim_of(struct bef_hlo__lower *lower, const struct mlirbc_block *body, const struct mlirbc_type *type)
{
	uint64_t elements;
	uint32_t best = BEF_HLO__NONE;
	int64_t most = 1;
	if (!bef_hlo__is_static(type) || bef_hlo__is_quantized(type) || type->u.shaped.rank < 2 || type->u.shaped.rank > HLO_MOST_RANK ||
		!bef_hlo__dtype_name(bef_hlo__element(type)) || !mlirbc_type_elements(type, &elements))
		return BEF_HLO__NONE;
	for (uint32_t d = 0; d < type->u.shaped.rank; d++) {
		const int64_t size = type->u.shaped.dims[d];
		if (size < 2 || size > BEF_HLO__MOST_PARTS || elements / (uint64_t)size < BEF_HLO__LEAST_PART)
			continue;
		const int64_t found = gain(lower, body, type, d);
		if (found > most) {
			most = found;
			best = d;
		}
	}
	return best;
}

/* All types of the carried value are the same. */
static bool is_carried(const struct loop *loop, uint32_t i)
{
	const struct mlirbc_type *type = operand(loop->op, i)->type;
	return bef_hlo__is_tensor(type) && loop->blocks[0]->arguments[i].type == type && loop->blocks[1]->arguments[i].type == type &&
	       operand(loop->blocks[1]->last, i)->type == type && mlirbc_op_results(loop->op)[i].type == type;
}

/* Carried values times operations: the search looks at each pair. */
static bool is_small(const struct mlirbc_op *op, const struct mlirbc_block *body)
{
	uint64_t pairs = 0;
	for (const struct mlirbc_op *inner = body->first; inner && pairs <= MOST_PAIRS; inner = inner->next)
		pairs += op->operand_count;
	return pairs <= MOST_PAIRS;
}

/* Returns false if the loop stays as it is. */
static bool find_split(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct loop *loop)
{
	*loop = (struct loop){ op, { bef_hlo__loop_block(lower, op, 0), bef_hlo__loop_block(lower, op, 1) }, NULL, 0 };
	if (!loop->blocks[0] || !loop->blocks[1] || loop->blocks[1]->last->operand_count != op->operand_count || !is_small(op, loop->blocks[1]) ||
		!(loop->dims = bef_hlo__room(lower, op->operand_count, sizeof *loop->dims)))
		return false;
	bool any = false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_type *type = operand(op, i)->type;
		loop->dims[i] = is_carried(loop, i) ? dim_of(lower, loop->blocks[1], type) : BEF_HLO__NONE;
		loop->width += loop->dims[i] == BEF_HLO__NONE ? 1 : (uint32_t)type->u.shaped.dims[loop->dims[i]];
		any = any || loop->dims[i] != BEF_HLO__NONE;
	}
	return any;
}

/* ---- the loop with parts */

/* The values, and for those that are split their parts, made at the position of the builder. */
static struct mlirbc_value **spread(struct bef_hlo__splitter *s, const struct loop *loop, const struct mlirbc_op *from)
{
	struct mlirbc_value **values = bef_hlo__room(s->lower, loop->width, sizeof *values);
	struct bef_hlo__parts parts;
	for (uint32_t i = 0, n = 0; i < loop->op->operand_count && values; i++) {
		if (loop->dims[i] == BEF_HLO__NONE) {
			values[n++] = operand(from, i);
			continue;
		}
		if (!bef_hlo__make_parts(s, operand(from, i), loop->dims[i], &parts))
			return NULL;
		for (uint32_t k = 0; k < parts.count; k++)
			values[n++] = parts.parts[k];
	}
	return values;
}

/* Each old value is a new one, or has parts, which are put together at the position of the builder for other uses. */
static bool replace_values(struct bef_hlo__splitter *s, const struct loop *loop, struct mlirbc_value *old, struct mlirbc_value *new)
{
	for (uint32_t i = 0, n = 0; i < loop->op->operand_count; i++) {
		if (loop->dims[i] == BEF_HLO__NONE) {
			mlirbc_value_set_location(&new[n], mlirbc_value_location(&old[i]));
			mlirbc_value_replace(&old[i], &new[n++]);
			continue;
		}
		const uint32_t dim = loop->dims[i];
		struct bef_hlo__parts made = { .value = &old[i], .dim = dim, .count = (uint32_t)old[i].type->u.shaped.dims[dim] };
		for (uint32_t k = 0; k < made.count; k++)
			made.parts[k] = &new[n++];
		struct mlirbc_value *whole = bef_hlo__join_parts(s, &made);
		struct bef_hlo__parts *entry = whole ? bef_hlo__add_parts(s, whole, dim, made.count) : NULL;
		if (!entry)
			return false;
		memcpy(entry->parts, made.parts, sizeof made.parts);
		mlirbc_value_replace(&old[i], whole);
	}
	return true;
}

/* Moves the operations of a block into a new one of `into`. */
static struct mlirbc_block *move_block(
	struct bef_hlo__splitter *s, const struct loop *loop, uint32_t region, const struct mlirbc_type *const *types, struct mlirbc_op *into)
{
	struct mlirbc_block *from = loop->blocks[region];
	struct mlirbc_block *block = mlirbc_block_create(s->lower->context, &mlirbc_op_regions(into)[region], types, NULL, loop->width);
	if (!block) {
		(void)bef_hlo__no_memory(s->lower);
		return NULL;
	}
	while (from->first) {
		if (!bef_hlo__ok(s->lower, mlirbc_op_insert_at_end(from->first, block), NULL))
			return NULL;
	}
	mlirbc_builder_enter_before(&s->builder, block->first);
	s->builder.location = mlirbc_op_location(loop->op);
	return replace_values(s, loop, from->arguments, block->arguments) ? block : NULL;
}

/* ---- the body */

/* Operations that compute an array for nothing but its parts. */
static bool is_idle(struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	if (op->result_count != 1 || mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].first_use)
		return false;
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_STABLEHLO_broadcast_in_dim:
	case MLIRBC_STABLEHLO_concatenate:
	case MLIRBC_STABLEHLO_constant:
	case MLIRBC_STABLEHLO_reshape:
	case MLIRBC_STABLEHLO_slice:
	case MLIRBC_STABLEHLO_transpose: return true;
	case MLIRBC_STABLEHLO_reduce: return bef_hlo__reducer(lower, op) != NULL;
	default: return bef_hlo__has_steps_of_parts(lower, op);
	}
}

/* Visits operations backwards: joins the parts of values that still have uses as arrays, and erases unused operations. */
static bool clean(struct bef_hlo__splitter *s, struct mlirbc_op *last)
{
	for (struct mlirbc_op *op = last, *prev; op; op = prev) {
		const struct bef_hlo__parts *parts = op->result_count == 1 ? bef_hlo__find_parts(s, mlirbc_op_results(op)) : NULL;
		if (parts && parts->replaced && mlirbc_op_results(op)[0].first_use) {
			mlirbc_builder_enter_before(&s->builder, op);
			s->builder.location = mlirbc_op_location(op);
			struct mlirbc_value *whole = bef_hlo__join_parts(s, parts);
			if (!whole)
				return bef_hlo__fail_built(s->lower, &s->builder, op);
			mlirbc_value_replace(mlirbc_op_results(op), whole);
		}
		prev = op->prev;
		if (is_idle(s->lower, op) && !bef_hlo__ok(s->lower, mlirbc_op_erase(op), NULL))
			return false;
	}
	return true;
}

static bool split_body(struct bef_hlo__splitter *s, const struct loop *loop, struct mlirbc_block *body)
{
	struct mlirbc_op *end = body->last;
	for (struct mlirbc_op *op = body->first, *next; op != end; op = next) {
		next = op->next;
		if (!bef_hlo__split_op(s, op))
			return bef_hlo__fail_built(s->lower, &s->builder, op);
	}
	mlirbc_builder_enter_before(&s->builder, end);
	struct mlirbc_value **values = spread(s, loop, end);
	if (!values)
		return bef_hlo__fail_built(s->lower, &s->builder, end);
	struct mlirbc_op *made = mlirbc_op_create(s->lower->context, &(const struct mlirbc_op_spec){ .unique_name = end->name,
		.location = mlirbc_op_location(end), .operands = values, .operand_count = loop->width }, NULL);
	if (!made)
		return bef_hlo__no_memory(s->lower);
	return bef_hlo__ok(s->lower, mlirbc_op_insert_before(made, end), NULL) && bef_hlo__ok(s->lower, mlirbc_op_erase(end), NULL) &&
	       clean(s, made->prev);
}

/* ---- all */

static struct mlirbc_op *make_loop(struct bef_hlo__splitter *s, const struct loop *loop, const struct mlirbc_type **types)
{
	struct mlirbc_op *op = loop->op;
	mlirbc_builder_enter_before(&s->builder, op);
	s->builder.location = mlirbc_op_location(op);
	struct mlirbc_value **values = spread(s, loop, op);
	if (!values)
		return NULL;
	for (uint32_t i = 0; i < loop->width; i++)
		types[i] = values[i]->type;
	struct mlirbc_op *made = mlirbc_op_create(s->lower->context, &(const struct mlirbc_op_spec){ .unique_name = op->name,
		.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
		.result_types = types, .result_count = loop->width, .operands = values, .operand_count = loop->width, .region_count = 2 }, NULL);
	return made && mlirbc_op_insert_before(made, op) == MLIRBC_OK ? made : NULL;
}

static bool split(struct bef_hlo__splitter *s, struct loop *loop)
{
	const struct mlirbc_type **types = bef_hlo__room(s->lower, loop->width, sizeof *types);
	struct mlirbc_op *op = loop->op, *made = types ? make_loop(s, loop, types) : NULL;
	if (!made)
		return bef_hlo__fail_built(s->lower, &s->builder, op);
	s->count = 0; /* what is in front of the loop has no parts in it */
	struct mlirbc_block *condition = move_block(s, loop, 0, types, made);
	if (!condition)
		return bef_hlo__fail_built(s->lower, &s->builder, op);
	if (!clean(s, condition->last->prev))
		return false;
	s->count = 0;
	struct mlirbc_block *body = move_block(s, loop, 1, types, made);
	if (!body)
		return bef_hlo__fail_built(s->lower, &s->builder, op);
	if (!split_body(s, loop, body))
		return false;
	mlirbc_builder_enter_before(&s->builder, op);
	if (!replace_values(s, loop, mlirbc_op_results(op), mlirbc_op_results(made)))
		return bef_hlo__fail_built(s->lower, &s->builder, op);
	return bef_hlo__ok(s->lower, mlirbc_op_erase(op), NULL);
}

bool bef_hlo__split_carried(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first, *next;
	struct loop loop;
	if (lower->options.device)
		return true; /* devices have a thread for each element */
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = next) {
		next = mlirbc_op_next_post(root, op);
		if (!find_split(lower, op, &loop))
			continue;
		struct bef_hlo__splitter s = { .lower = lower };
		mlirbc_builder_init_module(&s.builder, lower->module);
		if (!split(&s, &loop))
			return false;
	}
	return lower->status == BEF_OK;
}
