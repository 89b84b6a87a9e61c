/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The step `join D AT A B`: a value that consists of pieces of others, as results of concatenate and pad do.
 *
 * Joins of joins are one: a list of boxes of the space, each with its argument or step. Only joins that other steps or results use have
 * such a list. Elements of arguments are read in place if a tile lies in one piece, else copied. */
#ifndef KERNELS_HLO_FUSION_JOIN_H
#define KERNELS_HLO_FUSION_JOIN_H

#include "fusion/program.h"

/* Finds the joins of the loop, given the kinds of all values, and checks the maps of arguments for their pieces. `maps`: of operands.
 * Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__joins_plan(struct hlo_loop *loop, struct hlo_op *op, const struct kernels_array *maps, const enum loop_kind *kinds);
bool kernels_hlo__has_joins(const struct hlo_expr *body);
/* Whether the value is an operand of joins only, which need the elements in their pieces, not those of the whole space. */
bool kernels_hlo__only_joins_use(const struct hlo_expr *body, uint32_t value);
/* The number of the join of a value; LOOP_NONE: it is none, or only other joins use it. */
uint32_t kernels_hlo__join_of(const struct hlo_loop *loop, uint32_t value);
/* The piece with this element. */
const struct loop_piece *kernels_hlo__join_piece(const struct hlo_loop *loop, const struct loop_join *join, const int64_t *index);
/* The same pieces again, whose places may differ. Returns the number; LOOP_NONE: out of memory. */
uint32_t kernels_hlo__join_copy(struct hlo_loop *loop, uint32_t join);
void kernels_hlo__joins_destroy(struct hlo_loop *loop);

/* The elements [first, first + n) of the space, or rows: a pointer to them, or `copy`, which gets them. `at` has the addresses of places. */
const void *kernels_hlo__join_read(const struct hlo_loop *loop, const struct loop_join *join, void *const *at, const void *const *inputs,
	uint64_t first, size_t n, size_t size, void *copy);

#endif
