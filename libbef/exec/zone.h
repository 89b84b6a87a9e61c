/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The allocator for states of prepared ops. A large program has many, in blocks of a few kilobytes: they lie side by side in large
 * chunks, in huge pages if there are many, and are freed with them. */
#ifndef BEF_EXEC_ZONE_H
#define BEF_EXEC_ZONE_H

#include "program.h"

#if BEF__LARGE
/* The allocator of the file's zone, which is made if there is none. NULL: out of memory. Thread class of the allocator: safe. */
const struct async_allocator *bef__zone_allocator(struct bef_file *file);
/* Ends the zone with its last block: results of ops, which may be parts of states, outlive the program. */
void bef__zone_release(struct bef_file *file);
#else
static inline const struct async_allocator *bef__zone_allocator(struct bef_file *file) { return file->arena.allocator; }
static inline void bef__zone_release(struct bef_file *file) { (void)file; }
#endif

#endif
