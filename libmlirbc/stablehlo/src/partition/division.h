/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How values are divided among devices: for each dimension into how many parts, and for each device which of them it has. Parts are
 * equal; those at the end of a dimension that is not a multiple of them have padding (padding.c). The
 * meshes and axes of Shardy are read into this form; divisions by different meshes that give each device the same elements are one. */
#ifndef MLIRBC_STABLEHLO_DIVISION_H
#define MLIRBC_STABLEHLO_DIVISION_H

#include "dialect/attrs.h"

#include <mlirbc/ir.h>

struct shlo__partition;

/* Unique in a run; NULL stands for a value that is whole on each device. */
struct shlo__division {
	size_t rank;
	const uint32_t *parts; /* of each dimension */
	const uint32_t *at;    /* [device * rank + dimension]: the part that the device has */
	const struct shlo__division *next;
};

/* A division in the making. */
struct shlo__tiles {
	size_t rank;
	uint32_t parts[SHLO__MOST_DIMS];
	uint32_t *at; /* [device * SHLO__MOST_DIMS + dimension] */
};

/* Starts a division that leaves all dimensions whole. */
void shlo__tiles_clear(struct shlo__partition *p, struct shlo__tiles *tiles, size_t rank);
/* Copies a dimension of a division (NULL: it is whole). */
void shlo__tiles_copy(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim, const struct shlo__division *from, size_t from_dim);
void shlo__tiles_drop(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim);
/* Cuts a dimension further: by `parts`, of which the device has those of `from_dim` of `from`. */
void shlo__tiles_split(const struct shlo__partition *p, struct shlo__tiles *tiles, size_t dim, const struct shlo__tiles *from, size_t from_dim);
/* Whether each combination of parts is on an equal number of devices of each group. */
bool shlo__tiles_uniform(struct shlo__partition *p, const struct shlo__tiles *tiles);
/* The unique division with these parts. False after a failure. */
bool shlo__tiles_finish(struct shlo__partition *p, const struct shlo__tiles *tiles, const struct shlo__division **out);
/* Groups of `ratio` devices that differ in the last `ratio`-th of a dimension only, in the order of their parts, as an attribute for a
 * collective. The tiles are uniform, and `ratio` divides the parts of the dimension. NULL after a failure. */
const struct mlirbc_attr *shlo__tiles_groups(struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim, uint32_t ratio);

/* The same as a table: out[row * ratio + slot]. Room for all devices. False after a failure. */
bool shlo__tiles_rows(struct shlo__partition *p, const struct shlo__tiles *tiles, size_t dim, uint32_t ratio, int64_t *out);

/* The elements that a device has of a value. NULL after a failure. */
const struct mlirbc_type *shlo__local_type(
	struct shlo__partition *p, const struct mlirbc_type *type, const struct shlo__division *division);
/* Whether the parts of a dimension divide those of another division's (NULL: whole) further. */
bool shlo__refines(const struct shlo__partition *p, const struct shlo__division *fine, const struct shlo__division *coarse, size_t dim);

#endif
