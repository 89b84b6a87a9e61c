/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations: each is copied for the parts that a device computes. */
#include "dialect/sdy_fields.h"
#include "partition/device.h"

#include <mlirbc/rewrite.h>

/* ---- copies */

static bool map(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_value *of, const struct shlo__division *division)
{
	struct mlirbc_value *value = shlo__value_get(p, op, of, division);
	return value && (mlirbc_ir_mapping_set_value(p->mapping, of, value) == MLIRBC_OK || shlo__partition_no_memory(p));
}

/* An operand that is there twice may be divided in two ways, of which the mapping knows the last. */
static bool set_operands(struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_op *copy, const struct shlo__tiles *tiles)
{
	const struct shlo__division *division;
	for (uint32_t i = 0; i < op->operand_count && p->factors.count > 0; i++) {
		const struct mlirbc_value *of = mlirbc_op_operands(op)[i].value;
		if (!shlo__of_factors(p, p->factors.operands[i], of->type, tiles, &division))
			return false;
		struct mlirbc_value *value = shlo__value_get(p, op, of, division); /* it is made already */
		if (!value)
			return false;
		if (mlirbc_op_operands(copy)[i].value != value)
			mlirbc_operand_set(&mlirbc_op_operands(copy)[i], value);
	}
	return true;
}

/* Values from outside that operations inside of it use. */
static bool map_captured(struct shlo__partition *p, struct mlirbc_op *op)
{
	for (struct mlirbc_op *inner = op->region_count ? mlirbc_op_next_pre(op, op) : NULL; inner; inner = mlirbc_op_next_pre(op, inner)) {
		if (mlirbc_op_is(inner, "sdy.manual_computation"))
			return shlo__partition_fail(p, inner, MLIRBC_E_UNSUPPORTED, "it is in the region of an operation other than while, if and case");
		for (uint32_t i = 0; i < inner->operand_count; i++) {
			const struct mlirbc_value *value = mlirbc_op_operands(inner)[i].value;
			if (shlo__value_find(p, value) && !map(p, inner, value, NULL))
				return false;
		}
	}
	return true;
}

/* A dimension of the result that is divided next, by its hint, as factor `i` is; the rank: there is none. */
static size_t scattered_dim(const struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__tiles *tiles, size_t i,
	const struct shlo__division *hint, const struct shlo__division *division)
{
	const uint32_t ratio = tiles->parts[i];
	size_t dim = 0;
	for (; hint && dim < hint->rank; dim++) {
		const uint32_t parts = (division ? division->parts[dim] : 1) * ratio;
		bool same = hint->parts[dim] % parts == 0 && type->u.shaped.dims[dim] % parts == 0;
		for (uint32_t device = 0; same && device < p->devices; device++)
			same = hint->at[device * hint->rank + dim] / (hint->parts[dim] / parts) ==
			       (division ? division->at[device * division->rank + dim] : 0) * ratio + tiles->at[(size_t)device * SHLO__MOST_DIMS + i];
		if (same)
			return dim;
	}
	return hint ? hint->rank : 0;
}

/* Unites the terms of a result, of which devices keep parts if its hint wants them. */
static bool reduce_result(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_value *of, struct shlo__tiles *tiles,
	struct mlirbc_value **value, const struct shlo__division **division)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	const struct shlo__division *hint = p->replicas == 1 ? shlo__hint(p, of) : NULL;
	struct mlirbc_op *reduce = op->region_count ? op : NULL;
	for (size_t i = 0; i < p->factors.count; i++) {
		if (!p->factors.reduced[i] || tiles->parts[i] == 1)
			continue;
		const size_t dim = scattered_dim(p, of->type, tiles, i, hint, *division);
		if (hint && dim < hint->rank) {
			*value = shlo__reduce_scatter(p, *value, tiles, i, dim, "stablehlo.add", reduce);
			shlo__tiles_clear(p, made, hint->rank);
			for (size_t k = 0; k < hint->rank; k++)
				shlo__tiles_copy(p, made, k, *division, k);
			shlo__tiles_split(p, made, dim, tiles, i);
			if (!shlo__tiles_finish(p, made, division))
				return false;
		} else {
			*value = shlo__all_reduce(p, *value, tiles, i, "stablehlo.add", reduce);
		}
		if (!*value)
			return false;
		shlo__tiles_drop(p, tiles, i);
	}
	return true;
}

/* ---- terms */

/* The kind of the sum of a reduced factor; SHLO__REDUCED: another one. */
static enum shlo__reduction reduction_of(const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = op->region_count ? mlirbc_op_regions(op)[0].first : NULL;
	if (!body || mlirbc_op_is(body->first, "stablehlo.add"))
		return SHLO__UNREDUCED_SUM;
	if (mlirbc_op_is(body->first, "stablehlo.maximum"))
		return SHLO__UNREDUCED_MAX;
	return mlirbc_op_is(body->first, "stablehlo.minimum") ? SHLO__UNREDUCED_MIN : SHLO__REDUCED;
}

/* Whether a constraint asks for the terms. Then they are not united before something needs the value. */
static bool wants_terms(const struct mlirbc_value *value)
{
	for (const struct mlirbc_operand *use = value->first_use; use; use = mlirbc_operand_next(use)) {
		const struct mlirbc_op *user = mlirbc_operand_owner(use);
		if ((mlirbc_op_is(user, "sdy.sharding_constraint") || mlirbc_op_is(user, "sdy.reshard")) &&
			shlo__sdy_length(shlo__sdy_field(mlirbc_op_attr(user, "sharding"), "sharding", 3)))
			return true;
	}
	return false;
}

/* The reduced factors as terms; NULL: none is divided, or they are united. False after a failure. */
static bool find_terms(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__tiles *tiles, struct shlo__sharding *out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	*out = (struct shlo__sharding){ .reduction = op->result_count == 1 && tiles->rank ? reduction_of(op) : SHLO__REDUCED };
	if (out->reduction == SHLO__REDUCED || !wants_terms(mlirbc_op_results(op)))
		return true;
	shlo__tiles_clear(p, made, 1);
	for (size_t i = 0; i < p->factors.count; i++) {
		if (p->factors.reduced[i])
			shlo__tiles_split(p, made, 0, tiles, i);
	}
	return shlo__tiles_finish(p, made, &out->terms);
}

static struct mlirbc_value *shift_iota(
	struct shlo__partition *p, const struct mlirbc_op *op, struct mlirbc_value *value, const struct shlo__division *division)
{
	int64_t dim;
	if (!division || !shlo__int_of(mlirbc_op_attr(op, "iota_dimension"), &dim) || division->parts[dim] == 1)
		return value;
	return shlo__shift(p, value, division, (size_t)dim);
}

bool shlo__partition_op(struct shlo__partition *p, struct mlirbc_op *op)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_B];
	const struct shlo__division *division;
	struct shlo__sharding terms;
	struct mlirbc_value *inside, *shifts[SHLO__MOST_DIMS];
	struct mlirbc_op *copy;
	if (!shlo__factors_of(p, op, &p->factors))
		return false;
	p->has_calls |= mlirbc_op_is(op, "func.call");
	if (!shlo__divide(p, op, tiles))
		return false;
	shlo__note_whole(p, op, tiles);
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (!shlo__of_factors(p, p->factors.operands[i], value->type, tiles, &division) || !map(p, op, value, division))
			return false;
	}
	if (!map_captured(p, op))
		return false;
	if (mlirbc_op_clone(op, p->mapping, &copy, NULL) != MLIRBC_OK)
		return shlo__partition_no_memory(p);
	if (!set_operands(p, op, copy, tiles) || !shlo__mask_padding(p, op, copy, tiles) || !shlo__rows(p, op, copy, tiles, &inside) ||
		!shlo__halos(p, op, copy, tiles) || !shlo__pieces(p, op, copy, tiles, shifts) || !shlo__running(p, op, copy, tiles))
		return false;
	mlirbc_op_append(copy, p->builder.block);
	if (!find_terms(p, op, tiles, &terms))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_type *type = mlirbc_op_results(op)[i].type;
		if (!shlo__of_factors(p, p->factors.results[i], type, tiles, &division) || !(type = shlo__local_type(p, type, division)))
			return false;
		mlirbc_op_results(copy)[i].type = type;
		struct mlirbc_value *value = &mlirbc_op_results(copy)[i];
		if (mlirbc_op_is(op, "stablehlo.iota") && !(value = shift_iota(p, op, value, division)))
			return false;
		if ((inside && !(value = shlo__rows_inside(p, op, value, inside))) || !(value = shlo__pieces_placed(p, value, shifts)) ||
			!(value = shlo__running_totals(p, op, copy, value, tiles)) ||
			!(value = shlo__select_part(p, op, copy, value, tiles)))
			return false;
		if (terms.terms ? !shlo__value_set_terms(p, &mlirbc_op_results(op)[i], value, division, &terms)
				: !reduce_result(p, op, &mlirbc_op_results(op)[i], tiles, &value, &division) || !shlo__value_set(p, &mlirbc_op_results(op)[i], value, division))
			return false;
	}
	return shlo__factors_fix(p, op, copy);
}

/* ---- Shardy */

bool shlo__aim(struct shlo__partition *p, const struct mlirbc_op *op, const struct shlo__sharding *sharding,
	const struct mlirbc_type *type, const struct shlo__division *home, const struct shlo__division **out)
{
	struct shlo__tiles *made = &p->tiles[SHLO__TILES_A];
	*out = NULL;
	shlo__tiles_clear(p, made, sharding->tiles->rank);
	for (size_t i = 0; i < made->rank; i++)
		shlo__tiles_split(p, made, i, sharding->tiles, i);
	if (!shlo__tiles_uniform(p, made))
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "a sharding that uses an axis twice, or a manual one");
	if (!shlo__tiles_finish(p, made, out))
		return false;
	for (size_t i = 0; home && i < made->rank && type->kind == MLIRBC_TYPE_TENSOR; i++) {
		const struct shlo__division *kept = *out;
		if (!sharding->open[i] || !shlo__refines(p, home, kept, i) || home->parts[i] == (kept ? kept->parts[i] : 1) ||
			(!sharding->padded && !shlo__parts_are_even(type, home, i)))
			continue;
		shlo__tiles_copy(p, made, i, home, i);
		if (!shlo__tiles_uniform(p, made))
			shlo__tiles_copy(p, made, i, kept, i);
		else if (!shlo__tiles_finish(p, made, out))
			return false;
	}
	return true;
}

static bool constrain(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *attr)
{
	const struct mlirbc_value *of = mlirbc_op_operands(op)[0].value, *result = mlirbc_op_results(op);
	const struct shlo__entry *entry = shlo__value_find(p, of);
	const struct shlo__division *division;
	struct shlo__sharding sharding;
	if (!shlo__sharding_read(p, op, attr, of->type, NULL, true, &sharding) ||
		!shlo__aim(p, op, &sharding, of->type, entry ? entry->home : NULL, &division))
		return false;
	/* terms that are there stay; others are made where they leave the program */
	struct mlirbc_value *value = shlo__value_has_terms(p, of, division, &sharding);
	if (value)
		return shlo__value_set_terms(p, result, value, division, &sharding);
	value = shlo__value_get(p, op, of, division);
	return value && shlo__value_set(p, result, value, division);
}

static bool inline_body(struct shlo__partition *p, struct mlirbc_op *op)
{
	struct mlirbc_block *block = op->region_count == 1 ? mlirbc_op_regions(op)[0].first : NULL;
	struct mlirbc_op *end = block && !block->next ? block->last : NULL;
	if (!end || end->operand_count != op->result_count || block->argument_count != op->operand_count)
		return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its body does not fit");
	for (uint32_t i = 0; i < op->operand_count; i++) {
		if (block->arguments[i].type != mlirbc_op_operands(op)[i].value->type)
			return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its body does not fit");
		if (!shlo__value_alias(p, &block->arguments[i], mlirbc_op_operands(op)[i].value))
			return false;
	}
	if (!shlo__partition_block(p, block))
		return false;
	for (uint32_t i = 0; i < op->result_count; i++) {
		if (mlirbc_op_results(op)[i].type != mlirbc_op_operands(end)[i].value->type)
			return shlo__partition_fail(p, op, MLIRBC_E_UNSUPPORTED, "its body does not fit");
		if (!shlo__value_alias(p, &mlirbc_op_results(op)[i], mlirbc_op_operands(end)[i].value))
			return false;
	}
	return true;
}

static bool partition_sdy(struct shlo__partition *p, struct mlirbc_op *op, const struct mlirbc_string *name)
{
	static const char asked[] = "sharding_constraint\0reshard\0";
	static const char same[] = "propagation_barrier\0data_flow_edge\0func_data_flow_edge\0all_gather\0all_slice\0all_to_all\0"
				   "collective_permute\0all_reduce\0reduce_scatter\0sharded_to_unreduced\0replicated_to_unreduced\0";
	const bool one = op->operand_count == 1 && op->result_count == 1 && mlirbc_op_operands(op)[0].value->type == mlirbc_op_results(op)->type;
	if (shlo__is_one_of(name, "sharding_group\0"))
		return op->operand_count != 1 || shlo__value_settle(p, op, mlirbc_op_operands(op)[0].value);
	if (shlo__is_one_of(name, "named_computation\0"))
		return inline_body(p, op);
	if (one && shlo__is_one_of(name, asked))
		return constrain(p, op, mlirbc_op_attr(op, "sharding"));
	if (!one || !shlo__is_one_of(name, same))
		return shlo__partition_op(p, op);
	const struct mlirbc_attr *sharding = mlirbc_op_attr(op, "out_sharding");
	return sharding ? constrain(p, op, sharding) : shlo__value_alias(p, mlirbc_op_results(op), mlirbc_op_operands(op)[0].value);
}

/* ---- blocks */

static bool partition_gspmd(struct shlo__partition *p, struct mlirbc_op *op, enum shlo__gspmd_op kind)
{
	const struct mlirbc_attr *sharding = mlirbc_op_attr(op, "mhlo.sharding");
	if (kind != SHLO__GSPMD_SHARDING)
		return shlo__gspmd_cross(p, op);
	if (sharding && sharding->kind == MLIRBC_ATTR_STRING && p->groups == 1 && mlirbc_op_operands(op)[0].value->type == mlirbc_op_results(op)->type)
		return constrain(p, op, sharding);
	return shlo__value_alias(p, mlirbc_op_results(op), mlirbc_op_operands(op)[0].value);
}

static bool partition_any(struct shlo__partition *p, struct mlirbc_op *op)
{
	const enum shlo__gspmd_op kind = shlo__gspmd_op(op);
	struct mlirbc_string name;
	if (kind != SHLO__GSPMD_OTHER)
		return partition_gspmd(p, op, kind);
	if (mlirbc_op_is(op, "sdy.manual_computation"))
		return shlo__partition_manual(p, op);
	if (shlo__sdy_name(op, &name))
		return partition_sdy(p, op, &name);
	if (mlirbc_op_is(op, "stablehlo.while"))
		return shlo__partition_while(p, op);
	if (mlirbc_op_is(op, "stablehlo.if") || mlirbc_op_is(op, "stablehlo.case"))
		return shlo__partition_branches(p, op);
	if (shlo__is_roll_piece(op))
		return true;
	if (shlo__is_roll(op))
		return shlo__partition_roll(p, op);
	if (mlirbc_op_is(op, "stablehlo.reverse"))
		return shlo__partition_reverse(p, op);
	if (shlo__is_made_once(p, op))
		return shlo__partition_once(p, op);
	return shlo__partition_op(p, op);
}

bool shlo__partition_block(struct shlo__partition *p, struct mlirbc_block *block)
{
	for (struct mlirbc_op *op = block->first; op && op != block->last; op = op->next) {
		uint32_t groups;
		bool good;
		p->builder.location = mlirbc_op_location(op);
		if (shlo__gspmd_op(op) != SHLO__GSPMD_LEAVE && shlo__gspmd_is_manual(p, op))
			good = shlo__gspmd_alone(p, op, &groups) && shlo__gspmd_together(p, op, groups, partition_any(p, op));
		else
			good = partition_any(p, op);
		if (!good || !shlo__partition_built(p))
			return false;
	}
	return true;
}
