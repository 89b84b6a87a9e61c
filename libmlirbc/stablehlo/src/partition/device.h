/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants, numbers that differ by device, and exchanges between devices, as operations at the end of the block that is filled. All
 * return NULL after a failure, of which the builder or the state knows. */
#ifndef MLIRBC_STABLEHLO_DEVICE_H
#define MLIRBC_STABLEHLO_DEVICE_H

#include "dialect/enums.h"
#include "partition/partition.h"

const struct mlirbc_type *shlo__i64(struct shlo__partition *p);
struct mlirbc_value *shlo__dense(struct shlo__partition *p, const struct mlirbc_type *type, const void *data, size_t size);
/* A scalar of i64. */
struct mlirbc_value *shlo__number(struct shlo__partition *p, int64_t number);
/* The element of a table with one for each device. */
struct mlirbc_value *shlo__look_up(struct shlo__partition *p, const struct mlirbc_type *element, const void *table, size_t size);
/* A row of a table with `count` numbers for each device: a tensor of i64. */
struct mlirbc_value *shlo__look_up_row(struct shlo__partition *p, const int64_t *table, size_t count);
/* An element-wise operation, and a comparison (SHLO__LT ...), of values of one type. */
struct mlirbc_value *shlo__both(struct shlo__partition *p, const char *name, struct mlirbc_value *a, struct mlirbc_value *b);
struct mlirbc_value *shlo__compare(struct shlo__partition *p, int how, struct mlirbc_value *a, struct mlirbc_value *b);
/* Gives an operation that reduces its region: that of `reduce` or, NULL, `name`. Its result. */
struct mlirbc_value *shlo__reducing(struct shlo__partition *p, struct mlirbc_op *op, const char *name, struct mlirbc_op *reduce);
/* Where the part of a device begins in what it has by `from`; parts of `size` elements. */
struct mlirbc_value *shlo__start_of(
	struct shlo__partition *p, const struct shlo__division *from, const struct shlo__division *to, size_t dim, int64_t size);
/* The elements of iota by parts: those of the first part, and where the part begins. NULL after a failure. */
struct mlirbc_value *shlo__shift(
	struct shlo__partition *p, struct mlirbc_value *iota, const struct shlo__division *division, size_t dim);

/* ---- exchange.c */

/* The parts of `to`, each from a device that has it by `from`: both divide all dimensions into as many parts. *out NULL and true: they
 * do not, or it cannot be done. */
bool shlo__permute(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__division *from, const struct shlo__division *to,
	struct mlirbc_value **out);
/* Moves parts of dimensions that `to` has whole, or in fewer parts, to dimensions that it divides further. The tiles say how the value is
 * divided, before and afterwards; `type`: the global one. */
struct mlirbc_value *shlo__all_to_all(struct shlo__partition *p, struct mlirbc_value *value, const struct mlirbc_type *type,
	struct shlo__tiles *tiles, const struct shlo__division *to);

/* ---- halo.c */

/* `size` elements of a dimension, from `start` on. */
struct mlirbc_value *shlo__part(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t start, int64_t size);
/* The value between `left` elements of those before it along a dimension of the tiles, and `right` of those behind it; zeros beyond the
 * ends. */
struct mlirbc_value *shlo__extended(struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor,
	size_t dim, int64_t left, int64_t right);
/* `size` elements of a dimension, from the number of the device in the table on. */
struct mlirbc_value *shlo__part_at(struct shlo__partition *p, struct mlirbc_value *value, size_t dim, int64_t size, const int64_t *table);
/* What the device has that is `hops` (fewer than there are parts) places before, or, negative, behind, along a dimension of the tiles; zeros
 * where there is none, unless the last one is before the first. */
struct mlirbc_value *shlo__passed(
	struct shlo__partition *p, struct mlirbc_value *value, const struct shlo__tiles *tiles, size_t factor, int64_t hops, bool around);

#endif
