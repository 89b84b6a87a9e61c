/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions of x86-64 as bytes: VEX instructions on xmm registers, and the few others that loops need. All memory operands are relative
 * to rbx, which points to the frame, or to the constants in front of the code. */
#ifndef KERNELS_HLO_CODE_ENCODE_H
#define KERNELS_HLO_CODE_ENCODE_H

#include "code/code.h"

enum hlo_code_gpr { HLO_RAX = 0, HLO_RCX = 1, HLO_RDX = 2, HLO_RBX = 3, HLO_RSI = 6, HLO_RDI = 7, HLO_R8 = 8 };

/* The second source of an instruction. */
struct hlo_code_place {
	enum { HLO_IN_REGISTER, HLO_IN_FRAME, HLO_IN_POOL, HLO_IN_ARRAY, HLO_IN_LANES, HLO_IN_ONE } in;
	/* xmm register (or general one); byte offset in the frame; in the constants; the binary logarithm of the element size, where rcx
	 * points to the array and rax is the index; the same with a general register and a distance (hlo_lanes()); the register with the address */
	uint32_t at;
};
static inline struct hlo_code_place hlo_xmm(uint32_t number) { return (struct hlo_code_place){ HLO_IN_REGISTER, number }; }
static inline struct hlo_code_place hlo_frame(uint32_t offset) { return (struct hlo_code_place){ HLO_IN_FRAME, offset }; }
static inline struct hlo_code_place hlo_pool(uint32_t offset) { return (struct hlo_code_place){ HLO_IN_POOL, offset }; }
static inline struct hlo_code_place hlo_lanes(uint32_t gpr, uint32_t log_size, uint32_t distance)
{
	return (struct hlo_code_place){ HLO_IN_LANES, log_size | gpr << 2 | distance << 8 };
}

/* Opcode maps and prefixes of VEX. An instruction is map << 12 | prefix << 8 | opcode, with HLO_W for VEX.W1 and HLO_L for
 * ymm registers. */
enum { HLO_0F = 1 << 12, HLO_0F38 = 2 << 12, HLO_0F3A = 3 << 12, HLO_66 = 1 << 8, HLO_F3 = 2 << 8, HLO_F2 = 3 << 8, HLO_W = 1 << 16, HLO_L = 1 << 17 };

struct hlo_code_text {
	struct hlo_code_bytes *bytes;
	bool full; /* out of memory, or too long; bytes are missing */
};

void kernels_hlo__code_byte(struct hlo_code_text *text, uint32_t byte);
void kernels_hlo__code_word(struct hlo_code_text *text, uint32_t word);
/* instruction reg, source, place; `source` 0 if there is none. An immediate byte of `immediate_size` (0 or 1) follows. */
void kernels_hlo__code_vex(struct hlo_code_text *text, uint32_t instruction, uint32_t reg, uint32_t source, struct hlo_code_place place,
	uint32_t immediate_size, uint32_t immediate);
/* vzeroupper, before other code runs */
void kernels_hlo__code_zero_upper(struct hlo_code_text *text);
/* lea gpr, place */
void kernels_hlo__code_address(struct hlo_code_text *text, enum hlo_code_gpr gpr, struct hlo_code_place place);
/* mov gpr, 64 bits */
void kernels_hlo__code_pointer(struct hlo_code_text *text, enum hlo_code_gpr gpr, uint64_t value);
/* OP eax, place: 8B mov, 0FB6 movzx of a byte */
void kernels_hlo__code_load_word(struct hlo_code_text *text, struct hlo_code_place place, bool byte);
/* mov gpr, [rdi + offset]; gpr: one of r8 to r11 too */
void kernels_hlo__code_load_argument(struct hlo_code_text *text, uint32_t gpr, uint32_t offset);
/* mov gpr, [frame + at] */
void kernels_hlo__code_load_pointer(struct hlo_code_text *text, enum hlo_code_gpr gpr, uint32_t at);
/* mov place, al or dl · mov [frame + at], rax */
void kernels_hlo__code_store_byte(struct hlo_code_text *text, enum hlo_code_gpr gpr, struct hlo_code_place place);
void kernels_hlo__code_store_pointer(struct hlo_code_text *text, uint32_t at);
/* A jump of opcode 0F `condition`, or E9 if 0, to `target`, or forward: returns where the distance is. */
size_t kernels_hlo__code_jump(struct hlo_code_text *text, uint32_t condition, size_t target);
void kernels_hlo__code_land(struct hlo_code_text *text, size_t jump); /* the jump leads here */

#endif
