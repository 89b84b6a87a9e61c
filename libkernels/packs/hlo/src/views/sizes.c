/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* get_dimension_size, set_dimension_size. */
#include "core/op.h"
#include <string.h>

static bool dimension_of(struct hlo_op *op, uint32_t *out)
{
	const struct hlo_type *type = &op->operands[0];
	int64_t dimension;
	if (!kernels_hlo__int(op, "dimension", &dimension))
		return false;
	if (dimension < 0 || dimension >= type->shape.rank)
		return kernels_hlo__refuse(op, "attribute dimension is %lld, expected 0 to %lld", (long long)dimension,
			(long long)type->shape.rank - 1);
	*out = (uint32_t)dimension;
	return true;
}

static bool is_scalar_i32(struct hlo_op *op, const char *what, uint32_t index, const struct hlo_type *type)
{
	char text[HLO_TYPE_TEXT];
	return (type->dtype == KERNELS_I32 && type->shape.rank == 0) ||
	       kernels_hlo__refuse(
		       op, "%s %u has the type %s, expected i32[]", what, index, kernels_hlo__type_text(type, text));
}

/* ---- get_dimension_size: the plan is the size */

static bool plan_get(struct hlo_op *op, void *plan)
{
	uint32_t dimension = 0;
	if (op->operands[0].dtype == KERNELS_DTYPE_INVALID)
		return kernels_hlo__refuse(op, "operand 0 is a token");
	if (!dimension_of(op, &dimension) || !is_scalar_i32(op, "result", 0, &op->results[0]))
		return false;
	int64_t size = op->operands[0].shape.dims[dimension];
	if (size > INT32_MAX)
		return kernels_hlo__refuse(op, "dimension %u has the size %lld, which is no i32", dimension,
			(long long)size);
	*(int32_t *)plan = (int32_t)size;
	return true;
}

static bool run_get(const struct hlo_run *run, const void *plan)
{
	memcpy(run->outputs[0], plan, sizeof(int32_t));
	return true;
}

HLO_KERNEL(get_dimension_size, sizeof(int32_t), plan_get, run_get, NULL, 0)

/* ---- set_dimension_size: the first `size` of the dimension */

struct part {
	size_t rows, row, from_row; /* number, bytes of result and operand */
};

static bool plan_set(struct hlo_op *op, void *plan)
{
	struct part *part = plan;
	const struct hlo_type *from = &op->operands[0], *to = &op->results[0];
	struct kernels_shape shape = hlo_shape_of(from);
	uint32_t dimension = 0;
	int32_t size;
	if (from->dtype != to->dtype || from->dtype == KERNELS_DTYPE_INVALID)
		return kernels_hlo__refuse(op, "operand 0 and result 0 have different element types");
	if (!dimension_of(op, &dimension) || !is_scalar_i32(op, "operand", 1, &op->operands[1]))
		return false;
	memcpy(&size, op->values[1], sizeof size);
	if (size < 0 || size > shape.dims[dimension])
		return kernels_hlo__refuse(op, "cannot set dimension %u to %ld: its size is %lld", dimension, (long)size,
			(long long)shape.dims[dimension]);
	part->from_row = part->row = kernels_dtype_size(from->dtype);
	part->rows = 1;
	for (uint32_t i = 0; i < shape.rank; i++) {
		size_t dim = (size_t)shape.dims[i];
		if (i < dimension) {
			part->rows *= dim;
		} else {
			part->from_row *= dim;
			part->row *= i == dimension ? (size_t)size : dim;
		}
	}
	shape.dims[dimension] = size;
	if (!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims))
		return false;
	if (part->row == part->from_row)
		op->view = 0;
	op->nanoseconds = hlo_bytes(to) / 8;
	return true;
}

static bool run_set(const struct hlo_run *run, const void *plan)
{
	const struct part *part = plan;
	for (size_t i = 0; part->row > 0 && i < part->rows; i++)
		memcpy((char *)run->outputs[0] + i * part->row, (const char *)run->inputs[0] + i * part->from_row,
			part->row);
	return true;
}

HLO_KERNEL(set_dimension_size, sizeof(struct part), plan_set, run_set, NULL, HLO_NEEDS_VALUES)
