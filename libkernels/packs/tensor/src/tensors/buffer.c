/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tfrt_dht.*_buffer: the memory under the tensors. */
#include "tensors/tensors.h"
#include "common/arguments.h"
#include <inttypes.h>

static struct kernels_buffer *buffer_argument(const struct kernels_call *call)
{
	return *(struct kernels_buffer *const *)call->arguments[0];
}

/* Moves the caller's reference to the buffer into result 0. */
static bool return_buffer(struct kernels_call *call, struct kernels_buffer *buffer)
{
	*(struct kernels_buffer **)call->results[0] = buffer;
	return buffer != NULL;
}

void kernels_tensor__allocate_buffer(struct kernels_call *call)
{
	int64_t size = *(const int64_t *)call->arguments[0], align = *(const int64_t *)call->arguments[1];
	if (size < 0 || (uint64_t)size > SIZE_MAX) {
		kernels_call_fail(call, "argument 0: no buffer can have %" PRId64 " bytes", size);
		return;
	}
	if (align <= 0 || align > 4096 || (align & (align - 1)) != 0) {
		kernels_call_fail(call, "argument 1: alignment must be a power of two up to 4096, got %" PRId64, align);
		return;
	}
	if (!return_buffer(call, kernels_buffer_create(kernels_tensor__allocator(call), (size_t)size, (size_t)align)))
		kernels_call_fail(call, "Cannot allocate buffer");
}

void kernels_tensor__get_buffer(struct kernels_call *call)
{
	const struct kernels_tensor *tensor =
		kernels_tensor__dense(call, 0, KERNELS_DTYPE_INVALID, KERNELS_TENSOR__ANY_RANK);
	if (tensor)
		return_buffer(call, kernels_buffer_retain(tensor->buffer));
}

void kernels_tensor__get_buffer_slice(struct kernels_call *call)
{
	struct kernels_buffer *buffer = buffer_argument(call);
	int64_t offset = *(const int64_t *)call->arguments[1], size = *(const int64_t *)call->arguments[2];
	uint64_t whole = kernels_buffer_size(buffer);
	if (offset < 0 || size < 0 || (uint64_t)offset > whole || (uint64_t)size > whole - (uint64_t)offset) {
		kernels_call_fail(call,
			"arguments 1 and 2: %" PRId64 " bytes at %" PRId64 " are not within a buffer of %" PRIu64
			" bytes",
			size, offset, whole);
		return;
	}
	if (!return_buffer(call, kernels_buffer_slice(buffer, (size_t)offset, (size_t)size)))
		kernels_call_fail(call, "Cannot allocate buffer");
}

void kernels_tensor__print_buffer(struct kernels_call *call)
{
	const struct kernels_buffer *buffer = buffer_argument(call);
	async_host_print(kernels_host(call->request), "HostBuffer<pointer=%p, size=%zu>\n", kernels_buffer_data(buffer),
		kernels_buffer_size(buffer));
}
