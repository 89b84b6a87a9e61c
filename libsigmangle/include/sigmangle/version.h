/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Thread class: safe. */
#ifndef SIGMANGLE_VERSION_H
#define SIGMANGLE_VERSION_H

#include <sigmangle/export.h>

#define SIGMANGLE_VERSION_MAJOR 0
#define SIGMANGLE_VERSION_MINOR 1
#define SIGMANGLE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library that is running, as "0.1.0". Static text. */
SIGMANGLE_API const char *sigmangle_version(void);

#ifdef __cplusplus
}
#endif

#endif
