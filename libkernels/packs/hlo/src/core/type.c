/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of operands and results. */
#include "core/op.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *kernels_hlo__type_text(const struct hlo_type *type, char *buffer)
{
	if (type->dtype == KERNELS_DTYPE_INVALID) {
		snprintf(buffer, HLO_TYPE_TEXT, "token");
		return buffer;
	}
	int used = snprintf(buffer, HLO_TYPE_TEXT, "%s", kernels_dtype_name(type->dtype));
	if (used > 0 && (size_t)used < HLO_TYPE_TEXT) {
		const struct kernels_shape shape = hlo_shape_of(type);
		kernels_shape_text(&shape, buffer + used, HLO_TYPE_TEXT - (size_t)used);
	}
	return buffer;
}

bool kernels_hlo__same_type(const struct hlo_type *a, const struct hlo_type *b)
{
	return a->dtype == b->dtype && kernels_hlo__same_shape(&a->shape, &b->shape);
}

bool kernels_hlo__same_shape(const struct hlo_shape *a, const struct hlo_shape *b)
{
	bool same = a->rank == b->rank;
	for (uint32_t i = 0; same && i < a->rank; i++)
		same = a->dims[i] == b->dims[i];
	return same;
}

bool kernels_hlo__count(const struct hlo_shape *shape, int64_t *out)
{
	int64_t count = 1;
	bool good = true, empty = false;
	for (uint32_t i = 0; i < shape->rank; i++) {
		good = good && shape->dims[i] >= 0;
		empty = empty || shape->dims[i] == 0;
	}
	for (uint32_t i = 0; good && !empty && i < shape->rank; i++)
		good = !__builtin_mul_overflow(count, shape->dims[i], &count);
	*out = empty ? 0 : count;
	return good && *out <= PTRDIFF_MAX / 16;
}

bool kernels_hlo__set_shape(struct hlo_op *op, uint32_t result, uint32_t rank, const int64_t *dims)
{
	struct hlo_type *type = &op->results[result];
	const struct hlo_type found = { .dtype = type->dtype, .shape = { rank, dims } };
	bool fits = type->shape.rank == rank;
	for (uint32_t i = 0; fits && i < rank; i++)
		fits = dims[i] >= 0 && (type->shape.dims[i] < 0 || type->shape.dims[i] == dims[i]);
	if (!fits) {
		char declared[HLO_TYPE_TEXT], computed[HLO_TYPE_TEXT];
		if (rank > KERNELS_MAX_RANK)
			return kernels_hlo__refuse(op, "result %u has rank %u, at most %u is supported", result, rank,
				KERNELS_MAX_RANK);
		return kernels_hlo__refuse(op, "result %u has the type %s, expected %s", result,
			kernels_hlo__type_text(type, declared), kernels_hlo__type_text(&found, computed));
	}
	if (type->elements >= 0)
		return true;
	if (!kernels_hlo__count(&found.shape, &type->elements)) {
		type->elements = -1;
		return kernels_hlo__refuse(op, "result %u has too many elements", result);
	}
	/* the memory of the planned op */
	memcpy((int64_t *)(uintptr_t)type->shape.dims, dims, rank * sizeof *dims);
	return true;
}

void kernels_hlo__strides(const struct hlo_type *type, int64_t *strides)
{
	int64_t stride = type->elements != 0; /* of an empty tensor, the product of some dimensions may overflow */
	for (uint32_t i = type->shape.rank; i-- > 0;) {
		strides[i] = stride;
		stride *= stride ? type->shape.dims[i] : 0;
	}
}
