/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of matrices as kernels of a device. product.c writes functions that read the operands and place the result; a form of the
 * kernel, by the class of the device, calls them:
 *
 *   left(a, batch, row, k), right(a, batch, column, k)   an element
 *   left_row(a, batch, row, k, count, to)                `count` elements of a row of the left matrix, from k on
 *   position(batch, row, column)                         where an element of the result is; columns have equal distances */
#ifndef KERNELS_HLO_DEVICE_PRODUCT_TEXT_H
#define KERNELS_HLO_DEVICE_PRODUCT_TEXT_H

#include "device/device.h"
#include "products/algorithm.h"

/* The right matrix as strides in elements of its array. */
struct hlo_device_strides {
	bool known; /* false: right() is the only way to read it */
	int64_t start, batch, k, column;
};

struct hlo_device_product {
	const struct hlo_op *op;
	const struct hlo_algorithm *algorithm;
	int64_t batches, rows, columns, depth;
	struct hlo_device_strides right;
	int64_t column_step; /* in the result */
	const char *index;   /* type of indices */
	struct hlo_source *source;
};

/* For GPUs: a work-group computes a tile in local memory. Uses left(), right(), position(). Writes what stands in front of the parameters,
 * then the rest, and fills the launch. */
void kernels_hlo__group_tiles(const struct hlo_device_product *product, struct hlo_device *device);
/* For CPUs: a work-item computes blocks in registers of vectors. Uses left_row(), right(), position(). */
void kernels_hlo__item_blocks(const struct hlo_device_product *product, struct hlo_device *device);

#endif
