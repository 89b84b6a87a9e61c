/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "expr/cost.h"
#include "expr/cost_table.h"

enum { COLUMNS = 12, UNKNOWN = 1000 };
#define CACHED_BYTES (1u << 20) /* more than that does not stay in the second cache */
#define MOST_NANOSECONDS 1e15

#define ROW(name, ...) [HLO_OP_##name] = { __VA_ARGS__ },
static const uint32_t costs[HLO_OPCODE_COUNT][COLUMNS] = { HLO_COSTS(ROW) };
#undef ROW
#define ROW(from, ...) [from] = { __VA_ARGS__ },
static const uint32_t conversions[COLUMNS][COLUMNS] = { HLO_CONVERT_COSTS(ROW) };
#undef ROW

/* The column of the table: that of a type of the same kind and size. */
static int column_of(enum kernels_dtype dtype)
{
	size_t size;
	switch ((int)dtype) {
	case KERNELS_F32: return 0;
	case KERNELS_F64: return 1;
	case KERNELS_BF16: return 2;
	case KERNELS_F16: return 3;
	case KERNELS_I1: return 9;
	case KERNELS_COMPLEX64: return 10;
	case KERNELS_COMPLEX128: return 11;
	default: size = kernels_dtype_size(dtype); return hlo_is_float(dtype) ? 4 : size == 1 ? 5 : size == 2 ? 6 : size == 4 ? 7 : 8;
	}
}

uint32_t kernels_hlo__operation_cost(enum hlo_opcode opcode, enum kernels_dtype operand, enum kernels_dtype result)
{
	uint32_t cost;
	if (opcode == HLO_OP_constant)
		return 0;
	if ((int)opcode >= HLO_OPCODE_COUNT)
		return UNKNOWN;
	if (opcode == HLO_OP_convert)
		cost = conversions[column_of(operand)][column_of(result)];
	else /* select has the type of its values, complex that of the result, compare that of its operands */
		cost = costs[opcode][column_of(opcode == HLO_OP_complex ? result : operand)];
	return cost > 0 ? cost : UNKNOWN;
}

uint32_t kernels_hlo__step_cost(const struct hlo_expr *expr, uint32_t i)
{
	const struct hlo_expr_step *step = &expr->steps[i];
	const enum kernels_dtype result = expr->dtypes[expr->argument_count + i];
	const uint32_t count = step->of->primitive.operand_count;
	return kernels_hlo__operation_cost(
		step->opcode, count > 0 ? expr->dtypes[step->operands[count - 1]] : result, result);
}

uint64_t kernels_hlo__nanoseconds(uint64_t elements, uint64_t picoseconds, uint64_t bytes)
{
	const uint32_t line = bytes <= CACHED_BYTES ? HLO_COST_LINE_CACHED : HLO_COST_LINE_MEMORY;
	const double computing = (double)elements * (double)picoseconds / 1000, moving = (double)bytes / 64 * line / 1000;
	const double time = computing > moving ? computing : moving; /* the processor does both at a time */
	return time > MOST_NANOSECONDS ? (uint64_t)MOST_NANOSECONDS : (uint64_t)time;
}
