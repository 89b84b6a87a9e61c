/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How much memory a function needs at least; DESIGN.md explains the number. */
#ifndef BEF_MODEL_BOUND_H
#define BEF_MODEL_BOUND_H

#include <bef/exec.h>
#include <bef/reader.h>

struct bef_model__need {
	uint64_t bytes;
	const struct kernels_site *site; /* of the operation that needs most; NULL: none, or the results */
};

/* An operation of a function. */
struct bef_model__step {
	const struct kernels_site *site;
	const uint8_t *arguments, *results, *functions; /* words of the file: registers, functions */
	uint32_t argument_count, result_count;
	uint64_t made;   /* memory for its results, beside that of its arguments */
	struct bef_model__need inner; /* of a function that it calls, with the arguments */
	uint64_t live;   /* of values while it runs, its arguments included */
	uint64_t across; /* of values that exist before and after it, its arguments not included */
};

/* A function. Memory is known by the register that it was made for, its root. */
struct bef_model__body {
	struct bef_model__step *steps;
	uint32_t step_count, register_count;
	uint32_t *roots;  /* per register */
	uint64_t *sizes;  /* per root; 0: unknown, or it does not count */
	uint32_t *makers; /* per root: the step, from 1; 0: an argument, or none */
	const uint8_t *arguments; /* registers, as words of the file */
	uint32_t argument_count;
	uint32_t *returned; /* registers */
	uint32_t returned_count;
	bool held;     /* results exist until all of the function has ended */
	bool together; /* results exist at the same time */
};

/* Sets `live` and `across` of all steps. False: out of memory. */
bool bef_model__find_live(struct bef_model__body *body, const struct async_allocator *allocator);
/* True if the loop `step` runs its body at least once. */
bool bef_model__loops_once(const struct bef_model__body *body, const struct bef_model__step *step);

/* The need of a function of an open file, without its arguments and constants.
 * @param data  the bytes of the file
 * @return false: out of memory */
bool bef_model__bound(const struct async_allocator *allocator, const struct bef_file *file, const void *data, size_t size,
	size_t function, struct bef_model__need *out);

static inline uint64_t bef_model__sum(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }

#endif
