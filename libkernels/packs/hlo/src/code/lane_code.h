/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of element-wise steps over arrays, several elements (lanes) at a time: what primitives compute one after the other for a
 * tile, with values in ymm registers between the steps. The bits are those of the primitives.
 *
 *	struct hlo_code *code = kernels_hlo__code_lanes(list, count, pointers, allocator, &reason); // in plan()
 *	... // in run(): code->frame * 32 bytes of memory, aligned to 32; n: a multiple of HLO_LANES, not 0
 *	code->run_lanes(pointers, frame, n)
 *
 * Lanes are computed in order, a block of HLO_LANES after the other; in a block, items in the order of the list. So an item may be written
 * to the memory of elements that no later item reads. */
#ifndef KERNELS_HLO_CODE_LANE_CODE_H
#define KERNELS_HLO_CODE_LANE_CODE_H

#include "code/code.h"

enum { HLO_LANES = 8, HLO_CODE_UNIT = 32 /* bytes of the frame */ };
#define HLO_LANE_NONE UINT32_MAX

enum hlo_lane_source {
	HLO_LANE_ELEMENTS, /* pointer `from`: an element for each lane */
	HLO_LANE_ONE,      /* pointer `from`: one element for all lanes */
	HLO_LANE_CONSTANT,
	HLO_LANE_STEP,     /* the operation `of` of `operands`, which are items before it */
	HLO_LANE_COPY      /* of operand 0 */
};

struct hlo_lane {
	enum hlo_lane_source source;
	enum kernels_dtype dtype;
	uint32_t from, to; /* pointers; `to`: of steps and copies, where they are written, or HLO_LANE_NONE */
	const struct hlo_expr_operation *of;
	const uint64_t *constant; /* the element, in memory order */
	uint32_t operands[3];
};

/* Whether the operation has code; others are left to primitives. */
bool kernels_hlo__code_has_lanes(const struct hlo_expr_operation *of);
/* Returns NULL if there is no code; *out_reason says why. */
struct hlo_code *kernels_hlo__code_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers,
	const struct async_allocator *allocator, const char **out_reason);

bool kernels_hlo__code_write_lanes(const struct hlo_lane *list, uint32_t count, uint32_t pointers, const struct async_allocator *allocator,
	struct hlo_code_bytes *out);

#endif
