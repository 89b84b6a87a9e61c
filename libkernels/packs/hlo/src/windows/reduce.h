/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Plans of reductions, and ways to compute one result. */
#ifndef KERNELS_HLO_REDUCE_H
#define KERNELS_HLO_REDUCE_H

#include "core/walk.h"
#include "expr/fold.h"
#include "layout/pick.h"
#include "windows/body.h"

struct hlo_reduce {
	struct hlo_body body; /* first */
	struct hlo_walk outputs, reduced; /* dimensions of the input that stay, and that are reduced */
	bool folds; /* the body is the operation of `fold` */
	struct hlo_fold fold;
};

/* Whether the body is one operation; sets `fold`. */
bool kernels_hlo__reduce_fold_plan(struct hlo_reduce *r);
/* Computes all results, which hold their initial values and are not empty, as nothing that is reduced. */
bool kernels_hlo__reduce_fold(const struct hlo_run *run, const struct hlo_reduce *r, const void *input);

/* For reduce and reduce_window: N inputs of one shape, N scalars, captures; body and results. Returns false after
 * kernels_hlo__refuse(). */
bool kernels_hlo__reducer_plan(struct hlo_op *op, struct hlo_body *body);
/* Fills the results with initial values that have the element types of the body. */
void kernels_hlo__fill_outputs(const struct hlo_run *run, const struct hlo_body *body, const void *const *inits);

/* Combines *init with n elements, `stride` elements apart, one after the other. Stores the value after each: out[i * stride]. */
typedef void hlo_serial_fn(void *out, const void *init, const void *elements, int64_t stride, int64_t n);
/* NULL: the body is not a sum or product of f32, f64, f16, bf16 or integers of 32 or 64 bits. */
hlo_serial_fn *kernels_hlo__serial(const struct hlo_body *body);

/* The body gives the same bits for any order and any bracketing of its elements, up to the bits of a NaN. */
bool kernels_hlo__is_exact(const struct hlo_body *body);

/* kernels_hlo__reduce_parts() is a fast way to compute one result. */
bool kernels_hlo__has_parts(const struct hlo_reduce *r);
/* Computes the result at `current` of the elements from `offset` on, as HLO_EXPR_TILE parts side by side that are
 * combined at the end. */
void kernels_hlo__reduce_parts(const struct hlo_reduce *r, struct hlo_tile *tile, void *const *current,
	const void *const *inputs, int64_t offset);

#endif
