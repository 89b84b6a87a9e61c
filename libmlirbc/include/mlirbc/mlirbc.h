/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All of libmlirbc. */
#ifndef MLIRBC_MLIRBC_H
#define MLIRBC_MLIRBC_H

#include <mlirbc/affine.h>
#include <mlirbc/assembly.h>
#include <mlirbc/attr.h>
#include <mlirbc/build.h>
#include <mlirbc/dialect.h>
#include <mlirbc/diff.h>
#include <mlirbc/edit.h>
#include <mlirbc/export.h>
#include <mlirbc/hash.h>
#include <mlirbc/ir.h>
#include <mlirbc/load.h>
#include <mlirbc/mapping.h>
#include <mlirbc/open.h>
#include <mlirbc/output.h>
#include <mlirbc/parse.h>
#include <mlirbc/parts.h>
#include <mlirbc/print.h>
#include <mlirbc/printing.h>
#include <mlirbc/rewrite.h>
#include <mlirbc/status.h>
#include <mlirbc/verify.h>
#include <mlirbc/version.h>
#include <mlirbc/walk.h>
#include <mlirbc/write.h>

#endif
