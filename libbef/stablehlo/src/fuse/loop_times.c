/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a loop takes as an expression of elements and as kernels, about; measured (bench/RESULTS.md, "Small arrays in loops"). */
#include "fuse/elements.h"

#if defined(__x86_64__) && defined(__linux__)
#define HAS_CODE true /* of pack hlo, which may miss it here: options.no_code */
#else
#define HAS_CODE false
#endif

/* Picoseconds. Of elements: a step as machine code and interpreted, what a function takes beyond. Of kernels: an iteration with two
 * functions that are called, a kernel, a group of element-wise operations, one of these. */
enum {
	CODE_STEP = 250,
	INTERPRETED_STEP = 2500,
	FUNCTION = 4000,
	ITERATION = 150000,
	KERNEL = 200000,
	GROUP = 100000,
	GROUPED = 10000
};
enum { MANY = 6 }; /* kernels: a function is called less often than an iteration */
enum { MOST_TRIPS = 1000 }; /* of a loop inside, so that the sum cannot overflow */

/* What is no step: it moves elements inside of groups, or is a constant. */
static bool is_free(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_class op_class = bef_hlo__facts(lower, op)->op_class;
	return op_class == MLIRBC_STABLEHLO_CLASS_VIEW || op_class == MLIRBC_STABLEHLO_CLASS_SOURCE;
}

/* A loop inside of a loop is a kernel whose steps are interpreted; 0: the number of its iterations is not known. */
static uint64_t inner_time(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint64_t trips, steps = 0;
	if (!bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) || op->region_count != 2 || !mlirbc_stablehlo_trip_count(op, &trips))
		return 0;
	const struct mlirbc_block *body = mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[1].first;
	for (const struct mlirbc_op *step = body ? body->first : NULL; step; step = step->next)
		steps += !is_free(lower, step);
	return KERNEL + (trips < MOST_TRIPS ? trips : MOST_TRIPS) * steps * GROUPED;
}

static uint64_t kernels_time(const struct bef_hlo__lower *lower, const struct mlirbc_block *block);

/* One iteration of a loop whose number of iterations is not known, or the longest branch; 0: the operation has none. */
static uint64_t regions_time(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	uint64_t longest = 0;
	if (code != MLIRBC_STABLEHLO_while && code != MLIRBC_STABLEHLO_if && code != MLIRBC_STABLEHLO_case)
		return 0;
	for (uint32_t i = 0; i < op->region_count; i++) {
		const struct mlirbc_block *block = mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[i].first;
		const uint64_t time = block ? kernels_time(lower, block) : 0;
		longest = time > longest ? time : longest;
	}
	return KERNEL + longest;
}

/* The time of an iteration: element-wise operations between others are groups. */
static uint64_t kernels_time(const struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	uint64_t kernels = 0, grouped = 0, inside = 0;
	for (const struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		uint64_t inner = inner_time(lower, op);
		inner = inner > 0 ? inner : regions_time(lower, op);
		if (inner > 0)
			inside += inner;
		else if (bef_hlo__facts(lower, op)->op_class == MLIRBC_STABLEHLO_CLASS_ELEMENTWISE)
			grouped++;
		else
			kernels += !is_free(lower, op);
	}
	return ITERATION + inside + kernels * KERNEL + (grouped <= kernels ? grouped : kernels + 1) * GROUP + grouped * GROUPED;
}

static uint64_t steps_time(const struct bef_hlo__lower *lower, uint32_t steps, uint32_t functions)
{
	const bool code = HAS_CODE && !lower->options.no_code;
	return steps * (uint64_t)(code ? CODE_STEP : INTERPRETED_STEP) + functions * (uint64_t)FUNCTION;
}

bool bef_hlo__elements_are_quicker(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *body, uint32_t steps, uint32_t functions)
{
	return steps_time(lower, steps, functions) <= kernels_time(lower, body);
}

bool bef_hlo__has_many_kernels(const struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	return kernels_time(lower, block) >= ITERATION + MANY * KERNEL;
}

bool bef_hlo__elements_are_much_quicker(
	const struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint32_t steps, uint32_t functions)
{
	return 2 * (steps_time(lower, steps, functions) + 2 * KERNEL) <= kernels_time(lower, block) - ITERATION;
}
