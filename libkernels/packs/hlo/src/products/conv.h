/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A convolution as products of matrices, one for each group: the rows of the left matrix are the positions of the window
 * (batch, then spatial dimensions), its columns are the elements under the window (spatial dimensions, then channels);
 * the columns of the right matrix are the features of the group. */
#ifndef KERNELS_HLO_PRODUCTS_CONV_H
#define KERNELS_HLO_PRODUCTS_CONV_H

#include "products/algorithm.h"
#include "products/epilogue.h"

/* One spatial dimension. A window at output position o has its element k at o * stride + k * kernel_dilation - pad of the
 * dilated input; positions that are no multiple of input_dilation, or outside, are zero. */
struct conv_dim {
	int64_t input, kernel, output;
	int64_t stride, pad, input_dilation, kernel_dilation;
	int64_t input_step, output_step; /* in elements of lhs and the result */
};

/* Groups of one channel and one feature, and the dimension that is contiguous in lhs and the result. */
enum conv_depthwise { CONV_NOT_DEPTHWISE, CONV_CHANNELS_LAST, CONV_CHANNELS_FIRST };

struct conv {
	struct hlo_ending ending; /* first */
	struct hlo_algorithm algorithm;
	uint32_t dim_count; /* at least 1: an op without spatial dimensions has one of size 1 */
	struct conv_dim dims[KERNELS_MAX_RANK];
	int64_t batch;                            /* of the result */
	int64_t groups, channels, features;       /* the latter two of a group */
	int64_t batch_step, channel_step;         /* in elements of lhs */
	int64_t group_step;                       /* from the lhs of a group to that of the next */
	int64_t output_batch_step, feature_step;  /* in elements of the result */
	struct hlo_walk input;                    /* lhs, in its order */
	struct hlo_walk weights;                  /* rhs as [group, spatial, channel, feature] */
	size_t depth, positions;
	bool plain; /* kernels_hlo__is_small() */
	bool panels; /* rhs is in panels; `weights` has it row by row */
	enum conv_depthwise depthwise;
	bool winograd; /* kernels_hlo__winograd_fits() */
	bool pairs; /* of bf16: products of groups, see multiply.h. The left matrix has elements of bf16 */
	bool lines_are_input; /* the elements under a window along the last dimension are contiguous in lhs, all channels of each */
	bool rows_are_input; /* row i of the left matrix is at i * row_step of lhs: the left matrix is lhs */
	int64_t row_step;
	bool rows_are_output; /* row i of the product of a group is at i * output_row_step of the result */
	int64_t output_row_step;
	bool images_are_matrices; /* windows of one element; lhs and the result of an image are matrices [channel, position] */
	enum kernels_dtype library_type; /* kernels_hlo__library_conv_type() */
	uint64_t nanoseconds;
};

/* Writes rows [first, first + rows) and columns [k, k + depth) of the left matrix of a group. `table` has room for
 * kernels_hlo__conv_table() numbers. `stride` counts elements of a row; those after `depth` become 0. */
void kernels_hlo__conv_rows(const struct conv *conv, const void *input, size_t group, size_t first, size_t rows, size_t k,
	size_t depth, size_t stride, void *to, int64_t *table);
/* Returns whether whole rows of the left matrix need no table: two dimensions, and windows whose lines are contiguous in lhs. */
bool kernels_hlo__conv_rows_are_lines(const struct conv *conv);
/* Bytes of an element of the left matrix. */
static inline size_t conv_left_size(const struct conv *conv)
{
	return conv->pairs ? 2 : kernels_dtype_size(conv->algorithm.work);
}
size_t kernels_hlo__conv_table(const struct conv *conv);

/* Convolutions that conv_depthwise.c computes. `weights` are [group, spatial]. Returns false when out of memory. */
enum conv_depthwise kernels_hlo__conv_depthwise(const struct conv *conv);
bool kernels_hlo__conv_depthwise_run(
	const struct hlo_run *run, const struct conv *conv, const void *input, const void *weights, void *output);

bool kernels_hlo__conv_run(const struct hlo_run *run, const void *plan);

#endif
