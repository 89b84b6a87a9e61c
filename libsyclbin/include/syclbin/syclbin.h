/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libsyclbin. */
#ifndef SYCLBIN_SYCLBIN_H
#define SYCLBIN_SYCLBIN_H

#include <syclbin/export.h>
#include <syclbin/version.h>

#endif
