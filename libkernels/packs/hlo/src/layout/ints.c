/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See ints.h. */
#include "layout/ints.h"

int64_t kernels_hlo__index_at(enum kernels_dtype dtype, const void *data, int64_t index)
{
	switch (dtype) {
	case KERNELS_I16: return ((const int16_t *)data)[index];
	case KERNELS_I32: return ((const int32_t *)data)[index];
	case KERNELS_I64: return ((const int64_t *)data)[index];
	case KERNELS_UI16: return ((const uint16_t *)data)[index];
	case KERNELS_UI32: return ((const uint32_t *)data)[index];
	case KERNELS_UI64: {
		uint64_t value = ((const uint64_t *)data)[index];
		return value > INT64_MAX ? INT64_MAX : (int64_t)value;
	}
	case KERNELS_I8:
	case KERNELS_I4:
	case KERNELS_I2: return ((const int8_t *)data)[index];
	default: return ((const uint8_t *)data)[index];
	}
}

bool kernels_hlo__tensors_only(struct hlo_op *op, uint32_t least)
{
	if (op->operand_count < least)
		return kernels_hlo__refuse(op, "expected %u operands or more, got %u", least, op->operand_count);
	for (uint32_t i = 0; i < op->operand_count; i++)
		if (op->operands[i].dtype == KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "operand %u is a token, expected a tensor", i);
	for (uint32_t i = 0; i < op->result_count; i++)
		if (op->results[i].dtype == KERNELS_DTYPE_INVALID)
			return kernels_hlo__refuse(op, "result %u is a token, expected a tensor", i);
	return true;
}

bool kernels_hlo__scalar_indices(struct hlo_op *op, uint32_t first, uint32_t count)
{
	if (op->operand_count - first != count)
		return kernels_hlo__refuse(op, "%u start indices, expected %u", op->operand_count - first, count);
	for (uint32_t i = first; i < op->operand_count; i++) {
		const struct hlo_type *type = &op->operands[i];
		char text[HLO_TYPE_TEXT];
		if (type->shape.rank != 0 || !hlo_is_integer(type->dtype) || type->dtype != op->operands[first].dtype)
			return kernels_hlo__refuse(op, "operand %u has the type %s, expected a scalar integer, of the "
				"same type as other start indices", i, kernels_hlo__type_text(type, text));
	}
	return true;
}

/* Operand `index` as at most KERNELS_MAX_RANK integers. */
static bool read_operand(struct hlo_op *op, uint32_t index, int64_t *out, uint32_t *out_count)
{
	char text[HLO_TYPE_TEXT];
	if (index >= op->operand_count)
		return kernels_hlo__refuse(op, "expected %u operands or more, got %u", index + 1, op->operand_count);
	const struct hlo_type *type = &op->operands[index];
	if (type->shape.rank != 1 || !hlo_is_integer(type->dtype) || type->elements > KERNELS_MAX_RANK)
		return kernels_hlo__refuse(op, "operand %u has the type %s, expected at most %u integers", index,
			kernels_hlo__type_text(type, text), KERNELS_MAX_RANK);
	if (!op->values || (type->elements > 0 && !op->values[index]))
		return kernels_hlo__refuse(op, "operand %u is not known", index);
	for (int64_t i = 0; i < type->elements; i++)
		out[i] = kernels_hlo__index_at(type->dtype, op->values[index], i);
	*out_count = (uint32_t)type->elements;
	return true;
}

bool kernels_hlo__ints_from(struct hlo_op *op, const char *name, uint32_t index, uint32_t count, int64_t *out)
{
	uint32_t found;
	int64_t values[KERNELS_MAX_RANK];
	if (!(op->kernel->flags & HLO_NEEDS_VALUES))
		return kernels_hlo__ints_of(op, name, count, out);
	if (!read_operand(op, index, values, &found))
		return false;
	if (found != count)
		return kernels_hlo__refuse(op, "operand %u has %u elements, expected %u", index, found, count);
	for (uint32_t i = 0; i < count; i++)
		out[i] = values[i];
	return true;
}

bool kernels_hlo__shape_from(struct hlo_op *op, uint32_t index, struct kernels_shape *out)
{
	if (op->kernel->flags & HLO_NEEDS_VALUES)
		return read_operand(op, index, out->dims, &out->rank);
	*out = hlo_shape_of(&op->results[0]);
	for (uint32_t i = 0; i < out->rank; i++)
		if (out->dims[i] < 0)
			return kernels_hlo__refuse(op, "dimension %u of the result is unknown", i);
	return true;
}
