/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hlo.device_gather: an element of the result is that of a window, which begins where an index vector says. */
#include "device/elements.h"
#include "windows/index.h"
#include <inttypes.h>
#include <stdio.h>

extern const struct hlo_kernel kernels_hlo__gather_kernel;

/* Where the index vector of element e is, and where the element is in a window at the begin of the operand. */
static void put_positions(struct hlo_elements *elements, const struct hlo_index *index)
{
	const struct hlo_type *operand = &elements->op->operands[1], *result = &elements->op->results[0];
	int64_t strides[KERNELS_MAX_RANK], vector[KERNELS_MAX_RANK], moved[KERNELS_MAX_RANK];
	kernels_hlo__strides(operand, strides);
	for (uint32_t i = 0; i < index->other_rank; i++) {
		const bool batch = index->window[i] == HLO_NO_DIM;
		const uint32_t from = batch ? index->batching[i] : index->window[i];
		vector[i] = batch ? index->index_stride[i] : 0;
		moved[i] = from == HLO_NO_DIM ? 0 : strides[from];
	}
	kernels_hlo__elements_position(elements, "vector", "e", index->other_rank, result->shape.dims, vector);
	kernels_hlo__elements_position(elements, "moved", "e", index->other_rank, result->shape.dims, moved);
}

static void put_element(struct hlo_elements *elements, const struct hlo_index *index, const int64_t *sizes)
{
	const struct hlo_type *operand = &elements->op->operands[1];
	struct hlo_source *source = &elements->source;
	int64_t strides[KERNELS_MAX_RANK];
	kernels_hlo__strides(operand, strides);
	kernels_hlo__source_put(source, "r0[e] = a1[moved");
	for (uint32_t i = 0; i < index->depth; i++) {
		char at[64];
		snprintf(at, sizeof at, "vector + (index)%" PRId64, i * index->vector_stride);
		kernels_hlo__source_put(source, " + (index)(");
		kernels_hlo__elements_start(elements, 2, at, operand->shape.dims[index->map[i]] - sizes[index->map[i]]);
		kernels_hlo__source_put(source, ") * (index)%" PRId64, strides[index->map[i]]);
	}
	kernels_hlo__source_put(source, "];\n");
}

static bool plan_device_gather(struct hlo_op *op, void *plan)
{
	struct hlo_elements elements;
	struct hlo_index index;
	int64_t sizes[KERNELS_MAX_RANK];
	if (!kernels_hlo__device_open_as(op, plan, &kernels_hlo__gather_kernel) ||
		!kernels_hlo__ints_of(op, "slice_sizes", op->operands[1].shape.rank, sizes) ||
		!kernels_hlo__index_plan(op, &kernels_hlo__gather_names, &op->operands[1], &op->operands[2], op->results[0].shape.rank, &index))
		return false;
	if (op->results[0].elements == 0)
		return true;
	kernels_hlo__elements_of_result(&elements, op, plan, true);
	put_positions(&elements, &index);
	put_element(&elements, &index, sizes);
	return kernels_hlo__elements_end(&elements);
}

HLO_OWN_KERNEL(device_gather, .plan_size = sizeof(struct hlo_device), .plan = plan_device_gather, .finish = kernels_hlo__device_finish,
	.flags = HLO_OWN_RESULTS)
void kernels_hlo__device_gather(struct kernels_frame *frame) { kernels_hlo__device_launch(frame); }
