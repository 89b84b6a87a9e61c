/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Regions of scalar operations as expressions (hlo/steps.h). */
#ifndef BEF_STABLEHLO_BODY_H
#define BEF_STABLEHLO_BODY_H

#include "emit/emit.h"

/* Whether all regions of lower->op can be expressions: steps on scalars, and `if` and `case` of them, whose branches have no side
 * effects: both are computed, and the results selected. */
bool bef_hlo__are_expressions(struct bef_hlo__lower *lower);
/* Appends what the region of lower->op with that number uses from outside and is no scalar constant, as values of the source
 * (struct mlirbc_value); those that are in the row already are not added again. */
bool bef_hlo__find_captures(struct bef_hlo__lower *lower, uint32_t region, struct bef_hlo__row *captures);
/* Writes the region as a string attribute `name`. Its arguments are those of the block, then the captures, which
 * bef_hlo__find_captures() has found for all regions of the operation. Quantized types stand for their expressed types. */
bool bef_hlo__body(struct bef_hlo__lower *lower, uint32_t region, const char *name, struct bef_hlo__row *captures,
	struct bef_hlo__attrs *attrs);

#endif
