/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over arrays: element-wise operations and reductions of rows, evaluated tile by tile over one iteration space. The
 * kernel hlo.loop_fusion is one loop. Other kernels may plan a loop that continues their own results, block by block (an epilogue):
 *
 *	struct hlo_loop_space space = { .rank = 2, .dims = { rows, columns }, .computed = KERNELS_F32, .first_operand = 2 };
 *	plan->loop = kernels_hlo__loop_plan(op, "epilogue", "epilogue_maps", &space); // in plan(); NULL: refused
 *	...
 *	void *workspace = async_alloc(run->allocator, kernels_hlo__loop_workspace(plan->loop), 64); // in run(), per thread
 *	const void *inputs[] = { NULL, run->inputs[2], ... };
 *	kernels_hlo__loop_begin(plan->loop, inputs, run->outputs, workspace);
 *	for (each row of the block) // elements begin ... end - 1 of the product, as numbered in the result
 *		kernels_hlo__loop_run(plan->loop, workspace, begin, end, row_of_the_block);
 *
 * The computed elements may be in the memory of a result, if kernels_hlo__loop_in_place(loop, result, 0) holds. A loop is immutable; a
 * workspace belongs to one thread. */
#ifndef KERNELS_HLO_FUSION_H
#define KERNELS_HLO_FUSION_H

#include "expr/expr.h"

/* What is iterated, and which values the arguments and results of the body are. */
struct hlo_loop_space {
	/* Reductions are along row_rank dimensions (0: there are none), and keep the last column_rank, which are behind these. */
	uint32_t rank, row_rank, column_rank;
	int64_t dims[KERNELS_MAX_RANK];
	/* Argument 0 has this element type, and one element for each of the space, in order; INVALID: it is an operand as the others. */
	enum kernels_dtype computed;
	uint32_t first_operand;          /* of the arguments that are operands */
};

struct hlo_loop;

/* Reads and checks the attributes `dims`, `row_rank` and `column_rank` of hlo.loop_fusion. Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__loop_space(struct hlo_op *op, struct hlo_loop_space *space);
/* Reads the expression in attribute `body` and the maps of the arguments that are operands: per operand an offset, then a stride per
 * dimension, in elements. Checks them with all operands from first_operand on and all results of the op. Returns NULL after
 * kernels_hlo__refuse(). */
struct hlo_loop *kernels_hlo__loop_plan(
	struct hlo_op *op, const char *body, const char *maps, const struct hlo_loop_space *space);
void kernels_hlo__loop_destroy(struct hlo_loop *loop); /* NULL is allowed */

/* Ranges of the loop are counted in units: elements of the space, or rows if row_rank > 0. */
size_t kernels_hlo__loop_units(const struct hlo_loop *loop);
/* Units that are computed at a time: ranges of a multiple have no short rest. */
size_t kernels_hlo__loop_block(const struct hlo_loop *loop);
/* An estimate of the duration of all units. */
uint64_t kernels_hlo__loop_nanoseconds(const struct hlo_loop *loop);
/* Result i may have the memory of argument k. */
bool kernels_hlo__loop_in_place(const struct hlo_loop *loop, uint32_t result, uint32_t argument);
/* For a loop whose arguments are the operands: every result takes the memory of the first such operand that no other result has. */
void kernels_hlo__loop_choose_reuse(const struct hlo_loop *loop, struct hlo_op *op);

/* Bytes of a workspace, which is aligned to 64. */
size_t kernels_hlo__loop_workspace(const struct hlo_loop *loop);
/* Prepares a workspace: computes what is the same for all ranges. inputs[i] is argument i as a whole (inputs[0] may be NULL if it is
 * computed), outputs[i] result i. The two arrays must stay until the last range. */
void kernels_hlo__loop_begin(
	const struct hlo_loop *loop, const void *const *inputs, void *const *outputs, void *workspace);
/* Computes the units [begin, end). `computed`: the elements of argument 0 from unit `begin` on, contiguous; NULL: they are in inputs[0]. */
void kernels_hlo__loop_run(
	const struct hlo_loop *loop, void *workspace, size_t begin, size_t end, const void *computed);
/* Computes all units, if the loop needs nothing else than that its code is called; else returns false, and nothing has happened. The
 * workspace needs no preparation. */
bool kernels_hlo__loop_run_plain(const struct hlo_loop *loop, const void *const *inputs, void *const *outputs, void *workspace);

#endif
