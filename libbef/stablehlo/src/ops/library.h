/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What custom calls of LAPACK (library.c) and of solvers of other devices (solvers.c) share. */
#ifndef BEF_STABLEHLO_LIBRARY_H
#define BEF_STABLEHLO_LIBRARY_H

#include "ops/ops.h"

enum { BEF_HLO__CALL_VALUES = 12 }; /* most operands and most results of a kernel */

/* A parameter that is the number of a letter. */
bool bef_hlo__call_letter(struct bef_hlo__lower *lower, const char *name, const char *allowed, char *out);
/* The mode of a call of gesdd, A or S as the program says: N if it reads neither u nor v, results 2 and 3. */
const char *bef_hlo__mode(const struct mlirbc_op *op, const char *mode);
/* `type` of result 0 of a kernel. Of lapack_syevd it becomes empty if the program reads no eigenvectors: then none are computed. */
const struct mlirbc_type *bef_hlo__vectors_type(struct bef_hlo__lower *lower, const char *kernel, const struct mlirbc_type *type);
/* How many operands the call has without those at the end that hold the shapes of its results. */
uint32_t bef_hlo__call_operands(const struct mlirbc_op *op);
/* Sets result i of lower->op: map[i] is the number of one of `results`, i for a status of 0, - and behind the map for a workspace, which
 * is zeros if the program reads it. Other letters: it is set already. */
bool bef_hlo__set_call_results(struct bef_hlo__lower *lower, const char *map, const struct bef_hlo__value *results);

/* ---- solvers.c */
bool bef_hlo__is_solver(const struct mlirbc_string *target);
bool bef_hlo__lower_solver(struct bef_hlo__lower *lower, const struct mlirbc_string *target);

/* ---- solver_results.c: results that no kernel has. Each sets result `index` of lower->op. */

/* The adjoint of `value`, a kernel's result. */
bool bef_hlo__set_adjoint(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value value);
/* The type that bef_hlo__set_adjoint() needs. */
const struct mlirbc_type *bef_hlo__adjoint_type(struct bef_hlo__lower *lower, const struct mlirbc_type *type);
/* Exchanges from 0, of those from 1. */
bool bef_hlo__set_exchanges(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value pivots);
/* The order of the rows after exchanges, which are numbered from 0. */
bool bef_hlo__set_permutation(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value exchanges);
/* Complex numbers from their parts. */
bool bef_hlo__set_complex(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value real, struct bef_hlo__value imaginary);
/* Eigenvectors as LAPACK packs them: real and imaginary part of the first one of a conjugate pair. */
bool bef_hlo__set_packed(struct bef_hlo__lower *lower, uint32_t index, struct bef_hlo__value vectors, struct bef_hlo__value imaginary);
/* alpha * a * a^T + beta * c, or with a^T * a if `transposed`: `operands` are a, c, alpha and beta. */
bool bef_hlo__set_symmetric_product(
	struct bef_hlo__lower *lower, uint32_t index, const struct bef_hlo__value *operands, bool transposed);
bool bef_hlo__set_zeros(struct bef_hlo__lower *lower, uint32_t index);

#endif
