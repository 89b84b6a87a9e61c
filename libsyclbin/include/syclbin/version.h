/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef SYCLBIN_VERSION_H
#define SYCLBIN_VERSION_H

#include <syclbin/export.h>

#define SYCLBIN_VERSION_MAJOR 0
#define SYCLBIN_VERSION_MINOR 1
#define SYCLBIN_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
SYCLBIN_API const char *syclbin_version(void);

#ifdef __cplusplus
}
#endif

#endif
