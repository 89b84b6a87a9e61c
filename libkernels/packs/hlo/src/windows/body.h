/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bodies that combine N current values with N new ones: of reduce, reduce_window, scatter, select_and_scatter. */
#ifndef KERNELS_HLO_BODY_H
#define KERNELS_HLO_BODY_H

#include "expr/expr.h"

#define HLO_BODY_INPUTS 64u /* more are refused */

/* Immutable after planning. Arguments of the expression: N accumulators, N elements, captures. */
struct hlo_body {
	struct hlo_expr *expr;
	struct hlo_expr_kind kind;
	uint32_t count;         /* N */
	uint32_t captures;
	uint32_t first_capture; /* operand */
};

/* The number of captures in the attribute; at most the operands beyond `least`. */
bool kernels_hlo__captures(struct hlo_op *op, uint32_t least, uint32_t *out);
/* Parses and checks the body in attribute `name`, whose accumulators have the types of the results. Returns false after
 * kernels_hlo__refuse(). kernels_hlo__body_finish() releases it in both cases. */
bool kernels_hlo__body_plan(
	struct hlo_op *op, const char *name, uint32_t count, uint32_t captures, struct hlo_body *out);
/* Of a plan that begins with a struct hlo_body. */
void kernels_hlo__body_finish(const struct async_allocator *allocator, void *plan);
/* The operand may be combined with the accumulator `i` of the body: the same element type, or a narrower one of the
 * same kind, which is converted. */
bool kernels_hlo__body_accepts(struct hlo_op *op, const struct hlo_body *body, uint32_t i, uint32_t operand);

/* Operands of a body with its element types: those of the call, or converted copies. */
struct hlo_inputs {
	const struct hlo_run *run;
	uint32_t count;
	const void *data[HLO_BODY_INPUTS];
	void *owned[HLO_BODY_INPUTS];
	size_t size[HLO_BODY_INPUTS];
};
/* The N operands from `first` on. Returns false after kernels_hlo__fail(). */
bool kernels_hlo__inputs_init(
	struct hlo_inputs *inputs, const struct hlo_run *run, const struct hlo_body *body, uint32_t first);
void kernels_hlo__inputs_finish(struct hlo_inputs *inputs);

/* What one thread needs to evaluate a body: arrays of HLO_EXPR_TILE elements for accumulators and elements. */
struct hlo_tile {
	const struct hlo_body *body;
	void *current[HLO_BODY_INPUTS], *element[HLO_BODY_INPUTS]; /* aligned to 64 */
	const void *arguments[2 * HLO_BODY_INPUTS + HLO_MOST_CAPTURES];
	bool scalars[2 * HLO_BODY_INPUTS + HLO_MOST_CAPTURES];
	void *spare[HLO_BODY_INPUTS]; /* results, where they cannot replace the accumulators */
	bool in_place;
	void *workspace, *block;
	size_t block_size;
	const struct async_allocator *allocator;
};
/* Returns false when out of memory. Several threads of a call may do so: none of them has called
 * kernels_hlo__fail(). */
bool kernels_hlo__tile_init(struct hlo_tile *tile, const struct hlo_run *run, const struct hlo_body *body);
void kernels_hlo__tile_finish(struct hlo_tile *tile);
/* Combines n accumulators, `current`, with n elements: arrays of N pointers. The results replace the accumulators. */
void kernels_hlo__tile_combine(
	struct hlo_tile *tile, void *const *current, const void *const *elements, size_t n);

#endif
