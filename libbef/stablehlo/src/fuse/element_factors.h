/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Factorizations of small matrices as steps, which are those of the kernels of pack hlo (linear/blocked_typed.h) in their order, on f64.
 * Where a kernel branches, both sides are computed, and select takes one. Matrices are row-major arrays of numbers of values. */
#ifndef BEF_STABLEHLO_ELEMENT_FACTORS_H
#define BEF_STABLEHLO_ELEMENT_FACTORS_H

#include "fuse/elements.h"

#include <string.h>

enum { BEF_HLO__FACTORS_MOST = 8 }; /* rows or columns, the smaller one: kernels halve larger matrices, and round their products otherwise */

struct bef_hlo__factors {
	struct bef_hlo__elements *e;
	const struct mlirbc_type *f64, *i32, *i1; /* single elements */
};

/* The lower triangle of a (n x n) becomes its factor; the other one is not read. good[i]: whether rows up to i have one; *info: the first
 * that has none, from 1, or 0. Rows from there on are not what the kernel leaves. */
void bef_hlo__factors_cholesky(const struct bef_hlo__factors *f, uint32_t *a, size_t n, uint32_t *good, uint32_t *info);
/* Replaces b (n x columns) by x with a * x = b. */
void bef_hlo__factors_solve(const struct bef_hlo__factors *f, const uint32_t *a, size_t n, bool lower, bool unit, uint32_t *b, size_t columns);
/* a becomes its factors; pivots: the row, from 1, that each row was exchanged with. */
void bef_hlo__factors_lu(
	const struct bef_hlo__factors *f, uint32_t *a, size_t rows, size_t columns, uint32_t *pivots, uint32_t *info);
void bef_hlo__factors_permutation(const struct bef_hlo__factors *f, const uint32_t *exchanges, size_t count, size_t rows, uint32_t *order);

#endif
