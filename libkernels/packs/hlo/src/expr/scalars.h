/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Expressions over single elements, compiled to a list of steps on registers: one switch per step for the common operations, so
 * that a step takes little more than its arithmetic. The caller has the registers: those of the arguments first, which several
 * expressions may share, then those of each expression.
 *
 *	struct hlo_scalars *body = kernels_hlo__scalars_create(expr, expr->argument_count); // in plan()
 *	... // in run(): a struct hlo_register registers[expr->argument_count + body->registers]
 *	kernels_hlo__scalars_begin(body, registers); // constants
 *	... // set the registers of the arguments
 *	kernels_hlo__scalars_run(body, registers); // any number of times
 *	... // result i is in registers[body->results[i].number], which may be that of an argument or a constant */
#ifndef KERNELS_HLO_EXPR_SCALARS_H
#define KERNELS_HLO_EXPR_SCALARS_H

#include "expr/expr.h"
#include <string.h>

/* Of any element type, from the first byte on. */
struct hlo_register {
	_Alignas(16) uint64_t words[2];
};

/* Offsets of registers are in bytes. */
struct hlo_scalar_step {
	uint32_t code, out, in[3];
	const struct hlo_primitive *primitive; /* for operations without a code */
};

struct hlo_scalar_constant {
	uint32_t number; /* of the register */
	uint64_t words[2];
};

struct hlo_scalar_result {
	uint32_t number, size; /* of the register; bytes of the element */
};

/* The register of an argument that is an array. */
struct hlo_scalar_array {
	void *data;
	uint64_t last; /* index of the last element; unsigned comparisons clamp all others to it */
};

/* What is asked from time to time by loops inside of an expression, whose number of iterations is not known. */
struct hlo_watch {
	uint64_t left; /* iterations before the next question */
	uint64_t (*more)(struct hlo_watch *watch); /* how many more; 0: the expression is given up */
};

/* Immutable. Refers to the expression. */
struct hlo_scalars {
	const struct hlo_scalar_step *steps; /* without constants */
	const struct hlo_scalar_constant *constants;
	const struct hlo_scalar_result *results;
	uint32_t step_count, constant_count;
	uint32_t registers;      /* beside those of the arguments */
	size_t size;
	const struct async_allocator *allocator;
};

/* For an expression without a call. The registers beside those of the arguments begin with number `first`. Returns NULL when out of
 * memory. */
struct hlo_scalars *kernels_hlo__scalars_create(const struct hlo_expr *expr, uint32_t first);
void kernels_hlo__scalars_destroy(struct hlo_scalars *scalars); /* NULL is allowed */
/* Returns false if a loop was given up; nothing may be expected of the registers then. */
bool kernels_hlo__scalars_run_watched(const struct hlo_scalars *scalars, struct hlo_register *registers, struct hlo_watch *watch);
/* Of an expression without blocks. */
static inline void kernels_hlo__scalars_run(const struct hlo_scalars *scalars, struct hlo_register *registers)
{
	(void)kernels_hlo__scalars_run_watched(scalars, registers, NULL);
}

/* Copies an element from or to a register. Not the whole register: a read that is longer than the write before it waits until that has
 * reached the cache. Common sizes need no call. */
static inline void hlo_register_copy(void *to, const void *from, size_t size)
{
	if (size == 4)
		memcpy(to, from, 4);
	else if (size == 8)
		memcpy(to, from, 8);
	else
		memcpy(to, from, size);
}

/* Before the first run: runs do not change constants. */
static inline void kernels_hlo__scalars_begin(const struct hlo_scalars *scalars, struct hlo_register *registers)
{
	for (uint32_t i = 0; i < scalars->constant_count; i++)
		memcpy(&registers[scalars->constants[i].number], scalars->constants[i].words, sizeof scalars->constants[i].words);
}

#endif
