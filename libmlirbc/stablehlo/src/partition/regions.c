/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations with regions that are divided themselves: manual computations, loops and branches. */
#include "dialect/memory.h"
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

#include <string.h>

static bool unfit(struct shlo__partition *p, const struct mlirbc_op *op)
{
	return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its body does not fit");
}

/* The only block of a region; NULL: there is another number. */
static struct mlirbc_block *only_block(struct mlirbc_op *op, size_t region)
{
	struct mlirbc_block *block = region < op->region_count ? mlirbc_op_regions(op)[region].first : NULL;
	return block && !block->next && block->last ? block : NULL;
}

/* ---- manual computations */

/* The parts of `all` within those of `manual`: how the body's value is divided. */
static bool inner_division(struct shlo__partition *p, const struct shlo__division *all, const struct shlo__tiles *manual,
	const struct shlo__division **out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	*out = NULL;
	if (!all)
		return true;
	shlo__tiles_clear(p, made, all->rank);
	for (size_t i = 0; i < all->rank; i++) {
		shlo__tiles_copy(p, made, i, all, i);
		made->parts[i] /= manual->parts[i];
		for (uint32_t device = 0; device < p->devices; device++)
			made->at[(size_t)device * SHLO__MOST_DIMS + i] %= made->parts[i];
	}
	return shlo__tiles_finish(p, made, out);
}

/* Whether the manual axes make the local type of the other one. */
static bool local_by(const struct mlirbc_type *type, const struct shlo__tiles *manual, const struct mlirbc_type *local)
{
	if (type->kind != MLIRBC_TYPE_TENSOR || local->kind != MLIRBC_TYPE_TENSOR)
		return type == local;
	bool same = type->u.shaped.rank == local->u.shaped.rank && type->u.shaped.element == local->u.shaped.element;
	for (size_t i = 0; same && i < manual->rank; i++)
		same = type->u.shaped.dims[i] / manual->parts[i] == local->u.shaped.dims[i];
	return same;
}

/* Whether devices with the same manual coordinates have all parts: a dimension that was open may have got manual axes. */
static bool fits_inside(struct shlo__partition *p, const struct shlo__tiles *groups, const struct shlo__division *inner)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	const size_t rank = inner ? inner->rank : 0;
	shlo__tiles_clear(p, made, rank + 1);
	for (size_t i = 0; i < rank; i++)
		shlo__tiles_copy(p, made, i, inner, i);
	shlo__tiles_split(p, made, rank, groups, 0);
	return shlo__tiles_uniform(p, made);
}

static bool enter_operand(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_attr *manual, uint32_t i, struct mlirbc_value *argument)
{
	struct mlirbc_value *of = mlirbc_op_operands(op)[i].value, *value;
	struct shlo__tiles *groups = &p->tiles[SHLO__TILES_B];
	const struct shlo__division *outer, *inner;
	struct shlo__sharding sharding;
	if (!shlo__sharding_read(p, op, shlo__sharding_at(op, "in_shardings", i), of->type, manual, false, &sharding))
		return false;
	if (!local_by(of->type, sharding.manual, argument->type))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "an argument of its body has another type than its operand has locally");
	/* axes that are not manual, and open dimensions, divide the value within the computation */
	const struct shlo__entry *entry = shlo__value_find(p, of);
	if (!shlo__aim(p, op, &sharding, of->type, entry ? entry->home : NULL, &outer) ||
		!inner_division(p, outer, sharding.manual, &inner) || !shlo__sharding_groups(p, op, manual, groups))
		return false;
	if (!fits_inside(p, groups, inner) &&
		(!shlo__aim(p, op, &sharding, of->type, NULL, &outer) || !inner_division(p, outer, sharding.manual, &inner)))
		return false;
	value = shlo__value_get_terms(p, op, of, outer, &sharding);
	return value && shlo__value_set(p, argument, value, inner);
}

/* The value of a result with its outer division. */
static bool leave_result(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_attr *manual, uint32_t i,
	struct mlirbc_value *value, const struct shlo__division *inner)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A], *own = &p->tiles[SHLO__TILES_B];
	const struct mlirbc_value *result = &mlirbc_op_results(op)[i];
	const struct shlo__division *outer;
	struct shlo__sharding sharding;
	if (!shlo__sharding_read(p, op, shlo__sharding_at(op, "out_shardings", i), result->type, manual, false, &sharding))
		return false;
	if (!local_by(result->type, sharding.manual, mlirbc_op_operands(mlirbc_op_regions(op)[0].first->last)[i].value->type))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its body returns another type than a result has locally");
	shlo__tiles_clear(p, made, sharding.manual->rank);
	shlo__tiles_clear(p, own, sharding.manual->rank);
	for (size_t dim = 0; dim < made->rank; dim++) {
		shlo__tiles_split(p, made, dim, sharding.manual, dim);
		shlo__tiles_copy(p, own, dim, inner, dim);
		shlo__tiles_split(p, made, dim, own, dim);
	}
	if (!shlo__tiles_uniform(p, made))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding that uses an axis twice");
	if (!shlo__tiles_finish(p, made, &outer))
		return false;
	return shlo__value_set_terms(p, result, value, outer, &sharding);
}

/* What the body returns, and its divisions, in arrays with room for all results. */
static bool fill_manual(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_block *block, struct mlirbc_value **values,
	const struct shlo__division **divisions)
{
	if (!shlo__partition_block(p, block))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_value *returned = mlirbc_op_operands(block->last)[i].value;
		const struct shlo__entry *entry = shlo__value_find(p, returned);
		/* padding at the end of each device's local value would be between elements of the global one */
		if (!shlo__even_division(p, returned->type, entry ? entry->home : NULL, &divisions[i]))
			return false;
		values[i] = shlo__value_get(p, op, returned, divisions[i]);
		if (!values[i])
			return false;
	}
	return true;
}

/* The body, in which devices with other manual coordinates compute on their own. */
static bool in_groups(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_attr *manual, struct mlirbc_block *block,
	struct mlirbc_value **values, const struct shlo__division **divisions, uint32_t *kept)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_A];
	const uint32_t groups = p->groups;
	if (!shlo__sharding_groups(p, op, manual, tiles))
		return false;
	if (!shlo__tiles_uniform(p, tiles))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "manual axes inside of a computation over the same axes");
	memcpy(kept, p->group, p->devices * sizeof *kept);
	for (uint32_t device = 0; device < p->devices; device++)
		p->group[device] = p->group[device] * tiles->parts[0] + tiles->at[(size_t)device * SHLO__MOST_DIMS];
	p->groups *= tiles->parts[0];
	const bool good = fill_manual(p, op, block, values, divisions);
	memcpy(p->group, kept, p->devices * sizeof *kept);
	p->groups = groups;
	return good;
}

bool shlo__partition_manual(struct shlo__partition *p, struct mlirbc_op *op)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const struct mlirbc_attr *manual = shlo__sdy_field(mlirbc_op_attr(op, "manual_axes"), "manual_axes", 0);
	struct mlirbc_block *block = only_block(op, 0);
	if (!block || !mlirbc_op_is(block->last, "sdy.return") || block->last->operand_count != op->result_count ||
		block->argument_count != op->operand_count)
		return unfit(p, op);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (!enter_operand(p, op, manual, i, &block->arguments[i]))
			return false;
	}
	const size_t size = p->devices * sizeof(uint32_t), pointers = op->result_count * sizeof(void *);
	uint32_t *kept = shlo__take(allocator, size);
	struct mlirbc_value **values = shlo__take(allocator, pointers + 1);
	const struct shlo__division **divisions = shlo__take(allocator, pointers + 1);
	bool good = kept && values && divisions ? in_groups(p, op, manual, block, values, divisions, kept) : shlo__partition_no_memory(p);
	for (uint32_t i = 0; good && i < op->result_count; i++)
		good = leave_result(p, op, manual, i, values[i], divisions[i]);
	shlo__give(allocator, kept, size);
	shlo__give(allocator, values, pointers + 1);
	shlo__give(allocator, divisions, pointers + 1);
	return good;
}

/* ---- loops and branches */

/* The operation with the results and operands of another, and empty regions. */
static struct mlirbc_op *make_like(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_value *const *operands)
{
	const size_t size = (op->result_count + (size_t)1) * sizeof(void *);
	const struct mlirbc_type **types = shlo__take(mlirbc_context_allocator(p->context), size);
	for (uint32_t i = 0; types && i < op->result_count; i++)
		types[i] = mlirbc_op_results(op)[i].type;
	struct mlirbc_op *made = types ? mlirbc_op_create(p->context,
		&(const struct mlirbc_op_spec){ .unique_name = op->name, .location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op),
			.properties = mlirbc_op_properties(op), .result_types = types, .operands = operands, .result_count = op->result_count,
			.operand_count = op->operand_count, .region_count = op->region_count }, p->builder.block) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), types, size);
	if (!made)
		(void)shlo__partition_no_memory(p);
	return made;
}

/* Appends the terminator of a block; division `i` of `divisions` for value i (NULL: all whole). */
static bool finish_block(struct shlo__partition *p, struct mlirbc_op *end, const struct shlo__division *const *divisions)
{
	const size_t size = (end->operand_count + (size_t)1) * sizeof(void *);
	struct mlirbc_value **values = shlo__take(mlirbc_context_allocator(p->context), size);
	bool good = values || shlo__partition_no_memory(p);
	for (uint32_t i = 0; good && i < end->operand_count; i++) {
		values[i] = shlo__value_get(p, end, mlirbc_op_operands(end)[i].value, divisions ? divisions[i] : NULL);
		good = values[i] != NULL;
	}
	good = good && make_like(p, end, values);
	shlo__give(mlirbc_context_allocator(p->context), values, size);
	return good;
}

/* The divisions in which the terminator's operands were made. */
static void choose(const struct shlo__partition *p, const struct mlirbc_op *end, const struct shlo__division **out)
{
	for (uint32_t i = 0; i < end->operand_count; i++) {
		const struct shlo__entry *entry = shlo__value_find(p, mlirbc_op_operands(end)[i].value);
		out[i] = entry && p->groups < p->devices ? entry->home : NULL;
	}
}

/* Fills a region of the new operation from that of the old one. Its arguments are divided; so is what it returns, as given or chosen. */
static bool fill_region(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *made, uint32_t region,
	const struct shlo__division *const *arguments, const struct shlo__division **results, bool chooses)
{
	struct mlirbc_block *from = only_block(op, region);
	const size_t size = (from->argument_count + (size_t)1) * sizeof(void *);
	const struct mlirbc_type **types = shlo__take(mlirbc_context_allocator(p->context), size);
	bool good = types || shlo__partition_no_memory(p);
	for (uint32_t i = 0; good && i < from->argument_count; i++)
		good = (types[i] = shlo__local_type(p, from->arguments[i].type, arguments[i])) != NULL;
	struct mlirbc_block *block = good ? mlirbc_builder_block(&p->builder, made, region, types, from->argument_count) : NULL;
	shlo__give(mlirbc_context_allocator(p->context), types, size);
	if (!block)
		return good && shlo__partition_built(p);
	mlirbc_builder_enter(&p->builder, block);
	for (uint32_t i = 0; good && i < from->argument_count; i++)
		good = shlo__value_set(p, &from->arguments[i], &block->arguments[i], arguments[i]);
	if (!good || !shlo__partition_block(p, from))
		return false;
	if (chooses)
		choose(p, from->last, results);
	return finish_block(p, from->last, results);
}

static bool enter_region(struct shlo__partition *p, struct mlirbc_op *op, struct mlirbc_op *made, uint32_t region,
	const struct shlo__division *const *arguments, const struct shlo__division **results, bool chooses)
{
	struct mlirbc_block *block = p->builder.block;
	const size_t count = p->added_count;
	const bool good = fill_region(p, op, made, region, arguments, results, chooses);
	mlirbc_builder_enter(&p->builder, block);
	shlo__values_forget(p, count);
	return good;
}

/* Values of a list have the types of another's, as the verifier demands: divisions are for ranks. */
static bool same_types(const struct mlirbc_op *op, const struct mlirbc_block *block, const struct mlirbc_op *end)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		if ((block && (block->arguments[i].type != type || mlirbc_op_operands(op)[i].value->type != type)) ||
			(end && mlirbc_op_operands(end)[i].value->type != type))
			return false;
	}
	return true;
}

/* What a loop carries is divided as it comes in. */
static bool make_while(struct shlo__partition *p, struct mlirbc_op *op, const struct shlo__division **divisions, struct mlirbc_value **values)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(op)[i].value;
		const struct shlo__entry *entry = shlo__value_find(p, of);
		divisions[i] = entry && entry->home ? entry->home : shlo__hint(p, &mlirbc_op_results(op)[i]);
		if (p->groups == p->devices) /* each device is alone */
			divisions[i] = NULL;
		values[i] = shlo__value_get(p, op, of, divisions[i]);
		if (!values[i])
			return false;
	}
	struct mlirbc_op *made = make_like(p, op, values);
	if (!made || !enter_region(p, op, made, 0, divisions, NULL, false) ||
		!enter_region(p, op, made, 1, divisions, divisions, false))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc_op_results(made)[i].type = values[i]->type;
		if (!shlo__value_set(p, &mlirbc_op_results(op)[i], &mlirbc_op_results(made)[i], divisions[i]))
			return false;
	}
	return true;
}

bool shlo__partition_while(struct shlo__partition *p, struct mlirbc_op *op)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const struct mlirbc_block *condition = only_block(op, 0), *body = only_block(op, 1);
	const size_t size = (op->operand_count + (size_t)1) * sizeof(void *);
	if (!condition || !body || op->region_count != 2 || op->result_count != op->operand_count || condition->argument_count != op->operand_count ||
		body->argument_count != op->operand_count || body->last->operand_count != op->operand_count ||
		!same_types(op, condition, NULL) || !same_types(op, body, body->last))
		return unfit(p, op);
	const struct shlo__division **divisions = shlo__take(allocator, size);
	struct mlirbc_value **values = shlo__take(allocator, size);
	const bool good = divisions && values ? make_while(p, op, divisions, values) : shlo__partition_no_memory(p);
	shlo__give(allocator, divisions, size);
	shlo__give(allocator, values, size);
	return good;
}

/* All branches return what the first one does. */
static bool make_branches(struct shlo__partition *p, struct mlirbc_op *op, const struct shlo__division **divisions)
{
	struct mlirbc_value *index = shlo__value_get(p, op, mlirbc_op_operands(op)[0].value, NULL);
	struct mlirbc_op *made = index ? make_like(p, op, &index) : NULL;
	for (uint32_t region = 0; made && region < op->region_count; region++) {
		if (!enter_region(p, op, made, region, NULL, divisions, region == 0))
			return false;
	}
	for (uint32_t i = 0; made && i < op->result_count; i++) {
		const struct mlirbc_type *type = shlo__local_type(p, mlirbc_op_results(op)[i].type, divisions[i]);
		if (!type)
			return false;
		mlirbc_op_results(made)[i].type = type;
		if (!shlo__value_set(p, &mlirbc_op_results(op)[i], &mlirbc_op_results(made)[i], divisions[i]))
			return false;
	}
	return made != NULL;
}

bool shlo__partition_branches(struct shlo__partition *p, struct mlirbc_op *op)
{
	const struct mlirbc_allocator *allocator = mlirbc_context_allocator(p->context);
	const size_t size = (op->result_count + (size_t)1) * sizeof(void *);
	if (op->operand_count != 1)
		return unfit(p, op);
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = only_block(op, i);
		if (!block || block->argument_count != 0 || block->last->operand_count != op->result_count || !same_types(op, NULL, block->last))
			return unfit(p, op);
	}
	const struct shlo__division **divisions = shlo__take(allocator, size);
	const bool good = divisions ? make_branches(p, op, divisions) : shlo__partition_no_memory(p);
	shlo__give(allocator, divisions, size);
	return good;
}
