/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "cuda". */
#include "cuda.h"

#include <kernels/pack_cuda.h>

enum { PLATFORM_CUDA = 1 };

const struct kernels_device_driver kernels_cuda__driver = { .size = sizeof kernels_cuda__driver,
	.name = "cuda",
	.platform = PLATFORM_CUDA,
	.open = kernels_cuda__open,
	.describe = kernels_cuda__describe,
	.context_create = kernels_cuda__context_create,
	.stream_create = kernels_cuda__stream_create,
	.buffer_create = kernels_cuda__buffer_create,
	.buffer_view = kernels_cuda__buffer_view,
	.buffer_wrap = kernels_cuda__buffer_wrap,
	.program_create = kernels_cuda__program_create,
	.function_create = kernels_cuda__function_create,
	.program_global = kernels_cuda__program_global,
	.event_create = kernels_cuda__event_create,
	.copy = kernels_cuda__copy,
	.fill = kernels_cuda__fill,
	.launch = kernels_cuda__launch,
	.signal = kernels_cuda__signal,
	.event_record = kernels_cuda__event_record,
	.event_signal = kernels_cuda__event_signal,
	.stream_wait = kernels_cuda__stream_wait,
	.explain = kernels_cuda__explain,
	.structs = KERNELS_DEVICE_STRUCTS };

static bool init(void)
{
	return kernels_device_driver_add(&kernels_cuda__driver) == KERNELS_OK;
}

static void finish(void) { kernels_device_driver_remove(&kernels_cuda__driver); }

const struct kernels_pack *kernels_pack_cuda(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "cuda",
		.init = init,
		.finish = finish };
	return &pack;
}
