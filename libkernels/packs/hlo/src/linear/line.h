/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Discrete Fourier transforms of one length, in f64. */
#ifndef KERNELS_HLO_LINEAR_LINE_H
#define KERNELS_HLO_LINEAR_LINE_H

#include <async/allocator.h>
#include <stdbool.h>
#include <stddef.h>

struct hlo_complex {
	double real, imag;
};

/* Immutable: any number of threads. Takes about 16 bytes for each element of the length, 100 if the length has a large
 * prime factor. */
struct hlo_line;

/* `length` is at least 1. NULL: out of memory. */
struct hlo_line *kernels_hlo__line_create(const struct async_allocator *allocator, size_t length);
void kernels_hlo__line_destroy(const struct async_allocator *allocator, struct hlo_line *line); /* NULL is ignored */

/* Elements of scratch memory that a transform needs. */
size_t kernels_hlo__line_scratch(const struct hlo_line *line);
/* data[k] = sum of data[n] * exp(-2 pi i k n / length); inverse: with the conjugate exponent, divided by the length. */
void kernels_hlo__line_run(
	const struct hlo_line *line, struct hlo_complex *data, struct hlo_complex *scratch, bool inverse);

#endif
