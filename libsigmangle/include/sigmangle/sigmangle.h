/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libsigmangle. */
#ifndef SIGMANGLE_SIGMANGLE_H
#define SIGMANGLE_SIGMANGLE_H

#include <sigmangle/attributes.h>
#include <sigmangle/component.h>
#include <sigmangle/export.h>
#include <sigmangle/match.h>
#include <sigmangle/raw.h>
#include <sigmangle/sip.h>
#include <sigmangle/status.h>
#include <sigmangle/version.h>

#endif
