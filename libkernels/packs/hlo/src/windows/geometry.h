/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Windows over an array: reduce_window and select_and_scatter. */
#ifndef KERNELS_HLO_GEOMETRY_H
#define KERNELS_HLO_GEOMETRY_H

#include "expr/expr.h"

/* One dimension. Position `i` of the window at output `o` is the padded place o * step + i * window_dilation - low; an
 * element of the input if that is a multiple of `dilation` inside. */
struct hlo_window_dim {
	int64_t input, output, window, step, dilation, window_dilation, low, high;
	int64_t input_stride; /* elements */
};

struct hlo_geometry {
	uint32_t rank;
	struct hlo_window_dim dims[KERNELS_MAX_RANK];
	int64_t outputs, positions; /* products */
	/* No base dilation, and so small that sums of places times strides do not overflow: see
	 * kernels_hlo__window_inside(). */
	bool plain;
	uint32_t active[KERNELS_MAX_RANK], active_count; /* dimensions where a position may be padding */
};

/* Reads window_dimensions, window_strides, padding and, if the kernel has them, base_dilations and window_dilations,
 * and computes the output's dimensions. Returns false after kernels_hlo__refuse(). */
bool kernels_hlo__geometry_plan(struct hlo_op *op, const struct hlo_type *input, struct hlo_geometry *out);

/* Up to HLO_EXPR_TILE outputs and the padded places of their windows' first positions. */
struct hlo_window_tile {
	size_t count;
	int64_t place[KERNELS_MAX_RANK][HLO_EXPR_TILE];
	int64_t least[KERNELS_MAX_RANK], most[KERNELS_MAX_RANK]; /* of the places */
	int64_t base[HLO_EXPR_TILE];   /* offsets of the dimensions that are not active */
	int64_t linear[HLO_EXPR_TILE]; /* plain geometry: offsets of the first positions, even outside */
};
/* Outputs [first, first + count) in row-major order. */
void kernels_hlo__window_tile(const struct hlo_geometry *g, struct hlo_window_tile *tile, int64_t first, size_t count);
/* The next position of the windows in the first `rank` dimensions, in row-major order; zeros are the first. */
void kernels_hlo__window_next(const struct hlo_geometry *g, uint32_t rank, int64_t *position);
/* Returns true if this position is an element of the input in all windows; then linear[i] + *shift are the offsets. */
bool kernels_hlo__window_inside(
	const struct hlo_geometry *g, const struct hlo_window_tile *tile, const int64_t *position, int64_t *shift);
/* The offsets, in elements of the input, of one position of all windows; -1: padding. Returns how many are elements. */
size_t kernels_hlo__window_offsets(const struct hlo_geometry *g, const struct hlo_window_tile *tile,
	const int64_t *position, int64_t *offsets);

/* ---- rows of windows, for geometry without base dilation: all windows along one dimension */

/* The indices of an output, numbered in row-major order, in the first `rank` dimensions. */
void kernels_hlo__window_row(const struct hlo_geometry *g, uint32_t rank, int64_t number, int64_t *index);
/* Whether this position of the windows with these indices is in the input, in the first `rank` dimensions; *offset is its offset, in
 * elements, with zeros in the others. */
bool kernels_hlo__window_at(
	const struct hlo_geometry *g, uint32_t rank, const int64_t *index, const int64_t *position, int64_t *offset);
/* Of `count` windows from `begin` on along a dimension: those from *low to *high have an element at this position. Returns the place
 * of that of the first window, even outside. */
int64_t kernels_hlo__window_range(const struct hlo_window_dim *d, int64_t begin, int64_t count, int64_t position,
	int64_t *low, int64_t *high);

#endif
