/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels of host programs that run as several tasks: collective operations and messages, by TFRT's names.
 *
 * A task is a process of kernels/process.h. The engine of the request's process connects tasks; programs without one
 * are the only task. Thread class: safe; the pack is immutable. */
#ifndef KERNELS_PACK_COLLECTIVE_H
#define KERNELS_PACK_COLLECTIVE_H

#include <kernels/export.h>
#include <kernels/pack.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kernels of pack collective; libkernels/packs/collective/README.md lists them. For kernels_registry_add().
 * Static. */
KERNELS_API const struct kernels_pack *kernels_pack_collective(void);

#ifdef __cplusplus
}
#endif

#endif
