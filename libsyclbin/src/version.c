/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <syclbin/version.h>

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *syclbin_version(void)
{
	return VERSION(SYCLBIN_VERSION_MAJOR, SYCLBIN_VERSION_MINOR, SYCLBIN_VERSION_PATCH);
}
