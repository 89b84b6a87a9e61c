/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_OPENCL_H
#define KERNELS_PACK_OPENCL_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pack without kernels. Adding it with kernels_registry_add() adds the driver "opencl" (kernels/device.h) for the
 * kernels of pack device; see libkernels/packs/opencl/README.md. Destroying the registry waits for commands of
 * streams that were released before these had ended. Static. */
KERNELS_API const struct kernels_pack *kernels_pack_opencl(void);

#ifdef __cplusplus
}
#endif

#endif
