/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_loop_fusion: the loop of hlo.loop_fusion as one kernel of the device.
 *
 * Without reductions a work-item computes one element. Otherwise an item is a row, or a column of one: a work-item computes it alone, or,
 * for long rows, a work-group does together. A row is computed in passes: pass p computes the elements that reductions of level p + 1 and
 * results of level p need, where the level of a value is the number of reductions that it depends on, one after the other. Full values
 * that several passes need are computed again. The order of a reduction depends on the number of its elements only. */
#include "device/device.h"
#include "fusion/program.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define LANES 64     /* work-items for a row that a group computes */
#define LONG_ROW 64  /* shorter rows have one work-item */
#define GROUP 256    /* work-items of other groups */
#define MOST_POSITION (INT64_C(1) << 30) /* smaller arrays have indices of type int */

struct value {
	uint32_t level;
	bool full;   /* differs in a row */
	bool needed; /* by the pass */
};

struct loop {
	const struct hlo_op *op;
	const struct hlo_expr *body;
	struct hlo_loop_space space;
	struct kernels_array maps;
	struct value *values;
	struct hlo_source *source;
	int64_t outer, inner, columns, items;
	bool rows;   /* items are rows or columns; else elements */
	bool groups; /* a work-group per item */
	const char *index; /* type of indices */
};

static uint32_t value_count(const struct loop *loop) { return loop->body->argument_count + loop->body->step_count; }
static enum kernels_dtype type_of(const struct loop *loop, uint32_t value) { return loop->body->dtypes[value]; }
static const struct hlo_expr_step *step_of(const struct loop *loop, uint32_t value)
{
	return value < loop->body->argument_count ? NULL : &loop->body->steps[value - loop->body->argument_count];
}
static uint32_t operands_of(const struct hlo_expr_step *step)
{
	return step->opcode == HLO_STEP_REDUCE ? 2 : step->opcode == HLO_STEP_IOTA ? 0 : kernels_hlo__opcode_operands(step->opcode);
}

/* ---- dimensions */

enum role { OUTER, ROW, COLUMN };
static enum role role_of(const struct loop *loop, uint32_t dimension)
{
	const uint32_t first = loop->space.rank - loop->space.column_rank;
	return !loop->rows || dimension < first - loop->space.row_rank ? OUTER : dimension < first ? ROW : COLUMN;
}

static void find_sizes(struct loop *loop)
{
	int64_t *const sizes[] = { &loop->outer, &loop->inner, &loop->columns };
	loop->rows = loop->space.row_rank > 0;
	loop->outer = loop->inner = loop->columns = 1;
	for (uint32_t i = 0; i < loop->space.rank; i++)
		*sizes[role_of(loop, i)] *= loop->space.dims[i];
	loop->items = loop->outer * loop->columns;
}

static int64_t map_word(const struct loop *loop, uint32_t argument, uint32_t word)
{
	return kernels_load_i64(loop->maps.elements + 8 * ((size_t)argument * (loop->space.rank + 1) + word));
}

/* Strides of dimensions of one element do not matter. */
static int64_t stride_of(const struct loop *loop, uint32_t argument, uint32_t dimension)
{
	return loop->space.dims[dimension] == 1 ? 0 : map_word(loop, argument, dimension + 1);
}

/* ---- kinds and levels */

static bool is_full_argument(const struct loop *loop, uint32_t argument)
{
	for (uint32_t i = 0; i < loop->space.rank; i++) {
		if (role_of(loop, i) == ROW && stride_of(loop, argument, i) != 0)
			return true;
	}
	return false;
}

static struct value value_of_step(const struct loop *loop, const struct hlo_expr_step *step)
{
	struct value value = { .full = step->opcode == HLO_STEP_IOTA && role_of(loop, step->dimension) == ROW };
	for (uint32_t k = 0; k < operands_of(step); k++) {
		const struct value *operand = &loop->values[step->operands[k]];
		value.level = operand->level > value.level ? operand->level : value.level;
		value.full = value.full || operand->full;
	}
	if (step->opcode == HLO_STEP_REDUCE)
		value = (struct value){ .level = value.level + 1 };
	return value;
}

/* Returns the number of passes. */
static uint32_t find_values(struct loop *loop)
{
	uint32_t last = 0;
	for (uint32_t v = 0; v < value_count(loop); v++) {
		const struct hlo_expr_step *step = step_of(loop, v);
		loop->values[v] = step ? value_of_step(loop, step) : (struct value){ .full = is_full_argument(loop, v) };
		last = loop->values[v].level > last ? loop->values[v].level : last;
	}
	return last + 1;
}

/* Result i has an element for each element of the space, not for each row. */
static bool is_full_result(const struct loop *loop, uint32_t i)
{
	return loop->rows && (loop->values[loop->body->results[i]].full || loop->op->results[i].elements != loop->items);
}

/* ---- text of single values */

static void put_argument(const struct loop *loop, uint32_t v)
{
	int64_t dims[KERNELS_MAX_RANK], steps[KERNELS_MAX_RANK], count[KERNELS_MAX_RANK], stride[KERNELS_MAX_RANK];
	struct hlo_access access = { .count = count, .stride = stride };
	uint32_t rank = 0;
	const bool full = loop->values[v].full;
	if (full && loop->inner == 0) {
		kernels_hlo__source_put(loop->source, "0"); /* is not read; its strides were not checked */
		return;
	}
	for (uint32_t i = 0; i < loop->space.rank; i++) {
		if (!full && role_of(loop, i) == ROW)
			continue;
		dims[rank] = loop->space.dims[i];
		steps[rank++] = stride_of(loop, v, i);
	}
	kernels_hlo__access_init(&access, map_word(loop, v, 0), rank, dims, steps);
	kernels_hlo__source_put(loop->source, "a%u[", v + 1);
	kernels_hlo__source_position(loop->source, access.offset, access.rank, access.count, access.stride, full ? "e" : "item");
	kernels_hlo__source_put(loop->source, "]");
}

static void put_iota(const struct loop *loop, const struct hlo_expr_step *step, enum kernels_dtype dtype, bool full)
{
	const char *narrow = kernels_hlo__source_narrow(dtype);
	int64_t below = 1;
	if (full && loop->inner == 0) {
		kernels_hlo__source_put(loop->source, "0");
		return;
	}
	for (uint32_t i = step->dimension + 1; i < loop->space.rank; i++)
		below *= full || role_of(loop, i) != ROW ? loop->space.dims[i] : 1;
	kernels_hlo__source_put(loop->source, "%s((%s)(%s / %" PRId64 " %% %" PRId64 "))", narrow, kernels_hlo__source_work(dtype),
		full ? "e" : "item", below, loop->space.dims[step->dimension]);
}

/* The combination of two texts by the operation of a reduction. */
static void put_combined(const struct loop *loop, const struct hlo_expr_step *step, enum kernels_dtype dtype, const char *a, const char *b)
{
	const char *const operands[] = { a, b };
	(void)kernels_hlo__source_step(loop->source, step->reducer, step, dtype, dtype, operands);
}

/* Declares the variable of a value that is no reduction. Returns false if devices have no such step. */
static bool declare(const struct loop *loop, uint32_t v)
{
	const struct hlo_expr_step *step = step_of(loop, v);
	const enum kernels_dtype dtype = type_of(loop, v);
	char names[3][16];
	const char *operands[3] = { names[0], names[1], names[2] };
	bool good = kernels_hlo__source_has(dtype);
	if (!good)
		return false;
	kernels_hlo__source_put(loop->source, "const %s v%u = ", kernels_hlo__source_type(dtype), v);
	if (!step) {
		put_argument(loop, v);
	} else if (step->opcode == HLO_STEP_IOTA) {
		put_iota(loop, step, dtype, loop->values[v].full);
	} else {
		const uint32_t count = operands_of(step);
		for (uint32_t k = 0; k < count; k++)
			snprintf(names[k], sizeof names[k], "v%u", step->operands[k]);
		const enum kernels_dtype operand = count ? type_of(loop, step->operands[count - 1]) : dtype;
		good = kernels_hlo__source_step(loop->source, step->opcode, step, operand, dtype, operands);
	}
	kernels_hlo__source_put(loop->source, ";\n");
	return good;
}

/* ---- passes */

/* The reduction ends in this pass. */
static const struct hlo_expr_step *reduction_of(const struct loop *loop, uint32_t v, uint32_t pass)
{
	const struct hlo_expr_step *step = step_of(loop, v);
	return step && step->opcode == HLO_STEP_REDUCE && loop->values[v].level == pass + 1 ? step : NULL;
}

/* Marks the full values of the pass. Returns whether there is anything to do for the elements of a row. */
static bool find_needed(const struct loop *loop, uint32_t pass)
{
	bool any = false;
	for (uint32_t v = 0; v < value_count(loop); v++)
		loop->values[v].needed = false;
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		struct value *value = &loop->values[loop->body->results[i]];
		if (is_full_result(loop, i) && value->level == pass)
			any = value->needed = true;
	}
	for (uint32_t v = value_count(loop); v-- > 0;) {
		const struct hlo_expr_step *step = step_of(loop, v), *reduction = reduction_of(loop, v, pass);
		if (reduction)
			any = loop->values[reduction->operands[0]].needed = true;
		for (uint32_t k = 0; step && loop->values[v].needed && loop->values[v].full && k < operands_of(step); k++)
			loop->values[step->operands[k]].needed = true;
	}
	return any;
}

/* For each reduction of the pass: its first value before the loop. A group begins with the first elements of its lanes. */
static void begin_reductions(const struct loop *loop, uint32_t pass)
{
	for (uint32_t v = 0; v < value_count(loop); v++) {
		const struct hlo_expr_step *step = reduction_of(loop, v, pass);
		const char *type = kernels_hlo__source_type(type_of(loop, v));
		if (step && loop->groups)
			kernels_hlo__source_put(loop->source, "%s sum%u = 0;\n", type, v);
		else if (step)
			kernels_hlo__source_put(loop->source, "%s sum%u = v%u;\n", type, v, step->operands[1]);
	}
}

static void add_elements(const struct loop *loop, uint32_t pass)
{
	char sum[16], element[16];
	for (uint32_t v = 0; v < value_count(loop); v++) {
		const struct hlo_expr_step *step = reduction_of(loop, v, pass);
		if (!step)
			continue;
		snprintf(sum, sizeof sum, "sum%u", v);
		snprintf(element, sizeof element, "v%u", step->operands[0]);
		kernels_hlo__source_put(loop->source, "%s = ", sum);
		if (loop->groups)
			kernels_hlo__source_put(loop->source, "j < %d ? %s : ", LANES, element);
		put_combined(loop, step, type_of(loop, v), sum, element);
		kernels_hlo__source_put(loop->source, ";\n");
	}
}

/* Combines the lanes of a group, each half with the other, then with the initial value. */
static void end_reductions(const struct loop *loop, uint32_t pass)
{
	char names[3][32];
	for (uint32_t v = 0; v < value_count(loop); v++) {
		const struct hlo_expr_step *step = reduction_of(loop, v, pass);
		const enum kernels_dtype dtype = type_of(loop, v);
		if (!step)
			continue;
		if (!loop->groups) {
			kernels_hlo__source_put(loop->source, "const %s v%u = sum%u;\n", kernels_hlo__source_type(dtype), v, v);
			continue;
		}
		snprintf(names[0], sizeof names[0], "lanes%u[lane]", v);
		snprintf(names[1], sizeof names[1], "lanes%u[lane + s]", v);
		kernels_hlo__source_put(loop->source, "%s = sum%u;\nbarrier(CLK_LOCAL_MEM_FENCE);\n"
			"for (int s = %d; s > 0; s /= 2) {\nif (lane < s && lane + s < %" PRId64 ")\n%s = ",
			names[0], v, LANES / 2, loop->inner, names[0]);
		put_combined(loop, step, dtype, names[0], names[1]);
		kernels_hlo__source_put(loop->source, ";\nbarrier(CLK_LOCAL_MEM_FENCE);\n}\nconst %s v%u = ",
			kernels_hlo__source_type(dtype), v);
		snprintf(names[0], sizeof names[0], "v%u", step->operands[1]);
		snprintf(names[2], sizeof names[2], "lanes%u[0]", v);
		if (loop->inner > 0)
			put_combined(loop, step, dtype, names[0], names[2]);
		else
			kernels_hlo__source_put(loop->source, "%s", names[0]);
		kernels_hlo__source_put(loop->source, ";\n");
	}
}

static void store(const struct loop *loop, uint32_t pass, bool full)
{
	for (uint32_t i = 0; i < loop->body->result_count; i++) {
		const uint32_t v = loop->body->results[i];
		if (is_full_result(loop, i) == full && (!full || loop->values[v].level == pass))
			kernels_hlo__source_put(loop->source, "r%u[%s] = v%u;\n", i, full ? "e" : "item", v);
	}
}

static bool put_elements(const struct loop *loop, uint32_t pass)
{
	bool good = true;
	kernels_hlo__source_put(loop->source, "for (%s j = %s; j < %" PRId64 "; j += %d) {\nconst %s e = ", loop->index,
		loop->groups ? "lane" : "0", loop->inner, loop->groups ? LANES : 1, loop->index);
	if (loop->columns == 1)
		kernels_hlo__source_put(loop->source, "item * %" PRId64 " + j;\n", loop->inner);
	else
		kernels_hlo__source_put(loop->source, "(item / %" PRId64 " * %" PRId64 " + j) * %" PRId64 " + item %% %" PRId64 ";\n",
			loop->columns, loop->inner, loop->columns, loop->columns);
	for (uint32_t v = 0; v < value_count(loop) && good; v++) {
		if (loop->values[v].needed && loop->values[v].full)
			good = declare(loop, v);
	}
	add_elements(loop, pass);
	store(loop, pass, true);
	kernels_hlo__source_put(loop->source, "}\n");
	return good;
}

static bool put_pass(const struct loop *loop, uint32_t pass)
{
	for (uint32_t v = 0; v < value_count(loop); v++) {
		const struct hlo_expr_step *step = step_of(loop, v);
		if (!loop->values[v].full && loop->values[v].level == pass && !(step && step->opcode == HLO_STEP_REDUCE) && !declare(loop, v))
			return false;
	}
	if (!loop->rows || !find_needed(loop, pass))
		return true;
	begin_reductions(loop, pass);
	if (!put_elements(loop, pass))
		return false;
	end_reductions(loop, pass);
	return true;
}

static bool put_kernel(const struct loop *loop, uint32_t passes)
{
	struct hlo_source *source = loop->source;
	if (loop->groups) {
		for (uint32_t v = 0; v < value_count(loop); v++) {
			const struct hlo_expr_step *step = step_of(loop, v);
			if (step && step->opcode == HLO_STEP_REDUCE)
				kernels_hlo__source_put(source, "local %s lanes%u[%d];\n", kernels_hlo__source_type(type_of(loop, v)), v, LANES);
		}
		kernels_hlo__source_put(source, "const %s item = get_group_id(0);\nconst int lane = get_local_id(0);\n", loop->index);
	} else {
		kernels_hlo__source_put(source, "const %s item = get_global_id(0);\nif (item >= %" PRId64 ")\nreturn;\n", loop->index,
			loop->items);
	}
	for (uint32_t pass = 0; pass < passes; pass++) {
		if (!put_pass(loop, pass))
			return false;
	}
	if (loop->groups)
		kernels_hlo__source_put(source, "if (lane == 0) {\n");
	store(loop, 0, false);
	kernels_hlo__source_put(source, loop->groups ? "}\n}\n" : "}\n");
	return true;
}

/* ---- the plan */

static void find_launch(const struct loop *loop, struct hlo_device *device)
{
	const size_t most = device->largest_group < GROUP ? device->largest_group : GROUP;
	const size_t items = (size_t)loop->items, group = loop->groups ? LANES : items < most ? items : most;
	device->launch.dimensions = 1;
	device->launch.group[0] = group;
	device->launch.global[0] = loop->groups ? items * group : (items + group - 1) / group * group;
}

static bool has_large_operand(const struct hlo_op *op)
{
	for (uint32_t i = 1; i < op->operand_count; i++) {
		if (op->operands[i].elements >= MOST_POSITION)
			return true;
	}
	return false;
}

static bool compile(struct hlo_op *op, struct loop *loop, struct hlo_device *device)
{
	struct hlo_source source = { .allocator = op->allocator };
	const uint32_t passes = find_values(loop);
	loop->source = &source;
	loop->groups = loop->rows && passes > 1 && loop->columns == 1 && loop->inner >= LONG_ROW && device->largest_group >= LANES;
	loop->index = loop->items * LANES < MOST_POSITION && loop->items * loop->inner < MOST_POSITION && !has_large_operand(op) ? "int" : "long";
	kernels_hlo__source_prelude(&source, device->f64, 1);
	kernels_hlo__device_begin_kernel(op, &source);
	if (!put_kernel(loop, passes)) {
		kernels_hlo__source_finish(&source);
		return kernels_hlo__refuse(op, "the body has a step that devices do not have");
	}
	find_launch(loop, device);
	return kernels_hlo__device_compile(op, device, &source);
}

static bool types_fit(struct hlo_op *op, const struct hlo_device *device)
{
	for (uint32_t i = 1; i < op->operand_count + op->result_count; i++) {
		const struct hlo_type *type = i < op->operand_count ? &op->operands[i] : &op->results[i - op->operand_count];
		char text[HLO_TYPE_TEXT];
		if (!kernels_hlo__source_has(type->dtype) || type->elements < 0 || (type->dtype == KERNELS_F64 && !device->f64))
			return kernels_hlo__refuse(op, "%s has no arrays of the type %s", device->context->label,
				kernels_hlo__type_text(type, text));
	}
	return true;
}

static bool plan_all(struct hlo_op *op, struct hlo_device *device)
{
	struct loop loop = { .op = op, .space = { .computed = KERNELS_DTYPE_INVALID, .first_operand = 1 } };
	/* The plan of the host checks everything. */
	struct hlo_loop *checked = NULL;
	if (op->result_count == 0 || !hlo_is_token(&op->operands[0]))
		return kernels_hlo__refuse(op, "expected a token for the stream, and results");
	if (!kernels_hlo__device_open(op, device) || !types_fit(op, device) || !kernels_hlo__loop_space(op, &loop.space) ||
		(checked = kernels_hlo__loop_plan(op, "body", "maps", &loop.space)) == NULL)
		return false;
	loop.body = checked->body;
	bool good = kernels_hlo__array(op, "maps", KERNELS_I64, &loop.maps);
	find_sizes(&loop);
	if (good && loop.items > 0 && (loop.inner > 0 || loop.rows)) {
		const size_t size = (value_count(&loop) + 1) * sizeof *loop.values;
		loop.values = async_alloc(op->allocator, size, _Alignof(struct value));
		good = loop.values ? compile(op, &loop, device) : kernels_hlo__refuse(op, "out of memory");
		if (loop.values)
			async_free(op->allocator, loop.values, size, _Alignof(struct value));
	}
	kernels_hlo__loop_destroy(checked);
	return good;
}

static bool plan_device_loop_fusion(struct hlo_op *op, void *plan)
{
	if (plan_all(op, plan))
		return true;
	kernels_hlo__device_finish(op->allocator, plan);
	return false;
}

static const struct hlo_kernel device_loop_fusion_kernel = { .plan_size = sizeof(struct hlo_device), .plan = plan_device_loop_fusion,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS };
HLO_PREPARE(device_loop_fusion)

hlo_frame_function kernels_hlo__device_loop_fusion;
void kernels_hlo__device_loop_fusion(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
