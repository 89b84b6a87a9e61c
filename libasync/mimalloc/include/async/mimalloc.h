/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mimalloc as an allocator object: libasync-mimalloc. Thread class: safe. */
#ifndef ASYNC_MIMALLOC_H
#define ASYNC_MIMALLOC_H

#include <async/allocator.h>
#include <async/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Immutable, never destroyed. Thread class: safe. Linking the shared mimalloc, as this library does, also replaces
 * malloc in the whole process: see README.md. */
ASYNC_API const struct async_allocator *async_allocator_mimalloc(void);

#ifdef __cplusplus
}
#endif

#endif
