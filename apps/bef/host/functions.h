/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Looks up functions of an opened program by name. */
#ifndef BEF_APP_FUNCTIONS_H
#define BEF_APP_FUNCTIONS_H

#include <bef/exec.h>

/* Prints the name most similar to a missing one, or all names of the program. */
void functions_suggest(const struct bef_file *file, const char *name, size_t size);

#endif
