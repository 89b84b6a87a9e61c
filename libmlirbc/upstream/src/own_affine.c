/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Operations of `affine`. */
#include "own.h"

const struct mlirbc_upstream__own mlirbc_upstream__own_affine[] = { { NULL } };
