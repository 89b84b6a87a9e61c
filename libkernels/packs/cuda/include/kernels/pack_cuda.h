/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_CUDA_H
#define KERNELS_PACK_CUDA_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pack without kernels. Adding it with kernels_registry_add() makes the driver "cuda" available, see
 * kernels/device.h and libkernels/packs/cuda/README.md. libcuda is loaded when the driver is opened first. Static. */
KERNELS_API const struct kernels_pack *kernels_pack_cuda(void);

#ifdef __cplusplus
}
#endif

#endif
