/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libsigmangle. */
#ifndef SIGMANGLE_SIGMANGLE_H
#define SIGMANGLE_SIGMANGLE_H

#include <sigmangle/export.h>
#include <sigmangle/version.h>

#endif
