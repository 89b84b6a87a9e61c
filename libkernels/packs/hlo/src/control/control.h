/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels that call functions of the program. */
#ifndef KERNELS_HLO_CONTROL_H
#define KERNELS_HLO_CONTROL_H

#include "core/op.h"
#include "expr/expr.h"

/* The element of a tensor of rank 0; false if the value is no such tensor, or an error. */
bool kernels_hlo__scalar(struct async_value *value, enum kernels_dtype dtype, void *out);

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
