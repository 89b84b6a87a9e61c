/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef MLIRBC_VERSION_H
#define MLIRBC_VERSION_H

#include <mlirbc/export.h>

#define MLIRBC_VERSION_MAJOR 0
#define MLIRBC_VERSION_MINOR 1
#define MLIRBC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. Thread class: safe. */
MLIRBC_API const char *mlirbc_version(void);

#ifdef __cplusplus
}
#endif

#endif
