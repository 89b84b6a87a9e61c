/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Discrete Fourier transforms of lines, in f32 or f64: several lines side by side, one in each lane of the vectors
 * (line_typed.h). Each transform is a sequence of small ones (Stockham's algorithm, which leaves the elements in order), or
 * for lengths with a large prime factor a convolution with a chirp (Bluestein), of a length that is a power of 2. A line that
 * is alone is divided into a matrix, whose columns and rows are the lines. */
#ifndef KERNELS_HLO_LINEAR_LINE_H
#define KERNELS_HLO_LINEAR_LINE_H

#include <async/allocator.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	HLO_LINE_PRIME = 64, /* a factor of this size is transformed in quadratic time */
	HLO_LINE_FACTORS = 64,
	HLO_LINE_ALONE = 64 /* shorter lines are not divided */
};

/* The tables of a length. Immutable: any number of threads. Complex numbers are pairs of f32 or f64. */
struct hlo_line {
	size_t length, block_size;
	bool single; /* f32 */
	unsigned factor_count;
	uint32_t factors[HLO_LINE_FACTORS];
	struct hlo_line *inner;        /* of Bluestein's convolution, or NULL */
	struct hlo_line *first, *second; /* of the columns and rows of a line that is divided, or NULL */
	void *roots;       /* exp(-2 pi i n / length); Bluestein: the chirp, exp(-pi i n^2 / length) */
	void *chirp_inner; /* the transform of its conjugate, divided by the length of `inner` */
	void *turns;       /* of a line that is divided: exp(-2 pi i r c / length), row by row */
	void *halves;      /* exp(-pi i n / length), n <= length: for real lines of twice the length */
};

struct hlo_line_options {
	bool single;
	bool real;  /* for real lines of twice the length */
	bool alone; /* may be divided */
};

/* `length` is at least 1. NULL: out of memory. */
struct hlo_line *kernels_hlo__line_create(
	const struct async_allocator *allocator, size_t length, const struct hlo_line_options *options);
void kernels_hlo__line_destroy(const struct async_allocator *allocator, struct hlo_line *line); /* NULL is ignored */

enum hlo_line_form {
	HLO_LINE_COMPLEX,
	HLO_LINE_TO_HALF,  /* from real numbers to the first half of the result, whose other half mirrors it */
	HLO_LINE_FROM_HALF /* back */
};

/* Transforms of lines of an array along one dimension. */
struct hlo_pass {
	const struct hlo_line *line; /* of `length`; if that is even and the lines are real: of half of it, with `halves` */
	enum hlo_line_form form;
	bool inverse; /* the conjugate exponent; divided by the length */
	bool alone;   /* one line at a time */
	size_t length;
	size_t from_size, to_size; /* elements of a line: of `length`, or of the half of it */
	size_t step;               /* between elements of a line, both in `from` and in `to`; real lines: 1 */
	size_t lines;
	const void *from;
	void *to; /* may be `from`, if the elements of both are complex */
};

/* Lines are computed in units of several. */
size_t kernels_hlo__pass_units(const struct hlo_pass *pass);
/* Bytes of scratch memory (alignment 64), of one thread. */
size_t kernels_hlo__pass_scratch(const struct hlo_pass *pass);
/* Units [begin, end), unless the request ends before. */
void kernels_hlo__pass_run(const struct hlo_pass *pass, size_t begin, size_t end, void *scratch);

#endif
