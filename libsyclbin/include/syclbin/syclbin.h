/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libsyclbin. */
#ifndef SYCLBIN_SYCLBIN_H
#define SYCLBIN_SYCLBIN_H

#include <syclbin/codes.h>
#include <syclbin/compress.h>
#include <syclbin/entries.h>
#include <syclbin/export.h>
#include <syclbin/input.h>
#include <syclbin/mapping.h>
#include <syclbin/offload.h>
#include <syclbin/package.h>
#include <syclbin/properties.h>
#include <syclbin/reader.h>
#include <syclbin/select.h>
#include <syclbin/status.h>
#include <syclbin/target.h>
#include <syclbin/text.h>
#include <syclbin/verify.h>
#include <syclbin/version.h>
#include <syclbin/writer.h>

#endif
