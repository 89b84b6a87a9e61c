/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Views of attributes in the layouts of libbef/FORMAT.md. Every length is compared with the remaining bytes. */
#include <kernels/attr.h>
#include <string.h>

/* Shapes, dense attributes and aggregates have a common header: alignment (u8), element type (u8), size of the header
 * (u16, modulo 65536), size of everything (u32). */
#define BASE_SIZE 8u
#define SHAPE_HEADER 12u     /* base, rank */
#define DENSE_HEADER 20u     /* base, offset and number of the elements, rank */
#define AGGREGATE_HEADER 12u /* base, number of elements */

static bool is_empty(struct kernels_attr attr)
{
	return attr.size >= 4 && kernels_load_u32(attr.data) == 0;
}

/* The size in the header; 0 if header or contents exceed the remaining bytes. */
static uint32_t whole_size(struct kernels_attr attr, uint32_t header)
{
	if (attr.size < header)
		return 0;
	uint32_t size = kernels_load_u32(attr.data + 4);
	return size >= header && size <= attr.size ? size : 0;
}

static bool has_prefix(struct kernels_attr attr, uint64_t prefix)
{
	return (attr.data[2] | attr.data[3] << 8) == (int)(prefix & 0xFFFF);
}

void kernels_elements_load(void *out, const uint8_t *elements, enum kernels_dtype dtype, size_t count)
{
	size_t width = kernels_dtype_size(dtype);
	if (dtype == KERNELS_I1) {
		for (size_t i = 0; i < count; i++)
			((uint8_t *)out)[i] = elements[i] != 0;
		return;
	}
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	if (count > 0)
		memcpy(out, elements, width * count);
#else
	if (dtype == KERNELS_COMPLEX64 || dtype == KERNELS_COMPLEX128) {
		width /= 2;
		count *= 2;
	}
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < width; k++)
			((uint8_t *)out)[i * width + k] = elements[i * width + width - 1 - k];
	}
#endif
}

bool kernels_attr_scalar(struct kernels_attr attr, enum kernels_dtype dtype, void *out)
{
	size_t width = kernels_dtype_size(dtype);
	if (width == 0 || attr.size < width)
		return false;
	kernels_elements_load(out, attr.data, dtype, 1);
	return true;
}

bool kernels_attr_string(struct kernels_attr attr, struct kernels_string *out)
{
	if (attr.size < 4)
		return false;
	uint32_t size = kernels_load_u32(attr.data);
	if (size > attr.size - 4)
		return false;
	*out = (struct kernels_string){ (const char *)attr.data + 4, size };
	return true;
}

bool kernels_attr_dtype(struct kernels_attr attr, enum kernels_dtype *out)
{
	if (attr.size < 1 || !kernels_dtype_is_known(attr.data[0]))
		return false;
	*out = (enum kernels_dtype)attr.data[0];
	return true;
}

bool kernels_attr_array(struct kernels_attr attr, enum kernels_dtype element, struct kernels_array *out)
{
	size_t width = kernels_dtype_size(element);
	if (width == 0 || attr.size < 4)
		return false;
	uint32_t count = kernels_load_u32(attr.data);
	if (count > (attr.size - 4) / width)
		return false;
	*out = (struct kernels_array){ attr.data + 4, count };
	return true;
}

bool kernels_attr_shape(struct kernels_attr attr, struct kernels_shape_view *out)
{
	if (is_empty(attr)) {
		*out = (struct kernels_shape_view){ .ranked = false };
		return true;
	}
	uint32_t size = whole_size(attr, SHAPE_HEADER);
	if (size == 0 || !has_prefix(attr, SHAPE_HEADER))
		return false;
	uint32_t rank = kernels_load_u32(attr.data + BASE_SIZE);
	if ((size - SHAPE_HEADER) / 8 < rank)
		return false;
	for (uint32_t i = 0; i < rank; i++) {
		if (kernels_load_i64(attr.data + SHAPE_HEADER + 8 * (size_t)i) < -1)
			return false;
	}
	*out = (struct kernels_shape_view){ .ranked = true, .rank = rank, .dims = attr.data + SHAPE_HEADER };
	return true;
}

/* Returns whether the product of the dimensions is count. Cannot overflow: stops when the product is larger. */
static bool dims_make(const uint8_t *dims, uint32_t rank, uint32_t count)
{
	uint64_t product = 1;
	bool too_large = false, empty = false;
	for (uint32_t i = 0; i < rank; i++) {
		int64_t dim = kernels_load_i64(dims + 8 * (size_t)i);
		if (dim < 0)
			return false;
		empty = empty || dim == 0;
		too_large = too_large || dim > UINT32_MAX || product * (uint64_t)dim > UINT32_MAX;
		product = too_large ? 1 : product * (uint64_t)dim;
	}
	return empty ? count == 0 : !too_large && product == count;
}

bool kernels_attr_dense(struct kernels_attr attr, struct kernels_dense_view *out)
{
	uint32_t size = whole_size(attr, DENSE_HEADER);
	if (size == 0 || !kernels_dtype_is_known(attr.data[1]))
		return false;
	enum kernels_dtype dtype = (enum kernels_dtype)attr.data[1];
	size_t width = kernels_dtype_size(dtype);
	uint32_t offset = kernels_load_u32(attr.data + 8), count = kernels_load_u32(attr.data + 12);
	uint32_t rank = kernels_load_u32(attr.data + 16);
	uint64_t header = DENSE_HEADER + 8 * (uint64_t)rank;
	if (width == 0 || header > offset || offset > size || count > (size - offset) / width ||
		!has_prefix(attr, header))
		return false;
	if (!dims_make(attr.data + DENSE_HEADER, rank, count))
		return false;
	*out = (struct kernels_dense_view){ dtype, rank, attr.data + DENSE_HEADER, count, attr.data + offset };
	return true;
}

bool kernels_attr_aggregate(struct kernels_attr attr, struct kernels_aggregate *out)
{
	if (is_empty(attr)) {
		*out = (struct kernels_aggregate){ { attr.data, 4 }, 0 };
		return true;
	}
	uint32_t size = whole_size(attr, AGGREGATE_HEADER);
	if (size == 0)
		return false;
	uint32_t count = kernels_load_u32(attr.data + BASE_SIZE);
	if ((size - AGGREGATE_HEADER) / 4 < count || !has_prefix(attr, AGGREGATE_HEADER + 4 * (uint64_t)count))
		return false;
	*out = (struct kernels_aggregate){ { attr.data, size }, count };
	return true;
}

bool kernels_aggregate_element(const struct kernels_aggregate *aggregate, uint32_t index, struct kernels_attr *out,
	uint8_t *out_type)
{
	if (index >= aggregate->count)
		return false;
	const struct kernels_attr *whole = &aggregate->attr;
	size_t first = AGGREGATE_HEADER + 4 * (size_t)aggregate->count;
	uint32_t offset = kernels_load_u32(whole->data + AGGREGATE_HEADER + 4 * (size_t)index);
	/* The byte before an element is its type, so an element cannot be at offset 0. */
	if (offset <= first || offset > whole->size)
		return false;
	*out = (struct kernels_attr){ whole->data + offset, whole->size - offset };
	*out_type = whole->data[offset - 1];
	return true;
}
