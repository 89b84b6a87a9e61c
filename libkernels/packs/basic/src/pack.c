/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack. */
#include "basic.h"
#include <kernels/pack_basic.h>

#define QUICK_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_basic__##function, KERNELS_QUICK),
#define PAYLOAD_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_basic__##function, 0),
#define FRAME_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_basic__##function, KERNELS_PASSES_ON),
#define CALLS_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_basic__##function, KERNELS_PASSES_ON | KERNELS_BORROWS),
#define ANY_STATE_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_basic__##function, KERNELS_PASSES_ON | KERNELS_BORROWS | KERNELS_ANY_STATE),

static const struct kernels_kernel kernels[] = { BASIC_KERNELS(QUICK_ROW, PAYLOAD_ROW, FRAME_ROW, CALLS_ROW, ANY_STATE_ROW) };

static const struct kernels_pack pack = KERNELS_PACK_INIT("basic", kernels, NULL, 0, kernels_basic__register_types);

const struct kernels_pack *kernels_pack_basic(void)
{
	return &pack;
}
