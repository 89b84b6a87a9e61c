/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef KERNELS_HLO_OUTPUT_H
#define KERNELS_HLO_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Creates or empties a file, or appends to it. Links are followed by the rule of fs.protected_symlinks, also where the system does not apply
 * it: not in a folder with the sticky bit that all may write, unless the link belongs to this user or to the owner of the folder. The last
 * component of the path counts. NULL: errno is set. */
FILE *kernels_hlo__output_open(const char *path, bool append);

#endif
