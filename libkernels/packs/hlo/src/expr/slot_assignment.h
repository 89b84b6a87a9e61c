/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the evaluator of an expression keeps each value. */
#ifndef KERNELS_HLO_EXPR_SLOT_ASSIGNMENT_H
#define KERNELS_HLO_EXPR_SLOT_ASSIGNMENT_H

#include "expr/expr.h"

/* Sets the slots of `steps` and of the arguments, and their number in *expr, all other members of which are set. Returns NULL, or
 * the reason of a failure, static text. */
const char *kernels_hlo__expr_assign_slots(struct hlo_expr *expr, struct hlo_expr_step *steps, uint32_t *argument_slots);

#endif
