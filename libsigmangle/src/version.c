/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <sigmangle/version.h>

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *sigmangle_version(void)
{
	return VERSION(SIGMANGLE_VERSION_MAJOR, SIGMANGLE_VERSION_MINOR, SIGMANGLE_VERSION_PATCH);
}
