/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack. */
#include "common.h"
#include "host.h"

#define PAYLOAD_ROW(name, signature, function) \
	KERNELS_PREPARED_ROW(name, signature, kernels_device__##function, 0, NULL, NULL),
#define FRAME_ROW(name, signature, function) \
	KERNELS_PREPARED_ROW(name, signature, kernels_device__##function, KERNELS_PASSES_ON, NULL, NULL),
#define SIZED_ROW(name, signature, function) \
	KERNELS_PREPARED_ROW(name, signature, kernels_device__##function, KERNELS_PASSES_ON | KERNELS_SHARES_STATE, \
		kernels_device__prepare_launch, kernels_device__unprepare_launch),

static const struct kernels_prepared_kernel kernels[] = { DEVICE_KERNELS(PAYLOAD_ROW, FRAME_ROW, SIZED_ROW) };

static bool init(void)
{
	const struct kernels_device_types *types = kernels_device_types();
	const async_type_id ids[] = { types->device, types->context, types->stream, types->event, types->allocator,
		types->buffer, types->program, types->function, kernels_tensor_types()->tensor };
	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
		if (ids[i] == ASYNC_TYPE_NONE)
			return false;
	}
	return kernels_device__register_arguments() && kernels_device__register_tensors() &&
	       kernels_device_driver_add(&kernels_device__host) == KERNELS_OK;
}

static void finish(void)
{
	kernels_device_driver_remove(&kernels_device__host);
}

const struct kernels_pack *kernels_pack_device(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "device",
		.kernels = &kernels[0].kernel,
		.kernel_count = sizeof kernels / sizeof *kernels,
		.kernel_size = sizeof *kernels,
		.native_size = sizeof(struct kernels_native),
		.init = init,
		.finish = finish };
	return &pack;
}
