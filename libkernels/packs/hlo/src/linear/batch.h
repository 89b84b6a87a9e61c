/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels on the matrices in the last two dimensions: each matrix is converted to f64, and the results from it. */
#ifndef KERNELS_HLO_LINEAR_BATCH_H
#define KERNELS_HLO_LINEAR_BATCH_H

#include "core/op.h"
#include "linear/matrix.h"

/* The matrices of an operand or result. */
struct hlo_matrices {
	size_t rows, columns, batch;
};

struct hlo_batch {
	const struct hlo_matrix_functions *f;
	enum kernels_dtype wide; /* f64 or complex f64 */
	size_t batch;
	size_t scratch; /* bytes for a matrix; run_batch() gives each thread as many */
};

/* A thread's work on one matrix. */
struct hlo_item {
	const struct hlo_run *run;
	const struct hlo_batch *batch;
	size_t number;
	char *scratch; /* what is left of it */
};

/* Operand `index` is a tensor of floats or complex numbers of rank 2 or more: sets *out. Operand 0 sets the batch too. */
bool kernels_hlo__matrices(struct hlo_op *op, uint32_t index, struct hlo_batch *batch, struct hlo_matrices *out);
/* Refuses the op if result `index` has not this element type, and sets its shape: the batch dimensions of operand 0, then
 * `rank` dimensions. */
bool kernels_hlo__batch_result(
	struct hlo_op *op, uint32_t index, enum kernels_dtype dtype, uint32_t rank, size_t rows, size_t columns);
/* Reserves scratch memory for `times` matrices of rows x columns scalars. Refuses the op if they are too large. */
bool kernels_hlo__batch_reserve(struct hlo_op *op, struct hlo_batch *batch, size_t times, size_t rows, size_t columns);

/* An estimate: `each` nanoseconds for each element of operand `index`. */
uint64_t kernels_hlo__batch_nanoseconds(const struct hlo_op *op, uint32_t index, size_t each);

/* Calls run_item() for each matrix, several threads at once. Returns false, after kernels_hlo__fail(), if memory is short. */
bool kernels_hlo__batch_run(const struct hlo_run *run, const struct hlo_batch *batch, const void *plan,
	void (*run_item)(struct hlo_item *item, const void *plan));

/* Takes `count` scalars of the scratch memory. */
void *kernels_hlo__item_take(struct hlo_item *item, size_t count);
/* Takes memory for a part of operand `index` and converts it: `count` elements for each matrix. */
void *kernels_hlo__item_load(struct hlo_item *item, uint32_t index, size_t count);
/* Converts scalars to result `index`. */
void kernels_hlo__item_store(const struct hlo_item *item, uint32_t index, const void *from, size_t count);
/* The same for f64, whatever the scalars are. */
void kernels_hlo__item_store_real(const struct hlo_item *item, uint32_t index, const double *from, size_t count);
/* The same for complex f64, whatever the scalars are. */
void kernels_hlo__item_store_complex(const struct hlo_item *item, uint32_t index, const void *from, size_t count);
/* The elements of operand `index`, and the place of those of result `index`: `count` for each matrix. */
const void *kernels_hlo__item_operand(const struct hlo_item *item, uint32_t index, size_t count);
void *kernels_hlo__item_result(const struct hlo_item *item, uint32_t index, size_t count);

#endif
