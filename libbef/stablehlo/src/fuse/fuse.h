/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations that become one kernel: groups of operations on single elements (hlo.fused), and of element-wise operations and
 * reductions of rows over one iteration space (hlo.loop_fusion). */
#ifndef BEF_STABLEHLO_FUSE_H
#define BEF_STABLEHLO_FUSE_H

#include "emit/emit.h"

/* ---- scalars.c: operations on single elements */

bool bef_hlo__is_scalar(const struct mlirbc_type *type); /* a tensor of one element that is not quantized, of any rank */
/* A constant of one element, or with one element for all, which expressions contain as a step. */
bool bef_hlo__is_inline_constant(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the numbers in the name of a step have at most three digits, for which it has room. */
bool bef_hlo__has_short_numbers(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* A step (body/expression.h) on single elements, constants excepted. */
bool bef_hlo__is_scalar_op(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether all operations of the block are such steps or constants of one element, and at most `limit`. */
bool bef_hlo__is_scalar_block(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint32_t limit);

/* ---- sink.c, speculate.c, narrow.c, enlarge.c, unroll.c: changes of the source before it is numbered */

/* Branches of a few scalar operations become these operations and `select`. */
bool bef_hlo__speculate(struct bef_hlo__lower *lower);
/* repeated.c: element-wise operations whose elements are all equal are computed once; then regions that read repeated elements repeat
 * them themselves. */
bool bef_hlo__compute_once(struct bef_hlo__lower *lower);
bool bef_hlo__sink_repeated(struct bef_hlo__lower *lower);
/* Of element-wise operations only what a slice takes is computed. */
bool bef_hlo__narrow(struct bef_hlo__lower *lower);
/* What is padded or concatenated after it was computed element by element is computed in the shape of the result. */
bool bef_hlo__enlarge(struct bef_hlo__lower *lower);
/* Arrays whose last dimension is short are computed as one array per index. */
bool bef_hlo__unroll(struct bef_hlo__lower *lower);
/* Whether an operation of another block uses the first result. */
bool bef_hlo__is_used_elsewhere(const struct mlirbc_op *op);
/* Each block that uses an inline constant has its own copy. */
bool bef_hlo__sink_constants(struct bef_hlo__lower *lower);

/* ---- kinds.c */

enum bef_hlo__kind {
	BEF_HLO__OTHER,    /* always a kernel */
	BEF_HLO__CONSTANT, /* an inline constant */
	BEF_HLO__STEP,     /* one element of the result depends on one element of each operand */
	BEF_HLO__REDUCE,   /* of adjacent dimensions, by one operation; of one element each it is a step */
	BEF_HLO__VIEW,     /* its elements are those of its operand in another order, or repeated */
	BEF_HLO__IOTA
};
/* Of an operation with one result; VIEW if it may be one. */
enum bef_hlo__kind bef_hlo__find_kind(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* The name of the operation by which a reduction combines elements: "add". */
const char *bef_hlo__reducer(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* The elements behind those that a reduction combines: it is of columns if there are several, else of rows; 0: of neither. */
int64_t bef_hlo__columns(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the operand of a step or reduction is the initial value of a reduction. */
static inline bool bef_hlo__is_initial(const struct mlirbc_op *op, uint32_t operand)
{
	return op->region_count > 0 && operand == 1;
}
/* The iteration space of a step or reduction. */
static inline const struct mlirbc_type *bef_hlo__shape_of(const struct mlirbc_op *op, enum bef_hlo__kind kind)
{
	return kind == BEF_HLO__REDUCE ? mlirbc_op_operands(op)[0].value->type : mlirbc_op_results(op)[0].type;
}
/* The number of elements; 0: unknown, or not a tensor. */
uint64_t bef_hlo__count(const struct mlirbc_type *type);
/* A tensor of known sizes whose elements have a size and are not quantized. */
bool bef_hlo__is_plain_array(const struct mlirbc_type *type);
/* The integers of an attribute; NULL: it is absent, or has another number of them. */
const int64_t *bef_hlo__ints_of(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const char *name, size_t rank);

/* ---- space.c: iteration spaces. A space is the ordered set of the sizes of its trailing parts: {1, 32, 256, 32768} is 128x8x32.
 * Each divides the next. So reshapes do not matter, and two shapes of as many elements have a common space if the union of their
 * sets has this property. */

struct bef_hlo__space {
	int64_t cuts[HLO_MOST_RANK + 1]; /* ascending; the first is 1, the last the number of elements */
	uint32_t count;                       /* rank + 1 */
};
void bef_hlo__space_of(const struct mlirbc_type *type, struct bef_hlo__space *out);
/* Adds the cuts of `other` times `scale`. Returns false, and changes nothing, if there is no common space. */
bool bef_hlo__space_add(struct bef_hlo__space *space, const struct bef_hlo__space *other, int64_t scale);
bool bef_hlo__space_cut(struct bef_hlo__space *space, int64_t cut);

/* ---- views.c */

/* The elements of a value in the memory of another: element (i, k, ...) is at offset + i * strides[0] + k * strides[1] + ... */
struct bef_hlo__view {
	const struct mlirbc_value *root;
	bool iota; /* the memory has the numbers 0, 1, ...; root is the result of an iota */
	const struct bef_hlo__piece *pieces; /* several, which have all elements instead; NULL: there is one root */
	uint32_t piece_count;
	int64_t offset;
	int64_t strides[]; /* of each dimension */
};
/* The elements in a box of the indices; those of others would be at the same offset and strides. */
struct bef_hlo__piece {
	const struct mlirbc_value *root;
	int64_t offset;
	int64_t begin[HLO_MOST_RANK], end[HLO_MOST_RANK], strides[HLO_MOST_RANK];
};
/* Notes the view that the operation makes; leaves it without one if its elements have no such form. False after a failure. */
bool bef_hlo__find_view(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* pieces.c: the same for concatenate and pad, and for operations whose operand consists of pieces. */
bool bef_hlo__find_pieces(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the operation is concatenate or pad, whose result may consist of pieces. */
bool bef_hlo__makes_pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Row-major strides; 0 for dimensions of one element. */
void bef_hlo__row_major(const struct mlirbc_type *type, int64_t *strides);

/* ---- access.c: how operations read their operands */

struct bef_hlo__access {
	enum { BEF_HLO__INLINE, BEF_HLO__INDEX, BEF_HLO__MEMORY } kind; /* constant · iota · elements of root */
	const struct mlirbc_value *root;
	int64_t offset;
	int64_t strides[HLO_MOST_RANK]; /* of each dimension of `shape` */
	const struct mlirbc_type *shape;     /* the iteration space of the operation */
	const struct bef_hlo__piece *piece;  /* the element is this one in the box of the piece; NULL: everywhere */
};
/* A step that copies the pieces of its result has this as operand 0, and no others. */
uint32_t bef_hlo__reads(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Pieces of what an operand reads; 1: it does not consist of pieces. */
uint32_t bef_hlo__pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand);
bool bef_hlo__reads_pieces(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
void bef_hlo__access_piece(
	const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand, uint32_t piece, struct bef_hlo__access *out);
/* Of an operand without pieces; with pieces it is that of the first one. */
void bef_hlo__access(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t operand, struct bef_hlo__access *out);
/* Whether the element that is read is the one that the group computes at the same time. */
bool bef_hlo__is_inside(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__access *access);

/* ---- join.c, groups.c */

/* Operations of one block, in its order. `level` is the position of the last operation outside of groups that one of them depends on;
 * groups that depend on others of the same level have a larger depth. So a group depends on groups with smaller (level, depth) only. */
struct bef_hlo__group {
	struct bef_hlo__row ops;
	struct bef_hlo__space space;
	int64_t inner;   /* elements of a row, or of all columns together; 0: no reductions */
	bool fixed;      /* it reads pieces: the space stays as it is, and reductions are of rows */
	int64_t columns; /* 1: reductions are of rows; several: of columns, whose results are not used inside */
	uint32_t level, depth;
	uint32_t number; /* order in which groups were begun */
	uint32_t reads;  /* operands, estimated from above */
	const struct mlirbc_value *product; /* the group is a part of the kernel that computes this value; NULL: a kernel of its own */
	struct bef_hlo__group *into; /* it became a part of this group */
	struct bef_hlo__group *same; /* an earlier one of the same level, depth and number of elements */
	struct bef_hlo__group *next; /* that can run at the same position, in order */
};
static inline int64_t bef_hlo__group_count(const struct bef_hlo__group *group)
{
	return group->space.cuts[group->space.count - 1];
}
static inline struct bef_hlo__place *bef_hlo__place_of(const struct bef_hlo__lower *lower, const struct mlirbc_value *value)
{
	return &lower->places[value->number];
}
/* The group that computes the value, if it is in the block; NULL: none. */
struct bef_hlo__group *bef_hlo__group_of(
	const struct bef_hlo__lower *lower, const struct mlirbc_value *value, const struct mlirbc_block *block);
/* Adds the operations of a group that others do not depend on to another one. False: they are too many, or have no common space. */
bool bef_hlo__move_into(struct bef_hlo__lower *lower, struct bef_hlo__group *from, struct bef_hlo__group *to);
/* Puts the steps and reductions of the block into groups; those of columns have one each. *out_groups: all (struct bef_hlo__group). */
bool bef_hlo__join_all(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *out_groups);

/* The groups of a block: those that can run as soon as the operation at a position has, by position. Position 0: the begin of
 * the block; the first operation has position 1. */
struct bef_hlo__groups {
	struct { struct bef_hlo__group *first, *last; } *at;
};

bool bef_hlo__find_groups(struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__groups *out);
/* Whether the operation has no kernel of its own: it is in a group, or only groups use it. */
bool bef_hlo__is_grouped(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the operation has no operands and no effects, so that it is made at the begin of the block. */
bool bef_hlo__is_source(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether the view that the operation makes needs a kernel, which is a loop since devices have no others. A reshape is the same buffer. */
bool bef_hlo__is_copied(const struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether a kernel of its own is as good for the only operation of the group. */
bool bef_hlo__is_alone(const struct bef_hlo__lower *lower, const struct bef_hlo__group *group);
/* Makes the kernel of a group that is no part of a product, and sets the values that others use. */
bool bef_hlo__emit_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group);

/* ---- columns.c */

/* Puts reductions of columns into groups that compute or read the same elements. *out_joined: there are some. */
bool bef_hlo__join_columns(
	struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *groups, bool *out_joined);

/* later.c: puts groups into the only group that uses their values, if it is later at the same level. Sets *out_joined if there are some. */
bool bef_hlo__join_later(
	struct bef_hlo__lower *lower, const struct mlirbc_block *block, struct bef_hlo__row *groups, bool *out_joined);

/* ---- epilogues.c: groups that continue a product */

/* Finds products that only one group uses, and makes the group a part of the product. */
void bef_hlo__find_epilogues(struct bef_hlo__lower *lower, const struct bef_hlo__row *groups);

/* The values of the group that are stored, in order. */
bool bef_hlo__group_results(struct bef_hlo__lower *lower, const struct bef_hlo__group *group, struct bef_hlo__row *out);
/* Makes hlo.NAME, whose results stand for these values (struct mlirbc_value). */
bool bef_hlo__emit_results(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands, size_t operand_count,
	const struct bef_hlo__row *values, struct bef_hlo__attrs *attrs);

/* ---- explain.c: what options.explain is told */

/* Where operations are made next. */
struct bef_hlo__mark {
	const struct mlirbc_block *block;
	const struct mlirbc_op *last;
	const struct bef_hlo__group *epilogue; /* of the operation that is lowered; NULL: none */
};
struct bef_hlo__mark bef_hlo__explain_begin(const struct bef_hlo__lower *lower);
/* The operation has been lowered since the mark, perhaps with its epilogue. Returns `ok`; false: it has not. */
bool bef_hlo__explain_op(struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct bef_hlo__mark *mark, bool ok);
void bef_hlo__explain_group(
	struct bef_hlo__lower *lower, const struct bef_hlo__group *group, const struct bef_hlo__mark *mark);
/* The operation has no kernel of its own, because others read what it makes. */
void bef_hlo__explain_read(struct bef_hlo__lower *lower, const struct mlirbc_op *op);

/* ---- scalar_kernel.c, loop_kernel.c */
bool bef_hlo__emit_scalar_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group);
bool bef_hlo__emit_loop_group(struct bef_hlo__lower *lower, const struct bef_hlo__group *group);
/* Makes a loop that copies the elements of a view (bef_hlo__is_copied()). */
bool bef_hlo__emit_view(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Makes the kernel of a product, hlo.NAME with these operands and attributes, together with that of the group lower->epilogue, which is
 * reset, and sets the results of the group. */
bool bef_hlo__emit_product(struct bef_hlo__lower *lower, const char *name, const struct bef_hlo__value *operands,
	size_t operand_count, struct bef_hlo__attrs *attrs);

#endif
