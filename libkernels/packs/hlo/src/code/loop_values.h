/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Condition and body of a loop as one sequence of values: the arguments, the steps of the condition, those of the body. A value is computed at
 * the position that is its number; the condition is tested before `body`; the results are stored at `count`. */
#ifndef KERNELS_HLO_CODE_LOOP_VALUES_H
#define KERNELS_HLO_CODE_LOOP_VALUES_H

#include "code/code.h"

#define HLO_CODE_NEVER UINT32_MAX

struct hlo_code_value {
	enum kernels_dtype dtype;
	const struct hlo_expr_step *step; /* NULL: an argument */
	uint32_t operands[3];
	uint32_t first, second; /* of steps of blocks: values, as in the expression */
	uint32_t first_use, uses; /* in `uses` of the program */
	bool needed;
};

struct hlo_code_program {
	const struct hlo_expr *condition, *body;
	uint32_t arguments, carried, body_first, count;
	struct hlo_code_value *values;
	uint32_t *uses;     /* positions, ascending, of each value */
	uint32_t test;      /* the value of the condition */
	uint32_t *results;  /* of the body, `carried` */
	size_t block_size, uses_size;
	const struct async_allocator *allocator;
};

static inline uint32_t hlo_code_operands(const struct hlo_code_value *value)
{
	return value->step ? value->step->of->primitive.operand_count : 0;
}
static inline bool hlo_code_is_constant(const struct hlo_code_value *value)
{
	return value->step && value->step->opcode == HLO_OP_constant;
}

/* The first use of the value at this position or later; HLO_CODE_NEVER: none. */
uint32_t kernels_hlo__code_next_use(const struct hlo_code_program *program, uint32_t value, uint32_t position);
bool kernels_hlo__code_program_init(struct hlo_code_program *program, const struct hlo_expr *condition, const struct hlo_expr *body,
	uint32_t carried, const struct async_allocator *allocator); /* false: out of memory */
void kernels_hlo__code_program_finish(struct hlo_code_program *program);

#endif
