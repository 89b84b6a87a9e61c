/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a loop takes as an expression of elements and as kernels, about; measured (bench/RESULTS.md, "Small arrays in loops"). */
#include "fuse/elements.h"

#if defined(__x86_64__) && defined(__linux__)
#define HAS_CODE true /* of pack hlo, which may miss it here: options.no_code */
#else
#define HAS_CODE false
#endif

/* Picoseconds. Of elements: a step as machine code, of code that fits the processor's first cache and beyond, and interpreted; what a
 * function, a load or store, and a quotient take beyond. Of groups: an element, and an operation on so few that it has no code. */
enum { CODE_STEP = 110, LONG_CODE_STEP = 300, INTERPRETED_STEP = 2500, FUNCTION = 4000, ACCESS = 450, DIVISION = 900, GROUPED_ELEMENT = 30,
	GROUPED_CALL = 15000, JOIN = 60000 };
/* Of packs of elements: a byte of a result, and what a function, a load or store take beyond. */
enum { PACKED_BYTE = 14, PACKED_FUNCTION = 2500, PACKED_ACCESS = 100 };
enum { SHORT_CODE = 1000 /* steps */, FEW_ELEMENTS = 64 /* fusion/coded.c of pack hlo */ };
enum { MANY = 6 }; /* kernels: a function is called less often than an iteration */
enum { MOST_TRIPS = 1000 }; /* of a loop inside */
#define MOST_TIME (UINT64_C(1) << 50) /* so that no sum overflows */

/* Of kernels: an iteration, a kernel, a dynamic slice or update, a group of element-wise operations. */
struct costs {
	uint64_t iteration, kernel, slice, group;
};
static const struct costs called = { 150000, 200000, 200000, 100000 }, direct = { 40000, 60000, 40000, 50000 };

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* What is no step: it moves elements inside of groups, or is a constant. */
static bool is_free(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_class op_class = bef_hlo__facts(lower, op)->op_class;
	return op_class == MLIRBC_STABLEHLO_CLASS_VIEW || op_class == MLIRBC_STABLEHLO_CLASS_SOURCE;
}

/* Operations that groups read in pieces. */
static bool is_join(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__is(lower, op, MLIRBC_STABLEHLO_concatenate) || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_pad);
}

static bool is_slice(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	return bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dynamic_slice) || bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dynamic_update_slice);
}

/* Elements that the operation computes or moves; 1: it is not known. */
static uint64_t elements_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const bool update = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_dynamic_update_slice) && op->operand_count > 1;
	uint64_t count = 1;
	if (update)
		(void)mlirbc_type_elements(mlirbc_op_operands(op)[1].value->type, &count);
	else if (op->result_count > 0)
		(void)mlirbc_type_elements(mlirbc_op_results((struct mlirbc_op *)(uintptr_t)op)[0].type, &count);
	return least(count, MOST_TIME >> 20);
}

static uint64_t step_time(const struct bef_hlo__lower *lower)
{
	return HAS_CODE && !lower->options.no_code ? CODE_STEP : INTERPRETED_STEP;
}

static const struct mlirbc_block *block_of(const struct mlirbc_op *op, uint32_t i)
{
	return mlirbc_op_regions((struct mlirbc_op *)(uintptr_t)op)[i].first;
}

static bool has_regions(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	const enum mlirbc_stablehlo_code code = bef_hlo__code(lower, op);
	return code == MLIRBC_STABLEHLO_while || code == MLIRBC_STABLEHLO_if || code == MLIRBC_STABLEHLO_case;
}

/* The iterations of a loop that are counted; 0: the operation is none, or the number is not known. */
static uint64_t trips_of(const struct bef_hlo__lower *lower, const struct mlirbc_op *op)
{
	uint64_t trips;
	const bool known = bef_hlo__is(lower, op, MLIRBC_STABLEHLO_while) && op->region_count == 2 && mlirbc_stablehlo_trip_count(op, &trips);
	return known ? least(trips, MOST_TRIPS) : 0;
}

/* An iteration of a loop inside that is a kernel of its own, if it takes elements of arrays and not whole arrays. */
static uint64_t own_time(const struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	uint64_t time = 0;
	for (const struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (has_regions(lower, op))
			return MOST_TIME;
		time += is_free(lower, op) ? 0 : elements_of(lower, op) * (step_time(lower) + (is_slice(lower, op) ? ACCESS : 0));
	}
	return least(time, MOST_TIME);
}

static uint64_t kernels_time(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct costs *costs);

/* What the regions of an operation take as kernels: all iterations if their number is known, else one; or the longest branch. */
static uint64_t inner_time(const struct bef_hlo__lower *lower, const struct mlirbc_op *op, const struct costs *costs)
{
	const uint64_t trips = trips_of(lower, op);
	uint64_t longest = 0;
	if (trips > 0) {
		const struct mlirbc_block *body = block_of(op, 1);
		longest = body ? least(own_time(lower, body), kernels_time(lower, body, &direct)) * trips : 0;
	}
	for (uint32_t i = 0; i < op->region_count && trips == 0; i++) {
		const struct mlirbc_block *block = block_of(op, i);
		const uint64_t time = block ? kernels_time(lower, block, &called) : 0;
		longest = time > longest ? time : longest;
	}
	return costs->kernel + least(longest, MOST_TIME);
}

/* The time of an iteration: element-wise operations between others are groups. */
static uint64_t kernels_time(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, const struct costs *costs)
{
	uint64_t kernels = 0, slices = 0, grouped = 0, calls = 0, joins = 0, elements = 0, inside = 0;
	for (const struct mlirbc_op *op = block->first; op && op->next; op = op->next) {
		if (has_regions(lower, op)) {
			inside = least(inside + inner_time(lower, op, costs), MOST_TIME);
		} else if (bef_hlo__facts(lower, op)->op_class == MLIRBC_STABLEHLO_CLASS_ELEMENTWISE) {
			const uint64_t count = elements_of(lower, op);
			elements += count;
			calls += count > 1 && count < FEW_ELEMENTS;
			grouped++;
		} else if (is_slice(lower, op)) {
			slices++;
		} else if (is_join(lower, op)) {
			joins++;
		} else {
			kernels += !is_free(lower, op);
		}
	}
	return least(costs->iteration + inside + kernels * costs->kernel + slices * costs->slice + least(grouped, kernels + 1) * costs->group +
			     calls * GROUPED_CALL + joins * JOIN + elements * GROUPED_ELEMENT, MOST_TIME);
}

/* Bodies whose operations are all short run without calls (control/direct.h of pack hlo). */
static const struct costs *costs_of(const struct bef_hlo__lower *lower, const struct mlirbc_block *body)
{
	for (const struct mlirbc_op *op = body->first; op; op = op->next) {
		if (has_regions(lower, op) && trips_of(lower, op) == 0)
			return &called;
	}
	return &direct;
}

static uint64_t steps_time(const struct bef_hlo__lower *lower, uint64_t steps)
{
	const uint64_t time = step_time(lower);
	return time > LONG_CODE_STEP || steps <= SHORT_CODE ? steps * time : SHORT_CODE * time + (steps - SHORT_CODE) * LONG_CODE_STEP;
}

void bef_hlo__elements_note_packs(struct bef_hlo__elements *e, const struct mlirbc_type *type, uint64_t count, uint32_t before)
{
	if (!e->fits || count < BEF_HLO__PACK || !HAS_CODE || e->text.lower->options.no_code)
		return;
	const struct mlirbc_type *element = bef_hlo__element(type);
	const size_t size = bef_hlo__dtype(element) == KERNELS_I1 ? 4 : bef_hlo__element_size(element);
	if ((size != 4 && size != 8) || element->kind == MLIRBC_TYPE_COMPLEX)
		return;
	e->packed += e->steps - before;
	e->packed_bytes += (e->steps - before) * (uint64_t)size;
}

/* What the steps in packs take instead of the time of single ones. */
static uint64_t packed_time(const struct bef_hlo__elements *e)
{
	return e->packed_bytes * PACKED_BYTE + e->packed_functions * (uint64_t)PACKED_FUNCTION + e->packed_accesses * (uint64_t)PACKED_ACCESS;
}

uint64_t bef_hlo__elements_time(const struct bef_hlo__elements *e)
{
	const bool packs = e->closed_count == 0 && e->depth == 0; /* code with blocks has none */
	const uint64_t functions = e->functions - (packs ? e->packed_functions : 0);
	const uint64_t accesses = e->accesses - (packs ? e->packed_accesses : 0);
	const uint64_t packed = packs ? least(e->packed, e->steps) : 0; /* what no result needs has been left out of the steps */
	return least(steps_time(e->text.lower, e->steps - packed) + functions * FUNCTION + accesses * ACCESS +
			     e->divisions * (uint64_t)DIVISION + (packs ? packed_time(e) : 0) + e->repeated, MOST_TIME);
}

void bef_hlo__elements_repeat(struct bef_hlo__elements *e, const struct mlirbc_op *loop, uint64_t time)
{
	const uint64_t trips = trips_of(e->text.lower, loop);
	e->repeated = least(e->repeated + (trips > 1 ? least(time, MOST_TIME / MOST_TRIPS) * (trips - 1) : 0), MOST_TIME);
}

bool bef_hlo__elements_are_quicker(const struct bef_hlo__lower *lower, const struct mlirbc_block *body, uint64_t time)
{
	return time <= kernels_time(lower, body, costs_of(lower, body));
}

bool bef_hlo__has_many_kernels(const struct bef_hlo__lower *lower, const struct mlirbc_block *block)
{
	return kernels_time(lower, block, &called) >= called.iteration + MANY * called.kernel;
}

bool bef_hlo__elements_are_much_quicker(const struct bef_hlo__lower *lower, const struct mlirbc_block *block, uint64_t time)
{
	return 2 * (time + 2 * called.kernel) <= kernels_time(lower, block, &called) - called.iteration;
}
