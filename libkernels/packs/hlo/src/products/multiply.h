/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Products of row-major matrices of one element type. Each element of the result is a sum in ascending order of the
 * depth, so it has the same bits however the result is divided. */
#ifndef KERNELS_HLO_PRODUCTS_MULTIPLY_H
#define KERNELS_HLO_PRODUCTS_MULTIPLY_H

#include "products/epilogue.h"

/* Returns the type that products with results of this type are computed in: i1, ui8 to ui64 (the bits of signed and
 * unsigned products are equal), f32 (also for smaller floats: the sum is rounded once), f64, complex. */
enum kernels_dtype kernels_hlo__work_type(enum kernels_dtype result);

/* c = a * b, or c += a * b. Strides count elements. Integers wrap around; i1 is `or` of `and`. Depth 0 is a sum of
 * nothing. */
struct hlo_product {
	size_t rows, columns, depth;
	const void *a;
	size_t a_stride;
	const void *b;
	size_t b_stride;
	void *c;
	size_t c_stride;
	bool add;
	const void *d;      /* NULL: nothing. Added to the product, unless `add` is set; not plain, kernels_hlo__has_strides() */
	size_t d_stride;
	bool plain; /* f32 and f64: each product is rounded before it is added; kernels_hlo__is_small() */
	bool a_transposed, b_transposed; /* kernels_hlo__has_strides(); as in struct gemm */
	bool b_panels; /* f32 (not plain) and groups, without kernels_math_chosen(); b_stride is the depth of all of b */
	/* f32, not plain: b as kernels_hlo__product_pack() stored it; NULL: b is read */
	void *packed_b;
	uint64_t b_version; /* of the buffer of b, kernels_hlo__version(); 0: b may change */
	struct hlo_epilogue *epilogue; /* c is in its sums; NULL: nothing is done with them */
};

/* Returns whether an op has so few multiplications that each product is rounded before it is added. Test programs compare such
 * results to a few units of the last place. Longer ops use fused operations where the processor has them. */
bool kernels_hlo__is_small(double multiplications);

/* The work types KERNELS_I8, KERNELS_BF16 and KERNELS_I16 stand for groups of 4 bytes (grouped.h), which the depth and
 * strides count: unsigned bytes times signed ones, summed in 32 bits; pairs of bf16, summed in f32; pairs of bytes widened
 * to 16 bits, summed in 32. Returns whether the processor has such products. */
bool kernels_hlo__has_groups(enum kernels_dtype work);
extern bool kernels_hlo__without_groups; /* for tests, before any op: as on processors that have none */
/* Returns whether products of this type, if not plain, read operands with any stride, also transposed ones. */
bool kernels_hlo__has_strides(enum kernels_dtype work);

/* In the calling thread. */
void kernels_hlo__multiply(enum kernels_dtype work, const struct hlo_product *product);
/* Elements from the matrix of a product to that of the next. */
struct hlo_batches {
	size_t count, a_step, b_step, c_step, d_step;
};
/* With several threads if it is long. */
void kernels_hlo__multiply_all(const struct hlo_run *run, enum kernels_dtype work, const struct hlo_product *first,
	const struct hlo_batches *batches);

/* Returns the bytes for a packed form of b (at most HLO_PACKED_COLUMNS columns); 0: products of this type do not use
 * one. */
size_t kernels_hlo__product_packed_size(enum kernels_dtype work, size_t columns, size_t depth);
/* Packs rows [0, depth) of b. A product with a part of the depth, from a multiple of HLO_PACKED_DEPTH on, reads it at
 * kernels_hlo__product_packed_at(). */
void kernels_hlo__product_pack(const struct hlo_product *product, void *to);
void *kernels_hlo__product_packed_at(void *packed, size_t columns, size_t k);
enum { HLO_PACKED_COLUMNS = 1024, HLO_PACKED_DEPTH = 1024 };

/* Duration of products in one thread. */
uint64_t kernels_hlo__product_nanoseconds(enum kernels_dtype work, double multiplications);

#endif
