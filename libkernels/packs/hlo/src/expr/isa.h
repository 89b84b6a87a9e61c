/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loops over arrays of the most common element types, compiled once per instruction set from isa_loops.h. All instruction sets
 * give the same bits. */
#ifndef KERNELS_HLO_EXPR_ISA_H
#define KERNELS_HLO_EXPR_ISA_H

#include "expr/primitive.h"

/* KERNELS_ONE_ISA (option small): loops and products once, for the instructions that the compiler may use everywhere. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(KERNELS_ONE_ISA)
#define HLO_ISA_X86 1
#else
#define HLO_ISA_X86 0
#endif

/* In a small build that is compiled for size, where loops do not become vectors: each operation once, by the shortest text. */
#if defined(KERNELS_ONE_ISA) && defined(__OPTIMIZE_SIZE__)
#define HLO_LEAN 1
#else
#define HLO_LEAN 0
#endif

/* A primitive, and itself with one element as operand k that is repeated. NULL: not here. */
struct hlo_variants {
	hlo_primitive_fn *run, *scalar[3];
};

/* Element types with rows in the tables of struct hlo_isa; 0: others. */
enum hlo_hot_type { HLO_COLD, HLO_HOT_F32, HLO_HOT_F64,
	HLO_HOT_BF16,   /* some operations; the others are those of f32 */
	HLO_HOT_FLOATS, /* of all instruction sets; the others have integers too: */
	HLO_HOT_I1 = HLO_HOT_FLOATS, HLO_HOT_I8, HLO_HOT_UI8, HLO_HOT_I32, HLO_HOT_UI32, HLO_HOT_I64,
	HLO_HOT_C64, HLO_HOT_C128, /* what has loops of floats; no conversions */
	HLO_HOT_LIMIT, /* of operations; types that are only converted: */
	HLO_HOT_F16 = HLO_HOT_LIMIT, HLO_HOT_CONVERTED };

/* Of expr/fold.h: lanes[j] is combined with element j of each of `chunks` arrays of 32 elements, which are `step` bytes apart. */
typedef void hlo_fold_lanes_fn(void *lanes, const void *elements, size_t chunks, size_t step);
/* Rows of n elements (of a loop: more than 32, at most a block): out[r] = inits[r * init_step] combined with those of the row. `out` may be
 * `inits`. */
typedef void hlo_fold_rows_fn(void *out, const void *elements, size_t rows, size_t n, const void *inits, size_t init_step);
struct hlo_fold_loops {
	hlo_fold_lanes_fn *lanes;
	hlo_fold_rows_fn *rows;
};
enum hlo_fold_loop { HLO_FOLD_ADD, HLO_FOLD_MULTIPLY, HLO_FOLD_MAXIMUM, HLO_FOLD_MINIMUM, HLO_FOLD_LOOPS };

struct hlo_isa {
	const char *name;
	bool (*supported)(void);
	enum hlo_hot_type types;                                   /* rows of operations and comparisons */
	const struct hlo_variants (*operations)[HLO_OPCODE_COUNT]; /* by hot type */
	const struct hlo_variants (*comparisons)[6];               /* by hot type; floats as numbers, no total order */
	const struct hlo_variants *selections;                     /* by the size of an element: 1, 2, 4, 8 */
	hlo_primitive_fn *const (*conversions)[HLO_HOT_CONVERTED]; /* [to][from]; `self` is not used */
	const struct hlo_fold_loops (*folds)[HLO_FOLD_LOOPS];      /* by hot type */
};

enum { HLO_ISAS = HLO_ISA_X86 ? 3 : 1 };
/* The fastest first; the last runs on every processor. */
extern const struct hlo_isa *const kernels_hlo__isas[HLO_ISAS];
const struct hlo_isa *kernels_hlo__isa(void);      /* of this processor */
const struct hlo_isa *kernels_hlo__isa_base(void); /* the last */
/* select by the size of an element; NULL: not here */
const struct hlo_variants *kernels_hlo__isa_selection(const struct hlo_isa *isa, size_t size);
enum hlo_hot_type kernels_hlo__hot_type(enum kernels_dtype dtype);

#endif
