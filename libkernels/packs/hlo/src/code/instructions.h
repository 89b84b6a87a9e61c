/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instructions of one step: those of a table, sequences, or a call of the step's primitive. */
#ifndef KERNELS_HLO_CODE_INSTRUCTIONS_H
#define KERNELS_HLO_CODE_INSTRUCTIONS_H

#include "code/registers.h"

enum hlo_code_form {
	BINARY,   /* out = a OP b */
	FIXED,    /* out = a OP a constant */
	UNARY,    /* out = OP a */
	ROUNDED,  /* out = OP a, with an immediate byte */
	COMPARED, /* a mask of 32 bits, which becomes one of 64 */
	COMPARED_WIDE,
	NOT_COMPARED, NOT_COMPARED_WIDE,
	SAME      /* the bits of a */
};

/* An operation that is one instruction on single elements. Bits of `instruction` above those of encode.h: EXCHANGE, and what is in `extra`. */
struct hlo_code_row {
	uint8_t opcode, form, type;
	uint8_t detail; /* direction of compare; immediate of ROUNDED; FIXED: which constant; SAME and conversions: the type of the operand */
	uint32_t instruction;
};
#define EXCHANGE (1u << 19) /* the operands */
static inline uint32_t hlo_code_extra(const struct hlo_code_row *row) { return row->instruction >> 20; }
static inline uint32_t hlo_code_instruction(const struct hlo_code_row *row) { return row->instruction & 0x1FFFF; }
/* The same of all lanes: single floats have the prefix F3 or F2, vectors none or 66. */
static inline uint32_t hlo_code_packed(const struct hlo_code_row *row)
{
	const uint32_t instruction = hlo_code_instruction(row), prefix = instruction & (3 << 8), rest = instruction & ~(uint32_t)(3 << 8);
	if (row->form == ROUNDED)
		return HLO_L | (instruction - 2);
	return HLO_L | (prefix == HLO_F3 ? rest : prefix == HLO_F2 ? rest | HLO_66 : instruction);
}
/* NULL: the operation has none. */
const struct hlo_code_row *kernels_hlo__code_row(const struct hlo_expr_operation *of, enum kernels_dtype result);

/* The step at w->position, whose operands are computed. */
void kernels_hlo__code_step(struct hlo_code_writer *w);
/* A sequence for the step of `value`; false: there is none (sequences.c). */
bool kernels_hlo__code_sequence(struct hlo_code_writer *w, uint32_t value);
/* Whether the operation, without a row, has a sequence for packs. */
bool kernels_hlo__code_has_pack_sequence(const struct hlo_code_value *value);
/* A pack assembled from other values, or an element of a pack (pack_steps.c). */
void kernels_hlo__code_gather(struct hlo_code_writer *w, uint32_t value);
/* A load or store (arrays.c); of neighbours (pack_accesses.c). */
void kernels_hlo__code_access(struct hlo_code_writer *w, uint32_t value);
void kernels_hlo__code_access_pack(struct hlo_code_writer *w, uint32_t value);
/* rcx and rax for the array and the index that is in rax, which is clamped. */
void kernels_hlo__code_array_address(struct hlo_code_writer *w, uint32_t array);
/* A variable, or a step of a block (code_blocks.c); false: it is another step. */
bool kernels_hlo__code_block(struct hlo_code_writer *w, uint32_t value);
/* Tests an i1: the flag ZERO says that it is false. */
void kernels_hlo__code_flag(struct hlo_code_writer *w, uint32_t value);

enum { HLO_CODE_BELOW = 0x82, HLO_CODE_ABOVE = 0x87, HLO_CODE_NOT_BELOW = 0x83, HLO_CODE_ZERO = 0x84, HLO_CODE_NOT_ZERO = 0x85 }; /* of jumps */

#endif
