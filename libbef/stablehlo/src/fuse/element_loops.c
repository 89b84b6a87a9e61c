/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loop inside of a loop whose number of iterations is known, and small: its body is written for each of them. */
#include "fuse/elements.h"

enum { MOST_TRIPS = 16 };

static const struct mlirbc_block *body_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const struct mlirbc_region *region =
		op->region_count == 2 ? &mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[1] : NULL;
	const struct mlirbc_block *block = region && region->block_count == 1 ? region->first : NULL;
	const bool good = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) && block && block->last && op->operand_count == op->result_count &&
			  block->argument_count == op->operand_count && block->last->operand_count == op->operand_count;
	return good ? block : NULL;
}

/* Where the numbers of the operands are. */
static void read_indices(struct bef_hlo__elements *e, const struct mlirbc_op *op, uint32_t *out)
{
	for (uint32_t i = 0; i < op->operand_count && e->fits; i++) {
		const struct mlirbc_value *value = mlirbc_op_operands(op)[i].value;
		e->fits = bef_hlo__expression_defines(&e->text, value);
		out[i] = e->fits ? bef_hlo__expression_number(&e->text, value) : 0;
	}
}

bool bef_hlo__elements_loop(struct bef_hlo__elements *e, const struct mlirbc_op *op)
{
	const struct mlirbc_block *body = body_of(e->text.lower, op);
	uint64_t trips;
	if (!body)
		return false;
	uint32_t *indices = bef_hlo__room(e->text.lower, op->operand_count + 1u, sizeof *indices);
	e->fits = e->fits && indices && mlirbc_stablehlo_trip_count(op, &trips) && trips <= MOST_TRIPS;
	if (!e->fits)
		return true;
	read_indices(e, op, indices);
	for (uint64_t k = 0; k < trips && e->fits; k++) {
		for (uint32_t i = 0; i < op->operand_count; i++)
			bef_hlo__elements_alias(e, &body->arguments[i], indices[i]);
		bef_hlo__elements_block(e, body);
		read_indices(e, body->last, indices);
	}
	for (uint32_t i = 0; i < op->operand_count && e->fits; i++)
		bef_hlo__elements_alias(e, &mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[i], indices[i]);
	return true;
}
