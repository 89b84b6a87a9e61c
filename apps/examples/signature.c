/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which version of libsigmangle is there. */
#include <stdio.h>
#include <sigmangle/sigmangle.h>

int main(void) { return printf("libsigmangle %s\n", sigmangle_version()) < 0; }
