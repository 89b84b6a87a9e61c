/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef ASYNC_VERSION_H
#define ASYNC_VERSION_H

#include <async/export.h>

#define ASYNC_VERSION_MAJOR 0
#define ASYNC_VERSION_MINOR 1
#define ASYNC_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
ASYNC_API const char *async_version(void);

#ifdef __cplusplus
}
#endif

#endif
