/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments that the caller must change. */
#ifndef SHLO_DIALECT_OPTIONS_H
#define SHLO_DIALECT_OPTIONS_H

#include <bytecursor/diag.h>
#include <bytecursor/options.h>
#include <mlirbc/status.h>

static inline enum mlirbc_status shlo__bad_argument(struct mlirbc_diag *diag, const char *text)
{
	return BYTECURSOR_DIAG_FAIL(diag, MLIRBC_E_ARG, mlirbc_status_name(MLIRBC_E_ARG), MLIRBC_NO_OFFSET, "%s", text);
}

/* After BYTECURSOR_SIZE_IS_WRONG() of struct `name`. */
static inline enum mlirbc_status shlo__size_is_wrong(struct mlirbc_diag *diag, size_t size, const char *name)
{
	char text[128];
	return shlo__bad_argument(diag, bytecursor_size_text(text, sizeof text, size, name));
}

#endif
