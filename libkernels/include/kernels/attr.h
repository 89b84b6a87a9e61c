/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Readers for the attributes of a kernel: views of the bytes in the program, in the layout of BEF (libbef/FORMAT.md),
 * at any alignment. A view is valid while the kernel runs, and as long as the program is open.
 *
 * The bytes do not contain their type, and the file may be unverified. Every reader therefore checks that its result
 * lies within the program, and returns false otherwise. Thread class: safe; views are plain values. */
#ifndef KERNELS_ATTR_H
#define KERNELS_ATTR_H

#include <kernels/dtype.h>
#include <kernels/export.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct kernels_attr {
	const uint8_t *data;
	size_t size; /* bytes from data to the end of all attributes: an upper bound, not the size of this one */
};

struct kernels_string {
	const char *data; /* not NUL-terminated */
	size_t size;
};

/* i1, i8 ... f64: copies sizeof one element into *out, in host byte order. dtype gives the width. */
KERNELS_API bool kernels_attr_scalar(struct kernels_attr attr, enum kernels_dtype dtype, void *out);
KERNELS_API bool kernels_attr_string(struct kernels_attr attr, struct kernels_string *out);
/* A type attribute. */
KERNELS_API bool kernels_attr_dtype(struct kernels_attr attr, enum kernels_dtype *out);

struct kernels_array {
	const uint8_t *elements; /* little-endian, kernels_dtype_size() bytes each */
	size_t count;
};
KERNELS_API bool kernels_attr_array(struct kernels_attr attr, enum kernels_dtype element, struct kernels_array *out);

/* Copies `count` elements of an array or dense view to `out`, in host byte order. i1 becomes 0 or 1. */
KERNELS_API void kernels_elements_load(void *out, const uint8_t *elements, enum kernels_dtype dtype, size_t count);

struct kernels_shape_view {
	bool ranked;
	uint32_t rank;
	const uint8_t *dims; /* rank little-endian int64; -1 dynamic */
};
KERNELS_API bool kernels_attr_shape(struct kernels_attr attr, struct kernels_shape_view *out);

struct kernels_dense_view {
	enum kernels_dtype dtype;
	uint32_t rank;
	const uint8_t *dims; /* rank little-endian int64 */
	uint32_t count;      /* of elements */
	const uint8_t *elements;
};
KERNELS_API bool kernels_attr_dense(struct kernels_attr attr, struct kernels_dense_view *out);

struct kernels_aggregate {
	struct kernels_attr attr;
	uint32_t count;
};
KERNELS_API bool kernels_attr_aggregate(struct kernels_attr attr, struct kernels_aggregate *out);
/* Element and its attribute type (numbers of bef/format.h). */
KERNELS_API bool kernels_aggregate_element(const struct kernels_aggregate *aggregate, uint32_t index,
	struct kernels_attr *out, uint8_t *out_type);

/* Reads little-endian integers of a view. Compilers find one load in such expressions, but not in loops. */
static inline int64_t kernels_load_i64(const uint8_t *p)
{
	return (int64_t)((uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 |
			 (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56);
}

static inline uint32_t kernels_load_u32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

#ifdef __cplusplus
}
#endif

#endif
