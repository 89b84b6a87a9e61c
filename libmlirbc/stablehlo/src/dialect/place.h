/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The position in a file that messages about an operation name. */
#ifndef MLIRBC_STABLEHLO_PLACE_H
#define MLIRBC_STABLEHLO_PLACE_H

#include <mlirbc/ir.h>

/* The first position in a file that a location names (MLIRBC_LOC_FILE): of a call site that of the callee, of a fused location that of
 * its first part. NULL: none, or nested more than 512 levels deep. `location` may be NULL. */
const struct mlirbc_attr *shlo__place_of(const struct mlirbc_attr *location);

#endif
