/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack. */
#include "common.h"
#include <kernels/pack_collective.h>

#define ROW(name, signature, function, flags, prepare) \
	KERNELS_PREPARED_ROW(name, signature, kernels_collective__##function, flags, prepare, NULL),
#define PAYLOAD_ROW(name, signature, function) ROW(name, signature, function, 0, NULL)
#define FRAME_ROW(name, signature, function) ROW(name, signature, function, KERNELS_PASSES_ON, NULL)
#define MEMBER_ROW(name, signature, function) ROW(name, signature, function, KERNELS_PASSES_ON | KERNELS_NONSTRICT, NULL)
#define REMOTE_ROW(name, signature, function, flags) \
	ROW(name, signature, function, KERNELS_PASSES_ON | (flags), kernels_collective__prepare_remote)

static const struct kernels_prepared_kernel kernels[] = { COLLECTIVE_KERNELS(PAYLOAD_ROW, FRAME_ROW, MEMBER_ROW, REMOTE_ROW) };

static bool init(void)
{
	return kernels_tensor_types()->tensor != ASYNC_TYPE_NONE && kernels_collective__register_types();
}

const struct kernels_pack *kernels_pack_collective(void)
{
	static const struct kernels_pack pack = KERNELS_PREPARED_PACK_INIT("collective", kernels, init);
	return &pack;
}
