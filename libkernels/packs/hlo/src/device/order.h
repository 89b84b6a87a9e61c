/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The numbers of the elements of lines, put into the order of a comparator. Work-items sort runs of a few numbers; each
 * further launch merges pairs of runs. A work-item makes a part of a merged run, whose begin in both runs it finds by
 * bisection, so all work-items are busy in every launch. Stable. Whatever the comparator answers, numbers stay inside of
 * their line.
 *
 *	kernels_hlo__order_init(&order, &lines, lines.n);
 *	kernels_hlo__order_begin_text(&order, source); // then PARAMETERS, each with a comma behind, and LESS(left, right)
 *	kernels_hlo__order_end_text(source);           // then a kernel that reads the numbers
 *
 * PARAMETERS are those of the first `operands` arguments of the launches. LESS compares elements of the line that begins
 * at `base`. A comparator that a NaN may leave without an order has UNORDERED(at) besides: whether the element has such a
 * NaN. Runs with one are merged by one work-item, element by element, so the order is that of the host. */
#ifndef KERNELS_HLO_DEVICE_ORDER_H
#define KERNELS_HLO_DEVICE_ORDER_H

#include "device/device.h"
#include "sorting/lines.h"

#define HLO_ORDER_ARGUMENTS 4u /* of a launch, behind the operands */

struct hlo_order {
	struct kernels_device_launch begin, merge; /* `merge` without sizes */
	struct hlo_lines lines; /* at most INT32_MAX elements each */
	int64_t keep;       /* numbers of each line that are wanted, at least one: the first ones */
	uint32_t operands;
	size_t index_size;  /* of the type `index` */
	bool cpu;
};

void kernels_hlo__order_init(struct hlo_order *order, const struct hlo_lines *lines, int64_t keep);
void kernels_hlo__order_begin_text(const struct hlo_order *order, struct hlo_source *source);
void kernels_hlo__order_end_text(struct hlo_source *source);
/* Finds the kernels of the compiled program. `device` has a launch whose groups these take. */
bool kernels_hlo__order_functions(struct hlo_op *op, const struct hlo_device *device, uint32_t operands,
	size_t index_size, struct kernels_device_program *program, struct hlo_order *order);
void kernels_hlo__order_finish(struct hlo_order *order);
bool kernels_hlo__order_is_compiled(const struct hlo_order *order);

/* Room for the numbers, twice. */
struct hlo_order_room {
	struct kernels_device_buffer *buffers[2];
};
bool kernels_hlo__order_room(const struct hlo_order *order, struct kernels_device_context *context,
	struct hlo_order_room *out, struct kernels_device_error *error);
/* The driver keeps the memory until the launches have ended. */
void kernels_hlo__order_release(struct hlo_order_room *room);
/* Puts the launches into the stream. `arguments` have room for HLO_ORDER_ARGUMENTS behind the operands. The numbers are
 * in room->buffers[0] then: those of line i from i * lines.n on. */
bool kernels_hlo__order_put(struct kernels_frame *frame, const struct hlo_order *order,
	struct kernels_device_stream *stream, struct kernels_device_argument *arguments, struct hlo_order_room *room,
	struct kernels_device_error *error);

static inline struct kernels_device_argument hlo_buffer_argument(struct kernels_device_buffer *buffer)
{
	return (struct kernels_device_argument){ .kind = KERNELS_DEVICE_BUFFER, .buffer = buffer };
}

#endif
