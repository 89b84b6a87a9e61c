/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_XNNPACK_H
#define KERNELS_PACK_XNNPACK_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No kernels: a library for those of other packs, see kernels/math.h and libkernels/packs/xnnpack/README.md. For
 * kernels_registry_add(), which makes "xnnpack" known if the library is there. Static. */
KERNELS_API const struct kernels_pack *kernels_pack_xnnpack(void);

#ifdef __cplusplus
}
#endif

#endif
