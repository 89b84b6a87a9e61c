/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef MLIRBC_STABLEHLO_LOCATION_H
#define MLIRBC_STABLEHLO_LOCATION_H

#include "vhlo/job.h"

/* The location as the target has it. NULL after a failure, or for NULL. */
const struct mlirbc_attr *shlo__convert_location(struct shlo__job *job, const struct mlirbc_attr *location);

#endif
