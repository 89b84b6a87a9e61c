/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* concatenate: each input is copied as rows that end behind the dimension. */
#include "layout/copy.h"
#include "layout/ints.h"

struct concatenate {
	int64_t rows;      /* product of the dimensions before `dimension` */
	int64_t row_bytes; /* of the result */
	int64_t inner;     /* bytes of one step along the dimension */
	uint32_t dimension;
};

static bool plan_concatenate(struct hlo_op *op, void *plan)
{
	struct concatenate *c = plan;
	int64_t dimension;
	if (!kernels_hlo__tensors_only(op, 1) || !kernels_hlo__int(op, "dimension", &dimension))
		return false;
	struct kernels_shape shape = hlo_shape_of(&op->operands[0]);
	if (dimension < 0 || dimension >= shape.rank)
		return kernels_hlo__refuse(op, "attribute dimension is %lld, expected less than the rank %u",
			(long long)dimension, shape.rank);
	int64_t total = 0;
	for (uint32_t i = 0; i < op->operand_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		char texts[2][HLO_TYPE_TEXT];
		bool fits = type->dtype == op->operands[0].dtype && type->shape.rank == shape.rank &&
			!__builtin_add_overflow(total, type->shape.dims[dimension], &total);
		for (uint32_t d = 0; fits && d < shape.rank; d++)
			fits = d == (uint32_t)dimension || type->shape.dims[d] == shape.dims[d];
		if (!fits)
			return kernels_hlo__refuse(op, "operand %u of type %s does not fit behind %s", i,
				kernels_hlo__type_text(&op->operands[i], texts[0]),
				kernels_hlo__type_text(&op->operands[0], texts[1]));
	}
	shape.dims[dimension] = total;
	if (!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims))
		return false;
	if (op->results[0].dtype != op->operands[0].dtype)
		return kernels_hlo__refuse(op, "the element type of the result is %s, expected %s",
			kernels_dtype_name(op->results[0].dtype), kernels_dtype_name(op->operands[0].dtype));
	int64_t strides[KERNELS_MAX_RANK];
	kernels_hlo__byte_strides(&op->results[0], strides);
	c->dimension = (uint32_t)dimension;
	c->inner = strides[dimension];
	c->row_bytes = c->inner * total;
	c->rows = c->row_bytes > 0 ? (int64_t)hlo_bytes(&op->results[0]) / c->row_bytes : 0;
	op->nanoseconds = hlo_bytes(&op->results[0]) / 16 + (uint64_t)c->rows * op->operand_count * 2;
	if (op->operand_count == 1)
		op->view = 0;
	return true;
}

static bool run_concatenate(const struct hlo_run *run, const void *plan)
{
	const struct concatenate *c = plan;
	char *to = run->outputs[0];
	for (uint32_t i = 0; i < run->op->operand_count && c->rows > 0; i++) {
		struct hlo_copy copy;
		int64_t bytes = c->inner * run->op->operands[i].shape.dims[c->dimension];
		int64_t from_stride[2] = { bytes, 1 }, to_stride[2] = { c->row_bytes, 1 };
		kernels_hlo__copy_init(&copy, 1, 2, (const int64_t[2]){ c->rows, bytes }, from_stride, to_stride);
		kernels_hlo__copy(&copy, run->inputs[i], to);
		to += bytes;
	}
	return true;
}

HLO_KERNEL(concatenate, .plan_size = sizeof(struct concatenate), .plan = plan_concatenate, .run = run_concatenate)
