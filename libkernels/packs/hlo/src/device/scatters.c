/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_scatter: a unit is a window of updates, if windows have the same place or no element in common, else an
 * element. The numbers of the units are put into the order of their places, those of one place in the order of the updates.
 * A work-item combines the elements of all units of a place, one after the other: the results have the bits of the host. */
#include "device/elements.h"
#include "device/order.h"
#include "windows/index.h"
#include <hlo/device.h>
#include <inttypes.h>

extern const struct hlo_kernel kernels_hlo__scatter_kernel, kernels_hlo__scatter_spec_kernel;

#define MOST_ARGUMENTS (HLO_DEVICE_PARAMETERS + 2u)

struct scatter {
	struct hlo_device device; /* first; its launch combines */
	struct kernels_device_launch place; /* of each unit */
	struct hlo_order order;
	uint32_t indices; /* operand, behind the stream */
	bool is_spec;     /* elements of a window that are inside are combined, also if others are not */
};

/* Dimensions of the updates. */
struct space {
	uint32_t rank;
	int64_t count; /* of elements */
	uint32_t from[KERNELS_MAX_RANK]; /* which they are */
	int64_t dims[KERNELS_MAX_RANK];
};

/* What the text is made from. */
struct text {
	struct hlo_elements elements;
	const struct scatter *scatter;
	struct hlo_index index;
	struct hlo_body body;
	struct space units, box; /* the elements of a unit */
	int64_t input_strides[KERNELS_MAX_RANK], update_strides[KERNELS_MAX_RANK];
	size_t index_size;
};

/* ---- units */

static const struct hlo_type *input_of(const struct text *text) { return &text->elements.op->operands[1]; }
static const struct hlo_type *updates_of(const struct text *text)
{
	return &text->elements.op->operands[text->scatter->indices + 1];
}

/* The dimension of the updates that moves along dimension d of the input; HLO_NO_DIM: none. */
static uint32_t moves_along(const struct hlo_index *index, uint32_t d)
{
	for (uint32_t i = 0; i < index->other_rank; i++) {
		if (index->window[i] == d)
			return i;
	}
	return HLO_NO_DIM;
}

static int64_t window_size(const struct text *text, uint32_t d)
{
	const uint32_t i = moves_along(&text->index, d);
	return i == HLO_NO_DIM ? 1 : updates_of(text)->shape.dims[i];
}

/* Whether each dimension with an index has windows of one element, or only one place for a window inside. */
static bool has_separate_windows(const struct text *text)
{
	for (uint32_t i = 0; i < text->index.depth; i++) {
		const uint32_t d = text->index.map[i];
		const int64_t size = window_size(text, d);
		if (size != 1 && (text->scatter->is_spec || size != input_of(text)->shape.dims[d]))
			return false;
	}
	return true;
}

static void divide(struct text *text)
{
	const bool windows = has_separate_windows(text);
	text->units.count = text->box.count = 1;
	for (uint32_t i = 0; i < text->index.other_rank; i++) {
		struct space *space = windows && text->index.window[i] != HLO_NO_DIM ? &text->box : &text->units;
		space->from[space->rank] = i;
		space->dims[space->rank++] = updates_of(text)->shape.dims[i];
		space->count *= updates_of(text)->shape.dims[i];
	}
}

/* ---- the text */

/* Writes a position that moves by these strides along the dimensions of the updates. */
static void put_position(struct text *text, const char *name, const char *number, const struct space *space, const int64_t *strides)
{
	int64_t of_space[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < space->rank; i++)
		of_space[i] = strides[space->from[i]];
	kernels_hlo__elements_position(&text->elements, name, number, space->rank, space->dims, of_space);
}

/* Where the index vector of unit e is, and where the unit is without it. */
static void put_positions(struct text *text)
{
	int64_t vector[KERNELS_MAX_RANK], moved[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < text->index.other_rank; i++) {
		const bool batch = text->index.window[i] == HLO_NO_DIM;
		const uint32_t to = batch ? text->index.batching[i] : text->index.window[i];
		vector[i] = batch ? text->index.index_stride[i] : 0;
		moved[i] = to == HLO_NO_DIM ? 0 : text->input_strides[to];
	}
	put_position(text, "vector", "e", &text->units, vector);
	put_position(text, "moved", "e", &text->units, moved);
}

/* Adds the start in dimension d of the input, and whether the unit is inside. */
static void put_start(struct text *text, uint32_t i)
{
	struct hlo_source *source = &text->elements.source;
	const uint32_t d = text->index.map[i];
	const int64_t size = input_of(text)->shape.dims[d], last = size - (text->scatter->is_spec ? 1 : window_size(text, d));
	int64_t along[KERNELS_MAX_RANK] = { 0 };
	kernels_hlo__source_put(source, "{\nconst long start = (long)a%u[vector + (index)%" PRId64 "];\n", text->scatter->indices,
		i * text->index.vector_stride);
	if (text->scatter->is_spec && moves_along(&text->index, d) != HLO_NO_DIM)
		along[moves_along(&text->index, d)] = 1;
	put_position(text, "in_window", "e", &text->units, along);
	kernels_hlo__source_put(source,
		"const long bounded = clamp(start, -(long)%" PRId64 " - 1, (long)%" PRId64 "), in = bounded + in_window;\n"
		"inside &= in >= 0 && in <= %" PRId64 ";\nat += (index)bounded * (index)%" PRId64 ";\n}\n",
		size, size, last, text->input_strides[d]);
}

/* places[e]: the first element of unit e in the input, or -1. */
static void put_places(struct text *text)
{
	struct hlo_source *source = &text->elements.source;
	kernels_hlo__source_put(source, "kernel void scatter_places(");
	kernels_hlo__device_parameters(text->elements.op, text->elements.device, source);
	kernels_hlo__source_put(source, "global index *places)\n{\n");
	kernels_hlo__device_values(text->elements.op, text->elements.device, source);
	kernels_hlo__elements_loop(&text->elements, text->units.count);
	put_positions(text);
	kernels_hlo__source_put(source, "index at = moved;\nint inside = 1;\n");
	for (uint32_t i = 0; i < text->index.depth; i++)
		put_start(text, i);
	kernels_hlo__source_put(source, "places[e] = inside ? at : -1;\n}\n}\n");
}

/* The elements of the units of one place, at element b of their boxes. */
static bool put_place(struct text *text)
{
	struct hlo_source *source = &text->elements.source;
	const struct hlo_op *op = text->elements.op;
	for (uint32_t i = 0; i < text->body.count; i++)
		kernels_hlo__source_put(source, "%s sum%u = r%u[to];\n", kernels_hlo__source_type(op->results[i].dtype), i, i);
	kernels_hlo__source_put(source,
		"for (index q = p; q < (index)%" PRId64 " && places[from[q]] == place; q++) {\nconst index unit = from[q];\n",
		text->units.count);
	put_position(text, "of_unit", "unit", &text->units, text->update_strides);
	for (uint32_t i = 0; i < text->body.count; i++)
		kernels_hlo__source_put(source, "const %s x%u = a%u[of_unit + of_box];\n", kernels_hlo__source_type(op->results[i].dtype), i,
			text->scatter->indices + 1 + i);
	if (!kernels_hlo__elements_combine(&text->elements, &text->body))
		return false;
	kernels_hlo__source_put(source, "}\n");
	for (uint32_t i = 0; i < text->body.count; i++)
		kernels_hlo__source_put(source, "r%u[to] = sum%u;\n", i, i);
	return true;
}

/* A work-item for each unit in the order, and each element of its box: the first unit of a place does the work. */
static bool put_combination(struct text *text)
{
	struct hlo_source *source = &text->elements.source;
	const struct hlo_op *op = text->elements.op;
	int64_t moved[KERNELS_MAX_RANK];
	for (uint32_t i = 0; i < text->index.other_rank; i++)
		moved[i] = text->index.window[i] == HLO_NO_DIM ? 0 : text->input_strides[text->index.window[i]];
	kernels_hlo__source_put(source, "kernel void device_scatter(");
	kernels_hlo__device_parameters(op, text->elements.device, source);
	for (uint32_t i = 0; i < op->result_count; i++)
		kernels_hlo__source_put(source, "global %s *restrict r%u, ", kernels_hlo__source_type(op->results[i].dtype), i);
	kernels_hlo__source_put(source, "global const index *places, global const int *from)\n{\n");
	kernels_hlo__device_values(op, text->elements.device, source);
	kernels_hlo__elements_loop(&text->elements, text->units.count * text->box.count);
	kernels_hlo__source_put(source,
		"const index p = e / (index)%" PRId64 ", b = e %% (index)%" PRId64 ", place = places[from[p]];\n"
		"if (place < 0 || (p > 0 && places[from[p - 1]] == place))\ncontinue;\n", text->box.count, text->box.count);
	put_position(text, "in_box", "b", &text->box, moved);
	put_position(text, "of_box", "b", &text->box, text->update_strides);
	kernels_hlo__source_put(source, "const index to = place + in_box;\n");
	if (!put_place(text))
		return false;
	kernels_hlo__source_put(source, "}\n}\n");
	return true;
}

static bool put_source(struct text *text, const struct hlo_order *order)
{
	struct hlo_source *source = &text->elements.source;
	kernels_hlo__source_prelude(source, text->elements.device->f64, 1);
	kernels_hlo__order_begin_text(order, source);
	kernels_hlo__source_put(source,
		"#define PARAMETERS global const index *places,\n#define LESS(left, right) (places[left] < places[right])\n");
	kernels_hlo__order_end_text(source);
	put_places(text);
	return put_combination(text);
}

/* ---- the plan */

static bool compile(struct hlo_op *op, struct scatter *scatter, struct text *text)
{
	struct hlo_device *device = &scatter->device;
	const struct hlo_lines lines = { .count = 1, .n = text->units.count, .stride = 1 };
	kernels_hlo__order_init(&scatter->order, &lines, lines.n);
	if (!put_source(text, &scatter->order)) {
		kernels_hlo__source_finish(&text->elements.source);
		return false;
	}
	struct kernels_device_program *program = kernels_hlo__device_build(op, device, &text->elements.source);
	const bool good = program && kernels_hlo__order_functions(op, device, 1, text->index_size, program, &scatter->order) &&
			  kernels_hlo__device_function(op, program, "scatter_places", &scatter->place) &&
			  kernels_hlo__device_function(op, program, "device_scatter", &device->launch);
	kernels_hlo__elements_launch(device, text->units.count, &scatter->place);
	if (program)
		kernels_device_release(&program->base);
	return good;
}

/* The kernel of the host converts operands of narrower types, that of devices does not. Operands that are updated are arrays. */
static bool has_types_of_results(struct hlo_op *op, const struct scatter *scatter)
{
	for (uint32_t i = 0; i < op->result_count; i++) {
		const enum kernels_dtype dtype = op->results[i].dtype;
		if (op->operands[1 + i].dtype != dtype || op->operands[scatter->indices + 1 + i].dtype != dtype ||
			(scatter->device.by_value >> (1 + i) & 1))
			return kernels_hlo__refuse(op, "input or update %u does not have elements of type %s on the device", i,
				kernels_dtype_name(dtype));
	}
	return true;
}

static bool plan_text(struct hlo_op *op, struct scatter *scatter, struct text *text)
{
	struct hlo_op host = kernels_hlo__device_host_op(op);
	uint32_t captures;
	if (!kernels_hlo__captures(&host, 3, &captures) ||
		!kernels_hlo__body_plan(&host, "body", op->result_count, captures, &text->body) || !has_types_of_results(op, scatter) ||
		!kernels_hlo__index_plan(op, &kernels_hlo__scatter_names, &op->operands[1], &op->operands[scatter->indices],
			op->operands[scatter->indices + 1].shape.rank, &text->index))
		return false;
	const struct hlo_type *updates = &op->operands[scatter->indices + 1];
	if (op->operands[1].elements == 0 || updates->elements == 0)
		return true;
	if (updates->elements > INT32_MAX || op->operand_count + op->result_count > HLO_DEVICE_PARAMETERS)
		return kernels_hlo__refuse(op, "%lld updates, and %u operands and results, are too many", (long long)updates->elements,
			op->operand_count + op->result_count);
	text->index_size = kernels_hlo__elements_begin(&text->elements, op, &scatter->device, true);
	kernels_hlo__strides(&op->operands[1], text->input_strides);
	kernels_hlo__strides(updates, text->update_strides);
	divide(text);
	return compile(op, scatter, text);
}

static bool plan_either(struct hlo_op *op, struct scatter *scatter, const struct hlo_kernel *host, bool is_spec)
{
	struct text text = { .scatter = scatter };
	if (!kernels_hlo__device_open_as(op, &scatter->device, host))
		return false;
	scatter->is_spec = is_spec;
	scatter->indices = op->result_count + 1;
	scatter->device.updates = op->result_count;
	const bool good = plan_text(op, scatter, &text);
	kernels_hlo__body_finish(op->allocator, &text.body);
	return good;
}

static bool plan_device_scatter(struct hlo_op *op, void *plan)
{
	return plan_either(op, plan, &kernels_hlo__scatter_kernel, false);
}

static bool plan_device_scatter_spec(struct hlo_op *op, void *plan)
{
	return plan_either(op, plan, &kernels_hlo__scatter_spec_kernel, true);
}

static void finish_scatter(const struct async_allocator *allocator, void *plan)
{
	struct scatter *scatter = plan;
	if (scatter->place.function)
		kernels_device_release(&scatter->place.function->base);
	kernels_hlo__order_finish(&scatter->order);
	kernels_hlo__device_finish(allocator, plan);
}

HLO_OWN_KERNEL(device_scatter, .plan_size = sizeof(struct scatter), .plan = plan_device_scatter, .finish = finish_scatter,
	.flags = HLO_OWN_RESULTS)
HLO_OWN_KERNEL(device_scatter_spec, .plan_size = sizeof(struct scatter), .plan = plan_device_scatter_spec, .finish = finish_scatter,
	.flags = HLO_OWN_RESULTS)

/* ---- the frame */

static bool is_compiled(const void *plan)
{
	const struct scatter *scatter = plan;
	return !scatter->device.launch.function ||
	       (kernels_device_is_compiled(&scatter->place) && kernels_hlo__order_is_compiled(&scatter->order) &&
		       kernels_device_is_compiled(&scatter->device.launch));
}

static bool put_launches(struct kernels_frame *frame, const struct scatter *scatter, struct kernels_device_stream *stream,
	const struct kernels_device_argument *operands, uint32_t count, struct kernels_device_buffer *places, struct hlo_order_room *room,
	struct kernels_device_error *error)
{
	struct kernels_device_argument arguments[MOST_ARGUMENTS], numbers[1 + HLO_ORDER_ARGUMENTS] = { hlo_buffer_argument(places) };
	const uint32_t operand_count = count - scatter->device.updates;
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = operands[i];
	arguments[operand_count] = numbers[0];
	if (!kernels_hlo__device_put_launch(frame, stream, &scatter->place, arguments, operand_count + 1, error) ||
		!kernels_hlo__order_put(frame, &scatter->order, stream, numbers, room, error))
		return false;
	arguments[operand_count] = operands[operand_count];
	arguments[count] = hlo_buffer_argument(places);
	arguments[count + 1] = hlo_buffer_argument(room->buffers[0]);
	return kernels_hlo__device_put_launch(frame, stream, &scatter->device.launch, arguments, count + 2, error);
}

/* The driver keeps the places and the numbers until the launches have ended. */
static bool put(struct kernels_frame *frame, const void *plan, struct kernels_device_stream *stream,
	const struct kernels_device_argument *arguments, uint32_t count, struct kernels_device_error *error)
{
	const struct scatter *scatter = plan;
	struct kernels_device_context *context = scatter->device.context;
	struct hlo_order_room room;
	if (!scatter->device.launch.function)
		return true;
	struct kernels_device_buffer *places = context->base.driver->buffer_create(
		context, (size_t)scatter->order.lines.n * scatter->order.index_size, false, error);
	if (!places)
		return false;
	bool good = kernels_hlo__order_room(&scatter->order, context, &room, error);
	if (good) {
		good = put_launches(frame, scatter, stream, arguments, count, places, &room, error);
		kernels_hlo__order_release(&room);
	}
	kernels_device_release(&places->base);
	return good;
}

static const struct hlo_device_commands commands = { is_compiled, put };
static void scatter_later(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, NULL); }
void kernels_hlo__device_scatter(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, scatter_later); }
void kernels_hlo__device_scatter_spec(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, scatter_later); }
