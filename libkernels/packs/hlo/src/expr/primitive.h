/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives: one operation on arrays of one element type. Every element-wise operation of the pack, alone or as a step
 * of an expression, is one call of a primitive per array. */
#ifndef KERNELS_HLO_EXPR_PRIMITIVE_H
#define KERNELS_HLO_EXPR_PRIMITIVE_H

#include <kernels/dtype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* OP(name, operands): the element-wise operations of StableHLO. */
#define HLO_OPCODES(OP) \
	OP(abs, 1) \
	OP(add, 2) \
	OP(and, 2) \
	OP(atan2, 2) \
	OP(bitcast_convert, 1) \
	OP(cbrt, 1) \
	OP(ceil, 1) \
	OP(clamp, 3) \
	OP(compare, 2) \
	OP(complex, 2) \
	OP(constant, 0) \
	OP(convert, 1) \
	OP(cosine, 1) \
	OP(count_leading_zeros, 1) \
	OP(divide, 2) \
	OP(exponential, 1) \
	OP(exponential_minus_one, 1) \
	OP(floor, 1) \
	OP(imag, 1) \
	OP(is_finite, 1) \
	OP(log, 1) \
	OP(log_plus_one, 1) \
	OP(logistic, 1) \
	OP(maximum, 2) \
	OP(minimum, 2) \
	OP(multiply, 2) \
	OP(negate, 1) \
	OP(not, 1) \
	OP(or, 2) \
	OP(popcnt, 1) \
	OP(power, 2) \
	OP(real, 1) \
	OP(reduce_precision, 1) \
	OP(remainder, 2) \
	OP(round_nearest_afz, 1) \
	OP(round_nearest_even, 1) \
	OP(rsqrt, 1) \
	OP(select, 3) \
	OP(shift_left, 2) \
	OP(shift_right_arithmetic, 2) \
	OP(shift_right_logical, 2) \
	OP(sign, 1) \
	OP(sine, 1) \
	OP(sqrt, 1) \
	OP(subtract, 2) \
	OP(tan, 1) \
	OP(tanh, 1) \
	OP(xor, 2)

enum hlo_opcode {
#define OP(name, operands) HLO_OP_##name,
	HLO_OPCODES(OP)
#undef OP
	HLO_OPCODE_COUNT
};

enum hlo_direction { HLO_EQ, HLO_NE, HLO_LT, HLO_LE, HLO_GT, HLO_GE };
/* Of compare: FLOAT is for floats and complex, SIGNED for signed integers, UNSIGNED for unsigned ones and i1. */
enum hlo_compare_type { HLO_FLOAT, HLO_TOTALORDER, HLO_SIGNED_TYPE, HLO_UNSIGNED_TYPE, HLO_NOTYPE };

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
};

/* What an operation has beside the types. */
struct hlo_opcode_detail {
	enum hlo_direction direction;          /* compare */
	enum hlo_compare_type compare_type;    /* compare; HLO_NOTYPE: as the element type wants */
	uint32_t exponent_bits, mantissa_bits; /* reduce_precision; at least 1, at least 0 */
	bool spec; /* complex functions for which kernels_hlo__has_spec(): as the specification wants, not as XLA computes */
};

const char *kernels_hlo__opcode_name(enum hlo_opcode opcode);
uint32_t kernels_hlo__opcode_operands(enum hlo_opcode opcode);
/* The specification and XLA have other results for some complex numbers. */
bool kernels_hlo__has_spec(enum hlo_opcode opcode);
bool kernels_hlo__opcode_find(const char *name, size_t size, enum hlo_opcode *out);
bool kernels_hlo__direction_find(const char *name, size_t size, enum hlo_direction *out); /* "LT" */
bool kernels_hlo__compare_type_find(const char *name, size_t size, enum hlo_compare_type *out); /* "FLOAT" */

/* The primitive of an operation but constant. Returns false if the operation is not defined for these element types. */
bool kernels_hlo__primitive(enum hlo_opcode opcode, const struct hlo_opcode_detail *detail, enum kernels_dtype result,
	const enum kernels_dtype *operands, struct hlo_primitive *out);
/* The same with the loops of an instruction set (expr/isa.h), for tests. */
struct hlo_isa;
bool kernels_hlo__primitive_of(const struct hlo_isa *isa, enum hlo_opcode opcode, const struct hlo_opcode_detail *detail,
	enum kernels_dtype result, const enum kernels_dtype *operands, struct hlo_primitive *out);

#endif
