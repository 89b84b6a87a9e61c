/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What integer operations compute, as expressions of single elements that are unique: two values whose nodes are the same pointer are equal.
 * Sums and exclusive ors have their operands in one order, and a constant outside, so that associations of other writers are the same. */
#ifndef BEF_STABLEHLO_SYMBOLIC_H
#define BEF_STABLEHLO_SYMBOLIC_H

#include "state/lower.h"

enum bef_hlo__node_kind {
	BEF_HLO__NODE_UNKNOWN,
	BEF_HLO__NODE_CONST, /* `number`, in the width of its type */
	BEF_HLO__NODE_LIST,  /* the elements of the dense attribute `a` */
	BEF_HLO__NODE_LEAF,  /* the value `a` of the source, whatever computes it */
	BEF_HLO__NODE_VIEW,  /* the leaf `a` repeated along the dimensions `b`, in the type `c` */
	BEF_HLO__NODE_ADD,   /* of 32 bits, as all that follow */
	BEF_HLO__NODE_XOR,
	BEF_HLO__NODE_SHIFT_LEFT, /* of `a` by `number` */
	BEF_HLO__NODE_SHIFT_RIGHT,
	BEF_HLO__NODE_ROTATE /* to the left */
};

struct bef_hlo__node {
	enum bef_hlo__node_kind kind;
	uint32_t serial;
	const void *a, *b, *c;
	uint64_t number;
	struct bef_hlo__node *next;  /* with the same hash value */
	struct mlirbc_value *value;  /* the last one outside of executed loops that is equal; NULL: none */
};

enum { BEF_HLO__NODE_BUCKETS = 1024 };

struct bef_hlo__symbolic {
	struct bef_hlo__lower *lower;
	struct bef_hlo__node **of; /* by the number of the value; NULL: not computed yet */
	uint32_t value_count;
	uint32_t serial;
	struct bef_hlo__node *buckets[BEF_HLO__NODE_BUCKETS];
	struct bef_hlo__node *unknown;
	uint32_t budget; /* operations that the execution of a loop may still take */
	unsigned depth;  /* executed loops and calls; 0: operations of the source in their order */
	bool failed;     /* memory was short, which is recorded */
};

/* Numbers all values of the module, and all operations in pre-order. */
bool bef_hlo__symbolic_init(struct bef_hlo__symbolic *s, struct bef_hlo__lower *lower);
/* Notes what the results of an operation are. Those of unknown operations become leaves when they are used. */
void bef_hlo__symbolic_visit(struct bef_hlo__symbolic *s, struct mlirbc_op *op);
/* Executes a `while` with a known number of iterations, of at most 8, and sets the nodes of its results. */
bool bef_hlo__symbolic_while(struct bef_hlo__symbolic *s, struct mlirbc_op *op);
/* An operation of two nodes, ADD or XOR; a rotation or shift by a number. */
struct bef_hlo__node *bef_hlo__node_binary(struct bef_hlo__symbolic *s, enum bef_hlo__node_kind kind, struct bef_hlo__node *a,
	struct bef_hlo__node *b);
struct bef_hlo__node *bef_hlo__node_shift(struct bef_hlo__symbolic *s, enum bef_hlo__node_kind kind, struct bef_hlo__node *a, uint64_t number);
struct bef_hlo__node *bef_hlo__node_const(struct bef_hlo__symbolic *s, uint64_t number);
bool bef_hlo__is_ui32(const struct mlirbc_type *type);

#endif
