/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the driver, and the pack. */
#include "opencl.h"
#include <kernels/pack_opencl.h>

const struct kernels_device_driver kernels_opencl__driver = { .size = sizeof kernels_opencl__driver,
	.name = "opencl",
	.platform = 3,
	.open = kernels_opencl__open,
	.describe = kernels_opencl__describe,
	.context_create = kernels_opencl__context_create,
	.stream_create = kernels_opencl__stream_create,
	.buffer_create = kernels_opencl__buffer_create,
	.buffer_view = kernels_opencl__buffer_view,
	.buffer_wrap = kernels_opencl__buffer_wrap,
	.program_create = kernels_opencl__program_create,
	.function_create = kernels_opencl__function_create,
	.event_create = kernels_opencl__event_create,
	.copy = kernels_opencl__copy,
	.fill = kernels_opencl__fill,
	.launch = kernels_opencl__launch,
	.signal = kernels_opencl__signal,
	.event_record = kernels_opencl__event_record,
	.event_signal = kernels_opencl__event_signal,
	.stream_wait = kernels_opencl__stream_wait,
	.explain = kernels_opencl__explain,
	.is_compiled = kernels_opencl__is_compiled,
	.structs = KERNELS_DEVICE_STRUCTS };

static bool init(void)
{
	const bool added = kernels_device_driver_add(&kernels_opencl__driver) == KERNELS_OK;
	if (added)
		kernels_opencl__streams_begin();
	return added;
}

static void finish(void)
{
	kernels_device_driver_remove(&kernels_opencl__driver);
	kernels_opencl__streams_finish();
}

const struct kernels_pack *kernels_pack_opencl(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "opencl",
		.init = init,
		.finish = finish };
	return &pack;
}
