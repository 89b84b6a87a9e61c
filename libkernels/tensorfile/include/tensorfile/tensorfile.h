/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libtensorfile.
 * Thread class: see the headers. */
#ifndef TENSORFILE_TENSORFILE_H
#define TENSORFILE_TENSORFILE_H

#include <tensorfile/dtype.h>
#include <tensorfile/file.h>
#include <tensorfile/npy.h>
#include <tensorfile/status.h>
#include <tensorfile/version.h>
#include <tensorfile/writer.h>
#include <tensorfile/zip.h>

#endif
