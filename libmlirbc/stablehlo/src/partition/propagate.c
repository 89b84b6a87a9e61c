/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How values are best divided: shardings of arguments, results and constraints flow through operations by their factors, forth and back,
 * and around loops; through factors of sums last. A value keeps the first division that reaches it, or one that divides it
 * further. */
#include "dialect/sdy_fields.h"
#include "partition/partition.h"

enum { ROUNDS = 4, NEAR = 64 /* operations */ };

static bool visit_block(struct shlo__partition *p, struct mlirbc_block *block, bool back);

/* Whether the division divides all parts of another one, or more. */
static bool extends(const struct shlo__partition *p, const struct shlo__division *division, const struct shlo__division *other)
{
	for (size_t i = 0; i < other->rank; i++) {
		if (!shlo__refines(p, division, other, i))
			return false;
	}
	return true;
}

static bool offer(struct shlo__partition *p, const struct mlirbc_value *value, const struct shlo__division *division)
{
	const struct shlo__division *hint = shlo__hint(p, value);
	return !division || division == hint || (hint && !extends(p, division, hint)) || shlo__hint_set(p, value, division);
}

/* Values that are one: the division of either goes to the other. */
static bool join(struct shlo__partition *p, const struct mlirbc_value *a, const struct mlirbc_value *b)
{
	return a->type != b->type || (offer(p, a, shlo__hint(p, b)) && offer(p, b, shlo__hint(p, a)));
}

static bool asked(struct shlo__partition *p, const struct mlirbc_op *op, const struct mlirbc_attr *attr, const struct mlirbc_value *value,
	bool padded)
{
	const struct shlo__division *division;
	struct shlo__sharding sharding;
	return shlo__sharding_read(p, op, attr, value->type, NULL, padded, &sharding) &&
	       shlo__aim(p, op, &sharding, value->type, shlo__hint(p, value), &division) && offer(p, value, division);
}

/* ---- operations */

/* Factors of sums: the axes of weights would take those of batches. */
static void drop_reduced(struct shlo__factors *f, const struct mlirbc_op *op)
{
	for (uint32_t i = 0; f->count && i < op->operand_count; i++) {
		for (size_t dim = 0; dim < mlirbc_op_operands(op)[i].value->type->u.shaped.rank; dim++) {
			int16_t *factor = &f->operands[i][dim];
			*factor = *factor != SHLO__NO_FACTOR && f->reduced[*factor] ? SHLO__NO_FACTOR : *factor;
		}
	}
}

static bool visit_factors(struct shlo__partition *p, struct mlirbc_op *op)
{
	struct shlo__tiles *tiles = &p->tiles[SHLO__TILES_B];
	const struct shlo__division *division;
	if (!shlo__factors_of(p, op, &p->factors))
		return false;
	if (!p->through_sums)
		drop_reduced(&p->factors, op);
	shlo__tiles_clear(p, tiles, p->factors.count);
	for (uint32_t i = 0; p->factors.count && i < op->operand_count; i++)
		shlo__propose(p, p->factors.operands[i], shlo__hint(p, mlirbc_op_operands(op)[i].value), tiles);
	for (uint32_t i = 0; p->factors.count && i < op->result_count; i++)
		shlo__propose(p, p->factors.results[i], shlo__hint(p, &mlirbc_op_results(op)[i]), tiles);
	for (uint32_t i = 0; p->factors.count && i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		if (!shlo__of_factors(p, p->factors.operands[i], value->type, tiles, &division) || !offer(p, value, division))
			return false;
	}
	for (uint32_t i = 0; p->factors.count && i < op->result_count; i++) {
		const struct mlirbc_value *value = &mlirbc_op_results(op)[i];
		if (!shlo__of_factors(p, p->factors.results[i], value->type, tiles, &division) || !offer(p, value, division))
			return false;
	}
	return true;
}

/* What a loop carries has one division before, in and behind it. */
static bool visit_while(struct shlo__partition *p, struct mlirbc_op *op, bool back)
{
	for (uint32_t region = 0; region < op->region_count; region++) {
		struct mlirbc_block *block = mlirbc_op_regions(op)[region].first;
		if (!block || !block->last || block->argument_count != op->operand_count || op->result_count != op->operand_count)
			return true; /* refused later */
		for (int pass = 0; pass < 2; pass++) {
			for (uint32_t i = 0; i < op->operand_count; i++) {
				const struct mlirbc_value *result = &mlirbc_op_results(op)[i];
				if (!join(p, result, mlirbc_op_operands(op)[i].value) || !join(p, result, &block->arguments[i]))
					return false;
				if (block->last->operand_count == op->result_count && region == 1 &&
					!join(p, result, mlirbc_op_operands(block->last)[i].value))
					return false;
			}
			if (pass == 0 && !visit_block(p, block, back))
				return false;
		}
	}
	return true;
}

static bool visit_branches(struct shlo__partition *p, struct mlirbc_op *op, bool back)
{
	for (uint32_t region = 0; region < op->region_count; region++) {
		struct mlirbc_block *block = mlirbc_op_regions(op)[region].first;
		if (!block || !block->last || block->last->operand_count != op->result_count)
			return true;
		for (int pass = 0; pass < 2; pass++) {
			for (uint32_t i = 0; i < op->result_count; i++) {
				if (!join(p, &mlirbc_op_results(op)[i], mlirbc_op_operands(block->last)[i].value))
					return false;
			}
			if (pass == 0 && !visit_block(p, block, back))
				return false;
		}
	}
	return true;
}

/* The outside of a manual computation: its axes. */
static bool visit_manual(struct shlo__partition *p, struct mlirbc_op *op)
{
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_attr *sharding = shlo__sharding_at(op, "in_shardings", i);
		if (sharding && !asked(p, op, sharding, mlirbc_op_operands(op)[i].value, false))
			return false;
	}
	for (uint32_t i = 0; i < op->result_count; i++) {
		const struct mlirbc_attr *sharding = shlo__sharding_at(op, "out_shardings", i);
		if (sharding && !asked(p, op, sharding, &mlirbc_op_results(op)[i], false))
			return false;
	}
	return true;
}

/* Values of a group are divided alike. JAX writes the members of a group side by side; others far before are not looked for,
 * which bounds the time. */
static bool visit_group(struct shlo__partition *p, const struct mlirbc_op *op)
{
	const int64_t group = shlo__sdy_number(mlirbc_op_attr(op, "group_id"), -1);
	const struct mlirbc_op *other = op->prev;
	for (int i = 0; other && i < NEAR; i++, other = other->prev) {
		if (other->operand_count == 1 && mlirbc_op_is(other, "sdy.sharding_group") &&
			shlo__sdy_number(mlirbc_op_attr(other, "group_id"), -1) == group)
			return join(p, mlirbc_op_operands(op)[0].value, mlirbc_op_operands(other)[0].value);
	}
	return true;
}

static bool visit(struct shlo__partition *p, struct mlirbc_op *op, bool back)
{
	const bool same = op->operand_count == 1 && op->result_count == 1;
	struct mlirbc_string name;
	if (mlirbc_op_is(op, "sdy.manual_computation"))
		return visit_manual(p, op);
	if (mlirbc_op_is(op, "stablehlo.while"))
		return visit_while(p, op, back);
	if (mlirbc_op_is(op, "stablehlo.if") || mlirbc_op_is(op, "stablehlo.case"))
		return visit_branches(p, op, back);
	if (shlo__gspmd_op(op) == SHLO__GSPMD_SHARDING && mlirbc_op_results(op)->type == mlirbc_op_operands(op)[0].value->type) {
		const struct mlirbc_attr *sharding = mlirbc_op_attr(op, "mhlo.sharding");
		return asked(p, op, sharding, mlirbc_op_results(op), true) && asked(p, op, sharding, mlirbc_op_operands(op)[0].value, true);
	}
	if (!shlo__sdy_name(op, &name))
		return visit_factors(p, op);
	if (op->operand_count == 1 && shlo__is_one_of(&name, "sharding_group\0"))
		return visit_group(p, op);
	if (same && (mlirbc_op_is(op, "sdy.sharding_constraint") || mlirbc_op_is(op, "sdy.reshard"))) {
		const struct mlirbc_attr *sharding = mlirbc_op_attr(op, "sharding");
		return asked(p, op, sharding, mlirbc_op_results(op), true) && asked(p, op, sharding, mlirbc_op_operands(op)[0].value, true);
	}
	return true;
}

static bool visit_block(struct shlo__partition *p, struct mlirbc_block *block, bool back)
{
	for (struct mlirbc_op *op = back ? block->last : block->first; op; op = back ? op->prev : op->next) {
		if (!visit(p, op, back))
			return false;
	}
	return true;
}

bool shlo__propagate(struct shlo__partition *p, struct mlirbc_op *main)
{
	struct mlirbc_block *block = mlirbc_op_regions(main)[0].first;
	for (uint32_t i = 0; i < block->argument_count; i++) {
		if (!asked(p, main, shlo__sharding_of_main(main, "arg_attrs", i), &block->arguments[i], false))
			return false;
	}
	for (uint32_t i = 0; i < block->last->operand_count; i++) {
		if (!asked(p, main, shlo__sharding_of_main(main, "res_attrs", i), mlirbc_op_operands(block->last)[i].value, false))
			return false;
	}
	for (int round = 0; round < ROUNDS; round++) {
		p->through_sums = round >= ROUNDS / 2;
		if (!visit_block(p, block, false) || !visit_block(p, block, true))
			return false;
	}
	return true;
}
