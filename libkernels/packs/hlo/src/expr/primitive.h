/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives: one operation on arrays of one element type. Every element-wise operation of the pack, alone or as a step
 * of an expression, is one call of a primitive per array. */
#ifndef KERNELS_HLO_EXPR_PRIMITIVE_H
#define KERNELS_HLO_EXPR_PRIMITIVE_H

#include <hlo/steps.h>

struct hlo_primitive;
/* Computes n elements. Inputs and output do not overlap, or are the same memory and their elements have the same size. */
typedef void hlo_primitive_fn(void *out, const void *const *in, size_t n, const struct hlo_primitive *self);

/* Immutable after kernels_hlo__primitive(). */
struct hlo_primitive {
	hlo_primitive_fn *run;
	/* run with operand k pointing to one element, which is repeated; NULL: none. Same bits. */
	hlo_primitive_fn *run_scalar[3];
	/* of types that are computed in a wider one: */
	hlo_primitive_fn *wide_run, *wide_scalar[3];
	enum kernels_dtype wide, wide_result;
	enum kernels_dtype operand, result; /* operand: the last, if the types differ */
	uint32_t operand_count;
	/* of reduce_precision: */
	uint32_t exponent_bits, mantissa_bits;
	bool spec;
};

/* The primitive of an operation but constant. Returns false if the operation is not defined for these element types. */
bool kernels_hlo__primitive(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, enum kernels_dtype result,
	const enum kernels_dtype *operands, struct hlo_primitive *out);
/* The same with the loops of an instruction set (expr/isa.h), for tests. */
struct hlo_isa;
bool kernels_hlo__primitive_of(const struct hlo_isa *isa, enum hlo_opcode opcode, const struct hlo_opcode_detail *detail,
	enum kernels_dtype result, const enum kernels_dtype *operands, struct hlo_primitive *out);

#endif
