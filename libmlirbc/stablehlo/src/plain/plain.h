/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Failures of mlirbc/stablehlo_attrs.h. */
#ifndef SHLO_PLAIN_PLAIN_H
#define SHLO_PLAIN_PLAIN_H

#include <mlirbc/ir.h>
#include <mlirbc/status.h>

/* Stores the failure in the caller's diagnostic, and returns the status. */
MLIRBC_PRINTF(3, 4)
enum mlirbc_status shlo__plain_fail(struct mlirbc_diag *diag, enum mlirbc_status status, const char *format, ...);

#endif
