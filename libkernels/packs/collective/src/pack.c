/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack. */
#include "common.h"
#include <kernels/pack_collective.h>

#define PAYLOAD_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_collective__##function, 0),
#define FRAME_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_collective__##function, KERNELS_PASSES_ON),
#define MEMBER_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_collective__##function, KERNELS_PASSES_ON | KERNELS_NONSTRICT),

static const struct kernels_kernel kernels[] = { COLLECTIVE_KERNELS(PAYLOAD_ROW, FRAME_ROW, MEMBER_ROW) };

static bool init(void)
{
	return kernels_tensor_types()->tensor != ASYNC_TYPE_NONE && kernels_collective__register_types();
}

const struct kernels_pack *kernels_pack_collective(void)
{
	static const struct kernels_pack pack = { .size = sizeof pack,
		.abi = KERNELS_PACK_ABI,
		.sanitizer = KERNELS_SANITIZER,
		.name = "collective",
		.kernels = kernels,
		.kernel_count = sizeof kernels / sizeof *kernels,
		.kernel_size = sizeof *kernels,
		.native_size = sizeof(struct kernels_native),
		.init = init };
	return &pack;
}
