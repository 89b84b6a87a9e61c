/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Is the IR a valid host program? */
#ifndef BEF_TRANSLATE_VERIFY_H
#define BEF_TRANSLATE_VERIFY_H

#include "state/convert.h"

/* The whole module. Fills the scopes and symbols of the conversion. */
enum bef_status bef_mlir__verify(struct bef_mlir__convert *convert);
/* An operation against its row of the tables, without `check`. */
enum bef_status bef_mlir__verify_op(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name);
/* The `check` of a row. op->number is the scope of the operation. */
enum bef_status bef_mlir__check(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, enum bef_mlir__check check);

#endif
