/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce by one operation, in the order of expr/fold.h: rows of adjacent elements, runs of them, or columns side by side. Long
 * rows are divided among threads by the blocks of that order. */
#include "windows/reduce.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

#define COLUMNS 128 /* side by side: the lanes of all of them stay in the first cache */

bool kernels_hlo__reduce_fold_plan(struct hlo_reduce *r)
{
	static const struct {
		enum hlo_expr_shape shape;
		enum hlo_opcode opcode;
	} operations[] = { { HLO_EXPR_SUM, HLO_OP_add }, { HLO_EXPR_PRODUCT, HLO_OP_multiply },
		{ HLO_EXPR_MINIMUM, HLO_OP_minimum }, { HLO_EXPR_MAXIMUM, HLO_OP_maximum }, { HLO_EXPR_AND, HLO_OP_and },
		{ HLO_EXPR_OR, HLO_OP_or }, { HLO_EXPR_XOR, HLO_OP_xor } };
	for (size_t i = 0; i < sizeof operations / sizeof *operations && r->body.captures == 0; i++)
		if (r->body.kind.shape == operations[i].shape)
			return kernels_hlo__fold_init(&r->fold, operations[i].opcode, r->body.expr->dtypes[0]);
	return false;
}

enum method { ROWS, RUNS, SIDE_BY_SIDE };

struct folding {
	const struct hlo_run *run;
	const struct hlo_reduce *plan;
	const char *input;
	char *output;
	enum method method;
	int64_t most; /* results at a time */
	size_t state_size;
	/* of rows that are divided */
	char *totals;
	size_t blocks; /* per row */
	atomic_bool failed;
};

/* ---- one tile of results, which hold their initial values */

static void fold_runs(const struct folding *f, struct hlo_fold_state *state, char *out, int64_t offset)
{
	const struct hlo_reduce *r = f->plan;
	struct hlo_walk outer = r->reduced;
	struct hlo_position step = { .offset = 0 };
	int64_t count = outer.dims[--outer.rank];
	uint32_t did = 0;
	kernels_hlo__fold_begin(&r->fold, state, (uint64_t)r->reduced.elements, 1, out);
	for (int64_t i = 0; i < r->reduced.elements / count; i++, hlo_walk_next(&outer, &step)) {
		kernels_hlo__fold_add(
			&r->fold, state, f->input + (offset + step.offset) * (int64_t)r->fold.size, (size_t)count);
		if (kernels_stops(&did, (uint64_t)count))
			break;
	}
	kernels_hlo__fold_end(&r->fold, state, out, out);
}

/* Elements of all columns that belong to one element of a column, from `offset` on. */
static void add_element(const struct folding *f, struct hlo_fold_state *state, char *out, const char *elements, size_t n)
{
	const struct hlo_fold *fold = &f->plan->fold;
	if (fold->free_order) { /* no lanes */
		const void *in[3] = { out, elements, NULL };
		fold->primitive.run(out, in, n, &fold->primitive);
	} else
		kernels_hlo__fold_add(fold, state, elements, 1);
}

static void fold_columns(const struct folding *f, struct hlo_fold_state *state, char *out, struct hlo_position *at, size_t n)
{
	const struct hlo_reduce *r = f->plan;
	const struct hlo_fold *fold = &r->fold;
	const int64_t size = (int64_t)fold->size;
	int64_t offsets[COLUMNS];
	_Alignas(64) char picked[COLUMNS * 16];
	struct hlo_position step = { .offset = 0 };
	bool adjacent = hlo_walk_offsets(&r->outputs, at, offsets, n);
	uint32_t did = 0;
	if (!fold->free_order)
		kernels_hlo__fold_begin(fold, state, (uint64_t)r->reduced.elements, n, out);
	if (adjacent && !fold->free_order && r->reduced.rank == 1 && r->reduced.steps[0] == (int64_t)n)
		kernels_hlo__fold_add(fold, state, f->input + offsets[0] * size, (size_t)r->reduced.elements);
	else
		for (int64_t i = 0; i < r->reduced.elements; i++, hlo_walk_next(&r->reduced, &step)) {
			if (!adjacent)
				kernels_hlo__pick(picked, f->input, offsets, step.offset, fold->size, n);
			add_element(f, state, out, adjacent ? f->input + (offsets[0] + step.offset) * size : picked, n);
			if (kernels_stops(&did, n + 8))
				break;
		}
	if (!fold->free_order)
		kernels_hlo__fold_end(fold, state, out, out);
}

/* Results [begin * most, end * most). */
static void fold_part(const void *data, size_t begin, size_t end)
{
	struct folding *f = (struct folding *)(uintptr_t)data;
	const struct hlo_reduce *r = f->plan;
	struct hlo_position at;
	uint32_t did = 0;
	struct hlo_fold_state *state = async_alloc(f->run->allocator, f->state_size, 64);
	if (!state) {
		atomic_store(&f->failed, true);
		return;
	}
	hlo_walk_seek(&r->outputs, (int64_t)begin * f->most, &at);
	for (int64_t i = (int64_t)begin * f->most; i < (int64_t)end * f->most && i < r->outputs.elements; i += f->most) {
		char *out = f->output + (size_t)i * r->fold.size;
		int64_t n = r->outputs.elements - i < f->most ? r->outputs.elements - i : f->most;
		if (kernels_stops(&did, (uint64_t)(n * r->reduced.elements)))
			break;
		if (f->method == SIDE_BY_SIDE) {
			fold_columns(f, state, out, &at, (size_t)n);
			continue;
		}
		if (f->method == ROWS)
			kernels_hlo__fold_rows(&r->fold, out, f->input + at.offset * (int64_t)r->fold.size, 1,
				(size_t)r->reduced.elements, out, false);
		else
			fold_runs(f, state, out, at.offset);
		hlo_walk_next(&r->outputs, &at);
	}
	async_free(f->run->allocator, state, f->state_size, 64);
}

/* ---- rows that are divided */

/* Blocks [begin, end) of all rows. */
static void fold_blocks(const void *data, size_t begin, size_t end)
{
	const struct folding *f = data;
	const struct hlo_reduce *r = f->plan;
	struct hlo_position at;
	for (size_t i = begin; i < end; i++) {
		size_t first = i % f->blocks * HLO_FOLD_BLOCK, left = (size_t)r->reduced.elements - first;
		hlo_walk_seek(&r->outputs, (int64_t)(i / f->blocks), &at);
		kernels_hlo__fold_block(&r->fold, f->totals + i * r->fold.size,
			f->input + (at.offset + (int64_t)first) * (int64_t)r->fold.size, left < HLO_FOLD_BLOCK ? left : HLO_FOLD_BLOCK);
	}
}

static bool fold_divided(struct folding *f)
{
	const struct hlo_reduce *r = f->plan;
	f->blocks = ((size_t)r->reduced.elements + HLO_FOLD_BLOCK - 1) / HLO_FOLD_BLOCK;
	size_t units = f->blocks * (size_t)r->outputs.elements, size = units * r->fold.size;
	f->totals = async_alloc(f->run->allocator, size, 64);
	if (!f->totals)
		return false;
	kernels_shared__share(kernels_host(f->run->request)->queue, fold_blocks, f, units, f->run->op->nanoseconds);
	kernels_hlo__fold_rows(&r->fold, f->output, f->totals, (size_t)r->outputs.elements, f->blocks, f->output, false);
	async_free(f->run->allocator, f->totals, size, 64);
	return true;
}

/* ---- all */

bool kernels_hlo__reduce_fold(const struct hlo_run *run, const struct hlo_reduce *r, const void *input)
{
	struct folding f = { .run = run, .plan = r, .input = input, .output = run->outputs[0], .most = 1 };
	uint32_t rank = r->reduced.rank;
	bool along = rank == 0 || r->reduced.steps[rank - 1] == 1;
	bool one_by_one = r->fold.in_order && !r->fold.serial; /* such types are faster side by side */
	f.method = !along || one_by_one ? SIDE_BY_SIDE : rank <= 1 ? ROWS : RUNS;
	if (f.method == SIDE_BY_SIDE)
		f.most = r->outputs.elements < COLUMNS ? r->outputs.elements : COLUMNS;
	if (f.method == ROWS && !r->fold.in_order && r->reduced.elements > HLO_FOLD_BLOCK && r->outputs.elements < 64)
		return fold_divided(&f) || kernels_hlo__fail(run, "out of memory for a reduction");
	f.state_size = kernels_hlo__fold_state_size(&r->fold, (uint64_t)r->reduced.elements, (size_t)f.most);
	atomic_init(&f.failed, false);
	kernels_shared__share(kernels_host(run->request)->queue, fold_part, &f, (size_t)((r->outputs.elements - 1) / f.most + 1),
		run->op->nanoseconds);
	return !atomic_load(&f.failed) || kernels_hlo__fail(run, "out of memory for a reduction");
}
