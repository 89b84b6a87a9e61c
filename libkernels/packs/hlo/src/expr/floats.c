/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Primitives of f32 and f64: remainders, which are in no loop of isa_loops.h, and those of every processor. */
#include "expr/isa.h"
#include "expr/tables.h"
#include <math.h>

HLO_BINARY(remainder, f32, float, float, fmodf(a, b))
HLO_BINARY(remainder, f64, double, double, fmod(a, b))

hlo_primitive_fn *kernels_hlo__float_primitive(enum hlo_opcode opcode, enum kernels_dtype dtype)
{
	if (opcode == HLO_OP_remainder)
		return dtype == KERNELS_F64 ? remainder_f64 : remainder_f32;
	return kernels_hlo__isa_base()->operations[kernels_hlo__hot_type(dtype)][opcode].run;
}
