/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of JAX carry the weights of a scan through its loop. A captured value needs no reference for each iteration, may be a
 * constant, and lets operations on it move in front of the loop. */
#include "loops/loops.h"

#include <mlirbc/rewrite.h>

struct mlirbc_block *bef_hlo__loop_block(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t region)
{
	const struct mlirbc_region *r = region < op->region_count ? &mlirbc_op_regions(op)[region] : NULL;
	struct mlirbc_block *block = r && r->block_count == 1 ? r->first : NULL;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) || op->region_count != 2 || op->result_count != op->operand_count)
		return NULL;
	return block && block->last && block->argument_count == op->operand_count ? block : NULL;
}

struct loop {
	struct mlirbc_op *op;
	struct mlirbc_block *blocks[2]; /* condition, body */
	uint32_t kept;
	bool *drops; /* by carried value */
};

static struct mlirbc_value *operand(const struct mlirbc_op *op, uint32_t i)
{
	return mlirbc_op_operands(op)[i].value;
}

/* All types are the same, since each use of the value will be one of the operand. */
static bool is_unchanged(const struct loop *loop, uint32_t i)
{
	const struct mlirbc_value *argument = &loop->blocks[1]->arguments[i];
	const struct mlirbc_type *type = operand(loop->op, i)->type;
	return operand(loop->blocks[1]->last, i) == argument && argument->type == type && bef_hlo__is_tensor(type) &&
	       loop->blocks[0]->arguments[i].type == type && mlirbc_op_results(loop->op)[i].type == type;
}

/* Returns false if the loop stays as it is. One without carried values is not a valid program of kernels. */
static bool find_unchanged(struct bef_hlo__lower *lower, struct mlirbc_op *op, struct loop *loop)
{
	*loop = (struct loop){ op, { bef_hlo__loop_block(lower, op, 0), bef_hlo__loop_block(lower, op, 1) }, 0, NULL };
	if (!loop->blocks[0] || !loop->blocks[1] || loop->blocks[1]->last->operand_count != op->operand_count ||
		!(loop->drops = bef_hlo__room(lower, op->operand_count, sizeof *loop->drops)))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		loop->drops[i] = is_unchanged(loop, i);
		loop->kept += !loop->drops[i];
	}
	return loop->kept > 0 && loop->kept < op->operand_count;
}

/* ---- the loop without them */

/* The operands that stay, and the types of what is carried. */
struct kept {
	struct mlirbc_value **operands;
	const struct mlirbc_type **types;
};

static bool collect(struct bef_hlo__lower *lower, const struct loop *loop, struct kept *out)
{
	out->operands = bef_hlo__room(lower, loop->kept, sizeof *out->operands);
	out->types = bef_hlo__room(lower, loop->kept, sizeof *out->types);
	if (!out->operands || !out->types)
		return false;
	for (uint32_t i = 0, n = 0; i < loop->op->operand_count; i++) {
		if (loop->drops[i])
			continue;
		out->operands[n] = operand(loop->op, i);
		out->types[n++] = loop->blocks[1]->arguments[i].type;
	}
	return true;
}

static struct mlirbc_op *make_op(struct bef_hlo__lower *lower, const struct mlirbc_op_spec *spec)
{
	struct mlirbc_op *op = mlirbc_op_create(lower->context, spec, NULL);
	if (!op)
		(void)bef_hlo__no_memory(lower);
	return op;
}

/* Moves the operations of one block into a new block of `into`, whose arguments are the kept ones. */
static struct mlirbc_block *move_block(
	struct bef_hlo__lower *lower, const struct loop *loop, uint32_t region, const struct kept *kept, struct mlirbc_op *into)
{
	struct mlirbc_block *from = loop->blocks[region];
	struct mlirbc_block *block =
		mlirbc_block_create(lower->context, &mlirbc_op_regions(into)[region], kept->types, NULL, loop->kept);
	if (!block) {
		(void)bef_hlo__no_memory(lower);
		return NULL;
	}
	for (uint32_t i = 0, n = 0; i < from->argument_count; i++) {
		if (!loop->drops[i])
			mlirbc_value_set_location(&block->arguments[n], mlirbc_value_location(&from->arguments[i]));
		mlirbc_value_replace(&from->arguments[i], loop->drops[i] ? operand(loop->op, i) : &block->arguments[n++]);
	}
	while (from->first) {
		if (!bef_hlo__ok(lower, mlirbc_op_insert_at_end(from->first, block), NULL))
			return NULL;
	}
	return block;
}

static bool shorten_return(struct bef_hlo__lower *lower, const struct loop *loop, struct mlirbc_block *block)
{
	struct mlirbc_op *old = block->last;
	struct mlirbc_value **values = bef_hlo__room(lower, loop->kept, sizeof *values);
	if (!values)
		return false;
	for (uint32_t i = 0, n = 0; i < old->operand_count; i++) {
		if (!loop->drops[i])
			values[n++] = operand(old, i);
	}
	struct mlirbc_op *made = make_op(lower, &(const struct mlirbc_op_spec){ .unique_name = old->name,
		.location = mlirbc_op_location(old), .operands = values, .operand_count = loop->kept });
	return made && bef_hlo__ok(lower, mlirbc_op_insert_before(made, old), NULL) &&
	       bef_hlo__ok(lower, mlirbc_op_erase(old), NULL);
}

static bool drop(struct bef_hlo__lower *lower, const struct loop *loop)
{
	struct mlirbc_op *op = loop->op;
	struct kept kept;
	if (!collect(lower, loop, &kept))
		return false;
	struct mlirbc_op *made = make_op(lower, &(const struct mlirbc_op_spec){ .unique_name = op->name,
		.location = mlirbc_op_location(op), .attributes = mlirbc_op_attributes(op), .properties = mlirbc_op_properties(op),
		.result_types = kept.types, .result_count = loop->kept, .operands = kept.operands, .operand_count = loop->kept,
		.region_count = 2 });
	if (!made || !bef_hlo__ok(lower, mlirbc_op_insert_before(made, op), NULL) ||
		!move_block(lower, loop, 0, &kept, made))
		return false;
	struct mlirbc_block *body = move_block(lower, loop, 1, &kept, made);
	if (!body || !shorten_return(lower, loop, body))
		return false;
	for (uint32_t i = 0, n = 0; i < op->result_count; i++)
		mlirbc_value_replace(&mlirbc_op_results(op)[i], loop->drops[i] ? operand(op, i) : &mlirbc_op_results(made)[n++]);
	return bef_hlo__ok(lower, mlirbc_op_erase(op), NULL);
}

/* From the inside out: when an inner loop returns a value unchanged, the outer one may do too. */
bool bef_hlo__drop_unchanged(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first, *next;
	struct loop loop;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = next) {
		next = mlirbc_op_next_post(root, op);
		if (find_unchanged(lower, op, &loop) && !drop(lower, &loop))
			return false;
	}
	return lower->status == BEF_OK;
}
