/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reduce: each result starts with the initial value and takes the elements in row-major order. The body combines up to
 * HLO_EXPR_TILE results with one element each. Where results are few and the order is free, one result is computed in
 * many parts (reduce_parts.c). Bodies of one operation have an order and loops of their own (reduce_fold.c). */
#include "layout/copy.h"
#include "layout/ints.h"
#include "windows/reduce.h"
#include <kernels/stop.h>
#include <shared/share.h>
#include <stdatomic.h>
#include <string.h>

/* ---- plan */

static bool check_operands(struct hlo_op *op, const struct hlo_body *body)
{
	for (uint32_t i = 0; i < body->count; i++) {
		uint32_t init = body->count + i;
		char text[HLO_TYPE_TEXT];
		if (!kernels_hlo__same_shape(&op->operands[i].shape, &op->operands[0].shape))
			return kernels_hlo__refuse(op,
				"operand %u has the type %s, which is another shape than that of "
				"operand 0",
				i, kernels_hlo__type_text(&op->operands[i], text));
		if (op->operands[init].shape.rank != 0)
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected a scalar", init,
				kernels_hlo__type_text(&op->operands[init], text));
		if (!kernels_hlo__body_accepts(op, body, i, i) || !kernels_hlo__body_accepts(op, body, i, init))
			return false;
	}
	return true;
}

bool kernels_hlo__reducer_plan(struct hlo_op *op, struct hlo_body *body)
{
	uint32_t captures;
	if (!kernels_hlo__tensors_only(op, 2) || !kernels_hlo__captures(op, 2, &captures))
		return false;
	if ((op->operand_count - captures) % 2 != 0)
		return kernels_hlo__refuse(op, "%u operands, expected an even number", op->operand_count - captures);
	return kernels_hlo__body_plan(op, "body", (op->operand_count - captures) / 2, captures, body) && check_operands(op, body);
}

static bool plan_dimensions(struct hlo_op *op, struct hlo_reduce *r)
{
	const struct hlo_type *input = &op->operands[0];
	int64_t dims[KERNELS_MAX_RANK], strides[KERNELS_MAX_RANK];
	struct hlo_dims reduced;
	uint32_t rank = 0;
	if (!kernels_hlo__dims(op, "dimensions", input->shape.rank, &reduced))
		return false;
	for (uint32_t i = 0; i < input->shape.rank; i++)
		if (!(reduced.set >> i & 1))
			dims[rank++] = input->shape.dims[i];
	for (uint32_t i = 0; i < op->result_count; i++)
		if (!kernels_hlo__set_shape(op, i, rank, dims))
			return false;
	r->outputs.elements = op->results[0].elements;
	r->reduced.elements = input->elements == 0 ? 0 : 1;
	if (input->elements == 0)
		return true;
	kernels_hlo__strides(input, strides);
	r->outputs.elements = 1;
	for (uint32_t i = 0; i < input->shape.rank; i++)
		hlo_walk_add(reduced.set >> i & 1 ? &r->reduced : &r->outputs, input->shape.dims[i], strides[i]);
	op->operations = (uint64_t)input->elements * r->body.expr->step_count;
	op->nanoseconds = (uint64_t)input->elements * (1 + r->body.expr->step_count / 2) + 100;
	return true;
}

static bool plan_reduce(struct hlo_op *op, void *plan)
{
	struct hlo_reduce *r = plan;
	if (!kernels_hlo__reducer_plan(op, &r->body))
		return false;
	r->folds = kernels_hlo__reduce_fold_plan(r);
	return plan_dimensions(op, r);
}

/* ---- run */

/* Results [first, first + n), which hold their initial values. */
static void reduce_tile(const struct hlo_reduce *r, struct hlo_tile *tile, void *const *current,
	const void *const *inputs, struct hlo_position *at, size_t n)
{
	int64_t offsets[HLO_EXPR_TILE];
	struct hlo_position step = { .offset = 0 };
	const void *elements[HLO_BODY_INPUTS];
	bool adjacent = hlo_walk_offsets(&r->outputs, at, offsets, n);
	uint32_t did = 0;
	for (int64_t i = 0; i < r->reduced.elements && !kernels_stops(&did, 4 * n); i++, hlo_walk_next(&r->reduced, &step)) {
		for (uint32_t k = 0; k < r->body.count; k++) {
			size_t size = kernels_dtype_size(r->body.expr->dtypes[k]);
			elements[k] = (const char *)inputs[k] + (offsets[0] + step.offset) * (int64_t)size;
			if (adjacent)
				continue;
			kernels_hlo__pick(tile->element[k], inputs[k], offsets, step.offset, size, n);
			elements[k] = tile->element[k];
		}
		kernels_hlo__tile_combine(tile, current, elements, n);
	}
}

/* How the results are computed: `most` at once. */
struct method {
	const struct hlo_run *run;
	const struct hlo_reduce *plan;
	const void *const *inputs;
	bool parts;
	int64_t most;
	atomic_bool failed;
};

/* Results in [begin * most, end * most). */
static void reduce_part(const void *data, size_t begin, size_t end)
{
	struct method *m = (struct method *)(uintptr_t)data;
	const struct hlo_reduce *r = m->plan;
	struct hlo_position at;
	struct hlo_tile tile;
	if (!kernels_hlo__tile_init(&tile, m->run, &r->body)) {
		atomic_store(&m->failed, true);
		return;
	}
	hlo_walk_seek(&r->outputs, (int64_t)begin * m->most, &at);
	uint32_t did = 0;
	for (int64_t i = (int64_t)begin * m->most; i < (int64_t)end * m->most && i < r->outputs.elements; i += m->most) {
		if (kernels_stops(&did, (uint64_t)(m->most * r->reduced.elements)))
			break;
		void *current[HLO_BODY_INPUTS];
		int64_t n = r->outputs.elements - i < m->most ? r->outputs.elements - i : m->most;
		for (uint32_t k = 0; k < r->body.count; k++)
			current[k] = (char *)m->run->outputs[k] +
				     (size_t)i * kernels_dtype_size(r->body.expr->dtypes[k]);
		if (!m->parts) {
			reduce_tile(r, &tile, current, m->inputs, &at, (size_t)n);
			continue;
		}
		kernels_hlo__reduce_parts(r, &tile, current, m->inputs, at.offset);
		hlo_walk_next(&r->outputs, &at);
	}
	kernels_hlo__tile_finish(&tile);
}

static bool reduce_all(const struct hlo_run *run, const struct hlo_reduce *r, const void *const *inputs)
{
	struct method m = { .run = run, .plan = r, .inputs = inputs, .parts = kernels_hlo__has_parts(r) };
	bool along = r->reduced.rank == 0 || r->reduced.steps[r->reduced.rank - 1] == 1;
	if (r->folds && (along || !m.parts)) /* few results with another stride are faster in parts */
		return kernels_hlo__reduce_fold(run, r, inputs[0]);
	m.most = m.parts ? 1 : HLO_EXPR_TILE;
	atomic_init(&m.failed, false);
	const size_t parts = (size_t)((r->outputs.elements - 1) / m.most + 1);
	if (r->body.expr->call) /* in this thread, which has the context of calls */
		reduce_part(&m, 0, parts);
	else
		kernels_shared__share(kernels_host(run->request)->queue, reduce_part, &m, parts, run->op->nanoseconds);
	return !atomic_load(&m.failed) || kernels_hlo__fail(run, "out of memory for the body");
}

void kernels_hlo__fill_outputs(const struct hlo_run *run, const struct hlo_body *body, const void *const *inits)
{
	for (uint32_t i = 0; i < body->count; i++)
		kernels_hlo__fill(run->outputs[i], inits[i], kernels_dtype_size(body->expr->dtypes[i]),
			run->op->results[i].elements);
}

static bool run_reduce(const struct hlo_run *run, const void *plan)
{
	const struct hlo_reduce *r = plan;
	struct hlo_inputs inputs, inits;
	if (!kernels_hlo__inputs_init(&inits, run, &r->body, r->body.count))
		return false;
	kernels_hlo__fill_outputs(run, &r->body, inits.data);
	kernels_hlo__inputs_finish(&inits);
	if (r->reduced.elements == 0 || r->outputs.elements == 0)
		return true;
	if (!kernels_hlo__inputs_init(&inputs, run, &r->body, 0))
		return false;
	bool good = reduce_all(run, r, inputs.data);
	kernels_hlo__inputs_finish(&inputs);
	return good;
}

HLO_KERNEL(reduce, .plan_size = sizeof(struct hlo_reduce), .plan = plan_reduce, .run = run_reduce, .finish = kernels_hlo__body_finish)
