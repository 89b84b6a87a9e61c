/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The loops for every processor of the target. */
#if defined(__aarch64__) /* which has fused operations; x86-64 as such has none */
#define HLO_FMA
#endif
#define ISA_LANES 1
#include "expr/isa_begin.h"
#include "expr/isa_loops.h"

static bool supported(void) { return true; }

const struct hlo_isa kernels_hlo__isa_generic = ISA_VALUE("generic");
#include "expr/isa_end.h"
