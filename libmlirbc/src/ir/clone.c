/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Cloning ops and regions. First everything is made, without operands; then operands and successors are set, which
 * cannot fail, so a failure leaves no uses. */
#include "ir/buffer.h"
#include "ir/links.h"
#include "ir/pointer_map.h"

#include <mlirbc/load.h>
#include <mlirbc/rewrite.h>

struct mlirbc_ir_mapping {
	struct mlirbc__job job;
	struct mlirbc__numbers keys; /* values and blocks, with their indices in `targets` */
	struct mlirbc__out targets;  /* void * */
};

struct mlirbc_ir_mapping *mlirbc_ir_mapping_create(struct mlirbc_context *context)
{
	struct mlirbc_ir_mapping *mapping = mlirbc__arena_take(
		&context->arena, sizeof *mapping, _Alignof(struct mlirbc_ir_mapping));
	if (mapping)
		*mapping = (struct mlirbc_ir_mapping){ .job.context = context };
	return mapping;
}

static void finish(struct mlirbc_ir_mapping *mapping)
{
	mlirbc__numbers_finish(&mapping->job, &mapping->keys);
	mlirbc__out_finish(&mapping->job, &mapping->targets);
}

void mlirbc_ir_mapping_destroy(struct mlirbc_ir_mapping *mapping)
{
	if (!mapping)
		return;
	finish(mapping);
	mlirbc__arena_give(&mapping->job.context->arena, mapping, sizeof *mapping, _Alignof(struct mlirbc_ir_mapping));
}

/* ---- entries of a mapping */

static void *find(const struct mlirbc_ir_mapping *mapping, const void *from)
{
	const struct mlirbc__number *number = mlirbc__number_find(&mapping->keys, from);
	return number ? ((void **)mapping->targets.data)[number->number] : NULL;
}

static bool set(struct mlirbc_ir_mapping *mapping, const void *from, void *to)
{
	const struct mlirbc__number *number = mlirbc__number_find(&mapping->keys, from);
	if (number) {
		((void **)mapping->targets.data)[number->number] = to;
		return true;
	}
	size_t count = MLIRBC__ITEMS(&mapping->targets, void *);
	mlirbc__out_put(&mapping->job, &mapping->targets, &to, sizeof to);
	return mapping->job.status == MLIRBC_OK && mlirbc__number_add(&mapping->job, &mapping->keys, from, count);
}

static enum mlirbc_status set_entry(struct mlirbc_ir_mapping *mapping, const void *from,
	const struct mlirbc_context *from_context, void *to, const struct mlirbc_context *to_context)
{
	const struct mlirbc_context *context = mapping->job.context;
	if ((from_context && from_context != context) || (to_context && to_context != context))
		return MLIRBC_E_ARG;
	mapping->job.status = MLIRBC_OK;
	(void)set(mapping, from, to);
	return mapping->job.status;
}

enum mlirbc_status mlirbc_ir_mapping_set_value(
	struct mlirbc_ir_mapping *mapping, const struct mlirbc_value *from, struct mlirbc_value *to)
{
	return from && to ? set_entry(mapping, from, mlirbc__value_context(from), to, mlirbc__value_context(to))
			  : MLIRBC_E_ARG;
}

enum mlirbc_status mlirbc_ir_mapping_set_block(
	struct mlirbc_ir_mapping *mapping, const struct mlirbc_block *from, struct mlirbc_block *to)
{
	return from && to ? set_entry(mapping, from, mlirbc__block_context(from), to, mlirbc__block_context(to))
			  : MLIRBC_E_ARG;
}

struct mlirbc_value *mlirbc_ir_mapping_value(const struct mlirbc_ir_mapping *mapping, const struct mlirbc_value *from)
{
	return find(mapping, from);
}

struct mlirbc_block *mlirbc_ir_mapping_block(const struct mlirbc_ir_mapping *mapping, const struct mlirbc_block *from)
{
	return find(mapping, from);
}

/* ---- making */

struct pair {
	struct mlirbc_op *from, *to;
};

struct clone {
	struct mlirbc_ir_mapping *map;
	struct mlirbc__out pairs; /* in pre-order; number i is from->number */
};

/* Locations are copied as numbers, so a lazy one stays lazy. `drop_mapped`: skip arguments that have a mapped value. */
static bool clone_arguments(struct clone *c, const struct mlirbc_block *from, struct mlirbc_block *to, bool drop_mapped)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < from->argument_count; i++)
		count += !(drop_mapped && find(c->map, &from->arguments[i]));
	struct mlirbc_value *arguments = count ? mlirbc__arguments_alloc(c->map->job.context, count) : NULL;
	if (count && !arguments)
		return mlirbc__job_memory(&c->map->job);
	to->arguments = arguments;
	to->argument_count = count;
	for (uint32_t i = 0, at = 0; i < from->argument_count; i++) {
		const struct mlirbc_value *argument = &from->arguments[i];
		if (drop_mapped && find(c->map, argument))
			continue;
		mlirbc__block_locations(to)[at] = mlirbc__block_locations(from)[i];
		arguments[at] = (struct mlirbc_value){
			.type = argument->type, .owner = to, .is_argument = 1, .index = at & MLIRBC_MOST_PARTS
		};
		if (!set(c->map, argument, &arguments[at++]))
			return false;
	}
	return true;
}

static bool clone_blocks(struct clone *c, const struct mlirbc_region *from, struct mlirbc_region *to, bool drop_mapped)
{
	for (const struct mlirbc_block *block = from->first; block; block = block->next) {
		struct mlirbc_block *made = mlirbc_block_create(c->map->job.context, to, NULL, NULL, 0);
		if (!made)
			return mlirbc__job_memory(&c->map->job);
		if (!set(c->map, block, made) || !clone_arguments(c, block, made, drop_mapped))
			return false;
	}
	return true;
}

static struct mlirbc_op *clone_op(struct clone *c, struct mlirbc_op *op)
{
	const struct mlirbc_op_spec spec = { .result_count = op->result_count,
		.operand_count = op->operand_count,
		.successor_count = mlirbc_op_successor_count(op),
		.region_count = op->region_count };
	enum mlirbc_status status = mlirbc_op_load(op, c->map->job.diag);
	if (status != MLIRBC_OK) {
		c->map->job.status = status; /* diag is filled */
		return NULL;
	}
	struct mlirbc_op *made = mlirbc__op_create(c->map->job.context, &spec, op->name, NULL);
	struct pair pair = { op, made };
	if (!made) {
		mlirbc__job_memory(&c->map->job);
		return NULL;
	}
	made->location = op->location;
	made->attrs = op->attrs;
	made->isolated = op->isolated;
	for (uint32_t i = 0; i < op->result_count; i++) {
		mlirbc_op_results(made)[i].type = mlirbc_op_results(op)[i].type;
		if (!set(c->map, &mlirbc_op_results(op)[i], &mlirbc_op_results(made)[i]))
			return NULL;
	}
	for (uint32_t i = 0; i < op->region_count; i++) {
		if (!clone_blocks(c, &mlirbc_op_regions(op)[i], &mlirbc_op_regions(made)[i], false))
			return NULL;
	}
	op->number = (uint32_t)MLIRBC__ITEMS(&c->pairs, struct pair);
	mlirbc__out_put(&c->map->job, &c->pairs, &pair, sizeof pair);
	return c->map->job.status == MLIRBC_OK ? made : NULL;
}

/* An op with everything inside it. The first clone is appended to `block`, or detached. */
static struct mlirbc_op *clone_tree(struct clone *c, struct mlirbc_op *root, struct mlirbc_block *block)
{
	struct mlirbc_op *first = NULL;
	for (struct mlirbc_op *op = NULL; (op = mlirbc_op_next_pre(root, op)) != NULL;) {
		struct mlirbc_op *made = clone_op(c, op);
		if (!made)
			return NULL;
		if (op == root)
			first = made;
		else
			block = find(c->map, op->parent);
		if (block)
			mlirbc_op_append(made, block);
	}
	return first;
}

/* ---- connecting */

static void connect(const struct clone *c, const struct pair *pair)
{
	const struct mlirbc_operand *from = mlirbc_op_operands(pair->from);
	struct mlirbc_operand *to = mlirbc_op_operands(pair->to);
	for (uint32_t i = 0; i < pair->from->operand_count; i++) {
		struct mlirbc_value *value = from[i].value, *mapped = value ? find(c->map, value) : NULL;
		mlirbc_operand_set(&to[i], mapped ? mapped : value);
	}
	for (uint32_t i = 0; i < mlirbc_op_successor_count(pair->from); i++) {
		struct mlirbc_block *block = mlirbc_op_successors(pair->from)[i],
				    *mapped = block ? find(c->map, block) : NULL;
		mlirbc_op_successors(pair->to)[i] = mapped ? mapped : block;
	}
}

/* Gives the use list of a cloned value the order of the original's. */
static void order_uses(const struct clone *c, const struct mlirbc_value *from, struct mlirbc_value *to)
{
	const struct pair *pairs = c->pairs.data;
	struct mlirbc_operand *last = NULL;
	if (!to || !to->first_use || !mlirbc_operand_next(to->first_use))
		return;
	for (const struct mlirbc_operand *use = from->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *op = mlirbc_operand_owner(use);
		if (op->number >= MLIRBC__ITEMS(&c->pairs, struct pair) || pairs[op->number].from != op)
			continue;
		struct mlirbc_operand *own = mlirbc_op_operands(pairs[op->number].to) + (use - mlirbc_op_operands(op));
		if (last)
			mlirbc__operand_link(last, own);
		else
			to->first_use = own;
		last = own;
	}
	mlirbc__operand_link(last, NULL);
}

static void order_arguments(const struct clone *c, const struct mlirbc_region *from)
{
	for (const struct mlirbc_block *block = from->first; block; block = block->next) {
		for (uint32_t i = 0; i < block->argument_count; i++) {
			struct mlirbc_value *to = find(c->map, &block->arguments[i]);
			if (to && mlirbc_value_block(to) == find(c->map, block))
				order_uses(c, &block->arguments[i], to);
		}
	}
}

static void connect_all(const struct clone *c)
{
	const struct pair *pairs = c->pairs.data;
	size_t count = MLIRBC__ITEMS(&c->pairs, struct pair);
	for (size_t i = 0; i < count; i++)
		connect(c, &pairs[i]);
	for (size_t i = 0; i < count; i++) {
		const struct mlirbc_op *op = pairs[i].from;
		for (uint32_t k = 0; k < op->result_count; k++)
			order_uses(c, &mlirbc_op_results(op)[k], &mlirbc_op_results(pairs[i].to)[k]);
		for (uint32_t k = 0; k < op->region_count; k++)
			order_arguments(c, &mlirbc_op_regions(op)[k]);
	}
}

/* ---- entry points */

/* `own`: used if the caller passed no mapping. */
static bool start(struct clone *c, const struct mlirbc_op *op, struct mlirbc_ir_mapping *mapping,
	struct mlirbc_ir_mapping *own, struct mlirbc_diag *diag)
{
	*own = (struct mlirbc_ir_mapping){ .job.context = mlirbc__context(op) };
	*c = (struct clone){ .map = mapping ? mapping : own };
	c->map->job.status = MLIRBC_OK;
	c->map->job.diag = diag;
	return c->map->job.context == mlirbc__context(op) ||
	       mlirbc__job_fail(&c->map->job, MLIRBC_E_ARG, "the mapping belongs to another context");
}

static enum mlirbc_status end(struct clone *c, struct mlirbc_ir_mapping *own)
{
	enum mlirbc_status status = c->map->job.status;
	mlirbc__out_finish(&c->map->job, &c->pairs);
	c->map->job.diag = NULL;
	finish(own);
	return status;
}

enum mlirbc_status mlirbc_op_clone(
	struct mlirbc_op *op, struct mlirbc_ir_mapping *mapping, struct mlirbc_op **out_clone, struct mlirbc_diag *diag)
{
	struct mlirbc_ir_mapping own;
	struct clone c;
	*out_clone = NULL;
	if (start(&c, op, mapping, &own, diag) && (*out_clone = clone_tree(&c, op, NULL)) != NULL)
		connect_all(&c);
	return end(&c, &own);
}

enum mlirbc_status mlirbc_region_clone(struct mlirbc_region *from, struct mlirbc_region *into,
	struct mlirbc_ir_mapping *mapping, struct mlirbc_diag *diag)
{
	struct mlirbc_ir_mapping own;
	struct clone c;
	struct mlirbc_region made = { .parent = into->parent };
	if (into->parent->unread)
		return mlirbc__fail(diag, MLIRBC_E_STATE, MLIRBC_NO_OFFSET, "the region is still in its file");
	bool ok = start(&c, into->parent, mapping, &own, diag);
	if (ok && mlirbc__context(from->parent) != mlirbc__context(into->parent))
		ok = mlirbc__job_fail(&c.map->job, MLIRBC_E_ARG, "the regions belong to two contexts");
	if (ok && (c.map->job.status = mlirbc_op_load(from->parent, diag)) == MLIRBC_OK &&
		clone_blocks(&c, from, &made, true)) {
		const struct mlirbc_block *block = from->first;
		for (; ok && block; block = block->next) {
			for (struct mlirbc_op *op = block->first; ok && op; op = op->next)
				ok = clone_tree(&c, op, find(c.map, block)) != NULL;
		}
		if (ok) {
			connect_all(&c);
			order_arguments(&c, from);
			mlirbc__region_splice(into, &made);
		}
	}
	return end(&c, &own);
}
