/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef TENSORFILE_VERSION_H
#define TENSORFILE_VERSION_H

#include <tensorfile/export.h>

#define TENSORFILE_VERSION_MAJOR 0
#define TENSORFILE_VERSION_MINOR 1
#define TENSORFILE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
TENSORFILE_API const char *tensorfile_version(void);

#ifdef __cplusplus
}
#endif

#endif
