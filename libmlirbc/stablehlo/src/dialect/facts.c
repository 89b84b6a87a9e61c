/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "dialect/ops.h"

#include <mlirbc/stablehlo.h>

bool mlirbc_stablehlo_is_op(const struct mlirbc_string *name) { return shlo__op_code(name) != SHLO__NONE; }
