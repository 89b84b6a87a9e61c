/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_HLO_H
#define KERNELS_PACK_HLO_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The operations of StableHLO as kernels; libkernels/packs/hlo/README.md lists them. For kernels_registry_add(). Static. */
KERNELS_API const struct kernels_pack *kernels_pack_hlo(void);

#ifdef __cplusplus
}
#endif

#endif
