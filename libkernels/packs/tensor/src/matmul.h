/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Product of dense row-major matrices, without any library. */
#ifndef KERNELS_TENSOR_MATMUL_H
#define KERNELS_TENSOR_MATMUL_H

#include <async/allocator.h>

struct tile_work;

/* The inner loops for one instruction set. */
struct matmul_kernel {
	const char *name;
	bool (*supported)(void); /* by this processor */
	size_t lanes;
	void (*wide)(const struct tile_work *work);   /* a panel of 2 * lanes columns */
	void (*narrow)(const struct tile_work *work); /* of lanes columns */
	void (*combine)(const void *factors, const void *rows, size_t stride, void *result, size_t columns);
};

enum matmul_element { MATMUL_F32, MATMUL_I32, MATMUL_ELEMENTS };
#define MATMUL_KERNELS 3
/* From the widest to the one that runs everywhere; those that this build has not have no name. */
extern const struct matmul_kernel kernels_tensor__matmul_kernels[MATMUL_ELEMENTS][MATMUL_KERNELS];

/* What is multiplied: c = alpha * a * b + beta * c, where c (rows x columns) shares no memory with a (rows x depth) and
 * b (depth x columns). With beta 0, c is only written: it may hold anything, NaN included. Elements are 4 bytes, at any
 * multiple of 4; those of i32 wrap around. */
struct matmul {
	size_t rows, columns, depth;
	const void *alpha, *a, *b, *beta;
	void *c;
};

/* `kernel` NULL: the best one for this processor. `allocator` provides scratch memory of at most 512 KiB; without any
 * (NULL, or none left) the product takes longer. */
void kernels_tensor__matmul(const struct matmul *product, enum matmul_element element,
	const struct matmul_kernel *kernel, const struct async_allocator *allocator);

#endif
