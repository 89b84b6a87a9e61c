/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the items of a list of lanes are. An item is one ymm register with eight elements of 4 bytes, or two with four of 8 bytes each: its
 * parts. Elements of i1 are eight masks of 32 bits. What is in memory anyway (constants, operands, what is one element for all lanes) is
 * not saved when its register is given up, and may be read as the operand of an instruction. */
#ifndef KERNELS_HLO_CODE_LANE_REGISTERS_H
#define KERNELS_HLO_CODE_LANE_REGISTERS_H

#include "code/encode.h"
#include "code/lane_code.h"
#include "code/registers.h"

/* Constants that sequences need, after those of registers.h; 32 bytes each. */
enum hlo_lane_fixed {
	HLO_LANE_ONE_I64 = HLO_CODE_FIXED, HLO_LANE_INFINITY_32, HLO_LANE_INFINITY_64, HLO_LANE_TWO_31_F32, HLO_LANE_TWO_31_F64,
	HLO_LANE_TWO_32_F32, HLO_LANE_TWO_16_F32, HLO_LANE_LOW_16, HLO_LANE_TWO_52, HLO_LANE_BYTE, HLO_LANE_ZERO, HLO_LANE_FIXED
};
enum { HLO_LANE_BYTES = 32, HLO_LANE_POINTERS = 4 /* that are in registers, r8 to r11 */ };

struct hlo_lane_location {
	uint32_t frame;  /* offset, if `saved` or `fixed` */
	uint8_t ymm;     /* HLO_CODE_NONE: in none */
	bool saved, has_frame;
};

struct hlo_lane_writer {
	struct hlo_code_text text;
	const struct hlo_lane *list;
	uint32_t count;
	uint32_t *uses, *first_use;          /* positions, ascending; of item i: from first_use[i] to first_use[i + 1] */
	uint32_t *pools;                     /* by item: of constants */
	struct hlo_lane_location *locations; /* by item and part */
	uint32_t owner[HLO_CODE_XMM];        /* 2 * item + part, or HLO_CODE_NEVER */
	uint32_t locked, position;
	uint32_t *free_slots, free_count, frame; /* in units of 32 bytes */
	size_t block_size;
	const struct async_allocator *allocator;
};

static inline uint32_t hlo_lane_parts(enum kernels_dtype dtype) { return kernels_dtype_size(dtype) == 8 ? 2 : 1; }
static inline struct hlo_code_place hlo_lane_pool(uint32_t fixed) { return hlo_pool(fixed * HLO_LANE_BYTES); }

bool kernels_hlo__lane_writer_init(struct hlo_lane_writer *w); /* after list, count, text and allocator; writes constants; false: out of memory */
void kernels_hlo__lane_writer_finish(struct hlo_lane_writer *w);
/* Loads what is one element for all lanes to the frame, in front of the loop. */
void kernels_hlo__lane_prepare(struct hlo_lane_writer *w);

/* A register, which is locked until kernels_hlo__lane_release() or the next step. */
uint32_t kernels_hlo__lane_take(struct hlo_lane_writer *w);
static inline void kernels_hlo__lane_release(struct hlo_lane_writer *w, uint32_t ymm) { w->locked &= ~(1u << ymm); }
void kernels_hlo__lane_own(struct hlo_lane_writer *w, uint32_t ymm, uint32_t item, uint32_t part);
/* A part in a register, which is locked. */
uint32_t kernels_hlo__lane_get(struct hlo_lane_writer *w, uint32_t item, uint32_t part);
/* A part as the second operand of the next instruction: in memory, if a register would be used only once. */
struct hlo_code_place kernels_hlo__lane_place(struct hlo_lane_writer *w, uint32_t item, uint32_t part);
/* Gives up the register and memory of a part that is not used after this step. */
void kernels_hlo__lane_drop(struct hlo_lane_writer *w, uint32_t item, uint32_t part);
/* The operand in memory at pointer `from`, whose address is put into rcx if it is in no register. */
struct hlo_code_place kernels_hlo__lane_elements(struct hlo_lane_writer *w, uint32_t pointer, enum kernels_dtype dtype, uint32_t part);

#endif
