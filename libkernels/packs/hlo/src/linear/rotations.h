/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steps of rotations on lines of f64 that are contiguous, in vectors as wide as the processor has them; all have the same bits. */
#ifndef KERNELS_HLO_LINEAR_ROTATIONS_H
#define KERNELS_HLO_LINEAR_ROTATIONS_H

#include <stddef.h>

/* [x, y] = [c * x - s * y, s * x + c * y] */
void kernels_hlo__rotate_lines(double *x, double *y, size_t count, double c, double s);
/* The sums of x * x, y * y and x * y. */
void kernels_hlo__multiply_lines(const double *x, const double *y, size_t count, double out[3]);

#endif
