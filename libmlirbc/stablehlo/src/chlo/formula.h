/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formulas as text, and the operations that compute them.
 *
 *	formula    := { name '=' expression ';' } expression
 *	expression := comparison of sums of products of factors, as in C: < <= > >= == != + - * / and unary -
 *	factor     := number | {number for f32 | number for f64} | constant | name | function(arguments) | (expression)
 *
 * Names: x, y are the operands. Constants: pi, inf, nan, largest (finite), least (positive normal), epsilon.
 * Functions: the elementwise operations of StableHLO by name; "chlo_erf" is chlo.erf; select, complex, real, imag; poly(x, c0, c1, ...)
 * is ((c0 * x + c1) * x + ...); choose(p, x, a0, b0, a1, b1, ...) the same where each coefficient is a or b as p says; giles(p, q, x, ...) is
 * explained in formula.c;
 * chebyshev(x, c0, ...) is Clenshaw's sum. A number has the type of the other operand. In a formula of a complex x, the first definition is
 * a = real(x) or another part, which has the type of all constants behind it. */
#ifndef MLIRBC_STABLEHLO_FORMULA_H
#define MLIRBC_STABLEHLO_FORMULA_H

#include "chlo/emit.h"

/* The value of a formula; NULL after a failure. `y` may be NULL. */
struct mlirbc_value *shlo__formula(struct shlo__emit *emit, const char *text, struct mlirbc_value *x, struct mlirbc_value *y);

struct shlo__formula_row {
	const char *real;   /* of f16, bf16, f32, f64; NULL: none */
	const char *single; /* of f32, instead of `real` */
	const char *complex;
	bool upcast;        /* f16 and bf16 are computed in f32 */
};
/* The formulas of an operation of chlo; false: it has none. */
bool shlo__formula_of(enum mlirbc_stablehlo_code code, struct shlo__formula_row *out);

#endif
