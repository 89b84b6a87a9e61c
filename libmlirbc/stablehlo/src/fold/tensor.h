/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constant tensors: the elements of a dense attribute, and new ones that become one. */
#ifndef MLIRBC_STABLEHLO_TENSOR_H
#define MLIRBC_STABLEHLO_TENSOR_H

#include "dialect/types.h"

/* What a constant may have at most: rank, and bytes per element (complex<f64>). */
enum { SHLO__MOST_RANK = 32, SHLO__MOST_BYTES = 16 };

/* The elements of a constant; `data` belongs to the attribute. */
struct shlo__constant {
	const struct mlirbc_type *type, *element;
	const int64_t *dims;
	size_t rank, count; /* count: elements */
	size_t width;       /* bytes of an element */
	const uint8_t *data;
	bool splat;         /* data has one element for all */
};

/* False when the attribute is NULL, not dense, of another type than integers, i1, floats and complex numbers, or has more elements
 * than `limit`. */
bool shlo__constant_of(const struct mlirbc_attr *attr, size_t limit, struct shlo__constant *out);
static inline const uint8_t *shlo__at(const struct shlo__constant *constant, size_t index)
{
	return constant->data + (constant->splat ? 0 : index * constant->width);
}
/* The bytes of an element of at most 64 bits, as a little-endian number. */
uint64_t shlo__bits_at(const struct shlo__constant *constant, size_t index);
/* Element as an integer: sign-extended, or zero-extended for unsigned types and i1. */
int64_t shlo__int_at(const struct shlo__constant *constant, size_t index);

/* A constant being made. */
struct shlo__making {
	struct shlo__constant shape; /* data unused */
	uint8_t *data;
	size_t room; /* bytes of data */
	size_t computed; /* elements that are put: all, or one for all */
	bool failed; /* memory was short */
};

/* Prepares a constant of a static tensor type of at most `limit` elements; false: it cannot be made, or memory was short
 * (then `failed`). `equal`: element 0 is put for all, of which there is one at least. */
bool shlo__making_init(
	struct shlo__making *making, struct mlirbc_context *context, const struct mlirbc_type *type, size_t limit, bool equal);
/* The attribute, a splat if all elements are equal; releases the memory. NULL when memory is short, which sets `failed`. */
const struct mlirbc_attr *shlo__making_finish(struct shlo__making *making, struct mlirbc_context *context);
/* Releases the memory instead. */
void shlo__making_cancel(struct shlo__making *making, struct mlirbc_context *context);
static inline uint8_t *shlo__put(struct shlo__making *making, size_t index)
{
	return making->data + index * making->shape.width;
}
void shlo__put_bits(struct shlo__making *making, size_t index, uint64_t bits);
void shlo__put_int(struct shlo__making *making, size_t index, int64_t value);

/* Row-major distances between elements of each dimension. */
void shlo__strides(const int64_t *dims, size_t rank, int64_t *out);
/* Steps a position to the next in row-major order; false after the last one. `at` starts with zeros. */
bool shlo__step(const int64_t *dims, size_t rank, int64_t *at);

#endif
