/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the values of a program are: in xmm registers, in the frame, in the constants. The register whose value is used last is given up first.
 *
 * A value of i1 is a mask in a register, and where a register is saved in the frame: all bits of the low 64 are set or none is. Arguments are
 * bytes, 0 or 1, and so are results of calls until they are in a register. Values of types that have no instructions here (f16, i8, complex)
 * are in the frame only. A pack (packs.h) is in a ymm register, and where it is saved in two registers of the frame. */
#ifndef KERNELS_HLO_CODE_REGISTERS_H
#define KERNELS_HLO_CODE_REGISTERS_H

#include "code/encode.h"
#include "code/loop_values.h"

enum { HLO_CODE_XMM = 16, HLO_CODE_NONE = 255 };

/* Fixed constants, in front of those of the program. */
enum hlo_code_fixed { HLO_SIGN_32, HLO_SIGN_64, HLO_REST_32, HLO_REST_64, HLO_ONE_I32, HLO_ONE_F32, HLO_ONE_F64, HLO_ALL, HLO_CODE_FIXED };

/* A frame has the arguments, then these, then what is saved. */
/* registers of 16 bytes: three pointers to operands, and that to the watch; three bytes for operands of i1 */
enum { HLO_CODE_POINTERS = 2, HLO_CODE_FLAGS = 3, HLO_CODE_WATCH = 24 };

enum { HLO_CODE_CONSTANT = 32 }; /* bytes of each, which packs need */
static inline struct hlo_code_place hlo_code_fixed(uint32_t number) { return hlo_pool(number * HLO_CODE_CONSTANT); }

/* Where packs of arguments begin in the frame, in bytes. */
static inline uint32_t hlo_code_homes(uint32_t arguments)
{
	return (arguments + HLO_CODE_POINTERS + 2) / 2 * 2 * (uint32_t)sizeof(struct hlo_register);
}

struct hlo_code_location {
	uint32_t frame;  /* offset, where `saved`; 0 of an argument is one too */
	uint32_t pool;   /* offset of a constant */
	uint8_t xmm;     /* HLO_CODE_NONE: in none */
	bool saved;      /* the frame has the value */
	bool has_frame, is_byte; /* a place in the frame is reserved; the frame has a byte of i1 */
	bool fixed;              /* the place belongs to more than this value */
};

struct hlo_code_writer {
	struct hlo_code_text text;
	struct hlo_code_program program;
	struct hlo_code_location *locations; /* by value */
	uint32_t owner[HLO_CODE_XMM];        /* the value in each register, or HLO_CODE_NEVER */
	uint32_t locked;                     /* registers that this step needs */
	uint32_t position;
	uint32_t vector; /* HLO_L: the step is one of packs */
	uint32_t *free_slots, free_count, frame; /* frame: registers so far */
	uint32_t *free_pairs, pair_count;        /* of packs: two registers */
};

/* Of a type whose values are in registers. */
bool kernels_hlo__code_has_register(enum kernels_dtype dtype);
static inline bool hlo_code_is_wide(enum kernels_dtype dtype) /* 8 bytes; else 4 */
{
	return dtype == KERNELS_F64 || dtype == KERNELS_I64 || dtype == KERNELS_UI64 || dtype == KERNELS_I1;
}

bool kernels_hlo__code_writer_init(struct hlo_code_writer *w); /* after its program; false: out of memory */
void kernels_hlo__code_writer_finish(struct hlo_code_writer *w);

/* The value in the frame, from its register. */
void kernels_hlo__code_save(struct hlo_code_writer *w, uint32_t value);
/* Where an argument is in the frame. */
static inline uint32_t kernels_hlo__code_frame_of(const struct hlo_code_program *program, uint32_t argument)
{
	return program->homes && program->homes[argument] ? program->homes[argument] : argument * (uint32_t)sizeof(struct hlo_register);
}

/* A register for a new value, which is locked. */
uint32_t kernels_hlo__code_take(struct hlo_code_writer *w);
void kernels_hlo__code_own(struct hlo_code_writer *w, uint32_t xmm, uint32_t value);
/* The value in a register, which is locked. */
uint32_t kernels_hlo__code_get(struct hlo_code_writer *w, uint32_t value);
/* Gives up the registers and frame of an operand that is not used after this step. */
void kernels_hlo__code_drop(struct hlo_code_writer *w, uint32_t value);
/* All values that are used after this step to the frame; registers are empty then. */
void kernels_hlo__code_save_all(struct hlo_code_writer *w);
/* The same, but registers keep their values. */
void kernels_hlo__code_save_copies(struct hlo_code_writer *w);
void kernels_hlo__code_clear(struct hlo_code_writer *w); /* registers have no values: other code comes here too */
/* The register, if any, does not have the value any more. */
void kernels_hlo__code_outdate(struct hlo_code_writer *w, uint32_t value);
/* Gives up the frame of values whose last use is the end of the loop that this step is. */
void kernels_hlo__code_drop_all(struct hlo_code_writer *w);
/* A place in the frame for the value. */
uint32_t kernels_hlo__code_reserve(struct hlo_code_writer *w, uint32_t value);
/* Where an instruction or a call reads it: constant or frame, else its register. */
struct hlo_code_place kernels_hlo__code_place(struct hlo_code_writer *w, uint32_t value);
/* Copies of 4 or 8 bytes. */
void kernels_hlo__code_load(struct hlo_code_writer *w, uint32_t xmm, struct hlo_code_place from, bool wide);
void kernels_hlo__code_store(struct hlo_code_writer *w, uint32_t xmm, uint32_t frame, bool wide);
void kernels_hlo__code_forget(struct hlo_code_writer *w); /* at the end of an iteration: arguments are in the frame, nothing else is */

#endif
