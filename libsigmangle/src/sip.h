/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the parts of the SIP reader share. */
#ifndef SIGMANGLE_SRC_SIP_H
#define SIGMANGLE_SRC_SIP_H

#include "lex.h"

#include <sigmangle/sip.h>

/* Order of two keys of one container: numbers, or bytes as memcmp() has them, the shorter first. */
int sigmangle__compare_bytes(const char *a, size_t a_size, const char *b, size_t b_size);

/* The first key in a sequence's or dict's payload that is there before, NULL when there is none. The payload is
 * known to be good otherwise. Reads it once for every 1,024 keys. */
const char *sigmangle__duplicate_key(const char *at, const char *end);

#endif
