/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_LAPACK_H
#define KERNELS_PACK_LAPACK_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A pack without kernels. Adding it with kernels_registry_add() makes the library "lapack" selectable, see
 * kernels/math.h and libkernels/packs/lapack/README.md. Static. */
KERNELS_API const struct kernels_pack *kernels_pack_lapack(void);

#ifdef __cplusplus
}
#endif

#endif
