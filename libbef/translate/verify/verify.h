/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Verifies that the IR is a valid host program. */
#ifndef BEF_TRANSLATE_VERIFY_H
#define BEF_TRANSLATE_VERIFY_H

#include "state/convert.h"

/* Verifies the module and fills the scopes and symbols of the conversion. */
enum bef_status bef_mlir__verify(struct bef_mlir__convert *convert);
/* Verifies an op against its row of the tables, except for `check`. */
enum bef_status bef_mlir__verify_op(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, const struct bef_mlir__name *name);
/* Verifies the `check` of a row. op->number is the scope of the op. */
enum bef_status bef_mlir__check(
	struct bef_mlir__convert *convert, const struct mlirbc_op *op, enum bef_mlir__check check);

#endif
