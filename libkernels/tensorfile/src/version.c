/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <tensorfile/version.h>

#define TEXT(x) #x
#define VERSION(major, minor, patch) TEXT(major) "." TEXT(minor) "." TEXT(patch)

const char *tensorfile_version(void)
{
	return VERSION(TENSORFILE_VERSION_MAJOR, TENSORFILE_VERSION_MINOR, TENSORFILE_VERSION_PATCH);
}
