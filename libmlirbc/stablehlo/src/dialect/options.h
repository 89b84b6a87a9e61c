/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options whose `size` the caller forgot to set. */
#ifndef SHLO_DIALECT_OPTIONS_H
#define SHLO_DIALECT_OPTIONS_H

#include <bytecursor/diag.h>
#include <mlirbc/status.h>
#include <stdio.h>

/* `name`: of the struct of options. */
static inline enum mlirbc_status shlo__size_is_missing(struct mlirbc_diag *diag, const char *name)
{
	if (BYTECURSOR_DIAG_IS_OPEN(diag)) {
		struct mlirbc_diag full = { sizeof full, MLIRBC_E_ARG, mlirbc_status_name(MLIRBC_E_ARG), MLIRBC_NO_OFFSET, 0, 0,
			{ 0 } };
		snprintf(full.message, sizeof full.message, "options: size is not set, expected sizeof(struct %s)", name);
		BYTECURSOR_DIAG_STORE(diag, &full);
	}
	return MLIRBC_E_ARG;
}

#endif
