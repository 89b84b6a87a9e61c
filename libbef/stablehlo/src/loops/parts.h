/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arrays of a loop's body as parts: one array for each index of a short dimension, without this dimension. */
#ifndef BEF_STABLEHLO_PARTS_H
#define BEF_STABLEHLO_PARTS_H

#include "emit/emit.h"

enum { BEF_HLO__MOST_PARTS = 8, BEF_HLO__LEAST_PART = 32 /* elements */ };

struct bef_hlo__parts {
	const struct mlirbc_value *value;
	struct mlirbc_value *parts[BEF_HLO__MOST_PARTS];
	uint32_t dim, count;
	bool replaced; /* the value is computed by parts, and not needed but for other uses */
};

/* Of one block. Entries are found by the number of the value, which is that of its entry if that has the same value. */
struct bef_hlo__splitter {
	struct bef_hlo__lower *lower;
	struct mlirbc_builder builder;
	struct bef_hlo__parts *list;
	uint32_t count, room;
};

/* The type without the dimension. */
const struct mlirbc_type *bef_hlo__part_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type, uint32_t dim);
/* What is known of the value; NULL: it has no parts. */
const struct bef_hlo__parts *bef_hlo__find_parts(const struct bef_hlo__splitter *s, const struct mlirbc_value *value);
/* An entry for the value, without parts; NULL after a failure. Valid until the next one. */
struct bef_hlo__parts *bef_hlo__add_parts(struct bef_hlo__splitter *s, struct mlirbc_value *value, uint32_t dim, uint32_t count);
/* The parts of a value, made at the position of the builder if there are none; false after a failure. */
bool bef_hlo__make_parts(struct bef_hlo__splitter *s, struct mlirbc_value *value, uint32_t dim, struct bef_hlo__parts *out);
/* The array of parts; NULL after a failure. */
struct mlirbc_value *bef_hlo__join_parts(struct bef_hlo__splitter *s, const struct bef_hlo__parts *parts);

/* An operation on values with parts, as operations on these (part_ops.c). Results have parts then, or are replaced. */
bool bef_hlo__split_op(struct bef_hlo__splitter *s, struct mlirbc_op *op);
/* Whether the operation takes one index, or some, of dimension `dim`, and all of the others; *out_first, *out_step: which. */
bool bef_hlo__takes_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t dim, int64_t *out_first, int64_t *out_step);
/* The short dimension in which it puts arrays side by side; BEF_HLO__NONE: none. */
uint32_t bef_hlo__puts_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether an element-wise operation on arrays of one shape, and single elements. */
bool bef_hlo__has_steps_of_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op);
/* Whether it is a reduction of this dimension only, by one operation; its name, or NULL. */
const char *bef_hlo__reduces_parts(struct bef_hlo__lower *lower, const struct mlirbc_op *op, uint32_t dim);

#endif
