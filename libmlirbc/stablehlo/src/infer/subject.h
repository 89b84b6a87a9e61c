/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One operation from its description or the IR to a diagnostic. */
#ifndef MLIRBC_STABLEHLO_SUBJECT_H
#define MLIRBC_STABLEHLO_SUBJECT_H

#include "infer/check.h"

/* Once per run; shlo__check_op() before each operation. */
void shlo__check_init(struct shlo__check *check, struct mlirbc_context *context);
void shlo__check_op(struct shlo__check *check, const struct mlirbc_op *op, enum mlirbc_stablehlo_code code);
/* Kinds, attributes and the entry rule; then, once the operations in the regions are known to be good, the other rule. */
bool shlo__enter(struct shlo__check *check);
bool shlo__leave(struct shlo__check *check);
/* Copies the failure into *diag, unless that has one. */
void shlo__tell(const struct shlo__check *check, struct mlirbc_diag *diag);

#endif
