/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of the pack. */
#include "test.h"
#include <kernels/pack_test.h>

#define PAYLOAD_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_test__##function, 0),
#define SYNC_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_test__##function, KERNELS_SYNC),
#define FRAME_ROW(name, signature, function) KERNELS_ROW(name, signature, kernels_test__##function, 0),
#define LATER_ROW(name, signature, function) \
	KERNELS_ROW(name, signature, kernels_test__##function, KERNELS_QUICK | KERNELS_PASSES_ON),
#define NATIVE_ROW(function) { #function, kernels_test__##function },

static const struct kernels_kernel kernels[] = { TEST_KERNELS(PAYLOAD_ROW, SYNC_ROW, FRAME_ROW, LATER_ROW) };
static const struct kernels_native natives[] = { TEST_NATIVES(NATIVE_ROW) };

static bool register_types(void)
{
	return kernels_test__register_objects() && kernels_test__register_strings();
}

static const struct kernels_pack pack =
	KERNELS_PACK_INIT("test", kernels, natives, sizeof natives / sizeof *natives, register_types);

const struct kernels_pack *kernels_pack_test(void)
{
	return &pack;
}
