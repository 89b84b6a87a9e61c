/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the input as an attribute of every kind, and all bytes of the views. The first byte selects the start of the
 * attribute. */
#include <kernels/attr.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned sum; /* so that the reads are not optimized away */

static void touch(const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		sum += ((const uint8_t *)bytes)[i];
}

static void read_as_leaf(struct kernels_attr attr)
{
	uint8_t scalar[16];
	struct kernels_string string;
	struct kernels_array array;
	struct kernels_shape_view shape;
	struct kernels_dense_view dense;
	enum kernels_dtype dtype;
	for (int t = 0; t < KERNELS_DTYPE_COUNT; t++) {
		if (kernels_attr_scalar(attr, (enum kernels_dtype)t, scalar))
			touch(scalar, kernels_dtype_size((enum kernels_dtype)t));
		if (kernels_attr_array(attr, (enum kernels_dtype)t, &array))
			touch(array.elements, array.count * kernels_dtype_size((enum kernels_dtype)t));
	}
	if (kernels_attr_string(attr, &string))
		touch(string.data, string.size);
	if (kernels_attr_dtype(attr, &dtype) && kernels_dtype_name(dtype)[0] == '?')
		abort();
	if (kernels_attr_shape(attr, &shape) && shape.ranked)
		touch(shape.dims, 8 * (size_t)shape.rank);
	if (kernels_attr_dense(attr, &dense)) {
		touch(dense.dims, 8 * (size_t)dense.rank);
		touch(dense.elements, dense.count * kernels_dtype_size(dense.dtype));
	}
}

static void read_all(struct kernels_attr attr, int depth)
{
	struct kernels_aggregate aggregate;
	struct kernels_attr element;
	uint8_t type;
	read_as_leaf(attr);
	if (depth == 0 || !kernels_attr_aggregate(attr, &aggregate))
		return;
	for (uint32_t i = 0; i < aggregate.count && i < 8; i++) {
		if (!kernels_aggregate_element(&aggregate, i, &element, &type))
			continue;
		if (element.data < attr.data || element.size > (size_t)(attr.data + attr.size - element.data))
			abort();
		read_all(element, depth - 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0)
		return 0;
	size_t skip = data[0] < size - 1 ? data[0] : size - 1;
	size_t left = size - 1 - skip;
	uint8_t *block = malloc(left ? left : 1);
	if (!block)
		return 0;
	memcpy(block, data + 1 + skip, left);
	read_all((struct kernels_attr){ block, left }, 3);
	free(block);
	return 0;
}
