/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Condition and body of a loop as one sequence of values: the arguments, the steps of the condition, those of the body. A value is computed at
 * the position that is its number; the condition is tested before `body`; the results are stored at `count`. */
#ifndef KERNELS_HLO_CODE_LOOP_VALUES_H
#define KERNELS_HLO_CODE_LOOP_VALUES_H

#include "code/code.h"

#define HLO_CODE_NEVER UINT32_MAX

enum { HLO_CODE_LANES = 8 }; /* of a pack, at most */
enum { HLO_CODE_KEPT = 8 };  /* arguments that stay in registers from one iteration to the next, at most */

/* What a value is. With packs (packs.h) there are values of several elements. */
enum hlo_code_value_form {
	HLO_SINGLE,    /* one element: an argument, or a step */
	HLO_ELEMENT,   /* the element `lane` of a pack */
	HLO_PACKED,    /* the step of each lane of its operands, which are packs */
	HLO_ARGUMENTS, /* arguments, which are side by side in the frame */
	HLO_CONSTANTS, /* of its operands, which are constants */
	HLO_REPEATED,  /* one element in all lanes */
	HLO_SHIFTED,   /* the lanes from `lane` on of one pack, then the first ones of another */
	HLO_BUILT,     /* of single elements */
	HLO_LOADED,    /* neighbours in an array: the array, the index of the first */
	HLO_STORED     /* the same, and the pack that they become; without a value */
};

struct hlo_code_value {
	enum kernels_dtype dtype;
	const struct hlo_expr_step *step; /* NULL: it is none */
	uint8_t form, lanes, operand_count; /* lanes: 0 if it is one element */
	uint8_t lane;
	uint32_t operands[HLO_CODE_LANES];
	uint32_t first, second; /* of steps of blocks: values, as in the expression; HLO_ARGUMENTS: first: where they are in the frame */
	uint32_t first_use, uses; /* in `uses` of the program */
	bool needed;
};

/* The pack that the arguments of another one, which begins at `home`, become. */
struct hlo_code_pack_result {
	uint32_t value, home;
};

struct hlo_code_program {
	const struct hlo_expr *condition, *body;
	uint32_t arguments, carried, body_first, count;
	struct hlo_code_value *values;
	uint32_t *uses;     /* positions, ascending, of each value */
	uint32_t test;      /* the value of the condition */
	uint32_t *results;  /* of the body, `carried`; HLO_CODE_NEVER: a pack has it */
	uint32_t *homes;    /* by argument: its offset in the frame if a pack holds it, else 0. NULL: there are no packs */
	struct hlo_code_pack_result *pack_results;
	uint32_t pack_result_count, argument_packs;
	uint32_t kept[HLO_CODE_KEPT], kept_count; /* arguments that are in the registers 0, 1, ... when an iteration begins */
	size_t block_size, uses_size;
	const struct async_allocator *allocator;
};

static inline uint32_t hlo_code_operands(const struct hlo_code_value *value)
{
	return value->operand_count;
}
static inline bool hlo_code_is_constant(const struct hlo_code_value *value)
{
	return (value->step && value->step->opcode == HLO_OP_constant) || value->form == HLO_CONSTANTS;
}

/* Makes the program one with packs, if it is shorter then (pack_program.c). */
void kernels_hlo__code_pack(struct hlo_code_program *program);

/* The first use of the value at this position or later; HLO_CODE_NEVER: none. */
uint32_t kernels_hlo__code_next_use(const struct hlo_code_program *program, uint32_t value, uint32_t position);
bool kernels_hlo__code_program_init(struct hlo_code_program *program, const struct hlo_expr *condition, const struct hlo_expr *body,
	uint32_t carried, const struct async_allocator *allocator); /* false: out of memory */
void kernels_hlo__code_program_finish(struct hlo_code_program *program);

#endif
