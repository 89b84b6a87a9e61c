/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the driver, and the pack. */
#include "opencl.h"
#include <kernels/pack_opencl.h>

const struct kernels_device_driver kernels_opencl__driver = { .size = sizeof kernels_opencl__driver,
	.name = "opencl",
	.platform = 3,
	DRIVER_FUNCTIONS(DRIVER_MEMBER, kernels_opencl__)
	DRIVER_MEMBER(kernels_opencl__, is_compiled)
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
