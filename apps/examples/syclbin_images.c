/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says which version of libsyclbin is there. */
#include <stdio.h>
#include <syclbin/syclbin.h>

int main(void) { return printf("libsyclbin %s\n", syclbin_version()) < 0; }
