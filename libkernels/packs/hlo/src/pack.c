/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of the pack: the lists of all rooms. */
#include "layout/layout.h"
#include "views/views.h"
#include <kernels/kernels.h>
#include <kernels/pack_hlo.h>
#include <kernels/tensor.h>

#define DECLARE(name, signature, function) void kernels_hlo__##function(struct kernels_frame *frame);
#define ROW(name, signature, function) KERNELS_ROW("hlo." name, signature, kernels_hlo__##function, 0),

/* One line per room. */
#define ALL(X) \
	HLO_LAYOUT(X) \
	HLO_VIEWS(X)

ALL(DECLARE)
static const struct kernels_kernel kernels[] = { ALL(ROW) };

static bool register_types(void)
{
	return kernels_tensor_types()->tensor != ASYNC_TYPE_NONE;
}

static const struct kernels_pack pack = KERNELS_PACK_INIT("hlo", kernels, NULL, 0, register_types);

const struct kernels_pack *kernels_pack_hlo(void)
{
	return &pack;
}
