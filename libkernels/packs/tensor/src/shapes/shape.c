/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ts.*: shapes with known, partially known and unknown dimensions. */
#include "shapes/shape.h"
#include "common/arguments.h"
#include "common/print.h"
#include <inttypes.h>
#include <stdio.h>

void kernels_tensor__build_shape(struct kernels_call *call)
{
	kernels_tensor__dims_attribute(call, 0, 0, call->results[0]);
}

void kernels_tensor__build_partial_shape(struct kernels_call *call)
{
	struct kernels_partial_shape *out = call->results[0];
	out->ranked = true;
	kernels_tensor__dims_attribute(call, 0, -1, &out->dims);
}

void kernels_tensor__build_unranked_partial_shape(struct kernels_call *call)
{
	*(struct kernels_partial_shape *)call->results[0] = (struct kernels_partial_shape){ .ranked = false };
}

void kernels_tensor__print_shape(struct kernels_call *call)
{
	kernels_tensor__print_named_dims(call, "shape", call->arguments[0]);
}

void kernels_tensor__print_fixed_rank_shape(struct kernels_call *call)
{
	kernels_tensor__print_named_shape(call, "fixed_rank_shape", call->arguments[0]);
}

void kernels_tensor__print_partial_shape(struct kernels_call *call)
{
	const struct kernels_partial_shape *shape = call->arguments[0];
	if (shape->ranked)
		kernels_tensor__print_named_dims(call, "partial_tensor_shape", &shape->dims);
	else
		async_host_print(kernels_host(call->request), "partial_tensor_shape = Unknown rank\n");
}

void kernels_tensor__equal_shape(struct kernels_call *call)
{
	*(uint8_t *)call->results[0] = kernels_dims_equal(call->arguments[0], call->arguments[1]);
}

void kernels_tensor__get_dimension(struct kernels_call *call)
{
	const struct kernels_dims *shape = call->arguments[0];
	int32_t index = *(const int32_t *)call->arguments[1];
	if (index < 0 || (uint32_t)index >= shape->rank) {
		kernels_call_fail(
			call, "argument 1: no dimension %" PRId32 " in a shape of rank %" PRIu32, index, shape->rank);
		return;
	}
	*(int64_t *)call->results[0] = kernels_dims_data(shape)[index];
}

void kernels_tensor__get_num_elements(struct kernels_call *call)
{
	const struct kernels_dims *shape = call->arguments[0];
	if (!kernels_dims_elements(shape, call->results[0]))
		kernels_call_fail(call, "argument 0: the number of elements of %s does not fit i64",
			kernels_tensor__dims_text(shape).text);
}

void kernels_tensor__as_fixed_rank_shape(struct kernels_call *call, uint32_t rank)
{
	const struct kernels_dims *shape = call->arguments[0];
	if (shape->rank != rank) {
		kernels_call_fail(call, "argument 0: expected a shape of rank %" PRIu32 ", got %s", rank,
			kernels_tensor__dims_text(shape).text);
		return;
	}
	(void)kernels_shape_from_dims(call->results[0], shape); /* of a small rank */
}

/* "Unknown dimensions at following indices = [1, 2]" */
static void fail_unknown(struct kernels_call *call, const int64_t *dims, uint32_t rank)
{
	const struct async_allocator *allocator = kernels_tensor__allocator(call);
	const size_t each = sizeof "4294967295, " - 1, size = each * rank + 1;
	size_t used = 0;
	char *text = async_alloc(allocator, size, 1);
	if (!text) {
		kernels_call_fail(call, "out of memory");
		return;
	}
	for (uint32_t i = 0; i < rank; i++) {
		if (dims[i] < 0)
			used += (size_t)snprintf(text + used, size - used, "%s%" PRIu32, used > 0 ? ", " : "", i);
	}
	kernels_call_fail(call, "Unknown dimensions at following indices = [%s]", text);
	async_free(allocator, text, size, 1);
}

void kernels_tensor__to_shape(struct kernels_call *call)
{
	const struct kernels_partial_shape *partial = call->arguments[0];
	const int64_t *dims = kernels_dims_data(&partial->dims);
	uint32_t known = 0;
	if (!partial->ranked) {
		kernels_call_fail(call, "Unknown rank");
		return;
	}
	while (known < partial->dims.rank && dims[known] >= 0)
		known++;
	if (known < partial->dims.rank)
		fail_unknown(call, dims, partial->dims.rank);
	else
		kernels_tensor__return_dims(call, call->results[0], dims, partial->dims.rank);
}

void kernels_tensor__to_partial_shape(struct kernels_call *call)
{
	const struct kernels_dims *shape = call->arguments[0];
	struct kernels_partial_shape *out = call->results[0];
	out->ranked = true;
	kernels_tensor__return_dims(call, &out->dims, kernels_dims_data(shape), shape->rank);
}
