/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Private parts of place.c, place_loops.c and place_wanted.c. */
#ifndef BEF_STABLEHLO_PLACE_H
#define BEF_STABLEHLO_PLACE_H

#include "emit/placed.h"

/* A value of the function on both sides. */
struct bef_hlo__side {
	struct mlirbc_value *device, *host; /* NULL: it is not there */
	const int64_t *type;                /* words of its type in the attribute `types`; NULL: not known */
	size_t words;
};

/* The operation of which a function is a region: a loop, a branch, or another that may have captures. */
struct bef_hlo__caller {
	struct mlirbc_op *op; /* NULL: the function belongs to several */
	struct mlirbc_op *function;
	struct bef_hlo__caller *next; /* of the next function of a branch; NULL: none */
	uint32_t operand_count;       /* without a stream */
	uint32_t first;               /* operand that is argument 0 of the function: 1 of branches, which operand 0 chooses */
	bool *wanted;         /* loops and branches: operands, then results that are on the device. NULL: none */
	bool passes_stream;   /* the operation was made anew, with the stream as its last operand */
	bool takes_stream;    /* the function has the stream as its last argument */
};

struct bef_hlo__placing {
	struct bef_hlo__lower *lower;
	const struct mlirbc_type *buffer, *stream_type;
	struct bef_hlo__side *sides; /* by the number of the value */
	struct mlirbc_value *stream; /* NULL: nothing uses the device yet */
	struct mlirbc_block *block;
	struct bef_hlo__row callers; /* struct bef_hlo__caller; the number of the function, and of a loop or
	                              * branch that of its first function, is the position + 1, or 0 */
};

/* ---- place.c */

/* Whether operations are for the device. Leaves scratch memory as it was. */
enum bef_hlo__fit {
	BEF_HLO__STAYS,
	BEF_HLO__COMPUTES,
	BEF_HLO__MOVES,  /* there, if the array that it reads is there */
	BEF_HLO__INDEXES /* there, if an operand is there only */
};
enum bef_hlo__fit bef_hlo__place_fit(const struct bef_hlo__placing *place, const struct mlirbc_op *op);
/* The stream of the function, at its begin. */
bool bef_hlo__place_stream(struct bef_hlo__placing *place);
/* The value on the device. `type`: its words in `types`. NULL after a failure. */
struct mlirbc_value *bef_hlo__place_on_device(struct bef_hlo__placing *place, struct mlirbc_value *value, const int64_t *type, size_t words);
/* The operand of an operation of the host, which may be on the device only. */
bool bef_hlo__place_at_home(struct bef_hlo__placing *place, struct mlirbc_operand *operand);
/* Makes hlo.NAME from a value on one side to one on the other, or on the same. */
struct mlirbc_value *bef_hlo__place_copy(struct bef_hlo__placing *place, const char *name, struct mlirbc_value *value,
	const struct mlirbc_type *to, const struct bef_hlo__side *side);
/* Attributes of the operation besides `types` and `besides` (or NULL). */
bool bef_hlo__place_attributes(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *besides, struct bef_hlo__attrs *attrs);
/* The operation that a constant of the host is; NULL: the value is none. */
const struct mlirbc_op *bef_hlo__place_constant(const struct bef_hlo__placing *place, const struct mlirbc_value *value);
/* The caller of the function, or that the loop is; NULL: none. */
struct bef_hlo__caller *bef_hlo__place_caller(const struct bef_hlo__placing *place, const struct mlirbc_op *op);

/* ---- place_wanted.c */

/* Chooses the values of loops and branches that stay on the device. Before anything is placed. */
bool bef_hlo__place_regions(struct bef_hlo__placing *place);

/* ---- place_loops.c */

/* Gives the function of a loop or branch its arguments on the device. */
bool bef_hlo__place_parameters(struct bef_hlo__placing *place, struct bef_hlo__caller *caller);
/* After its values were numbered. */
bool bef_hlo__place_arguments(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller);
/* Makes the loop or branch anew, in front of it, with its operands on the device. */
bool bef_hlo__place_region(struct bef_hlo__placing *place, struct bef_hlo__caller *caller);
/* The values that the function returns. */
bool bef_hlo__place_return(struct bef_hlo__placing *place, const struct bef_hlo__caller *caller, struct mlirbc_op *op);

#endif
