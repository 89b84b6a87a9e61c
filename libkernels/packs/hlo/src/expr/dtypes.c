/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of element types. */
#include "expr/dtypes.h"
#include <hlo/types.h>

const char *kernels_hlo__dtype_name(enum kernels_dtype dtype)
{
	const char *name = hlo_element_type(dtype).name;
	return name ? name : "?";
}
