/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The heap of a conversion. */
#ifndef BEF_APP_HEAP_H
#define BEF_APP_HEAP_H

#include <bef/status.h>

/* For commands that convert once and exit, before the program is loaded. Commands that run programs leave the heap in glibc's default
 * state. */
void program_will_convert(void);
/* Allocator for the conversion; NULL if the default is as good. */
const struct bef_allocator *program_memory(void);
/* Prepares the heap for a file, if the command converts. */
void program_prepare_heap(const char *path);

#endif
