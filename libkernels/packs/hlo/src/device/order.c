/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See order.h. */
#include "device/order.h"
#include <inttypes.h>

#define RUN 16           /* elements that a work-item sorts */
#define PART_CPU 1024    /* elements of a merged run that a work-item makes, at most: powers of two times RUN */
#define PART_GPU 64

static int64_t runs_of(const struct hlo_order *order) { return (order->lines.n + RUN - 1) / RUN; }

/* ---- the text */

void kernels_hlo__order_init(struct hlo_order *order, const struct hlo_lines *lines, int64_t keep)
{
	order->lines = *lines;
	order->keep = keep < lines->n ? keep : lines->n;
}

void kernels_hlo__order_begin_text(const struct hlo_order *order, struct hlo_source *source)
{
	const struct hlo_lines *lines = &order->lines;
	kernels_hlo__source_put(source,
		"#define N ((index)%" PRId64 ")\n#define LINES ((index)%" PRId64 ")\n#define STRIDE ((index)%" PRId64 ")\n"
		"#define KEEP ((index)%" PRId64 ")\n#define RUN %d\n#define RUNS ((index)%" PRId64 ")\n"
		"#define BASE(line) ((line) / STRIDE * (STRIDE * N) + (line) %% STRIDE)\n",
		lines->n, lines->count, lines->stride, order->keep, RUN, runs_of(order));
}

/* Behind the numbers are flags: whether the run that begins there has an element without an order. */
static const char begin_text[] =
	"#define FLAG(line, at) (LINES * N + (line) * RUNS + (at) / RUN)\n"
	"kernel void order_begin(PARAMETERS global int *to)\n{\n"
	"const index id = get_global_id(0), line = id / RUNS, first = id % RUNS * RUN;\n"
	"if (line >= LINES)\nreturn;\n"
	"const index base = BASE(line);\nconst int n = (int)min((index)RUN, N - first);\nint numbers[2][RUN], side = 0;\n"
	"for (int i = 0; i < n; i++)\nnumbers[0][i] = (int)first + i;\n"
	"for (int width = 1; width < n; width *= 2, side ^= 1) {\n"
	"for (int pair = 0; pair < n; pair += 2 * width) {\n"
	"const int middle = min(pair + width, n), last = min(middle + width, n);\n"
	"int i = pair, j = middle;\n"
	"for (int at = pair; at < last; at++) {\n"
	"const int second = i >= middle || (j < last && LESS(numbers[side][j], numbers[side][i]));\n"
	"numbers[side ^ 1][at] = second ? numbers[side][j++] : numbers[side][i++];\n}\n}\n}\n"
	"for (int i = 0; i < n; i++)\nto[line * N + first + i] = numbers[side][i];\n"
	"#ifdef UNORDERED\n"
	"int unordered = 0;\n"
	"for (int i = 0; i < n; i++)\nunordered |= UNORDERED(first + i);\n"
	"to[FLAG(line, first)] = unordered;\n"
	"#endif\n}\n";
/* Two runs of `width` elements, the second of which may be shorter or empty, become one. `part` divides both together. */
static const char merge_text[] =
	"kernel void order_merge(PARAMETERS global const int *from, global int *to, const index width, const index part)\n{\n"
	"const index parts = (N + part - 1) / part, id = get_global_id(0), line = id / parts, first = id % parts * part;\n"
	"if (line >= LINES)\nreturn;\n"
	"const index base = BASE(line), pair = first / width / 2 * width * 2, begin = first - pair, rest = N - pair;\n"
	"const index left = min(min(width, KEEP), rest), right = rest > width ? min(min(width, KEEP), rest - width) : 0;\n"
	"global const int *a = from + line * N + pair, *b = a + width;\n"
	"index end = min(begin + part, min(left + right, KEEP));\n"
	"#ifdef UNORDERED\n"
	"const int unordered = from[FLAG(line, pair)] || (right > 0 && from[FLAG(line, pair + width)]);\n"
	"if (begin == 0)\nto[FLAG(line, pair)] = unordered;\n"
	"if (unordered)\nend = begin == 0 ? left + right : 0;\n"
	"#endif\n"
	"if (begin >= end)\nreturn;\n"
	"index low = max(begin - right, (index)0), high = min(begin, left);\n"
	"while (low < high) {\nconst index middle = low + (high - low) / 2;\n"
	"if (LESS(b[begin - 1 - middle], a[middle]))\nhigh = middle;\nelse\nlow = middle + 1;\n}\n"
	"index i = low, j = begin - low;\n"
	"for (index at = begin; at < end; at++) {\n"
	"const int second = i >= left || (j < right && LESS(b[j], a[i]));\n"
	"to[line * N + pair + at] = second ? b[j++] : a[i++];\n}\n}\n";

void kernels_hlo__order_end_text(struct hlo_source *source) { kernels_hlo__source_put(source, "%s%s", begin_text, merge_text); }

/* ---- the plan */

static void set_items(const struct hlo_order *order, int64_t of_line, struct kernels_device_launch *launch)
{
	const size_t group = launch->group[0], items = (size_t)(order->lines.count * of_line);
	launch->dimensions = 1;
	launch->global[0] = (items + group - 1) / group * group;
}

bool kernels_hlo__order_functions(struct hlo_op *op, const struct hlo_device *device, uint32_t operands, size_t index_size,
	struct kernels_device_program *program, struct hlo_order *order)
{
	order->operands = operands;
	order->index_size = index_size;
	order->cpu = device->cpu;
	order->begin.group[0] = order->merge.group[0] = device->launch.group[0];
	set_items(order, runs_of(order), &order->begin);
	set_items(order, 1, &order->merge);
	return kernels_hlo__device_function(op, program, "order_begin", &order->begin) &&
	       kernels_hlo__device_function(op, program, "order_merge", &order->merge);
}

void kernels_hlo__order_finish(struct hlo_order *order)
{
	if (order->begin.function)
		kernels_device_release(&order->begin.function->base);
	if (order->merge.function)
		kernels_device_release(&order->merge.function->base);
}

bool kernels_hlo__order_is_compiled(const struct hlo_order *order)
{
	return kernels_device_is_compiled(&order->begin) && kernels_device_is_compiled(&order->merge);
}

/* ---- the launches */

bool kernels_hlo__order_room(const struct hlo_order *order, struct kernels_device_context *context, struct hlo_order_room *out,
	struct kernels_device_error *error)
{
	const size_t size = (size_t)(order->lines.count * (order->lines.n + runs_of(order))) * sizeof(int32_t);
	*out = (struct hlo_order_room){ { NULL, NULL } };
	for (int i = 0; i < 2; i++) {
		out->buffers[i] = context->base.driver->buffer_create(context, size, false, error);
		if (!out->buffers[i]) {
			kernels_hlo__order_release(out);
			return false;
		}
	}
	return true;
}

void kernels_hlo__order_release(struct hlo_order_room *room)
{
	for (int i = 0; i < 2; i++) {
		if (room->buffers[i])
			kernels_device_release(&room->buffers[i]->base);
		room->buffers[i] = NULL;
	}
}

static bool put_merge(struct kernels_frame *frame, const struct hlo_order *order, struct kernels_device_stream *stream, int64_t width,
	struct kernels_device_argument *arguments, const struct hlo_order_room *room, struct kernels_device_error *error)
{
	const int64_t most = order->cpu ? PART_CPU : PART_GPU, part = 2 * width < most ? 2 * width : most;
	const int32_t small[2] = { (int32_t)width, (int32_t)part };
	const int64_t large[2] = { width, part };
	struct kernels_device_launch launch = order->merge;
	struct kernels_device_argument *last = arguments + order->operands;
	set_items(order, (order->lines.n + part - 1) / part, &launch);
	last[0] = hlo_buffer_argument(room->buffers[0]);
	last[1] = hlo_buffer_argument(room->buffers[1]);
	for (int i = 0; i < 2; i++)
		last[2 + i] = (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BYTES, .size = order->index_size,
			.bytes = order->index_size == sizeof *small ? (const void *)&small[i] : &large[i] };
	return kernels_hlo__device_put_launch(frame, stream, &launch, arguments, order->operands + HLO_ORDER_ARGUMENTS, error);
}

bool kernels_hlo__order_put(struct kernels_frame *frame, const struct hlo_order *order, struct kernels_device_stream *stream,
	struct kernels_device_argument *arguments, struct hlo_order_room *room, struct kernels_device_error *error)
{
	arguments[order->operands] = hlo_buffer_argument(room->buffers[0]);
	if (!kernels_hlo__device_put_launch(frame, stream, &order->begin, arguments, order->operands + 1, error))
		return false;
	for (int64_t width = RUN; width < order->lines.n; width *= 2) {
		if (!put_merge(frame, order, stream, width, arguments, room, error))
			return false;
		struct kernels_device_buffer *merged = room->buffers[1];
		room->buffers[1] = room->buffers[0];
		room->buffers[0] = merged;
	}
	return true;
}
