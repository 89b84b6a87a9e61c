/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Blocks of an expression (loop, while, if, else, end in hlo/steps.h). */
#ifndef KERNELS_HLO_EXPR_BLOCKS_H
#define KERNELS_HLO_EXPR_BLOCKS_H

#include "expr/expr.h"

enum { HLO_BLOCKS_DEEP = 64, HLO_BLOCKS_TEXT = 120 };

/* Verifies that blocks nest, that steps use values they can see, and that variables are set to values of their types; connects the steps of
 * each block. Returns false, with a message, if the expression is not valid. */
bool kernels_hlo__expr_check_blocks(struct hlo_expr *expr, struct hlo_expr_step *steps, char message[HLO_BLOCKS_TEXT]);

#endif
