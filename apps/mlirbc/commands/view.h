/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mlirbc view: parts of its page. */
#ifndef MLIRBC_APP_VIEW_H
#define MLIRBC_APP_VIEW_H

#include "modules/module.h"

/* Prints the beginning of an attribute's text as a JSON string; large elements as a summary. NULL: an empty string. */
void view_put_attr(FILE *out, const struct mlirbc_attr *attr);

/* Prints members of an object: the numbers of ops, types and attributes by name or text. @return false: out of memory */
bool view_put_counts(FILE *out, const struct mlirbc_module *module);

#endif
