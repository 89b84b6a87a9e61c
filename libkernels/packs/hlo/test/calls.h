/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of the pack's kernels for tests: operands and results are arrays; `types` is written from them. One call at a
 * time, in one thread.
 *
 *	calls_open(2);
 *	calls_begin("slice");
 *	calls_operand(&array);
 *	calls_ints("start_indices", 2, (int64_t[]){ 0, 1 }); ...
 *	calls_result(KERNELS_F32, 2, (int64_t[]){ 3, 1 });
 *	const char *error = calls_run(); // NULL: calls_output(0) has the elements
 *	calls_close(); */
#ifndef HLO_TEST_CALLS_H
#define HLO_TEST_CALLS_H

#include "check.h"
#include <kernels/kernels.h>
#include <stdlib.h>

struct array {
	enum kernels_dtype dtype;
	struct kernels_shape shape;
	int64_t elements;
	void *bytes;
};

void calls_open(unsigned threads); /* 0: the single-threaded queue */
uint64_t calls_close(void);        /* the number of blocks that were not freed */

const struct kernels_registry *calls_registry(void);

/* An array with zeroed elements; array_free() releases it. */
struct array array_make(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims);
void array_free(struct array *array);

void calls_begin(const char *name);
void calls_operand(const struct array *array); /* copied */
void calls_token(void);                        /* an operand */
void calls_result(enum kernels_dtype dtype, uint32_t rank, const int64_t *dims); /* -1: unknown */
void calls_int(const char *name, int64_t value);
void calls_bool(const char *name, bool value);
void calls_double(const char *name, double value);
void calls_text(const char *name, const char *value);
void calls_ints(const char *name, uint32_t count, const int64_t *values);
/* The attributes of a convolution of images without dilation: NCHW and OIHW with channels first, else NHWC and HWIO. The window is the
 * same in both dimensions. */
struct calls_window {
	int64_t stride, low, high;
	bool reversed;
};
void calls_convolution(const struct calls_window *window, bool channels_first, int64_t groups);
/* The attributes of a product without an algorithm. */
void calls_no_algorithm(void);
/* Those of a dot_general: `batches` (0 or 1) leading batching dimensions, one contracting dimension of each operand, no algorithm. */
void calls_dot(uint32_t batches, int64_t lhs_contracting, int64_t rhs_contracting);
void calls_dense(const char *name, enum kernels_dtype dtype, uint32_t rank, const int64_t *dims, const void *elements);
void calls_doubles(const char *name, uint32_t count, const double *values);
/* Uses these words for the attribute `types`. */
void calls_types(uint32_t count, const int64_t *words);
/* The type of operand `index` says that dimension `dim` is unknown. */
void calls_unknown(uint32_t index, uint32_t dim);
/* The type of operand `index` has panels (products/panels.h). */
void calls_panels(uint32_t index);
/* The test keeps a reference to operand `index`, so that the call must not overwrite it. */
void calls_keep(uint32_t index);
/* The call has the only reference to operand `index`, which is not the last one. */
void calls_give(uint32_t index);

/* Runs the call. @return NULL, or the message of the error; valid until the next call */
const char *calls_run(void);
/* A result of the last call that was successful; valid until the next call. */
const struct array *calls_output(uint32_t index);
/* What the last hlo.print printed, and the last hlo.probe gave to the host. */
const char *calls_printed(void);
const struct array *calls_probed(void);
/* The bytes of the kept operand. */
const void *calls_kept(void);
/* Result 0 has the memory that operand `index` had. */
bool calls_reused(uint32_t index);
/* The n-th allocation of the next calls_run() fails; 0: none. */
void calls_fail_allocation(unsigned n);

/* If set, calls get some wrong attributes, types or failing allocations. */
extern bool calls_mutating;

/* Reproducible random numbers; others with the environment variable HLO_TEST_SEED. */
uint64_t calls_random(void);
static inline int64_t random_below(int64_t limit) { return (int64_t)(calls_random() % (uint64_t)limit); }
static inline int64_t random_from(int64_t low, int64_t high) { return low + random_below(high - low + 1); }

/* Integer operands and results as int64_t, for references. */
int64_t array_get(const struct array *array, int64_t index);
void array_set(struct array *array, int64_t index, int64_t value);
/* Elements by index vector: row-major position. */
int64_t array_at(const struct kernels_shape *shape, const int64_t *index);
/* The next index vector; false after the last one. Start with zeros. */
bool array_next(const struct kernels_shape *shape, int64_t *index);

#endif
