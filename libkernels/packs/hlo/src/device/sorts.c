/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_sort and hlo.device_top_k: the numbers of the elements of each line are put in order, then elements are moved. */
#include "core/planned.h"
#include "device/elements.h"
#include "device/order.h"
#include "expr/call.h"
#include <hlo/device.h>
#include <inttypes.h>
#include <stdio.h>

extern const struct hlo_kernel kernels_hlo__sort_kernel, kernels_hlo__top_k_kernel;

#define MOST_ARGUMENTS (HLO_DEVICE_PARAMETERS + HLO_ORDER_ARGUMENTS)

struct sort {
	struct hlo_device device; /* first; its launch moves the elements */
	struct hlo_order order;
};

/* ---- the comparator */

static void put_names(struct hlo_source *source, const struct hlo_op *op)
{
	for (uint32_t i = 1; i < op->operand_count; i++)
		kernels_hlo__source_put(source, "a%u, ", i);
}

/* The step compares floats so that a NaN is neither less nor greater. */
static bool leaves_nan(const struct hlo_expr *comparator, const struct hlo_expr_step *step)
{
	const struct hlo_opcode_detail *detail = &step->of->detail;
	return step->opcode == HLO_OP_compare && hlo_is_float(comparator->dtypes[step->operands[0]]) &&
	       detail->compare_type != HLO_TOTALORDER && detail->direction != HLO_EQ && detail->direction != HLO_NE;
}

static bool leaves_any_nan(const struct hlo_expr *comparator)
{
	bool any = false;
	for (uint32_t i = 0; i < comparator->step_count; i++)
		any |= leaves_nan(comparator, &comparator->steps[i]);
	return any;
}

static void put_nan_test(struct hlo_source *source, const struct hlo_expr *comparator, uint32_t value)
{
	const char *widen = kernels_hlo__source_widen(comparator->dtypes[value]);
	kernels_hlo__source_put(source, " || %s(v%u) != %s(v%u)", widen, value, widen, value);
}

/* The result of a function of the comparator: whether the left element comes first, or has a NaN without an order. */
static void put_answer(struct hlo_source *source, const struct hlo_expr *comparator, bool nan)
{
	if (!nan) {
		kernels_hlo__source_put(source, "return v%u != 0;\n}\n", comparator->results[0]);
		return;
	}
	kernels_hlo__source_put(source, "return 0");
	for (uint32_t i = 0; i < comparator->step_count; i++) {
		for (uint32_t k = 0; k < 2 && leaves_nan(comparator, &comparator->steps[i]); k++)
			put_nan_test(source, comparator, comparator->steps[i].operands[k]);
	}
	kernels_hlo__source_put(source, ";\n}\n");
}

/* A function of the elements at `left` and `right` of the operands. */
static bool put_function(struct hlo_elements *elements, const struct hlo_expr *comparator, uint32_t inputs, const char *name, bool nan)
{
	struct hlo_source *source = &elements->source;
	kernels_hlo__source_put(source, "static int %s(PARAMETERS const index left, const index right)\n{\n", name);
	for (uint32_t i = 0; i < comparator->argument_count; i++)
		kernels_hlo__source_put(source, "const %s v%u = a%u[%s];\n", kernels_hlo__source_type(comparator->dtypes[i]), i,
			i < 2 * inputs ? i / 2 + 1 : i - inputs + 1, i >= 2 * inputs ? "0" : i % 2 ? "right" : "left");
	if (!kernels_hlo__source_body(source, comparator, elements->device->f64))
		return false;
	put_answer(source, comparator, nan);
	return true;
}

static bool put_comparator(struct hlo_elements *elements, const struct hlo_expr *comparator, uint32_t inputs)
{
	struct hlo_source *source = &elements->source;
	kernels_hlo__source_put(source, "#define PARAMETERS ");
	kernels_hlo__device_parameters(elements->op, elements->device, source);
	kernels_hlo__source_put(source, "\n");
	if (!put_function(elements, comparator, inputs, "less", false))
		return false;
	kernels_hlo__source_put(source, "#define LESS(left, right) less(");
	put_names(source, elements->op);
	kernels_hlo__source_put(source, "base + (index)(left) * STRIDE, base + (index)(right) * STRIDE)\n");
	if (!leaves_any_nan(comparator))
		return true;
	if (!put_function(elements, comparator, inputs, "unordered_at", true))
		return false;
	kernels_hlo__source_put(source, "#define UNORDERED(at) unordered_at(");
	put_names(source, elements->op);
	kernels_hlo__source_put(source, "base + (index)(at) * STRIDE, base + (index)(at) * STRIDE)\n");
	return true;
}

/* ---- the text */

/* `element`: moves element e of the results from the number `from` of line `line`. */
static void put_move(struct hlo_elements *elements, const char *name, const char *element)
{
	const struct hlo_op *op = elements->op;
	struct hlo_source *source = &elements->source;
	kernels_hlo__source_put(source, "kernel void %s(PARAMETERS ", name);
	for (uint32_t i = 0; i < op->result_count; i++)
		kernels_hlo__source_put(source, "global %s *restrict r%u, ", kernels_hlo__source_type(op->results[i].dtype), i);
	kernels_hlo__source_put(source, "global const int *from)\n{\n");
	kernels_hlo__elements_loop(elements, op->results[0].elements);
	kernels_hlo__source_put(source, "%s", element);
}

static void put_moves_of_sort(struct hlo_elements *elements)
{
	put_move(elements, "device_sort",
		"const index line = e / (N * STRIDE) * STRIDE + e % STRIDE, k = e / STRIDE % N;\n"
		"const index at = BASE(line) + (index)from[line * N + k] * STRIDE;\n");
	for (uint32_t i = 0; i < elements->op->result_count; i++)
		kernels_hlo__source_put(&elements->source, "r%u[e] = a%u[at];\n", i, i + 1);
	kernels_hlo__source_put(&elements->source, "}\n}\n");
}

static void put_moves_of_top_k(struct hlo_elements *elements)
{
	put_move(elements, "device_top_k",
		"const index line = e / KEEP;\nconst int at = from[line * N + e % KEEP];\n"
		"r0[e] = a1[line * N + at];\nr1[e] = at;\n}\n}\n");
}

/* ---- plans */

static bool compile(struct hlo_op *op, struct sort *sort, const struct hlo_expr *comparator, uint32_t inputs, const char *name,
	void (*put_moves)(struct hlo_elements *elements))
{
	struct hlo_elements elements;
	const size_t index_size = kernels_hlo__elements_begin(&elements, op, &sort->device, true);
	kernels_hlo__source_prelude(&elements.source, sort->device.f64, 1);
	kernels_hlo__order_begin_text(&sort->order, &elements.source);
	if (!put_comparator(&elements, comparator, inputs)) {
		kernels_hlo__source_finish(&elements.source);
		return kernels_hlo__refuse(op, "the comparator has a step that devices do not have");
	}
	kernels_hlo__order_end_text(&elements.source);
	put_moves(&elements);
	struct kernels_device_program *program = kernels_hlo__device_build(op, &sort->device, &elements.source);
	const bool good = program &&
			  kernels_hlo__order_functions(op, &sort->device, op->operand_count - 1, index_size, program, &sort->order) &&
			  kernels_hlo__device_function(op, program, name, &sort->device.launch);
	if (program)
		kernels_device_release(&program->base);
	return good;
}

static bool plan_device_sort(struct hlo_op *op, void *plan)
{
	struct sort *sort = plan;
	struct hlo_lines lines;
	struct hlo_expr *comparator = NULL;
	int64_t dimension, captures;
	if (!kernels_hlo__device_open_as(op, &sort->device, &kernels_hlo__sort_kernel) || !kernels_hlo__int(op, "dimension", &dimension) ||
		!kernels_hlo__int(op, "captures", &captures) || !kernels_hlo__lines_plan(op, &op->operands[1], dimension, &lines))
		return false;
	if (lines.n > INT32_MAX || op->operand_count + op->result_count > HLO_DEVICE_PARAMETERS)
		return kernels_hlo__refuse(op, "%lld elements of a line, and %u operands and results, are too many", (long long)lines.n,
			op->operand_count + op->result_count);
	kernels_hlo__order_init(&sort->order, &lines, lines.n);
	struct hlo_op host = kernels_hlo__device_host_op(op);
	const uint32_t inputs = op->result_count;
	const bool good = kernels_hlo__body_attribute(&host, "comparator", (uint32_t)captures, inputs, &comparator) &&
			  (lines.count == 0 || compile(op, sort, comparator, inputs, "device_sort", put_moves_of_sort));
	kernels_hlo__expr_destroy(comparator);
	return good;
}

/* The order of hlo.top_k: from the largest element on, floats in total order. */
static struct hlo_expr *descending(struct hlo_op *op)
{
	const enum kernels_dtype dtype = op->operands[1].dtype;
	const char *name = hlo_element_type(dtype).name;
	char text[100], message[HLO_MESSAGE_SIZE];
	const int size = snprintf(text, sizeof text, "%s %s; compare.GT.%s 0 1 i1; return 2", name, name,
		hlo_is_float(dtype) ? "TOTALORDER" : "NOTYPE");
	struct hlo_expr *expr = kernels_hlo__expr_parse(
		(struct kernels_string){ .data = text, .size = (size_t)size }, op->allocator, message, sizeof message);
	if (!expr)
		kernels_hlo__refuse(op, "%s", message);
	return expr;
}

static bool plan_device_top_k(struct hlo_op *op, void *plan)
{
	struct sort *sort = plan;
	struct hlo_lines lines;
	if (!kernels_hlo__device_open_as(op, &sort->device, &kernels_hlo__top_k_kernel) ||
		!kernels_hlo__lines_plan(op, &op->operands[1], -1, &lines))
		return false;
	if (op->results[0].elements == 0)
		return true;
	struct hlo_expr *comparator = descending(op);
	kernels_hlo__order_init(&sort->order, &lines, op->results[0].shape.dims[op->results[0].shape.rank - 1]);
	const bool good = comparator && compile(op, sort, comparator, 1, "device_top_k", put_moves_of_top_k);
	kernels_hlo__expr_destroy(comparator);
	return good;
}

static void finish_sort(const struct async_allocator *allocator, void *plan)
{
	kernels_hlo__order_finish(&((struct sort *)plan)->order);
	kernels_hlo__device_finish(allocator, plan);
}

HLO_OWN_KERNEL(device_sort, .plan_size = sizeof(struct sort), .plan = plan_device_sort, .finish = finish_sort, .flags = HLO_OWN_RESULTS)
HLO_OWN_KERNEL(device_top_k, .plan_size = sizeof(struct sort), .plan = plan_device_top_k, .finish = finish_sort, .flags = HLO_OWN_RESULTS)

/* ---- the frame */

static bool is_compiled(const void *plan)
{
	const struct sort *sort = plan;
	return !sort->device.launch.function ||
	       (kernels_hlo__order_is_compiled(&sort->order) && kernels_device_is_compiled(&sort->device.launch));
}

static bool put_with_room(struct kernels_frame *frame, const struct sort *sort, struct kernels_device_stream *stream,
	const struct kernels_device_argument *operands, uint32_t count, struct hlo_order_room *room, struct kernels_device_error *error)
{
	struct kernels_device_argument arguments[MOST_ARGUMENTS];
	for (uint32_t i = 0; i < sort->order.operands; i++)
		arguments[i] = operands[i];
	if (!kernels_hlo__order_put(frame, &sort->order, stream, arguments, room, error))
		return false;
	for (uint32_t i = sort->order.operands; i < count; i++)
		arguments[i] = operands[i];
	arguments[count] = hlo_buffer_argument(room->buffers[0]);
	return kernels_hlo__device_put_launch(frame, stream, &sort->device.launch, arguments, count + 1, error);
}

static bool put(struct kernels_frame *frame, const void *plan, struct kernels_device_stream *stream,
	const struct kernels_device_argument *arguments, uint32_t count, struct kernels_device_error *error)
{
	const struct sort *sort = plan;
	struct hlo_order_room room;
	if (!sort->device.launch.function)
		return true;
	if (!kernels_hlo__order_room(&sort->order, sort->device.context, &room, error))
		return false;
	const bool good = put_with_room(frame, sort, stream, arguments, count, &room, error);
	kernels_hlo__order_release(&room);
	return good;
}

static const struct hlo_device_commands commands = { is_compiled, put };
static void sort_later(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, NULL); }
void kernels_hlo__device_sort(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, sort_later); }
void kernels_hlo__device_top_k(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, sort_later); }
