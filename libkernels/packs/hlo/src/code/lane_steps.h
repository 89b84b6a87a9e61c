/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions of one item of a list of lanes. */
#ifndef KERNELS_HLO_CODE_LANE_STEPS_H
#define KERNELS_HLO_CODE_LANE_STEPS_H

#include "code/lane_registers.h"

/* The item at w->position: its value, and a store if it has a pointer `to`. */
void kernels_hlo__lane_step(struct hlo_lane_writer *w);

/* Writes the value of item `item`, whose operation has a sequence. */
typedef void hlo_lane_sequence(struct hlo_lane_writer *w, uint32_t item);
hlo_lane_sequence *kernels_hlo__lane_sequence(const struct hlo_expr_operation *of);   /* lane_sequences.c; NULL: there is none */
hlo_lane_sequence *kernels_hlo__lane_conversion(const struct hlo_expr_operation *of); /* lane_conversions.c */

enum { LANE_XOR = HLO_0F | HLO_66 | HLO_L | 0xEF, LANE_AND = HLO_0F | HLO_66 | HLO_L | 0xDB, LANE_OR = HLO_0F | HLO_66 | HLO_L | 0xEB,
	LANE_MOVE = HLO_0F | HLO_L | 0x28, LANE_HALF = HLO_0F3A | HLO_66 | HLO_L | 0x39 /* vextracti128 */ };

static inline void hlo_lane_put(struct hlo_lane_writer *w, uint32_t instruction, uint32_t out, uint32_t a, struct hlo_code_place b)
{
	kernels_hlo__code_vex(&w->text, instruction, out, a, b, 0, 0);
}
static inline void hlo_lane_put_byte(
	struct hlo_lane_writer *w, uint32_t instruction, uint32_t out, uint32_t a, struct hlo_code_place b, uint32_t byte)
{
	kernels_hlo__code_vex(&w->text, instruction, out, a, b, 1, byte);
}
/* out = mask ? yes : no */
static inline void hlo_lane_blend(struct hlo_lane_writer *w, uint32_t out, uint32_t no, struct hlo_code_place yes, uint32_t mask)
{
	hlo_lane_put_byte(w, HLO_0F3A | HLO_66 | HLO_L | 0x4A, out, no, yes, mask << 4);
}
static inline bool hlo_lane_is_float(enum kernels_dtype type) { return type == KERNELS_F32 || type == KERNELS_F64; }
static inline uint32_t hlo_lane_float(enum kernels_dtype type) { return HLO_0F | HLO_L | (type == KERNELS_F64 ? HLO_66 : 0); }

/* Two masks of 64 bits each become one of 32 bits. */
void kernels_hlo__lane_narrow(struct hlo_lane_writer *w, uint32_t out, uint32_t low, uint32_t high);
/* out = the instruction of the lower or upper half of a register, as part 0 or 1. */
void kernels_hlo__lane_widen(struct hlo_lane_writer *w, uint32_t instruction, uint32_t out, uint32_t from, uint32_t part);
/* The operands are used; `out` has a part of the item. */
void kernels_hlo__lane_finish(struct hlo_lane_writer *w, uint32_t item, uint32_t part, uint32_t out);
void kernels_hlo__lane_drop_operands(struct hlo_lane_writer *w, uint32_t item);

#endif
