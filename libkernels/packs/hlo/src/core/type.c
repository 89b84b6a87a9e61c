/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of operands and results. */
#include "core/op.h"
#include <inttypes.h>
#include <stdio.h>

bool kernels_hlo__is_element(enum kernels_dtype t)
{
	return t == KERNELS_I1 || hlo_is_integer(t) || hlo_is_float(t) || hlo_is_complex(t);
}

const char *kernels_hlo__type_text(const struct hlo_type *type, char *buffer)
{
	if (type->dtype == KERNELS_DTYPE_INVALID) {
		snprintf(buffer, HLO_TYPE_TEXT, "token");
		return buffer;
	}
	int used = snprintf(buffer, HLO_TYPE_TEXT, "%s", kernels_dtype_name(type->dtype));
	if (used > 0 && (size_t)used < HLO_TYPE_TEXT)
		kernels_shape_text(&type->shape, buffer + used, HLO_TYPE_TEXT - (size_t)used);
	return buffer;
}

bool kernels_hlo__same_type(const struct hlo_type *a, const struct hlo_type *b)
{
	return a->dtype == b->dtype && kernels_shape_equal(&a->shape, &b->shape);
}

bool kernels_hlo__set_shape(struct hlo_op *op, uint32_t result, uint32_t rank, const int64_t *dims)
{
	struct hlo_type *type = &op->results[result];
	struct hlo_type found = { .dtype = type->dtype, .shape = { .rank = rank } };
	bool fits = type->shape.rank == rank;
	for (uint32_t i = 0; fits && i < rank; i++) {
		found.shape.dims[i] = dims[i];
		fits = dims[i] >= 0 && (type->shape.dims[i] < 0 || type->shape.dims[i] == dims[i]);
	}
	if (!fits) {
		char declared[HLO_TYPE_TEXT];
		if (rank <= KERNELS_MAX_RANK)
			for (uint32_t i = 0; i < rank; i++)
				found.shape.dims[i] = dims[i];
		else
			return kernels_hlo__refuse(op, "result %u has rank %u, at most %u is supported", result, rank,
				KERNELS_MAX_RANK);
		char computed[HLO_TYPE_TEXT];
		return kernels_hlo__refuse(op, "result %u has the type %s, expected %s", result,
			kernels_hlo__type_text(type, declared), kernels_hlo__type_text(&found, computed));
	}
	if (!kernels_shape_elements(&found.shape, &found.elements) || found.elements > PTRDIFF_MAX / 16)
		return kernels_hlo__refuse(op, "result %u has too many elements", result);
	*type = found;
	return true;
}

void kernels_hlo__strides(const struct kernels_shape *shape, int64_t *strides)
{
	uint64_t stride = 1; /* of an empty tensor, the product of some dimensions may overflow */
	for (uint32_t i = shape->rank; i-- > 0;) {
		strides[i] = (int64_t)stride;
		stride *= (uint64_t)shape->dims[i];
	}
}
