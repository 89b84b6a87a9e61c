/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_loop_fusion: the loop of hlo.loop_fusion as one kernel of the device.
 *
 * A row is computed in passes: pass p computes the elements that reductions of level p + 1 and results of level p need, where the level
 * of a value is the number of reductions that it depends on, one after the other. Full values that several passes need are computed
 * again. The order of a reduction depends on the sizes of the loop only. */
#include "device/loop_text.h"
#include <hlo/device.h>
#include <inttypes.h>
#include <string.h>

#define MOST_POSITION (INT64_C(1) << 30) /* smaller arrays have indices of type int */
#define MOST_STEP 64                     /* of indices, beyond the last element */

static uint32_t operands_of(const struct hlo_expr_step *step)
{
	return step->opcode == HLO_STEP_REDUCE ? 2 : step->opcode == HLO_STEP_IOTA ? 0 : hlo_step(step->opcode)->operands;
}

/* ---- dimensions */

enum hlo_loop_role kernels_hlo__loop_role(const struct hlo_device_loop *loop, uint32_t dimension)
{
	const uint32_t first = loop->space.rank - loop->space.column_rank;
	if (loop->space.row_rank == 0)
		return loop->rows ? HLO_LOOP_ROW : HLO_LOOP_OUTER;
	return dimension < first - loop->space.row_rank ? HLO_LOOP_OUTER : dimension < first ? HLO_LOOP_ROW : HLO_LOOP_COLUMN;
}

static void find_sizes(struct hlo_device_loop *loop, bool one_row)
{
	int64_t *const sizes[] = { &loop->outer, &loop->inner, &loop->columns };
	loop->rows = one_row || loop->space.row_rank > 0;
	loop->outer = loop->inner = loop->columns = 1;
	for (uint32_t i = 0; i < loop->space.rank; i++)
		*sizes[kernels_hlo__loop_role(loop, i)] *= loop->space.dims[i];
	loop->items = loop->outer * loop->columns;
}

static int64_t map_word(const struct hlo_device_loop *loop, uint32_t argument, uint32_t word)
{
	return kernels_load_i64(loop->maps.elements + 8 * ((size_t)argument * (loop->space.rank + 1) + word));
}

int64_t kernels_hlo__loop_stride(const struct hlo_device_loop *loop, uint32_t argument, uint32_t dimension)
{
	return loop->space.dims[dimension] == 1 ? 0 : map_word(loop, argument, dimension + 1);
}

/* ---- kinds and levels */

static bool is_full_argument(const struct hlo_device_loop *loop, uint32_t argument)
{
	for (uint32_t i = 0; i < loop->space.rank; i++) {
		if (kernels_hlo__loop_role(loop, i) == HLO_LOOP_ROW && kernels_hlo__loop_stride(loop, argument, i) != 0)
			return true;
	}
	return false;
}

static struct hlo_device_value value_of_step(const struct hlo_device_loop *loop, const struct hlo_expr_step *step)
{
	struct hlo_device_value value = {
		.full = step->opcode == HLO_STEP_IOTA && kernels_hlo__loop_role(loop, step->dimension) == HLO_LOOP_ROW };
	for (uint32_t k = 0; k < operands_of(step); k++) {
		const struct hlo_device_value *operand = &loop->values[step->operands[k]];
		value.level = operand->level > value.level ? operand->level : value.level;
		value.full = value.full || operand->full;
	}
	if (step->opcode == HLO_STEP_REDUCE)
		value = (struct hlo_device_value){ .level = value.level + 1 };
	return value;
}

/* Fills loop->values, and finds the number of passes. */
static void find_values(struct hlo_device_loop *loop)
{
	uint32_t last = 0;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = hlo_loop_step(loop, v);
		loop->values[v] =
			step ? value_of_step(loop, step) : (struct hlo_device_value){ .full = is_full_argument(loop, v) };
		last = loop->values[v].level > last ? loop->values[v].level : last;
	}
	loop->passes = last + 1;
}

bool kernels_hlo__loop_full_result(const struct hlo_device_loop *loop, uint32_t i)
{
	return loop->rows && (loop->values[loop->body->results[i]].full || loop->op->results[i].elements != loop->items);
}

/* ---- passes */

const struct hlo_expr_step *kernels_hlo__loop_reduction(const struct hlo_device_loop *loop, uint32_t v, uint32_t pass)
{
	return hlo_loop_is_reduction(loop, v) && loop->values[v].level == pass + 1 ? hlo_loop_step(loop, v) : NULL;
}

bool kernels_hlo__loop_find_needed(const struct hlo_device_loop *loop, uint32_t pass)
{
	bool any = false;
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++)
		loop->values[v].needed = false;
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		struct hlo_device_value *value = &loop->values[loop->body->results[i]];
		if (kernels_hlo__loop_full_result(loop, i) && value->level == pass)
			any = value->needed = true;
	}
	for (uint32_t v = hlo_loop_values(loop); v-- > 0;) {
		const struct hlo_expr_step *step = hlo_loop_step(loop, v), *reduction = kernels_hlo__loop_reduction(loop, v, pass);
		if (reduction)
			any = loop->values[reduction->operands[0]].needed = true;
		for (uint32_t k = 0; step && loop->values[v].needed && loop->values[v].full && k < operands_of(step); k++)
			loop->values[step->operands[k]].needed = true;
	}
	return any;
}

/* ---- text of values */

void kernels_hlo__loop_position(const struct hlo_device_loop *loop, uint32_t v, bool full, const char *variable)
{
	int64_t dims[KERNELS_MAX_RANK], steps[KERNELS_MAX_RANK], count[KERNELS_MAX_RANK], stride[KERNELS_MAX_RANK];
	struct hlo_access access = { .count = count, .stride = stride };
	uint32_t rank = 0;
	for (uint32_t i = 0; i < loop->space.rank; i++) {
		if (!full && kernels_hlo__loop_role(loop, i) == HLO_LOOP_ROW)
			continue;
		dims[rank] = loop->space.dims[i];
		steps[rank++] = kernels_hlo__loop_stride(loop, v, i);
	}
	kernels_hlo__access_init(&access, map_word(loop, v, 0), rank, dims, steps);
	kernels_hlo__source_position(loop->source, access.offset, access.rank, access.count, access.stride, variable);
}

void kernels_hlo__loop_iota(const struct hlo_device_loop *loop, uint32_t v, const char *variable)
{
	const uint32_t dimension = hlo_loop_step(loop, v)->dimension;
	int64_t below = 1;
	for (uint32_t i = dimension + 1; i < loop->space.rank; i++)
		below *= loop->values[v].full || kernels_hlo__loop_role(loop, i) != HLO_LOOP_ROW ? loop->space.dims[i] : 1;
	kernels_hlo__source_put(loop->source, "%s / %" PRId64 " %% %" PRId64, variable, below, loop->space.dims[dimension]);
}

bool kernels_hlo__loop_step(const struct hlo_device_loop *loop, uint32_t v, const char *const *operands)
{
	const struct hlo_expr_step *step = hlo_loop_step(loop, v);
	const uint32_t count = operands_of(step);
	const enum kernels_dtype dtype = hlo_loop_dtype(loop, v);
	return kernels_hlo__source_step(loop->source, step->opcode, step,
		count ? hlo_loop_dtype(loop, step->operands[count - 1]) : dtype, dtype, operands);
}

void kernels_hlo__loop_combined(const struct hlo_device_loop *loop, uint32_t v, const char *a, const char *b)
{
	const struct hlo_expr_step *step = hlo_loop_step(loop, v);
	const char *const operands[] = { a, b };
	(void)kernels_hlo__source_step(
		loop->source, step->of->opcode, step, hlo_loop_dtype(loop, v), hlo_loop_dtype(loop, v), operands);
}

/* ---- the plan */

static bool has_large_operand(const struct hlo_op *op)
{
	for (uint32_t i = 1; i < op->operand_count; i++) {
		if (op->operands[i].elements >= MOST_POSITION)
			return true;
	}
	return false;
}

/* Writes the kernel, with scalars if a step cannot compute vectors. Returns false if devices do not have all steps. */
static bool put_kernel(struct hlo_device_loop *loop, struct hlo_device *device)
{
	if (!device->cpu)
		return kernels_hlo__loop_items(loop, device);
	if (kernels_hlo__loop_vectors(loop, device, false))
		return true;
	loop->source->size = 0;
	return kernels_hlo__loop_vectors(loop, device, true);
}

static bool has_steps(const struct hlo_device_loop *loop, const struct hlo_device *device)
{
	for (uint32_t v = 0; v < hlo_loop_values(loop); v++) {
		const struct hlo_expr_step *step = hlo_loop_step(loop, v);
		const uint32_t count = step ? operands_of(step) : 0;
		const enum kernels_dtype dtype = hlo_loop_dtype(loop, v);
		if (!hlo_device_has_type(dtype, device->f64) || (step && step->opcode < HLO_OPCODE_COUNT &&
			!hlo_device_has_step(step->opcode, count ? hlo_loop_dtype(loop, step->operands[count - 1]) : dtype, dtype, device->f64)))
			return false;
	}
	return true;
}

static bool compile(struct hlo_op *op, struct hlo_device_loop *loop, struct hlo_device *device)
{
	struct hlo_source source = { .allocator = op->allocator };
	const int64_t most = loop->items + loop->inner * loop->items + MOST_STEP;
	loop->source = &source;
	loop->index = loop->items < MOST_POSITION / MOST_STEP && most < MOST_POSITION && !has_large_operand(op) ? "int" : "long";
	find_values(loop);
	if (!has_steps(loop, device) || !put_kernel(loop, device)) {
		kernels_hlo__source_finish(&source);
		return kernels_hlo__refuse(op, "the body has a step that devices do not have");
	}
	return kernels_hlo__device_compile(op, device, &source);
}

static bool types_fit(struct hlo_op *op, const struct hlo_device *device)
{
	for (uint32_t i = 1; i < op->operand_count + op->result_count; i++) {
		const struct hlo_type *type = i < op->operand_count ? &op->operands[i] : &op->results[i - op->operand_count];
		char text[HLO_TYPE_TEXT];
		if (type->elements < 0 || !hlo_device_has_type(type->dtype, device->f64))
			return kernels_hlo__refuse(op, "%s has no arrays of the type %s", device->context->label,
				kernels_hlo__type_text(type, text));
	}
	return true;
}

static bool plan_device_loop_fusion(struct hlo_op *op, void *plan)
{
	struct hlo_device *device = plan;
	struct hlo_device_loop loop = { .op = op, .space = { .computed = KERNELS_DTYPE_INVALID, .first_operand = 1 } };
	/* The plan of the host checks everything. */
	struct hlo_loop *checked = NULL;
	if (op->result_count == 0 || !hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "expected a token for the stream, and results");
	if (!kernels_hlo__device_open(op, device) || !types_fit(op, device) || !kernels_hlo__loop_space(op, &loop.space) ||
		(checked = kernels_hlo__loop_plan(op, "body", "maps", &loop.space)) == NULL)
		return false;
	loop.body = checked->body;
	bool good = !checked->join_count || kernels_hlo__refuse(op, "join is not a step of devices");
	good = good && kernels_hlo__array(op, "maps", KERNELS_I64, &loop.maps);
	find_sizes(&loop, device->cpu);
	if (good && loop.items > 0 && (loop.inner > 0 || loop.space.row_rank > 0)) {
		const size_t size = (hlo_loop_values(&loop) + 1) * sizeof *loop.values;
		loop.values = async_alloc(op->allocator, size, _Alignof(struct hlo_device_value));
		good = loop.values ? compile(op, &loop, device) : kernels_hlo__refuse(op, "out of memory");
		if (loop.values)
			async_free(op->allocator, loop.values, size, _Alignof(struct hlo_device_value));
	}
	kernels_hlo__loop_destroy(checked);
	return good;
}

HLO_OWN_KERNEL(device_loop_fusion, .plan_size = sizeof(struct hlo_device), .plan = plan_device_loop_fusion,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)

void kernels_hlo__device_loop_fusion(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
