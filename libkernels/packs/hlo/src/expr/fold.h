/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reductions of elements by one operation, in one order for all kernels: results have the same bits, whichever kernel,
 * instruction set or number of threads computes them.
 *
 * Of an initial value and n elements in row-major order:
 * - types that round each step to fewer bits than f32, and complex numbers: one after the other, from the initial value on;
 * - otherwise up to 32 elements: one after the other, from the initial value on;
 * - up to 65536: lane j of 32 takes the elements j, j + 32, ...; lanes j and j + 16, then j + 8, ... are combined; the result
 *   is the initial value combined with lane 0;
 * - more: blocks of 65536 elements are reduced like this without an initial value, and their results are the elements of
 *   another reduction.
 * Operations that give the same bits in any order (integers, minima, maxima, and, or, xor) may be computed in any other. */
#ifndef KERNELS_HLO_EXPR_FOLD_H
#define KERNELS_HLO_EXPR_FOLD_H

#include "expr/isa.h"

#define HLO_FOLD_LANES 32u
#define HLO_FOLD_BLOCK 65536u
#define HLO_FOLD_LEVELS 4u /* 65536^4 elements */

/* maximum and minimum of the floats a and b, by choices that are mostly foreseen: a chain of steps waits for no mask of bits. */
#define HLO_FOLD_MAXIMUM(type) \
	(a > b ? a : a < b ? b : a == b ? scalars_of_bits_##type(scalars_bits_##type(a) & scalars_bits_##type(b)) : a + b)
#define HLO_FOLD_MINIMUM(type) \
	(a < b ? a : a > b ? b : a == b ? scalars_of_bits_##type(scalars_bits_##type(a) | scalars_bits_##type(b)) : a + b)

/* Immutable. */
struct hlo_fold {
	struct hlo_primitive primitive;
	size_t size;                /* of an element */
	bool in_order;              /* one after the other, for any number */
	bool free_order;            /* the same bits in any order */
	hlo_fold_rows_fn *serial;   /* rows of any length, one element after the other; NULL: by the primitive */
	struct hlo_fold_loops loops; /* NULL: by the primitive */
};

/* add, multiply, minimum, maximum, and, or, xor. Returns false if the operation is not defined for the type. */
bool kernels_hlo__fold_init(struct hlo_fold *fold, enum hlo_opcode opcode, enum kernels_dtype dtype);
/* The same with the loops of an instruction set, for tests. */
bool kernels_hlo__fold_init_of(
	const struct hlo_isa *isa, struct hlo_fold *fold, enum hlo_opcode opcode, enum kernels_dtype dtype);

/* Reduces `rows` rows of n adjacent elements: out[r] from inits[r], or from inits[0] if `one_init`. `out` may be `inits`. */
void kernels_hlo__fold_rows(const struct hlo_fold *fold, void *out, const void *elements, size_t rows, size_t n,
	const void *inits, bool one_init);

/* A reduction whose elements come in pieces, or `width` reductions side by side, whose elements come together: element i is then an
 * array of `width` elements, one for each. The memory of the lanes follows. */
struct hlo_fold_level {
	uint64_t left;   /* elements that begin no block yet */
	size_t size, at; /* of the block: elements, those that are there */
	char *lanes;
};
struct hlo_fold_state {
	size_t width;
	uint32_t levels;
	bool in_order; /* up to 32 elements are, too */
	struct hlo_fold_level level[HLO_FOLD_LEVELS];
};
/* Bytes of a state, which is aligned to 64, for n elements. */
size_t kernels_hlo__fold_state_size(const struct hlo_fold *fold, uint64_t n, size_t width);
void kernels_hlo__fold_begin(
	const struct hlo_fold *fold, struct hlo_fold_state *state, uint64_t n, size_t width, const void *inits);
void kernels_hlo__fold_add(const struct hlo_fold *fold, struct hlo_fold_state *state, const void *elements, size_t n);
/* After n elements. `out` may be `inits`. */
void kernels_hlo__fold_end(const struct hlo_fold *fold, struct hlo_fold_state *state, void *out, const void *inits);
/* The result of one block of at most HLO_FOLD_BLOCK elements, at least one, without an initial value; not for `in_order`. */
void kernels_hlo__fold_block(const struct hlo_fold *fold, void *out, const void *elements, size_t n);

#endif
