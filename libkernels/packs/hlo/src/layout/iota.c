/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* iota and dynamic_iota: one row of numbers is converted to the element type, then repeated. */
#include "expr/convert.h"
#include "layout/copy.h"
#include "layout/ints.h"
#include <kernels/stop.h>

#define NUMBERS 256

struct iota {
	struct hlo_copy repeat; /* from the first row to the others */
	int64_t count;          /* of numbers */
	int64_t stride;         /* between two of them in the result, in elements */
	int64_t blocks;         /* outer repetitions */
};

static bool plan_iota(struct hlo_op *op, void *plan_data)
{
	struct iota *plan = plan_data;
	const struct hlo_type *result = &op->results[0];
	struct kernels_shape shape;
	int64_t dimension;
	if (!kernels_hlo__tensors_only(op, 0) || !kernels_hlo__shape_from(op, 0, &shape) ||
		!kernels_hlo__int(op, "iota_dimension", &dimension))
		return false;
	if (dimension < 0 || dimension >= shape.rank)
		return kernels_hlo__refuse(op, "attribute iota_dimension is %lld, expected less than the rank %u",
			(long long)dimension, shape.rank);
	if (!kernels_hlo__set_shape(op, 0, shape.rank, shape.dims))
		return false;
	if (result->dtype == KERNELS_I1)
		return kernels_hlo__refuse(op, "the result has elements of type i1, expected numbers");
	if (result->elements > 0) {
		int64_t strides[KERNELS_MAX_RANK];
		kernels_hlo__strides(result, strides);
		plan->count = shape.dims[dimension];
		plan->stride = strides[dimension];
		plan->blocks = result->elements / (plan->count * plan->stride);
		int64_t bytes = plan->count * plan->stride * (int64_t)kernels_dtype_size(result->dtype);
		kernels_hlo__copy_init(&plan->repeat, 1, 2, (const int64_t[2]){ plan->blocks - 1, bytes },
			(const int64_t[2]){ 0, 1 }, (const int64_t[2]){ bytes, 1 });
	}
	op->nanoseconds = (uint64_t)result->elements;
	return true;
}

/* The first block: each number `stride` times. */
static bool run_iota(const struct hlo_run *run, const void *plan)
{
	const struct iota *iota = plan;
	enum kernels_dtype dtype = run->op->results[0].dtype;
	size_t width = kernels_dtype_size(dtype);
	char *to = run->outputs[0];
	_Alignas(16) char converted[NUMBERS * 16];
	int64_t numbers[NUMBERS];
	uint32_t did = 0;
	for (int64_t i = 0; i < iota->count; i += NUMBERS) {
		if (i > 0 && kernels_stops(&did, (uint64_t)(NUMBERS * iota->stride)))
			return true;
		int64_t n = iota->count - i < NUMBERS ? iota->count - i : NUMBERS;
		for (int64_t k = 0; k < n; k++)
			numbers[k] = i + k;
		if (iota->stride == 1) {
			kernels_hlo__convert(dtype, to, KERNELS_I64, numbers, (size_t)n);
			to += (size_t)n * width;
			continue;
		}
		kernels_hlo__convert(dtype, converted, KERNELS_I64, numbers, (size_t)n);
		for (int64_t k = 0; k < n; k++, to += (size_t)iota->stride * width)
			kernels_hlo__fill(to, converted + (size_t)k * width, width, iota->stride);
	}
	if (iota->blocks > 1)
		kernels_hlo__copy(&iota->repeat, run->outputs[0], to);
	return true;
}

HLO_KERNEL(iota, .plan_size = sizeof(struct iota), .plan = plan_iota, .run = run_iota)
HLO_KERNEL(dynamic_iota, .plan_size = sizeof(struct iota), .plan = plan_iota, .run = run_iota, .flags = HLO_NEEDS_VALUES)
