/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_TEST_H
#define KERNELS_PACK_TEST_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels of pack test; libkernels/packs/test/README.md lists them. For kernels_registry_add(). Static. */
KERNELS_API const struct kernels_pack *kernels_pack_test(void);

#ifdef __cplusplus
}
#endif

#endif
