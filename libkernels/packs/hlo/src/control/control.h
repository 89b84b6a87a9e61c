/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that call functions of the program. */
#ifndef KERNELS_HLO_CONTROL_H
#define KERNELS_HLO_CONTROL_H

#include "core/op.h"
#include "expr/expr.h"

/* Types of functions are checked with messages only: see kernels/check.h. */
#ifdef KERNELS_NO_MESSAGES
#define HLO_CALLED "fn"
#define HLO_CONDITION "fn"
#else
#define HLO_CALLED "fn(args...) -> (results...)"
#define HLO_CONDITION "fn(args...) -> !tfrt_tensor.tensor"
#endif

/* One row per kernel: name after "hlo.", signature, function. Captured values are the last operands; a while's body
 * does not return them. */
#define HLO_CONTROL(ROW) \
	ROW("case", "(!tfrt_tensor.tensor, ...) {branches: " HLO_CALLED "..., types: i64[]} -> (...)", case) \
	ROW("if", \
		"(!tfrt_tensor.tensor, ...) {false_branch: " HLO_CALLED ", true_branch: " HLO_CALLED \
		", types: i64[]} -> (...)", \
		if) \
	ROW("while", \
		"(...) {body: " HLO_CALLED ", captures: i64, cond: " HLO_CONDITION ", types: i64[]} -> (...)", while) \
	ROW("while_condition", \
		"(...) {body: " HLO_CALLED ", captures: i64, condition: string, condition_operands: i64[], types: i64[]} -> (...)", \
		while_condition) \
	ROW("while_scalars", \
		"(!tfrt_tensor.tensor...) {body: string, captures: i64, condition: string, types: i64[]} -> (...)", \
		while_scalars)

/* The element of a tensor of rank 0; false if the value is no such tensor, or an error. */
bool kernels_hlo__scalar(struct async_value *value, enum kernels_dtype dtype, void *out);

/* For plan() of loops; false after kernels_hlo__refuse(). */
/* Compares `captures` and the results with the operands. */
bool kernels_hlo__check_carried(struct hlo_op *op);
/* The attribute `name` has these operands as arguments (`which` NULL: all, in order), each of one element. */
bool kernels_hlo__check_parameters(struct hlo_op *op, const char *name, const struct hlo_expr *expr,
	const int64_t *which, uint32_t count);
/* The same for `condition`, which returns one i1. */
bool kernels_hlo__check_condition(
	struct hlo_op *op, const struct hlo_expr *condition, const int64_t *which, uint32_t count);

/* For plan() of loops; false after kernels_hlo__refuse(). */
/* Compares `captures` and the results with the operands. */
bool kernels_hlo__check_carried(struct hlo_op *op);
/* The expression has these operands as arguments (`which` NULL: all, in order), each of one element. `name`: its attribute. */
bool kernels_hlo__check_parameters(struct hlo_op *op, const char *name, const struct hlo_expr *expr,
	const int64_t *which, uint32_t count);
/* The same for `condition`, which returns one i1. */
bool kernels_hlo__check_condition(
	struct hlo_op *op, const struct hlo_expr *condition, const int64_t *which, uint32_t count);

#endif
