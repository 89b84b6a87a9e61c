/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tensors as text: numbers and nested lists, as 3.5, true, 1-2j, [[1, 2], [3, 4]]. */
#ifndef BEF_APP_VALUES_H
#define BEF_APP_VALUES_H

#include "tensors/npy_array.h"

/* True if the text can only be a value, not the name of a file. */
bool value_is_one(const char *text);
/* Parses a value of the type. out->owned is set. @return CLI_GOOD, or the exit code after a message */
int value_parse(const char *text, const struct array_type *type, struct npy_elements *out);

#endif
