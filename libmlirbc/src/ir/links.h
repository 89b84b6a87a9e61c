/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory layout and links of operands, results, blocks and arguments. */
#ifndef MLIRBC_SRC_LINKS_H
#define MLIRBC_SRC_LINKS_H

#include "ir/context.h"

/* The mark from which mlirbc_operand_owner() finds the op: the distance from the op, for `count` unlinked operands.
 * Operands more than five away have a digit each: they form rows of 32; a row is a 7 and then its number in zeros
 * and sixes, starting at the op and read towards it. */
static inline uintptr_t mlirbc__operand_mark(size_t distance)
{
	size_t row = (distance - 6) / 32, digit = (distance - 6) % 32;
	if (distance <= MLIRBC_NEAR_OPERANDS)
		return distance;
	return digit == 0 ? 7 : row >> (digit - 1) & 1 ? 6 : 0;
}
static inline void mlirbc__operand_link(struct mlirbc_operand *operand, const struct mlirbc_operand *next)
{
	operand->link = (uintptr_t)next | (operand->link & MLIRBC_OPERAND_MARK);
}
/* Locations of a block's arguments, stored after the arguments: pointers or, with the lowest bit set, numbers of
   attributes. */
static inline uintptr_t *mlirbc__block_locations(const struct mlirbc_block *block)
{
	/* without arguments there is no array, to whose address even 0 must not be added */
	return (uintptr_t *)(void *)(block->argument_count ? block->arguments + block->argument_count : block->arguments);
}
struct mlirbc_value *mlirbc__arguments_alloc(struct mlirbc_context *context, size_t count); /* with their locations */
enum { MLIRBC__OP_ALIGN = 8 }; /* operands store marks in three bits of their links */

/* Appends a block that is in no region yet. */
void mlirbc__region_append(struct mlirbc_region *region, struct mlirbc_block *block);
/* Moves all blocks of `from` to the end of `into`. */
void mlirbc__region_splice(struct mlirbc_region *into, struct mlirbc_region *from);

#endif
