/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Invariant operations of loops. They have no side effects, do not trap, and do not read a generator's state, so a loop without
 * iterations computes them in vain, but correctly.
 *
 * What repeats few elements (broadcast_in_dim, iota, constants of equal elements) moves only with an operation that needs it:
 * kernels of groups read such operands as strides, and an array would have to be kept and read instead. For the same reason
 * results that are much larger than what they are computed from stay in the loop. */
#include "body/expression.h"
#include "loops/loops.h"

#include <mlirbc/rewrite.h>

#define MOST_BYTES (UINT64_C(16) << 20) /* that the results of one loop's operations may take in front of it */

enum { MOST_NEEDED = 32 }; /* operations that move for one that is worth it */

enum mark { VARIES, INVARIANT, MOVES }; /* op->number */

enum kind {
	STAYS,
	REPEATS,  /* moves with its users */
	VIEW,     /* takes no memory */
	ELEMENTS, /* element-wise, or moves elements */
	HEAVY     /* takes longer than to read its operands */
};

static enum kind kind_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	switch ((int)bef_hlo__code(lower, op)) {
	case MLIRBC_STABLEHLO_constant: return bef_hlo__has_value(op) ? REPEATS : VIEW; /* one value: all elements are equal */
	case MLIRBC_STABLEHLO_broadcast_in_dim:
	case MLIRBC_STABLEHLO_iota: return REPEATS;
	case MLIRBC_STABLEHLO_reshape: return VIEW;
	case MLIRBC_STABLEHLO_concatenate:
	case MLIRBC_STABLEHLO_dynamic_slice:
	case MLIRBC_STABLEHLO_pad:
	case MLIRBC_STABLEHLO_slice: return ELEMENTS;
	case MLIRBC_STABLEHLO_cholesky:
	case MLIRBC_STABLEHLO_convolution:
	case MLIRBC_STABLEHLO_dot:
	case MLIRBC_STABLEHLO_dot_general:
	case MLIRBC_STABLEHLO_fft:
	case MLIRBC_STABLEHLO_triangular_solve: return HEAVY;
	default: return bef_hlo__is_step(lower, op) ? ELEMENTS : STAYS;
	}
}

/* 0: not known, or the type has no kernel. */
static uint64_t bytes_of(const struct mlirbc_type *type)
{
	uint64_t count;
	const uint64_t size = bef_hlo__element_size(bef_hlo__element(type));
	if (!bef_hlo__is_static(type) || bef_hlo__is_quantized(type) || !mlirbc_type_elements(type, &count))
		return 0;
	return count > UINT64_MAX / 32 ? UINT64_MAX / 2 : count * size;
}

/* The operation of the block that defines the value; NULL: it is defined elsewhere, or an argument of the block. */
static struct mlirbc_op *inner_op(const struct mlirbc_block *block, const struct mlirbc_value *value)
{
	struct mlirbc_op *op = mlirbc_value_op(value);
	return op && op->parent == block ? op : NULL;
}

/* ---- what could move */

static bool is_invariant(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_op *op)
{
	if (op->region_count != 0 || op->result_count != 1 || kind_of(lower, op) == STAYS || !bytes_of(mlirbc_op_results(op)[0].type))
		return false;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		const struct mlirbc_op *from = value ? inner_op(block, value) : NULL;
		if (!value || !bytes_of(value->type) || mlirbc_value_block(value) == block || (from && from->number == VARIES))
			return false;
	}
	return true;
}

/* ---- what is worth it */

/* What the value repeats; else the value itself. */
static const struct mlirbc_value *behind(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_value *value)
{
	for (unsigned i = 0; i < MOST_NEEDED; i++) {
		const struct mlirbc_op *from = inner_op(block, value);
		if (!from || kind_of(lower, from) != REPEATS || from->operand_count == 0)
			break;
		value = mlirbc_op_operands(from)[0].value;
	}
	return value;
}

/* The largest array that the operation reads. */
static uint64_t source_bytes(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_op *op)
{
	uint64_t most = 0;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct mlirbc_value *value = behind(lower, block, mlirbc_op_operands(op)[i].value);
		const struct mlirbc_op *from = inner_op(block, value);
		const uint64_t bytes = from && kind_of(lower, from) == REPEATS ? 0 : bytes_of(value->type);
		most = bytes > most ? bytes : most;
	}
	return most;
}

static bool is_scalar_step(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint64_t count;
	return bef_hlo__is_step(lower, op) && mlirbc_type_elements(mlirbc_op_results(op)[0].type, &count) && count == 1;
}

static bool is_worth_it(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_op *op)
{
	switch (kind_of(lower, op)) {
	case VIEW: case HEAVY: return true;
	case ELEMENTS: return !is_scalar_step(lower, op) && bytes_of(mlirbc_op_results(op)[0].type) / 2 <= source_bytes(lower, block, op);
	default: return false;
	}
}

/* Memory that the operation takes in front of the loop, with those that have to move with it. Counts them down in *room, and
 * returns more than MOST_BYTES if there are too many. */
static uint64_t bytes_to_move(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct mlirbc_op *op, unsigned *room)
{
	uint64_t bytes = kind_of(lower, op) == VIEW ? 0 : bytes_of(mlirbc_op_results(op)[0].type);
	if (*room == 0)
		return MOST_BYTES + 1;
	--*room;
	for (uint32_t i = 0; i < op->operand_count && bytes <= MOST_BYTES; i++) {
		const struct mlirbc_op *from = inner_op(block, mlirbc_op_operands(op)[i].value);
		if (from && from->number == INVARIANT)
			bytes += bytes_to_move(lower, block, from, room);
	}
	return bytes;
}

static void mark_moving(const struct mlirbc_block *block, struct mlirbc_op *op)
{
	op->number = MOVES;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		struct mlirbc_op *from = inner_op(block, mlirbc_op_operands(op)[i].value);
		if (from && from->number == INVARIANT)
			mark_moving(block, from);
	}
}

static bool hoist_block(struct bef_hlo__lower *lower, struct mlirbc_op *loop, struct mlirbc_block *block)
{
	uint64_t left = MOST_BYTES;
	for (struct mlirbc_op *op = block->first; op; op = op->next)
		op->number = VARIES;
	for (struct mlirbc_op *op = block->first; op; op = op->next) {
		op->number = is_invariant(lower, block, op) ? INVARIANT : VARIES;
		if (op->number != INVARIANT || !is_worth_it(lower, block, op))
			continue;
		unsigned room = MOST_NEEDED;
		const uint64_t bytes = bytes_to_move(lower, block, op, &room);
		if (bytes > left)
			continue;
		left -= bytes;
		mark_moving(block, op);
	}
	for (struct mlirbc_op *op = block->first, *next; op; op = next) {
		next = op->next;
		if (op->number == MOVES && !bef_hlo__ok(lower, mlirbc_op_insert_before(op, loop), NULL))
			return false;
	}
	return true;
}

/* From the inside out, so that operations leave several loops. */
bool bef_hlo__hoist(struct bef_hlo__lower *lower)
{
	struct mlirbc_op *root = lower->module->body->first;
	for (struct mlirbc_op *op = mlirbc_op_next_post(root, NULL); op && op != root; op = mlirbc_op_next_post(root, op)) {
		for (uint32_t region = 0; region < 2; region++) {
			struct mlirbc_block *block = bef_hlo__loop_block(lower, op, region);
			if (block && !hoist_block(lower, op, block))
				return false;
		}
	}
	return true;
}
