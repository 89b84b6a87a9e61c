/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Estimates of the duration of element-wise operations, from measured ones (cost_table.h). They decide how work is divided among
 * threads, never results. */
#ifndef KERNELS_HLO_EXPR_COST_H
#define KERNELS_HLO_EXPR_COST_H

#include "expr/expr.h"

/* Picoseconds per element in one thread, on arrays in the first cache. Operations that are not in the table take a nanosecond. */
uint32_t kernels_hlo__operation_cost(enum hlo_opcode opcode, enum kernels_dtype operand, enum kernels_dtype result);
/* Of step i, which has an operation. */
uint32_t kernels_hlo__step_cost(const struct hlo_expr *expr, uint32_t i);

/* Nanoseconds of a kernel that reads and writes `bytes` bytes in total and takes `picoseconds` per element. */
uint64_t kernels_hlo__nanoseconds(uint64_t elements, uint64_t picoseconds, uint64_t bytes);

#endif
