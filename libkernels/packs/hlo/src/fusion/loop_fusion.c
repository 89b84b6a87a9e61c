/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The kernel hlo.loop_fusion: one loop, whose arguments are the operands. */
#include "fusion/fusion.h"
#include <string.h>

#define SMALL_WORKSPACE 8192u /* on the stack */

struct plan {
	struct hlo_loop *loop;
};

bool kernels_hlo__loop_space(struct hlo_op *op, struct hlo_loop_space *space)
{
	int64_t row_rank, column_rank;
	if (!kernels_hlo__ints(op, "dims", KERNELS_MAX_RANK, space->dims, &space->rank) ||
		!kernels_hlo__int(op, "row_rank", &row_rank) || !kernels_hlo__int(op, "column_rank", &column_rank))
		return false;
	if (row_rank < 0 || row_rank > space->rank)
		return kernels_hlo__refuse(op, "attribute row_rank is %lld, expected 0 to %u", (long long)row_rank, space->rank);
	if (column_rank < 0 || column_rank > space->rank - row_rank || (column_rank > 0 && row_rank == 0))
		return kernels_hlo__refuse(op, "attribute column_rank is %lld, expected 0 to %lld", (long long)column_rank,
			row_rank ? (long long)(space->rank - row_rank) : 0LL);
	space->row_rank = (uint32_t)row_rank;
	space->column_rank = (uint32_t)column_rank;
	return true;
}

static bool run_range(const struct hlo_run *run, const struct hlo_loop *loop, size_t begin, size_t end)
{
	_Alignas(64) char small[SMALL_WORKSPACE];
	size_t size = kernels_hlo__loop_workspace(loop);
	char *workspace = size <= sizeof small ? small : async_alloc(run->allocator, size, 64);
	if (!workspace)
		return false;
	const bool whole = begin == 0 && end == kernels_hlo__loop_units(loop);
	if (!whole || !kernels_hlo__loop_run_plain(loop, run->inputs, run->outputs, workspace)) {
		kernels_hlo__loop_begin(loop, run->inputs, run->outputs, workspace);
		kernels_hlo__loop_run(loop, workspace, begin, end, NULL);
	}
	if (workspace != small)
		async_free(run->allocator, workspace, size, 64);
	return true;
}

/* Parts are blocks of units. */
static bool run_part(const struct hlo_run *run, const void *plan, size_t begin, size_t end)
{
	const struct hlo_loop *loop = ((const struct plan *)plan)->loop;
	size_t block = kernels_hlo__loop_block(loop), units = kernels_hlo__loop_units(loop);
	return run_range(run, loop, begin * block, end * block < units ? end * block : units);
}

static bool plan_loop_fusion(struct hlo_op *op, void *plan_data)
{
	struct plan *plan = plan_data;
	struct hlo_loop_space space = { .computed = KERNELS_DTYPE_INVALID };
	if (op->result_count == 0)
		return kernels_hlo__refuse(op, "it has no results");
	if (!kernels_hlo__loop_space(op, &space) || (plan->loop = kernels_hlo__loop_plan(op, "body", "maps", &space)) == NULL)
		return false;
	kernels_hlo__loop_choose_reuse(plan->loop, op);
	size_t units = kernels_hlo__loop_units(plan->loop), block = kernels_hlo__loop_block(plan->loop);
	op->nanoseconds = kernels_hlo__loop_nanoseconds(plan->loop);
	op->run_part = run_part;
	op->parts = units / block + (units % block != 0);
	op->block = hlo_block_of(op, op->parts);
	return true;
}

static bool run_loop_fusion(const struct hlo_run *run, const void *plan)
{
	const struct hlo_loop *loop = ((const struct plan *)plan)->loop;
	return run_range(run, loop, 0, kernels_hlo__loop_units(loop)) || kernels_hlo__fail(run, "out of memory");
}

static void finish(const struct async_allocator *allocator, void *plan)
{
	(void)allocator; /* that of the plan */
	kernels_hlo__loop_destroy(((struct plan *)plan)->loop);
}

HLO_KERNEL(loop_fusion, .plan_size = sizeof(struct plan), .plan = plan_loop_fusion, .run = run_loop_fusion, .finish = finish)
