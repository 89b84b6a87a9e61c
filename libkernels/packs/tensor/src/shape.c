/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ts.*: shapes, of known, partly known and unknown dimensions. */
#include "private.h"
#include <inttypes.h>
#include <stdio.h>

void kernels_tensor__build_shape(struct kernels_call *call)
{
	kernels_tensor__shape_attribute(call, 0, 0, call->results[0]);
}

void kernels_tensor__build_partial_shape(struct kernels_call *call)
{
	struct kernels_partial_shape *out = call->results[0];
	out->ranked = true;
	kernels_tensor__shape_attribute(call, 0, -1, &out->shape);
}

void kernels_tensor__build_unranked_partial_shape(struct kernels_call *call)
{
	*(struct kernels_partial_shape *)call->results[0] = (struct kernels_partial_shape){ .ranked = false };
}

void kernels_tensor__print_shape(struct kernels_call *call)
{
	kernels_tensor__print_named_shape(call, "shape", call->arguments[0]);
}

void kernels_tensor__print_fixed_rank_shape(struct kernels_call *call)
{
	kernels_tensor__print_named_shape(call, "fixed_rank_shape", call->arguments[0]);
}

void kernels_tensor__print_partial_shape(struct kernels_call *call)
{
	const struct kernels_partial_shape *shape = call->arguments[0];
	if (shape->ranked)
		kernels_tensor__print_named_shape(call, "partial_tensor_shape", &shape->shape);
	else
		async_host_print(kernels_host(call->request), "partial_tensor_shape = Unknown rank\n");
}

void kernels_tensor__equal_shape(struct kernels_call *call)
{
	*(uint8_t *)call->results[0] = kernels_shape_equal(call->arguments[0], call->arguments[1]);
}

void kernels_tensor__get_dimension(struct kernels_call *call)
{
	const struct kernels_shape *shape = call->arguments[0];
	int32_t index = *(const int32_t *)call->arguments[1];
	if (index < 0 || (uint32_t)index >= shape->rank) {
		kernels_call_fail(
			call, "argument 1: no dimension %" PRId32 " in a shape of rank %" PRIu32, index, shape->rank);
		return;
	}
	*(int64_t *)call->results[0] = shape->dims[index];
}

void kernels_tensor__get_num_elements(struct kernels_call *call)
{
	const struct kernels_shape *shape = call->arguments[0];
	if (!kernels_shape_elements(shape, call->results[0]))
		kernels_call_fail(call, "argument 0: the number of elements of %s does not fit i64",
			kernels_tensor__shape_text(shape).text);
}

void kernels_tensor__as_fixed_rank_shape(struct kernels_call *call, uint32_t rank)
{
	const struct kernels_shape *shape = call->arguments[0];
	if (shape->rank != rank) {
		kernels_call_fail(call, "argument 0: expected a shape of rank %" PRIu32 ", got %s", rank,
			kernels_tensor__shape_text(shape).text);
		return;
	}
	*(struct kernels_shape *)call->results[0] = *shape;
}

void kernels_tensor__to_shape(struct kernels_call *call)
{
	const struct kernels_partial_shape *partial = call->arguments[0];
	char unknown[KERNELS_MAX_RANK * 12];
	size_t used = 0;
	if (!partial->ranked) {
		kernels_call_fail(call, "Unknown rank");
		return;
	}
	for (uint32_t i = 0; i < partial->shape.rank; i++) {
		if (partial->shape.dims[i] >= 0)
			continue;
		const char *separator = used > 0 ? ", " : "";
		used += (size_t)snprintf(unknown + used, sizeof unknown - used, "%s%" PRIu32, separator, i);
	}
	if (used > 0)
		kernels_call_fail(call, "Unknown dimensions at following indices = [%s]", unknown);
	else
		*(struct kernels_shape *)call->results[0] = partial->shape;
}

void kernels_tensor__to_partial_shape(struct kernels_call *call)
{
	const struct kernels_shape *shape = call->arguments[0];
	struct kernels_partial_shape *out = call->results[0];
	*out = (struct kernels_partial_shape){ .ranked = true, .shape = *shape };
}
