/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Who multiplies: kernels that need products of matrices or convolutions of f32 ask the library that is chosen here,
 * and do it themselves when there is none or when it declines. Packs add libraries (kernels/pack_blas.h,
 * kernels/pack_xnnpack.h).
 *
 * Thread class: safe; the choice is one for the process. */
#ifndef KERNELS_MATH_H
#define KERNELS_MATH_H

#include <kernels/export.h>
#include <kernels/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* c = alpha * a * b + beta * c: row-major, strides count elements and are at least the columns. c shares no memory
 * with a and b. With beta 0, c is only written; with alpha 0, a and b are not read. */
struct kernels_sgemm {
	size_t rows, columns, depth;
	float alpha, beta;
	const float *a, *b;
	float *c;
	size_t a_stride, b_stride, c_stride;
	/* kernels_buffer_version() of what b is in: what was made out of b can be kept. 0: b may change */
	uint64_t b_version;
};

/* output[n, y, x, f] = sum of input[n, y * stride + ky - pad, x * stride + kx - pad, c] * filter[ky, kx, c, f],
 * where what is outside of the input counts as 0. [0] vertical, [1] horizontal; the windows that stick out below and
 * on the right are those that output[] asks for. */
struct kernels_conv2d {
	size_t batch, input[2], channels, size[2], stride[2], pad[2], output[2], filters;
	const float *in, *filter;
	float *out;
	uint64_t filter_version; /* as b_version */
	/* Elements from one row of `filter` [ky, kx, c] to the next, and from one pixel of `out` to the next. More than
	 * `filters` when only some filters, next to each other, are asked for: of libraries that say `slices` only.
	 * What lies between in `out` is not touched: others may be writing it. */
	size_t filter_stride, out_stride;
};

/* Immutable; stays valid as long as the process uses it. New members come at the end. */
struct kernels_math {
	size_t size;      /* sizeof(struct kernels_math) */
	const char *name; /* "blas" */
	/* Called before it is chosen, from one thread at a time, perhaps again: loads what it needs. False: that is
	 * not there, and *out_reason (static text) says what. NULL: nothing to load. */
	bool (*open)(const char **out_reason);
	/* Each runs on the calling thread alone, from several threads at once. False: not this one; then what a caller
	 * has to have again (c with a beta) has not been written. NULL: none of them. */
	bool (*sgemm)(const struct kernels_sgemm *p);
	bool (*conv2d)(const struct kernels_conv2d *p);
	/* conv2d() heeds filter_stride and out_stride, and both functions keep what they make out of weights: then
	 * parts that run at the same time are slices of the filters or columns, so that each is packed once. */
	bool slices;
};

/* Makes it known, unless one of that name is. It is not used before it is chosen.
 * @return KERNELS_OK · KERNELS_E_EXISTS another one has this name · KERNELS_E_LIMIT there are 8 of them */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_math_add(const struct kernels_math *math);
/* The one to be used from now on; running products go on as they are. "builtin" or NULL: no library. "auto":
 * no library either where the built-in loops are made for the processor (AVX2, AVX-512), else the first that can be
 * loaded, if any.
 * @return KERNELS_OK · otherwise nothing has changed: KERNELS_E_NOT_FOUND no such name · KERNELS_E_UNSUPPORTED it
 *         cannot be loaded; diag (may be NULL) says why */
KERNELS_API KERNELS_NODISCARD enum kernels_status kernels_math_choose(const char *name, struct kernels_diag *diag);
/* NULL: no library. */
KERNELS_API const struct kernels_math *kernels_math_chosen(void);
/* In the order in which they were added; NULL after the last one. */
KERNELS_API const struct kernels_math *kernels_math_at(size_t index);

#ifdef __cplusplus
}
#endif

#endif
