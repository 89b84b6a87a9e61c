/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of an opened program by name. */
#ifndef BEF_APP_FUNCTIONS_H
#define BEF_APP_FUNCTIONS_H

#include <bef/exec.h>

/* Prints the name that is nearest to one that the program lacks, or the names that it has. */
void functions_suggest(const struct bef_file *file, const char *name, size_t size);

#endif
