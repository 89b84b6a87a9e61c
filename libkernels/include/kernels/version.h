/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef KERNELS_VERSION_H
#define KERNELS_VERSION_H

#include <kernels/export.h>

#define KERNELS_VERSION_MAJOR 0
#define KERNELS_VERSION_MINOR 1
#define KERNELS_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
KERNELS_API const char *kernels_version(void);

#ifdef __cplusplus
}
#endif

#endif
