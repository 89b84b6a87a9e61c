/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef BEF_VERSION_H
#define BEF_VERSION_H

#include <bef/export.h>

#define BEF_VERSION_MAJOR 0
#define BEF_VERSION_MINOR 1
#define BEF_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
BEF_API const char *bef_version(void);

#ifdef __cplusplus
}
#endif

#endif
