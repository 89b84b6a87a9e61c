/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_sort: sorts the numbers of the elements of each line, then moves the elements. Work-items sort runs of a few numbers;
 * each further launch merges pairs of runs. A work-item makes a part of a merged run, whose begin in both runs it finds by bisection,
 * so all work-items are busy in every launch. Stable. Whatever the comparator answers, numbers stay inside of their line. */
#include "device/elements.h"
#include "expr/call.h"
#include "sorting/lines.h"
#include <hlo/device.h>
#include <inttypes.h>

extern const struct hlo_kernel kernels_hlo__sort_kernel;

#define RUN 16           /* elements that a work-item sorts */
#define PART_CPU 1024    /* elements of a merged run that a work-item makes, at most: powers of two times RUN */
#define PART_GPU 64
#define MOST_ARGUMENTS (HLO_DEVICE_PARAMETERS + 4)

struct sort {
	struct hlo_device device; /* first; its launch moves the elements */
	struct kernels_device_launch begin, merge; /* `merge` without sizes */
	struct hlo_lines lines;
	uint32_t operands; /* of the comparator: inputs and captures */
	size_t index_size; /* of the type of indices */
};

/* ---- the text */

/* Parameters for the operands, or their names as arguments. */
static void put_operands(struct hlo_source *source, const struct hlo_op *op, bool types)
{
	for (uint32_t i = 1; i < op->operand_count; i++) {
		if (types)
			kernels_hlo__source_put(source, "global const %s *", kernels_hlo__source_type(op->operands[i].dtype));
		kernels_hlo__source_put(source, "a%u, ", i);
	}
}

/* less(): whether the element at `left` of the operands comes before that at `right`. */
static bool put_comparator(struct hlo_elements *elements, const struct hlo_expr *comparator, uint32_t inputs)
{
	struct hlo_source *source = &elements->source;
	kernels_hlo__source_put(source, "static int less(");
	put_operands(source, elements->op, true);
	kernels_hlo__source_put(source, "const index left, const index right)\n{\n");
	for (uint32_t i = 0; i < comparator->argument_count; i++)
		kernels_hlo__source_put(source, "const %s v%u = a%u[%s];\n", kernels_hlo__source_type(comparator->dtypes[i]), i,
			i < 2 * inputs ? i / 2 + 1 : i - inputs + 1, i >= 2 * inputs ? "0" : i % 2 ? "right" : "left");
	if (!kernels_hlo__source_body(source, comparator, elements->device->f64))
		return false;
	kernels_hlo__source_put(source, "return v%u != 0;\n}\n#define LESS(left, right) less(", comparator->results[0]);
	put_operands(source, elements->op, false);
	kernels_hlo__source_put(source, "base + (index)(left) * STRIDE, base + (index)(right) * STRIDE)\n");
	return true;
}

static const char begin_text[] =
	"global int *to)\n{\n"
	"const index runs = (N + RUN - 1) / RUN, id = get_global_id(0), line = id / runs, first = id % runs * RUN;\n"
	"if (line >= LINES)\nreturn;\n"
	"const index base = BASE(line);\nconst int n = (int)min((index)RUN, N - first);\nint order[RUN];\n"
	"for (int i = 0; i < n; i++) {\nint at = i;\n"
	"for (; at > 0 && LESS(first + i, order[at - 1]); at--)\norder[at] = order[at - 1];\n"
	"order[at] = (int)first + i;\n}\n"
	"for (int i = 0; i < n; i++)\nto[line * N + first + i] = order[i];\n}\n";
/* Two runs of `width` elements, the second of which may be shorter or empty, become one. `part` divides both together. */
static const char merge_text[] =
	"global const int *from, global int *to, const index width, const index part)\n{\n"
	"const index parts = (N + part - 1) / part, id = get_global_id(0), line = id / parts, first = id % parts * part;\n"
	"if (line >= LINES)\nreturn;\n"
	"const index base = BASE(line), pair = first / width / 2 * width * 2, left = min(width, N - pair), right = min(width, N - pair - left);\n"
	"global const int *a = from + line * N + pair, *b = a + left;\n"
	"const index begin = first - pair, end = min(begin + part, left + right);\n"
	"index low = max(begin - right, (index)0), high = min(begin, left);\n"
	"while (low < high) {\nconst index middle = low + (high - low) / 2;\n"
	"if (LESS(b[begin - 1 - middle], a[middle]))\nhigh = middle;\nelse\nlow = middle + 1;\n}\n"
	"index i = low, j = begin - low;\n"
	"for (index at = begin; at < end; at++) {\n"
	"const int second = i >= left || (j < right && LESS(b[j], a[i]));\n"
	"to[line * N + pair + at] = second ? b[j++] : a[i++];\n}\n}\n";

static void put_move(struct hlo_elements *elements, uint32_t inputs)
{
	struct hlo_source *source = &elements->source;
	kernels_hlo__source_put(source, "kernel void device_sort(");
	put_operands(source, elements->op, true);
	for (uint32_t i = 0; i < inputs; i++)
		kernels_hlo__source_put(source, "global %s *restrict r%u, ", kernels_hlo__source_type(elements->op->results[i].dtype), i);
	kernels_hlo__source_put(source, "global const int *from)\n{\n");
	kernels_hlo__elements_loop(elements, elements->op->results[0].elements);
	kernels_hlo__source_put(source, "const index line = e / (N * STRIDE) * STRIDE + e %% STRIDE, k = e / STRIDE %% N;\n"
		"const index at = BASE(line) + (index)from[line * N + k] * STRIDE;\n");
	for (uint32_t i = 0; i < inputs; i++)
		kernels_hlo__source_put(source, "r%u[e] = a%u[at];\n", i, i + 1);
	kernels_hlo__source_put(source, "}\n}\n");
}

static bool put_source(struct hlo_elements *elements, const struct sort *sort, const struct hlo_expr *comparator, uint32_t inputs)
{
	struct hlo_source *source = &elements->source;
	const struct hlo_lines *lines = &sort->lines;
	kernels_hlo__source_prelude(source, elements->device->f64, 1);
	kernels_hlo__source_put(source,
		"#define N ((index)%" PRId64 ")\n#define LINES ((index)%" PRId64 ")\n#define STRIDE ((index)%" PRId64 ")\n#define RUN %d\n"
		"#define BASE(line) ((line) / STRIDE * (STRIDE * N) + (line) %% STRIDE)\n", lines->n, lines->count, lines->stride, RUN);
	if (!put_comparator(elements, comparator, inputs))
		return false;
	kernels_hlo__source_put(source, "kernel void device_sort_begin(");
	put_operands(source, elements->op, true);
	kernels_hlo__source_put(source, "%skernel void device_sort_merge(", begin_text);
	put_operands(source, elements->op, true);
	kernels_hlo__source_put(source, "%s", merge_text);
	put_move(elements, inputs);
	return true;
}

/* ---- the plan */

static void set_items(const struct sort *sort, int64_t of_line, struct kernels_device_launch *launch)
{
	const size_t group = sort->device.launch.group[0], items = (size_t)(sort->lines.count * of_line);
	launch->dimensions = 1;
	launch->group[0] = group;
	launch->global[0] = (items + group - 1) / group * group;
}

static bool compile(struct hlo_op *op, struct sort *sort, const struct hlo_expr *comparator, uint32_t inputs)
{
	struct hlo_elements elements;
	kernels_hlo__elements_begin(&elements, op, &sort->device, true);
	sort->index_size = op->operands[1].elements < HLO_SMALL_ARRAY ? sizeof(int32_t) : sizeof(int64_t);
	if (!put_source(&elements, sort, comparator, inputs)) {
		kernels_hlo__source_finish(&elements.source);
		return kernels_hlo__refuse(op, "the comparator has a step that devices do not have");
	}
	struct kernels_device_program *program = kernels_hlo__device_build(op, &sort->device, &elements.source);
	const bool good = program && kernels_hlo__device_function(op, program, "device_sort_begin", &sort->begin) &&
			  kernels_hlo__device_function(op, program, "device_sort_merge", &sort->merge) &&
			  kernels_hlo__device_function(op, program, "device_sort", &sort->device.launch);
	if (program)
		kernels_device_release(&program->base);
	set_items(sort, (sort->lines.n + RUN - 1) / RUN, &sort->begin);
	set_items(sort, 1, &sort->merge);
	return good;
}

static bool plan_device_sort(struct hlo_op *op, void *plan)
{
	struct sort *sort = plan;
	struct hlo_expr *comparator = NULL;
	int64_t dimension, captures;
	if (!kernels_hlo__device_open(op, &sort->device) || !kernels_hlo__device_check(op, &sort->device, &kernels_hlo__sort_kernel) ||
		!kernels_hlo__int(op, "dimension", &dimension) || !kernels_hlo__int(op, "captures", &captures) ||
		!kernels_hlo__lines_plan(op, &op->operands[1], dimension, &sort->lines))
		return false;
	if (sort->lines.n > INT32_MAX || op->operand_count + op->result_count > HLO_DEVICE_PARAMETERS)
		return kernels_hlo__refuse(op, "%lld elements of a line, and %u operands and results, are too many", (long long)sort->lines.n,
			op->operand_count + op->result_count);
	struct hlo_op host = kernels_hlo__device_host_op(op);
	const uint32_t inputs = op->result_count;
	const bool good = kernels_hlo__body_attribute(&host, "comparator", (uint32_t)captures, inputs, &comparator) &&
			  (sort->lines.count == 0 || compile(op, sort, comparator, inputs));
	kernels_hlo__expr_destroy(comparator);
	sort->operands = op->operand_count - 1;
	return good;
}

static void finish_sort(const struct async_allocator *allocator, void *plan)
{
	struct sort *sort = plan;
	if (sort->begin.function)
		kernels_device_release(&sort->begin.function->base);
	if (sort->merge.function)
		kernels_device_release(&sort->merge.function->base);
	kernels_hlo__device_finish(allocator, plan);
}

HLO_OWN_KERNEL(device_sort, .plan_size = sizeof(struct sort), .plan = plan_device_sort, .finish = finish_sort, .flags = HLO_OWN_RESULTS)

/* ---- the frame */

static bool is_compiled(const void *plan)
{
	const struct sort *sort = plan;
	return !sort->device.launch.function || (kernels_device_is_compiled(&sort->begin) && kernels_device_is_compiled(&sort->merge) &&
							kernels_device_is_compiled(&sort->device.launch));
}

static struct kernels_device_argument buffer_argument(struct kernels_device_buffer *buffer)
{
	return (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
}

/* Merges runs until a line is one. `arguments` begin with the operands. *buffers: the numbers, and room; exchanged. */
static bool merge(struct kernels_frame *frame, const struct sort *sort, struct kernels_device_stream *stream,
	struct kernels_device_argument *arguments, struct kernels_device_buffer **buffers, struct kernels_device_error *error)
{
	const int64_t most = sort->device.cpu ? PART_CPU : PART_GPU;
	for (int64_t width = RUN; width < sort->lines.n; width *= 2) {
		const int64_t part = 2 * width < most ? 2 * width : most;
		const int32_t small[2] = { (int32_t)width, (int32_t)part };
		const int64_t large[2] = { width, part };
		const bool is_small = sort->index_size == sizeof *small;
		struct kernels_device_launch launch = sort->merge;
		struct kernels_device_argument *last = arguments + sort->operands;
		set_items(sort, (sort->lines.n + part - 1) / part, &launch);
		last[0] = buffer_argument(buffers[0]);
		last[1] = buffer_argument(buffers[1]);
		for (int i = 0; i < 2; i++)
			last[2 + i] = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .size = sort->index_size,
				.bytes = is_small ? (const void *)&small[i] : &large[i] };
		if (!kernels_hlo__device_put_launch(frame, stream, &launch, arguments, sort->operands + 4, error))
			return false;
		struct kernels_device_buffer *merged = buffers[1];
		buffers[1] = buffers[0];
		buffers[0] = merged;
	}
	return true;
}

static bool put_with_room(struct kernels_frame *frame, const struct sort *sort, struct kernels_device_stream *stream,
	const struct kernels_device_argument *operands, uint32_t count, struct kernels_device_buffer **buffers, struct kernels_device_error *error)
{
	struct kernels_device_argument arguments[MOST_ARGUMENTS];
	for (uint32_t i = 0; i < count; i++)
		arguments[i] = operands[i];
	arguments[sort->operands] = buffer_argument(buffers[0]);
	if (!kernels_hlo__device_put_launch(frame, stream, &sort->begin, arguments, sort->operands + 1, error) ||
		!merge(frame, sort, stream, arguments, buffers, error))
		return false;
	for (uint32_t i = sort->operands; i < count; i++)
		arguments[i] = operands[i];
	arguments[count] = buffer_argument(buffers[0]);
	return kernels_hlo__device_put_launch(frame, stream, &sort->device.launch, arguments, count + 1, error);
}

/* The driver keeps the room until the launches have ended. */
static bool put(struct kernels_frame *frame, const void *plan, struct kernels_device_stream *stream,
	const struct kernels_device_argument *arguments, uint32_t count, struct kernels_device_error *error)
{
	const struct sort *sort = plan;
	const struct kernels_device_driver *driver = sort->device.context->base.driver;
	const size_t size = (size_t)(sort->lines.count * sort->lines.n) * sizeof(int32_t);
	if (!sort->device.launch.function)
		return true;
	struct kernels_device_buffer *buffers[2] = { driver->buffer_create(sort->device.context, size, false, error), NULL };
	if (!buffers[0] || (buffers[1] = driver->buffer_create(sort->device.context, size, false, error)) == NULL) {
		if (buffers[0])
			kernels_device_release(&buffers[0]->base);
		return false;
	}
	const bool good = put_with_room(frame, sort, stream, arguments, count, buffers, error);
	kernels_device_release(&buffers[0]->base);
	kernels_device_release(&buffers[1]->base);
	return good;
}

static const struct hlo_device_commands commands = { is_compiled, put };
static void sort_later(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, NULL); }
void kernels_hlo__device_sort(struct kernels_frame *frame) { kernels_hlo__device_run(frame, &commands, sort_later); }
