/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "views.h"
#include "elements.h"

#include <stdlib.h>
#include <string.h>

static bool read_types(struct kernels_frame *frame, struct pjrt__call *call)
{
	struct kernels_array types;
	if (!kernels_attr_array(frame->site->attributes[1], KERNELS_I64, &types))
		return false;
	call->types = malloc((types.count + 1) * sizeof *call->types);
	call->arguments = calloc((size_t)frame->site->argument_count + 1, sizeof *call->arguments);
	call->results = calloc((size_t)frame->site->result_count + 1, sizeof *call->results);
	call->tensors = calloc((size_t)frame->site->result_count + 1, sizeof *call->tensors);
	if (!call->types || !call->arguments || !call->results || !call->tensors)
		return false;
	kernels_elements_load(call->types, types.elements, KERNELS_I64, types.count);
	call->type_count = types.count;
	return true;
}

/* The next type of the list as a view without data; false: there are no more. */
static bool next_view(const struct pjrt__call *call, size_t *at, struct pjrt__view *out)
{
	if (*at + 2 > call->type_count)
		return false;
	const int64_t *type = call->types + *at;
	if (type[1] < 0 || type[1] > KERNELS_MAX_RANK || (uint64_t)type[1] > call->type_count - *at - 2)
		return false;
	*out = (struct pjrt__view){ .type = type[0] ? (int32_t)pjrt__type_of((enum kernels_dtype)type[0]) : 0,
		.rank = (int32_t)type[1], .dims = type + 2 };
	*at += 2 + (size_t)type[1];
	return true;
}

static bool make_result(struct kernels_frame *frame, struct kernels_tensor *tensor, struct pjrt__view *view, enum kernels_dtype dtype)
{
	struct kernels_shape shape = { .rank = (uint32_t)view->rank };
	int64_t count;
	memcpy(shape.dims, view->dims, shape.rank * sizeof *shape.dims);
	if (!kernels_shape_elements(&shape, &count) ||
		!kernels_tensor_init(tensor, kernels_host(frame->request)->allocator, dtype, &shape))
		return false;
	view->data = kernels_tensor_data(tensor);
	view->size = count * (int64_t)kernels_dtype_size(dtype);
	return true;
}

static bool make_views(struct kernels_frame *frame, struct pjrt__call *call)
{
	const uint32_t arguments = frame->site->argument_count - call->effects;
	const uint32_t results = frame->site->result_count - call->effects;
	struct pjrt__view chain;
	size_t at = 0;
	for (uint32_t i = 0; i < arguments; i++) {
		struct pjrt__view *view = &call->arguments[call->argument_count++];
		if (!next_view(call, &at, view))
			return false;
		if (view->type) {
			const struct kernels_tensor *tensor = async_value_payload(frame->arguments[i]);
			view->data = (void *)(uintptr_t)kernels_tensor_bytes(tensor);
			view->size = kernels_tensor_elements(tensor) * (int64_t)kernels_dtype_size(tensor->dtype);
		}
	}
	if (call->effects && !next_view(call, &at, &chain)) /* which the types list as a token */
		return false;
	for (uint32_t i = 0; i < results; i++) {
		const int64_t dtype = at < call->type_count ? call->types[at] : 0;
		struct pjrt__view *view = &call->results[call->result_count];
		if (!next_view(call, &at, view) ||
			(view->type && !make_result(frame, &call->tensors[call->result_count], view, (enum kernels_dtype)dtype)))
			return false;
		call->result_count++;
	}
	return true;
}

bool pjrt__call_begin(struct kernels_frame *frame, struct pjrt__call *call)
{
	const struct kernels_site *site = frame->site;
	*call = (struct pjrt__call){ .effects = site->argument_count && site->result_count &&
		async_value_type(frame->arguments[site->argument_count - 1]) == ASYNC_TYPE_CHAIN };
	if (read_types(frame, call) && make_views(frame, call))
		return true;
	kernels_frame_fail(frame, "out of memory for the results of a custom call");
	return false;
}

void pjrt__call_return(struct kernels_frame *frame, struct pjrt__call *call)
{
	for (uint32_t i = 0; i < call->result_count; i++) {
		if (call->results[i].type)
			kernels_frame_return(frame, i, kernels_tensor_types()->tensor, &call->tensors[i]);
		else
			frame->results[i] = async_value_retain(&async_chain_value);
		call->tensors[i] = (struct kernels_tensor){ 0 };
	}
	if (call->effects)
		frame->results[frame->site->result_count - 1] = async_value_retain(&async_chain_value);
}

void pjrt__call_finish(struct pjrt__call *call)
{
	for (uint32_t i = 0; call->tensors && i < call->result_count; i++)
		kernels_tensor_finish(&call->tensors[i]);
	free(call->arguments);
	free(call->results);
	free(call->tensors);
	free(call->types);
}
