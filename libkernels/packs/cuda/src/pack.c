/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver "cuda". */
#include "cuda.h"

#include <kernels/pack_cuda.h>

enum { PLATFORM_CUDA = 1 };

const struct kernels_device_driver kernels_cuda__driver = { .size = sizeof kernels_cuda__driver,
	.name = "cuda",
	.platform = PLATFORM_CUDA,
	DRIVER_FUNCTIONS(DRIVER_MEMBER, kernels_cuda__)
	DRIVER_MEMBER(kernels_cuda__, program_global)
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
