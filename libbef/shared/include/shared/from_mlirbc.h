/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of calls to libmlirbc as failures of the libraries here that use it: libbef-mlir, libbef-stablehlo, libbef-model. */
#ifndef BEF_SHARED_FROM_MLIRBC_H
#define BEF_SHARED_FROM_MLIRBC_H

#include <bef/status.h>
#include <bytecursor/diag.h>
#include <mlirbc/status.h>

/* Both libraries have the numbers of bytecursor/diag.h. */
static inline enum bef_status bef__from_mlirbc(enum mlirbc_status status)
{
	const unsigned number = status;
	return number;
}

/* Stores the failure of a call that returned `status` and filled in `from`. Returns the status. */
static inline enum bef_status bef__fail_from_mlirbc(
	struct bef_diag *diag, enum mlirbc_status status, const struct mlirbc_diag *from)
{
	const enum bef_status same = bef__from_mlirbc(status);
	if (same != BEF_OK && BYTECURSOR_DIAG_IS_OPEN(diag)) {
		struct bytecursor_diag full = BYTECURSOR_DIAG(same, bef_status_name(same), from->offset);
		full.line = from->line;
		full.column = from->column;
		bytecursor_diag_add(&full, "%s", from->message[0] ? from->message : "out of memory");
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return same;
}

#endif
