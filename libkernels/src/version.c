/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Version of the library. */
#include <kernels/version.h>

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

const char *kernels_version(void)
{
	return TEXT(KERNELS_VERSION_MAJOR) "." TEXT(KERNELS_VERSION_MINOR) "." TEXT(KERNELS_VERSION_PATCH);
}
