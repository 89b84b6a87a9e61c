/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of chlo whose lowering is no formula. NULL without a failure: it cannot be lowered. */
#ifndef MLIRBC_STABLEHLO_LOWER_H
#define MLIRBC_STABLEHLO_LOWER_H

#include "chlo/emit.h"

bool shlo__pass_chlo(struct shlo__pass *pass);

/* A custom_call of a target that is an operation under another name (mlirbc_stablehlo_target()) becomes this operation, or a sort.
 * *out_replaced: whether it did. */
bool shlo__lower_custom_call(struct shlo__pass *pass, struct mlirbc_op *op, bool *out_replaced);

/* After the operations between `before` (NULL: the start of the block) and `op` were made to replace `op`. False: they violate a rule of
 * StableHLO, which allows fewer types than CHLO, or `complete` is false, or memory was short; then they are erased. */
bool shlo__lower_settle(struct shlo__pass *pass, struct mlirbc_op *before, struct mlirbc_op *op, bool complete);

/* Whether the operations from `first` on, in front of `end`, satisfy the rules. False after a failure too. */
bool shlo__lower_is_valid(struct shlo__pass *pass, struct mlirbc_op *first, const struct mlirbc_op *end);

/* The operation is emit->before. */
void shlo__lower_top_k(struct shlo__emit *emit, struct mlirbc_value *out[2]);
/* The `k` largest or smallest elements of the last dimension, and their positions; of a static shape, as many as the results have. */
void shlo__lower_selection(struct shlo__emit *emit, int64_t k, bool largest, struct mlirbc_value *out[2]);
struct mlirbc_value *shlo__lower_structured(struct shlo__emit *emit, enum mlirbc_stablehlo_code code);
struct mlirbc_value *shlo__lower_ragged_dot(struct shlo__emit *emit);
/* The while whose results behind the first are those of the operation. */
struct mlirbc_op *shlo__lower_scan(struct shlo__emit *emit);
/* broadcast_OP */
struct mlirbc_value *shlo__lower_broadcast(struct shlo__emit *emit, enum mlirbc_stablehlo_code code);

#endif
