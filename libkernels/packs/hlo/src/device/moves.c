/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of devices that move elements: pad and concatenate, and dynamic_slice and dynamic_update_slice, whose starts are numbers of the
 * host or in the memory of the device. */
#include "device/elements.h"
#include <inttypes.h>

extern const struct hlo_kernel kernels_hlo__pad_kernel, kernels_hlo__concatenate_kernel, kernels_hlo__dynamic_slice_kernel,
	kernels_hlo__dynamic_update_slice_kernel;

#define SMALL_PADDING (INT64_C(1) << 29) /* sums with positions in small arrays are of type int */

/* ---- pad */

static void put_pad(struct hlo_elements *elements, const int64_t *low, const int64_t *interior)
{
	const struct hlo_type *from = &elements->op->operands[1], *to = &elements->op->results[0];
	struct hlo_source *source = &elements->source;
	int64_t strides[KERNELS_MAX_RANK], below = 1;
	kernels_hlo__strides(from, strides);
	kernels_hlo__source_put(source, "index at = 0, in;\nint inside = 1;\n");
	for (uint32_t i = from->shape.rank; i-- > 0;) {
		kernels_hlo__source_put(source, "in = e / (index)%" PRId64 " %% (index)%" PRId64 " - (index)(%" PRId64 ");\n", below,
			to->shape.dims[i], low[i]);
		below *= to->shape.dims[i];
		if (interior[i] > 0)
			kernels_hlo__source_put(source, "inside &= in %% (index)%" PRId64 " == 0;\nin /= (index)%" PRId64 ";\n",
				interior[i] + 1, interior[i] + 1);
		kernels_hlo__source_put(source, "inside &= in >= 0 && in < (index)%" PRId64 ";\nat += in * (index)%" PRId64 ";\n",
			from->shape.dims[i], strides[i]);
	}
	kernels_hlo__source_put(source, "r0[e] = inside ? a1[at] : a2[0];\n");
}

static bool plan_device_pad(struct hlo_op *op, void *plan)
{
	int64_t low[KERNELS_MAX_RANK], interior[KERNELS_MAX_RANK];
	struct hlo_elements elements;
	bool small = true;
	if (!kernels_hlo__device_open_as(op, plan, &kernels_hlo__pad_kernel))
		return false;
	const uint32_t rank = op->operands[1].shape.rank;
	if (!kernels_hlo__ints_of(op, "edge_padding_low", rank, low) || !kernels_hlo__ints_of(op, "interior_padding", rank, interior))
		return false;
	for (uint32_t i = 0; i < rank; i++) {
		small = small && low[i] > -SMALL_PADDING && low[i] < SMALL_PADDING && interior[i] < SMALL_PADDING;
		interior[i] -= interior[i] == INT64_MAX; /* of one element, which has nothing between */
	}
	if (op->results[0].elements == 0)
		return true;
	kernels_hlo__elements_of_result(&elements, op, plan, small);
	put_pad(&elements, low, interior);
	return kernels_hlo__elements_end(&elements);
}

HLO_OWN_KERNEL(device_pad, .plan_size = sizeof(struct hlo_device), .plan = plan_device_pad, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)
void kernels_hlo__device_pad(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }

/* ---- concatenate */

/* A row of the result has a part of each operand. */
static void put_parts(struct hlo_elements *elements, uint32_t dimension)
{
	const struct hlo_op *op = elements->op;
	struct hlo_source *source = &elements->source;
	int64_t inner = 1, begin_of = 0;
	for (uint32_t i = dimension + 1; i < op->results[0].shape.rank; i++)
		inner *= op->results[0].shape.dims[i];
	const int64_t row = inner * op->results[0].shape.dims[dimension];
	kernels_hlo__source_put(source, "const index row = e / (index)%" PRId64 ", in = e %% (index)%" PRId64 ";\n", row, row);
	for (uint32_t i = 1; i < op->operand_count; i++) {
		const int64_t part = inner * op->operands[i].shape.dims[dimension];
		if (part == 0)
			continue;
		kernels_hlo__source_put(source, "%sif (in < (index)%" PRId64 ")\nr0[e] = a%u[row * (index)%" PRId64 " + in - (index)%" PRId64 "];\n",
			begin_of > 0 ? "else " : "", begin_of + part, i, part, begin_of);
		begin_of += part;
	}
}

static bool plan_device_concatenate(struct hlo_op *op, void *plan)
{
	struct hlo_elements elements;
	int64_t dimension;
	if (!kernels_hlo__device_open_as(op, plan, &kernels_hlo__concatenate_kernel) || !kernels_hlo__int(op, "dimension", &dimension))
		return false;
	if (op->results[0].elements == 0)
		return true;
	kernels_hlo__elements_of_result(&elements, op, plan, true);
	put_parts(&elements, (uint32_t)dimension);
	return kernels_hlo__elements_end(&elements);
}

HLO_OWN_KERNEL(device_concatenate, .plan_size = sizeof(struct hlo_device), .plan = plan_device_concatenate,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
void kernels_hlo__device_concatenate(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }

/* ---- parts at a place that operands give */

/* The offset of a part in operand 1. Starts are the operands from `first` on. */
static void put_offset(struct hlo_elements *elements, uint32_t first, const struct hlo_type *part)
{
	const struct hlo_type *array = &elements->op->operands[1];
	int64_t strides[KERNELS_MAX_RANK];
	kernels_hlo__strides(array, strides);
	kernels_hlo__source_put(&elements->source, "const index offset = 0");
	for (uint32_t i = 0; i < array->shape.rank; i++) {
		if (array->shape.dims[i] == part->shape.dims[i])
			continue;
		kernels_hlo__source_put(&elements->source, " + (index)(");
		kernels_hlo__elements_start(elements, first + i, "0", array->shape.dims[i] - part->shape.dims[i]);
		kernels_hlo__source_put(&elements->source, ") * (index)%" PRId64, strides[i]);
	}
	kernels_hlo__source_put(&elements->source, ";\n");
}

static bool put_part(struct hlo_op *op, struct hlo_device *device, uint32_t first, const struct hlo_type *part, const char *text)
{
	struct hlo_elements elements;
	int64_t strides[KERNELS_MAX_RANK];
	if (part->elements == 0)
		return true;
	kernels_hlo__strides(&op->operands[1], strides);
	kernels_hlo__elements_begin(&elements, op, device, true);
	kernels_hlo__elements_kernel(&elements);
	put_offset(&elements, first, part);
	kernels_hlo__elements_loop(&elements, part->elements);
	kernels_hlo__elements_position(&elements, "at", "e", part->shape.rank, part->shape.dims, strides);
	kernels_hlo__source_put(&elements.source, "%s", text);
	return kernels_hlo__elements_end(&elements);
}

static bool plan_device_dynamic_slice(struct hlo_op *op, void *plan)
{
	return kernels_hlo__device_open_as(op, plan, &kernels_hlo__dynamic_slice_kernel) &&
	       put_part(op, plan, 2, &op->results[0], "r0[e] = a1[offset + at];\n");
}

HLO_OWN_KERNEL(device_dynamic_slice, .plan_size = sizeof(struct hlo_device), .plan = plan_device_dynamic_slice,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
void kernels_hlo__device_dynamic_slice(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }

static bool plan_device_dynamic_update_slice(struct hlo_op *op, void *plan)
{
	struct hlo_device *device = plan;
	device->updates = 1;
	if (!kernels_hlo__device_open_as(op, plan, &kernels_hlo__dynamic_update_slice_kernel))
		return false;
	if (device->by_value & 2)
		return kernels_hlo__refuse(op, "operand 1, which is updated, is by value");
	return put_part(op, plan, 3, &op->operands[2], "r0[offset + at] = a2[e];\n");
}

HLO_OWN_KERNEL(device_dynamic_update_slice, .plan_size = sizeof(struct hlo_device), .plan = plan_device_dynamic_update_slice,
	.finish = kernels_hlo__device_finish, .flags = HLO_OWN_RESULTS)
void kernels_hlo__device_dynamic_update_slice(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
