/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Bodies of calls, for any element type. */
#ifndef HLO_TEST_BODIES_H
#define HLO_TEST_BODIES_H

#include "calls.h"
#include "expr/dtypes.h"

/* Sets an attribute to an expression in which @ stands for the type. */
static inline void body_of(const char *attribute, const char *body, enum kernels_dtype t)
{
	char text[300] = { 0 };
	size_t used = 0;
	for (; *body; body++)
		if (*body == '@')
			used += (size_t)snprintf(text + used, sizeof text - used, "%s", kernels_hlo__dtype_name(t));
		else
			text[used++] = *body;
	calls_text(attribute, text);
}

#endif
