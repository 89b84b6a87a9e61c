/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_DNNL_H
#define KERNELS_PACK_DNNL_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pack without kernels. Adding it with kernels_registry_add() makes the library "dnnl" selectable, see kernels/math.h
 * and libkernels/packs/dnnl/README.md. Static. */
KERNELS_API const struct kernels_pack *kernels_pack_dnnl(void);

#ifdef __cplusplus
}
#endif

#endif
